/* cli_replay: `fiel replay`, a match told from its file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "tell/tell.h"

static const char help[] =
    "usage: fiel replay [OPTION...] FILE\n"
    "\n"
    "  fiel replay match.replay --hand 7\n"
    "\n"
    "Tells a match from its replay: the cards of every hand, what was said and played, points, times.\n"
    "It takes the arbiter's word for all of it; fiel-audit FILE proves it.\n"
    "\n"
    "  --hand N   this hand alone\n"
    "  --json     one JSON object per line\n"
    "  --seat I   what seat I was told, envelope by envelope; --json too; the cutters' numbers follow the seats'\n"
    "  --raw      with --seat: the very bytes of the envelopes, one after the other\n"
    "\n"
    "A match that is still being played is told as far as it has come.  Exit 0 told, 1 told as far as the\n"
    "file makes sense, 2 wrong options, 3 the file cannot be read or is no replay.\n";

struct wish {
    const char *path;
    bool json, raw, by_hand, by_seat;
    uint32_t hand, seat;
};

/* --- options ------------------------------------------------------------------------------------ */

static bool read_number(const char *text, uint32_t *out)
{
    char *end;
    errno = 0;
    unsigned long v = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || v > UINT32_MAX) return false;
    *out = (uint32_t)v;
    return true;
}

/* 0, or the exit code. */
static int check_wish(const struct wish *w)
{
    if (!w->path) return cli_fail(EXIT_USAGE, "replay needs a file: fiel replay FILE");
    if (w->raw && !w->by_seat)
        return cli_fail(EXIT_USAGE, "--raw prints what a seat was sent: it needs --seat I");
    if (w->raw && w->json) return cli_fail(EXIT_USAGE, "--raw is bytes, --json is text: take one of them");
    if (w->by_seat && w->by_hand)
        return cli_fail(EXIT_USAGE,
                        "--seat tells all envelopes of the match, --hand one hand: take one of them");
    return 0;
}

static int unknown_option(const char *word)
{
    static const char *const known[] = { "--hand", "--seat", "--json", "--raw", "--help", NULL };
    const char *near = cli_nearest(word, known);
    if (near) return cli_fail(EXIT_USAGE, "replay has no option '%s': did you mean %s?", word, near);
    return cli_fail(EXIT_USAGE, "replay has no option '%s': fiel replay --help lists them", word);
}

/* True when argv[*i] is "--name VALUE" or "--name=VALUE": *i is then at its last word, *value "" if none
 * follows. */
static bool takes_value(char **argv, int *i, const char *name, const char **value)
{
    size_t n = strlen(name);
    if (strncmp(argv[*i], name, n) || (argv[*i][n] && argv[*i][n] != '=')) return false;
    if (argv[*i][n]) *value = argv[*i] + n + 1;
    else *value = argv[*i + 1] ? argv[++*i] : "";
    return true;
}

/* One word of the command line, or two.  0, or the exit code. */
static int read_word(struct wish *w, char **argv, int *i, bool options)
{
    const char *value;
    if (!options || argv[*i][0] != '-') {
        if (w->path)
            return cli_fail(EXIT_USAGE, "replay tells one file, '%s' is a second: tell them one by one",
                            argv[*i]);
        w->path = argv[*i];
    } else if (takes_value(argv, i, "--hand", &value)) {
        w->by_hand = true;
        if (!read_number(value, &w->hand) || !w->hand)
            return cli_fail(EXIT_USAGE, "'%s' is no hand: --hand takes a number from 1", value);
    } else if (takes_value(argv, i, "--seat", &value)) {
        w->by_seat = true;
        if (!read_number(value, &w->seat))
            return cli_fail(EXIT_USAGE, "'%s' is no seat: --seat takes a number from 0", value);
    } else if (!strcmp(argv[*i], "--json")) w->json = true;
    else if (!strcmp(argv[*i], "--raw")) w->raw = true;
    else return unknown_option(argv[*i]);
    return 0;
}

/* 0, or the exit code. */
static int read_wish(char **argv, struct wish *w)
{
    bool options = true;
    int code = 0;
    for (int i = 1; !code && argv[i]; i++) {
        if (options && !strcmp(argv[i], "--")) options = false;
        else code = read_word(w, argv, &i, options);
    }
    return code ? code : check_wish(w);
}

/* --- telling ------------------------------------------------------------------------------------ */

static bool utf8_wanted(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

static void tell_head(const struct tell_style *s, const struct teller *t, const struct wish *w)
{
    if (w->json) tell_json_head(stdout, t);
    else tell_text_head(s, t);
}

static void tell_chapter(const struct tell_style *s, const struct teller *t, const struct wish *w)
{
    if (w->json) tell_json_chapter(stdout, t);
    else tell_text_chapter(s, t);
}

static int tell_match(const struct tell_style *s, struct teller *t, const struct wish *w)
{
    tell_head(s, t, w);
    do tell_chapter(s, t, w);
    while (tell_next(t));
    if (w->json) tell_json_tail(stdout, t);
    else tell_text_tail(s, t);
    return t->damaged ? EXIT_NEGATIVE : EXIT_FINE;
}

static int tell_one_hand(const struct tell_style *s, struct teller *t, const struct wish *w)
{
    uint32_t last;
    do last = t->chapter.hand;
    while (last != w->hand && tell_next(t));
    if (last == w->hand) {
        tell_head(s, t, w);
        tell_chapter(s, t, w);
        return EXIT_FINE;
    }
    if (!last) return cli_fail(EXIT_USAGE, "there is no hand %u: no hand of this match was dealt", w->hand);
    return cli_fail(EXIT_USAGE, "there is no hand %u: this file tells of hands 1 to %u%s%s", w->hand, last,
                    t->why ? ", then it stops: " : "", t->why ? t->why : "");
}

static int tell_one_seat(const struct teller *t, const struct replay *file, const struct wish *w)
{
    enum tell_seat_form form = w->raw ? SEAT_RAW : w->json ? SEAT_JSON : SEAT_HEX;
    if (!t->has_offer) return cli_fail(EXIT_USAGE, "no seat was told anything: the match did not start");
    if (w->seat >= (unsigned)t->offer.seats + t->offer.cutters)
        return cli_fail(EXIT_USAGE, "there is no seat %u: this match has seats 0 to %u and %u cutter%s behind them", w->seat,
                        t->offer.seats - 1u, t->offer.cutters, t->offer.cutters == 1 ? "" : "s");
    switch (tell_seat(stdout, file->bytes, file->size, w->seat, form)) {
    case 0: return EXIT_FINE;
    case -2: return cli_fail(EXIT_ENVIRONMENT, "out of memory: close something and try again");
    default:
        return cli_fail(EXIT_NEGATIVE, "%s tells of messages that were never made: fiel-audit says more",
                        w->path);
    }
}

static int tell_file(const struct replay *file, const struct wish *w)
{
    const struct tell_style s = { stdout, cli_colour(STDOUT_FILENO), utf8_wanted() };
    struct teller t;
    int code;
    tell_start(&t, file->bytes, file->size);
    tell_next(&t);
    if (t.file.end == REPLAY_NOT_A_REPLAY || file->size < REPLAY_MAGIC_SIZE)
        code = cli_fail(EXIT_ENVIRONMENT, "%s %s: give a file that `fiel match --replay` wrote", w->path,
                        replay_end_text(REPLAY_NOT_A_REPLAY));
    else if (w->by_seat) code = tell_one_seat(&t, file, w);
    else code = w->by_hand ? tell_one_hand(&s, &t, w) : tell_match(&s, &t, w);
    tell_end(&t);
    return code;
}

int cli_replay(int argc, char **argv)
{
    struct wish w = { 0 };
    struct replay file;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help")) return fputs(help, stdout), EXIT_FINE;
    int code = read_wish(argv, &w);
    if (code) return code;
    if (replay_load(&file, w.path))
        return cli_fail(EXIT_ENVIRONMENT, "%s: %s: name a replay that you may read", w.path, strerror(errno));
    code = tell_file(&file, &w);
    replay_unload(&file);
    if (fflush(stdout) || ferror(stdout))
        return cli_fail(EXIT_ENVIRONMENT, "the output was cut short: %s: see where it goes", strerror(errno));
    return code;
}
