/* monitor_entry: one entry after the other, each against what came before it. */
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "audit/monitor_state.h"
#include "record/deal.h"
#include "record/transcript.h"

/* The slot of a match number, or NULL when the number cannot be right. */
static struct logged_match *match_of(struct monitor *m, uint64_t index, uint64_t number)
{
    if (number > m->highest)
        m->highest = number;
    if (number >= 1 && number <= m->matches)
        return &m->match[number];
    monitor_wrong(m, "entry %" PRIu64 ": match number %" PRIu64 " in a log of %" PRIu64 " entries", index, number,
                  m->checkpoint.size);
    return NULL;
}

/* OPEN = [offer, [anchors | V_0 | signature of every party]]: every signature in it. */
static bool joins_hold(const struct offer *o, const uint8_t match_id[HASH], struct reader *r)
{
    size_t parties = (size_t)o->seats + o->cutters;
    if (read_array(r, parties) != parties)
        return false;
    for (unsigned p = 0; p < parties; p++) {
        size_t size = 0;
        const uint8_t *join = read_bin(r, &size);
        if (r->bad || !join_holds(join, size, match_id, (unsigned)p, o->tables, o->key[p]))
            return false;
    }
    return read_done(r);
}

/* The match that this offer's is a second leg of: its OPEN stands behind a signature. */
static void read_primary(const struct offer *o, uint8_t primary[ID])
{
    struct reader r;
    size_t size = 0;
    if (!o->twin_size)
        return;
    read_start(&r, o->twin + SIGNATURE, o->twin_size - SIGNATURE);
    (void)read_array(&r, 2);
    const uint8_t *offer = read_bin(&r, &size);
    if (!r.bad)
        deal_match_id(primary, offer, size);
}

static void take_open(struct monitor *m, uint64_t index, const struct entry *e)
{
    struct logged_match *match = match_of(m, index, e->number);
    struct offer o;
    struct reader r;
    struct message signed_bytes;
    size_t size = 0;
    if (!match)
        return;
    if (match->open || match->unopened) {
        monitor_wrong(m, "entry %" PRIu64 ": match %" PRIu64 " is opened a second time", index, e->number);
        return;
    }
    match->open = true;
    read_start(&r, e->blob, e->blob_size);
    bool two = read_array(&r, 2) == 2;
    const uint8_t *offer = read_bin(&r, &size);
    if (!two || r.bad || !read_offer(offer, size, &o)) {
        monitor_wrong(m, "entry %" PRIu64 ": the OPEN of match %" PRIu64 " cannot be read", index, e->number);
        return;
    }
    deal_match_id(match->match_id, offer, size);
    memcpy(match->arbiter, o.arbiter, ID);
    memcpy(match->nonce, o.nonce, ID);
    memcpy(match->seed_commit, o.seed_commit, ID);
    read_primary(&o, match->primary);
    open_message(&signed_bytes, e->blob, e->blob_size);
    if (o.number != e->number)
        monitor_wrong(m, "match %" PRIu64 ": its offer says number %" PRIu64, e->number, o.number);
    match->said.open = verify_message(e->signature, o.arbiter, &signed_bytes);
    hash_bytes(match->said.open_hash, e->blob, e->blob_size);
    if (!match->said.open)
        monitor_wrong(m, "match %" PRIu64 ": the arbiter's signature of OPEN does not hold", e->number);
    if (!joins_hold(&o, match->match_id, &r))
        monitor_wrong(m, "match %" PRIu64 ": a JOIN in its OPEN is not what its party signed", e->number);
}

/* A match without a complete replay is void: its result has zeros for the replay's hash. */
static void take_outcome(struct monitor *m, struct logged_match *match, const struct entry *e, unsigned outcome)
{
    static const uint8_t none[ID];
    match->final = outcome != END_VOID && outcome != END_CANCELLED;
    match->no_replay = memcmp(e->replay, none, ID) == 0;
    match->said.result_void = outcome == END_VOID;
    if (match->no_replay && match->final)
        monitor_wrong(m, "match %" PRIu64 ": it was played, and its result names no replay", e->number);
}

static void take_result(struct monitor *m, uint64_t index, const struct entry *e)
{
    struct logged_match *match = match_of(m, index, e->number);
    struct result result;
    struct message signed_bytes;
    if (!match)
        return;
    if (!match->open) {
        monitor_wrong(m, "entry %" PRIu64 ": a result of match %" PRIu64 ", which was not opened", index, e->number);
        return;
    }
    if (match->result) {
        monitor_wrong(m, "entry %" PRIu64 ": a second result of match %" PRIu64, index, e->number);
        return;
    }
    match->result = true;
    memcpy(match->replay, e->replay, ID);
    result_message(&signed_bytes, match->match_id, e->blob, e->blob_size);
    match->said.result = verify_message(e->signature, match->arbiter, &signed_bytes);
    hash_bytes(match->said.result_hash, e->blob, e->blob_size);
    if (!match->said.result)
        monitor_wrong(m, "match %" PRIu64 ": the arbiter's signature of the result does not hold", e->number);
    else if (!read_result(e->blob, e->blob_size, &result) || memcmp(result.match_id, match->match_id, ID) != 0)
        monitor_wrong(m, "match %" PRIu64 ": its result is of another match", e->number);
    else
        take_outcome(m, match, e, result.outcome);
}

static void take_reveal(struct monitor *m, uint64_t index, const struct entry *e)
{
    struct logged_match *match = match_of(m, index, e->number);
    uint8_t commit[HASH];
    if (!match)
        return;
    if (!match->result || match->reveal) {
        monitor_wrong(m, "entry %" PRIu64 ": a reveal of match %" PRIu64 " %s", index, e->number,
                      match->reveal ? "comes a second time" : "comes before its result");
        return;
    }
    match->reveal = true;
    deal_seed_commit(commit, e->seed, match->nonce);
    if (memcmp(commit, match->seed_commit, HASH) != 0)
        monitor_wrong(m, "match %" PRIu64 ": the seed that is revealed is not the one that was committed to",
                      e->number);
}

static void take_unopened(struct monitor *m, uint64_t index, const struct entry *e)
{
    struct logged_match *match = match_of(m, index, e->number);
    if (!match)
        return;
    if (match->open || match->unopened)
        monitor_wrong(m, "entry %" PRIu64 ": match %" PRIu64 " is called unopened after an entry of it", index,
                      e->number);
    match->unopened = true;
}

static void take_key(struct monitor *m, uint64_t index, const struct entry *e)
{
    struct message signed_bytes;
    bind_message(&signed_bytes, e->text, e->key, e->curve, e->not_after);
    if (!verify_message(e->signature, e->key, &signed_bytes))
        monitor_wrong(m, "entry %" PRIu64 ": the key of %s is not signed by itself", index, e->text);
}

/* What was done stays so: lines come once and in order.  That the line is in the ladder's trail, and is the one with this hash,
 * `fiel-ladder check --match-log` says. */
static void take_line(struct monitor *m, uint64_t index, const struct entry *e, const char *what)
{
    if (e->number <= m->line)
        monitor_wrong(m, "entry %" PRIu64 ": %s line %" PRIu64 " of the trail comes %s", index, what, e->number,
                      e->number == m->line ? "a second time" : "after that of a later line");
    m->line = e->number > m->line ? e->number : m->line;
}

static void take_decision(struct monitor *m, uint64_t index, const struct entry *e)
{
    if (strcmp(e->text, "upheld") != 0 && strcmp(e->text, "void") != 0)
        monitor_wrong(m, "entry %" PRIu64 ": a dispute is upheld or void, not '%s'", index, e->text);
    take_line(m, index, e, "the decision in");
}

void monitor_entry(struct monitor *m, uint64_t index, const uint8_t *bytes, size_t size)
{
    struct entry e;
    if (!entry_read(bytes, size, &e)) {
        monitor_wrong(m, "entry %" PRIu64 ": not an entry of a match log", index);
        return;
    }
    m->counts[e.kind]++;
    switch (e.kind) {
    case ENTRY_OPEN: take_open(m, index, &e); break;
    case ENTRY_RESULT: take_result(m, index, &e); break;
    case ENTRY_REVEAL: take_reveal(m, index, &e); break;
    case ENTRY_KEY: take_key(m, index, &e); break;
    case ENTRY_UNOPENED: take_unopened(m, index, &e); break;
    case ENTRY_DECISION: take_decision(m, index, &e); break;
    case ENTRY_TRAIL: take_line(m, index, &e, "what is said of a pair in"); break;
    }
}

static int by_primary(const void *a, const void *b)
{
    const struct logged_match *x = *(const struct logged_match *const *)a, *y = *(const struct logged_match *const *)b;
    int order = memcmp(x->primary, y->primary, ID);
    return order ? order : (x > y) - (x < y);
}

/* If a second leg could be played again, its arbiter could choose between the two: a first leg has one twin, void or not. */
bool monitor_twins(struct monitor *m)
{
    const struct logged_match **twin = calloc(m->matches + 1, sizeof *twin);
    size_t count = 0;
    if (!twin)
        return false;
    for (uint64_t n = 1; n <= m->matches; n++)
        if (!sodium_is_zero(m->match[n].primary, ID))
            twin[count++] = &m->match[n];
    qsort(twin, count, sizeof *twin, by_primary);
    for (size_t i = 1; i < count; i++)
        if (!memcmp(twin[i - 1]->primary, twin[i]->primary, ID))
            monitor_wrong(m, "match %" PRIu64 ": a second twin of the first leg that match %" PRIu64 " is the twin of",
                          (uint64_t)(twin[i] - m->match), (uint64_t)(twin[i - 1] - m->match));
    free(twin);
    return true;
}

void monitor_matches(struct monitor *m)
{
    for (uint64_t n = 1; n <= m->highest && n <= m->matches; n++) {
        const struct logged_match *match = &m->match[n];
        if (!match->open && !match->unopened)
            monitor_wrong(m, "match %" PRIu64 ": dropped: higher numbers are in the log, this one is not", n);
        else if (match->open && !match->result)
            m->running++;
        else if (match->final && !match->reveal)
            monitor_wrong(m, "match %" PRIu64 ": it ended and its seed is not revealed", n);
    }
}
