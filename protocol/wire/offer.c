/* offer: the two arrays that are signed as a whole, the OFFER and the RESULT. */
#include "wire/codec.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "wire/strict.h"

enum { OFFER_ITEMS = 36, RESULT_ITEMS = 13, SEATS_MIN = 2 };

/* What the two are, in their order, as one list for both ways: X(as what, field, the most that a number may be).  OTHER is what
 * pack_field and read_field know.  An OFFER begins with the version of the protocol. */
#define OFFER_LIST(X) \
    X(TEXT, tournament, 0) \
    X(NUMBER, number, UINT64_MAX) \
    X(TEXT, rules, 0) \
    X(NUMBER, games, UINT32_MAX) \
    X(OTHER, parties, 0) \
    X(FIXED, arbiter, 0) \
    X(FIXED, seed_commit, 0) \
    X(FIXED, nonce, 0) \
    X(NUMBER, seed_source, SEED_FIXED) \
    X(NUMBER, hands_max, UINT32_MAX) \
    X(NUMBER, tables, TABLES_MAX) \
    X(NUMBER, bank_us, UINT64_MAX) \
    X(NUMBER, inc_us, UINT64_MAX) \
    X(NUMBER, cap_us, UINT64_MAX) \
    X(NUMBER, grace_us, UINT64_MAX) \
    X(NUMBER, start_us, UINT64_MAX) \
    X(NUMBER, tick_us, TICK_LONGEST) \
    X(NUMBER, on_timeout, 1) \
    X(NUMBER, sign, SIGN_DECISION) \
    X(NUMBER, reveal, REVEAL_PAIR) \
    X(TEXT, log_key, 0) \
    X(TEXT, engine, 0) \
    X(OTHER, twin, 0) \
    X(NUMBER, sign_every, SIGN_EVERY_MOST) \
    X(NUMBER, duty_us, UINT64_MAX) \
    X(OTHER, held, 0) \
    X(FIXED, log_policy, 0) \
    X(OTHER, bots, 0) \
    X(TEXT, host, 0) \
    X(NUMBER, blind, 1) \
    X(NUMBER, at_once, TABLES_MAX) \
    X(NUMBER, note_bytes, UINT32_MAX)
#define RESULT_LIST(X) \
    X(FIXED, match_id, 0) \
    X(NUMBER, outcome, END_STOPPED) \
    X(NUMBER, winner, FIEL_SCORERS_MAX) \
    X(OTHER, by_scorer, 0) \
    X(NUMBER, fault, UINT8_MAX) \
    X(NUMBER, fault_seat, UINT8_MAX) \
    X(NUMBER, fault_a, UINT64_MAX) \
    X(NUMBER, fault_b, UINT64_MAX) \
    X(OTHER, faults, 0) \
    X(FIXED, head, 0)

#define PACK_NUMBER(field) pack_uint(p, o->field);
#define PACK_TEXT(field) pack_str(p, o->field);
#define PACK_FIXED(field) pack_bin(p, o->field, sizeof o->field);
#define PACK_OTHER(field) pack_##field(p, o);
#define PACK(as, field, most) PACK_##as(field)

#define READ_NUMBER(field, most) o->field = (__typeof__(o->field))read_uint(&r, most);
#define READ_TEXT(field, most) read_text(&r, o->field, sizeof o->field);
#define READ_FIXED(field, most) read_fixed(&r, o->field, sizeof o->field);
#define READ_OTHER(field, most) read_##field(&r, o);
#define READ(as, field, most) READ_##as(field, most)

/* --- parts of the OFFER ------------------------------------------------------------------------- */

static unsigned parties_of(const struct offer *o) { return (unsigned)o->seats + o->cutters; }

static void pack_hashes(struct packer *p, const struct offer *o, const uint8_t hash[PARTIES_MAX][ID])
{
    pack_array(p, parties_of(o));
    for (unsigned i = 0; i < parties_of(o); i++)
        pack_bin(p, hash[i], ID);
}

static void pack_parties(struct packer *p, const struct offer *o)
{
    pack_uint(p, o->seats);
    pack_uint(p, o->cutters);
    pack_array(p, o->seats);
    for (unsigned i = 0; i < o->seats; i++)
        pack_str(p, o->name[i]);
    pack_hashes(p, o, o->key);
}

static void pack_twin(struct packer *p, const struct offer *o) { pack_bin(p, o->twin, o->twin_size); }

static void pack_held(struct packer *p, const struct offer *o)
{
    pack_array(p, parties_of(o));
    for (unsigned i = 0; i < parties_of(o); i++)
        pack_uint(p, o->held[i]);
}

static void pack_bots(struct packer *p, const struct offer *o) { pack_hashes(p, o, o->bots); }

/* Array of exactly n items. */
static void expect_array(struct reader *r, size_t n)
{
    if (read_array(r, n) != n)
        r->bad = true;
}

static void read_hashes(struct reader *r, const struct offer *o, uint8_t hash[PARTIES_MAX][ID])
{
    expect_array(r, parties_of(o));
    for (unsigned i = 0; i < parties_of(o) && !r->bad; i++)
        read_fixed(r, hash[i], ID);
}

static void read_parties(struct reader *r, struct offer *o)
{
    o->seats = (uint8_t)read_uint(r, FIEL_SEATS_MAX);
    o->cutters = (uint8_t)read_uint(r, PARTIES_MAX);
    if (o->seats < SEATS_MIN || parties_of(o) > PARTIES_MAX)
        r->bad = true;
    expect_array(r, o->seats);
    for (unsigned i = 0; i < o->seats && !r->bad; i++)
        read_text(r, o->name[i], NAME_TEXT);
    read_hashes(r, o, o->key);
}

static void read_twin(struct reader *r, struct offer *o)
{
    size_t size;
    const uint8_t *bytes = read_bin(r, &size);
    if (r->bad || size == 0)
        return;
    if (size <= SIG || size > sizeof o->twin) {
        r->bad = true;
        return;
    }
    memcpy(o->twin, bytes, size);
    o->twin_size = (uint32_t)size;
}

static void read_held(struct reader *r, struct offer *o)
{
    expect_array(r, parties_of(o));
    for (unsigned i = 0; i < parties_of(o) && !r->bad; i++)
        o->held[i] = (uint8_t)read_uint(r, HELD_REMOTE);
}

static void read_bots(struct reader *r, struct offer *o) { read_hashes(r, o, o->bots); }

/* --- the OFFER ----------------------------------------------------------------------------------- */

void pack_offer(struct packer *p, const struct offer *o)
{
    assert(o->seats <= FIEL_SEATS_MAX && parties_of(o) <= PARTIES_MAX);
    pack_array(p, OFFER_ITEMS);
    pack_uint(p, PROTOCOL_VERSION);
    OFFER_LIST(PACK)
}

bool read_offer(const void *bytes, size_t size, struct offer *o)
{
    struct reader r;
    memset(o, 0, sizeof *o);
    if (strict_check(bytes, size) != WIRE_OK)
        return false;
    read_start(&r, bytes, size);
    expect_array(&r, OFFER_ITEMS);
    if (read_uint(&r, PROTOCOL_VERSION) != PROTOCOL_VERSION)
        return false;
    OFFER_LIST(READ)
    r.bad |= o->reveal != REVEAL_MATCH && o->reveal != REVEAL_PAIR;
    r.bad |= o->at_once != 1 && o->at_once != o->tables;
    r.bad |= o->cutters > 0 && offer_of_pair(o);
    return read_done(&r) && o->games > 0 && o->hands_max > 0 && o->tables > 0 && o->sign_every > 0;
}

void offer_hide_players(struct offer *o)
{
    memset(o->name, 0, sizeof o->name);
    memset(o->bots, 0, sizeof o->bots);
    for (unsigned i = 0; i < o->seats; i++)
        snprintf(o->name[i], NAME_TEXT, "seat %u", i);
}

bool offer_hides_players(const struct offer *o)
{
    struct offer hidden;
    memset(&hidden, 0, sizeof hidden);
    hidden.seats = o->seats;
    offer_hide_players(&hidden);
    for (unsigned i = 0; i < o->seats; i++)
        if (strcmp(o->name[i], hidden.name[i]) != 0)
            return false;
    return memcmp(o->bots, hidden.bots, sizeof o->bots) == 0;
}

bool seats_unheld(const uint8_t *held, unsigned seats)
{
    for (unsigned i = 0; i < seats; i++)
        if (held[i] != HELD_STRICT)
            return true;
    return false;
}

char *unheld_text(const uint8_t *held, unsigned seats, char text[UNHELD_TEXT])
{
    size_t n = 0;
    *text = '\0';
    for (unsigned i = 0; i < seats && n < UNHELD_TEXT; i++)
        if (held[i] != HELD_STRICT)
            n += (size_t)snprintf(text + n, UNHELD_TEXT - n, "%sseat %u %s", n ? ", " : "", i, held_text(held[i]));
    return text;
}

const char *held_word(unsigned held)
{
#define X(name, number, word, text) word,
    static const char *const words[] = { HELD_BY(X) };
#undef X
    return held < sizeof words / sizeof *words ? words[held] : "unknown";
}

const char *held_text(unsigned held)
{
#define X(name, number, word, text) text,
    static const char *const texts[] = { HELD_BY(X) };
#undef X
    return texts[held < sizeof texts / sizeof *texts ? held : HELD_NOT];
}

/* --- the RESULT ---------------------------------------------------------------------------------- */

/* Games, with the drawn ones last; hands; points; partidas. */
static void pack_by_scorer(struct packer *p, const struct result *o)
{
    pack_array(p, o->scorers + 1u);
    for (unsigned s = 0; s <= o->scorers; s++)
        pack_uint(p, o->games[s]);
    pack_uint(p, o->hands);
    pack_array(p, o->scorers);
    for (unsigned s = 0; s < o->scorers; s++)
        pack_int(p, o->points[s]);
    pack_array(p, o->scorers);
    for (unsigned s = 0; s < o->scorers; s++)
        pack_uint(p, o->partidas[s]);
}

static void pack_faults(struct packer *p, const struct result *o)
{
    pack_array(p, FIEL_SEATS_MAX);
    for (unsigned i = 0; i < FIEL_SEATS_MAX; i++)
        pack_uint(p, o->faults[i]);
}

static void read_by_scorer(struct reader *r, struct result *o)
{
    size_t items = read_array(r, FIEL_SCORERS_MAX + 1);
    if (items < 3 || o->winner >= items) {
        r->bad = true;
        return;
    }
    o->scorers = (uint8_t)(items - 1);
    for (unsigned s = 0; s < items; s++)
        o->games[s] = (uint32_t)read_uint(r, UINT32_MAX);
    o->hands = (uint32_t)read_uint(r, UINT32_MAX);
    expect_array(r, o->scorers);
    for (unsigned s = 0; s < o->scorers; s++)
        o->points[s] = read_int(r);
    expect_array(r, o->scorers);
    for (unsigned s = 0; s < o->scorers; s++)
        o->partidas[s] = (uint32_t)read_uint(r, UINT32_MAX);
}

static void read_faults(struct reader *r, struct result *o)
{
    expect_array(r, FIEL_SEATS_MAX);
    for (unsigned i = 0; i < FIEL_SEATS_MAX; i++)
        o->faults[i] = (uint32_t)read_uint(r, UINT32_MAX);
}

void pack_result(struct packer *p, const struct result *o)
{
    pack_array(p, RESULT_ITEMS);
    RESULT_LIST(PACK)
}

bool read_result(const void *bytes, size_t size, struct result *o)
{
    struct reader r;
    memset(o, 0, sizeof *o);
    if (strict_check(bytes, size) != WIRE_OK)
        return false;
    read_start(&r, bytes, size);
    expect_array(&r, RESULT_ITEMS);
    RESULT_LIST(READ)
    return read_done(&r);
}
