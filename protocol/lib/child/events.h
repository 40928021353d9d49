/* events: what a `fiel match` tells while it is played, how it ended, and what it complained of. */
#ifndef FIEL_CHILD_EVENTS_H
#define FIEL_CHILD_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "child/json_text.h"

/* --- events: what comes through the pipe of --events ------------------------------------------------------------- */

/* Lines as they come; all zeros before the first. */
struct event_lines {
    char *line; /* what came of the next one */
    size_t have, room;
};
enum event_come { EVENT_SOME, EVENT_NOT_NOW, EVENT_END };

/* A whole line of `size` bytes, with its newline behind them, and the JSON object that it is; NULL: it is none. */
typedef void event_line(void *who, const char *line, size_t size, json_t *j);

/* Reads once from `fd` and hands over each line that is whole now.  A line of more than 16 MB, which no match tells, is let go of.
 * EVENT_NOT_NOW: of a descriptor that does not block there is nothing at the moment. */
enum event_come event_read(struct event_lines *t, int fd, event_line *take, void *who);
void event_free(struct event_lines *t);

/* "result"; "" where it is no event. */
const char *event_name(const json_t *j);
/* After result, parked and error nothing is told. */
bool event_last(const json_t *j);

/* --- results: what --json prints, and the event "result" ----------------------------------------------------------- */

/* Texts are the result's, never NULL. */
struct event_result {
    const char *outcome, *error; /* "" none */
    bool won;                    /* a side has won */
    bool machine_lacked;   /* void because no process could be started or no memory was there: another match may do */
    long long void_reason; /* why the arbiter's side made it void; 0: it did not */
};
/* The last line of a file that is a JSON object, and of this event unless that is NULL; a new reference.  NULL: there is none. */
json_t *event_object(const char *path, const char *event);
/* Of a result, or of none (NULL): then everything is empty. */
void event_result(const json_t *j, struct event_result *r);

/* --- complaints: what it printed for people --------------------------------------------------------------------------- */

/* What a program of ours complained of in a file: its last sentence ("fiel: ..."), or else the last line that says something.  JSON says
 * nothing here, nor does what tells of `fiel match --resume`, which is no reason.  It is cut to `room` bytes, without "fiel: " and the
 * command's name, and with blanks for control characters.  False: there is no such line, and `text` is empty. */
bool event_complaint(const char *path, char *text, size_t room);

#endif
