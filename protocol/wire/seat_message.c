/* seat_message: what a bot wrote, strictly checked, as fixed fields. */
#include "seat_message.h"

#include <string.h>

void seat_message_text(struct seat_message *out, const char *text)
{
    size_t n = 0;
    memset(out->text, 0, sizeof out->text);
    for (; text[n] && n < sizeof out->text - 1; n++)
        out->text[n] = text[n] >= 0x20 && text[n] < 0x7f ? text[n] : '?';
    out->text_size = (uint8_t)strlen(text);
}

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
    if (m->type == MSG_ANSWER)
        out->note_size = (uint16_t)m->blob_size;
    if (m->type == MSG_PROTEST || out->note_size > 0)
        out->bin_at = (uint32_t)(m->blob - raw);
    return copy_signature(out, m) ? WIRE_OK : WIRE_BAD_FIELDS;
}

enum wire_error bot_envelope_read(const void *bytes, size_t size, uint32_t tables, struct seat_message *msg,
                                  uint8_t *count, uint64_t *ack)
{
    struct envelope e;
    struct msg m;
    *count = 0;
    *ack = 0;
    enum wire_error wrong = size > ENVELOPE_MAX ? WIRE_TOO_LONG : envelope_open(&e, bytes, size);
    if (wrong)
        return wrong;
    *ack = e.number;
    if (e.left > seat_messages(tables))
        return WIRE_TOO_MANY;
    for (; e.left > 0; (*count)++) {
        wrong = envelope_next(&e, FROM_BOT, &m);
        if (!wrong)
            wrong = copy_message(&msg[*count], &m, bytes, tables);
        if (wrong)
            return wrong;
    }
    return WIRE_OK;
}
