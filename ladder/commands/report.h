/* report: how the ladder's commands tell what came of them: as sentences in the language that is spoken, or with --json as one object
 * a line, for programs. */
#ifndef FIEL_LADDER_REPORT_H
#define FIEL_LADDER_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "cli/said.h"

struct client;
struct store_error;

/* What the ladder says, and keeps, in English: as the spoken language has it. */
const char *report_sentence(char out[SAID_TEXT], const char *said);
/* Says why the store did not, in the command's name: EXIT_USAGE where other words would help, else EXIT_ENVIRONMENT. */
int report_store(const char *command, const struct store_error *e);
/* A name of the store's ("running", "author"), as the spoken language has it. */
const char *report_name(const char *name);
/* Prints a text and ends the line; on lines of eighty columns, of which all but the first begin at column `hang`. */
void report_flow(int hang, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints the object as a line and gives it back.  EXIT_FINE; without one, for which there was no memory, EXIT_ENVIRONMENT, said. */
int report_object(const char *command, json_t *object);

/* Where sentences go that are told one after the other: into `list`, where there is one, else onto `out`. */
struct report_findings {
    json_t *list;
    FILE *out;
};
/* A store_tell. */
void report_finding(void *findings, const char *sentence);

/* What a value of a server's answer is: somebody's own text, or what the spoken language has words for; the progress of an event is an
 * object in the text, and nothing but of a comparison. */
enum report_kind { REPORT_TEXT, REPORT_NAME, REPORT_SENTENCE, REPORT_PROGRESS };
struct report_column {
    const char *key; /* NULL ends the columns */
    enum report_kind kind;
};
/* What a server answered: with --json as it is, else a row for each object, its columns below each other, on eighty columns; of NULL
 * columns nothing.  The text is clean, whatever the server sends. */
void report_answer(const struct client *c, const json_t *answer, const struct report_column *columns);

#endif
