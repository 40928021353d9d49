/* fault: what is said of a fault, with its numbers as people say them. */
#ifndef FIEL_TELL_FAULT_H
#define FIEL_TELL_FAULT_H

#include <stddef.h>
#include <stdint.h>

#include "cli/language.h"

enum { FAULT_SAID = 256, FAULT_NAMED = FAULT_SAID + 32 };
/* Something said (cli/said.h): "had 5 s and took 5.21 s"; `a` and `b` are the fault's own.  Returns out. */
char *fault_said(char out[FAULT_SAID], unsigned fault, uint64_t a, uint64_t b);
/* The same as a sentence, in English or in the spoken language. */
char *fault_told(char out[FAULT_SAID], enum language l, unsigned fault, uint64_t a, uint64_t b);
/* "crashed: its process ended with exit code 3": the name of a fault is a word of the protocol's, and stays. */
char *fault_named(char out[FAULT_NAMED], enum language l, unsigned fault, uint64_t a, uint64_t b);
/* Of an enum end_reason: "played", "fault", "last-hand", "void", "cancelled", "stopped"; of another number "unknown" */
const char *end_word(unsigned reason);
/* "0.21 ms", "3.2 s", "24 h"; the point is the spoken language's. */
char *tell_time(char out[32], uint64_t us);
/* "HELLO", "?" */
const char *tell_type(unsigned type);

#endif
