/* seat_read: what a bot wrote, strictly checked, as the fixed fields of the link. */
#include <string.h>

#include "seat.h"

static void copy_32(uint8_t out[32], const uint8_t *bytes)
{
    if (bytes)
        memcpy(out, bytes, 32);
}

/* A signature is there in full or, where the message allows it, not at all. */
static bool copy_signature(struct seat_message *out, const struct msg *m)
{
    if (!m->signature || !m->signature_size)
        return true;
    if (m->signature_size != SIG)
        return false;
    memcpy(out->signature, m->signature, SIG);
    out->has_signature = 1;
    return true;
}

/* The decoded fields of one message; BAD_FIELDS when they do not fit what the link carries. */
static enum wire_error copy_message(struct seat_message *out, const struct msg *m, const uint8_t *raw, uint32_t tables)
{
    memset(out, 0, sizeof *out);
    out->type = m->type;
    out->seat = m->seat;
    out->action = m->action;
    out->code = m->code;
    out->table = m->table;
    out->hand = m->hand;
    out->request = m->request;
    out->have = m->have;
    out->version = m->version;
    out->signs = (uint8_t)m->signs;
    memcpy(out->sign, m->sign, sizeof out->sign);
    seat_message_text(out, m->text);
    copy_32(out->b, m->head);
    if (m->type == MSG_HELLO)
        copy_32(out->a, m->key);
    if (m->type == MSG_CUT)
        copy_32(out->a, m->x);
    if (m->type == MSG_JOIN) {
        if (!m->blob || m->blob_size != 32u * (tables > 1 ? tables : 1))
            return WIRE_BAD_FIELDS; /* an anchor for each table */
        out->bin_at = (uint32_t)(m->blob - raw);
    }
    if (m->type == MSG_PROTEST)
        out->bin_at = (uint32_t)(m->blob - raw);
    return copy_signature(out, m) ? WIRE_OK : WIRE_BAD_FIELDS;
}

static enum wire_error read_messages(struct from_seat *f, const void *bytes, size_t size, uint32_t tables)
{
    struct envelope e;
    struct msg m;
    enum wire_error wrong = envelope_open(&e, bytes, size);
    if (wrong)
        return wrong;
    f->ack = e.number;
    if (e.left > seat_messages(tables))
        return WIRE_TOO_MANY;
    for (; e.left > 0; f->count++) {
        wrong = envelope_next(&e, FROM_BOT, &m);
        if (!wrong)
            wrong = copy_message(&f->msg[f->count], &m, bytes, tables);
        if (wrong)
            return wrong;
    }
    return WIRE_OK;
}

void seat_refuse(struct from_seat *f, enum wire_error wrong)
{
    f->kind = SEAT_MALFORMED;
    f->error = (uint8_t)wrong;
    f->count = 0;
    f->ack = 0;
}

void seat_read(struct from_seat *f, const void *bytes, size_t size, uint32_t tables)
{
    f->kind = SEAT_ENVELOPE;
    f->error = WIRE_OK;
    f->count = 0;
    f->ack = 0;
    enum wire_error wrong = size > ENVELOPE_MAX ? WIRE_TOO_LONG : read_messages(f, bytes, size, tables);
    if (wrong)
        seat_refuse(f, wrong);
}
