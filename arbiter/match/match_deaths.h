/* match_deaths: every way in which a process of a bot can end, and who answers for it: one table, of which SECURITY.md has each row.
 *
 * A bot answers for what its own process does, for what it does to the seat's, which reads what it writes, and for its own limits.  It answers
 * for nothing that the machine's memory killer took, nothing that could not be started, and for no keeper that it cannot reach. */
#ifndef FIEL_MATCH_DEATHS_H
#define FIEL_MATCH_DEATHS_H

#include <sys/resource.h>

#include "base/control.h"
#include "base/spawn.h"
#include "jail/jail.h"

enum { DEATH_NO_LIMIT = -1 };

/* X(NAME, process, how it ends, started again so often before that counts, limit, who else: an enum arbiter_code or 0), in the order in which
 * they are asked for.  No limit and nobody else: CRASHED of the bot. */
#define DEATHS(X) \
    X(BRIDGE_CRASHED, "bridge, its seat", "ready, behind a wall, by itself, own signal or us", 1, DEATH_NO_LIMIT, 0) \
    X(BRIDGE_ENDED, "bridge, its seat", "otherwise, behind a wall", 1, DEATH_NO_LIMIT, ARBITER_NO_PROCESS) \
    X(BOT_LEFT, "bot", "by itself with exit code 0, before the result", 0, DEATH_NO_LIMIT, 0) \
    X(BOT_FILE, "bot", "by SIGXFSZ (its file is too large)", 0, RLIMIT_FSIZE, 0) \
    X(BOT_CPU, "bot", "by SIGXCPU (its processor time is used up)", 0, RLIMIT_CPU, 0) \
    X(CGROUP_FULL, "bot, keeper", "killed at the memory limit of its cgroup", 0, RLIMIT_AS, 0) \
    X(BOT_TAKEN, "bot", "by the machine's memory killer, below its own limit", 0, DEATH_NO_LIMIT, ARBITER_MEMORY) \
    X(BOT_FULL, "bot", "by a signal or an exit code but 0, with more than half of its memory in use", 0, RLIMIT_AS, 0) \
    X(BOT_CRASHED, "bot", "by any other signal or exit code", 2, DEATH_NO_LIMIT, 0) \
    X(KEEPER_KILLED, "keeper", "by us, because it runs in a loop, or by a signal that its bot could not send", 2, \
      DEATH_NO_LIMIT, ARBITER_NO_PROCESS) \
    X(KEEPER_CRASHED, "keeper", \
      "by itself, by us because of a wrong frame, or by a signal where no wall holds its bot", 2, DEATH_NO_LIMIT, 0) \
    X(SEAT_UNREADY, "seat", "before anybody could speak to it", 3, DEATH_NO_LIMIT, ARBITER_NO_PROCESS) \
    X(SEAT_FULL, "seat", "by a signal of its own, with three quarters of its memory in use", 0, RLIMIT_AS, 0) \
    X(SEAT_ABORTED, "seat", "by any other signal of its own", 0, DEATH_NO_LIMIT, 0) \
    X(SEAT_TAKEN, "seat", "by the machine's memory killer, when it was started again before", 0, DEATH_NO_LIMIT, \
      ARBITER_MEMORY) \
    X(SEAT_ENDED, "seat", "otherwise", 1, DEATH_NO_LIMIT, 0)

enum death_row {
#define X(name, process, how, again, limit, arbiter) DEATH_##name,
    DEATHS(X)
#undef X
        DEATH_ROWS
};

enum death_of { DEATH_OF_BOT, DEATH_OF_KEEPER, DEATH_OF_SEAT, DEATH_OF_BRIDGE };

/* One end, and what is known of it. */
struct death {
    enum death_of of;
    struct ending how;
    uint64_t most_kib;        /* memory that it may have */
    struct jail_usage cgroup; /* the bot's; zeros: it has none */
    bool taken;               /* the memory killer has struck */
    bool by_us, wrong;        /* we ended it; because of a frame that none of ours sends */
    bool walled;              /* a keeper: its bot can send it no signal */
    bool ready;               /* a seat: it has said where it is, or its bridge was there */
};

enum death_row death_row(const struct death *d);
/* Sets limit and used, or arbiter, of *out, as the row says; returns how often such a process is started again before. */
unsigned death_verdict(enum death_row row, const struct death *d, struct control_ended *out);

#endif
