/* link: what a referee and a seat process look at in a frame before they believe it.
 *
 * A seat process reads what a stranger wrote.  Taken over, it is the stranger, and then its frames are all that it can
 * send.  The referee reads none of the raw bytes: it packs what the fields say, and those have to be the bytes, for
 * every message has one packing only.  So a frame is either what an honest seat process makes of its bytes, or it is
 * refused; and what stands in the record is what was judged. */
#include "link.h"

#include <string.h>

#include "now.h"

/* --- the shape ------------------------------------------------------------------------------------ */

/* Of a frame whose kind and length are in the line. */
static const char *from_seat_shape(const struct from_seat *f, size_t length, int64_t now)
{
    if (f->count > SEAT_MESSAGES || length != from_seat_size(f) + f->size)
        return "has another length than it says";
    if (f->left_us < 0 || f->left_us > f->came_us || f->came_us > now)
        return "has a time that cannot be";
    bool waited = f->kind == SEAT_ENVELOPE || f->kind == SEAT_MALFORMED || f->kind == SEAT_SILENCE;
    if ((int64_t)f->stood_us + f->starved_us > (waited ? f->came_us - f->left_us : 0))
        return "gives back more time than there was";
    return NULL;
}

static const char *from_seat_fields(const void *frame, size_t length, unsigned parties)
{
    (void)parties;
    return from_seat_shape(frame, length, now_us());
}
FRAME_LINE(frames_seat_to_referee, "seat process", "referee", FRAMES_SEAT_TO_REFEREE, 0, from_seat_fields);

const char *from_seat_misshapen(const struct from_seat *f, size_t length, int64_t now)
{
    const char *wrong = frame_listed(&frames_seat_to_referee, f, length);
    return wrong == NULL ? from_seat_shape(f, length, now) : wrong;
}

/* The referee holds the cards, and reads no byte of a bot: yet a seat process that believed it whatever it says could be made to sleep
 * for an hour, or to say of an honest bot that it was silent. */
static const char *to_seat_fields(const void *frame, size_t length, unsigned parties)
{
    const struct to_seat *f = frame;
    (void)parties;
    if (length != sizeof *f + f->size)
        return "has another length than it says";
    if (f->kind == TO_CLOSE)
        return f->waits <= 1 && frame_zero(&f->pad, sizeof *f - offsetof(struct to_seat, pad)) ? NULL : FRAME_FIELD;
    if (f->sent_us < 0 || f->sent_us > now_us() || f->budget_us < 0 || f->tick_us > TICK_LONGEST)
        return "has a time that cannot be";
    return f->waits > 1 || f->pad != 0 || (f->waits && f->ticket == 0) ||
                   (!f->waits && (f->budget_us > 0 || f->size == 0))
               ? FRAME_FIELD
               : NULL;
}
FRAME_LINE(frames_referee_to_seat, "referee", "seat process", FRAMES_REFEREE_TO_SEAT, 0, to_seat_fields);

static const char *to_reader_fields(const void *frame, size_t length, unsigned parties)
{
    const struct to_reader *f = frame;
    (void)length;
    (void)parties;
    return frame_zero(f->pad, sizeof f->pad) && f->tables >= 1 && f->tables <= TABLES_MAX ? NULL : FRAME_FIELD;
}
FRAME_LINE(frames_referee_to_reader, "referee", "reader", FRAMES_REFEREE_TO_READER, 0, to_reader_fields);

/* What it says of its bytes is looked at beside them (from_seat_wrong). */
static const char *from_reader_fields(const void *frame, size_t length, unsigned parties)
{
    const struct from_reader *f = frame;
    (void)parties;
    return f->f.count > SEAT_MESSAGES || length != offsetof(struct from_reader, f) + from_seat_size(&f->f)
               ? "has another length than it says"
               : NULL;
}
FRAME_LINE(frames_reader_to_referee, "reader", "referee", FRAMES_READER_TO_REFEREE, 0, from_reader_fields);

/* --- one message ---------------------------------------------------------------------------------- */

/* Only these fields of *m are its type's; all others are zero in *out. */
static bool fields_of(struct seat_message *out, const struct seat_message *m)
{
    memset(out, 0, sizeof *out);
    out->type = m->type;
    out->table = m->table;
    out->has_signature = m->has_signature;
    memcpy(out->signature, m->signature, sizeof out->signature);
    switch (m->type) {
    case MSG_HELLO:
        out->version = m->version;
        out->have = m->have;
        memcpy(out->a, m->a, sizeof out->a);
        memcpy(out->b, m->b, sizeof out->b);
        out->text_size = m->text_size;
        memcpy(out->text, m->text, sizeof out->text);
        return m->has_signature == 1 && m->version <= UINT8_MAX;
    case MSG_JOIN:
        out->bin_at = m->bin_at;
        memcpy(out->b, m->b, sizeof out->b);
        return m->has_signature == 1;
    case MSG_CUT:
        out->hand = m->hand;
        memcpy(out->a, m->a, sizeof out->a);
        return m->has_signature == 0;
    case MSG_ANSWER:
        out->seat = m->seat;
        out->request = m->request;
        out->action = m->action;
        out->signs = m->signs;
        if (m->signs > SIGNS_MOST)
            return false;
        memcpy(out->sign, m->sign, m->signs * sizeof m->sign[0]);
        out->note_size = m->note_size;
        out->bin_at = m->note_size > 0 ? m->bin_at : 0;
        return m->has_signature <= 1;
    case MSG_HAND_SIGN: out->hand = m->hand; return m->has_signature == 1;
    case MSG_PROTEST:
        out->code = m->code;
        out->bin_at = m->bin_at;
        out->have = m->have;
        memcpy(out->b, m->b, sizeof out->b);
        out->text_size = m->text_size;
        memcpy(out->text, m->text, sizeof out->text);
        return m->has_signature == 1;
    default: return false;
    }
}

static bool fields_hold(const struct seat_message *m)
{
    struct seat_message only;
    if (!fields_of(&only, m) || m->table >= TABLES_MAX)
        return false;
    if (m->has_signature == 0)
        memset(only.signature, 0, sizeof only.signature);
    return memcmp(&only, m, sizeof only) == 0; /* there is no padding in it */
}

/* The raw bytes, and how far they were packed. */
struct check {
    struct packer p;
    const uint8_t *raw;
    size_t size;
    uint32_t tables;
};

/* A text of n bytes, which stand where the packer does, and of a PROTEST and a note nowhere else: they are UTF-8 without a NUL, and but for a
 * note they are m->text, cut to fit and printable. */
static void check_text(struct check *c, const struct seat_message *m, size_t n, size_t most)
{
    char text[NOTE_MOST + 1];
    size_t at = c->p.size + (n < 32 ? 1 : n <= UINT8_MAX ? 2 : 3);
    bool placed = m->type == MSG_PROTEST || m->note_size > 0;
    if (c->p.bad || n > most || at + n > c->size || (placed && m->bin_at != at)) {
        c->p.bad = true;
        return;
    }
    memcpy(text, c->raw + at, n);
    text[n] = '\0';
    pack_str(&c->p, text);
    struct seat_message due;
    seat_message_text(&due, m->type == MSG_ANSWER ? "" : text);
    if (strlen(text) != n || memcmp(due.text, m->text, sizeof due.text) != 0)
        c->p.bad = true;
}

/* The anchors stand where the packer does, and nowhere else. */
static void check_anchors(struct check *c, const struct seat_message *m)
{
    size_t n = (size_t)ID * c->tables, at = c->p.size + (n <= UINT8_MAX ? 2 : 3);
    if (c->p.bad || at + n > c->size || m->bin_at != at) {
        c->p.bad = true;
        return;
    }
    pack_bin(&c->p, c->raw + at, n);
}

static void pack_message(struct check *c, const struct seat_message *m)
{
    static const uint8_t items[] = {
        [MSG_HELLO] = 8, [MSG_JOIN] = 5, [MSG_CUT] = 4, [MSG_ANSWER] = 8, [MSG_HAND_SIGN] = 4, [MSG_PROTEST] = 7
    };
    struct packer *p = &c->p;
    pack_array(p, items[m->type]);
    pack_uint(p, m->type);
    pack_uint(p, m->table);
    switch (m->type) {
    case MSG_HELLO:
        pack_uint(p, m->version);
        pack_bin(p, m->a, ID);
        check_text(c, m, m->text_size, NAME_TEXT - 1);
        pack_uint(p, m->have);
        pack_bin(p, m->b, ID);
        break;
    case MSG_JOIN:
        check_anchors(c, m);
        pack_bin(p, m->b, ID);
        break;
    case MSG_CUT:
        pack_uint(p, m->hand);
        pack_bin(p, m->a, ID);
        break;
    case MSG_ANSWER:
        pack_uint(p, m->seat);
        pack_uint(p, m->request);
        pack_uint(p, m->action);
        pack_array(p, m->signs);
        for (unsigned i = 0; i < m->signs; i++)
            pack_uint(p, m->sign[i]);
        check_text(c, m, m->note_size, NOTE_MOST);
        pack_bin(p, m->signature, m->has_signature ? SIG : 0);
        break;
    case MSG_HAND_SIGN: pack_uint(p, m->hand); break;
    default: /* PROTEST: fields_of lets nothing else through */
        pack_uint(p, m->code);
        check_text(c, m, m->text_size, sizeof((struct msg *)0)->text - 1);
        pack_uint(p, m->have);
        pack_bin(p, m->b, ID);
    }
    if (m->type != MSG_CUT && m->type != MSG_ANSWER)
        pack_bin(p, m->signature, SIG);
}

/* --- a frame -------------------------------------------------------------------------------------- */

static const char *envelope_wrong(const struct from_seat *f, const uint8_t *raw, const struct link_check *x)
{
    struct check c = { .raw = raw, .size = f->size, .tables = x->tables };
    if (f->error != 0 || f->count == 0 || f->count > seat_messages(x->tables))
        return "has more messages than an envelope may have, or none";
    pack_start(&c.p, x->room, ENVELOPE_MAX);
    pack_array(&c.p, 1u + f->count);
    pack_uint(&c.p, f->ack);
    for (unsigned i = 0; i < f->count; i++) {
        if (!fields_hold(&f->msg[i]))
            return "has a field that its message does not have, or that is out of range";
        pack_message(&c, &f->msg[i]);
    }
    if (c.p.bad || c.p.items > ITEMS_MAX || c.p.size != f->size || memcmp(c.p.bytes, raw, f->size) != 0)
        return "does not say what its bytes say";
    return NULL;
}

static const char *malformed_wrong(const struct from_seat *f)
{
    bool named = false;
    switch (f->error) {
#define X(name, number, text) case number:
        WIRE_ERRORS(X)
#undef X
        named = true;
        break;
    default: break;
    }
    if (!named || (f->error == WIRE_EMPTY && f->size > 0) || (f->error == WIRE_TOO_LONG && f->size != ENVELOPE_MAX))
        return "calls bytes malformed without saying how";
    return NULL;
}

const char *from_seat_wrong(const struct from_seat *f, const void *raw, const struct link_check *x)
{
    if (f->pad != 0 || f->pad2 != 0 || f->ticket > x->ticket)
        return "names a request that was not made";
    if (f->kind == SEAT_ENVELOPE)
        return envelope_wrong(f, raw, x);
    if (f->count != 0 || f->ack != 0 || (f->kind != SEAT_MALFORMED && f->error != 0))
        return "has a field that its kind does not have";
    switch ((enum from_seat_kind)f->kind) {
    case SEAT_MALFORMED: return f->size <= ENVELOPE_MAX ? malformed_wrong(f) : "has another length than its kind has";
    case SEAT_READY:
    case SEAT_SILENCE:
    case SEAT_CONNECTED:
    case SEAT_GONE: return f->size == 0 ? NULL : "has another length than its kind has";
    case SEAT_ENVELOPE: break;
    }
    return "is of no kind that a seat process sends";
}
