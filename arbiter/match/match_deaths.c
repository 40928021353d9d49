/* match_deaths: see match_deaths.h. */
#include "match_deaths.h"

#include <signal.h>
#include <string.h>

#include "base/now.h"
#include "match.h"

/* --- the memory killer ---------------------------------------------------------------------------- */

enum { STRIKES_MS = 10000 }; /* where memory is short, a process may take seconds to end */

void death_look(struct match_run *m)
{
    int64_t now = now_ms();
    if (m->looked_ms && now - m->looked_ms < STRIKES_MS)
        return;
    uint64_t kills = jail_memory_kills();
    m->memory_kills[0] = m->looked_ms ? m->memory_kills[1] : kills;
    m->memory_kills[1] = kills;
    m->looked_ms = now;
}

/* The memory killer has struck since the last look but one, and each of its strikes explains one death. */
static bool memory_killer(struct match_run *m)
{
    if (!m->looked_ms || jail_memory_kills() <= m->memory_kills[0])
        return false;
    m->memory_kills[0]++;
    return true;
}

/* --- the rows ----------------------------------------------------------------------------------------- */

/* Signals that a process brings upon itself. */
static bool of_its_own(const struct death *d)
{
    static const int own[] = { SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGTRAP, SIGPIPE, SIGXFSZ };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (d->how.signal == own[i])
            return true;
    return false;
}

static bool fuller(const struct death *d, uint64_t quarters)
{
    return (uint64_t)d->how.memory_kib > d->most_kib / 4 * quarters;
}

/* Whether the death is of this row, when it is of none before it.  What the kernel says of the bot's own cgroup is certain.  Without one a
 * process that went under with more than half of its memory in use has used it up: the address space holds what is not resident too.  Of a
 * seat what it had resident says nothing: a message that is announced and never sent takes address space alone. */
static bool is_of(const struct death *d, enum death_row row)
{
    bool bot = d->of == DEATH_OF_BOT, keeper = d->of == DEATH_OF_KEEPER, seat = !bot && !keeper;
    bool failed = d->how.signal || d->how.exit_code, own = of_its_own(d);
    switch (row) {
    case DEATH_BRIDGE_CRASHED:
        return d->of == DEATH_OF_BRIDGE && d->walled && d->ready && (d->by_us || own || !d->how.signal);
    case DEATH_BRIDGE_ENDED: return d->of == DEATH_OF_BRIDGE && d->walled;
    case DEATH_BOT_LEFT: return bot && !failed;
    case DEATH_BOT_FILE: return bot && d->how.signal == SIGXFSZ;
    case DEATH_BOT_CPU: return bot && d->how.signal == SIGXCPU;
    case DEATH_CGROUP_FULL: return !seat && d->cgroup.killed && d->cgroup.reached;
    case DEATH_BOT_TAKEN: return bot && (d->cgroup.killed || d->taken);
    case DEATH_BOT_FULL: return bot && fuller(d, 2);
    case DEATH_BOT_CRASHED: return bot;
    case DEATH_KEEPER_KILLED: return keeper && !d->wrong && (d->by_us || (d->walled && d->how.signal && !own));
    case DEATH_KEEPER_CRASHED: return keeper;
    case DEATH_SEAT_UNREADY: return !d->by_us && !d->ready;
    case DEATH_SEAT_FULL: return !d->by_us && own && fuller(d, 3);
    case DEATH_SEAT_ABORTED: return !d->by_us && own;
    case DEATH_SEAT_TAKEN: return d->taken;
    case DEATH_SEAT_ENDED:
    case DEATH_ROWS: break;
    }
    return true;
}

enum death_row death_row(const struct death *d)
{
    enum death_row row = 0;
    while (!is_of(d, row))
        row++;
    return row;
}

/* How much it had used when it hit this limit: MiB, or seconds of the processor. */
static uint64_t used_of(const struct death *d, int limit)
{
    uint64_t kib = d->cgroup.memory ? d->cgroup.memory / 1024 : (uint64_t)d->how.memory_kib;
    return limit == RLIMIT_FSIZE ? JAIL_TMP >> 20 : limit == RLIMIT_CPU ? (uint64_t)d->how.cpu_s : kib / 1024;
}

unsigned death_verdict(enum death_row row, const struct death *d, struct control_ended *out)
{
    static const struct {
        int limit;
        uint8_t again, arbiter;
    } rows[] = {
#define X(name, process, how, again, limit, arbiter) { limit, again, arbiter },
        DEATHS(X)
#undef X
    };
    uint64_t used = rows[row].limit == DEATH_NO_LIMIT ? 0 : used_of(d, rows[row].limit);
    out->limit = (uint8_t)(rows[row].limit + 1);
    out->used = used < UINT32_MAX ? (uint32_t)used : UINT32_MAX;
    out->arbiter = rows[row].arbiter;
    return rows[row].again;
}

/* --- of a match ----------------------------------------------------------------------------------------- */

bool death_judge(struct match_run *m, unsigned seat, enum death_of of, const struct ending *e,
                 struct control_ended *out)
{
    struct party_run *c = &m->party[seat];
    bool killed = e->signal == SIGKILL, is_seat = of == DEATH_OF_SEAT || of == DEATH_OF_BRIDGE;
    struct death d = { .of = of,
                       .how = *e,
                       .most_kib = (is_seat ? SEAT_MEMORY : m->options.bot_memory) / 1024,
                       .by_us = is_seat ? c->ours : c->keeper_looped,
                       .wrong = c->keeper_wrong,
                       .walled = m->jail.held & (JAIL_BIT(JAIL_PID) | JAIL_BIT(JAIL_SECCOMP)),
                       .ready = c->seat_ready || c->bridge.how.signal || c->bridge.how.exit_code };
    if (!is_seat && *c->cgroup)
        jail_cgroup_usage(c->cgroup, &d.cgroup);
    else if (killed && !d.by_us && of != DEATH_OF_KEEPER && (!is_seat || c->ended[DEATH_SEAT_ENDED]))
        d.taken = memory_killer(m);
    enum death_row row = death_row(&d);
    return c->ended[row]++ < death_verdict(row, &d, out) && (is_seat || m->began);
}
