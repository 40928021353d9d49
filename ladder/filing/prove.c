/* prove: the child audits; what it says is looked at before it is used. */
#include "prove.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "same_match.h"
#include "filing.h"
#include "record/header.h"
#include "wire/messages.h"

/* What is asked. */
struct asked {
    struct order order;
    bool has_built, unheld;
    uint8_t built[STORE_HASH];
};

/* What is said: `struct proved` in numbers that any bytes are. */
struct said {
    uint8_t fine, legs, unheld[2];
    char why[HAND_IN_WHY];
    struct leg leg[2];
};

/* --- in the child ----------------------------------------------------------------------------------------------- */

struct bench {
    const struct asked *asked;
    const struct paper *record;
    struct audit_pair pair;
    struct said said;
};

static bool wrong(struct bench *w, const char *what, const char *why)
{
    snprintf(w->said.why, sizeof w->said.why, "%.80s: %.160s", what, why);
    return false;
}

/* Is this the match that was ordered?  A version that was built plays as that. */
static bool is_ordered(struct bench *w, unsigned leg)
{
    const struct order *o = &w->asked->order;
    struct same_match b = { .ladder = &o->ladder,
                            .seats = ordered_seats(o),
                            .games = (uint32_t)ordered_games(o),
                            .note_bytes = (uint32_t)o->pair.note_bytes,
                            .pair = ordered_twins(o) };
    struct order_seat built = o->seat[0];
    char why[SAME_MATCH_WHY];
    memcpy(built.artifact, w->asked->built, STORE_HASH);
    for (unsigned seat = 0; seat < b.seats; seat++) {
        const struct order_seat *s = ordered_seat(o, (seat + b.seats - leg % b.seats) % b.seats);
        b.seat[seat] = s && w->asked->has_built ? &built : s;
    }
    return !same_match_differs(&b, &w->pair.leg[leg], why) || wrong(w, "another match than was ordered", why);
}

/* Strangers' bots that may have met the deal before are not rated by it, whichever worker played them. */
static bool is_held(struct bench *w)
{
    const struct order *ordered = &w->asked->order;
    char text[UNHELD_TEXT];
    for (unsigned leg = 0; leg < w->said.legs && !w->asked->unheld; leg++) {
        const struct offer *o = &w->pair.leg[leg].offer;
        for (int64_t seat = 0; seat < ordered->seats; seat++)
            if (!ordered->seat[seat].own && !ordered->seat[seat].remote && offer_of_pair(o) && offer_unheld(o))
                return wrong(w, "a pair of authors' bots that is unheld", unheld_text(o->held, o->seats, text));
    }
    return true;
}

static bool prove_leg(struct bench *w, unsigned leg)
{
    const struct paper *p = &w->record[leg];
    struct audit_report *r = &w->pair.leg[leg];
    struct leg *f = &w->said.leg[leg];
    if (!p->bytes)
        return true;
    w->said.legs = (uint8_t)(leg + 1);
    if (audit_bytes(p->bytes, p->size, NULL, r))
        return wrong(w, "a replay", "no memory to audit it");
    if (!filing_read(r, p->bytes, p->size, f))
        return wrong(w, "a replay that is not valid", r->wrong);
    w->said.unheld[leg] = f->unheld;
    return is_ordered(w, leg);
}

static bool prove_all(struct bench *w)
{
    bool twins = ordered_twins(&w->asked->order);
    if (!prove_leg(w, 0) || !prove_leg(w, 1))
        return false;
    if (!w->said.legs)
        return wrong(w, "the arbiter", "it left no replay");
    if (twins && w->said.legs == 1 && !audit_alone(&w->pair.leg[0]))
        return wrong(w, "half a pair", "its first leg was played to its end, and the second one is not there");
    if (twins && w->said.legs == 2) {
        audit_both(&w->pair);
        if (!w->pair.valid)
            return wrong(w, "the two legs are no pair", w->pair.wrong);
    }
    return is_held(w);
}

static void look_at_records(const struct aside *a)
{
    struct bench *w = calloc(1, sizeof *w);
    if (!w)
        return;
    w->asked = a->order;
    w->record = a->paper;
    w->said.fine = prove_all(w);
    aside_tell(a, &w->said, sizeof w->said);
}

/* --- and here --------------------------------------------------------------------------------------------------- */

/* Nothing of it leads out of a row of the store. */
static bool can_be(const struct leg *f)
{
    return f->winner >= -1 && f->winner < STORE_SIDES && f->fault_seat >= -1 && isfinite(f->luck) &&
           memchr(f->fault_text, '\0', sizeof f->fault_text);
}

void prove_records(const struct order *o, const uint8_t *built, bool unheld, const struct paper record[2],
                   struct proved *out)
{
    OWNED struct asked *asked = calloc(1, sizeof *asked);
    OWNED struct said *said = calloc(1, sizeof *said);
    *out = (struct proved){ .why = "a replay: it cannot be read in 128 MiB and 20 seconds, or not here" };
    if (asked && said) {
        asked->order = *o;
        asked->unheld = unheld;
        asked->has_built = built;
        if (built)
            memcpy(asked->built, built, STORE_HASH);
        if (aside(&(struct aside_ask){ look_at_records, asked, sizeof *asked, record, 2 }, said, sizeof *said, NULL)) {
            ASIDE_END(said->why);
            memcpy(out->why, said->why, sizeof out->why);
            out->legs = said->legs <= 2 ? said->legs : 0;
            out->fine = said->fine && out->legs;
        }
    }
    for (unsigned leg = 0; leg < out->legs && out->fine; leg++) {
        struct leg *f = &said->leg[leg];
        f->unheld = said->unheld[leg] != 0;
        out->fine = can_be(f);
        f->record = record[leg].bytes;
        f->record_size = record[leg].size;
        for (unsigned seat = 0; seat < STORE_SEATS; seat++)
            f->seat[seat].log = NULL, f->seat[seat].log_size = 0;
        out->leg[leg] = *f;
    }
}

/* --- one alone ---------------------------------------------------------------------------------------------------- */

static void look_at_one(const struct aside *a)
{
    static struct audit_report r;
    if (!audit_bytes(a->paper->bytes, a->paper->size, NULL, &r))
        aside_tell(a, &r, sizeof r);
}

bool prove_alone(const void *bytes, size_t size, struct audit_report *out)
{
    const struct paper record = { bytes, size };
    bool heard = aside(&(struct aside_ask){ look_at_one, NULL, 0, &record, 1 }, out, sizeof *out, NULL);
    out->proof = out->open = NULL;
    ASIDE_END(out->wrong);
    return heard;
}

static void look_for_proof(const struct aside *a)
{
    struct replay file;
    struct record rec;
    struct msg m;
    uint8_t there = 0;
    replay_over(&file, a->paper->bytes, a->paper->size);
    while (!there && replay_next(&file, &rec))
        there = rec.type == MSG_OPEN && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK && m.blob2_size;
    aside_tell(a, &there, sizeof there);
    if (there)
        aside_tell_text(a, (const char *)m.blob2, m.blob2_size);
}

char *prove_logged(const void *bytes, size_t size)
{
    const struct paper record = { bytes, size };
    uint8_t there;
    char *text = NULL;
    (void)aside(&(struct aside_ask){ look_for_proof, NULL, 0, &record, 1 }, &there, sizeof there, &text);
    return text;
}

/* --- their numbers ---------------------------------------------------------------------------------------------- */

static void look_for_numbers(const struct aside *a)
{
    static struct header h;
    char numbers[PROVED_NUMBERS] = "";
    for (unsigned leg = 0; leg < 2; leg++) {
        struct replay file;
        struct record rec;
        size_t used = strlen(numbers);
        replay_over(&file, a->paper[leg].bytes, a->paper[leg].size);
        if (replay_next(&file, &rec) && header_read(&rec, &h) && *h.offer.log_key)
            snprintf(numbers + used, sizeof numbers - used, " %" PRIu64, h.offer.number);
    }
    aside_tell(a, numbers, sizeof numbers);
}

void prove_numbers(const struct paper record[2], char numbers[PROVED_NUMBERS])
{
    bool fine = (record[0].bytes || record[1].bytes) &&
                aside(&(struct aside_ask){ look_for_numbers, NULL, 0, record, 2 }, numbers, PROVED_NUMBERS, NULL);
    numbers[fine ? PROVED_NUMBERS - 1 : 0] = '\0';
    numbers[strspn(numbers, "0123456789 ")] = '\0';
}
