/* liar: the course of a match, its ports, and who is served when; see liar.h. */
#include "liar.h"

#include "outside.h"

enum {
    MOMENT_US = 10 /* between two envelopes: nobody is ever slow */,
    LATE_US = 6000000 /* above the cap and the grace */
};

/* --- ports: what the arbiter says ----------------------------------------------------------------- */

/* The victim's own faults are what we are here to see.  One before the offer waits, and befalls nobody yet. */
static bool liar_takes(void *ctx, const struct input *in)
{
    struct liar *l = ctx;
    const struct rec_received *r = &in->received;
    if (in->type != REC_RECEIVED || l->caused)
        return true;
    l->repeated += r->verdict == VERDICT_IGNORED && r->fault == FAULT_NONE;
    party_must(l, r->party, r->verdict != VERDICT_FAULT, fault_name((enum fault)r->fault));
    return true;
}

static void liar_message(void *ctx, unsigned type, unsigned visibility, const void *bytes, size_t size, unsigned full)
{
    struct liar *l = ctx;
    struct msg m;
    (void)full;
    if (l->shut || visibility == VISIBLE_ARBITER)
        return;
    liar_tell(l, type, visibility, bytes, size);
    if (type == MSG_OPEN && l->lie == LIE_NONE && msg_read(bytes, size, FROM_ARBITER, &m) == WIRE_OK) {
        memcpy(l->twin, m.signature, SIGNATURE);
        memcpy(l->twin + SIGNATURE, m.blob, m.blob_size);
        l->twin_size = SIGNATURE + m.blob_size;
    }
    liar_adds(l, type, bytes, size);
    l->shut = l->told_it && !l->slow;
}

static void note_fault(struct liar *l, const struct course_event *e)
{
    char text[sizeof l->wrong];
    bool unasked = e->fault == FAULT_UNASKED; /* one that came back cannot know what was heard */
    l->unasked += unasked;
    if (l->caused || (unasked && (l->hellos > l->parties || !is_outside(l, e->party))))
        return;
    l->wrong[0] = '\0'; /* with its numbers it is the same fault */
    snprintf(text, sizeof text, "%s, %ju, %ju", fault_name((enum fault)e->fault), (uintmax_t)e->a, (uintmax_t)e->b);
    party_must(l, e->party, false, text);
}

static void liar_happens(void *ctx, const struct course_event *e)
{
    struct liar *l = ctx;
    if (e->what == HAPPENS_DEALT) {
        l->position = e->position;
        l->hand = e->at.hand;
        l->before = e->position->open.score[0];
    } else if (e->what == HAPPENS_SIGNED) {
        l->signs[e->party] = (uint32_t)e->a;
    } else if (e->what == HAPPENS_FAULT) {
        note_fault(l, e);
    }
}

static void liar_again(void *ctx, unsigned party, uint64_t have, const struct course_kept *kept)
{
    struct liar *l = ctx;
    (void)kept;
    l->told[party]->sent = have;
    l->told[party]->again = true;
}

/* --- ports: what it knows ------------------------------------------------------------------------- */

static enum head_known liar_head_at(void *ctx, unsigned party, uint64_t have, uint8_t head[HASH])
{
    const struct liar *l = ctx;
    if (have > l->told[party]->count)
        return HEAD_NOT;
    memcpy(head, l->told[party]->head[have], HASH);
    return HEAD_IS;
}

static struct pack *pack_for(struct liar *l, const struct course_hand *h)
{
    if (sodium_is_zero(l->deal_id, HASH))
        memcpy(l->deal_id, h->id, HASH);
    return pack_of(l, h->hand);
}

static void liar_commits(void *ctx, const struct course_hand *h, struct course_pack *out)
{
    const struct pack *p = pack_for(ctx, h);
    *out = (struct course_pack){ p->n, p->list, p->commit[0] };
}

static void liar_card(void *ctx, const struct course_hand *h, unsigned slot, uint8_t opening[OPENING])
{
    struct liar *l = ctx;
    opening_write(opening, pack_for(l, h), slot);
    if (l->spoiled == h->hand) /* the rules deal no such cards */
        opening[1] = l->honest[slot];
}

/* Nobody makes signs in the variants that are played here. */
static bool liar_sees_sign(void *ctx, const struct course_hand *h, const uint8_t cut[HASH], unsigned giver,
                           unsigned rival, unsigned n)
{
    (void)ctx, (void)h, (void)cut, (void)giver, (void)rival, (void)n;
    return false;
}

/* From the ends of the chains, which the primary's bots have sent. */
static void liar_primary_cut(void *ctx, const struct course_hand *h, unsigned party, uint8_t x[HASH])
{
    const struct liar *a = ((const struct liar *)ctx)->primary;
    memcpy(x, a->x[party], HASH);
    for (uint32_t j = a->cut[party]; j > h->hand; j--)
        cut_previous(x, x, a->table_id, party, j);
}

static void liar_view_key(void *ctx, const uint8_t match_id[HASH], unsigned party, uint8_t key[HASH])
{
    struct liar *l = ctx;
    deal_view_key(key, l->seed, match_id, party);
    key[0] ^= party == 0 && lying_slowly(l, LIE_VIEW_KEY);
}

static void liar_seed(void *ctx, uint8_t seed[HASH])
{
    const struct liar *l = ctx;
    memcpy(seed, l->seed, HASH);
}

static void liar_sign(void *ctx, uint8_t signature[SIGNATURE], const struct message *text)
{
    const struct liar *l = ctx;
    sign_message(signature, l->key, text);
}

static const char *liar_refusal(void *ctx, enum rule_error e)
{
    (void)ctx;
    return rule_error_text(e);
}

static long liar_log(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF])
{
    (void)ctx, (void)entry, (void)size, (void)proof;
    return 0;
}

/* --- what comes in -------------------------------------------------------------------------------- */

/* The course at its first moment; the match may be played anew from there. */
static void begin(struct liar *l)
{
    static struct header h;
    static struct twin twin;
    char why[RULES_ERROR_TEXT];
    const struct course_ports ports = {
        l,         liar_takes,     liar_message,     liar_happens,  liar_again, liar_head_at, liar_commits,
        liar_card, liar_sees_sign, liar_primary_cut, liar_view_key, liar_seed,  liar_sign,    liar_refusal,
        liar_log,  liar_bend
    };
    course_free(&l->course);
    memset(l->packed, 0, sizeof l->packed);
    memset(l->deal_id, 0, sizeof l->deal_id);
    h = (struct header){ .offer = l->offer };
    if (l->outside)
        memcpy(h.server[l->victim], l->outside->server, KEY_PUBLIC);
    l->course = course_new(&h, &ports, why);
    assert(l->course);
    if (l->primary) {
        memcpy(twin.match_id, l->primary->match_id, HASH); /* the deal follows from it */
        course_second_leg(l->course, l->primary->twin, l->primary->twin_size, &twin);
    }
    course_start(l->course, l->now);
    l->leaves = (1u << l->parties) - 1;
}

void liar_input(struct liar *l, struct input *in)
{
    in->now = l->now;
    (void)course_input(l->course, in);
    unsigned leaves = course_through(l->course);
    for (unsigned i = 0; i < l->parties; i++)
        if (leaves >> i & 1)
            course_sent(l->course, i);
    l->leaves |= course_stage(l->course) == COURSE_TOLD ? (1u << l->parties) - 1 : leaves;
}

/* A message of an envelope, before it is judged. */
static void note(struct liar *l, unsigned party, const struct seat_message *m)
{
    if (m->type == MSG_HELLO) {
        if (is_outside(l, party) && l->hellos == 0)
            memcpy(l->outside_key, m->a, KEY_PUBLIC);
        l->hellos++;
        l->said_hello[party] = true;
        if (course_stage(l->course) >= COURSE_TOLD)
            liar_again(l, party, m->have, NULL);
    } else if (m->type == MSG_CUT) {
        memcpy(l->x[party], m->a, HASH);
        l->cut[party] = m->hand;
    }
}

void liar_hears(struct liar *l, unsigned party, const uint8_t *bytes, size_t size)
{
    static struct seat_message msg[SEAT_MESSAGES];
    struct input in = { .type = REC_RECEIVED, .msg = msg };
    uint8_t count;
    uint64_t ack;
    enum wire_error error = bot_envelope_read(bytes, size, 1, msg, &count, &ack);
    if (!party_must(l, party, error == WIRE_OK, wire_error_text(error)))
        return;
    l->now += l->late ? LATE_US : MOMENT_US;
    l->caused = l->late;
    in.received = (struct rec_received){
        .party = (uint8_t)party, .came_us = (uint64_t)l->now, .bytes = bytes, .size = size
    };
    in.count = count;
    for (unsigned i = 0; i < count; i++)
        note(l, party, &msg[i]);
    liar_input(l, &in);
    l->late = l->caused = false;
}

/* --- the match ------------------------------------------------------------------------------------ */

/* After the lie its victim hears everything at once, and where another one has noticed it, too.  True while the match can go on. */
static bool goes_on(struct liar *l)
{
    bool stopped = l->shut;
    for (unsigned i = 0; i < l->parties; i++)
        stopped = stopped || party_stopped(l, i);
    if (stopped && l->told_it) {
        deliver(l, l->victim);
        last_word(l);
    }
    return !stopped && !l->stop;
}

/* Bytes that are no envelope at all, or none that an arbiter may send. */
static void mumble(struct liar *l)
{
    static const struct {
        enum lie lie;
        uint8_t size, bytes[8];
    } noises[] = {
        { LIE_GARBAGE, 4, { 0xc1, 0, 1, 2 } },
        { LIE_NOT_MINIMAL, 5, { 0x92, 0xcc, 0x00, 0x91, 0x01 } },
        { LIE_TRAILING, 5, { 0x92, 0x00, 0x92, 0x01, 0x00 } },
        { LIE_UNKNOWN_TYPE, 5, { 0x92, 0x00, 0x92, 0x63, 0x00 } },
        { LIE_BOTS_MESSAGE, 7, { 0x92, 0x00, 0x94, 0x25, 0x00, 0x01, 0xa0 } },
        { LIE_FIELD_MORE, 7, { 0x92, 0x00, 0x94, 0x0f, 0x00, 0x01, 0x01 } },
        { LIE_FLOAT, 8, { 0x92, 0x00, 0xca, 0, 0, 0, 0, 0 } },
    };
    for (size_t i = 0; i < sizeof noises / sizeof *noises; i++)
        if (lying(l, noises[i].lie)) {
            l->shut = true;
            if (!l->outside)
                party_take(l->bot[0], noises[i].bytes, noises[i].size);
            else if (deliver(l, 0), !party_stopped(l, 0))
                outside_send(l->outside, noises[i].bytes, noises[i].size);
        }
}

static void serve(struct liar *l, unsigned party)
{
    if (l->shut || l->stop)
        return;
    l->leaves &= ~(1u << party);
    l->asks = l->asking >> party & 1;
    l->asking &= ~(1u << party);
    if (l->strike && l->told[party]->count > 0)
        l->strike(l, party);
    if (!l->stop)
        (void)deliver(l, party);
}

bool liar_run(struct liar *l)
{
    bool over = true;
    begin(l);
    mumble(l);
    while (goes_on(l) && l->leaves) {
        unsigned round = l->leaves; /* what they cause is of the next one, in which the victim is first again */
        if (round >> l->victim & 1)
            serve(l, l->victim);
        for (unsigned i = 0; i < l->parties; i++)
            if (i != l->victim && round >> i & 1)
                serve(l, i);
    }
    for (unsigned i = 0; i < l->parties; i++)
        over = over && !party_stopped(l, i) && (l->bot[i] ? party_over(l->bot[i]) : outside_ended(l->outside) == 0);
    return over;
}
