/* cpu: where the kernel put us; the load from /proc/stat; the claims of other matches from the abstract socket names they hold. */
#include "cpu.h"

#include <poll.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { PLACE_CPUS = 256, PLACE_LOOK_MS = 30 };

/* Idle ticks by CPU since the machine started; CPUs without a line keep 0. */
static void idle_ticks(uint64_t idle[PLACE_CPUS])
{
    char line[512];
    FILE *f = fopen("/proc/stat", "re");
    memset(idle, 0, PLACE_CPUS * sizeof *idle);
    if (!f)
        return;
    while (fgets(line, sizeof line, f)) {
        unsigned cpu;
        unsigned long long user, nice, system, rest, wait;
        if (sscanf(line, "cpu%u %llu %llu %llu %llu %llu", &cpu, &user, &nice, &system, &rest, &wait) == 6 &&
            cpu < PLACE_CPUS)
            idle[cpu] = rest + wait;
    }
    fclose(f);
}

/* Holds the CPU's name until this process ends; 0 when another match holds it. */
static int claim(int cpu)
{
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    int n = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "fiel-cpu-%d", cpu);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return 1;
    if (!bind(fd, (struct sockaddr *)&name, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n)))
        return 1;
    close(fd);
    return 0;
}

int cpu_allowed(int cpu)
{
    cpu_set_t set;
    if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof set, &set))
        return 0;
    return CPU_ISSET((size_t)cpu, &set) != 0;
}

/* The CPU with the most idle time that is in `left`, -1 when none is. */
static int most_idle(const uint64_t idle[PLACE_CPUS], const cpu_set_t *left)
{
    int best = -1;
    for (size_t i = 0; i < PLACE_CPUS; i++)
        if (CPU_ISSET(i, left) && (best < 0 || idle[i] > idle[best]))
            best = (int)i;
    return best;
}

static int least_busy(cpu_set_t left)
{
    uint64_t before[PLACE_CPUS], idle[PLACE_CPUS];
    idle_ticks(before);
    poll(NULL, 0, PLACE_LOOK_MS);
    idle_ticks(idle);
    for (int i = 0; i < PLACE_CPUS; i++)
        idle[i] -= before[i];
    int best = most_idle(idle, &left);
    for (int cpu = best; cpu >= 0; cpu = most_idle(idle, &left)) {
        if (claim(cpu))
            return cpu;
        CPU_CLR((size_t)cpu, &left);
    }
    return best >= 0 ? best : CPU_NONE;
}

int cpu_choose(void)
{
    cpu_set_t left;
    if (sched_getaffinity(0, sizeof left, &left) || CPU_COUNT(&left) < 2)
        return CPU_NONE;
    int here = sched_getcpu();
    return here >= 0 && claim(here) ? here : least_busy(left);
}

int cpu_use(int cpu)
{
    cpu_set_t set;
    if (cpu < 0)
        return 0;
    CPU_ZERO(&set);
    CPU_SET((size_t)cpu, &set);
    return sched_setaffinity(0, sizeof set, &set);
}
