/* planted: a fraud that somebody plants in the record of a match, and what both auditors are to say of it. */
#ifndef TESTS_PLANTED_H
#define TESTS_PLANTED_H

#include "audit/audit.h"
#include "forge.h"
#include "printed.h"
#include "support/printed.h"

/* Whose signatures the cheating host can make beside its own. */
enum hands { HANDS_ARBITER, HANDS_ONE, HANDS_ALL };

struct planted {
    const char *what;
    enum hands hands;
    struct forge *(*play)(void);    /* an honest record, or one that its arbiter made up from the start */
    void (*tell)(struct forge *f);  /* what is changed before all hashes and signatures are made anew; or NULL */
    void (*after)(struct forge *f); /* what is changed then; or NULL */
    enum audit_outcome outcome;
    enum audit_blame blame;
    enum audit_ground ground;
    const char *says; /* a part of the verdict */
};

/* Rows of a table of frauds: what is refused as the arbiter's or as the file's, and what is valid, with what it rests on. */
#define REFUSED(what, hands, play, tell, after, says) \
    { \
        what, hands, play, tell, after, AUDIT_WRONG, BLAME_ARBITER, GROUND_NONE, says \
    }
#define NOBODY_SIGNED(what, hands, play, after, says) \
    { \
        what, hands, play, NULL, after, AUDIT_WRONG, BLAME_FILE, GROUND_NONE, says \
    }
#define MARKED(what, hands, play, after, ground, says) \
    { \
        what, hands, play, NULL, after, AUDIT_VALID, BLAME_NOBODY, ground, says \
    }
#define SAID_BY_THE_ARBITER "decided by a fault that rests on the arbiter's word"
#define VOID_BY_THE_ARBITER "void, which rests on the arbiter's word"
#define SIGNED_BY_ITS_PARTY "decided by a fault that its party signed"

/* --- what a record holds ------------------------------------------------------------------------ */

FORGE struct msg planted_told(const struct forge *f, size_t at)
{
    struct msg m;
    assert(at < f->count);
    enum wire_error error = msg_read(f->records[at].bytes, f->records[at].size, FROM_ARBITER, &m);
    assert(error == WIRE_OK);
    (void)error;
    return m;
}

/* The n-th message (from 0) of this type that `party` sent: its envelope's record; and the message, where `m` is not NULL. */
FORGE size_t planted_came(const struct forge *f, unsigned party, unsigned type, unsigned nth, struct msg *m)
{
    for (size_t i = 0; i < f->count; i++) {
        struct envelope e;
        struct msg one;
        const struct forge_record *r = &f->records[i];
        if (r->type != REC_RECEIVED || r->bytes[0] != party ||
            envelope_open(&e, r->bytes + RECEIVED_HEAD, r->size - RECEIVED_HEAD) != WIRE_OK)
            continue;
        while (e.left && envelope_next(&e, FROM_BOT, &one) == WIRE_OK)
            if (one.type == type && !nth--) {
                if (m)
                    *m = one;
                return i;
            }
    }
    fail_msg("party %u never sent such a message of type %u", party, type);
    return f->count;
}

FORGE size_t planted_near(const struct forge *f, unsigned type, size_t at, int step)
{
    do
        at += (size_t)step;
    while (at < f->count && f->records[at].type != type);
    assert(at < f->count);
    return at;
}

FORGE struct rec_sent planted_sent(const struct forge *f, size_t at)
{
    struct record rec = { .type = f->records[at].type, .payload = f->records[at].bytes, .size = f->records[at].size };
    struct rec_sent in;
    bool read = rec_sent_read(&rec, &in);
    assert(read);
    (void)read;
    return in;
}

/* --- what is put into it ------------------------------------------------------------------------ */

/* Room for one envelope's messages; the next call takes the same. */
FORGE struct packer planted_pack(void)
{
    static uint8_t room[ENVELOPE_MAX];
    struct packer p;
    pack_start(&p, room, sizeof room);
    return p;
}

FORGE void planted_seat(struct forge *f, size_t at, unsigned party, unsigned event, uint32_t detail)
{
    uint8_t record[SEAT_SIZE];
    rec_seat_write(record, &(struct rec_seat){ (uint8_t)party, (uint8_t)event, detail });
    forge_insert(f, at, REC_SEAT, VISIBLE_ARBITER, f->records[at].us, record, sizeof record);
}

FORGE void planted_pause(struct forge *f, size_t at, unsigned party, unsigned reason, uint64_t from, uint64_t until)
{
    uint8_t record[PAUSE_SIZE];
    rec_pause_write(record, &(struct rec_pause){ (uint8_t)party, (uint8_t)reason, from, until });
    forge_insert(f, at, REC_PAUSE, VISIBLE_ARBITER, f->records[at].us, record, sizeof record);
}

/* An envelope of the same head as record `like`, with another body. */
FORGE void planted_envelope(struct forge *f, size_t at, size_t like, bool anew, const struct packer *messages,
                            unsigned count)
{
    static uint8_t room[2 * ENVELOPE_MAX];
    struct packer p;
    pack_start(&p, room, sizeof room);
    pack_raw(&p, f->records[like].bytes, RECEIVED_HEAD);
    pack_array(&p, count + 1u);
    pack_uint(&p, 0);
    pack_raw(&p, messages->bytes, messages->size);
    assert(!p.bad);
    if (anew)
        forge_insert(f, at, REC_RECEIVED, VISIBLE_ARBITER, f->records[at].us, p.bytes, p.size);
    else
        forge_put(f, at, p.bytes, p.size);
}

FORGE void planted_verdict(struct forge *f, size_t at, unsigned verdict, unsigned fault)
{
    assert(f->records[at].type == REC_RECEIVED);
    f->records[at].bytes[1] = (uint8_t)verdict;
    f->records[at].bytes[2] = (uint8_t)fault;
}

FORGE void planted_put(struct forge *f, size_t at, const struct packer *p)
{
    assert(!p->bad);
    forge_put(f, at, p->bytes, p->size);
}

/* Changes what the header says. */
FORGE void planted_header(struct forge *f, void (*change)(struct header *))
{
    static struct header h;
    static uint8_t bytes[HEADER_MAX];
    struct record rec = { .type = REC_HEADER, .payload = f->records[0].bytes, .size = f->records[0].size };
    bool read = header_read(&rec, &h);
    assert(read);
    (void)read;
    change(&h);
    forge_put(f, 0, bytes, header_pack(&h, bytes));
}

/* Changes what RESULT says; all that signs it is made anew behind that. */
FORGE void planted_result(struct forge *f, void (*change)(struct result *))
{
    static uint8_t bytes[1024], room[2048];
    struct packer inner, p;
    size_t at = forge_find(f, MSG_RESULT, 0);
    struct msg m = planted_told(f, at);
    struct result r;
    bool read = read_result(m.blob, m.blob_size, &r);
    assert(read);
    (void)read;
    change(&r);
    pack_start(&inner, bytes, sizeof bytes);
    pack_result(&inner, &r);
    pack_start(&p, room, sizeof room);
    pack_msg_result(&p, inner.bytes, inner.size, m.signature);
    planted_put(f, at, &p);
}

/* --- what is said of it ------------------------------------------------------------------------- */

/* The keys of a larger table's parties; of no party where a forged match of two has its own. */
static unsigned planted_parties;
static uint8_t planted_secret[PARTIES_MAX][KEY_SECRET];

enum { PLANTED_LINE = 1024 };

static struct forge_keys planted_keys(const struct forge *f, enum hands hands)
{
    struct forge_keys keys = { .parties = planted_parties ? planted_parties : FORGE_SEATS,
                               .arbiter = f->arbiter_secret };
    memcpy(keys.match_id, f->match_id, HASH);
    memcpy(keys.checkpoint, f->checkpoint, HASH);
    for (unsigned i = 0; i < keys.parties; i++) {
        const uint8_t *key = planted_parties ? planted_secret[i] : f->seat[i].secret_key;
        keys.party[i] = hands == HANDS_ALL || (hands == HANDS_ONE && i == 1) ? key : NULL;
    }
    return keys;
}

/* What the auditor says of the record as the host hands it out; `line` is the first one. */
FORGE struct audit_report planted_report(const struct planted *x, char line[PLANTED_LINE])
{
    struct audit_report r;
    size_t size;
    struct forge *f = x->play();
    struct forge_keys keys = planted_keys(f, x->hands);
    if (x->tell) {
        x->tell(f);
        forge_remake_with(f, &keys);
    }
    if (x->after)
        x->after(f);
    uint8_t *file = forge_file(f, f->frozen ? NULL : f->arbiter_secret, &size);
    assert_int_equal(audit_bytes(file, size, NULL, &r), 0);
    r.open = NULL, r.proof = NULL;
    FILE *out = print_begin();
    audit_print_quiet(out, "m", &r);
    const char *text = print_end();
    snprintf(line, PLANTED_LINE, "%s", text);
    free(file);
    forge_free(f);
    return r;
}

/* With every key at hand an honest record is made anew as it is. */
FORGE bool planted_remade_is_same(const struct planted *x)
{
    size_t before, after;
    struct forge *f = x->play();
    struct forge_keys keys = planted_keys(f, HANDS_ALL);
    uint8_t *was = forge_file(f, f->arbiter_secret, &before);
    forge_remake_with(f, &keys);
    uint8_t *is = forge_file(f, f->arbiter_secret, &after);
    bool same = before == after && memcmp(was, is, before) == 0;
    free(was);
    free(is);
    forge_free(f);
    return same;
}

/* The auditor keeps to the row: the verdict, whom it blames, on what the outcome rests, and the words. */
FORGE void planted_check(const struct planted *x)
{
    char line[PLANTED_LINE];
    struct audit_report r = planted_report(x, line);
    if (r.outcome != x->outcome || r.blame != x->blame || r.ground != x->ground || !strstr(line, x->says))
        fail_msg("%s: outcome %d, blame %d, ground %d instead of %d, %d, %d and \"%s\": %s", x->what, (int)r.outcome,
                 (int)r.blame, (int)r.ground, (int)x->outcome, (int)x->blame, (int)x->ground, x->says, line);
}

#define PLANTED_CHECK_ALL(rows) planted_check_all(rows, sizeof(rows) / sizeof *(rows))
FORGE void planted_check_all(const struct planted *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        planted_check(&x[i]);
}

#endif
