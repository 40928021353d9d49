/* Decisions as rows, and the language that says which are meant. */
#include "support/test.h"

#include <sys/mman.h>

#include "base/cli.h"
#include "cli/said.h"
#include "support/forge.h"
#include "tell/where.h"
#include "support/scratch.h"

/* A match of two games, as a file in memory; the caller's to free. */
static uint8_t *match_of(const char *rules, size_t *size)
{
    OWNED_FORGE *f = forge_run(forge_new(rules, 2, 11));
    return forge_file(f, f->arbiter_secret, size);
}

/* --- the language ----------------------------------------------------------------------------------------- */

static void assert_refused(const char *text, const char *says)
{
    struct where w;
    char why[WHERE_WHY] = "";
    assert_int_equal(where_read(&w, text, why), -1);
    if (!strstr(why, says))
        fail_msg("'%s': expected \"%s\" in \"%s\"", text, says, why);
}

TEST(what_is_wrong_is_named)
{
    assert_refused("", "it is empty");
    assert_refused("   ", "it is empty");
    assert_refused("saet=1", "no 'saet', did you mean 'seat'?; it has game, hand, ");
    assert_refused("seat", "'seat' is no condition: it is FIELD=VALUE");
    assert_refused("=1", "'=1' is no condition");
    assert_refused("seat=", "'seat=': a value is missing");
    assert_refused("seat=1,,2", "a value is missing");
    assert_refused("seat=,1", "a value is missing");
    assert_refused("seat=1,", "a value is missing");
    assert_refused("seat=one", "seat is a number, and 'one' is none");
    assert_refused("hand=99999999999999999999", "hand is a number, and '99999999999999999999' is none");
    assert_refused("holds=1x", "holds are cards, and '1x' is none");
    assert_refused("holds<1e", "holds is compared by = and != alone");
    assert_refused("said>=truco", "said is compared by = and != alone");
    assert_refused(
        "hand=1 hand=1 hand=1 hand=1 hand=1 hand=1 hand=1 hand=1 hand=1 hand=1 hand=1 hand=1 hand=1 hand=1 hand=1 "
        "hand=1 hand=1",
        "more than 16 conditions");
    char longest[WHERE_TEXT + 8];
    memset(longest, 'a', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert_refused(longest, "longer than");
}

static bool fits(const char *text, const struct decision *d)
{
    struct where w;
    char why[WHERE_WHY] = "";
    if (where_read(&w, text, why))
        fail_msg("'%s': %s", text, why);
    return where_fits(&w, d);
}

TEST(conditions)
{
    struct decision d = { .number = { [DECIDED_SEAT] = 1, [DECIDED_AHEAD] = -3, [DECIDED_HAND] = 12 } };
    strcpy(d.text[DECIDED_SAID], "no-quiero");
    strcpy(d.text[DECIDED_HOLDS], "1e 12b");
    static const struct {
        const char *text;
        bool fits;
    } cases[] = {
        { "seat=1", true },
        { "seat=0", false },
        { "seat=0,1", true },
        { "seat!=0,1", false },
        { "seat!=0", true },
        { "ahead<0", true },
        { "ahead<-3", false },
        { "ahead<=-3", true },
        { "ahead>-4", true },
        { "ahead>=-3", true },
        { "ahead>-3", false },
        { "hand>=10 hand<20", true },
        { "hand>=10 hand<12", false },
        { "said=no-quiero", true },
        { "said=quiero", false },
        { "said=quiero,no-quiero", true },
        { "said!=quiero", true },
        { "holds=1e", true },
        { "holds=AS", true },
        { "holds=1b", false },
        { "holds=1b,12b", true },
        { "holds!=1b", true },
        { "holds=1e holds=12b", true },
        { "holds=1e holds!=12b", false },
        { "dealt=1e", false },
        { "dealt!=1e", true },
        { " seat=1   said=no-quiero\tholds=1e ", true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (fits(cases[i].text, &d) != cases[i].fits)
            fail_msg("'%s' should%s fit", cases[i].text, cases[i].fits ? "" : " not");
}

TEST(a_word_that_nobody_said)
{
    struct decision d = { 0 };
    struct where w;
    char why[WHERE_WHY] = "";
    strcpy(d.text[DECIDED_CALL], "truco");
    assert_int_equal(where_read(&w, "call=truko seat=5", why), 0);
    assert_false(where_fits(&w, &d));
    strcpy(d.text[DECIDED_CALL], "none");
    assert_false(where_fits(&w, &d));
    assert_true(where_unheard(&w, why));
    assert_string_equal(said_text(why, sizeof why, ENGLISH, why),
                        "no decision has call 'truko': there are truco, none");
    assert_int_equal(where_read(&w, "call=truco seat=5", why), 0);
    strcpy(d.text[DECIDED_CALL], "truco");
    assert_false(where_fits(&w, &d));
    assert_false(where_unheard(&w, why));
}

/* --- the rows ------------------------------------------------------------------------------------------------ */

static bool holds(const char *cards, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = cards; (at = strstr(at, name)); at++)
        if ((at == cards || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}

/* Every row is held against the story of the same match; what the sides gain adds up to the score. */
static void rows_of(const char *rules)
{
    size_t size;
    OWNED uint8_t *file = match_of(rules, &size);
    AUTO(tell_end) struct teller t, story;
    struct decisions d;
    uint32_t made[FIEL_SEATS_MAX] = { 0 };
    size_t rows = 0;
    tell_start(&t, file, size);
    tell_start(&story, file, size);
    decisions_listen(&d, &t);
    while (decisions_next(&d, &t)) {
        assert_true(tell_next(&story));
        size_t n = 0;
        for (size_t i = 0; i < story.chapter.count; i++) {
            const struct tell_line *line = &story.chapter.lines[i];
            if (line->kind != TELL_ACT)
                continue;
            const struct decision *one = &d.list[n++];
            assert_int_equal(one->number[DECIDED_SEAT], line->seat);
            assert_int_equal(one->number[DECIDED_DECISION], ++made[line->seat]);
            assert_int_equal(one->number[DECIDED_HAND], story.chapter.hand);
            assert_int_equal(strncmp(line->words, one->text[DECIDED_SAID], strlen(one->text[DECIDED_SAID])), 0);
            assert_int_equal(one->number[DECIDED_SCORE] - one->number[DECIDED_RIVALS], one->number[DECIDED_AHEAD]);
            if (line->action.kind == ACT_PLAY)
                assert_non_null(strstr(one->text[DECIDED_HOLDS], one->text[DECIDED_CARD]));
            if (*one->text[DECIDED_CARD])
                assert_non_null(strstr(one->text[DECIDED_DEALT], one->text[DECIDED_CARD]));
            for (size_t k = 0; k < i; k++) { /* what was played is not held any more */
                const struct tell_line *before = &story.chapter.lines[k];
                char name[CARD_TEXT];
                if (before->kind != TELL_ACT || before->seat != line->seat || before->action.kind != ACT_PLAY)
                    continue;
                card_name(&story.position.open, before->action.arg, name);
                assert_false(holds(one->text[DECIDED_HOLDS], name));
            }
            bool asked = one->number[DECIDED_CALLER] >= 0;
            assert_int_equal(asked, strcmp(one->text[DECIDED_CALL], "none") != 0);
            if (asked && !strcmp(one->text[DECIDED_PHASE], "stake"))
                assert_int_not_equal(one->number[DECIDED_CALLER] % 2, line->seat % 2);
        }
        assert_int_equal(n, d.count);
        rows += n;
    }
    assert_false(tell_next(&story));
    assert_true(rows > 20);
    decisions_end(&d);
}

TEST(rows_are_the_story)
{
    rows_of("argentino-flor");
    rows_of("uruguayo");
    rows_of("paulista");
}

/* --- the command --------------------------------------------------------------------------------------------- */

/* `fiel replay` with these words, its output; what it complains of is not looked at. */
static char *printed(int expected, char **argv)
{
    int argc = 0, out = memfd_create("printed", MFD_CLOEXEC), before = dup(STDOUT_FILENO),
        complaints = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
    static char text[1 << 20];
    while (argv[argc])
        argc++;
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    int code = cli_replay(argc, argv);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    dup2(complaints, STDERR_FILENO);
    ssize_t n = pread(out, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    close(out), close(before), close(complaints), close(null);
    if (code != expected)
        fail_msg("code %d, not %d: %s", code, expected, cli_said());
    return text;
}

static size_t lines_in(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

TEST(the_command)
{
    size_t size;
    OWNED uint8_t *file = match_of("argentino", &size);
    char folder[SCRATCH_ROOM], path[SCRATCH_ROOM + 16], name[] = "replay", csv[] = "--csv", json[] = "--json",
                                                        where[] = "--where";
    char all[] = "hand>=1", none[] = "hand=0", wrong[] = "hnad=1", seat[] = "--seat", one[] = "1", again[] = "--again";
    char plays[] = "said=play seat=0";
    scratch_make(folder);
    snprintf(path, sizeof path, "%s/m.replay", folder);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    assert_int_equal(write(fd, file, size), (ssize_t)size);
    char *text = printed(0, (char *[]){ name, path, csv, NULL });
    size_t rows = lines_in(text) - 1;
    assert_holds(text, "file,game,hand,decision,seat,bot,mano,phase,");
    assert_holds(text, ",no-quiero,");
    assert_int_equal(lines_in(printed(0, (char *[]){ name, path, path, csv, NULL })), 2 * rows + 1);
    assert_int_equal(lines_in(printed(0, (char *[]){ name, path, json, where, all, NULL })), rows);
    text = printed(0, (char *[]){ name, path, json, where, plays, NULL });
    const char *hand = strstr(text, "\"hand\":");
    char first[32];
    assert_non_null(hand);
    snprintf(first, sizeof first, "Hand %d ", atoi(hand + strlen("\"hand\":")));
    text = printed(0, (char *[]){ name, path, where, plays, NULL });
    assert_holds(text, first);
    assert_holds(text, " decisions, in ");
    printed(1, (char *[]){ name, path, where, none, NULL });
    printed(2, (char *[]){ name, path, where, wrong, NULL });
    printed(2, (char *[]){ name, path, where, all, seat, one, NULL });
    printed(2, (char *[]){ name, path, csv, json, NULL });
    printed(2, (char *[]){ name, path, path, NULL });
    printed(2, (char *[]){ name, path, again, one, NULL });
    printed(3, (char *[]){ name, name, csv, NULL });
    close(fd);
    scratch_remove(folder);
}
