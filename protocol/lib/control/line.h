/* line: a client of the control socket of `fiel serve` (spec/CONTROL.md): one DEALER, CURVE, requests and answers
 * by tag.  `fiel order` and its like speak through it, and the workers of a ladder.
 *
 * Nothing is printed here: what goes wrong is a code and a sentence.  A line belongs to one thread. */
#ifndef FIEL_CONTROL_LINE_H
#define FIEL_CONTROL_LINE_H

#include <jansson.h>
#include <stddef.h>

enum { LINE_TEXT = 1280 };
enum line_code {
    LINE_FINE,
    LINE_REFUSED, /* the daemon has understood and says no; the text is its own, made printable */
    LINE_WRONG,   /* what the caller gave: an address, a key, a file */
    LINE_LOST,    /* no answer: nobody is there, or turns us away */
};
struct line_error {
    enum line_code code;
    char text[LINE_TEXT];
};

struct line;
/* `address` as tcp://127.0.0.1:7441, `server` the 64 hex digits of server.pub, `key` the caller's NAME.key.  Connects
 * by itself, later and again: that nobody answers is seen by the first line_ask.  NULL and *e. */
struct line *line_open(const char *address, const char *server, const char *key, struct line_error *e);
void line_close(struct line **l);

/* Asks (`request` is used up) and waits for the answer, a new reference; NULL and *e.
 * `bytes` (may be NULL): the second frame, freed by the caller. */
json_t *line_ask(struct line *l, json_t *request, void **bytes, size_t *size, struct line_error *e);
/* What a follower is told next; NULL: nothing for so many milliseconds. */
json_t *line_hear(struct line *l, int ms);

/* A record of match `id` into `fd`, chunk by chunk: what else the request says (`file`, `log`, ...) is in `which`, which is
 * borrowed; NULL: the replay.  LINE_WRONG: it cannot be written. */
enum line_code line_fetch(struct line *l, json_int_t id, const json_t *which, int fd, struct line_error *e);

/* Text of others for a terminal: what is not printable becomes '?'. */
char *harmless(const char *text, char *out, size_t cap);

#endif
