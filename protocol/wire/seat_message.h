/* seat_message: a message of a bot as fixed fields, beside the bytes of its envelope.
 *
 * A parser of a stranger's bytes (a seat process, an auditor) fills it in; the course of the match reads it and never the
 * bytes, which are only recorded, hashed and verified. */
#ifndef FIEL_SEAT_MESSAGE_H
#define FIEL_SEAT_MESSAGE_H

#include <stdint.h>

#include "codec.h"
#include "rules/signs.h"

/* In one envelope from a bot, where there is one table and where there are several; more is malformed (TOO_MANY). */
enum { SEAT_MESSAGES_ONE = 8, SEAT_MESSAGES = 128 };
static inline unsigned seat_messages(uint32_t tables) { return tables > 1 ? SEAT_MESSAGES : SEAT_MESSAGES_ONE; }

struct seat_message { /* without padding; fields that are not of its type are zero */
    uint8_t type, seat;
    uint16_t action, code, version;
    uint32_t table, hand, request;
    uint32_t
        bin_at; /* where JOIN's anchors, one for each table, PROTEST's text or ANSWER's note stand in the raw bytes */
    uint64_t have;
    uint8_t has_signature, signs;
    uint8_t text_size; /* bytes of the name or text in the raw bytes */
    uint8_t pad;
    uint16_t note_size; /* bytes of ANSWER's note; 0: there is none */
    uint16_t pad2;
    uint16_t sign[SIGNS_MOST];
    uint8_t a[32]; /* x, or key */
    uint8_t b[32]; /* head; of JOIN its view */
    uint8_t signature[64];
    char text[64]; /* name or text, cut to fit, printable */
};
_Static_assert(sizeof(struct seat_message) == 40 + 2 * SIGNS_MOST + 192, "padding");

/* Fills in text and text_size. */
void seat_message_text(struct seat_message *out, const char *text);
/* The messages of one envelope of a match of so many tables, room for seat_messages() of them, how many they are, and its number.
 * WIRE_OK, or the first thing that is wrong: then the messages are of no use. */
enum wire_error bot_envelope_read(const void *bytes, size_t size, uint32_t tables, struct seat_message *msg,
                                  uint8_t *count, uint64_t *ack);

#endif
