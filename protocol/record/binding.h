/* binding: who a bot, a cutter or an operator is: a name, a signing key and a transport key, bound by a signature.
 *
 * The file NAME.pub, which is given to hosts, is text of exactly these lines:
 *
 *     fiel-bind 1
 *     name NAME
 *     ed25519 HEX         32 bytes
 *     curve25519 HEX      32 bytes
 *     not_after SECONDS   since 1970; 0: for ever
 *     signature HEX       64 bytes, of that Ed25519 key over bind_message() (LOG.md section 2)
 *
 * The secrets are in NAME.key (identity.h).  The signing key is the identity; the transport key may be changed
 * by a new binding. */
#ifndef FIEL_BINDING_H
#define FIEL_BINDING_H

#include "record/crypto.h"

enum {
    BINDING_NAME = 64,  /* with its NUL */
    BINDING_TEXT = 512, /* a file of this size or more is none */
    BINDING_WHY = 320,
};

struct binding {
    char name[BINDING_NAME];
    uint8_t key[KEY_PUBLIC]; /* Ed25519 */
    uint8_t curve[32];
    uint64_t not_after;
    uint8_t signature[SIGNATURE];
};

/* 1 to 63 letters a-z, digits, '.', '_' and '-', the first a letter or a digit: it is a file's name too. */
bool binding_name_fits(const char *name);

/* Signs what the other fields say. */
void binding_sign(struct binding *b, const uint8_t secret[KEY_SECRET]);
bool binding_holds(const struct binding *b) __attribute__((warn_unused_result));
/* Is it too late for this binding at `now` (seconds since 1970)? */
bool binding_expired(const struct binding *b, uint64_t now);

/* The file's text; returns its length. */
size_t binding_text(const struct binding *b, char text[BINDING_TEXT]);
/* -1 and a sentence that names the line and the remedy; *b is set only when it holds.  An expired binding is
 * one all the same. */
int binding_parse(const char *text, size_t size, struct binding *b, char why[BINDING_WHY]);
/* From a regular file; -1 and a sentence that begins with the path. */
int binding_read(const char *path, struct binding *b, char why[BINDING_WHY]);

#endif
