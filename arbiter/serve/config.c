/* config: the table of keys, and the file. */
#include "config.h"

#include <errno.h>
#include <ini.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/cli.h"
#include "cli/path.h"
#include "wire/codec.h"

#define US INT64_C(1000000)
#define AT(field) offsetof(struct config, field)
#define DAY (INT64_C(86400) * US)

static const struct config_key config_keys[] = {
    { "folders", "state", CONFIG_STATE, 0, 0, NULL, "/var/lib/fiel",
      "Everything this arbiter must not lose: orders/, records/, tmp/, its keys.  It is made when missing (mode "
      "0700).\n"
      "Relative to this file.  All other paths without a leading / lie below it.",
      AT(state), false },
    { "folders", "bots", CONFIG_FILE, 0, 0, NULL, "bots",
      "Hosted bots: a program NAME, or a folder NAME with a program `bot` in it, which then sees its own folder "
      "alone.\n"
      "Orders name them by NAME, never by a path.",
      AT(bots), true },
    { "folders", "allow", CONFIG_FILE, 0, 0, NULL, "allow",
      "Remote bots (and cutters) that may wait at the door: their bindings, NAME.pub, as `fiel keys` makes them.",
      AT(allow), false },
    { "folders", "operators", CONFIG_FILE, 0, 0, NULL, "operators",
      "Who may order matches: their bindings, NAME.pub.  Empty: nobody, until one is put there and SIGHUP is sent.",
      AT(operators), false },
    { "folders", "readers", CONFIG_FILE, 0, 0, NULL, "readers",
      "Who may only look on, at [control] read_address: their bindings, NAME.pub.  Read again by SIGHUP.", AT(readers),
      false },
    { "control", "address", CONFIG_ENDPOINT, 0, 0, NULL, "tcp://127.0.0.1:7441",
      "Where operators and ladders order matches (CURVE; spec/CONTROL.md): tcp://HOST:PORT or ipc:///PATH.",
      AT(control), false },
    { "control", "read_address", CONFIG_ENDPOINT, 0, 0, NULL, "",
      "Where readers ask how matches stand, and can change nothing: tcp://HOST:PORT or ipc:///PATH.  Empty: nowhere.",
      AT(reading), false },
    { "control", "bindings", CONFIG_CHOICE, 0, 0, "no yes", "no",
      "Whether operators may put bindings of remote bots on the allow list, as a ladder does for its authors.",
      AT(bindings), true },
    { "door", "address", CONFIG_ENDPOINT, 0, 0, NULL, "",
      "Where remote bots wait: tcp://*:7440.  Empty: no remote bots.", AT(door), false },
    { "door", "seat_host", CONFIG_HOST, 0, 0, NULL, "127.0.0.1",
      "The IP address of this machine at which remote bots reach the seats of their matches.", AT(seat_host), true },
    { "door", "seat_ports", CONFIG_PORTS, 0, 0, NULL, "",
      "Ports of those seats, as 7500-7999, one for every remote seat in play.  Empty: any free one.", AT(seat_ports),
      true },
    { "matches", "at_once", CONFIG_NUMBER, 0, 1000, NULL, "0",
      "Matches played at the same time.  0: one for every core, as far as memory goes.", AT(at_once), true },
    { "matches", "queue", CONFIG_NUMBER, 0, 1000000, NULL, "10000", "Orders that may wait; more are refused.",
      AT(queue), true },
    { "matches", "games_most", CONFIG_NUMBER, 1, 1000000, NULL, "10000",
      "The most games (or duplicate pairs) of one order.", AT(games_most), true },
    { "matches", "cores", CONFIG_CORES, 0, 0, NULL, "all", "CPUs for matches, as 0,2-3, or all.", AT(cores), false },
    { "matches", "pin", CONFIG_CHOICE, 0, 0, "no yes", "yes",
      "yes: every match on one core, the one with the fewest matches, which is fastest; no: anywhere on those cores,\n"
      "which suits bots that think while others play.",
      AT(pin), true },
    { "matches", "jail", CONFIG_CHOICE, 0, 0, "strict basic none", "strict",
      "What holds hosted bots (`fiel jail-test`): strict, or no match; basic: as much as this machine has; none.",
      AT(jail), true },
    { "matches", "duplicate_unheld", CONFIG_CHOICE, 0, 0, "no yes", "no",
      "Whether strangers' hosted bots play duplicate pairs where jail is not strict: one that is not held may remember "
      "the\n"
      "first leg and know the second one's cards.  Record, result and audit call such a pair unheld.",
      AT(duplicate_unheld), true },
    { "matches", "uids", CONFIG_UIDS, 0, 0, NULL, "1510000000-1510000999",
      "User ids for hosted bots and seat processes, when root plays.", AT(uids), true },
    { "matches", "bot_memory", CONFIG_SIZE, 0, 0, NULL, "2G", "Address space of a hosted bot.", AT(bot_memory), true },
    { "matches", "logs_kept", CONFIG_NUMBER, 0, 1000000000, NULL, "1000",
      "Of how many orders what the bots printed is kept: at most 16 MiB for each bot and match.  0: of all.  Records "
      "are\n"
      "never removed.",
      AT(logs_kept), true },
    { "matches", "sign", CONFIG_CHOICE, 0, 0, "hand decision", "decision",
      "What bots sign: every hand or every decision.", AT(sign), true },
    { "matches", "clock", CONFIG_CLOCK, 0, 0, NULL, "bank=30s,inc=100ms,cap=5s,grace=50ms,start=10s,duty=1m",
      "The clock of orders that name none.", AT(clock), true },
    { "matches", "on_timeout", CONFIG_CHOICE, 0, 0, "lose default-action", "lose",
      "What a timeout costs where the order does not say: the game, or the lowest action is played.", AT(on_timeout),
      true },
    { "matches", "tick", CONFIG_DURATION, 0, US, NULL, "10ms",
      "What one bot does reaches the others at multiples of this time alone, as 10ms, so that how long it thought "
      "tells\n"
      "less.  0s: at once.",
      AT(tick_us), true },
    { "matches", "sign_every", CONFIG_NUMBER, 0, SIGN_EVERY_MOST, NULL, "0",
      "So many hands to a signature, at most 1024.  0: 16, and 1 where a bot or cutter is remote.", AT(sign_every),
      true },
    { "matches", "blind", CONFIG_CHOICE, 0, 0, "no yes", "no",
      "yes: players are told no names but \"seat 0\", \"seat 1\", and no program's hash; the records have them.",
      AT(blind), true },
    { "arbiter", "host", CONFIG_STRING, 0, HOST_TEXT - 1, NULL, "",
      "Who holds the matches, in your own words, at most 127 bytes: it stands in every offer.", AT(host), true },
    { "arbiter", "key", CONFIG_FILE, 0, 0, NULL, "arbiter.key",
      "The key that signs every match, made when missing.  An auditor has to know its public half.", AT(key), false },
    { "arbiter", "on_stop", CONFIG_CHOICE, 0, 0, "park finish", "park",
      "SIGTERM: park running matches, which go on at the next start; or finish them first, as far as stop_limit goes.",
      AT(on_stop), true },
    { "arbiter", "stop_limit", CONFIG_DURATION, 0, DAY, NULL, "30s",
      "SIGTERM: how long matches may go on before what still runs is parked.", AT(stop_us), true },
    { "log", "folder", CONFIG_FILE, 0, 0, NULL, "",
      "The match log, made by `fiel log create`, in which every match is published before its first card.  Empty: "
      "none.",
      AT(match_log), false },
    { "log", "key", CONFIG_FILE, 0, 0, NULL, "", "The secret key of the match log.", AT(match_log_key), false },
    { "log", "policy", CONFIG_FILE, 0, 0, NULL, "",
      "The C2SP policy file that says whose cosignatures count for the log: its hash stands in every offer, and the\n"
      "witnesses with an address in it are asked.",
      AT(log_policy_file), true },
    { "metrics", "file", CONFIG_FILE, 0, 0, NULL, "",
      "A file that is replaced every `interval` with numbers for Prometheus (the textfile folder of node_exporter).\n"
      "Empty: none.  `fiel status --metrics` prints the same.",
      AT(metrics), false },
    { "metrics", "interval", CONFIG_DURATION, US, DAY, NULL, "15s", "How often.", AT(metrics_us), true },
};
enum { KEYS = sizeof config_keys / sizeof *config_keys, LINE_MOST = 180 /* libinih cuts lines at 200, unasked */ };

/* --- reading ------------------------------------------------------------------------------------- */

struct reading {
    struct config *c;
    const char *path;
    FILE *file;
    unsigned line, wrong;
    config_says *say;
    void *who;
    uint64_t given; /* one bit for every row */
};
_Static_assert(KEYS <= 64, "a bit for every key");

static void wrong_at(struct reading *r, unsigned line, const char *sentence)
{
    char text[CONFIG_WHY + CONFIG_TEXT];
    if (line)
        snprintf(text, sizeof text, "%s:%u: %s", r->path, line, sentence);
    else
        snprintf(text, sizeof text, "%s: %s", r->path, sentence);
    r->wrong++;
    r->say(r->who, text);
}

static bool section_known(const char *name)
{
    for (unsigned i = 0; i < KEYS; i++)
        if (!strcmp(config_keys[i].section, name))
            return true;
    return false;
}

static void unknown_section(struct reading *r, const char *name)
{
    const char *known[KEYS + 1], *near;
    char why[CONFIG_WHY];
    for (unsigned i = 0; i < KEYS; i++)
        known[i] = config_keys[i].section;
    known[KEYS] = NULL;
    near = cli_nearest(name, known);
    snprintf(why, sizeof why, "there is no section [%.60s]: %s%s%s", name,
             near ? "did you mean [" : "--print-config shows all", near ? near : "", near ? "]?" : "");
    wrong_at(r, r->line, why);
}

static void unknown_key(struct reading *r, const char *section, const char *key)
{
    const char *known[KEYS + 1], *near;
    char why[CONFIG_WHY];
    unsigned n = 0;
    for (unsigned i = 0; i < KEYS; i++)
        if (!strcmp(config_keys[i].section, section))
            known[n++] = config_keys[i].key;
    known[n] = NULL;
    near = cli_nearest(key, known);
    snprintf(why, sizeof why, "there is no key '%.60s' in [%.60s]: %s%s%s", key, section,
             near ? "did you mean '" : "--print-config shows all", near ? near : "", near ? "'?" : "");
    wrong_at(r, r->line, why);
}

/* libinih's: a key with its value; 1: go on. */
static int take_key(void *user, const char *section, const char *key, const char *value)
{
    struct reading *r = user;
    char why[CONFIG_WHY], text[CONFIG_WHY + 64];
    unsigned i = 0;
    if (!*section) {
        wrong_at(r, r->line, "a key stands before the first [section]: --print-config shows where it belongs");
        return 1;
    }
    if (!section_known(section))
        return 1; /* told at its own line */
    while (i < KEYS && (strcmp(config_keys[i].section, section) || strcmp(config_keys[i].key, key)))
        i++;
    if (i == KEYS) {
        unknown_key(r, section, key);
    } else if (r->given >> i & 1u) {
        snprintf(why, sizeof why, "%s is given twice: take one of them out", key);
        wrong_at(r, r->line, why);
    } else if (config_value(r->c, &config_keys[i], value, why)) {
        snprintf(text, sizeof text, "%s: %s", key, why);
        wrong_at(r, r->line, text);
    }
    if (i < KEYS)
        r->given |= UINT64_C(1) << i;
    return 1;
}

/* libinih's reader, which sees lines that it would pass over: too long ones, and [sections] without keys. */
static char *take_line(char *into, int room, void *user)
{
    struct reading *r = user;
    char name[64];
    if (!fgets(into, room, r->file))
        return NULL;
    r->line++;
    size_t n = strlen(into);
    if (n > LINE_MOST) {
        wrong_at(r, r->line, "the line is too long: 180 characters at most");
        for (int c = into[n - 1]; c != '\n' && c != EOF;)
            c = fgetc(r->file);
        strcpy(into, "\n");
    }
    if (sscanf(into, " [%63[^]\n]]", name) == 1 && !section_known(name))
        unknown_section(r, name);
    return into;
}

/* --- paths ----------------------------------------------------------------------------------------- */

static int put_below(char path[CONFIG_TEXT], const char *folder)
{
    char whole[2 * CONFIG_TEXT];
    if (!*path || *path == '/')
        return 0;
    path_of(whole, sizeof whole, "%s/%s", folder, path);
    if (strlen(whole) >= CONFIG_TEXT)
        return -1;
    strcpy(path, whole);
    return 0;
}

/* The folder in which the file is. */
static int folder_of(const char *file, char folder[CONFIG_TEXT])
{
    char whole[PATH_MAX];
    if (!realpath(file, whole))
        return -1;
    *strrchr(whole, '/') = '\0';
    if (strlen(whole) >= CONFIG_TEXT)
        return -1;
    strcpy(folder, whole);
    return 0;
}

static int settle_paths(struct config *c, const char *base)
{
    int bad = put_below(c->state, base);
    for (unsigned i = 0; i < KEYS; i++)
        if (config_keys[i].type == CONFIG_FILE)
            bad |= put_below((char *)c + config_keys[i].at, c->state);
    return bad;
}

/* What one key alone cannot be wrong about. */
static void settle(struct reading *r)
{
    struct config *c = r->c;
    char base[CONFIG_TEXT];
    if (!*c->control)
        wrong_at(r, 0, "[control] address is empty: nobody could order a match");
    if (!*c->match_log != !*c->match_log_key)
        wrong_at(r, 0, "[log] folder and key go together: give both or none");
    if (folder_of(r->path, base) || settle_paths(c, base))
        wrong_at(r, 0, "a path becomes too long: use shorter ones, or absolute ones");
}

static void set_defaults(struct config *c)
{
    char why[CONFIG_WHY];
    memset(c, 0, sizeof *c);
    for (unsigned i = 0; i < KEYS; i++)
        if (config_value(c, &config_keys[i], config_keys[i].initial, why))
            abort(); /* the table is wrong */
}

void config_defaults(struct config *out, const char *state)
{
    set_defaults(out);
    snprintf(out->state, sizeof out->state, "%s", state);
    if (settle_paths(out, "/"))
        abort();
}

void config_complain(void *who, const char *sentence)
{
    (void)who;
    cli_fail(EXIT_USAGE, "%s", sentence);
}

unsigned config_read(struct config *out, const char *path, config_says *say, void *who)
{
    struct reading r = { .c = out, .path = path, .say = say, .who = who };
    char why[CONFIG_WHY];
    set_defaults(out);
    r.file = fopen(path, "re");
    if (!r.file) {
        snprintf(why, sizeof why, "it cannot be read: %s: fiel serve --print-config prints one to start from",
                 strerror(errno));
        wrong_at(&r, 0, why);
        return r.wrong;
    }
    int line = ini_parse_stream(take_line, &r, take_key, &r);
    if (line)
        wrong_at(&r, (unsigned)line, "this is neither [section] nor key = value nor a # comment");
    fclose(r.file);
    if (!r.wrong)
        settle(&r);
    return r.wrong;
}

/* --- telling and taking over ----------------------------------------------------------------------- */

static void print_help(FILE *out, const char *help)
{
    for (;;) {
        size_t n = strcspn(help, "\n");
        fprintf(out, "# %.*s\n", (int)n, help);
        if (!help[n])
            return;
        help += n + 1;
    }
}

void config_print(FILE *out)
{
    const char *section = "";
    fputs("# fiel serve --config THIS-FILE.  Every key is here with its default; --check-config says what is wrong.\n"
          "# Keys marked (reload) change with SIGHUP or `fiel reload`, the others with the next start.\n",
          out);
    for (unsigned i = 0; i < KEYS; i++) {
        const struct config_key *k = &config_keys[i];
        if (strcmp(section, k->section))
            fprintf(out, "\n[%s]\n", section = k->section);
        else
            fputc('\n', out);
        print_help(out, k->help);
        if (k->live)
            fputs("# (reload)\n", out);
        fprintf(out, "%s = %s\n", k->key, k->initial);
    }
}

static bool is_number(enum config_type type)
{
    return type == CONFIG_NUMBER || type == CONFIG_DURATION || type == CONFIG_CHOICE;
}

void config_take(struct config *now, const struct config *new, config_says *say, void *who)
{
    char sentence[CONFIG_TEXT];
    for (unsigned i = 0; i < KEYS; i++) {
        const struct config_key *k = &config_keys[i];
        char *to = (char *)now + k->at;
        const char *from = (const char *)new + k->at;
        size_t size = is_number(k->type) ? sizeof(int64_t) : CONFIG_TEXT;
        bool same = is_number(k->type) ? !memcmp(to, from, size) : !strcmp(to, from);
        if (same)
            continue;
        snprintf(sentence, sizeof sentence, "[%s] %s %s", k->section, k->key,
                 k->live ? "has changed" : "has changed in the file: it takes effect at the next start");
        if (k->live)
            memcpy(to, from, size);
        say(who, sentence);
    }
}

const char *config_word(const struct config *c, const char *section, const char *key, char word[32])
{
    for (unsigned i = 0; i < KEYS; i++) {
        const struct config_key *k = &config_keys[i];
        if (k->type != CONFIG_CHOICE || strcmp(k->section, section) || strcmp(k->key, key))
            continue;
        int64_t n;
        memcpy(&n, (const char *)c + k->at, sizeof n);
        const char *at = k->words;
        for (; n > 0; n--)
            at += strcspn(at, " ") + 1;
        snprintf(word, 32, "%.*s", (int)strcspn(at, " "), at);
        return word;
    }
    abort(); /* no such choice */
}
