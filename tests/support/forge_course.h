/* forge_course: a forged match on the course of a match (course/course.h): its ports, and what goes in and out. */
#ifndef TESTS_FORGE_COURSE_H
#define TESTS_FORGE_COURSE_H

#include "course/clock.h"
#include "forge_file.h"

/* --- what leaves ------------------------------------------------------------------------------ */

FORGE void forge_add_sent(struct forge *f, unsigned seat, size_t first, size_t count)
{
    uint8_t record[SENT_SIZE];
    rec_sent_write(record, &(struct rec_sent){ (uint8_t)seat, first, (uint32_t)count });
    forge_add(f, REC_SENT, VISIBLE_ARBITER, record, sizeof record);
    f->seat[seat].sent = first + count;
}

/* What is asked now leaves its seat's process at a tick, where the match has ticks. */
FORGE void forge_leaves_at_tick(struct forge *f)
{
    f->left = f->now = (uint64_t)clock_tick((int64_t)f->now, f->offer.tick_us);
}

/* What is kept for a seat leaves. */
FORGE void forge_send(struct forge *f, unsigned seat)
{
    const struct course_kept *k = course_kept(f->course, seat);
    if (k->count > 0 && course_hears(f->course, seat))
        forge_add_sent(f, seat, k->first, k->count);
}

/* --- ports: what the arbiter says ------------------------------------------------------------- */

static void forge_hears(struct forge *f, unsigned seat, const struct msg *m, size_t size)
{
    struct forge_seat *s = &f->seat[seat];
    forge_told(s, &f->pub, size);
    if (m->type == MSG_HANDS_END)
        s->owes_sign = true;
    if (m->type == MSG_REQUEST)
        s->request = m->request, s->budget = m->budget_us;
    if (m->type == MSG_REQUEST || m->type == MSG_REFUSED)
        memcpy(s->asked_head, s->view.head, HASH);
}

static void forge_offered(struct forge *f, const struct msg *m)
{
    bool read = read_offer(m->blob, m->blob_size, &f->offer);
    assert(read && m->blob_size <= sizeof f->offer_bytes);
    memcpy(f->offer_bytes, m->blob, f->offer_size = m->blob_size);
    deal_match_id(f->match_id, f->offer_bytes, f->offer_size);
    deal_table_id(f->table_id, f->match_id, 0);
    chain_public(&f->pub, f->match_id);
    chain_view(&f->seat[m->seat].view, m->view_key, f->match_id, m->seat);
}

/* What the forger keeps of a message that joins P. */
static void forge_keep(struct forge *f, const struct msg *m)
{
    if (m->type == MSG_OPEN) {
        memcpy(f->twin, m->signature, SIG);
        if (!f->primary)
            memcpy(f->twin + SIG, m->blob, m->blob_size);
        f->twin_size = SIG + m->blob_size;
    } else if (m->type == MSG_HANDS_END) {
        f->hands_told = m->hand;
        f->end_pub = f->pub;
        hash_bytes(f->end_views, m->blob, m->blob_size);
    } else if (m->type == MSG_RESULT) {
        bool read = read_result(m->blob, m->blob_size, &f->result);
        assert(read);
    }
}

static void forge_message(void *ctx, unsigned type, unsigned visibility, const void *bytes, size_t size, unsigned full)
{
    struct forge *f = ctx;
    struct msg m;
    enum wire_error error = msg_read(bytes, size, FROM_ARBITER, &m);
    assert(error == WIRE_OK);
    forge_add(f, type, visibility, bytes, size);
    if (visibility == VISIBLE_ARBITER)
        return;
    if (type == MSG_OFFER)
        forge_offered(f, &m);
    else if (visibility == VISIBLE_ALL)
        forge_keep(f, &m);
    if (visibility == VISIBLE_ALL)
        chain_link_public(&f->pub, bytes, size);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        if (!visible_for(visibility, i))
            continue;
        if (visibility != VISIBLE_ALL && type != MSG_OFFER)
            chain_link_private(&f->seat[i].view, &f->pub, bytes, size);
        forge_hears(f, i, &m, size);
        if (full >> i & 1)
            forge_send(f, i);
    }
    course_at(f->course, (int64_t)f->now);
}

static void forge_happens(void *ctx, const struct course_event *e)
{
    struct forge *f = ctx;
    if (e->what == HAPPENS_DEALT)
        f->table = e->position;
    f->games_done = e->games_done;
}

/* --- ports: what it knows --------------------------------------------------------------------- */

static struct pack *forge_pack_of(struct forge *f, const struct course_hand *h)
{
    struct pack *p = &f->pack[h->hand % FORGE_PACKS];
    uint8_t key[HASH];
    card_t deck[FIEL_CARDS];
    unsigned n = deal_deck(&f->position.open.rules, deck);
    if (f->packed[h->hand % FORGE_PACKS] != h->hand) {
        deal_hand_key(key, f->seed, h->id, h->hand);
        deal_pack(p, key, h->id, h->hand, deck, n);
    }
    f->packed[h->hand % FORGE_PACKS] = h->hand;
    return p;
}

static void forge_commits(void *ctx, const struct course_hand *h, struct course_pack *out)
{
    const struct pack *p = forge_pack_of(ctx, h);
    *out = (struct course_pack){ p->n, p->list, p->commit[0] };
}

static void forge_card(void *ctx, const struct course_hand *h, unsigned slot, uint8_t opening[OPENING])
{
    opening_write(opening, forge_pack_of(ctx, h), slot);
}

static bool forge_sees_sign(void *ctx, const struct course_hand *h, const uint8_t cut[HASH], unsigned giver,
                            unsigned rival, unsigned n)
{
    const struct forge *f = ctx;
    uint8_t key[HASH];
    deal_hand_key(key, f->seed, h->id, h->hand);
    return deal_sign_byte(key, cut, giver, rival, n) < f->position.open.rules.opt[OPT_SIGN_SEEN];
}

static void forge_primary_cut(void *ctx, const struct course_hand *h, unsigned party, uint8_t x[HASH])
{
    const struct forge *f = ctx;
    memcpy(x, f->primary->seat[party].x[h->hand], HASH);
}

static void forge_view_key(void *ctx, const uint8_t match_id[HASH], unsigned party, uint8_t key[HASH])
{
    const struct forge *f = ctx;
    deal_view_key(key, f->seed, match_id, party);
}

static void forge_seed(void *ctx, uint8_t seed[HASH])
{
    const struct forge *f = ctx;
    memcpy(seed, f->seed, HASH);
}

static void forge_sign(void *ctx, uint8_t signature[SIGNATURE], const struct message *text)
{
    const struct forge *f = ctx;
    sign_message(signature, f->arbiter_secret, text);
}

static const char *forge_refusal(void *ctx, enum rule_error e)
{
    (void)ctx;
    return rule_error_text(e);
}

/* OPEN is the only entry of the log. */
static long forge_log(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF])
{
    struct forge *f = ctx;
    static uint8_t logged[LOGGED_HEAD + LOG_PROOF];
    char note[CHECKPOINT_TEXT];
    uint8_t root[TREE_HASH];
    struct tree_proof path = { 0 };
    if (!f->log)
        return 0;
    tree_leaf(root, entry, size);
    size_t length = checkpoint_sign(f->log, 1, root, note), proof_size = proof_write(proof, LOG_PROOF, 0, &path, note);
    assert(proof_size > 0);
    hash_bytes(f->checkpoint, note, length);
    rec_logged_head(logged, &(struct rec_logged){ 0 });
    memcpy(logged + LOGGED_HEAD, proof, proof_size);
    forge_add(f, REC_LOGGED, VISIBLE_ARBITER, logged, LOGGED_HEAD + proof_size);
    return (long)proof_size;
}

/* Each envelope holds as many as fit. */
static void forge_again(void *ctx, unsigned party, uint64_t have, const struct course_kept *kept)
{
    struct forge *f = ctx;
    const uint32_t *sizes = f->seat[party].sizes;
    assert(kept->sent == kept->first); /* every seat is there to hear what is told */
    while (have < kept->sent) {
        size_t size = ENVELOPE_HEAD, n = 0;
        while (have + n < kept->sent && n < ENVELOPE_MESSAGES && size + sizes[have + n] <= ENVELOPE_MAX)
            size += sizes[have + n++];
        forge_add_sent(f, party, have, n);
        have += n;
    }
    forge_add_sent(f, party, kept->sent, 0);
}

static enum head_known forge_head_at(void *ctx, unsigned party, uint64_t have, uint8_t head[HASH])
{
    const struct forge *f = ctx;
    if (have > f->seat[party].told)
        return HEAD_NOT;
    memcpy(head, f->seat[party].heads + (have - 1) * HASH, HASH);
    return HEAD_IS;
}

/* --- what comes in ---------------------------------------------------------------------------- */

/* The input's record, with what it is worth. */
static bool forge_takes(void *ctx, const struct input *in)
{
    struct forge *f = ctx;
    static uint8_t record[RECEIVED_HEAD + ENVELOPE_MAX];
    size_t size = 0;
    switch (in->type) {
    case REC_RECEIVED:
        rec_received_head(record, &in->received);
        memcpy(record + RECEIVED_HEAD, in->received.bytes, in->received.size);
        size = RECEIVED_HEAD + in->received.size;
        break;
    case REC_SILENCE: rec_silence_write(record, &in->silence), size = SILENCE_SIZE; break;
    case REC_SEAT: rec_seat_write(record, &in->seat), size = SEAT_SIZE; break;
    case REC_PAUSE: rec_pause_write(record, &in->pause), size = PAUSE_SIZE; break;
    case REC_VOID: rec_void_write(record, &in->voided), size = VOID_SIZE; break;
    }
    forge_add(f, in->type, VISIBLE_ARBITER, record, size);
    f->now += in->type == REC_RECEIVED ? 3 : 0;
    return true;
}

static void forge_close(struct forge *f)
{
    f->now += f->reveal == REVEAL_PAIR ? 60000000 : 0; /* when the twin is over */
    if (course_waits(f->course)) {
        bool taken = course_input(f->course, &(struct input){ .type = REC_REVEAL_NOW, .now = (int64_t)f->now });
        assert(taken);
    } else {
        course_close(f->course);
    }
    f->over = true;
}

/* An input, and all that it causes. */
FORGE void forge_input(struct forge *f, struct input *in)
{
    in->now = (int64_t)f->now;
    bool taken = course_input(f->course, in);
    assert(taken);
    unsigned asked = course_through(f->course);
    bool told = course_stage(f->course) == COURSE_TOLD;
    course_at(f->course, (int64_t)f->now);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (told || asked >> i & 1) {
            forge_send(f, i);
            course_sent(f->course, i);
        }
    if (told)
        forge_close(f);
    if (f->table)
        f->position = *f->table;
}

/* What the seat's process calls malformed bytes. */
static uint8_t forge_error(const struct forge *f, const uint8_t *bytes, size_t size, struct input *in)
{
    static struct seat_message msg[SEAT_MESSAGES];
    uint8_t count;
    uint64_t ack;
    enum wire_error error = bot_envelope_read(bytes, size, 1, msg, &count, &ack);
    in->msg = msg;
    in->count = error == WIRE_OK ? count : 0;
    return (uint8_t)(error != WIRE_OK && f->called ? f->called : error);
}

/* An envelope from a bot: `count` packed messages; none: bytes that are no envelope. */
FORGE void forge_came(struct forge *f, unsigned seat, const struct packer *messages, unsigned count)
{
    static uint8_t bytes[ENVELOPE_MAX];
    struct packer e;
    pack_start(&e, bytes, sizeof bytes);
    if (count) {
        pack_array(&e, count + 1u);
        pack_uint(&e, f->seat[seat].sent);
    }
    pack_raw(&e, messages->bytes, messages->size);
    assert(!e.bad);
    struct input in = { .type = REC_RECEIVED };
    in.received = (struct rec_received){
        .party = (uint8_t)seat, .left_us = f->left, .came_us = f->now, .bytes = e.bytes, .size = e.size
    };
    in.received.error = forge_error(f, e.bytes, e.size, &in);
    forge_input(f, &in);
}

FORGE void forge_silence(struct forge *f, unsigned seat, uint64_t left, uint64_t limit)
{
    struct input in = { .type = REC_SILENCE };
    if (f->now < left + limit)
        f->now = left + limit;
    in.silence = (struct rec_silence){ .party = (uint8_t)seat, .left_us = left, .now_us = left + limit };
    forge_input(f, &in);
}

/* --- before the first card -------------------------------------------------------------------- */

/* CURVE key of every seat, as the header has it. */
static const uint8_t forge_server[32] = { 0x37, 0x37 };

FORGE void forge_hello(struct forge *f, unsigned i, uint64_t have)
{
    static const uint8_t zeros[32];
    struct forge_seat *s = &f->seat[i];
    struct message m;
    struct packer p;
    uint8_t sig[64], head[32], bytes[512];
    memcpy(head, have ? s->heads + (have - 1) * HASH : zeros, 32);
    hello_message(&m, have ? f->match_id : forge_server, have, head);
    sign_message(sig, s->secret_key, &m);
    pack_start(&p, bytes, sizeof bytes);
    pack_msg_hello(&p, s->public_key, f->name[i], have, head, sig);
    forge_came(f, i, &p, 1);
}

FORGE void forge_join(struct forge *f, unsigned i)
{
    struct forge_seat *s = &f->seat[i];
    struct message m;
    struct packer p;
    uint8_t secret[32] = { (uint8_t)(77 + i), f->chain_dice }, bytes[512], sig[64];
    cut_top(s->x[f->hands_max], secret, f->match_id, i, 0);
    for (uint32_t j = f->hands_max; j > 0; j--)
        cut_previous(s->x[j - 1], s->x[j], f->table_id, i, j);
    if (f->primary)
        memcpy(s->x, f->primary->seat[i].x, sizeof s->x), memset(s->x[0], 0, 32);
    memcpy(s->joined, s->view.head, 32);
    join_message(&m, f->match_id, i, 1, s->x[0], s->joined);
    sign_message(sig, s->secret_key, &m);
    pack_start(&p, bytes, sizeof bytes);
    pack_msg_join(&p, s->x[0], 32, s->joined, sig);
    forge_came(f, i, &p, 1);
}

/* What the host knows before anybody came, and the course of that. */
FORGE void forge_header(struct forge *f)
{
    static struct header h;
    static struct twin twin;
    static uint8_t bytes[HEADER_MAX];
    char why[RULES_ERROR_TEXT];
    const struct course_ports ports = { f,
                                        forge_takes,
                                        forge_message,
                                        forge_happens,
                                        forge_again,
                                        forge_head_at,
                                        forge_commits,
                                        forge_card,
                                        forge_sees_sign,
                                        forge_primary_cut,
                                        forge_view_key,
                                        forge_seed,
                                        forge_sign,
                                        forge_refusal,
                                        forge_log,
                                        NULL };
    h.offer = f->offer;
    memset(h.offer.key, 0, sizeof h.offer.key);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        memcpy(h.server[i], forge_server, sizeof forge_server);
        if (f->bound[i])
            memcpy(h.offer.key[i], f->seat[i].public_key, KEY_PUBLIC);
    }
    forge_add(f, REC_HEADER, VISIBLE_ARBITER, bytes, header_pack(&h, bytes));
    f->course = course_new(&h, &ports, why);
    assert(f->course);
    if (f->primary) {
        memcpy(twin.match_id, f->primary->match_id, HASH); /* the deal of a second leg follows from it */
        course_second_leg(f->course, h.offer.twin, h.offer.twin_size, &twin);
    }
    course_start(f->course, (int64_t)f->now);
}

/* HELLO to SEAL; the match may be over then. */
FORGE void forge_start(struct forge *f)
{
    uint64_t began = f->now;
    forge_header(f);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (!f->silent_start[i])
            forge_hello(f, i, 0);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (f->silent_start[i])
            forge_silence(f, i, began, f->offer.start_us);
    forge_leaves_at_tick(f);
    for (unsigned i = 0; i < FORGE_SEATS && !f->over; i++)
        if (!f->no_join[i])
            forge_join(f, i);
    for (unsigned i = 0; i < FORGE_SEATS && !f->over; i++)
        if (f->no_join[i])
            forge_silence(f, i, f->now, f->offer.start_us);
}

#endif
