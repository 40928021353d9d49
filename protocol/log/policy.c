/* policy: which checkpoints somebody believes. */
#include "log/policy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { WORDS = 2 + POLICY_WITNESSES + POLICY_GROUPS + 1, NOWHERE = -2, DAY_S = 86400 };

/* A line being read: its words point into a copy of it. */
struct policy_line {
    unsigned number, words;
    char *word[WORDS];
};

static int fail(char why[POLICY_WHY], const struct policy_line *l, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static int fail(char why[POLICY_WHY], const struct policy_line *l, const char *format, ...)
{
    va_list list;
    int n = snprintf(why, POLICY_WHY, "line %u: ", l->number);
    va_start(list, format);
    vsnprintf(why + n, POLICY_WHY - (size_t)n, format, list);
    va_end(list);
    return -1;
}

/* A witness or group by its name, or NOWHERE. */
static int find(const struct policy *p, const char *name)
{
    for (unsigned i = 0; i < p->members; i++)
        if (!strcmp(p->member[i].name, name))
            return (int)i;
    return NOWHERE;
}

static int line_log(struct policy *p, const struct policy_line *l, char why[POLICY_WHY])
{
    struct note_key key;
    if (l->words < 2 || l->words > 3)
        return fail(why, l, "say log VKEY [URL]");
    const char *wrong = note_key_parse(l->word[1], &key);
    if (wrong)
        return fail(why, l, "%.120s: %s", l->word[1], wrong);
    for (unsigned i = 0; i < p->logs; i++)
        if (!memcmp(p->log[i].public_key, key.public_key, sizeof key.public_key))
            return fail(why, l, "this log's key is there already: take one of the lines out");
    if (p->logs == POLICY_LOGS)
        return fail(why, l, "more than %d logs: make two policies of it", POLICY_LOGS);
    p->log[p->logs++] = key;
    return 0;
}

/* Room for a member with the name of this line, or NULL and a sentence. */
static struct policy_member *member_new(struct policy *p, const struct policy_line *l, char why[POLICY_WHY])
{
    const char *name = l->word[1];
    struct policy_member *m = NULL;
    if (!strcmp(name, "none") || find(p, name) != NOWHERE)
        fail(why, l, "the name %.64s is taken: choose another", name);
    else if (strlen(name) >= POLICY_NAME)
        fail(why, l, "a name has at most %d bytes: choose a shorter one", POLICY_NAME - 1);
    else {
        m = &p->member[p->members];
        memset(m, 0, sizeof *m);
        memcpy(m->name, name, strlen(name));
    }
    return m;
}

static int line_witness(struct policy *p, const struct policy_line *l, char why[POLICY_WHY])
{
    if (l->words < 3 || l->words > 4)
        return fail(why, l, "say witness NAME VKEY [URL]");
    if (p->witnesses == POLICY_WITNESSES)
        return fail(why, l, "more than %d witnesses: take some out", POLICY_WITNESSES);
    struct policy_member *m = member_new(p, l, why);
    if (!m)
        return -1;
    const char *wrong = witness_key_parse(l->word[2], &m->key);
    if (wrong)
        return fail(why, l, "%.120s: %s", l->word[2], wrong);
    for (unsigned i = 0; i < p->members; i++)
        if (!p->member[i].of && !memcmp(p->member[i].key.public_key, m->key.public_key, sizeof m->key.public_key))
            return fail(why, l, "the key is that of %s, too, who would count twice: take one of the lines out",
                        p->member[i].name);
    if (l->words == 4 && strlen(l->word[3]) >= sizeof m->url)
        return fail(why, l, "an address has at most %zu bytes", sizeof m->url - 1);
    if (l->words == 4)
        memcpy(m->url, l->word[3], strlen(l->word[3]));
    p->members++;
    p->witnesses++;
    return 0;
}

/* "any", "all", or a number from 1 to `count`; 0: none of them. */
static unsigned threshold(const char *word, unsigned count)
{
    uint64_t n;
    if (!strcmp(word, "any"))
        return 1;
    if (!strcmp(word, "all"))
        return count;
    return note_number(word, &n) && n <= count ? (unsigned)n : 0;
}

static int line_group(struct policy *p, const struct policy_line *l, char why[POLICY_WHY])
{
    if (l->words < 4)
        return fail(why, l, "say group NAME K|any|all NAME...");
    if (p->groups == POLICY_GROUPS)
        return fail(why, l, "more than %d groups: take some out", POLICY_GROUPS);
    struct policy_member *m = member_new(p, l, why);
    if (!m)
        return -1;
    m->least = threshold(l->word[2], l->words - 3);
    if (m->least == 0)
        return fail(why, l, "'%.32s' of %u: say any, all or a number from 1 to %u", l->word[2], l->words - 3,
                    l->words - 3);
    for (unsigned i = 3; i < l->words; i++) {
        int who = find(p, l->word[i]);
        if (who == NOWHERE)
            return fail(why, l, "no witness or group %.64s stands before this line", l->word[i]);
        if (p->member[who].taken)
            return fail(why, l, "%.64s is a member already, and nobody counts twice: take it out once", l->word[i]);
        p->member[who].taken = true;
        m->of |= UINT64_C(1) << who;
    }
    p->members++;
    p->groups++;
    return 0;
}

static int line_quorum(struct policy *p, const struct policy_line *l, char why[POLICY_WHY])
{
    if (l->words != 2)
        return fail(why, l, "say quorum NAME, or quorum none");
    if (p->quorum != NOWHERE)
        return fail(why, l, "a second quorum: keep one");
    p->quorum = strcmp(l->word[1], "none") ? find(p, l->word[1]) : POLICY_NONE;
    if (p->quorum == NOWHERE)
        return fail(why, l, "no witness or group %.64s stands before this line", l->word[1]);
    return 0;
}

static int take_line(struct policy *p, const struct policy_line *l, char why[POLICY_WHY])
{
    static const struct {
        const char *word;
        int (*take)(struct policy *p, const struct policy_line *l, char why[POLICY_WHY]);
    } kinds[] = {
        { "log", line_log }, { "witness", line_witness }, { "group", line_group }, { "quorum", line_quorum }
    };
    if (l->words == 0 || l->word[0][0] == '#')
        return 0;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(l->word[0], kinds[i].word))
            return kinds[i].take(p, l, why);
    return fail(why, l, "'%.32s': a line begins with log, witness, group, quorum or #", l->word[0]);
}

/* Cuts [text, end) into words; false: there are more than any line may have. */
static bool cut(struct policy_line *l, char *text)
{
    char *rest;
    l->words = 0;
    for (char *word = strtok_r(text, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        if (l->words == WORDS)
            return *l->word[0] == '#';
        l->word[l->words++] = word;
    }
    return true;
}

/* One line of the file, [text, end) without its newline. */
static int parse_line(struct policy *p, struct policy_line *l, const char *text, size_t size, char why[POLICY_WHY])
{
    char copy[POLICY_MAX + 1];
    for (size_t i = 0; i < size; i++)
        if (((unsigned char)text[i] < ' ' && text[i] != '\t') || text[i] == 127)
            return fail(why, l, "a control character: take it out");
    memcpy(copy, text, size);
    copy[size] = '\0';
    return cut(l, copy) ? take_line(p, l, why) : fail(why, l, "more words than any line has: take some out");
}

int policy_parse(struct policy *p, const char *text, size_t size, char why[POLICY_WHY])
{
    struct policy_line l = { .number = 0 };
    memset(p, 0, sizeof *p);
    p->quorum = NOWHERE;
    p->latest = UINT64_MAX;
    if (size > POLICY_MAX)
        return fail(why, &l, "a policy has at most %d bytes: shorten it", POLICY_MAX);
    for (const char *at = text, *end = text + size; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        l.number++;
        if (!stop)
            return fail(why, &l, "the last line has no end: put a newline there");
        if (parse_line(p, &l, at, (size_t)(stop - at), why))
            return -1;
        at = stop + 1;
    }
    l.number++;
    if (p->quorum == NOWHERE)
        return fail(why, &l, "the quorum is missing: end with quorum NAME, or quorum none");
    return 0;
}

int policy_load(struct policy *p, const char *path, char why[POLICY_WHY])
{
    char text[POLICY_MAX + 1], wrong[POLICY_WHY];
    FILE *f = fopen(path, "re");
    size_t size = f ? fread(text, 1, sizeof text, f) : 0;
    int error = !f || ferror(f) ? errno : 0;
    if (f)
        fclose(f);
    if (error)
        snprintf(wrong, sizeof wrong, "%s: name a policy that can be read", strerror(error));
    if (!error && !policy_parse(p, text, size, wrong)) {
        p->latest = (uint64_t)time(NULL) + DAY_S;
        return 0;
    }
    snprintf(why, POLICY_WHY, "%.200s: %.300s", path, wrong);
    return -1;
}

const char *policy_quorum(const struct policy *p) { return p->quorum < 0 ? "none" : p->member[p->quorum].name; }

/* Members stand behind those that they are of. */
static bool reached(const struct policy *p, uint64_t have)
{
    for (unsigned i = 0; i < p->members; i++) {
        unsigned count = 0;
        for (uint64_t left = have & p->member[i].of; left; left &= left - 1)
            count++;
        if (p->member[i].of && count >= p->member[i].least)
            have |= UINT64_C(1) << i;
    }
    return p->quorum < 0 || (have >> p->quorum & 1);
}

/* The policy lists this very log, or none. */
static bool lists(const struct policy *p, const struct note_key *log)
{
    for (unsigned i = 0; i < p->logs; i++)
        if (!memcmp(&p->log[i], log, sizeof *log))
            return true;
    return p->logs == 0;
}

const char *policy_judge(const struct policy *p, const struct note_key *log, const char *note, size_t size,
                         struct policy_verdict *out)
{
    struct policy_verdict v = { .cosigned = 0 };
    struct checkpoint c;
    const char *wrong = lists(p, log) ? checkpoint_open(note, size, log, &c) : "its log is none of the policy's";
    for (unsigned i = 0; !wrong && i < p->members; i++) {
        uint64_t time;
        enum cosigned got = p->member[i].of ? COSIGNED_NOT : checkpoint_cosigned(note, size, &p->member[i].key, &time);
        if (got == COSIGNED_WRONG)
            wrong = "a cosignature of a witness of the policy does not hold";
        if (got != COSIGNED || time < POLICY_EARLIEST || time > p->latest)
            continue;
        v.cosigned |= UINT64_C(1) << i;
        v.count++;
        v.time = v.time > time ? v.time : time;
    }
    v.quorum = reached(p, v.cosigned);
    if (!wrong)
        *out = v;
    return wrong;
}

void policy_lacks(const struct policy *p, const struct note_key *log, const char *note, size_t size,
                  char text[POLICY_LACKS])
{
    struct policy_verdict v = { .cosigned = 0 };
    struct checkpoint c = { .size = 0 };
    const char *wrong = policy_judge(p, log, note, size, &v);
    text[0] = '\0';
    if (wrong) {
        snprintf(text, POLICY_LACKS, "the log is not what its policy asks for: %s", wrong);
    } else if (!v.quorum) {
        checkpoint_peek(note, size, &c);
        snprintf(text, POLICY_LACKS,
                 "%u of %u witnesses have cosigned the log at %" PRIu64 " entries, which is not the quorum %s", v.count,
                 p->witnesses, c.size, policy_quorum(p));
    }
}
