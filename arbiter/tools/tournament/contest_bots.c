/* contest_bots: who plays in a tournament, and whether all of it can be played at all. */
#include <errno.h>
#include <stdlib.h>
#include <sodium.h>
#include <string.h>

#include "base/cli.h"
#include "cli/name.h"
#include "contest.h"
#include "match/bot_files.h"
#include "match/match.h"
#include "tools/pairs/pair_check.h"

static const char signs[] = "._+-";

/* The name of a command's program, without its folder and its ending: "./mine.py --fast" is mine. */
static void name_of(const char *command, char name[CONTEST_NAME])
{
    char words[COMMAND_TEXT], why[COMMAND_WHY];
    unsigned count;
    size_t size = 0, n;
    const char *base = command_words(command, words, &count, why) ? "" : words;
    base = strrchr(base, '/') ? strrchr(base, '/') + 1 : base;
    while ((n = name_character(base + size, signs)) && size + n < CONTEST_NAME && !(size && base[size] == '.'))
        size += n;
    snprintf(name, CONTEST_NAME, "%.*s", (int)size, base);
}

static bool name_taken(const struct contest_wish *w, const char *name)
{
    for (uint32_t i = 0; i < w->bots; i++)
        if (!strcmp(w->bot[i].name, name))
            return true;
    return false;
}

int contest_bot_take(struct contest_wish *w, const char *command)
{
    struct contest_bot *b = &w->bot[w->bots];
    if (w->bots == CONTEST_BOTS)
        return cli_fail(EXIT_USAGE, "%s: more than %d bots: leave '%.60s' out", w->by->name, CONTEST_BOTS, command);
    if (strlen(command) >= sizeof b->command || strchr(command, '\n'))
        return cli_fail(EXIT_USAGE, "%s: the command '%.60s' is longer than %zu bytes or more than a line", w->by->name,
                        command, sizeof b->command - 1);
    if (!strncmp(command, "remote:", 7))
        return cli_fail(EXIT_USAGE,
                        "%s: %.200s: a remote bot remembers the first leg of a pair, and the second one has the same "
                        "cards: name a program that runs here, or play it by fiel match without --duplicate",
                        w->by->name, command);
    strcpy(b->command, command);
    w->bots++;
    return EXIT_FINE;
}

int contest_bot_add(struct contest_wish *w, const char *text)
{
    size_t n = strcspn(text, "=/ \t'\"");
    bool named = n && text[n] == '=';
    const char *command = named ? text + n + 1 : text;
    char name[COMMAND_TEXT], why[NAME_WRONG];
    if (named)
        snprintf(name, sizeof name, "%.*s", (int)n, text);
    else
        name_of(command, name);
    if (!name_good(name, CONTEST_NAME - 1, signs, why))
        return cli_fail(EXIT_USAGE, "tournament: '%.80s' gives no name: %s: write NAME=COMMAND", text, why);
    if (name_taken(w, name))
        return cli_fail(EXIT_USAGE, "tournament: two bots are called %s: give each a name of its own, as %s-2=%.80s",
                        name, name, command);
    int code = contest_bot_take(w, command);
    if (!code)
        strcpy(w->bot[w->bots - 1].name, name);
    return code;
}

int contest_bots_read(struct contest_wish *w, const char *path)
{
    OWNED char *line = NULL;
    size_t room = 0;
    int code = EXIT_FINE;
    OPENED FILE *f = fopen(path, "re");
    errno = f ? 0 : errno;
    while (f && !code && getline(&line, &room, f) > 0) {
        size_t n = strlen(line);
        const char *begin = strncmp(line, "\xef\xbb\xbf", 3) ? line : line + 3, *at = begin + strspn(begin, " \t");
        while (n && strchr(" \t\r\n", line[n - 1]))
            line[--n] = '\0';
        if (*at && *at != '#')
            code = contest_bot_add(w, at);
    }
    if (!code && errno)
        code = cli_fail(EXIT_USAGE, "tournament: --bots: %.300s cannot be read: %s: name a file of NAME=COMMAND lines",
                        path, strerror(errno));
    return code;
}

/* --- does it fit together? --------------------------------------------------------------------------------- */

static int check_table(const struct contest_wish *w)
{
    if (w->tables > 1 && w->words.games_a_leg > 1)
        return cli_fail(EXIT_USAGE,
                        "%s: --games-a-leg: with --tables a leg has one game at each: leave one of the two out",
                        w->by->name);
    return pair_words_check(w->by->name, &w->words, w->tables);
}

/* It is made once, and not by each of the matches that begin at one time. */
static int check_key(const struct contest_wish *w)
{
    uint8_t secret[crypto_sign_SECRETKEYBYTES];
    int code = sodium_init() < 0 ? cli_fail(EXIT_ENVIRONMENT, "%s: no randomness on this machine", w->by->name)
                                 : files_key(w->by->name, w->words.key, secret);
    sodium_memzero(secret, sizeof secret);
    return code;
}

static int check_room(struct contest_wish *w)
{
    const char *bot[CONTEST_BOTS];
    for (uint32_t i = 0; i < w->bots; i++)
        bot[i] = w->bot[i].command;
    return pair_jobs_room(w->by->name, &w->words, bot, w->bots, &w->jobs);
}

static int check_bots(struct contest_wish *w)
{
    int code = EXIT_FINE;
    for (uint32_t i = 0; !code && i < w->bots; i++) {
        struct contest_bot *b = &w->bot[i];
        code = pair_bot_check(w->by->name, *b->name ? b->name : b->command, b->command);
        if (!code && !b->files && !(b->files = pair_bot_files(b->command, w->words.jail)))
            code = cli_fail(EXIT_ENVIRONMENT, "%s: out of memory: close something and play again", w->by->name);
    }
    return code;
}

/* "mine" becomes mine-2, then mine-3. */
static bool new_name(const struct contest_wish *w, const char *name, char fresh[CONTEST_NAME])
{
    size_t n = strlen(name);
    const char *dash = strrchr(name, '-');
    if (dash && dash[1] && !dash[1 + strspn(dash + 1, "0123456789")])
        n = (size_t)(dash - name);
    for (unsigned k = 2; k < CONTEST_BOTS; k++)
        if (snprintf(fresh, CONTEST_NAME, "%.*s-%u", (int)n, name, k) < CONTEST_NAME && !name_taken(w, fresh))
            return true;
    return false;
}

static int accept(struct contest *c, uint32_t bot)
{
    struct contest_wish *w = c->wish;
    char name[CONTEST_NAME];
    const char *files = pair_bot_files(w->bot[bot].command, w->words.jail);
    if (w->bots == CONTEST_BOTS || !new_name(w, w->bot[bot].name, name))
        return cli_fail(EXIT_USAGE,
                        "tournament: --accept-new: there is no room for another bot: begin another one with "
                        "--to");
    if (!files || contest_note_replaced(c, bot, name, files) || contest_replaced(c, bot, name, files))
        return cli_fail(EXIT_ENVIRONMENT, "tournament: --accept-new: %s cannot be noted: %s: make room there", name,
                        strerror(errno));
    return EXIT_FINE;
}

int contest_same(struct contest *c)
{
    char why[MEASURE_WHY];
    int code = EXIT_FINE;
    for (uint32_t i = 0; !code && i < c->plan.entrants; i++) {
        const struct contest_bot *b = &c->wish->bot[i];
        if (bot_files_same(b->files, NULL, why))
            continue;
        code = c->wish->accept_new
                   ? accept(c, i)
                   : cli_fail(EXIT_ENVIRONMENT,
                              "tournament: --resume: %s: %s: put back what was there, or play on with what is there "
                              "under a new name, with --accept-new",
                              b->name, why);
    }
    return code;
}

/* The pairs that will have been played in the end. */
static uint64_t pairs_of(const struct contest_wish *w)
{
    uint64_t n = w->bots, meetings = n * (n - 1) / 2 * w->rounds;
    if (!strcmp(w->kind, "gauntlet"))
        meetings = w->heads * (n - w->heads);
    if (!strcmp(w->kind, "swiss"))
        meetings = n / 2 * w->rounds;
    return meetings * w->pairs;
}

static int check_plan(const struct contest_wish *w)
{
    bool gauntlet = !strcmp(w->kind, "gauntlet"), swiss = !strcmp(w->kind, "swiss");
    if (w->bots < 2)
        return cli_fail(EXIT_USAGE, "tournament: two bots are needed at least: fiel tournament --bot ./mine --bot "
                                    "maestro --bot cauto");
    if (gauntlet && w->rounds)
        return cli_fail(EXIT_USAGE, "tournament: --rounds: a gauntlet has none: give --pairs");
    if (!gauntlet && w->heads)
        return cli_fail(EXIT_USAGE, "tournament: --heads goes with --kind gauntlet alone: leave it out");
    if (gauntlet && w->heads >= w->bots)
        return cli_fail(EXIT_USAGE, "tournament: --heads: of %u bots at most %u can run the gauntlet of the others",
                        w->bots, w->bots - 1);
    if (swiss && w->rounds > circle_rounds(w->bots))
        return cli_fail(EXIT_USAGE,
                        "tournament: --rounds: %u bots have met each other after %u rounds of a Swiss: give "
                        "no more",
                        w->bots, circle_rounds(w->bots));
    return EXIT_FINE;
}

/* Puts the bots into the order that the seed draws (Fisher and Yates; Durstenfeld 1964). */
static void draw_order(struct contest_wish *w)
{
    struct chance chance = { w->seed };
    for (uint32_t i = w->bots; i > 1; i--) {
        uint32_t k = chance_below(&chance, i);
        struct contest_bot other = w->bot[i - 1];
        w->bot[i - 1] = w->bot[k];
        w->bot[k] = other;
    }
}

static uint32_t default_rounds(const struct contest_wish *w)
{
    uint32_t rounds = 1;
    if (strcmp(w->kind, "swiss") != 0)
        return 1;
    while (1u << rounds < w->bots)
        rounds++;
    return rounds;
}

int contest_settle(struct contest_wish *w)
{
    w->kind = w->kind ? w->kind : "round-robin";
    w->words.rules = w->words.rules ? w->words.rules : "argentino";
    w->words.seats = w->words.seats ? w->words.seats : "2";
    w->words.clock = w->words.clock ? w->words.clock : "bank=30s,inc=100ms,cap=5s,grace=50ms,start=10s,duty=1m";
    w->words.jail = w->words.jail ? w->words.jail : "basic";
    w->pairs = w->pairs ? w->pairs : 10;
    w->tables = w->tables ? w->tables : 1;
    w->words.games_a_leg = w->words.games_a_leg ? w->words.games_a_leg : 1;
    int code = check_plan(w);
    if (code)
        return code;
    if (!strcmp(w->kind, "gauntlet"))
        w->heads = w->heads ? w->heads : 1;
    else
        w->rounds = w->rounds ? w->rounds : default_rounds(w);
    if (pairs_of(w) > w->by->most)
        return cli_fail(EXIT_USAGE,
                        "%s: that is %.0f pairs, and no more than %u are kept: give fewer --pairs, --rounds or bots",
                        w->by->name, (double)pairs_of(w), w->by->most);
    code = check_table(w);
    if (!code)
        code = check_bots(w);
    if (!code && w->words.key)
        code = check_key(w);
    if (!code)
        code = check_room(w);
    if (!code && w->seed)
        draw_order(w);
    return code;
}
