/* matchlog_witness: what a match log asks of its witnesses. */
#include "matchlog_witness.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/place.h"
#include "base/spawn.h"
#include "cli/beside.h"

/* As long as all witnesses together may take: they are asked one behind the other, for ten seconds each, and none again for a minute
 * that gave no answer. */
enum { ASKED_MS = 30000, SAID = POLICY_WITNESSES * 1536 /* a cosignature, or a sentence with a name and an address */ };

static const char speaker[] = "fiel: witness: "; /* before each sentence of fiel-witness */

/* What fiel-witness says: cosignatures and sentences, a line each. */
static void ask(const struct matchlog *m, char said[SAID])
{
    char path[PATH_MAX], name[] = "fiel-witness", word[] = "ask", policy[] = "--policy", rest[] = "--rest";
    char *argv[] = {
        name, word, (char *)(uintptr_t)m->folder, policy, (char *)(uintptr_t)m->policy, m->patient ? NULL : rest, NULL
    };
    const struct spawn s = { .path = path, .argv = argv, .environment = environ, .cpu = PLACE_NONE };
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

void matchlog_witness(struct matchlog *m, struct log_writer *w)
{
    static struct policy p;
    static char said[SAID];
    char reason[256] = "", why[POLICY_WHY];
    m->lacks[0] = '\0';
    if (!m->policy || !*m->policy)
        return;
    if (policy_load(&p, m->policy, why)) {
        snprintf(m->lacks, sizeof m->lacks, "the log's policy cannot be read: %.400s", why);
        return;
    }
    ask(m, said);
    put_lines(&p, w, said, reason);
    policy_lacks(&p, &m->signer.key, log_checkpoint(w), strlen(log_checkpoint(w)), m->lacks);
    size_t n = strlen(m->lacks);
    if (n > 0 && *reason)
        snprintf(m->lacks + n, sizeof m->lacks - n, ": %s", reason);
}
