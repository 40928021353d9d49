/* decode: strictly checked bytes to struct msg, one function per message. */
#include "wire/codec.h"

#include <stddef.h>
#include <string.h>

#include "wire/strict.h"

/* Sizes of what bins are made of; packs have 40 cards or 24.  That a bin is bounded here is what lets
 * others put it into a message to hash or sign without looking again. */
enum { OPENING_BYTES = 18, CUT_BYTES = 32, COMMIT_BYTES = 32, PARTIES = 16, PACK = 40, CLEAN_PACK = 24 };

static uint8_t u8(struct reader *r, uint8_t max) { return (uint8_t)read_uint(r, max); }
static uint16_t u16(struct reader *r) { return (uint16_t)read_uint(r, UINT16_MAX); }
static uint32_t u32(struct reader *r) { return (uint32_t)read_uint(r, UINT32_MAX); }
static uint64_t u64(struct reader *r) { return read_uint(r, UINT64_MAX); }

/* A bin of exactly `size` bytes, in place. */
static const uint8_t *fixed(struct reader *r, size_t size)
{
    size_t n;
    const uint8_t *b = read_bin(r, &n);
    if (n != size)
        r->bad = true;
    return r->bad ? NULL : b;
}

/* A bin of at most `max` whole pieces of `piece` bytes. */
static const uint8_t *pieces(struct reader *r, size_t piece, size_t max, size_t *size)
{
    const uint8_t *b = read_bin(r, size);
    if (*size % piece != 0 || *size / piece > max)
        r->bad = true;
    return r->bad ? NULL : b;
}

/* A text of at most `max` bytes, without NUL. */
static const uint8_t *text_in_place(struct reader *r, size_t max, size_t *size)
{
    const char *text = read_str(r, size);
    if (text != NULL && (*size > max || memchr(text, '\0', *size)))
        r->bad = true;
    return (const uint8_t *)text;
}

static void signature(struct reader *r, struct msg *m)
{
    m->signature = fixed(r, SIG);
    m->signature_size = SIG;
}

static void score(struct reader *r, struct msg *m)
{
    m->scorers = (unsigned)read_array(r, FIEL_SCORERS_MAX);
    if (m->scorers < 2)
        r->bad = true;
    for (unsigned s = 0; s < m->scorers; s++)
        m->score[s] = u16(r);
}

/* --- arbiter -> bot --------------------------------------------------------------------------- */

static void read_OFFER(struct reader *r, struct msg *m)
{
    m->blob = read_bin(r, &m->blob_size);
    m->seat = u8(r, PARTIES_MAX - 1);
    m->view_key = fixed(r, ID);
}

static void read_OPEN(struct reader *r, struct msg *m)
{
    m->blob = read_bin(r, &m->blob_size);
    signature(r, m);
    m->blob2 = read_bin(r, &m->blob2_size);
}

static void one_seal(struct reader *r, struct seal *s)
{
    if (read_array(r, 2) != 2)
        r->bad = true;
    s->hand = u32(r);
    s->commits = pieces(r, COMMIT_BYTES, PACK, &s->size);
    if (s->size != PACK * COMMIT_BYTES && s->size != CLEAN_PACK * COMMIT_BYTES)
        r->bad = true;
}

static void read_SEAL(struct reader *r, struct msg *m)
{
    const uint8_t *start = r->at;
    size_t n = read_array(r, ENVELOPE_MAX);
    struct seal s;
    if (n == 0)
        r->bad = true;
    for (size_t i = 0; i < n && !r->bad; i++)
        one_seal(r, &s);
    m->seals = start;
    m->seals_size = (size_t)(r->at - start);
    signature(r, m);
}

static void read_DEAL(struct reader *r, struct msg *m)
{
    m->hand = u32(r);
    m->mano = u8(r, FIEL_SEATS_MAX - 1);
    m->blob = pieces(r, CUT_BYTES, PARTIES, &m->blob_size);
    m->blob2 = pieces(r, OPENING_BYTES, PACK, &m->blob2_size);
}

static void read_CARDS(struct reader *r, struct msg *m)
{
    m->hand = u32(r);
    m->blob = pieces(r, OPENING_BYTES, PACK, &m->blob_size);
}

static void read_ACT(struct reader *r, struct msg *m)
{
    m->seat = u8(r, FIEL_SEATS_MAX - 1);
    m->action = u16(r);
    m->value = u16(r);
    m->blob = pieces(r, OPENING_BYTES, 1, &m->blob_size);
}

/* The view's inside is read_view()'s business; the legal codes are few and looked at here. */
static void read_REQUEST(struct reader *r, struct msg *m)
{
    m->request = u32(r);
    m->bank_us = u64(r);
    m->budget_us = u64(r);
    m->used_us = u64(r);
    struct reader view = *r;
    read_array(&view, ITEMS_MAX);
    if (view.bad)
        r->bad = true;
    m->view = read_value(r, &m->view_size);
    m->legal = r->at;
    size_t n = read_array(r, FIEL_LEGAL_MAX + LEGAL_PLAIN);
    for (size_t i = 0; i < n; i++)
        u16(r);
    m->legal_size = (size_t)(r->at - m->legal);
}

static void read_REFUSED(struct reader *r, struct msg *m)
{
    m->request = u32(r);
    m->error = u16(r);
    read_text(r, m->text, sizeof m->text);
}

static void read_SHOW(struct reader *r, struct msg *m)
{
    m->seat = u8(r, FIEL_SEATS_MAX - 1);
    m->blob = pieces(r, OPENING_BYTES, PACK, &m->blob_size);
}

static void read_HAND_END(struct reader *r, struct msg *m)
{
    m->hand = u32(r);
    score(r, m);
}

static void read_SIGNED(struct reader *r, struct msg *m)
{
    m->hand = u32(r);
    m->seat = u8(r, PARTIES_MAX - 1);
    signature(r, m);
}

static void read_FAULT(struct reader *r, struct msg *m)
{
    m->seat = u8(r, UINT8_MAX);
    m->fault = u8(r, UINT8_MAX);
    m->effect = u8(r, EFFECT_STOPPED);
    m->a = u64(r);
    m->b = u64(r);
}

static void read_GAME_END(struct reader *r, struct msg *m)
{
    m->game = u32(r);
    m->winner = u8(r, FIEL_SCORERS_MAX);
    m->reason = u8(r, END_STOPPED);
    m->seat = u8(r, UINT8_MAX);
    score(r, m);
    if (!r->bad && m->winner > m->scorers)
        r->bad = r->range = true;
}

static void read_RESULT(struct reader *r, struct msg *m)
{
    m->blob = read_bin(r, &m->blob_size);
    signature(r, m);
}

static void read_REVEAL(struct reader *r, struct msg *m) { m->seed = fixed(r, ID); }

static void read_SIGN(struct reader *r, struct msg *m)
{
    m->seat = u8(r, FIEL_SEATS_MAX - 1);
    m->sign[0] = u16(r);
    m->signs = 1;
}

static void read_NOTE(struct reader *r, struct msg *m)
{
    m->request = u32(r);
    m->head = fixed(r, ID);
}

/* --- bot -> arbiter --------------------------------------------------------------------------- */

static void read_HELLO(struct reader *r, struct msg *m)
{
    m->version = u8(r, UINT8_MAX);
    m->key = fixed(r, ID);
    read_text(r, m->text, NAME_TEXT);
    m->have = u64(r);
    m->head = fixed(r, ID);
    signature(r, m);
}

static void read_HANDS_END(struct reader *r, struct msg *m)
{
    m->hand = u32(r);
    m->seq = u64(r);
    m->head = fixed(r, ID);
    m->blob = pieces(r, ID, PARTIES_MAX, &m->blob_size);
    if (m->blob_size == 0)
        r->bad = true;
    m->checkpoint = fixed(r, ID);
    signature(r, m);
}

static void read_JOIN(struct reader *r, struct msg *m)
{
    m->blob = pieces(r, CUT_BYTES, TABLES_MAX, &m->blob_size);
    if (m->blob_size == 0)
        r->bad = true;
    m->head = fixed(r, ID);
    signature(r, m);
}

static void read_CUT(struct reader *r, struct msg *m)
{
    m->hand = u32(r);
    m->x = fixed(r, ID);
}

/* The seat may be any number: naming another seat is a fault of its own, not bad bytes. */
static void read_ANSWER(struct reader *r, struct msg *m)
{
    m->seat = u8(r, UINT8_MAX);
    m->request = u32(r);
    m->action = u16(r);
    m->signs = (unsigned)read_array(r, SIGNS_MOST);
    for (unsigned i = 0; i < m->signs; i++)
        m->sign[i] = u16(r);
    m->blob = text_in_place(r, NOTE_MOST, &m->blob_size);
    m->signature = pieces(r, SIG, 1, &m->signature_size);
}

static void read_HAND_SIGN(struct reader *r, struct msg *m)
{
    m->hand = u32(r);
    signature(r, m);
}

static void read_PROTEST(struct reader *r, struct msg *m)
{
    m->code = u16(r);
    struct reader text = *r;
    m->blob = (const uint8_t *)read_str(&text, &m->blob_size);
    read_text(r, m->text, sizeof m->text);
    m->have = u64(r);
    m->head = fixed(r, ID);
    signature(r, m);
}

/* --- any message ------------------------------------------------------------------------------ */

struct form {
    void (*read)(struct reader *r, struct msg *m); /* NULL: no such type */
    bool from_bot;
    uint8_t items; /* of the whole array */
};

/* A field is "name:type", so there is one ':' each; the compiler counts none, the first use does. */
static uint8_t items_of(const char *fields)
{
    uint8_t n = 2;
    for (; *fields; fields++)
        n = (uint8_t)(n + (*fields == ':'));
    return n;
}

static bool form_of(uint64_t type, struct form *f)
{
    switch (type) {
#define X(name, number, who, fields) \
    case number: *f = (struct form){ read_##name, (who) == 'B', items_of(fields) }; return true;
        MESSAGES(X)
#undef X
    default: return false;
    }
}

/* Reads one message where the reader stands.  After an error the reader may stand anywhere. */
static enum wire_error message(struct reader *r, enum direction d, struct msg *m)
{
    struct form f;
    memset(m, 0, offsetof(struct msg, text));
    m->text[0] = '\0';
    m->bytes = r->at;
    size_t items = read_array(r, ITEMS_MAX);
    uint64_t type = read_uint(r, UINT64_MAX);
    struct reader table = *r;
    read_uint(&table, UINT64_MAX);
    if (r->bad || items < 2 || table.bad)
        return WIRE_BAD_FIELDS;
    if (!form_of(type, &f) || f.from_bot != (d == FROM_BOT))
        return WIRE_UNKNOWN_TYPE;
    if (items != f.items)
        return WIRE_BAD_FIELDS;
    m->type = (uint8_t)type;
    m->table = (uint32_t)read_uint(r, TABLES_MAX - 1);
    f.read(r, m);
    m->size = (size_t)(r->at - m->bytes);
    if (r->bad)
        return r->range ? WIRE_OUT_OF_RANGE : WIRE_BAD_FIELDS;
    return WIRE_OK;
}

enum wire_error msg_read(const void *bytes, size_t size, enum direction d, struct msg *m)
{
    struct reader r;
    enum wire_error e = strict_check(bytes, size);
    if (e != WIRE_OK)
        return e;
    read_start(&r, bytes, size);
    return message(&r, d, m);
}

enum wire_error envelope_hear(struct envelope *e, const void *bytes, size_t size)
{
    enum wire_error error = strict_check(bytes, size);
    *e = (struct envelope){ 0 };
    if (error != WIRE_OK)
        return error;
    read_start(&e->r, bytes, size);
    size_t items = read_array(&e->r, ITEMS_MAX);
    e->number = read_uint(&e->r, UINT64_MAX);
    if (e->r.bad || items < 1)
        return WIRE_NOT_ENVELOPE;
    if (items - 1 > MESSAGES_MAX)
        return WIRE_TOO_MANY;
    e->left = (unsigned)(items - 1);
    return WIRE_OK;
}

enum wire_error envelope_open(struct envelope *e, const void *bytes, size_t size)
{
    enum wire_error error = envelope_hear(e, bytes, size);
    return error == WIRE_OK && e->left == 0 ? WIRE_NOT_ENVELOPE : error;
}

enum wire_error envelope_next(struct envelope *e, enum direction d, struct msg *m)
{
    struct reader r = e->r;
    enum wire_error error = message(&r, d, m);
    if (error != WIRE_OK) {
        r = e->r;
        m->bytes = read_value(&r, &m->size);
    }
    e->r = r;
    e->left--;
    return error;
}

unsigned seals_count(const struct msg *m)
{
    struct reader r;
    read_start(&r, m->seals, m->seals_size);
    return (unsigned)read_array(&r, ENVELOPE_MAX);
}

bool seals_get(const struct msg *m, unsigned i, struct seal *s)
{
    struct reader r;
    read_start(&r, m->seals, m->seals_size);
    unsigned n = (unsigned)read_array(&r, ENVELOPE_MAX);
    for (unsigned k = 0; k <= i && k < n; k++)
        one_seal(&r, s);
    return i < n && !r.bad;
}
