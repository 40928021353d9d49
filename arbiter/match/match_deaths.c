/* match_deaths: whose doing it is that a process ended.
 *
 * A bot answers for what its own process does and for what it does to its seat's, which reads what it writes; and for
 * its own limits.  It answers for nothing that the machine's memory killer took, and for nothing that could not be started. */
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

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

/* --- a bot ---------------------------------------------------------------------------------------- */

static void limit_hit(struct control_ended *out, unsigned resource, uint64_t used)
{
    out->limit = (uint8_t)(resource + 1);
    out->used = used < UINT32_MAX ? (uint32_t)used : UINT32_MAX;
}

/* What the kernel says of the bot's own cgroup is certain.  Without one a process that went under with more than half of its
 * memory in use has used it up (the address space holds what is not resident too), unless somebody else killed it. */
void death_of_bot(struct match_run *m, unsigned seat, const struct ending *e, struct control_ended *out)
{
    struct jail_usage u = { 0 };
    uint64_t most_kib = m->options.bot_memory / 1024, kib = (uint64_t)e->memory_kib;
    bool own_cgroup = *m->party[seat].cgroup != '\0', killed = e->signal == SIGKILL;
    if (own_cgroup)
        jail_cgroup_usage(m->party[seat].cgroup, &u);
    if (e->signal == SIGXFSZ)
        limit_hit(out, RLIMIT_FSIZE, JAIL_TMP >> 20);
    else if (e->signal == SIGXCPU)
        limit_hit(out, RLIMIT_CPU, (uint64_t)e->cpu_s);
    else if (u.killed && u.reached)
        limit_hit(out, RLIMIT_AS, (u.memory ? u.memory / 1024 : kib) / 1024);
    else if (u.killed || (killed && !own_cgroup && memory_killer(m)))
        out->arbiter = ARBITER_MEMORY;
    else if ((e->signal || e->exit_code) && kib > most_kib / 2)
        limit_hit(out, RLIMIT_AS, kib / 1024);
}

/* --- a seat process --------------------------------------------------------------------------------- */

/* Signals that a process brings upon itself. */
static bool of_its_own(int signal_number)
{
    static const int own[] = { SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGTRAP };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (signal_number == own[i])
            return true;
    return false;
}

/* libzmq and malloc end a process that gets no more memory, address space or descriptors by a signal of its own. What it
 * had resident says nothing: a message that is announced and never sent takes address space alone. */
bool death_of_seat(struct match_run *m, unsigned seat, const struct ending *e, struct control_ended *out)
{
    struct party_run *c = &m->party[seat];
    bool again = c->seat_starts - c->seat_unready <= SEAT_RESTARTS;
    if (!c->ours && !c->seat_ready) { /* it never got so far that anybody could speak to it */
        if (c->seat_unready++ < SEAT_UNREADY)
            return true;
        out->arbiter = ARBITER_NO_PROCESS;
        return false;
    }
    if (!c->ours && of_its_own(e->signal)) {
        if (e->memory_kib > SEAT_MEMORY / 1024 / 4 * 3)
            limit_hit(out, RLIMIT_AS, (uint64_t)e->memory_kib / 1024);
        return false;
    }
    if (!again && !c->ours && e->signal == SIGKILL && memory_killer(m))
        out->arbiter = ARBITER_MEMORY;
    return again;
}
