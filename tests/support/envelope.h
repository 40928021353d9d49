/* envelope: an envelope of a bot's, as a test says it. */
#ifndef FIEL_TEST_ENVELOPE_H
#define FIEL_TEST_ENVELOPE_H

#include "wire/codec.h"
#include "wire/pack.h"

static uint8_t space[ENVELOPE_MAX];
static struct packer words;

/* An envelope of `messages` messages, to be filled. */
static inline struct packer *envelope(uint64_t ack, unsigned messages)
{
    pack_start(&words, space, sizeof space);
    pack_array(&words, 1 + messages);
    pack_uint(&words, ack);
    return &words;
}

#endif
