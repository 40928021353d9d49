/* name: what a name may hold that people give to a bot: letters, digits and some signs, each a character of its own.
 *
 * Letters are those of Latin, Greek, Cyrillic, kana, Han and Hangul that are one character each, so that a name has one way to be written
 * (NFC) and one direction.  Names that stand in addresses, orders and bindings are ASCII alone (record/binding.h). */
#ifndef FIEL_CLI_NAME_H
#define FIEL_CLI_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAME_WRONG = 160 };

/* Bytes of the character at `text` if it may stand in a name: a letter, a digit or one of `signs`; else 0. */
size_t name_character(const char *text, const char *signs);
/* A name has 1 to `most` bytes of these, and neither '.' nor '-' first.  Else false, and `why` names the character that it may not have. */
bool name_good(const char *text, size_t most, const char *signs, char why[NAME_WRONG]);

/* Bytes of the character at `text` as UTF-8 has it (RFC 3629); 0: they are none. */
size_t name_decode(const char *text, uint32_t *code);
/* Is it not seen, or does it turn the characters beside it around (U+200B, U+202E, U+0085)?  No text of a stranger may have it.  The joiners
 * U+200C and U+200D it may: some signs are made with them. */
bool name_hidden(uint32_t code);
/* Is it one line of UTF-8 without such, and without control characters? */
bool name_plain(const char *text);

#endif
