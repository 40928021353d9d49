/* offer: the two arrays that are signed as a whole, the OFFER and the RESULT. */
#include "wire/codec.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "wire/strict.h"

enum { OFFER_ITEMS = 36, RESULT_ITEMS = 13, SEATS_MIN = 2 };

static const uint64_t U64 = UINT64_MAX;

/* Who sits there, and where. */
static void pack_players(struct packer *p, const struct offer *o)
{
    unsigned parties = (unsigned)o->seats + o->cutters;
    pack_array(p, parties);
    for (unsigned i = 0; i < parties; i++)
        pack_uint(p, o->held[i]);
    pack_bin(p, o->log_policy, ID);
    pack_array(p, parties);
    for (unsigned i = 0; i < parties; i++)
        pack_bin(p, o->bots[i], ID);
    pack_str(p, o->host);
    pack_uint(p, o->blind);
    pack_uint(p, o->at_once);
    pack_uint(p, o->note_bytes);
}

void pack_offer(struct packer *p, const struct offer *o)
{
    assert(o->seats <= FIEL_SEATS_MAX && o->seats + o->cutters <= PARTIES_MAX);
    pack_array(p, OFFER_ITEMS);
    pack_uint(p, PROTOCOL_VERSION);
    pack_str(p, o->tournament);
    pack_uint(p, o->number);
    pack_str(p, o->rules);
    pack_uint(p, o->games);
    pack_uint(p, o->seats);
    pack_uint(p, o->cutters);
    pack_array(p, o->seats);
    for (unsigned i = 0; i < o->seats; i++)
        pack_str(p, o->name[i]);
    pack_array(p, (size_t)o->seats + o->cutters);
    for (unsigned i = 0; i < (unsigned)o->seats + o->cutters; i++)
        pack_bin(p, o->key[i], ID);
    pack_bin(p, o->arbiter, ID);
    pack_bin(p, o->seed_commit, ID);
    pack_bin(p, o->nonce, ID);
    pack_uint(p, o->seed_source);
    pack_uint(p, o->hands_max);
    pack_uint(p, o->tables);
    pack_uint(p, o->bank_us);
    pack_uint(p, o->inc_us);
    pack_uint(p, o->cap_us);
    pack_uint(p, o->grace_us);
    pack_uint(p, o->start_us);
    pack_uint(p, o->tick_us);
    pack_uint(p, o->on_timeout);
    pack_uint(p, o->sign);
    pack_uint(p, o->reveal);
    pack_str(p, o->log_key);
    pack_str(p, o->engine);
    pack_bin(p, o->twin, o->twin_size);
    pack_uint(p, o->sign_every);
    pack_uint(p, o->duty_us);
    pack_players(p, o);
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

/* Array of exactly n items. */
static void expect_array(struct reader *r, size_t n)
{
    if (read_array(r, n) != n)
        r->bad = true;
}

static void read_parties(struct reader *r, struct offer *o)
{
    o->seats = (uint8_t)read_uint(r, FIEL_SEATS_MAX);
    o->cutters = (uint8_t)read_uint(r, PARTIES_MAX);
    if (o->seats < SEATS_MIN || o->seats + o->cutters > PARTIES_MAX)
        r->bad = true;
    if (r->bad)
        return;
    expect_array(r, o->seats);
    for (unsigned i = 0; i < o->seats; i++)
        read_text(r, o->name[i], NAME_TEXT);
    expect_array(r, (size_t)o->seats + o->cutters);
    for (unsigned i = 0; i < (unsigned)o->seats + o->cutters; i++)
        read_fixed(r, o->key[i], ID);
}

static void read_players(struct reader *r, struct offer *o)
{
    unsigned parties = (unsigned)o->seats + o->cutters;
    if (r->bad)
        return;
    expect_array(r, parties);
    for (unsigned i = 0; i < parties; i++)
        o->held[i] = (uint8_t)read_uint(r, HELD_REMOTE);
    read_fixed(r, o->log_policy, ID);
    expect_array(r, parties);
    for (unsigned i = 0; i < parties; i++)
        read_fixed(r, o->bots[i], ID);
    read_text(r, o->host, sizeof o->host);
    o->blind = (uint8_t)read_uint(r, 1);
    o->at_once = (uint32_t)read_uint(r, TABLES_MAX);
    o->note_bytes = (uint32_t)read_uint(r, UINT32_MAX);
    r->bad |= o->at_once != 1 && o->at_once != o->tables;
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
    read_text(&r, o->tournament, sizeof o->tournament);
    o->number = read_uint(&r, U64);
    read_text(&r, o->rules, sizeof o->rules);
    o->games = (uint32_t)read_uint(&r, UINT32_MAX);
    read_parties(&r, o);
    read_fixed(&r, o->arbiter, ID);
    read_fixed(&r, o->seed_commit, ID);
    read_fixed(&r, o->nonce, ID);
    o->seed_source = (uint8_t)read_uint(&r, SEED_FIXED);
    o->hands_max = (uint32_t)read_uint(&r, UINT32_MAX);
    o->tables = (uint32_t)read_uint(&r, TABLES_MAX);
    o->bank_us = read_uint(&r, U64);
    o->inc_us = read_uint(&r, U64);
    o->cap_us = read_uint(&r, U64);
    o->grace_us = read_uint(&r, U64);
    o->start_us = read_uint(&r, U64);
    o->tick_us = (uint32_t)read_uint(&r, TICK_LONGEST);
    o->on_timeout = (uint8_t)read_uint(&r, 1);
    o->sign = (uint8_t)read_uint(&r, SIGN_DECISION);
    o->reveal = (uint8_t)read_uint(&r, REVEAL_PAIR);
    r.bad |= o->reveal != REVEAL_MATCH && o->reveal != REVEAL_PAIR;
    read_text(&r, o->log_key, sizeof o->log_key);
    read_text(&r, o->engine, sizeof o->engine);
    read_twin(&r, o);
    o->sign_every = (uint32_t)read_uint(&r, SIGN_EVERY_MOST);
    o->duty_us = read_uint(&r, U64);
    read_players(&r, o);
    r.bad |= o->cutters > 0 && offer_of_pair(o);
    return read_done(&r) && o->games > 0 && o->hands_max > 0 && o->tables > 0 && o->sign_every > 0;
}

void pack_result(struct packer *p, const struct result *r)
{
    pack_array(p, RESULT_ITEMS);
    pack_bin(p, r->match_id, ID);
    pack_uint(p, r->outcome);
    pack_uint(p, r->winner);
    pack_array(p, r->scorers + 1u);
    for (unsigned s = 0; s <= r->scorers; s++)
        pack_uint(p, r->games[s]);
    pack_uint(p, r->hands);
    pack_array(p, r->scorers);
    for (unsigned s = 0; s < r->scorers; s++)
        pack_int(p, r->points[s]);
    pack_array(p, r->scorers);
    for (unsigned s = 0; s < r->scorers; s++)
        pack_uint(p, r->partidas[s]);
    pack_uint(p, r->fault);
    pack_uint(p, r->fault_seat);
    pack_uint(p, r->fault_a);
    pack_uint(p, r->fault_b);
    pack_array(p, FIEL_SEATS_MAX);
    for (unsigned i = 0; i < FIEL_SEATS_MAX; i++)
        pack_uint(p, r->faults[i]);
    pack_bin(p, r->head, ID);
}

/* Games, with the drawn ones last; hands; points; partidas. */
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

bool read_result(const void *bytes, size_t size, struct result *o)
{
    struct reader r;
    memset(o, 0, sizeof *o);
    if (strict_check(bytes, size) != WIRE_OK)
        return false;
    read_start(&r, bytes, size);
    expect_array(&r, RESULT_ITEMS);
    read_fixed(&r, o->match_id, ID);
    o->outcome = (uint8_t)read_uint(&r, END_STOPPED);
    o->winner = (uint8_t)read_uint(&r, FIEL_SCORERS_MAX);
    read_by_scorer(&r, o);
    o->fault = (uint8_t)read_uint(&r, UINT8_MAX);
    o->fault_seat = (uint8_t)read_uint(&r, UINT8_MAX);
    o->fault_a = read_uint(&r, U64);
    o->fault_b = read_uint(&r, U64);
    expect_array(&r, FIEL_SEATS_MAX);
    for (unsigned i = 0; i < FIEL_SEATS_MAX; i++)
        o->faults[i] = (uint32_t)read_uint(&r, UINT32_MAX);
    read_fixed(&r, o->head, ID);
    return read_done(&r);
}
