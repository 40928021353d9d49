/* test_lines: the lines of spec/LINES.md: the page's hand is what the encoder makes, and the reader takes answers and nothing else. */

#include "support/hand_of_two.h"

#include "docs.h"
#include "line/answer.h"
#include "tell/seat_line.h"
#include "support/printed.h"

enum { WIDE = 128 };

/* --- the page's hand ------------------------------------------------------------------------------------------------ */

/* A line as the page breaks it: behind commas. */
static void put_folded(FILE *to, const char *mark, const char *line)
{
    size_t column = (size_t)fprintf(to, "%s ", mark);
    for (const char *at = line; *at && *at != '\n';) {
        size_t n = strcspn(at, ",\n");
        n += at[n] == ',';
        if (column + n > WIDE)
            column = (size_t)fprintf(to, "\n    ") - 1;
        column += (size_t)fprintf(to, "%.*s", (int)n, at);
        at += n;
    }
    fputc('\n', to);
}

static const char *const names[] = { "ana", "bot" };

/* The seat of the page is asked in this position, and answers so. */
static void asked(FILE *to, const struct position *pos, struct sayings *said, uint32_t *told, unsigned request,
                  const char *answer)
{
    static const uint32_t won[FIEL_SCORERS_MAX];
    const struct line_match m = { names, pos->open.rules.opt[OPT_TARGET], 1, won };
    struct action legal[FIEL_LEGAL_MAX];
    struct view v;
    char text[128];
    position_view(pos, 1, &v);
    struct line_asks asks = { request, 5050, 30000, 0, legal, position_legal(pos, 1, legal) };
    FILE *f = print_begin();
    struct json_out j = line_table(f, &m, &asks, &v, said, *told);
    out_end(&j);
    *told = said->count;
    put_folded(to, "<", print_end());
    snprintf(text, sizeof text, "{\"do\":\"%s\"}", answer);
    put_folded(to, ">", text);
}

static void page_hand(FILE *to)
{
    static const char *const does[] = { "truco", "quiero", "play 7e", "play 1e", "play 7b", "mazo" };
    static struct sayings said;
    static const char *const cards[] = { "7e", "6e", "4c", "1e", "7b", "6b" };
    struct position pos = hand_of_two("argentino", NULL, cards), next;
    uint32_t told = 0;
    unsigned requests = 0;
    memset(&said, 0, sizeof said);
    said_hand(&said, &pos.open, 1, pos.open.mano, pos.dealt[1]);
    for (size_t i = 0; i < sizeof does / sizeof *does; i++) {
        struct action a;
        int seat = position_turn(&pos);
        if (seat == 1)
            asked(to, &pos, &said, &told, ++requests, does[i]);
        assert_int_equal(action_parse(&pos.open, does[i], &a), RULE_OK);
        said_action(&said, &pos.open, (unsigned)seat, a, 0, NULL);
        assert_int_equal(position_apply(&pos, seat, a, &next), RULE_OK);
        pos = next;
    }
    assert_true(pos.open.hand_over);
}

TEST(the_page)
{
    static struct doc doc;
    assert_true(doc_load(&doc, "spec/LINES.md"));
    FILE *f = print_begin();
    fputs("```\n", f);
    page_hand(f);
    fputs("```\n", f);
    const char *text = print_end();
    doc_text(&doc, "hand", text);
    assert_true(doc_save(&doc));
    assert_int_equal(doc.wrong, 0);
}

/* --- the reader ------------------------------------------------------------------------------------------------------- */

#define HEX32 "00112233445566778899aabbccddeeff"

TEST(answers)
{
    static const char *const none[] = { "",
                                        "quiero",
                                        "{",
                                        "[]",
                                        "7",
                                        "null",
                                        "{\"do\":\"a\",\"do\":\"b\"}",
                                        "{\"do\":\"a\"} {}",
                                        "{\"do\":7}",
                                        "{\"do\":null}",
                                        "{\"do\":\"0123456789012345678901234567890123456789012345678901234567890123\"}",
                                        "{\"request\":-1}",
                                        "{\"request\":1.5}",
                                        "{\"request\":4294967296}",
                                        "{\"random\":\"" HEX32 "\"}",
                                        "{\"random\":\"" HEX32 HEX32 "0\"}",
                                        "{\"random\":\"" HEX32 HEX32 "\",\"lang\":7}",
                                        "{\"note\":[\"a\"]}",
                                        "{\"signs\":{}}",
                                        "{\"signs\":[7]}",
                                        "{\"signs\":[{\"sign\":\"1e\",\"to\":8}]}",
                                        "{\"signs\":[{},{},{},{},{},{},{},{},{}]}",
                                        "{\"do\":\"\xff\"}" };
    struct answer a;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (answer_read(none[i], &a))
            fail_msg("an answer: %s", none[i]);
    assert_true(answer_read("{\"do\":\"quiero\",\"request\":7,\"notes\":[{}],\"note\":\"no veo nada\"}", &a));
    assert_string_equal(a.does, "quiero");
    assert_int_equal(a.request, 7);
    assert_string_equal(a.note, "no veo nada");
    assert_false(a.random_given);
    assert_true(answer_read("{\"do\":\"ready\",\"random\":\"" HEX32 HEX32 "\"}", &a));
    assert_true(a.random_given && a.random[1] == 0x11 && a.random[31] == 0xff);
    assert_true(answer_read(" { \"signs\" : [ {\"sign\":\"1e\",\"to\":2} ] } \r", &a));
    assert_true(a.signs == 1 && a.sign[0].word == SIGN_ACE_SWORDS && a.sign[0].to == 2);
}

/* What stands in a pipe, line by line; and a line that has no end. */
TEST(lines)
{
    static struct line_in in;
    static char long_one[LINE_MOST];
    int ends[2];
    char *line;
    assert_int_equal(pipe(ends), 0);
    in.fd = ends[0];
    assert_int_equal(line_next(&in, 0, &line), LINE_NONE);
    assert_int_equal(write(ends[1], "one\n\ntw", 7), 7);
    assert_int_equal(line_next(&in, 0, &line), LINE_CAME);
    assert_string_equal(line, "one");
    assert_int_equal(line_next(&in, 0, &line), LINE_CAME);
    assert_string_equal(line, "");
    assert_int_equal(line_next(&in, 0, &line), LINE_NONE);
    assert_int_equal(write(ends[1], "o\n", 2), 2);
    assert_int_equal(line_next(&in, 0, &line), LINE_CAME);
    assert_string_equal(line, "two");
    assert_int_equal(write(ends[1], "one\0two\n", 8), 8);
    assert_int_equal(line_next(&in, 0, &line), LINE_CAME);
    assert_string_equal(line, ""); /* which is no answer */
    memset(long_one, 'x', sizeof long_one);
    long_one[LINE_MOST - 1] = '\n';
    assert_int_equal(write(ends[1], long_one, LINE_MOST), LINE_MOST);
    assert_int_equal(line_next(&in, 0, &line), LINE_CAME);
    assert_int_equal(strlen(line), LINE_MOST - 1);
    long_one[LINE_MOST - 1] = 'x';
    assert_int_equal(write(ends[1], long_one, LINE_MOST), LINE_MOST);
    assert_int_equal(line_next(&in, 0, &line), LINE_TOO_LONG);
    in.size = in.taken = 0;
    assert_int_equal(write(ends[1], "end", 3), 3);
    close(ends[1]);
    assert_int_equal(line_next(&in, 0, &line), LINE_END);
    assert_true(line_ended(&in));
    close(ends[0]);
}
