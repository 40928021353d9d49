/* match_options: the table of options, each read by itself. */
#include "match_reading.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/bundled.h"
#include "cli/lang.h"
#include "jail/jail.h"
#include "record/crypto.h"

enum { GAMES_MOST = 1000000, HANDS_LEAST = 1 };

/* --- the value of each option: -1 and a sentence ------------------------------------------------- */

/* The rows of these say where in the options it goes. */
static int set_text(struct reading *r, const char *text, char why[WHY])
{
    return text_read(text, (char *)r->o + r->at, r->size, why);
}
static int set_flag(struct reading *r, const char *text, char why[WHY])
{
    (void)text;
    (void)why;
    *(bool *)((char *)r->o + r->at) = true;
    return 0;
}

static int set_rules(struct reading *r, const char *text, char why[WHY])
{
    (void)why;
    r->rules = text;
    return 0;
}
static int set_names(struct reading *r, const char *text, char why[WHY])
{
    (void)why;
    r->names = text;
    return 0;
}
static int set_artifacts(struct reading *r, const char *text, char why[WHY])
{
    (void)why;
    r->artifacts = text;
    return 0;
}
static int set_hands_max(struct reading *r, const char *text, char why[WHY])
{
    r->hands_max = text;
    return number_read(text, HANDS_LEAST, HANDS_MOST, &r->o->hands_max, why);
}
static int set_games(struct reading *r, const char *text, char why[WHY])
{
    return number_read(text, 1, GAMES_MOST, &r->o->games, why);
}
static int set_tables(struct reading *r, const char *text, char why[WHY])
{
    return number_read(text, 1, TABLES_MAX, &r->o->tables, why);
}
static int set_seats(struct reading *r, const char *text, char why[WHY])
{
    uint32_t n;
    if (number_read(text, 2, SEATS_MAX, &n, why))
        return -1;
    r->o->seats = n;
    return 0;
}
static int set_clock(struct reading *r, const char *text, char why[WHY]) { return clock_read(text, r->o, why); }
static int read_command(const char *text, struct bot_command *c, char why[WHY])
{
    if (!strncmp(text, "remote:", 7))
        return remote_read(text + 7, c, why);
    return command_split(text, c, why) || command_find(c, why) ? -1 : 0;
}
static int set_bot(struct reading *r, const char *text, char why[WHY])
{
    if (r->bots == SEATS_MAX) {
        snprintf(why, WHY, "no game has more than %d seats", SEATS_MAX);
        return -1;
    }
    return read_command(text, &r->o->bot[r->bots++], why);
}
static int set_cutter(struct reading *r, const char *text, char why[WHY])
{
    if (r->cutters == PARTIES_MAX) {
        snprintf(why, WHY, "seats and cutters are at most %d together", PARTIES_MAX);
        return -1;
    }
    return read_command(text, &r->cutter[r->cutters++], why);
}
static int set_seat_address(struct reading *r, const char *text, char why[WHY])
{
    return address_read(text, &r->o->address, why);
}
static int set_events(struct reading *r, const char *text, char why[WHY])
{
    uint32_t fd;
    if (number_read(text, 1, 1 << 20, &fd, why))
        return -1;
    int mode = fcntl((int)fd, F_GETFL);
    if (mode >= 0 && (mode & O_ACCMODE) != O_RDONLY)
        return r->o->events = (int)fd, 0;
    snprintf(why, WHY, "descriptor %u is not open for writing: `fiel match ... --events 3 3>FILE` opens it", fd);
    return -1;
}
/* It is this process's and not the match's: nothing of it is kept. */
static int set_trace(struct reading *r, const char *text, char why[WHY])
{
    (void)r;
    if (frame_trace(text) == 0)
        return 0;
    snprintf(why, WHY, "'%.40s' cannot be traced: say frames", text);
    return -1;
}
static int set_tick(struct reading *r, const char *text, char why[WHY])
{
    int64_t us = 0;
    if (strcmp(text, "off") != 0 && duration_read(text, &us, why))
        return -1;
    if (us > TICK_LONGEST) {
        snprintf(why, WHY, "a tick is at most 1s");
        return -1;
    }
    r->o->tick_us = (uint32_t)us;
    return 0;
}
static int set_sign_every(struct reading *r, const char *text, char why[WHY])
{
    return number_read(text, 1, SIGN_EVERY_MOST, &r->o->sign_every, why);
}
static int set_on_timeout(struct reading *r, const char *text, char why[WHY])
{
    static const char *const words[] = { "lose", "default-action", NULL };
    return word_read(text, words, &r->o->on_timeout, why);
}
static int set_sign(struct reading *r, const char *text, char why[WHY])
{
    static const char *const words[] = { "hand", "decision", NULL };
    return word_read(text, words, &r->o->sign, why);
}

/* Up to 64 digits; fewer are the end of a number that starts with zeros. */
static int set_seed(struct reading *r, const char *text, char why[WHY])
{
    char digits[2 * HASH + 1];
    size_t n = strlen(text);
    if (n && n <= 2 * HASH) {
        memset(digits, '0', sizeof digits);
        memcpy(digits + 2 * HASH - n, text, n + 1);
        if (hex_parse(r->o->seed, HASH, digits))
            return r->o->seed_fixed = 1, 0;
    }
    snprintf(why, WHY, "'%.40s' is not 1 to 64 hex digits", text);
    return -1;
}

static int set_jail(struct reading *r, const char *text, char why[WHY])
{
    static const char *const words[] = { "strict", "basic", "none", NULL };
    return word_read(text, words, &r->o->jail, why);
}
static int set_uids(struct reading *r, const char *text, char why[WHY])
{
    if (!jail_uids_read(text, &r->o->uid_first, &r->o->uid_last))
        return 0;
    snprintf(why, WHY, "'%.40s' is not a range of user ids above 0, as 70000-70099", text);
    return -1;
}
static int set_show(struct reading *r, const char *text, char why[WHY])
{
    char whole[JAIL_PATH];
    if (r->o->shows == SHOWS) {
        snprintf(why, WHY, "no more than %d folders can be shown", SHOWS);
        return -1;
    }
    if (access(text, F_OK) || !jail_whole_path(text, whole) || !strcmp(whole, "/")) {
        snprintf(why, WHY, "'%.200s' is not a folder that can be shown", text);
        return -1;
    }
    return text_read(whole, r->o->show[r->o->shows++], CONTROL_PATH, why);
}
static int set_bot_memory(struct reading *r, const char *text, char why[WHY])
{
    r->o->memory_given = true;
    return size_read(text, &r->o->bot_memory, why);
}
static int set_disturb(struct reading *r, const char *text, char why[WHY])
{
    uint32_t n;
    if (number_read(text, 0, SEATS_MAX - 1, &n, why))
        return -1;
    r->o->disturb = (uint8_t)n;
    return 0;
}
static int set_cpu(struct reading *r, const char *text, char why[WHY])
{
    uint32_t n;
    if (!strcmp(text, "auto"))
        return r->o->cpu = PLACE_AUTO, 0;
    if (!strcmp(text, "none"))
        return r->o->cpu = PLACE_NONE, 0;
    if (!number_read(text, 0, 1 << 16, &n, why) && place_allowed((int)n))
        return r->o->cpu = (int)n, 0;
    snprintf(why, WHY, "'%.40s' is not auto, none or the number of a CPU this process may use", text);
    return -1;
}

/* --- the table ----------------------------------------------------------------------------------- */

#define BY(setter) setter, 0, 0
#define FILL(setter, field) setter, offsetof(struct match_options, field), sizeof(((struct match_options *)0)->field)
#define TEXT(field) FILL(set_text, field)
#define FLAG(field) FILL(set_flag, field)
static const struct row {
    const char *name, *value; /* value NULL: the option stands alone */
    int (*set)(struct reading *, const char *, char why[WHY]);
    size_t at, size; /* of what set_text and set_flag fill, in struct match_options */
    const char *help;
} rows[] = {
    { "bot", "CMD", BY(set_bot),
      "a bot: a path or a bundled bot's name, with arguments; one per seat, or one per side.\n"
      "                         remote:FILE.pub: the bot of that binding, which comes over the network" },
    { "cutter", "CMD", BY(set_cutter),
      "a party that plays nothing and only cuts, so that nobody here can choose a card: best\n"
      "                         remote:FILE.pub, an outsider's fiel cut; corte is the bundled one" },
    { "seat-address", "ADDR", BY(set_seat_address),
      "where remote bots find their seats: an address of this machine, or with ports HOST:9000-9100" },
    { "rules", "RULES", BY(set_rules), "preset,option=value,...   (argentino; see fiel rules)" },
    { "games", "N", BY(set_games), "games to play, each to the target; with --duplicate pairs   (20)" },
    { "duplicate", NULL, FLAG(duplicate),
      "every deal is played twice, the sides exchanged, in fresh processes: N pairs of one game;\n"
      "                         --replay names the folder of their records" },
    { "duplicate-unheld", NULL, FLAG(duplicate_unheld),
      "--duplicate with remote bots too: they remember the first leg, and know the second one's cards if they\n"
      "                         want to. Record, report and audit say of such a pair that it is unheld" },
    { "tables", "N", BY(set_tables),
      "so many tables at once on one connection, which share the games: for training, and for measuring by\n"
      "                         the thousand games; with --duplicate so many pairs at once; no cutters, no ticks   "
      "(1)" },
    { "seats", "N", BY(set_seats), "seats at the table   (2)" },
    { "clock", "CLOCK", BY(set_clock),
      "bank per game, inc per decision, cap per decision, grace not charged,\n"
      "                         start until hello, duty for all cuts and hand signatures of the match\n"
      "                         (bank=30s,inc=100ms,cap=5s,grace=50ms,start=10s,duty=1m)" },
    { "tick", "TIME", BY(set_tick),
      "what one bot does reaches the others at multiples of this time alone, as 10ms: how long\n"
      "                         a bot thinks tells its rivals less; its clock does not pay for it   (off)" },
    { "on-timeout", "WHAT", BY(set_on_timeout),
      "lose: the game is lost; default-action: the lowest action is played   (lose)" },
    { "replay", "FILE", TEXT(replay), "where the record goes; never overwritten   (fiel-DATE-ID.replay)" },
    { "logs", "DIR", TEXT(logs),
      "what the bots print, 16 MB at most, goes to DIR/NAME-seatN.log   (beside the replay)" },
    { "names", "A,B", BY(set_names), "names of the bots, by seat   (their programs')" },
    { "artifacts", "HASH,HASH", BY(set_artifacts),
      "what the offer names as the bots' programs, by seat: BLAKE2b-256 of an archive, for who keeps such; '-':\n"
      "                         of the program itself   (-)" },
    { "key", "FILE", TEXT(key), "the arbiter's signing key, made when missing   (one for this match alone)" },
    { "resume", "REPLAY", TEXT(resume),
      "goes on with a match that was killed, or with the series in this folder; no other options but --json, "
      "--events and --trace stand beside it" },
    { "give-up", NULL, FLAG(give_up),
      "with --resume: nobody goes on with that match or series any more: it is closed, signed and void, and what it "
      "left behind goes" },
    { "match-log", "DIR", TEXT(match_log), "the match log, made by fiel log create, in which this match is published" },
    { "match-log-key", "FILE", TEXT(match_log_key), "the secret key of the match log" },
    { "log-policy", "FILE", TEXT(log_policy_file),
      "the C2SP policy file that says whose cosignatures count for that log: its hash stands in the offer, and the "
      "witnesses "
      "with an address in it are asked" },
    { "host", "NAME", TEXT(host), "who holds the match, in your own words; it stands in the offer" },
    { "blind", NULL, FLAG(blind),
      "players are told no names but \"seat 0\", \"seat 1\", and no program's hash; the record has them" },
    { "sign-every", "N", BY(set_sign_every),
      "so many hands to a signature, 1 to 1024   (16, and 1 where a bot or cutter is remote)" },
    { "sign", "WHEN", BY(set_sign), "bots sign every hand or every decision   (hand)" },
    { "hands-max", "N", BY(set_hands_max), "the match ends after this hand   (enough for all games)" },
    { "cpu", "WHICH", BY(set_cpu),
      "auto: all processes on one CPU, the least busy; none: anywhere; or its number.\n"
      "                         One CPU is fastest; none suits bots that think while others play   (auto)" },
    { "jail", "HOW", BY(set_jail),
      "strict: all that `fiel jail-test` demands or no match; basic: as much as\n"
      "                         holds here; none: limits alone   (basic)" },
    { "bot-memory", "SIZE", BY(set_bot_memory),
      "address space of a bot, which is one process\n(2G, or less where this machine has not so much)" },
    { "show", "DIR", BY(set_show), "a folder that jailed bots may read besides /usr and their own; up to four times" },
    { "uids", "A-B", BY(set_uids), "the user ids that bots get when root plays   (1510000000-1510000999)" },
    { "disturb", "SEAT", BY(set_disturb),
      "for testing a bot: in the first hands the bot of this seat is killed and started again, and\n"
      "                         a few hands later its line is cut" },
    { "seed", "HEX", BY(set_seed), "fixes the deal, for debugging: whoever chose it knows every card" },
    { "json", NULL, FLAG(json), "the result as one JSON object" },
    { "events", "FD", BY(set_events),
      "what happens, one JSON object a line, to this open descriptor (--events 3 3>FILE): started, seat,\n"
      "                         offered, progress, game, fault, and last: result, parked or error" },
    { "trace", "WHAT", BY(set_trace),
      "frames: a line on stderr for each frame between this match's processes: who sent it, its name and its\n"
      "                         length, and nothing of what is in it" },
};
enum { ROWS = sizeof rows / sizeof *rows };
_Static_assert(ROWS <= 8 * sizeof(((struct reading *)0)->given), "a bit for every row");

void match_options_help(void)
{
    puts("usage: fiel match --bot CMD --bot CMD [OPTION...]\n\n"
         "  fiel match --bot cauto --bot embustero --games 20\n"
         "  fiel match --duplicate --games 100 --bot ./mine --bot embustero\n"
         "  fiel match --rules argentino,flor=on --bot ./mine --bot \"random --seed 7\" --replay m.replay\n\n"
         "Plays a match between bots and leaves a replay that anybody can audit.\n");
    for (int i = 0; i < ROWS; i++) {
        char left[32];
        snprintf(left, sizeof left, "--%s %s", rows[i].name, rows[i].value ? rows[i].value : "");
        printf("  %-22s %s\n", left, rows[i].help);
    }
    puts("\nDurations are whole numbers with h, m, s, ms or us.\n"
         "SIGTERM and ctrl-C cancel the match, which is void then; SIGUSR1 parks it: all processes end, and\n"
         "fiel match --resume REPLAY goes on with it, now or later, and with --give-up it is void.  A replay is played "
         "by one\n"
         "process at a time: who comes second is told which one that is.\n"
         "Exit: 0 the match was played or decided by a bot's fault, 2 wrong usage, 3 no valid match.");
    if (*bundled_folder())
        printf("Bundled bots are in %s\n", bundled_folder());
}

static int unknown_option(const char *word)
{
    const char *known[ROWS + 2], *near;
    for (int i = 0; i < ROWS; i++)
        known[i] = rows[i].name;
    known[ROWS] = "help";
    known[ROWS + 1] = NULL;
    if (strncmp(word, "--", 2))
        return cli_fail(EXIT_USAGE, "match: '%s' belongs to no option: a bot is given as --bot %s", word, word);
    near = cli_nearest(word + 2, known);
    return cli_fail(EXIT_USAGE, "match: unknown option %s: %s%s%s", word, near ? "did you mean --" : "",
                    near ? near : "", near ? "?" : "fiel match --help lists them");
}

/* The row of "--name" or "--name=value"; *value is what follows the '='. */
static const struct row *row_of(const char *word, const char **value)
{
    const char *equals = strchr(word, '=');
    size_t n = equals ? (size_t)(equals - word) : strlen(word);
    *value = equals ? equals + 1 : NULL;
    for (int i = 0; i < ROWS; i++)
        if (n > 2 && !strncmp(word, "--", 2) && strlen(rows[i].name) == n - 2 &&
            !strncmp(word + 2, rows[i].name, n - 2))
            return &rows[i];
    return NULL;
}

/* Reads one option at argv[*i] and moves past it; OPTIONS_GO, or the exit code of a printed error. */
static int read_one(struct reading *r, int argc, char **argv, int *i)
{
    char why[WHY];
    const char *value, *word = argv[(*i)++];
    const struct row *row = row_of(word, &value);
    if (!row)
        return unknown_option(word);
    uint64_t bit = UINT64_C(1) << (row - rows);
    if (r->given & bit && row->set != set_bot && row->set != set_cutter && row->set != set_show)
        return cli_fail(EXIT_USAGE, "match: --%s is given twice: once is enough", row->name);
    r->given |= bit;
    if (!row->value && value)
        return cli_fail(EXIT_USAGE, "match: --%s stands alone: leave '=%s' out", row->name, value);
    if (row->value && !value) {
        if (*i == argc)
            return cli_fail(EXIT_USAGE, "match: --%s needs a value: --%s %s", row->name, row->name, row->value);
        value = argv[(*i)++];
    }
    r->at = row->at;
    r->size = row->size;
    if (!row->set(r, value, why))
        return OPTIONS_GO;
    return cli_fail(EXIT_USAGE, "match: --%s: %s", row->name, why);
}

static bool beside_resume(const char *name)
{
    return !strcmp(name, "resume") || !strcmp(name, "json") || !strcmp(name, "events") || !strcmp(name, "trace") ||
           !strcmp(name, "give-up");
}

/* All that a match was begun with is in its note. */
static int settle_resume(struct reading *r)
{
    for (unsigned i = 0; i < ROWS; i++)
        if (r->given >> i & 1u && !beside_resume(rows[i].name))
            return cli_fail(EXIT_USAGE, "match: --%s: a match that is resumed keeps what it began with: leave it out",
                            rows[i].name);
    return OPTIONS_GO;
}

int match_options_read(struct match_options *o, int argc, char **argv)
{
    struct reading r = { .o = o };
    int code = OPTIONS_GO;
    memset(o, 0, sizeof *o);
    o->seats = 2;
    o->tables = 1;
    o->games = 20;
    o->clock = (struct clock_rule){ 30000000, 100000, 5000000, 50000 };
    o->start_us = 10000000;
    o->duty_us = 60000000;
    o->cpu = PLACE_AUTO;
    o->disturb = NOBODY;
    o->events = EVENTS_NONE;
    o->jail = JAIL_BASIC;
    o->uid_first = JAIL_UID_FIRST;
    o->uid_last = JAIL_UID_LAST;
    o->bot_memory = UINT64_C(2) << 30;
    if (lang_wants_help(argc, argv))
        return OPTIONS_HELP;
    for (int i = 1; i < argc && code == OPTIONS_GO;)
        code = read_one(&r, argc, argv, &i);
    if (code == OPTIONS_GO && *o->resume)
        return settle_resume(&r);
    if (code == OPTIONS_GO && o->give_up)
        return cli_fail(EXIT_USAGE, "match: --give-up closes a match that was broken off: name its record with "
                                    "--resume REPLAY");
    return code == OPTIONS_GO ? match_settle(&r) : code;
}
