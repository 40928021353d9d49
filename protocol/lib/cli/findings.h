/* findings: what a check of many things found to be wrong, told one sentence at a time and counted. */
#ifndef FIEL_CLI_FINDINGS_H
#define FIEL_CLI_FINDINGS_H

#include <stdint.h>

struct findings {
    void (*tell)(void *arg, const char *sentence);
    void *arg;
    uint64_t *wrong; /* so many were told */
};

/* Tells a sentence of at most 1,023 bytes and counts it.  What is no printable ASCII in it is told as '?': names of files and of
 * bots are whatever somebody chose, and the sentence may go to a terminal. */
void findings_add(const struct findings *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
