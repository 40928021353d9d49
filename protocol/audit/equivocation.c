/* equivocation: what an arbiter signed in one file against what it signed in another, or in a log.
 *
 * Every signature is looked at where two statements differ, and only there: nobody is convicted by bytes that he did not sign. */
#include "audit/equivocation.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/deal.h"
#include "record/transcript.h"
#include "record/twin.h"
#include "wire/codec.h"

/* One thing that the arbiter signed, in the file. */
struct statement {
    uint8_t type;
    uint32_t table, number; /* of SEAL: the hand; of HANDS_END: hands */
    uint64_t seq;           /* of HANDS_END */
    struct record rec;
    uint8_t says[HASH]; /* what is signed, without the signature */
};

struct file {
    struct replay at;
    bool has_offer;
    struct offer offer;
    uint8_t match_id[HASH];
    struct statement *said;
    size_t said_count, said_room;
    uint8_t (*heads)[HASH]; /* P after so many public messages */
    size_t count, room;     /* public messages */
    bool vouched;           /* the arbiter signed the whole file, so that its P is its own */
    bool no_memory;
};

/* Room for one more item of `size` bytes; doubles. */
static void *grown(void *list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return list;
    *room = *room ? 2 * *room : 64;
    return realloc(list, *room * size);
}

static void keep(struct file *f, const struct record *rec, uint8_t type, uint32_t table, uint32_t number, uint64_t seq,
                 const struct message *head, const void *bytes, size_t size)
{
    struct statement *said = grown(f->said, f->said_count, &f->said_room, sizeof *said);
    if (!said) {
        f->no_memory = true;
        return;
    }
    f->said = said;
    said += f->said_count++;
    *said = (struct statement){ .type = type, .table = table, .number = number, .seq = seq, .rec = *rec };
    hash_followed(said->says, head, bytes, size);
}

static void keep_seals(struct file *f, const struct record *rec, const struct msg *m)
{
    struct message none = { .size = 0 };
    struct seal s;
    for (unsigned i = 0; i < seals_count(m) && seals_get(m, i, &s); i++)
        keep(f, rec, MSG_SEAL, m->table, s.hand, 0, &none, s.commits, s.size);
}

static void keep_message(struct file *f, const struct record *rec, const struct msg *m)
{
    struct message head = { .size = 0 };
    switch (m->type) {
    case MSG_OPEN: keep(f, rec, MSG_OPEN, 0, 0, 0, &head, m->blob, m->blob_size); break;
    case MSG_SEAL: keep_seals(f, rec, m); break;
    case MSG_HANDS_END:
        message_u64(&head, m->seq);
        message_bytes(&head, m->head, HASH);
        message_bytes(&head, m->checkpoint, HASH);
        keep(f, rec, MSG_HANDS_END, 0, m->hand, m->seq, &head, m->blob, m->blob_size);
        break;
    case MSG_RESULT: keep(f, rec, MSG_RESULT, 0, 0, 0, &head, m->blob, m->blob_size); break;
    default: break;
    }
}

static void link_public(struct file *f, struct chain *p, const struct record *rec)
{
    void *heads = grown(f->heads, f->count + 1, &f->room, sizeof *f->heads);
    if (!heads) {
        f->no_memory = true;
        return;
    }
    f->heads = heads;
    memcpy(f->heads[f->count++], p->head, HASH);
    chain_link_public(p, rec->payload, rec->size);
    memcpy(f->heads[f->count], p->head, HASH);
}

static void read_file(struct file *f, const struct replay *file)
{
    struct record rec;
    struct chain p;
    struct msg m;
    replay_over(&f->at, file->bytes, file->size);
    while (!f->no_memory && replay_next(&f->at, &rec)) {
        if (rec.type >= REC_HEADER || msg_read(rec.payload, rec.size, FROM_ARBITER, &m) != WIRE_OK)
            continue;
        if (m.type == MSG_OFFER && !f->has_offer && read_offer(m.blob, m.blob_size, &f->offer)) {
            f->has_offer = true;
            deal_match_id(f->match_id, m.blob, m.blob_size);
            chain_public(&p, f->match_id);
        }
        if (!f->has_offer || rec.visibility != VISIBLE_ALL)
            continue;
        keep_message(f, &rec, &m);
        link_public(f, &p, &rec);
    }
    f->vouched = f->has_offer && replay_signed(&f->at, f->match_id, f->offer.arbiter);
}

/* The bytes that are signed in a SEAL: L of each of its hands, in a twin with the primary's M. */
static bool seal_message(const struct file *f, const struct msg *m, struct message *text)
{
    static struct twin twin;
    enum { SEALS_MOST = ENVELOPE_MAX / (24 * HASH) }; /* hands, of the smallest pack, in the longest message */
    uint32_t tables[SEALS_MOST], hands[SEALS_MOST];
    uint8_t lists[SEALS_MOST][HASH], id[HASH];
    unsigned n = seals_count(m);
    struct seal s;
    assert(n <= SEALS_MOST);
    if (f->offer.twin_size > 0 && twin_read(&twin, &f->offer))
        return false;
    if (f->offer.twin_size > 0)
        twin_deal_id(&twin, m->table, id);
    else
        deal_table_id(id, f->match_id, m->table);
    for (unsigned i = 0; i < n; i++) {
        (void)seals_get(m, i, &s); /* msg_read has read them all */
        tables[i] = m->table;
        hands[i] = s.hand;
        deal_list(lists[i], id, s.hand, (unsigned)(s.size / HASH), s.commits);
    }
    sealed_message(text, f->match_id, n, tables, hands, (const uint8_t(*)[HASH])lists);
    return true;
}

/* The arbiter signed it. */
static bool holds(const struct file *f, const struct statement *s)
{
    struct message text;
    struct msg m;
    uint8_t views[HASH];
    if (msg_read(s->rec.payload, s->rec.size, FROM_ARBITER, &m) != WIRE_OK)
        return false;
    if (s->type == MSG_OPEN) {
        open_message(&text, m.blob, m.blob_size);
    } else if (s->type == MSG_RESULT) {
        result_message(&text, f->match_id, m.blob, m.blob_size);
    } else if (s->type == MSG_HANDS_END) {
        struct chain p = { .seq = m.seq };
        memcpy(p.head, m.head, HASH);
        hash_bytes(views, m.blob, m.blob_size);
        hands_signed_message(&text, f->match_id, SIGNER_ARBITER, m.hand, &p, views, m.checkpoint);
    } else if (!seal_message(f, &m, &text)) {
        return false;
    }
    return verify_message(m.signature, f->offer.arbiter, &text);
}

static bool is_void(const struct statement *s)
{
    struct result r;
    struct msg m;
    return msg_read(s->rec.payload, s->rec.size, FROM_ARBITER, &m) == WIRE_OK && read_result(m.blob, m.blob_size, &r) &&
           r.outcome == END_VOID;
}

/* How a sentence names this statement and another one that excludes it. */
static void two_that_differ(const struct statement *s, char what[EQUIVOCATION_TEXT])
{
    if (s->type == MSG_SEAL)
        snprintf(what, EQUIVOCATION_TEXT, "two SEALs of hand %u at table %u that differ", s->number, s->table);
    else if (s->type == MSG_HANDS_END)
        snprintf(what, EQUIVOCATION_TEXT, "two HANDS_ENDs of %u hands that differ", s->number);
    else
        snprintf(what, EQUIVOCATION_TEXT, "two %s that differ", s->type == MSG_OPEN ? "OPENs" : "RESULTs");
}

static bool differ(const struct file *a, const struct statement *s, const struct file *b, const struct statement *t,
                   char what[EQUIVOCATION_TEXT])
{
    if (s->type != t->type || s->table != t->table || s->number != t->number || !memcmp(s->says, t->says, HASH))
        return false;
    if ((s->type == MSG_RESULT && is_void(s) && is_void(t)) || !holds(a, s) || !holds(b, t))
        return false;
    two_that_differ(s, what);
    return true;
}

/* P that it signed after so many messages in one file is not P after as many in another one that it signed. */
static bool other_past(const struct file *a, const struct file *b, char what[EQUIVOCATION_TEXT])
{
    for (size_t i = 0; b->vouched && i < a->said_count; i++) {
        const struct statement *s = &a->said[i];
        struct msg m;
        if (s->type != MSG_HANDS_END || s->seq > b->count ||
            msg_read(s->rec.payload, s->rec.size, FROM_ARBITER, &m) != WIRE_OK ||
            !memcmp(m.head, b->heads[s->seq], HASH) || !holds(a, s))
            continue;
        snprintf(what, EQUIVOCATION_TEXT, "two pasts: the head of %u hands in one is not the head there in the other",
                 s->number);
        return true;
    }
    return false;
}

/* Statements stand in the order of the match; most have their like at about the same place. */
static bool differing(const struct file *a, const struct file *b, char what[EQUIVOCATION_TEXT])
{
    for (size_t i = 0; i < a->said_count; i++)
        for (size_t k = 0; k < b->said_count; k++)
            if (differ(a, &a->said[i], b, &b->said[k], what))
                return true;
    return other_past(a, b, what) || other_past(b, a, what);
}

bool match_of_file(const struct replay *file, uint8_t match_id[HASH])
{
    struct replay all;
    struct record rec;
    struct msg m;
    replay_over(&all, file->bytes, file->size);
    while (replay_next(&all, &rec))
        if (rec.type == MSG_OFFER && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK) {
            deal_match_id(match_id, m.blob, m.blob_size);
            return true;
        }
    return false;
}

static void forget(struct file *f)
{
    free(f->said);
    free(f->heads);
}

bool equivocation(const struct replay *a, const struct replay *b, char what[EQUIVOCATION_TEXT], bool *no_memory)
{
    struct file *f = calloc(2, sizeof *f);
    bool found = false;
    *no_memory = f == NULL;
    if (f) {
        read_file(&f[0], a);
        read_file(&f[1], b);
        *no_memory = f[0].no_memory || f[1].no_memory;
        bool same = f[0].has_offer && f[1].has_offer && !memcmp(f[0].match_id, f[1].match_id, HASH);
        found = !*no_memory && same && differing(&f[0], &f[1], what);
        forget(&f[0]);
        forget(&f[1]);
    }
    free(f);
    return found;
}

/* It is of what was signed elsewhere, too, and says another thing. */
static bool differs_elsewhere(const struct file *f, const struct statement *s, const struct signed_elsewhere *b)
{
    bool open = s->type == MSG_OPEN && b->open && memcmp(s->says, b->open_hash, HASH) != 0;
    bool result = s->type == MSG_RESULT && b->result && memcmp(s->says, b->result_hash, HASH) != 0 &&
                  !(b->result_void && is_void(s));
    return (open || result) && holds(f, s);
}

bool equivocation_elsewhere(const struct replay *a, const struct signed_elsewhere *b, char what[EQUIVOCATION_TEXT],
                            bool *no_memory)
{
    struct file *f = calloc(1, sizeof *f);
    bool found = false;
    *no_memory = f == NULL;
    if (f) {
        read_file(f, a);
        *no_memory = f->no_memory;
        for (size_t i = 0; i < f->said_count && !*no_memory && !found; i++) {
            found = differs_elsewhere(f, &f->said[i], b);
            if (found)
                two_that_differ(&f->said[i], what);
        }
        forget(f);
    }
    free(f);
    return found;
}
