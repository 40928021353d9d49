/* outside: the bot under test, a process with a socket of its own, as an arbiter would start it (CLIENT.md section 1). */
#ifndef FIEL_OUTSIDE_H
#define FIEL_OUTSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    OUTSIDE_PATIENCE_MS = 10000, /* what is due comes before that, on a slow machine too */
    OUTSIDE_FOLDER = 64,
    OUTSIDE_ID = 256,
};

struct outside {
    char *const *command;        /* argv; a path with a slash in it is absolute */
    char folder[OUTSIDE_FOLDER]; /* holds the socket, the log and the state folder */
    pid_t pid;
    int exit_code; /* -1: it runs; 256 and more: a signal */
    void *context, *router, *monitor;
    bool line_up;
    uint8_t server[32], server_secret[32], client[32], client_secret[32];
    uint8_t id[OUTSIDE_ID]; /* of the connection that spoke last */
    size_t id_size;
    bool pieces; /* every message in an envelope of its own */
    bool protested;
    unsigned code; /* of the PROTEST */
    char text[256];
    unsigned went_on; /* the type of what came after a lie that was no PROTEST, 0: nothing */
};

/* Makes folder, keys and socket and starts the bot.  -1 and a sentence. */
int outside_start(struct outside *o, char *const command[], char why[160]);
/* The process is killed and another one started in the same state folder. */
void outside_restart(struct outside *o);
/* The line breaks: the socket goes and comes back at the same endpoint. */
void outside_cut_line(struct outside *o);
void outside_send(struct outside *o, const void *bytes, size_t size);
/* The same bytes as a message of two parts. */
void outside_send_parts(struct outside *o, const void *bytes, size_t size);
/* The size of the next envelope; 0 when none comes for so long, -1 when the bot ended and everything was read. */
long outside_receive(struct outside *o, void *bytes, size_t cap, int ms);
void outside_protests(struct outside *o, unsigned code, const char *text);
/* It protested, or its process is over. */
bool outside_gone(const struct outside *o);
/* Waits for the end of the process: its exit code, 256 and more for a signal, -1 when it does not end. */
int outside_ended(struct outside *o);
/* Removes a folder and all in it; where it cannot, that is printed. */
void outside_remove(const char *folder);
/* Ends everything; the folder is removed. */
void outside_stop(struct outside *o);

#endif
