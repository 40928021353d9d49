/* bridge: plays a seat for a program that knows lines alone (spec/LINES.md).
 *
 * `fiel match` starts it beside the program, without a word: what a bot gets is on descriptor 3, the program's standard input and output are
 * the other end of descriptor 4.  It reads what a stranger wrote, and is confined as a seat's process is.  Of a program it judges nothing but
 * what a line is: then it protests with a number that says so.
 *
 * On an author's machine it is started by `fiel bridge`, as
 *
 *     bridge lines COMMAND --connect ... | --seat ... | --again REPLAY --seat N
 *
 * with the words that every bot of libfiel takes, and starts the program itself; COMMAND "": its lines are descriptor 4.  Instead of a program
 * an agent sits there with
 *
 *     bridge mcp WORDS ...
 *
 * where WORDS are those of `fiel play`, for a match here, and "" for the words from above.  Behind COMMAND stands the language. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "again.h"
#include "bot.h"
#include "child/stall.h"
#include "cli/beside.h"
#include "cli/language.h"
#include "cli/now.h"
#include "line/answer.h"
#include "lobby.h"
#include "mcp.h"
#include "program.h"
#include "tell/seat_line.h"
#include "wire/strict.h"

enum {
    PROGRAM = 4,
    LOOK_MS = 20,     /* behind the end of a decision's time it is seen so often whether the arbiter goes on */
    READY_MS = 60000, /* a program that has played says before that it is ready for another match */
    PROTESTED_MS = 50,
    QUOTED = 60, /* bytes of a line that a protest shows */
};

struct bridge {
    FILE *to;
    struct line_in in;
    struct sayings said;
    uint32_t told;     /* of them */
    unsigned requests; /* that were asked, */
    unsigned late;     /* and whose answer is still to come, and is nothing then */
    bool gone;         /* the program has closed its end */
    bool silent;       /* it did not answer in its time: nothing is said for it */
    struct connection *line;
    enum check bad; /* what is wrong with a line of it */
    char why[WHY];
    struct fiel_match match;
    struct view view; /* as last asked */
    uint16_t score[FIEL_SCORERS_MAX];
    uint32_t won[FIEL_SCORERS_MAX], game;
    bool new_game; /* the next hand begins at nothing */
    struct fiel_clock clock;
    bool answered; /* with signs: the decision that goes with them is made */
    struct action action;
    struct answer answer;
    /* On its author's machine: */
    bool at_home, patient; /* patient: no clock runs, a record is asked again */
    struct program program;
    bool ready;              /* it has said so, and its random bytes are in `answer` */
    const char *left;        /* why it did not play on; NULL: the program has ended */
    char folder[FOLDER_MAX]; /* of the match that it plays, whose name is a hash */
};

/* --- what it tells ------------------------------------------------------------------------------------------- */

static void line_end(struct bridge *b, struct json_out *j)
{
    out_end(j);
    fflush(b->to); /* whose reader is gone is seen by its end */
}

static struct line_match match_of(const struct bridge *b)
{
    return (struct line_match){
        .names = b->match.name, .target = b->match.rules.opt[OPT_TARGET], .games = b->match.games, .won = b->won
    };
}

static void tell_match(struct bridge *b)
{
    const struct fiel_match *m = &b->match;
    struct line_match match = match_of(b);
    struct json_out j = line_begin(b->to, "match");
    char rules[RULES_TEXT];
    out_hex(&j, "id", m->id, sizeof m->id);
    out_text(&j, "rules", rules_text(&m->rules, rules));
    out_number(&j, "seats", m->seats);
    out_number(&j, "scorers", b->view.open.scorers);
    out_number(&j, "seat", m->seat);
    out_number(&j, "side", m->side);
    out_number(&j, "hands_max", m->hands_max);
    out_match(&j, &match, &b->view);
    line_end(b, &j);
}

static void tell_table(struct bridge *b, const struct action *legal, int n, int signs)
{
    struct line_match match = match_of(b);
    struct line_asks asks = { .request = b->requests,
                              .ms = b->clock.budget_us / 1000,
                              .bank_ms = b->clock.bank_us / 1000,
                              .signs = (unsigned)signs,
                              .legal = legal,
                              .n = n };
    struct json_out j = line_table(b->to, &match, &asks, &b->view, &b->said, b->told);
    b->told = b->said.count;
    line_end(b, &j);
}

/* --- what it is told ------------------------------------------------------------------------------------------- */

static void wrong(struct bridge *b, enum check what, const char *line)
{
    b->bad = what;
    size_t n = strnlen(line, QUOTED);
    while (!utf8_valid(line, n)) /* as far as it is text, or it could not be sent */
        n--;
    snprintf(b->why, sizeof b->why, "%.*s", (int)n, line);
}

/* The next line that is an answer to what is asked, read into b->answer; false: none is, in this time or for good. */
static bool hear(struct bridge *b, int64_t until)
{
    char *line;
    for (;;) {
        enum line_came came = line_next(&b->in, until, &line);
        if (came == LINE_TOO_LONG)
            wrong(b, CHECK_LINE_LONG, "4096 bytes without an end");
        b->gone |= came == LINE_END;
        if (came != LINE_CAME)
            return false;
        bool good = answer_read(line, &b->answer), asked = until > 0 && good && b->answer.request == b->requests;
        if (asked)
            b->late = 0; /* its number says so: those before it were left out */
        if (b->late > 0) {
            b->late--;
            continue;
        }
        if (good)
            return true;
        wrong(b, CHECK_LINE_JSON, line);
        return false;
    }
}

/* Nothing is asked: a line that stands there, and is no late answer, was asked for by nobody. */
static bool quiet(struct bridge *b)
{
    if (hear(b, 0))
        wrong(b, CHECK_LINE_STRAY, b->in.bytes);
    return !b->bad && !b->gone;
}

static const char not_ready[] = "the program does not say that it is ready: it has a minute to answer `hello`";

static void hello(struct bridge *b, int64_t until)
{
    line_hello(b->to);
    fflush(b->to);
    b->ready = hear(b, until);
    if (b->ready && strcmp(b->answer.does, "ready") != 0)
        wrong(b, CHECK_LINE_DO, b->in.bytes);
}

static int complain(int code, const char *what, const char *more)
{
    fprintf(stderr, "fiel: bridge: %s%s%s\n", what, *more ? ": " : "", more);
    return code;
}

/* The end on an author's machine; one who has our lines and starts us knows how they ended themselves. */
static int home_end(struct bridge *b, int code)
{
    char how[PROGRAM_HOW];
    bool ours = b->program.argv[0];
    fclose(b->to);
    program_end(&b->program, how);
    if (b->bad && !code)
        return complain(1, failed_text(b->bad), b->why);
    if (b->left)
        return complain(3, b->left, "");
    return !b->gone ? code : ours ? complain(3, b->program.argv[0], how) : 3;
}

/* Nobody has said anything since the question: it may be open for longer than the clock on the wall tells, because the arbiter does not
 * charge what the program waited for a processor. */
static bool still_open(struct bridge *b)
{
    connection_look(b->line);
    return b->line->up && !connection_waits(b->line, 0);
}

/* Asks for a decision; legal[0], which is not sent, where none comes. */
static struct action ask(struct bridge *b, const struct view *v, const struct action *legal, int n, int signs)
{
    const struct action *a = NULL;
    int64_t until = b->patient ? INT64_MAX : now_ms() + (int64_t)(b->clock.budget_us / 1000);
    b->view = *v;
    b->requests++;
    memset(&b->answer, 0, sizeof b->answer);
    b->silent = false;
    if (b->bad || b->gone || !quiet(b))
        return legal[0];
    tell_table(b, legal, n, signs);
    while (!a && !b->bad && !b->gone && (now_ms() < until || still_open(b))) {
        if (!hear(b, now_ms() < until ? until : now_ms() + LOOK_MS))
            continue;
        if (b->answer.request && b->answer.request != b->requests) {
            stall_rest(); /* such answers may come without end */
            continue;
        }
        a = answer_legal(&b->answer, &v->open, legal, n);
        if (!a)
            wrong(b, CHECK_LINE_DO, b->in.bytes);
        if (!a)
            return legal[0];
    }
    b->silent = !a && !b->bad && !b->gone;
    b->late += b->silent;
    return a ? *a : legal[0];
}

/* --- callbacks --------------------------------------------------------------------------------------------------- */

/* Leaves the match, to which it comes back when it is started again: as who is asked to twice. */
static void leave(struct bridge *b)
{
    b->gone = true;
    raise(SIGTERM);
    raise(SIGTERM);
}

static void match_start(const struct fiel_match *m, void *user)
{
    struct bridge *b = user;
    if (m->at_once > 1) { /* fiel match starts none there */
        b->left = "this match has several tables, and by lines one plays at one: ask its host for --tables 1";
        leave(b);
        return;
    }
    b->match = *m;
    b->game = 1;
    b->view.open.rules = m->rules;
    b->view.open.seats = m->seats;
    b->view.open.scorers = (uint8_t)rules_scorers(&m->rules, m->seats);
    tell_match(b);
}

static void hand_start(unsigned hand, unsigned mano, const card_t cards[FIEL_HELD_MAX], void *user)
{
    struct bridge *b = user;
    if (b->new_game)
        memset(b->score, 0, sizeof b->score);
    b->new_game = false;
    said_hand(&b->said, &b->view.open, hand, mano, cards);
}

static void acted(int seat, struct action a, int value, void *user)
{
    struct bridge *b = user;
    said_action(&b->said, &b->view.open, (unsigned)seat, a, (unsigned)value, NULL);
}

static void asked(const struct fiel_clock *clock, void *user)
{
    struct bridge *b = user;
    b->clock = *clock;
    b->answered = false;
}

static void shown(int seat, card_t card, void *user)
{
    struct bridge *b = user;
    said_card(&b->said, &b->view.open, (unsigned)seat, card);
}

static void sign_seen(int seat, struct sign s, void *user)
{
    said_sign(&((struct bridge *)user)->said, (unsigned)seat, s, sign_text(s.word));
}

static void hand_end(const uint16_t score[FIEL_SCORERS_MAX], void *user)
{
    struct bridge *b = user;
    said_points(&b->said, b->score, score, b->view.open.scorers);
    memcpy(b->score, score, sizeof b->score);
}

static void game_end(int winner, void *user)
{
    struct bridge *b = user;
    bool somebodys = winner >= 0 && winner < (int)b->view.open.scorers;
    said_game(&b->said, b->game++, somebodys ? winner : -1);
    if (somebodys)
        b->won[winner]++;
    b->new_game = true;
}

static void match_end(int winner, int mine, void *user)
{
    struct bridge *b = user;
    struct line_match match = match_of(b);
    struct json_out j = line_begin(b->to, "over");
    out_number_if(&j, "winner", winner < (int)b->view.open.scorers, (uint64_t)winner);
    out_signed(&j, "side", mine);
    out_match(&j, &match, &b->view);
    out_said(&j, &b->said, b->told);
    line_end(b, &j);
}

/* With signs the decision is asked for here, for both come in one line. */
static int make_signs(const struct view *v, int room, struct sign *made, void *user)
{
    struct bridge *b = user;
    struct action legal[FIEL_LEGAL_MAX];
    int n = view_legal(v, legal);
    b->action = ask(b, v, legal, n, room);
    b->answered = true;
    int signs = (int)b->answer.signs < room ? (int)b->answer.signs : room;
    memcpy(made, b->answer.sign, (size_t)signs * sizeof *made);
    return signs;
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct bridge *b = user;
    struct action a = b->answered ? b->action : ask(b, v, legal, n, 0);
    if (b->patient && (b->bad || b->gone)) /* no answer of its own follows */
        exit(home_end(b, 0));
    return a;
}

/* What its program wrote beside the answer. */
static const char *note(void *user)
{
    const struct bridge *b = user;
    return b->answer.note;
}

/* --- on its author's machine ---------------------------------------------------------------------------------- */

static struct program *ours;

static void end_both(int sig)
{
    if (ours->pid > 0)
        kill(-ours->pid, SIGKILL);
    signal(sig, SIG_DFL);
    raise(sig);
}

/* Opens its lines, and starts it where it is ours to start; said where it fails. */
static int program_begin(struct bridge *b)
{
    char how[PROGRAM_HOW];
    int fd = PROGRAM;
    if (b->to)
        fclose(b->to);
    if (b->program.pid)
        program_end(&b->program, how);
    if (b->program.argv[0])
        fd = program_start(&b->program);
    b->in = (struct line_in){ .fd = fd };
    b->to = fd < 0 ? NULL : fdopen(fd, "w");
    b->gone = false;
    b->late = 0;
    if (b->to)
        return 0;
    if (b->program.argv[0])
        return complain(-1, b->program.argv[0], strerror(errno));
    return complain(-1, "no program is here", "fiel match --bot lines:./bot, or fiel bridge lines ./bot --connect ...");
}

/* Another match: everything is forgotten but the program, which hears `hello` again; one that has ended, or was wrong, is started anew.
 * -1: it does not play. */
static int match_begin(struct bridge *b, struct party *p)
{
    bool anew = b->program.argv[0] && (b->late || b->bad || line_ended(&b->in));
    snprintf(b->folder, sizeof b->folder, "%s", p->folder);
    b->said.count = b->told = b->requests = 0;
    b->bad = CHECK_FINE;
    memset(&b->view, 0, sizeof b->view);
    memset(b->won, 0, sizeof b->won);
    memset(b->score, 0, sizeof b->score);
    b->new_game = false;
    if (anew && program_begin(b))
        return -1;
    if (anew || !b->ready)
        hello(b, now_ms() + READY_MS);
    if (b->answer.random_given && party_secret(p, b->answer.random))
        return complain(-1, p->folder, "it does not take the program's random bytes: make room there");
    bool plays = b->ready || b->bad;
    b->ready = false;
    return plays ? 0 : complain(-1, b->gone ? "the program has ended" : not_ready, "");
}

/* --- the match ------------------------------------------------------------------------------------------------- */

/* The size of what I am to say without the answer in it, which is its last message; 0: nothing is left. */
static size_t without_answer(uint8_t *envelope, size_t size)
{
    struct envelope e;
    struct msg m = { 0 };
    const uint8_t *last = NULL;
    (void)envelope_open(&e, envelope, size);
    unsigned messages = e.left;
    while (e.left > 0) {
        last = e.r.at;
        (void)envelope_next(&e, FROM_BOT, &m);
    }
    if (m.type != MSG_ANSWER)
        return size;
    *envelope -= 1; /* how many they are (msgpack's fixarray: one table, so a few) */
    return messages > 1 ? (size_t)(last - envelope) : 0;
}

/* What no program has said is not sent; and a protest names a match, so the offer is waited for. */
static size_t held_back(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct bridge *b = p->calls->user;
    b->line = c;
    bool lost = b->at_home && strcmp(b->folder, p->folder) && match_begin(b, p);
    if (lost || (b->at_home && b->gone))
        leave(b);
    if (b->bad && p->stage != STAGE_HELLO && p->failed == CHECK_FINE)
        party_fail(p, b->bad, "%s", b->why);
    if (b->gone || p->failed != CHECK_FINE)
        return 0;
    return b->silent ? without_answer(envelope, size) : size;
}

static enum played play(struct bridge *b, struct bot *bot)
{
    enum played end = PLAY_LEFT;
    while (!b->gone && bot_step(bot, &end))
        b->gone = !b->bad && line_ended(&b->in) && !quiet(b) && !b->bad;
    return b->gone ? PLAY_LEFT : end;
}

/* What is sent for it is its program's, which it loses without a word. */
static int hosted(struct bridge *b, const struct fiel_callbacks *calls)
{
    char why[FOLDER_MAX + 128];
    if (program_begin(b))
        return 3;
    hello(b, INT64_MAX);
    struct bot *bot = b->gone ? NULL : bot_hosted("lines", calls, held_back, why);
    if (!bot)
        return b->gone ? 0 : complain(3, why, "");
    if (b->answer.random_given && party_secret(&bot->party, b->answer.random) != 0)
        return complain(3, "its folder does not take the program's random bytes", "");
    enum played end = play(b, bot);
    while (end == PLAY_PROTEST && bot->line.up) { /* the program is judged: it ends with the match */
        (void)poll(NULL, 0, PROTESTED_MS);
        connection_look(&bot->line);
    }
    return bot_hosted_end(bot, end) == 3 && end != PLAY_LEFT ? 3 : 0;
}

/* On its author's machine, with these words behind mode and command. */
static int home(struct bridge *b, const struct fiel_callbacks *calls, const char *command, int argc, char **argv)
{
    static char why[LOBBY_WHY + COMMAND_TEXT + 128];
    struct lobby_words words;
    struct again_words once_more;
    int again = again_words_read(&once_more, argc, argv, why);
    int remote = again ? again : lobby_words_read(&words, argc, argv, why);
    if (remote < 0 || (*command && program_read(&b->program, command, why)))
        return complain(2, why, "");
    if (!remote)
        return complain(2, "which match?",
                        "--connect tcp://HOST:PORT --server HEX --key FILE, as the host gave them to you");
    b->at_home = true;
    b->patient = again;
    ours = &b->program;
    signal(SIGINT, end_both); /* a bridge that waits at a door takes them, later */
    signal(SIGTERM, end_both);
    if (program_begin(b))
        return 3;
    hello(b, *command ? now_ms() + READY_MS : INT64_MAX);
    int code = 0;
    if (!b->ready && !b->bad && !b->gone)
        b->left = not_ready;
    else if (!b->bad && !b->gone)
        code = again ? again_run(&once_more, calls) : remote_run(&words, calls, held_back);
    return home_end(b, code);
}

/* The value of a word that `fiel bridge` has seen to be right; NULL: it is not there. */
static const char *value_of(const char *word, int argc, char **argv)
{
    size_t n = strlen(word);
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], word, n) == 0 && (argv[i][n] == '=' || (!argv[i][n] && i + 1 < argc)))
            return argv[i][n] ? argv[i] + n + 1 : argv[i + 1];
    return NULL;
}

/* Who plays by lines for an agent: a page's player, here or at a door. */
static int player_of(struct program *p, const char *fiel, const char *words, const char *spoken, int argc, char **argv)
{
    static char persona[PATH_MAX], play[][8] = { "play", "--lines", "--lang" }, lines[] = "--lines";
    char why[COMMAND_WHY];
    unsigned n = 0, count = 0, most = sizeof p->argv / sizeof *p->argv - 2;
    char *word = p->words;
    if (*words && command_words(words, p->words, &count, why))
        return complain(2, "mcp", why);
    (void)beside(persona, "persona");
    p->argv[n++] = *words ? (char *)(uintptr_t)fiel : persona;
    for (size_t i = 0; *words && i < sizeof play / sizeof *play; i++)
        p->argv[n++] = play[i];
    p->argv[n++] = (char *)(uintptr_t)spoken;
    for (unsigned i = 0; i < count && n < most; i++, word += strlen(word) + 1)
        p->argv[n++] = word;
    for (int i = 1; !*words && i < argc && n < most; i++)
        p->argv[n++] = argv[i];
    p->argv[n++] = *words ? NULL : lines;
    return n <= most ? 0 : complain(2, "mcp", "these are too many words: leave some out");
}

static int agent(const char *words, const char *spoken, int argc, char **argv)
{
    static const char *const places[] = { "../bin/fiel", "../../../bin/fiel", NULL };
    static char fiel[PATH_MAX];
    const char *after = value_of("--after", argc, argv), *legal = value_of("--legal", argc, argv);
    struct mcp_wish wish = { .fiel = fiel,
                             .log = value_of("--log", argc, argv),
                             .forfeit = after && strcmp(after, "forfeit") == 0,
                             .legal = !legal || *legal == 'l' ? LEGAL_LISTED
                                      : *legal == 'h'         ? LEGAL_HIDDEN
                                                              : LEGAL_MISTAKE };
    (void)beside_first(fiel, places);
    language_speak(language_called(spoken));
    if (!*words != (value_of("--connect", argc, argv) || value_of("--seat", argc, argv)))
        return complain(2, "which match?",
                        "one here: fiel bridge mcp 'cauto --games 2', or one of a host: --connect ...");
    int code = player_of(&wish.player, fiel, words, spoken, argc, argv);
    return code ? code : mcp_run(&wish);
}

int main(int argc, char **argv)
{
    static struct bridge b;
    const struct fiel_callbacks calls = { .decide = decide,
                                          .match_start = match_start,
                                          .hand_start = hand_start,
                                          .acted = acted,
                                          .asked = asked,
                                          .shown = shown,
                                          .hand_end = hand_end,
                                          .game_end = game_end,
                                          .match_end = match_end,
                                          .signs = make_signs,
                                          .sign_seen = sign_seen,
                                          .note = note,
                                          .user = &b };
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a full log is no end */
    if (argc == 1)
        return hosted(&b, &calls);
    if (argc > 3 && strcmp(argv[1], "mcp") == 0)
        return agent(argv[2], argv[3], argc - 3, argv + 3);
    if (argc < 3 || strcmp(argv[1], "lines") != 0)
        return complain(2, argv[1], "what is to play? fiel bridge lines ./bot --connect ..., or fiel bridge mcp");
    return home(&b, &calls, argv[2], argc - 2, argv + 2);
}
