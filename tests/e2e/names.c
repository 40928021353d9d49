/* names: what bots may be called, and how that is told. */
#include "folder.h"

#define QUICK "--rules", "argentino,target=2"

/* How many columns the first line takes that begins so; of these scripts each character takes one. */
static int columns_of(const char *out, const char *begin)
{
    int columns = 0;
    const char *line = strstr(out, begin);
    assert_non_null(line);
    for (line++; *line && *line != '\n'; line++)
        columns += (*line & 0xc0) != 0x80;
    return columns;
}

/* From the command to the record, and back from it. */
TEST_WITH(accents_in_a_match, folder_make, folder_remove)
{
    struct run r = run("fiel", "match", QUICK, "--games", "1", "--bot", "cauto", "--bot", "random", "--names",
                       "ñandú,Łódź", "--replay", in_dir("n.replay"), NULL);
    if (r.code)
        fail_msg("exit %d: %s", r.code, r.err);
    assert_int_equal(columns_of(r.out, "\nñandú"), columns_of(r.out, "\nŁódź"));
    run_free(&r);
    ends(0, "ñandú", "fiel-audit", "--json", in_dir("n.replay"), NULL);
    setenv("LC_ALL", "C.UTF-8", 1); /* another one has no such letters */
    r = run("fiel", "replay", in_dir("n.replay"), NULL);
    unsetenv("LC_ALL");
    run_says(r, 0, "Łódź", NULL);
}

/* The file of a program names its bot. */
TEST_WITH(accents_of_a_program, folder_make, folder_remove)
{
    char from[512], command[BOT_WORDS];
    snprintf(from, sizeof from, "%s/bots/cauto", build_dir());
    copy_file(from, in_dir("matón"), 0755);
    bot_words(command, in_dir("matón"), "");
    struct run r = run("fiel", "measure", QUICK, "--within", "1", "--pairs", "1", command, "random", NULL);
    if (r.code)
        fail_msg("exit %d: %s", r.code, r.err);
    assert_int_equal(columns_of(strstr(r.out, "faults"), "\nmatón"), columns_of(strstr(r.out, "faults"), "\nrandom"));
    run_free(&r);
    r = run("fiel", "tournament", QUICK, "--bot", command, "--bot", "João=random", "--pairs", "1", "--to",
            in_dir("cup"), NULL);
    if (r.code)
        fail_msg("exit %d: %s", r.code, r.err);
    assert_int_equal(columns_of(r.out, "\n  1  "), columns_of(r.out, "\n  2  "));
    run_free(&r);
    ends(0, "João", "fiel", "tournament", "--resume", in_dir("cup"), NULL);
}

/* Each with a sentence that names the character. */
TEST_WITH(what_no_name_may_have, folder_make, folder_remove)
{
    static const struct {
        const char *name, *says;
    } rows[] = {
        { "Joa\xcc\x83o", "U+0303 is a mark upon another character: write both as one (NFC)" },
        { "a\xe2\x80\xae"
          "b",
          "U+202E is not seen, and changes what is" },
        { "a\xe2\x80\x8b", "U+200B is not seen" },
        { "a\x07", "U+0007 is a control character" },
        { "a\xc2\x9b", "U+009B is a control character" },
        { "caf\xe9", "the byte 0xe9 is no UTF-8" },
        { "\xc0\xaf", "the byte 0xc0 is no UTF-8" },
        { "a b", "' ' (U+0020) is no letter, no digit" },
        { "\xe2\x82\xac", "'€' (U+20AC) is no letter, no digit" },
        { "\xd7\xa9", "(U+05E9) is no letter" }, /* written from the right */
        { ".hidden", "neither '.' nor '-' first" },
        { "", "1 to" },
        { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "1 to" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char names[128], bot[128];
        snprintf(names, sizeof names, "%s,b", rows[i].name);
        snprintf(bot, sizeof bot, "%s=cauto", rows[i].name);
        OWNED_RUN r = run("fiel", "match", "--bot", "cauto", "--bot", "random", "--names", names, "--replay",
                          in_dir("w.replay"), NULL);
        assert_int_equal(r.code, 2);
        if (rows[i].says[0] != 'U' || !strstr(rows[i].says, "control")) /* which no sentence repeats */
            assert_says(r.err, rows[i].says);
        run_free(&r);
        r = run("fiel", "tournament", "--bot", bot, "--bot", "random", "--to", in_dir("cup"), NULL);
        assert_int_equal(r.code, 2);
        if (*rows[i].name && rows[i].name[1] != ' ')
            assert_says(r.err, rows[i].says);
    }
}
