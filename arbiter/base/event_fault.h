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
/* It in words: tell/fault.h. */
static inline char *event_fault_told(const struct event_fault *f, enum language l, char out[FAULT_NAMED])
{
    return fault_named(out, l, f->fault, f->a, f->b);
}

#endif
