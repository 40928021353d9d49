/* language: in which of three a program speaks to the person at it. */
#ifndef FIEL_CLI_LANGUAGE_H
#define FIEL_CLI_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum language { ENGLISH, SPANISH, PORTUGUESE, LANGUAGES };

/* "es", or as a locale is called, "es_AR.UTF-8"; false and *out as it was for any other. */
bool language_read(const char *name, enum language *out);
/* As the user's locale says (LC_ALL, LC_MESSAGES, LANG, the first that is set); English when it names none of ours.  Where there is
 * a locale, LANGUAGE goes before it, as for other programs: a list of languages parted by colons, of which the first of ours counts. */
enum language language_of_environment(void);
/* "en", "es", "pt"; and back, English for any other. */
const char *language_name(enum language l);
enum language language_called(const char *name);

/* This process speaks it from now on; English before the first. */
void language_speak(enum language l);
enum language language_spoken(void);

/* "ana", "ana and berta", "ana, berta and carla": names as the spoken language lists them, cut to fit. */
char *language_list(char *out, size_t cap, const char *const list[], size_t count);
/* Numbers as the spoken language writes them: their points become commas in Spanish and Portuguese.  Returns the text. */
char *language_decimals(char *text);
/* " and ": what stands before the last of several, which is this one. */
const char *language_and(enum language l, const char *last);
/* A character of `n` bytes for a page that has ASCII alone: its letter without the accent; '\0' for what is left out, '?' for
 * what is none. */
char language_bare(const char *text, size_t n);

/* The message in the language that is spoken, and of two the one that goes with a number: po/ has the translations, and the directives of
 * printf are the same in all, which msgfmt checks.  A message that has none there stays as it is. */
const char *T(const char *english) __attribute__((format_arg(1)));
const char *TN(const char *one, const char *many, uint64_t n) __attribute__((format_arg(1), format_arg(2)));
/* The same in a language that is given. */
const char *language_text(enum language l, const char *english) __attribute__((format_arg(2)));
const char *language_counted(enum language l, const char *one, const char *many, uint64_t n)
    __attribute__((format_arg(2), format_arg(3)));
/* Marks a message for po/ that T() gets elsewhere. */
#define N_(english) english

#endif
