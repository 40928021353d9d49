/* event_fault: a fault in the JSON of a match, as its id and its numbers. */
#ifndef FIEL_EVENT_FAULT_H
#define FIEL_EVENT_FAULT_H

#include <jansson.h>
#include <stdbool.h>

#include "cli/language.h"
#include "tell/fault.h"
#include "wire/codec.h"

struct event_fault {
    char by[NAME_TEXT];
    enum fault fault; /* FAULT_NONE: there is none */
    uint64_t a, b;
};
/* Of an object with "name", "fault", "a" and "b"; false: its fault is none that is known, and *f is empty. */
bool event_fault_read(const json_t *j, struct event_fault *f);
/* Puts those four into an object. */
void event_fault_write(json_t *j, const struct event_fault *f);
/* "crashed: its process ended with exit code 3", in the language given: the name of a fault is a word of the protocol's, and stays. */
enum { EVENT_FAULT_TOLD = FAULT_SAID + 32 };
char *event_fault_told(const struct event_fault *f, enum language l, char out[EVENT_FAULT_TOLD]);

#endif
