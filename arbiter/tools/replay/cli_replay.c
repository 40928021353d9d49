/* cli_replay: `fiel replay`, a match told from its file; what it is asked, and what is told of one match. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/language.h"
#include "cli/words.h"
#include "cli/screen.h"
#include "replay_more.h"
#include "archive/archive.h"
#include "tell/tell.h"

static const char
    help[] = "usage: fiel replay [OPTION...] FILE...\n"
             "\n"
             "  fiel replay match.replay --hand 7\n"
             "  fiel replay match.replay --where 'seat=1 call=truco said=no-quiero holds=1e'\n"
             "  fiel replay pairs/*/*.replay --csv > decisions.csv\n"
             "  fiel replay match.replay --again ./mine --seat 1\n"
             "\n"
             "Tells a match from its replay: the cards of every hand, what was said and played, points, times.\n"
             "It takes the arbiter's word for what it tells.  Below the result stands what of that rests on nothing\n"
             "else; fiel-audit FILE says what was checked.\n"
             "FILE may be packed by zstd (match.replay.zst), but not for --again.\n"
             "\n";

static const char after[] =
    "\n"
    "WHICH is FIELD=VALUE, several of them parted by blanks, which must all be so. Numbers have != < <= > >= too,\n"
    "words and cards !=; VALUE may be alternatives, holds=1e,1b. The fields, which are the columns of --csv too:\n";

static void more(void)
{
    for (unsigned f = 0; f < DECISION_FIELD_COUNT; f++)
        printf("  %-9s %s\n", decision_fields[f].name, decision_fields[f].meaning);
    puts("\n"
         "A match that is still being played is told as far as it has come.  Exit 0 told, 1 told as far as the\n"
         "file makes sense, or the auditor finds it wrong, or no decision is like that, 2 wrong options, 3 the file "
         "cannot be read or is no replay.");
}

enum { BY_HAND, BY_TABLE, BY_SEAT };

struct replay_words {
    struct replay_files files;
    bool json, raw, csv;
    uint64_t given; /* the rows of the table below */
    uint32_t hand, seat, table;
    const char *where, *again;
};

/* --- options ------------------------------------------------------------------------------------ */

static bool by_hand(const struct replay_words *w) { return w->given & 1u << BY_HAND; }
static bool by_table(const struct replay_words *w) { return w->given & 1u << BY_TABLE; }
static bool by_seat(const struct replay_words *w) { return w->given & 1u << BY_SEAT; }

/* 0, or the exit code. */
static int check_wish(const struct replay_words *w)
{
    bool rows = w->csv || w->where;
    if (!w->files.count)
        return cli_fail(EXIT_USAGE, "replay needs a file: fiel replay FILE");
    if (w->again && !by_seat(w))
        return cli_fail(EXIT_USAGE, "--again asks what a seat was asked: it needs --seat I");
    if (w->again && (w->csv || w->raw || by_hand(w)))
        return cli_fail(EXIT_USAGE,
                        "--again tells of all decisions of a seat: --where and --json go with it, nothing else");
    if (w->files.count > 1 && (!rows || w->again))
        return cli_fail(EXIT_USAGE,
                        "replay tells one file, '%s' is a second: tell them one by one, or take --csv or --where",
                        w->files.path[1]);
    if (rows && !w->again && (by_seat(w) || by_hand(w) || w->raw))
        return cli_fail(
            EXIT_USAGE,
            "--csv and --where choose decisions: say seat=I or hand=N in --where instead of --seat and --hand");
    if (by_table(w) && (rows || by_seat(w)))
        return cli_fail(EXIT_USAGE, "--table tells one table: --seat tells all, in --where say table=T");
    if (w->csv && w->json)
        return cli_fail(EXIT_USAGE, "--csv and --json are two forms: take one of them");
    if (w->raw && !by_seat(w))
        return cli_fail(EXIT_USAGE, "--raw prints what a seat was sent: it needs --seat I");
    if (w->raw && w->json)
        return cli_fail(EXIT_USAGE, "--raw is bytes, --json is text: take one of them");
    if (by_seat(w) && by_hand(w))
        return cli_fail(EXIT_USAGE, "--seat tells all envelopes of the match, --hand one hand: take one of them");
    return 0;
}

static const struct cli_option options[] = {
    [BY_HAND] = { "hand", "N", CLI_NUMBER(struct replay_words, hand, 1, UINT32_MAX), "this hand alone" },
    [BY_TABLE] = { "table", "T", CLI_NUMBER(struct replay_words, table, 0, UINT32_MAX),
                   "of a match at several tables this one, from 0   (0)" },
    [BY_SEAT] = { "seat", "I", CLI_NUMBER(struct replay_words, seat, 0, UINT32_MAX),
                  "what seat I was told, envelope by envelope; --json too; the cutters' numbers follow the seats'" },
    { "json", NULL, CLI_INTO(struct replay_words, json), "one JSON object per line" },
    { "raw", NULL, CLI_INTO(struct replay_words, raw),
      "with --seat: the very bytes of the envelopes, one after the other" },
    { "csv", NULL, CLI_INTO(struct replay_words, csv),
      "a row for each decision, its columns named in the first one; of several files, too" },
    { "where", "WHICH", CLI_INTO(struct replay_words, where),
      "only decisions like this: the hands they are in, or with --csv or --json they alone" },
    { "again", "CMD", CLI_INTO(struct replay_words, again),
      "with --seat: asks this bot once more what the seat was asked, and tells where it now decides\notherwise; "
      "--where and --json too. It is shown what the seat was shown, and hears that what\nwas done then was done: each "
      "answer stands for itself. The bot runs as it is, in no jail" },
    { 0 },
};

/* --- telling ------------------------------------------------------------------------------------ */

static void tell_head(const struct tell_style *s, const struct teller *t, const struct replay_words *w)
{
    if (w->json)
        tell_json_head(stdout, t);
    else
        tell_text_head(s, t);
}

static void tell_chapter(const struct tell_style *s, const struct teller *t, const struct replay_words *w)
{
    if (w->json)
        tell_json_chapter(stdout, t);
    else
        tell_text_chapter(s, t);
}

static int tell_match(const struct tell_style *s, struct teller *t, const struct replay_words *w)
{
    tell_head(s, t, w);
    do
        tell_chapter(s, t, w);
    while (tell_next(t));
    if (w->json)
        tell_json_tail(stdout, t);
    else
        tell_text_tail(s, t);
    return replay_added(w->files.path[0], s, w->json) || t->damaged ? EXIT_NEGATIVE : EXIT_FINE;
}

static int tell_one_hand(const struct tell_style *s, struct teller *t, const struct replay_words *w)
{
    uint32_t last;
    do
        last = t->chapter.hand;
    while (last != w->hand && tell_next(t));
    if (last == w->hand) {
        tell_head(s, t, w);
        tell_chapter(s, t, w);
        return replay_added(w->files.path[0], s, w->json) ? EXIT_NEGATIVE : EXIT_FINE;
    }
    if (!last)
        return cli_fail(EXIT_USAGE, "there is no hand %u: no hand of this match was dealt", w->hand);
    return cli_fail(EXIT_USAGE, "there is no hand %u: this file tells of hands 1 to %u%s%s", w->hand, last,
                    t->why ? ", then it stops: " : "", t->why ? t->why : "");
}

static int tell_one_seat(const struct teller *t, const struct replay *file, const struct replay_words *w)
{
    enum tell_seat_form form = w->raw ? SEAT_RAW : w->json ? SEAT_JSON : SEAT_HEX;
    if (!t->has_offer)
        return cli_fail(EXIT_USAGE, "no seat was told anything: the match did not start");
    if (w->seat >= (unsigned)t->offer.seats + t->offer.cutters)
        return cli_fail(EXIT_USAGE, "there is no seat %u: this match has seats 0 to %u and %u cutter%s behind them",
                        w->seat, t->offer.seats - 1u, t->offer.cutters, t->offer.cutters == 1 ? "" : "s");
    switch (tell_seat(stdout, file->bytes, file->size, w->seat, form)) {
    case 0: return EXIT_FINE;
    case -2: return cli_fail(EXIT_ENVIRONMENT, "out of memory: close something and try again");
    default:
        return cli_fail(EXIT_NEGATIVE, T("%s tells of messages that were never made: fiel-audit says more"),
                        w->files.path[0]);
    }
}

static int tell_file(const struct replay *file, const struct replay_words *w)
{
    const struct tell_style s = { stdout, cli_colour(STDOUT_FILENO), screen_utf8() };
    struct teller t;
    int code;
    tell_start(&t, file->bytes, file->size);
    t.table = w->table;
    tell_next(&t);
    if (t.file.end == REPLAY_OTHER_VERSION)
        code = cli_fail(EXIT_ENVIRONMENT, "%s %s", w->files.path[0], replay_end_text(t.file.end));
    else if (t.file.end == REPLAY_NOT_A_REPLAY || file->size < REPLAY_MAGIC_SIZE)
        code = cli_fail(EXIT_ENVIRONMENT, "%s %s: give a file that `fiel match --replay` wrote", w->files.path[0],
                        replay_end_text(REPLAY_NOT_A_REPLAY));
    else if (t.has_offer && w->table >= t.offer.at_once)
        code = cli_fail(EXIT_USAGE, "there is no table %u: this match has tables 0 to %u", w->table,
                        t.offer.at_once - 1);
    else if (by_seat(w))
        code = tell_one_seat(&t, file, w);
    else
        code = by_hand(w) ? tell_one_hand(&s, &t, w) : tell_match(&s, &t, w);
    tell_end(&t);
    return code;
}

static int tell_path(const struct replay_words *w)
{
    struct replay file;
    const char *why;
    if (archived_load(&file, w->files.path[0], &why))
        return cli_fail(EXIT_ENVIRONMENT, "%s: %s: name a replay that you may read", w->files.path[0], why);
    int code = tell_file(&file, w);
    replay_unload(&file);
    return code;
}

static int tell(const struct replay_words *w)
{
    enum replay_form form = w->csv ? FORM_CSV : w->json ? FORM_JSON : FORM_TEXT;
    const struct tell_style s = { stdout, cli_colour(STDOUT_FILENO), screen_utf8() };
    if (w->again)
        return replay_again(w->files.path[0], w->again, w->seat, w->where, w->json);
    if (w->csv || w->where)
        return replay_rows(&w->files, w->where, form, &s);
    return tell_path(w);
}

int cli_replay(int argc, char **argv)
{
    struct replay_words w = { 0 };
    const struct cli_words takes = { "replay",     options,         .help = help,     .after = after,
                                     .more = more, .most = INT_MAX, .given = &w.given };
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    w.files.path = argv + 1;
    w.files.count = (unsigned)argc - 1;
    code = check_wish(&w);
    return code ? code : tell(&w);
}
