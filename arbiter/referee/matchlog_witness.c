/* matchlog_witness: what a match log asks of its witnesses. */
#include "matchlog_witness.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cpu.h"
#include "base/now.h"
#include "base/spawn.h"
#include "cli/beside.h"

/* As long as all witnesses together may take: they are asked one behind the other, for ten seconds each, and none again for a minute
 * that gave no answer. */
enum { ASKED_MS = 30000, SAID = POLICY_WITNESSES * 1536 /* a cosignature, or a sentence with a name and an address */ };

static const char speaker[] = "fiel: witness: "; /* before each sentence of fiel-witness */

/* Until a line that is `end`, or all that is said in time, without it. */
static void hear(int asks, const char *end, char said[SAID])
{
    size_t n = 0;
    int64_t until = now_ms() + ASKED_MS, left;
    struct pollfd p = { .fd = asks, .events = POLLIN };
    char *at = NULL;
    while (n < SAID - 1 && !at && (left = until - now_ms()) > 0 && poll(&p, 1, (int)left) >= 0) {
        ssize_t got = p.revents ? read(asks, said + n, SAID - 1 - n) : 0;
        if (p.revents && got <= 0)
            break;
        n += (size_t)got;
        said[n] = '\0';
        at = strstr(said, end);
    }
    if (at)
        *at = '\0';
}

/* The one that is there: what it is told is a number, behind whose lines it says that number again. */
static void ask_it(int asks, char said[SAID])
{
    static unsigned times;
    char number[16], end[32];
    int n = snprintf(number, sizeof number, "%u\n", ++times);
    snprintf(end, sizeof end, "asked %s", number);
    said[0] = '\0';
    if (send(asks, number, (size_t)n, MSG_NOSIGNAL) == n)
        hear(asks, end, said);
    else
        strcpy(said, "fiel-witness is not there any more\n");
}

/* What fiel-witness says: cosignatures and sentences, a line each. */
static void ask(const struct matchlog *m, char said[SAID])
{
    if (m->asks >= 0) {
        ask_it(m->asks, said);
        return;
    }
    char path[PATH_MAX], name[] = "fiel-witness", word[] = "ask", policy[] = "--policy", rest[] = "--rest";
    char *argv[] = {
        name, word, (char *)(uintptr_t)m->folder, policy, (char *)(uintptr_t)m->policy, m->patient ? NULL : rest, NULL
    };
    const struct spawn s = { .path = path, .argv = argv, .environment = environ, .cpu = CPU_NONE };
    struct ending end;
    const char *step = "finding it";
    errno = ENAMETOOLONG;
    if (!beside(path, name) || spawn_hear(&s, said, SAID, ASKED_MS, &end, &step))
        snprintf(said, SAID, "fiel-witness cannot be started: %s: %s: install Fiel whole\n", step, strerror(errno));
}

/* Puts the lines that hold under the checkpoint; the first of the others is a reason. */
static void put_lines(const struct policy *p, struct log_writer *w, char *said, char reason[256])
{
    char *rest, why[LOG_WHY];
    reason[0] = '\0';
    for (char *line = strtok_r(said, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char note[LOG_CHECKPOINT + COSIGNATURE_LINE];
        bool held = false;
        uint64_t time;
        int n = snprintf(note, sizeof note, "%s%s\n", log_checkpoint(w), line);
        for (unsigned i = 0; n < (int)sizeof note && !held && i < p->members; i++)
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

static struct policy p;
static const char *loaded; /* its file */
static char unread[POLICY_WHY];

void matchlog_witness_policy(const struct matchlog *m)
{
    unread[0] = '\0';
    if (m->policy && *m->policy && policy_load(&p, m->policy, unread) == 0)
        unread[0] = '\0';
    loaded = m->policy;
}

void matchlog_witness(struct matchlog *m, struct log_writer *w)
{
    static char said[SAID];
    char reason[256] = "";
    m->lacks[0] = '\0';
    if (!m->policy || !*m->policy)
        return;
    if (loaded != m->policy)
        matchlog_witness_policy(m);
    if (*unread) {
        snprintf(m->lacks, sizeof m->lacks, "the log's policy cannot be read: %.400s", unread);
        return;
    }
    ask(m, said);
    put_lines(&p, w, said, reason);
    policy_lacks(&p, &m->signer.key, log_checkpoint(w), strlen(log_checkpoint(w)), m->lacks);
    size_t n = strlen(m->lacks);
    if (n > 0 && *reason)
        snprintf(m->lacks + n, sizeof m->lacks - n, ": %s", reason);
}
