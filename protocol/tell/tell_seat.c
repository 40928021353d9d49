/* tell_seat: what one seat was told, envelope by envelope, byte for byte as it was sent.
 *
 * REPLAY.md section 4: the messages for the seat, numbered in their order, and the ranges that SENT names. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json_out.h"
#include "record/inputs.h"
#include "tell.h"

struct said {
    const uint8_t *bytes;
    size_t size;
    uint8_t type;
};

/* All that was made for the seat so far, and what left of it. */
struct telling {
    FILE *out;
    enum tell_seat_form form;
    unsigned seat;
    struct said *list;
    size_t count, room;
    uint64_t began_us, us; /* of the first record; of this one */
    unsigned envelopes;
    uint8_t bytes[ENVELOPE_MAX];
};

static int remember(struct telling *t, const struct record *rec)
{
    if (t->count == t->room) {
        size_t room = t->room ? 2 * t->room : 256;
        struct said *more = realloc(t->list, room * sizeof *more);
        if (!more)
            return -1;
        t->list = more;
        t->room = room;
    }
    t->list[t->count++] = (struct said){ rec->payload, rec->size, rec->type };
    return 0;
}

/* --- how an envelope is printed ----------------------------------------------------------------- */

static void put_hex(FILE *out, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        fprintf(out, "%s%02x", i % 32 ? "" : i ? "\n         " : "         ", bytes[i]);
    fputc('\n', out);
}

static void put_listing(const struct telling *t, uint64_t first, unsigned count, size_t size)
{
    char time[32];
    fprintf(t->out, "envelope %u, %zu bytes, after %s\n", t->envelopes, size, tell_time(time, t->us - t->began_us));
    size_t head = size;
    for (unsigned i = 0; i < count; i++)
        head -= t->list[first + i].size;
    put_hex(t->out, t->bytes, head);
    for (unsigned i = 0; i < count; i++) {
        const struct said *m = &t->list[first + i];
        fprintf(t->out, "  %5" PRIu64 "  %s, %zu bytes\n", first + i, tell_type(m->type), m->size);
        put_hex(t->out, m->bytes, m->size);
    }
}

static void put_json(const struct telling *t, uint64_t first, unsigned count, size_t size)
{
    struct json_out j = { .to = t->out };
    out_open(&j, NULL, '{');
    out_text(&j, "direction", "to");
    out_number(&j, "seat", t->seat);
    out_number(&j, "envelope", t->envelopes);
    out_number(&j, "us", t->us - t->began_us);
    out_number(&j, "first", first);
    out_number(&j, "size", size);
    out_open(&j, "messages", '[');
    for (unsigned i = 0; i < count; i++) {
        const struct said *m = &t->list[first + i];
        out_open(&j, NULL, '{');
        out_number(&j, "number", first + i);
        out_text(&j, "type", tell_type(m->type));
        out_number(&j, "size", m->size);
        out_close(&j, '}');
    }
    out_close(&j, ']');
    out_hex(&j, "hex", t->bytes, size);
    out_close(&j, '}');
    fputc('\n', t->out);
}

/* --- envelopes ---------------------------------------------------------------------------------- */

/* REC_SENT.  0; -1 when it names what was never said or is no envelope. */
static int sent(struct telling *t, const struct record *rec)
{
    struct packer p;
    struct rec_sent in;
    if (!rec_sent_read(rec, &in))
        return -1;
    uint64_t first = in.first;
    unsigned count = in.count;
    if (first > t->count || count > t->count - first)
        return -1;
    pack_start(&p, t->bytes, sizeof t->bytes);
    pack_array(&p, (size_t)count + 1);
    pack_uint(&p, first);
    for (unsigned i = 0; i < count; i++)
        pack_raw(&p, t->list[first + i].bytes, t->list[first + i].size);
    if (p.bad)
        return -1;
    if (t->form == SEAT_RAW)
        fwrite(p.bytes, 1, p.size, t->out);
    else if (t->form == SEAT_JSON)
        put_json(t, first, count, p.size);
    else
        put_listing(t, first, count, p.size);
    t->envelopes++;
    return 0;
}

/* 0, -1 or -2 as sent(). */
static int take(struct telling *t, const struct record *rec)
{
    if (rec->type == REC_HEADER)
        t->began_us = rec->us;
    t->us = rec->us > t->began_us ? rec->us : t->began_us; /* a damaged clock may run backwards */
    if (rec->type == REC_SENT)
        return rec->size && rec->payload[0] == t->seat ? sent(t, rec) : 0;
    if (rec->type >= REC_HEADER)
        return 0;
    bool heard = visible_for(rec->visibility, t->seat);
    return heard && remember(t, rec) ? -2 : 0;
}

int tell_seat(FILE *out, const void *bytes, size_t size, unsigned seat, enum tell_seat_form form)
{
    struct replay file;
    struct record rec;
    struct telling *t = calloc(1, sizeof *t);
    int result = t ? 0 : -2;
    bool known = false;
    replay_over(&file, bytes, size);
    if (t)
        *t = (struct telling){ .out = out, .form = form, .seat = seat };
    while (!result && replay_next(&file, &rec)) {
        known |= rec.type == MSG_OFFER && rec.visibility == visible_to(seat);
        result = take(t, &rec);
    }
    if (!result && form == SEAT_HEX && file.end != REPLAY_COMPLETE)
        fprintf(out, "the file %s\n", replay_end_text(file.end));
    if (t)
        free(t->list);
    free(t);
    return result ? result : known ? 0 : -1;
}
