/* reading: who reads for the referee what a bot wrote.
 *
 * The referee has the deck and the key, and reads nothing that a stranger wrote.  Two children of it do, which it forks before it is told
 * either, and before it gives up what it could fork them with.  They have one socket, to the referee, and none of its other descriptors.
 *
 * One looks at what a seat process calls malformed.  That word ends the match, and a record in which it is wrong convicts the arbiter: so a
 * seat process that was taken over could spoil the record of a match that its bot is losing.  It reads each time in a child of its own,
 * which may make no system call but the one that ends it: all that can come of the bytes is an exit code, and nothing of them stays.
 * The other one reads the envelopes of a record that goes on, one behind the other: what it says of one has to be its bytes
 * (from_seat_wrong), and what comes of that is what the record has. */
#ifndef FIEL_READING_H
#define FIEL_READING_H

#include <stdbool.h>

#include "base/link.h"

enum reading { READING_DOUBTS, READING_RECORD };

/* Forks; `name` is what the child is called in the list of processes, where this program's own word stands.  Its socket; -1 and errno. */
int reading_start(enum reading what, uint32_t uid, char *name);
/* What it makes of these bytes: SEAT_ENVELOPE or SEAT_MALFORMED, and of doubtful ones `error` alone.  False: it is not there. */
bool reading_ask(int reader, const void *raw, size_t size, uint32_t tables, struct from_seat *f);

#endif
