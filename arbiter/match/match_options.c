/* match_options: the table of options, each read by itself. */
#include "match_reading.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/bundled.h"
#include "cli/words.h"
#include "jail/jail.h"
#include "record/crypto.h"

enum { GAMES_MOST = 1000000, HANDS_LEAST = 1 };

/* --- the value of each option: -1 and a sentence ------------------------------------------------- */

static struct match_options *options_of(struct cli_given *g) { return &((struct reading *)g->wish)->o; }

static int set_clock(struct cli_given *g) { return clock_read(g->value, options_of(g), g->why); }
static int read_command(const char *text, struct bot_command *c, char why[WHY])
{
    if (!strncmp(text, "remote:", 7))
        return remote_read(text + 7, c, why);
    return command_split(text, c, why) || command_find(c, why) ? -1 : 0;
}
static int set_bot(struct cli_given *g)
{
    struct reading *r = g->wish;
    if (r->bots == FIEL_SEATS_MAX)
        return cli_refuse(g, "no game has more than %d seats", FIEL_SEATS_MAX);
    return read_command(g->value, &r->o.bot[r->bots++], g->why);
}
static int set_cutter(struct cli_given *g)
{
    struct reading *r = g->wish;
    if (r->cutters == PARTIES_MAX)
        return cli_refuse(g, "seats and cutters are at most %d together", PARTIES_MAX);
    if (command_lines(g->value))
        return cli_refuse(g, "who plays by lines does not cut: name an outsider's fiel cut, or corte");
    return read_command(g->value, &r->cutter[r->cutters++], g->why);
}
static int set_seat_address(struct cli_given *g) { return address_read(g->value, &options_of(g)->address, g->why); }
static int set_events(struct cli_given *g)
{
    uint32_t fd;
    if (number_read(g->value, 1, 1 << 20, &fd, g->why))
        return -1;
    int mode = fcntl((int)fd, F_GETFL);
    if (mode >= 0 && (mode & O_ACCMODE) != O_RDONLY)
        return options_of(g)->events = (int)fd, 0;
    return cli_refuse(g, "descriptor %u is not open for writing: `fiel match ... --events 3 3>FILE` opens it", fd);
}
/* It is this process's and not the match's: nothing of it is kept. */
static int set_trace(struct cli_given *g)
{
    if (frame_trace(g->value) == 0)
        return 0;
    return cli_refuse(g, "'%.40s' cannot be traced: say frames", g->value);
}
static int set_tick(struct cli_given *g)
{
    int64_t us = 0;
    if (strcmp(g->value, "off") != 0 && duration_read(g->value, &us, g->why))
        return -1;
    if (us > TICK_LONGEST)
        return cli_refuse(g, "a tick is at most 1s");
    options_of(g)->tick_us = (uint32_t)us;
    return 0;
}

/* Up to 64 digits; fewer are the end of a number that starts with zeros. */
static int set_seed(struct cli_given *g)
{
    struct match_options *o = options_of(g);
    char digits[2 * HASH + 1];
    size_t n = strlen(g->value);
    if (n && n <= 2 * HASH) {
        memset(digits, '0', sizeof digits);
        memcpy(digits + 2 * HASH - n, g->value, n + 1);
        if (hex_parse(o->seed, HASH, digits))
            return o->seed_fixed = 1, 0;
    }
    return cli_refuse(g, "'%.40s' is not 1 to 64 hex digits", g->value);
}

static int set_show(struct cli_given *g)
{
    struct reading *r = g->wish;
    char whole[JAIL_PATH];
    if (r->o.shows == SHOWS)
        return cli_refuse(g, "no more than %d folders can be shown", SHOWS);
    if (access(g->value, F_OK) || !jail_whole_path(g->value, whole) || !strcmp(whole, "/"))
        return cli_refuse(g, "'%.200s' is not a folder that can be shown", g->value);
    return text_read(whole, r->o.show[r->o.shows++], CONTROL_PATH, g->why);
}
static int set_bot_memory(struct cli_given *g)
{
    options_of(g)->memory_given = true;
    return size_read(g->value, &options_of(g)->bot_memory, g->why);
}
static int set_cpu(struct cli_given *g)
{
    int *cpu = &options_of(g)->cpu;
    uint32_t n;
    if (!strcmp(g->value, "auto"))
        return *cpu = CPU_AUTO, 0;
    if (!strcmp(g->value, "none"))
        return *cpu = CPU_NONE, 0;
    if (!number_read(g->value, 0, 1 << 16, &n, g->why) && cpu_allowed((int)n))
        return *cpu = (int)n, 0;
    return cli_refuse(g, "'%.40s' is not auto, none or the number of a CPU this process may use", g->value);
}

/* --- the table ----------------------------------------------------------------------------------- */

static const char *const timeouts[] = { "lose", "default-action", NULL }, *const signs[] = { "hand", "decision", NULL };

#define TEXT(field) CLI_COPY(struct reading, o.field)
#define FLAG(field) CLI_INTO(struct reading, o.field)
#define NUMBER(field, low, high) CLI_NUMBER(struct reading, o.field, low, high)
static const struct cli_option rows[] = {
    { "bot", "CMD", CLI_EACH(set_bot),
      "a bot: a path or a bundled bot's name, with arguments; one per seat, or one per side.\n"
      "A path is from where fiel is started; the bot runs in a folder of its own, and there a\n"
      "file that an argument names is found by its whole path.\n"
      "lines:PROGRAM: one that plays by lines of JSON (spec/LINES.md);\n"
      "remote:FILE.pub: the bot of that binding, which comes over the network" },
    { "cutter", "CMD", CLI_EACH(set_cutter),
      "a party that plays nothing and only cuts, so that nobody here can choose a card: best\n"
      "remote:FILE.pub, an outsider's fiel cut; corte is the bundled one" },
    { "seat-address", "ADDR", CLI_BY(set_seat_address),
      "where remote bots find their seats: an address of this machine, or with ports HOST:9000-9100" },
    { "rules", "RULES", CLI_INTO(struct reading, rules), "preset,option=value,...   (argentino; see fiel rules)" },
    { "games", "N", NUMBER(games, 1, GAMES_MOST), "games to play, each to the target; with --duplicate pairs   (20)" },
    { "duplicate", NULL, FLAG(duplicate),
      "every deal is played twice, the sides exchanged, in fresh processes: N pairs of one game;\n"
      "--replay names the folder of their records" },
    { "games-a-leg", "N", CLI_NUMBER(struct reading, leg_games, 1, TABLES_MAX),
      "of pairs: so many games in each leg, one after the other, and each has the same cards in both legs:\n"
      "bots are started once for all of them; who loses a leg by a fault loses all its games   (1)" },
    { "duplicate-unheld", NULL, FLAG(duplicate_unheld),
      "--duplicate with remote bots too: they remember the first leg, and know the second one's cards if they\n"
      "want to. Record, report and audit say of such a pair that it is unheld" },
    { "tables", "N", NUMBER(tables, 1, TABLES_MAX),
      "so many tables at once on one connection, which share the games: for training, and for measuring by\n"
      "the thousand games; with --duplicate so many pairs at once; no cutters, no ticks   "
      "(1)" },
    { "seats", "N", NUMBER(seats, 2, FIEL_SEATS_MAX), "seats at the table   (2)" },
    { "clock", "CLOCK", CLI_BY(set_clock),
      "bank per game, inc per decision, cap per decision, grace not charged,\n"
      "start until hello, duty for all cuts and hand signatures of the match\n"
      "(bank=30s,inc=100ms,cap=5s,grace=50ms,start=10s,duty=1m);\n"
      "minutes or hours, for who thinks so long for a decision" },
    { "tick", "TIME", CLI_BY(set_tick),
      "what one bot does reaches the others at multiples of this time alone, as 10ms: how long\n"
      "a bot thinks tells its rivals less; its clock does not pay for it   (off)" },
    { "on-timeout", "WHAT", CLI_WORD(struct reading, o.on_timeout, timeouts),
      "lose: the game is lost; default-action: the lowest action is played   (lose)" },
    { "replay", "FILE", TEXT(replay), "where the record goes; never overwritten   (fiel-DATE-ID.replay)" },
    { "logs", "DIR", TEXT(logs),
      "what the bots print, 16 MB at most, goes to DIR/NAME-seatN.log   (beside the replay)" },
    { "names", "A,B", CLI_INTO(struct reading, names), "names of the bots, by seat   (their programs')" },
    { "artifacts", "HASH,HASH", CLI_INTO(struct reading, artifacts),
      "what the offer names as the bots, by seat: BLAKE2b-256 of an archive, for who keeps such; '-':\n"
      "of the bot's own files   (-)" },
    { "key", "FILE", TEXT(key),
      "the arbiter's signing key, made when missing, with its public half in FILE.pub   (one for this match alone)" },
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
    { "sign-every", "N", NUMBER(sign_every, 1, SIGN_EVERY_MOST),
      "so many hands to a signature, 1 to 1024   (16, and 1 where a bot or cutter is remote)" },
    { "note-bytes", "N", NUMBER(note_bytes, 0, UINT32_MAX),
      "bytes that the notes of a seat may have in the match; 0: none are taken   (0)" },
    { "sign", "WHEN", CLI_WORD(struct reading, o.sign, signs), "bots sign every hand or every decision   (hand)" },
    { "hands-max", "N", NUMBER(hands_max, HANDS_LEAST, HANDS_MOST),
      "the match ends after this hand   (enough for all games)" },
    { "cpu", "WHICH", CLI_BY(set_cpu),
      "auto: all processes on one CPU, the least busy; none: anywhere; or its number.\n"
      "One CPU is fastest; none suits bots that think while others play   (auto)" },
    { "jail", "HOW", CLI_WORD(struct reading, o.jail, jail_words),
      "strict: all that `fiel jail-test` demands or no match; basic: as much as\n"
      "holds here; none: limits alone, and of the address space none unless --bot-memory says one\n(basic)" },
    { "bot-memory", "SIZE", CLI_BY(set_bot_memory),
      "address space of a bot, which is one process\n(2G, or less where this machine has not so much)" },
    { "show", "DIR", CLI_EACH(set_show),
      "a folder that jailed bots may read besides the system's and their own; up to four times" },
    { "uids", "A-B", CLI_AT(jail_uids_given, struct reading, o.uid),
      "the user ids that bots and seats get when root plays   (1510000000-1510000999)" },
    { "disturb", "SEAT", NUMBER(disturb, 0, FIEL_SEATS_MAX - 1),
      "for testing a bot: in the first hands the bot of this seat is killed and started again, and\n"
      "a few hands later its line is cut" },
    { "attach", "SEAT", CLI_NUMBER(struct reading, attach, 0, FIEL_SEATS_MAX - 1),
      "for debugging a bot: this seat's is started by hand; the line to type is printed, there is\n"
      "no jail, and nobody has a clock (docs/debug.md)" },
    { "seed", "HEX", CLI_BY(set_seed), "fixes the arbiter's seed, for debugging: who chose it knows every card" },
    { "json", NULL, FLAG(json), "the result as one JSON object" },
    { "events", "FD", CLI_BY(set_events),
      "what happens, one JSON object a line, to this open descriptor (--events 3 3>FILE): started, seat,\n"
      "offered, progress, game, fault, and last: result, parked or error" },
    { "trace", "WHAT", CLI_BY(set_trace),
      "frames: a line on stderr for each frame between this match's processes: who sent it, its name and its\n"
      "length, and nothing of what is in it" },
    { 0 },
};

static const char
    help[] = "usage: fiel match --bot CMD --bot CMD [OPTION...]\n\n"
             "  fiel match --bot cauto --bot embustero --games 20\n"
             "  fiel match --duplicate --games 100 --bot ./mine --bot embustero\n"
             "  fiel match --rules argentino,flor=on --bot ./mine --bot \"random --seed 7\" --replay m.replay\n\n"
             "Plays a match between bots and leaves a replay that anybody can audit.\n\n";

static const char after
    [] = "\nDurations are whole numbers with h, m, s, ms or us.\n"
         "SIGTERM and ctrl-C cancel the match, which is void then; SIGUSR1 parks it: all processes end, and\n"
         "fiel match --resume REPLAY goes on with it, now or later, and with --give-up it is void.  A replay is played "
         "by one\n"
         "process at a time: who comes second is told which one that is.\n"
         "Exit: 0 the match was played or decided by a bot's fault, 2 wrong usage, 3 no valid match.\n";

static void more(void)
{
    if (*bundled_folder())
        printf("Bundled bots are in this folder:\n  %s\n", bundled_folder());
}

/* All that a match was begun with is in its note. */
static int settle_resume(struct reading *r)
{
    static const char *const beside[] = { "resume", "give-up", "json", "events", "trace", NULL };
    const char *other = cli_words_other(rows, r->given, beside);
    return other ? cli_fail(EXIT_USAGE, "match: --%s: a match that is resumed keeps what it began with: leave it out",
                            other)
                 : OPTIONS_GO;
}

int match_options_read(struct match_options *o, int argc, char **argv)
{
    struct reading r = { .o = { .seats = 2,
                                .tables = 1,
                                .games = 20,
                                .clock = { 30000000, 100000, 5000000, 50000 },
                                .start_us = 10000000,
                                .duty_us = 60000000,
                                .cpu = CPU_AUTO,
                                .disturb = FIEL_NOBODY,
                                .events = EVENTS_NONE,
                                .jail = JAIL_BASIC,
                                .uid = { JAIL_UID_FIRST, JAIL_UID_LAST },
                                .bot_memory = UINT64_C(2) << 30 },
                         .attach = FIEL_NOBODY };
    const struct cli_words takes = { "match",          rows,         help,
                                     .after = after,   .more = more, .remedy = "a bot is given as --bot COMMAND",
                                     .given = &r.given };
    int code;
    if (cli_words_read(&takes, &r, &argc, argv, &code))
        code = *r.o.resume ? settle_resume(&r)
               : r.o.give_up
                   ? cli_fail(EXIT_USAGE, "match: --give-up closes a match that was broken off: name its record with "
                                          "--resume REPLAY")
                   : match_settle(&r);
    *o = r.o;
    return code;
}
