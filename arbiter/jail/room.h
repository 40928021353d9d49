/* room: what this machine, and the cgroups that we are in, have for matches; and what matches may take at most.
 *
 * It is counted before anything is started: what the machine cannot give when it is wanted would end a match, or a
 * process of somebody who had nothing to do with it. */
#ifndef FIEL_ROOM_H
#define FIEL_ROOM_H

#include <stdbool.h>
#include <stdint.h>

enum { ROOM_WHY = 256 };

struct room {
    uint64_t memory, tasks; /* bytes; processes and threads */
    uint64_t files;         /* open files, of all processes together */
    uint64_t descriptors;   /* of one process: the one that asks, or the one of a match that needs most */
};

/* What there is in all: the machine's memory and threads, or what the cgroup that has least of them leaves us; the open files that the
 * machine has left, and this process' own limit of descriptors. */
void room_look(struct room *out);
/* What a match may take at most whose hosted bots and cutters have so much memory each; `parties` counts remote ones, too. */
struct room room_of_match(unsigned parties, unsigned hosted, uint64_t bot_memory);
/* How many of these there is room for. */
uint64_t room_times(const struct room *have, const struct room *each);
/* What is short, with figures, of `count` of these; false: nothing is, and `why` is untouched. */
bool room_short(const struct room *have, const struct room *each, uint64_t count, char why[ROOM_WHY]);

#endif
