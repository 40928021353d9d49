/* secrets: what a bot can open while a match is played, as one that looks everywhere and prints what it finds.
 *
 * Its folder is the current one, and holds all that can lie there: the long-term key, this match's record, seed, note and logs, its
 * temporary folder, what a match that was parked left behind, and what another match lays there while this one is played.  The keys
 * are read from those files by us; none of their bytes may be in what the bot printed.  Without a jail all of them are. */
#include "guise.h"
#include "process.h"
#include "support/await.h"

#include <sodium.h>

#include "seat/seat.h"
#include "support/skipped.h"

enum { NEEDLES = 64, SMALL = 256, S_SIZE = 32, NEEDLE_NAME = 96 };

struct needle {
    char name[NEEDLE_NAME];
    uint8_t bytes[2 * S_SIZE];
    size_t size;
    bool lies_there; /* in these very bytes, in one of the files */
};

struct world {
    const struct guise *guise;
    const char *jail;
    char dir[64], outside[64], bot[SMALL], key[65], state[SMALL]; /* the folder of the bot that looks */
    struct needle needle[NEEDLES];
    unsigned needles;
};

struct open_match {
    const struct world *world;
    char name[32], logs[SMALL], log[SMALL + 16], said[SMALL];
    pid_t pid;
    int process;
    unsigned seat; /* of the hostile bot */
    bool looks;    /* this is the match in which it does */
};

/* "folder/NAME", good until eight more were asked for. */
static const char *at(const char *folder, const char *name)
{
    static char path[8][SMALL];
    static unsigned next;
    char *p = path[next++ % 8];
    snprintf(p, SMALL, "%.120s/%.120s", folder, name);
    return p;
}

/* --- a folder that holds everything ------------------------------------------------------------------------ */

static void lay_folder(const struct world *w, const char *name) { assert_int_equal(mkdir(at(w->dir, name), 0777), 0); }

static void lay(const struct world *w, const char *name, const char *text, mode_t mode)
{
    spill(at(w->dir, name), text, strlen(text));
    assert_int_equal(chmod(at(w->dir, name), mode), 0);
}

/* All of it is the player's, and with `closed` nobody else may read any of it, the bot included. */
static void hand_over(const struct world *w, bool closed)
{
    char command[SMALL];
    if (closed)
        snprintf(command, sizeof command, "chmod -R go-rwx '%s'", w->dir);
    else
        snprintf(command, sizeof command, "chmod 755 '%s'", w->dir);
    assert_int_equal(system(command), 0);
    if (!w->guise->uid)
        return;
    snprintf(command, sizeof command, "chown -R %u:%u '%s'", w->guise->uid, w->guise->uid, w->dir);
    assert_int_equal(system(command), 0);
}

static void world_make(struct world *w, const struct guise *g, const char *jail, bool closed)
{
    char from[512], line[72];
    uint8_t seed[S_SIZE];
    *w = (struct world){ .guise = g, .jail = jail };
    scratch(w->dir);
    scratch(w->outside);
    snprintf(from, sizeof from, "%s/tests/bad/prowler", build_dir());
    snprintf(w->bot, sizeof w->bot, "%s", at(w->dir, "bot"));
    copy_file(from, w->bot, 0755);
    lay_folder(w, "lib");
    lay_folder(w, "lib/late"); /* for the match that comes later */
    lay_folder(w, "old");
    lay_folder(w, "tmp");
    lay(w, "model", "this is the model\n", 0644);
    lay(w, "lib/part", "this is a part\n", 0644);
    randombytes_buf(seed, sizeof seed);
    sodium_bin2hex(w->key, sizeof w->key, seed, sizeof seed);
    snprintf(line, sizeof line, "%s\n", w->key);
    lay(w, "arbiter.key", line, 0600);
    lay(w, "lib/another.secret", line, 0600);
    assert_int_equal(symlink("m.resume", at(w->dir, "link")), 0);
    assert_int_equal(symlink("../arbiter.key", at(w->dir, "lib/link")), 0);
    /* Another player's folder, open to all, beside it. */
    spill(at(w->outside, "their.key"), line, strlen(line));
    assert_true(!chmod(w->outside, 0755) && !chmod(at(w->outside, "their.key"), 0644));
    hand_over(w, closed);
}

static void world_remove(struct world *w)
{
    scratch_remove(w->dir);
    scratch_remove(w->outside);
}

/* --- matches ------------------------------------------------------------------------------------------------ */

/* What the bot has printed so far. */
static char *printed(const struct open_match *m, size_t *size) { return slurp(m->log, size); }

/* Until that is the last that it has printed: its own program, which it prints, holds the word as well. */
static void await_word(const struct open_match *m, const char *word)
{
    int watch = await_folder(m->logs);
    assert_true(watch >= 0);
    for (bool more = true;;) {
        size_t size = 0;
        OWNED char *text = access(m->log, R_OK) ? NULL : printed(m, &size);
        bool there = text && size >= strlen(word) && !memcmp(text + size - strlen(word), word, strlen(word));
        if (there)
            break;
        if (!more) {
            char *said = slurp(m->said, NULL);
            fail_msg("%s: the bot never said \"%s\":\n%s", m->name, word, said);
        }
        more = await_change(watch, m->process);
    }
    close(watch);
}

/* A folder for logs that is there before the match, so that it can be watched. */
static void lay_logs(const struct world *w, const char *path)
{
    assert_int_equal(mkdir(path, 0755), 0);
    assert_int_equal(w->guise->uid ? chown(path, w->guise->uid, w->guise->uid) : 0, 0);
}

/* Starts a match in DIR with the hostile bot in seat 0, and these options, and returns when that bot waits. */
static void begin_with(struct open_match *m, const struct world *w, const char *name, const char *bot,
                       const char *const *options)
{
    const char *words[WORDS_MAX], *match[WORDS_MAX] = { fiel(),    "match",    "--jail",  w->jail,
                                                        "--games", "1",        "--clock", "bank=1h,cap=1h,start=60s",
                                                        "--names", "bad,good", "--key",   "arbiter.key",
                                                        "--bot",   bot,        "--bot",   "random" };
    char tmp[SMALL];
    int n = 0;
    while (match[n])
        n++;
    for (int i = 0; options[i]; i++)
        match[n++] = options[i];
    m->world = w;
    snprintf(m->name, sizeof m->name, "%s", name);
    snprintf(m->said, sizeof m->said, "%s.said", at(w->outside, strrchr(name, '/') ? strrchr(name, '/') + 1 : name));
    snprintf(tmp, sizeof tmp, "%s", at(w->dir, "tmp"));
    in_guise(w->guise, match, words);
    m->pid = fork();
    assert_true(m->pid >= 0);
    if (!m->pid) {
        setenv("TMPDIR", tmp, 1);
        if (chdir(w->dir) || !freopen("/dev/null", "r", stdin) || !freopen(m->said, "w", stdout) || dup2(1, 2) < 0)
            _exit(126);
        execv(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    m->process = await_process(m->pid);
    await_word(m, "prowler: waiting\n");
}

/* One match, whose record is DIR/NAME.replay. */
static void begin(struct open_match *m, const struct world *w, const char *name, const char *bot, const char *option,
                  const char *value)
{
    char replay[64];
    const char *const options[] = { "--replay", replay, option, value, NULL };
    *m = (struct open_match){ 0 };
    snprintf(replay, sizeof replay, "%s.replay", name);
    snprintf(m->logs, sizeof m->logs, "%s.logs", at(w->dir, name));
    snprintf(m->log, sizeof m->log, "%s/bad-seat0.log", m->logs);
    lay_logs(w, m->logs);
    begin_with(m, w, name, bot, options);
}

/* A pair in the folder DIR/p, whose bot waits in the second leg, in seat 1. */
static void begin_pair(struct open_match *m, const struct world *w, const char *bot)
{
    static const char *const options[] = { "--duplicate", "--replay", "p", "--logs", "printed", NULL };
    *m = (struct open_match){ 0 };
    lay_logs(w, at(w->dir, "printed"));
    snprintf(m->logs, sizeof m->logs, "%s", at(w->dir, "printed/0001b"));
    snprintf(m->log, sizeof m->log, "%s/bad-seat1.log", m->logs);
    lay_logs(w, m->logs);
    m->seat = 1;
    begin_with(m, w, "p/0001b", bot, options);
}

/* What lies in its folder is a copy of its own, so nothing but a signal tells it. */
static void let_look(const struct open_match *m)
{
    pid_t bot = process_below(m->pid, "./bot ");
    assert_true(bot > 0);
    assert_int_equal(kill(bot, SIGUSR2), 0);
}

/* It stops where it is, and leaves what it goes on with. */
static void park(struct open_match *m)
{
    int status;
    assert_int_equal(kill(m->pid, SIGUSR1), 0);
    assert_int_equal(waitpid(m->pid, &status, 0), m->pid);
    close(m->process);
}

/* --- what is to be found -------------------------------------------------------------------------------------- */

static struct needle *needle_add(struct world *w, const struct open_match *m, const char *what, const void *bytes,
                                 size_t size)
{
    struct needle *n = &w->needle[w->needles++];
    assert_true(w->needles <= NEEDLES && size <= sizeof n->bytes);
    snprintf(n->name, sizeof n->name, "%s: %s", m ? m->name : "the folder", what);
    memcpy(n->bytes, bytes, size);
    n->size = size;
    n->lies_there = true;
    return n;
}

/* As it is, and as people write it. */
static void needle_both(struct world *w, const struct open_match *m, const char *what, const uint8_t bytes[S_SIZE],
                        bool written)
{
    char hex[65], in_hex[NEEDLE_NAME];
    snprintf(in_hex, sizeof in_hex, "%s, in hex", what);
    needle_add(w, m, what, bytes, S_SIZE);
    sodium_bin2hex(hex, sizeof hex, bytes, S_SIZE);
    needle_add(w, m, in_hex, hex, 64)->lies_there = written;
}

/* The keys that bots keep of a match: plain files of 32 bytes in what the supervisor copied out ("FIELSTAT", then name, size, bytes). */
static void needles_of_state(struct world *w, const struct open_match *m, const char *path)
{
    size_t size, i = 8;
    OWNED char *text = slurp(path, &size);
    const uint8_t *b = (const uint8_t *)text;
    while (i < size && b[i]) {
        size_t name = i + 1, length = b[i], file = name + length + 4, bytes = 0;
        for (size_t k = 0; k < 4; k++)
            bytes = bytes << 8 | b[name + length + k];
        if (bytes == S_SIZE)
            needle_add(w, m, "a key of the rival's", b + file, S_SIZE);
        i = file + bytes;
    }
}

/* A seat in a note is its endpoint, its public key and its secret: the arithmetic says which 32 bytes that is. */
static void needles_of_note(struct world *w, const struct open_match *m, const char *temp_of)
{
    size_t size;
    unsigned seats = 0;
    char *text = slurp(at(w->dir, temp_of), &size), state[SMALL];
    for (size_t i = 0; i + SEAT_ENDPOINT + 64 <= size; i++) {
        const uint8_t *key = (const uint8_t *)text + i + SEAT_ENDPOINT, *secret = key + S_SIZE;
        uint8_t public_key[S_SIZE];
        if (memcmp(text + i, "ipc://", 6) || crypto_scalarmult_base(public_key, secret) ||
            memcmp(public_key, key, S_SIZE))
            continue;
        needle_add(w, m, "the CURVE secret of a seat", secret, S_SIZE);
        if (seats == 1) { /* ipc://TEMP/seat1/bot */
            int length = (int)(strstr(text + i, "/seat1") - text - (ptrdiff_t)i - 6);
            snprintf(state, sizeof state, "%.*s/bot%u.state", length, text + i + 6, 1 - m->seat);
            needles_of_state(w, m, state);
            if (m->looks)
                snprintf(w->state, sizeof w->state, "%.*s/bot%u/", length, text + i + 6, m->seat);
        }
        seats++;
    }
    free(text);
    if (seats != 2)
        fail_msg("%s holds the keys of %u seats", temp_of, seats);
}

/* All the secrets of a match that is open. */
static void gather(struct world *w, const struct open_match *m)
{
    char name[64];
    size_t size;
    snprintf(name, sizeof name, "%s.seed", m->name);
    OWNED char *seed = slurp(at(w->dir, name), &size);
    assert_int_equal(size, S_SIZE);
    needle_both(w, m, "S", (const uint8_t *)seed, false);
    snprintf(name, sizeof name, "%s.resume", m->name);
    needles_of_note(w, m, name);
}

static void gather_key(struct world *w)
{
    uint8_t seed[S_SIZE];
    assert_int_equal(sodium_hex2bin(seed, sizeof seed, w->key, 64, NULL, NULL, NULL), 0);
    needle_both(w, NULL, "the arbiter's key", seed, true);
}

/* --- the search ------------------------------------------------------------------------------------------------ */

/* The needles that are in what the bot printed, one a line; how many. */
static unsigned found(const struct world *w, const char *text, size_t size, char *names, size_t cap)
{
    unsigned n = 0;
    size_t used = 0;
    *names = '\0';
    for (unsigned i = 0; i < w->needles; i++)
        if (memmem(text, size, w->needle[i].bytes, w->needle[i].size)) {
            used += (size_t)snprintf(names + used, cap - used, "  %s\n", w->needle[i].name);
            n++;
        }
    return n;
}

/* Its own: what lay in its folder for it, and what it keeps itself. */
static bool is_own(const struct world *w, const char *path, size_t length)
{
    static const char *const own[] = { "bot", "model", "lib/part" };
    if (length > strlen(w->state) && !memcmp(path, w->state, strlen(w->state)))
        return true;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strlen(at(w->dir, own[i])) == length && !memcmp(at(w->dir, own[i]), path, length))
            return true;
    return false;
}

/* The files that it opened, besides the system's and its own. */
static unsigned opened_others(const struct world *w, const char *text, size_t size, char *names, size_t cap)
{
    static const char start[] = "\nprowler: opens /", fd[] = "/proc/self/fd/";
    unsigned n = 0;
    size_t used = 0;
    *names = '\0';
    for (const char *p = text; (p = memmem(p, size - (size_t)(p - text), start, sizeof start - 1));) {
        p += sizeof start - 2;
        size_t length = strcspn(p, "\n");
        if (is_own(w, p, length) || !strncmp(p, fd, sizeof fd - 1))
            continue; /* what a descriptor leads to is printed, too */
        if (used < cap)
            used += (size_t)snprintf(names + used, cap - used, "  %.*s\n", (int)length, p);
        n++;
    }
    return n;
}

/* The words of the bot: where it looks. */
static void prowler_words(const struct world *w, bool everywhere, char *command, size_t cap)
{
    static const char *const guesses[] = { "m.resume",        "m.resume.new", "m.seed",     "m.replay",
                                           "arbiter.key",     "old/o.resume", "old/o.seed", "lib/late/l.resume",
                                           "lib/late/l.seed", "link",         "lib/link" };
    size_t n = (size_t)snprintf(command, cap, "./bot 'told=%s' wait 'walk=%s'", scratch_root(), w->dir);
    if (everywhere) /* the folder of all, which may be closed to it, and neighbours by their names */
        n += (size_t)snprintf(command + n, cap - n, " walk=/ walk=/usr/local 'walk=%s' 'walk=%s' 'open=%s/their.key'",
                              scratch_root(), w->outside, w->outside);
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++)
        n += (size_t)snprintf(command + n, cap - n, " 'open=%s/%s'", w->dir, guesses[i]);
}

/* One was parked, one is played, one begins while that one is; the one that is played looks. */
static char *prowl(struct world *w, size_t *size, const char *option, const char *value)
{
    struct open_match old, played, late;
    static const char waits[] = "./bot wait";
    char words[2048];
    prowler_words(w, strcmp(w->jail, "none") != 0, words, sizeof words);
    gather_key(w);
    begin(&old, w, "old/o", waits, NULL, NULL);
    park(&old);
    gather(w, &old);
    begin(&played, w, "m", words, option, value);
    played.looks = true;
    begin(&late, w, "lib/late/l", waits, NULL, NULL);
    let_look(&played);
    await_word(&played, "prowler: that is all\n");
    gather(w, &played);
    gather(w, &late);
    char *text = printed(&played, size);
    park(&late);
    park(&played);
    return text;
}

/* The second leg of a pair, whose cards are the first one's. */
static char *prowl_pair(struct world *w, size_t *size)
{
    static const char *const guesses[] = { "p/0001a.replay",
                                           "p/0001a.seed",
                                           "p/0001a.resume",
                                           "p/0001b.replay",
                                           "p/0001b.seed",
                                           "p/0001b.resume",
                                           "p/series.resume",
                                           "printed/0001a/bad-seat0.log",
                                           "printed/0001a/good-seat1.log" };
    struct open_match pair;
    char words[2048];
    size_t n = (size_t)snprintf(words, sizeof words, "./bot seat=1 'told=%s' wait 'walk=%s'", scratch_root(), w->dir);
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++)
        n += (size_t)snprintf(words + n, sizeof words - n, " 'open=%s/%s'", w->dir, guesses[i]);
    gather_key(w);
    begin_pair(&pair, w, words);
    pair.looks = true;
    let_look(&pair);
    await_word(&pair, "prowler: that is all\n");
    gather(w, &pair);
    size_t seed_size;
    OWNED char *seed = slurp(at(w->dir, "p/0001a.seed"), &seed_size);
    assert_int_equal(seed_size, S_SIZE);
    needle_both(w, NULL, "S of both legs", (const uint8_t *)seed, false);
    char *text = printed(&pair, size);
    park(&pair);
    return text;
}

static void is_clean(const struct world *w, const char *text, size_t size)
{
    static char names[1 << 16], files[1 << 16];
    unsigned n = found(w, text, size, names, sizeof names), others = opened_others(w, text, size, files, sizeof files);
    char lists[SMALL];
    if (n || others)
        fail_msg("--jail=%s: the bot read %u of %u secrets:\n%sand opened:\n%s", w->jail, n, w->needles, names, files);
    /* Its own it reads, and lists. */
    int length = snprintf(lists, sizeof lists, "prowler: lists %s\n", w->dir);
    assert_non_null(memmem(text, size, lists, (size_t)length));
    assert_non_null(memmem(text, size, "this is the model", 17));
    assert_non_null(memmem(text, size, "this is a part", 14));
}

static void finds_nothing(const struct guise *g, const char *jail, bool closed, const char *option, const char *value)
{
    struct world w;
    size_t size;
    world_make(&w, g, jail, closed);
    OWNED char *text = prowl(&w, &size, option, value);
    is_clean(&w, text, size);
    world_remove(&w);
}

static void finds_nothing_in_a_pair(const struct guise *g, const char *jail)
{
    struct world w;
    size_t size;
    world_make(&w, g, jail, false);
    OWNED char *text = prowl_pair(&w, &size);
    is_clean(&w, text, size);
    world_remove(&w);
}

static void finds_all(const struct world *w, const char *text, size_t size)
{
    static char names[1 << 16];
    unsigned n = found(w, text, size, names, sizeof names), there = 0;
    for (unsigned i = 0; i < w->needles; i++)
        there += w->needle[i].lies_there;
    if (n != there || n < 6)
        fail_msg("the bot should find %u secrets, and found %u:\n%s", there, n, names);
}

/* --- as whom ----------------------------------------------------------------------------------------------------- */

#define FIXED_S "00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f"

/* An ordinary user; where we are one, that one. */
static const struct guise *user(void) { return geteuid() ? &ourselves : can_be_nobody() ? &nobody : NULL; }

static bool strict_holds(void)
{
    OWNED_RUN r = run("fiel", "jail-test", "--quick", NULL);
    int code = r.code;
    if (code)
        skipped("secrets in strict", "it cannot be held here: see `fiel jail-test`");
    return code == 0;
}

static bool is_root(void)
{
    if (geteuid() != 0)
        skipped("secrets from another user", "only root can become one, or have less rights");
    return geteuid() == 0;
}

static void strict_hides_them(STATE)
{
    if (!strict_holds())
        return;
    finds_nothing(&ourselves, "strict", false, NULL, NULL);
    finds_nothing(&ourselves, "strict", false, "--seed", FIXED_S);
}

static void basic_hides_them(STATE) { finds_nothing(&ourselves, "basic", false, NULL, NULL); }

/* Whose bots have the player's own user id: that only the owner may read a file stops none of them. */
static void basic_hides_them_from_an_ordinary_users_bots(STATE)
{
    if (!user())
        return;
    finds_nothing(user(), "basic", false, NULL, NULL);
    finds_nothing(user(), "basic", false, "--seed", FIXED_S);
}

/* Where the bot's own files are as closed as the secrets, that does not tell them apart. */
static void a_closed_folder_is_no_different(STATE)
{
    if (user())
        finds_nothing(user(), "basic", true, NULL, NULL);
}

/* No namespace and no user of its own: what is left is a list of paths, and the system calls. */
static void landlock_alone_hides_them(STATE)
{
    static const struct guise root = { { "/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all", "--" }, 0 };
    static const struct guise other = {
        { "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--", "/usr/bin/unshare", "--user",
          "--map-current-user", "--keep-caps", "/bin/sh", "-c",
          "echo 0 > /proc/sys/user/max_user_namespaces && exec /usr/bin/setpriv --ambient-caps=-all "
          "--inh-caps=-all --bounding-set=-all -- \"$@\"",
          "sh" },
        STRANGER
    };
    if (!is_root() || !can_be_nobody())
        return;
    finds_nothing(&root, "basic", false, NULL, NULL);
    const char *words[WORDS_MAX], *const nothing[] = { "/bin/true", NULL };
    in_guise(&other, nothing, words);
    OWNED_RUN r = run_words(words, NULL);
    bool can = r.code == 0;
    if (!can) {
        skipped("secrets from another user's bots behind Landlock alone",
                "no user namespace with a limit can be made here");
        return;
    }
    finds_nothing(&other, "basic", false, NULL, NULL);
    finds_nothing(&other, "basic", true, NULL, NULL);
}

/* A leg knows its pair's folder, in which the same cards lie. */
static void a_second_leg_learns_nothing_of_the_first(STATE)
{
    if (strict_holds())
        finds_nothing_in_a_pair(&ourselves, "strict");
    if (user())
        finds_nothing_in_a_pair(user(), "basic");
}

/* The search is real: without a jail the same bot finds every one. */
static void without_a_jail_they_are_found(STATE)
{
    struct world w;
    size_t size;
    if (!user())
        return;
    for (int pair = 0; pair < 2; pair++) {
        world_make(&w, user(), "none", false);
        OWNED char *text = pair ? prowl_pair(&w, &size) : prowl(&w, &size, "--seed", FIXED_S);
        finds_all(&w, text, size);
        world_remove(&w);
    }
}

/* --- a bot below /usr ---------------------------------------------------------------------------------------------- */

/* That is shown to every bot, and so was what lay beside one there.  The program runs itself once more, where /usr/local is memory in a
 * mount namespace of its own and the scratch folder lies in there: nothing of the machine is touched. */
#define BELOW_USR "--below-usr"

static const char *self;

static void below_usr_they_are_hidden_as_well(STATE)
{
    static const char inside[] = "mount -t tmpfs -o mode=755 tmpfs /usr/local && mkdir /usr/local/bots && exec env "
                                 "FIEL_SCRATCH=/usr/local/bots \"$0\" " BELOW_USR;
    const char *as_root[] = { "/usr/bin/unshare", "--mount", "/bin/sh", "-c", inside, self, NULL };
    const char *as_user[] = {
        "/usr/bin/unshare", "--user", "--map-root-user", "--mount", "/bin/sh", "-c", inside, self, NULL
    };
    const char *try_as_root[] = { "/usr/bin/unshare", "--mount", "/bin/true", NULL };
    const char *try_as_user[] = { "/usr/bin/unshare", "--user", "--map-root-user", "--mount", "/bin/true", NULL };
    OWNED_RUN r = run_words(geteuid() ? try_as_user : try_as_root, NULL);
    bool can = r.code == 0;
    if (!can) {
        skipped("secrets below /usr", "this user may have no namespace of mounts");
        return;
    }
    run_says(run_words(geteuid() ? as_user : as_root, NULL), 0, NULL);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest below_usr[] = {
        cmocka_unit_test(without_a_jail_they_are_found),
        cmocka_unit_test(strict_hides_them),
        cmocka_unit_test(basic_hides_them),
        cmocka_unit_test(basic_hides_them_from_an_ordinary_users_bots),
        cmocka_unit_test(landlock_alone_hides_them),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_jail_they_are_found),
        cmocka_unit_test(strict_hides_them),
        cmocka_unit_test(basic_hides_them),
        cmocka_unit_test(basic_hides_them_from_an_ordinary_users_bots),
        cmocka_unit_test(a_closed_folder_is_no_different),
        cmocka_unit_test(landlock_alone_hides_them),
        cmocka_unit_test(a_second_leg_learns_nothing_of_the_first),
        cmocka_unit_test(below_usr_they_are_hidden_as_well),
    };
    self = argv[0];
    if (sodium_init() < 0)
        return 1;
    if (argc == 2 && !strcmp(argv[1], BELOW_USR))
        return cmocka_run_group_tests(below_usr, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
