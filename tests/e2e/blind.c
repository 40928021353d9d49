/* blind: in a blind match of a daemon, as a ladder orders them, nothing that a bot is told names the other one or its program. */
#include "served.h"

#include "record/header.h"

enum { SEATS = 2 };
static const char *const names[SEATS] = { "calandria", "zorzal" };

/* Everything that one bot was told: its words and its environment, its record, and every message, byte by byte. */
struct heard {
    char *bytes;
    size_t size;
};

/* A bot that plays as `random` does, and says on stderr what it hears. */
static void put_listener(const struct served *s, const char *name)
{
    char path[160], script[5000], folder[512], shims[4096];
    snprintf(folder, sizeof folder, "%s/tests", build_dir());
    assert_non_null(realpath(folder, shims));
    int n = snprintf(script, sizeof script,
                     "#!/bin/sh\n# %s\necho \"$@\" >&2\nenv >&2\n"
                     "LD_LIBRARY_PATH='%s' LD_PRELOAD=overheard.so exec '%s/bots/random'\n",
                     name, shims, s->state);
    assert_true(n > 0 && n < (int)sizeof script);
    snprintf(path, sizeof path, "%s/bots/%s", s->state, name);
    spill(path, script, (size_t)n);
    assert_int_equal(chmod(path, 0755), 0);
}

static struct heard heard_by(const struct served *s, const char *seat)
{
    char out[160];
    struct heard h;
    snprintf(out, sizeof out, "%s/heard", s->dir);
    unlink(out);
    run_says(ask(s, "fetch", "1", "--log", seat, "--out", out, NULL), 0, NULL);
    h.bytes = slurp(out, &h.size);
    return h;
}

static bool has(const struct heard *h, const void *bytes, size_t size)
{
    return memmem(h->bytes, h->size, bytes, size) != NULL;
}

/* What the record, which nobody at the table sees, says of who sat there. */
static void read_header(const struct served *s, struct header *h)
{
    char out[160];
    AUTO(replay_unload) struct replay file;
    struct record rec;
    snprintf(out, sizeof out, "%s/1.replay", s->dir);
    run_says(ask(s, "fetch", "1", "--out", out, NULL), 0, NULL);
    assert_int_equal(replay_load(&file, out), 0);
    assert_true(replay_next(&file, &rec) && header_read(&rec, h));
}

/* Plays it; each of them heard of the other, or neither did. */
static void play(const char *more, bool told)
{
    static struct header h;
    AUTO(served_end) struct served s;
    served_make(&s, more);
    for (unsigned i = 0; i < SEATS; i++)
        put_listener(&s, names[i]);
    daemon_start(&s);
    run_says(
        ask(&s, "order", "--bot", names[0], "--bot", names[1], "--games", "1", "--rules", "argentino,target=6", NULL),
        0, NULL);
    read_header(&s, &h);
    for (unsigned i = 0; i < SEATS; i++) {
        unsigned other = 1 - i;
        struct heard heard = heard_by(&s, i ? "1" : "0");
        assert_string_equal(h.offer.name[i], names[i]);
        assert_true(has(&heard, "argentino,target=6", 18)); /* the offer was heard */
        assert_int_equal(has(&heard, names[other], strlen(names[other])), told);
        assert_int_equal(has(&heard, h.offer.bots[other], ID), told);
        free(heard.bytes);
    }
}

TEST(a_blind_match_names_nobody) { play(PLAIN "blind = yes\n", false); }

/* Else the listener might be deaf. */
TEST(any_other_names_both) { play(PLAIN, true); }
