/* filing: from a replay to a leg's row. */
#include "filing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/said.h"
#include "log/proof.h"
#include "record/replay.h"
#include "luck.h"
#include "tell/points.h"
#include "wire/messages.h"

/* The arbiter's signature under RESULT: the message's last field. */
static bool find_signature(const void *bytes, size_t size, uint8_t out[STORE_SIGNATURE])
{
    struct replay file;
    struct record rec;
    bool found = false;
    replay_over(&file, bytes, size);
    while (replay_next(&file, &rec))
        if (rec.type == MSG_RESULT && rec.size >= STORE_SIGNATURE) {
            memcpy(out, rec.payload + rec.size - STORE_SIGNATURE, STORE_SIGNATURE);
            found = true;
        }
    return found;
}

unsigned filing_version(const void *bytes, size_t size)
{
    const uint8_t *b = bytes;
    bool record = size > REPLAY_MAGIC_SIZE && !memcmp(b, REPLAY_NAME, REPLAY_MAGIC_SIZE - 1);
    return record ? b[REPLAY_MAGIC_SIZE - 1] : 0;
}

static void count_line(const struct tell_line *line, struct leg *f)
{
    if (line->seat >= STORE_SEATS)
        return;
    struct leg_seat *s = &f->seat[line->seat];
    if (line->kind == TELL_FAULT)
        s->faults++;
    if (line->kind != TELL_ACT || !line->timed)
        return;
    s->decisions++;
    s->used_us += (int64_t)line->used_us;
    if ((int64_t)line->used_us > s->worst_us)
        s->worst_us = (int64_t)line->used_us;
}

_Static_assert((int)STORE_SOURCES == ROWS_COUNT - 1, "the rest follows from the margin");

static bool count_lines(const void *bytes, size_t size, struct leg *f)
{
    OWNED struct teller *t = calloc(1, sizeof *t);
    int64_t from[ROWS_COUNT] = { 0 };
    if (!t)
        return false;
    tell_start(t, bytes, size);
    while (tell_next(t)) {
        f->luck += luck_of_hand(t);
        points_add(&t->chapter, 0, from);
        for (size_t i = 0; i < t->chapter.count; i++)
            count_line(&t->chapter.lines[i], f);
    }
    tell_end(t);
    memcpy(f->from, from, sizeof f->from);
    return true;
}

/* "seat 0: its process ended with exit code 3", as it is said (cli/said.h) */
static void put_fault_text(const struct audit_report *r, char *text, size_t size)
{
    const struct result *x = &r->result;
    char reason[FAULT_SAID];
    fault_said(reason, x->fault, x->fault_a, x->fault_b);
    if (x->fault_seat == FIEL_NOBODY)
        said_put(text, size, reason, "the arbiter: %s", reason);
    else if (x->fault_seat >= r->offer.seats)
        said_put(text, size, reason, "cutter %u: %s", x->fault_seat - r->offer.seats + 1u, reason);
    else
        said_put(text, size, reason, "seat %u: %s", x->fault_seat, reason);
}

bool filing_read(const struct audit_report *r, const void *replay, size_t size, struct leg *f)
{
    const struct result *x = &r->result;
    if (r->outcome != AUDIT_VALID || !r->has_result || x->scorers > STORE_SIDES)
        return false;
    memcpy(f->match_id, r->match_id, STORE_HASH);
    memcpy(f->arbiter, r->offer.arbiter, STORE_KEY);
    f->winner = x->winner < x->scorers ? x->winner : -1;
    for (unsigned s = 0; s < x->scorers; s++) {
        f->points[s] = x->points[s];
        f->games[s] = x->games[s];
    }
    f->hands = x->hands;
    f->fault = x->fault;
    f->fault_seat = x->fault ? x->fault_seat : -1;
    f->log_index = r->proof_size ? (int64_t)proof_index((const char *)r->proof, r->proof_size) : -1;
    f->unheld = offer_of_pair(&r->offer) && offer_unheld(&r->offer);
    if (x->fault)
        put_fault_text(r, f->fault_text, sizeof f->fault_text);
    for (unsigned s = 0; s < r->offer.seats && s < STORE_SEATS; s++) {
        f->seat[s].timeouts = r->timeouts[s];
        f->seat[s].spared = r->spared[s];
        f->seat[s].nobodys_us = (int64_t)r->paused_us[s];
    }
    f->seats = r->offer.seats;
    f->record = replay;
    f->record_size = size;
    return find_signature(replay, size, f->signature) && count_lines(replay, size, f);
}
