/* capacity: what this machine, and the cgroups that we are in, have for matches; and what matches may take at most.
 *
 * It is counted before anything is started: what the machine cannot give when it is wanted would end a match, or a
 * process of somebody who had nothing to do with it. */
#ifndef FIEL_CAPACITY_H
#define FIEL_CAPACITY_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CAPACITY_WHY = 320,
    CAPACITY_BOT_LEAST = 512 << 20 /* memory of a bot below which nobody who asked for no size is lowered */
};

/* What there is, or what is taken. */
struct capacity {
    uint64_t memory, tasks; /* bytes; processes and threads */
    uint64_t files;         /* open files, of all processes together */
    uint64_t descriptors;   /* of one process: the one that asks, or the one of a match that needs most */
    uint64_t users;         /* ids of --uids, which root alone can give */
};

/* What a match is, as far as it decides what that takes; `parties` counts remote ones, too. */
struct capacity_wish {
    unsigned parties, hosted;
    bool jailed;
    uint64_t bot_memory; /* of each hosted bot and cutter */
    uint64_t copies;     /* of all of them together: jail_copied (runtime.h) */
};

/* What there is in all: the machine's memory and threads, or what the cgroup that has least of them leaves us; the open files that the
 * machine has left, and this process' own limit of descriptors; `users` as many as the range has (0: any number).  Of all but descriptors it
 * is the share of one match, where several are played beside each other (match_at_once, child/match_argv.h). */
void capacity_look(struct capacity *out, uint64_t users);
/* What it may take at most. */
struct capacity capacity_of_match(const struct capacity_wish *w);
/* How many of these there is room for. */
uint64_t capacity_times(const struct capacity *have, const struct capacity *each);
/* What is short, with figures, of `count` of these; false: nothing is, and `why` is untouched. */
bool capacity_short(const struct capacity *have, const struct capacity *each, uint64_t count, char why[CAPACITY_WHY]);

#endif
