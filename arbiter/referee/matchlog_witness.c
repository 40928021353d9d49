/* matchlog_witness: what a match log asks of its witnesses. */
#include "matchlog_witness.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/place.h"
#include "base/spawn.h"
#include "log/policy.h"

/* As long as all witnesses together may take: they are asked one behind the other, for ten seconds each, and none again for a minute
 * that gave no answer. */
enum { ASKED_MS = 30000, SAID = 4096 };

static const char speaker[] = "fiel: witness: "; /* before each sentence of fiel-witness */

static bool beside_us(const char *name, char path[PATH_MAX])
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(self, '/');
    return slash && snprintf(path, PATH_MAX, "%.*s/%s", (int)(slash - self), self, name) < PATH_MAX;
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* All that is said until the other end is closed, or the time is over. */
static void hear(int fd, char said[SAID])
{
    size_t n = 0;
    int64_t until = now_ms() + ASKED_MS, left;
    struct pollfd p = { .fd = fd, .events = POLLIN };
    while (n < SAID - 1 && (left = until - now_ms()) > 0 && poll(&p, 1, (int)left) >= 0) {
        ssize_t got = p.revents ? read(fd, said + n, SAID - 1 - n) : -1;
        if (got == 0 || (got < 0 && errno != EINTR && p.revents))
            break;
        n += got > 0 ? (size_t)got : 0;
    }
    said[n] = '\0';
}

/* What fiel-witness says: cosignatures and sentences, a line each. */
static void ask(const struct matchlog *m, char said[SAID])
{
    char path[PATH_MAX], name[] = "fiel-witness", word[] = "ask", policy[] = "--policy", rest[] = "--rest";
    char *argv[] = {
        name, word, (char *)(uintptr_t)m->folder, policy, (char *)(uintptr_t)m->policy, m->patient ? NULL : rest, NULL
    };
    struct spawn s = { .path = path, .argv = argv, .environment = environ, .cpu = PLACE_NONE };
    struct child child = { .fd = -1 };
    struct ending end;
    const char *step = "finding it";
    int lines[2];
    said[0] = '\0';
    if (pipe2(lines, O_CLOEXEC)) {
        snprintf(said, SAID, "fiel-witness cannot be started: %s\n", strerror(errno));
        return;
    }
    s.output = lines[1];
    bool started = beside_us(name, path) && spawn_start(&child, &s, &step) == 0;
    if (!started)
        snprintf(said, SAID, "fiel-witness cannot be started: %s: %s: install Fiel whole\n", step, strerror(errno));
    close(lines[1]);
    if (started) {
        hear(lines[0], said);
        child_kill(&child);
        child_reap(&child, &end);
    }
    close(lines[0]);
}

/* Puts the lines that hold under the checkpoint; the first of the others is a reason. */
static void put_lines(const struct policy *p, struct log_writer *w, char *said, char reason[256])
{
    char *rest, why[LOG_ERROR];
    reason[0] = '\0';
    for (char *line = strtok_r(said, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char note[NOTE_MAX];
        bool held = false;
        uint64_t time;
        int n = snprintf(note, sizeof note, "%s%s\n", log_checkpoint(w), line);
        for (unsigned i = 0; n < NOTE_MAX && !held && i < p->members; i++)
            held = !p->member[i].of &&
                   checkpoint_cosigned(log_checkpoint(w), strlen(log_checkpoint(w)), &p->member[i].key, &time) ==
                       COSIGNED_NOT &&
                   checkpoint_cosigned(note, (size_t)n, &p->member[i].key, &time) == COSIGNED;
        if (held && log_cosign(w, note + strlen(log_checkpoint(w)), why))
            snprintf(reason, 256, "%.250s", why);
        else if (!held && !*reason)
            snprintf(reason, 256, "%.250s",
                     line + (strncmp(line, speaker, sizeof speaker - 1) ? 0 : sizeof speaker - 1));
    }
}

void matchlog_witness(struct matchlog *m, struct log_writer *w)
{
    static struct policy p;
    struct policy_verdict v = { .cosigned = 0 };
    char said[SAID], reason[256] = "", why[POLICY_WHY];
    m->lacks[0] = '\0';
    if (!m->policy || !*m->policy)
        return;
    if (policy_load(&p, m->policy, why)) {
        snprintf(m->lacks, sizeof m->lacks, "the log's policy cannot be read: %.400s", why);
        return;
    }
    ask(m, said);
    put_lines(&p, w, said, reason);
    const char *note = log_checkpoint(w), *wrong = policy_judge(&p, &m->signer.key, note, strlen(note), &v);
    if (wrong)
        snprintf(m->lacks, sizeof m->lacks, "the log is not what its policy asks for: %s", wrong);
    else if (!v.quorum)
        snprintf(m->lacks, sizeof m->lacks,
                 "%u of %u witnesses have cosigned the log at %llu entries, which is not the quorum %s%s%s", v.count,
                 p.witnesses, (unsigned long long)log_size(w), policy_quorum(&p), *reason ? ": " : "", reason);
}
