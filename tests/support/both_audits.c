/* both_audits: linked before a test that audits records: every record is judged by playing it again too, and both must say the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/played.h"
#include "both_audits.h"

int __real_audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out);
int __wrap_audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out);

unsigned long both_judged, both_said_more;

static void tell(const char *who, const struct audit_report *r)
{
    fprintf(stderr, "  %s: outcome %d, blame %d, record %llu of type %u: %s\n", who, (int)r->outcome, (int)r->blame,
            (unsigned long long)r->record, r->type, r->wrong);
#define X(name, text) fprintf(stderr, "    %s %llu\n", text, (unsigned long long)r->counts.name);
    AUDIT_COUNTS(X)
#undef X
    fprintf(stderr, "    ground %d, seed %d, hands %u\n", (int)r->ground, r->has_seed, r->hands);
}

/* The record stands before OPEN. */
static bool before_open(const void *bytes, size_t size, uint64_t record)
{
    struct replay r;
    struct record rec;
    replay_over(&r, bytes, size);
    for (uint64_t n = 0; n < record && replay_next(&r, &rec); n++)
        if (rec.type == MSG_OPEN)
            return false;
    return true;
}

/* Where the two are known to differ.  The one that plays looks at the times of everything that comes before OPEN, and not of JOIN alone; of a
 * header that describes no match it says so at once; and an envelope that was handed over and is left out it finds at the next one of
 * that party, where the other may find it by a time in between. */
static bool known(const void *bytes, size_t size, const struct audit_report *judged, const struct audit_report *played)
{
    static const char left[] = "is said to have left at";
    if (judged->blame != played->blame && judged->outcome == AUDIT_WRONG)
        return false;
    if (played->outcome != AUDIT_WRONG)
        return false;
    bool times = strstr(played->wrong, left) != NULL || strstr(played->wrong, "times out of order") != NULL;
    bool gap = strstr(played->wrong, "an envelope to seat") != NULL && strstr(judged->wrong, left) != NULL;
    return (times && before_open(bytes, size, played->record)) || (gap && played->record > judged->record) ||
           (played->record == 1 && strncmp(played->wrong, "the header describes no match", 29) == 0);
}

/* The first thing beside the verdict in which two reports of a record differ that is right as far as it goes; NULL: they are the same. */
static const char *differs(const struct audit_report *a, const struct audit_report *b)
{
#define X(name, text) \
    if (a->counts.name != b->counts.name) \
        return text;
    AUDIT_COUNTS(X)
#undef X
    if (a->end != b->end || strcmp(a->wrong, b->wrong) != 0)
        return "how the file ends";
    if (a->has_offer != b->has_offer || memcmp(a->match_id, b->match_id, HASH) != 0 ||
        memcmp(a->bots, b->bots, sizeof a->bots) != 0)
        return "the offer";
    if (a->open != b->open || a->open_size != b->open_size)
        return "OPEN";
    if (a->proof != b->proof || a->proof_size != b->proof_size)
        return "the log's proof";
    if (a->has_seed != b->has_seed)
        return "the seed";
    if (memcmp(a->paused_us, b->paused_us, sizeof a->paused_us) != 0 ||
        memcmp(a->paused_for_us, b->paused_for_us, sizeof a->paused_for_us) != 0)
        return "time that was nobody's";
    if (a->has_result != b->has_result || memcmp(a->result.games, b->result.games, sizeof a->result.games) != 0 ||
        a->result.winner != b->result.winner || a->result.fault != b->result.fault)
        return "the result";
    if (a->ground != b->ground)
        return "what stands behind a fault";
    if (a->hands != b->hands || memcmp(a->signed_to, b->signed_to, sizeof a->signed_to) != 0)
        return "who signed how many hands";
    return a->result_us == b->result_us && a->reveal_us == b->reveal_us ? NULL : "the moments of RESULT and REVEAL";
}

static bool agree(const struct audit_report *a, const struct audit_report *b)
{
    const char *what = a->outcome == AUDIT_WRONG || b->outcome == AUDIT_WRONG ? NULL : differs(a, b);
    if (what != NULL)
        fprintf(stderr, "the reports differ: %s\n", what);
    return what == NULL && a->outcome == b->outcome && a->blame == b->blame && a->record == b->record;
}

static int judge(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out)
{
    static struct audit_report again; /* too large for the stack */
    int rc = __real_audit_bytes(bytes, size, pinned, out);
    both_judged++;
    int played = audit_played(bytes, size, pinned, &again);
    bool same = played == rc && (rc != 0 || agree(out, &again)), more = !same && known(bytes, size, out, &again);
    both_said_more += more;
    if (!same && !more) {
        fprintf(stderr, "the two audits of a record of %zu bytes differ:\n", size);
        tell("judged", out);
        tell("played", &again);
        const char *keep = getenv("FIEL_DIFFERS");
        if (keep == NULL)
            abort();
        FILE *f = fopen(keep, "wb");
        if (f != NULL && fwrite(bytes, 1, size, f) == size)
            fclose(f);
    }
    return rc;
}

/* The same match when its arbiter was killed somewhere: nobody knows S then. */
static size_t cut_short(const void *bytes, size_t size)
{
    struct replay r;
    struct record rec;
    size_t most = size / 8 * (1 + both_judged % 8), cut = 0;
    replay_over(&r, bytes, size);
    while (replay_next(&r, &rec) && rec.type != MSG_REVEAL && r.at <= most)
        cut = r.at;
    return cut;
}

int __wrap_audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out)
{
    static struct audit_report part; /* too large for the stack */
    int rc = judge(bytes, size, pinned, out);
    size_t cut = rc == 0 && out->outcome == AUDIT_VALID ? cut_short(bytes, size) : 0;
    if (cut > 0)
        (void)judge(bytes, cut, pinned, &part);
    return rc;
}
