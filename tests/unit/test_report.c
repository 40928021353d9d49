/* report: what the user reads after a match, word for word where it matters. */
#include <jansson.h>
#include <math.h>

#include "support/test.h"

#include "cli/language.h"
#include "match/report.h"
#include "seat/life.h"

static struct match_options options;
static struct report report;
static char text[65536];

static void start(FILE *line)
{
    char why[RULES_ERROR_TEXT];
    memset(&options, 0, sizeof options);
    options.seats = 2;
    options.games = 20;
    options.clock = (struct clock_rule){ 30000000, 100000, 5000000, 50000 };
    options.start_us = 10000000;
    options.duty_us = 60000000;
    strcpy(options.name[0], "cauto");
    strcpy(options.name[1], "embustero");
    strcpy(options.replay, "/nowhere/at all.replay");
    assert_int_equal(rules_parse("argentino", &options.rules, why), 0);
    rules_text(&options.rules, options.rules_text);
    report_start(&report, &options, line);
}

/* A match of 12 games to 8 in 412 hands. */
static struct control_frame played(void)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = CONTROL_RESULT;
    f.result.complete = 1;
    f.result.hands = 412;
    f.result.diff_sum = 206;
    f.result.diff_squares = 4120;
    f.result.elapsed_us = 2000000;
    f.result.work_us = 50000;
    f.result.result = (struct result){ .outcome = END_PLAYED,
                                       .winner = 0,
                                       .scorers = 2,
                                       .games = { 12, 8, 0 },
                                       .hands = 412,
                                       .points = { 512, 306 },
                                       .partidas = { 6, 4 },
                                       .fault_seat = FIEL_NOBODY };
    f.result.seat[0] = (struct control_seat_stats){ .decisions = 2500, .total_us = 30000, .max_us = 900 };
    f.result.seat[1] = (struct control_seat_stats){
        .decisions = 2500, .total_us = 5000000, .max_us = 1700000, .faults = 1
    };
    return f;
}

static struct control_frame fault(unsigned seat, enum fault kind, enum fault_effect effect, uint64_t a, uint64_t b)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = CONTROL_FAULT;
    f.fault = (struct control_fault){
        .seat = (uint8_t)seat, .fault = (uint8_t)kind, .effect = (uint8_t)effect, .a = a, .b = b
    };
    return f;
}

static void take(struct control_frame f) { report_take(&report, &f); }

static void table(bool colour)
{
    memset(text, 0, sizeof text);
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    report_table(&report, out, colour);
    fclose(out);
}

static json_t *json(void)
{
    memset(text, 0, sizeof text);
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    report_json(&report, out);
    fclose(out);
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1); /* one line */
    json_t *j = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(j);
    return j;
}

#define says(words) assert_non_null(strstr(text, words))
#define says_not(words) assert_null(strstr(text, words))

/* --- what of a bot's time could be read ------------------------------------------------------------ */

TEST(test_what_could_be_read)
{
    static const struct {
        enum life_read how;
        const char *word, *sentence;
    } each[] = {
        { LIFE_UNREAD, NULL, "cauto was too late, and whether it waited for a processor could not be read here" },
        { LIFE_WHILE_ONE, "process", "for a processor is read without a jail only while it has no child process" },
        { LIFE_BY_THREADS, "threads", NULL },
        { LIFE_BY_CGROUP, "cgroup", NULL },
    };
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        struct control_frame f = played();
        start(NULL);
        f.result.seat[0].timeouts = 1;
        take(f);
        report.used[0].waits = report.used[1].waits = (uint8_t)each[i].how;
        table(false);
        if (each[i].sentence)
            says(each[i].sentence);
        else
            says_not("too late");
        says_not("embustero was too late");
        json_auto_t *j = json();
        const json_t *seat = json_array_get(json_object_get(j, "seats"), 0);
        const char *word = json_string_value(json_object_get(seat, "waits_read"));
        assert_true(each[i].word ? word && strcmp(word, each[i].word) == 0 : word == NULL);
    }
}

/* --- matches without a result --------------------------------------------------------------------- */

TEST(test_nothing_came)
{
    start(NULL);
    table(false);
    says("no result");
    says_not("wins");
    json_auto_t *j = json();
    assert_string_equal(json_string_value(json_object_get(j, "outcome")), "none");
    assert_true(json_is_false(json_object_get(j, "complete")));
}

TEST(test_void_and_cancelled)
{
    struct control_frame f = played();
    start(NULL);
    f.result.result.outcome = END_VOID;
    f.result.result.fault = FAULT_ARBITER;
    f.result.result.fault_a = ARBITER_DISK;
    take(f);
    table(true);
    says("void by a failure of the arbiter: its disk or its match log takes no more");
    says_not("wins");
    says_not("\033[1m"); /* and no winner stands out */
    f.result.result.fault_a = ARBITER_CANCELLED;
    take(f);
    table(false);
    says("the match was cancelled");
}

/* A cutter was lost: who was out of reach has won, else nobody. */
TEST(test_stopped)
{
    struct control_frame f = played();
    start(NULL);
    options.cutters = 1;
    strcpy(options.name[options.seats], "notary");
    f.result.result.outcome = END_STOPPED;
    take(f);
    take((struct control_frame){
        .kind = CONTROL_FAULT,
        .fault = {
            .seat = (uint8_t)options.seats, .fault = FAULT_WITHHELD, .effect = EFFECT_STOPPED, .a = 9, .b = 100 } });
    table(false);
    says("out of reach when a cutter stopped the match");
    says("fault of notary: ");
    says("the match is stopped");
    json_auto_t *j = json();
    assert_string_equal(json_string_value(json_object_get(j, "outcome")), "stopped");
    f.result.result.winner = f.result.result.scorers;
    take(f);
    table(true);
    says("a cutter was lost before the match was decided");
    says_not("\033[1m");
}

TEST(test_error_is_kept)
{
    struct control_frame f = { .kind = CONTROL_ERROR };
    start(NULL);
    strcpy(f.error.text, "the replay cannot be written");
    take(f);
    json_auto_t *j = json();
    assert_string_equal(json_string_value(json_object_get(j, "error")), "the replay cannot be written");
}

/* --- faults ------------------------------------------------------------------------------------------ */

/* Where a program reads it the sentence is English, whatever this process speaks. */
TEST(test_fault_sentences)
{
    start(NULL);
    language_speak(SPANISH);
    take(fault(1, FAULT_ILLEGAL, EFFECT_REFUSED, RULE_CARD_NOT_HELD, 1));
    take(fault(0, FAULT_TIMEOUT, EFFECT_GAME, 5000000, 5213000));
    take(played());
    json_auto_t *j = json();
    OWNED char *told = json_dumps(json_object_get(j, "faults"), 0);
    language_speak(ENGLISH);
    assert_non_null(strstr(told, "\"illegal: illegal action number 1 of this game, that card is not in your hand\""));
    assert_non_null(strstr(told, "\"timeout: had 5 s and took 5.21 s\""));
}

TEST(test_faults_are_told)
{
    struct control_frame f = played();
    start(NULL);
    take(fault(1, FAULT_TIMEOUT, EFFECT_GAME, 5000000, 5213000));
    take(fault(1, FAULT_MALFORMED, EFFECT_MATCH, WIRE_TOO_LONG, 0));
    f.result.result.outcome = END_FAULT;
    take(f);
    table(false);
    says("cauto wins by a fault, 12 games to 8, in 412 hands\n");
    says("fault of embustero: timeout: ");
    says(": loses the game\n");
    says(": loses the match\n");
    json_t *j = json(), *list = json_object_get(j, "faults");
    assert_int_equal(json_array_size(list), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 1), "fault")), "malformed");
    assert_int_equal(json_integer_value(json_object_get(json_array_get(list, 0), "b")), 5213000);
    json_decref(j);
}

TEST(test_flood_of_faults_is_counted)
{
    start(NULL);
    for (int i = 0; i < REPORT_FAULTS + 5; i++)
        take(fault(0, FAULT_ILLEGAL, EFFECT_REFUSED, RULE_NOT_OPEN, 1));
    assert_int_equal(report.faults, REPORT_FAULTS);
    table(false);
    says("and 241 faults more: fiel replay tells them all\n"); /* 20 lines are enough for a table */
    json_auto_t *j = json();
    assert_int_equal(json_array_size(json_object_get(j, "faults")), REPORT_FAULTS);
    assert_int_equal(json_integer_value(json_object_get(j, "faults_unkept")), 5);
}

/* --- a match that was played ------------------------------------------------------------------------- */

TEST(test_per_hand)
{
    struct control_result c = { .hands = 1, .diff_sum = 3, .diff_squares = 9 };
    double mean, half;
    assert_false(report_per_hand(&c, &mean, &half));
    c = (struct control_result){ .hands = 4, .diff_sum = 4, .diff_squares = 12 }; /* -1, 1, 1, 3 */
    assert_true(report_per_hand(&c, &mean, &half));
    assert_true(fabs(mean - 1) < 1e-12);
    assert_true(fabs(half - 1.96 * sqrt(8.0 / 3 / 4)) < 1e-12);
    c = (struct control_result){ .hands = 100, .diff_sum = 200, .diff_squares = 400 }; /* always 2 */
    assert_true(report_per_hand(&c, &mean, &half));
    assert_true(half < 1e-12);
}

/* What was printed can be read on a terminal of eighty columns. */
static void fits(void)
{
    for (const char *line = text; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] != '\0')) {
        int columns = 0, size = (int)strcspn(line, "\n");
        for (int i = 0; i < size; i++)
            columns += (line[i] & 0xc0) != 0x80;
        if (columns > 80)
            fail_msg("%d columns: %.*s", columns, size, line);
    }
}

TEST(test_table)
{
    start(NULL);
    take(played());
    table(false);
    says("argentino, 20 games, bank=30s,inc=100ms,cap=5s,grace=50ms,start=10s,duty=1m\n");
    says("bot        games  partidas  points  points/hand (95%)  faults     mean  longest\n");
    says("cauto         12         6     512     +0.500 ± 0.302       0    12 us   900 us\n");
    says("embustero      8         4     306     -0.500 ± 0.302       1  2.00 ms   1.70 s\n");
    says("cauto wins, 12 games to 8, in 412 hands\n");
    says("5000 decisions in 2.00 s, 2500 per second; the arbiter's work 10 us each\n");
    says_not("\033");
    says_not("fault of");
    says_not("--seed");
    fits();
}

TEST(test_winner_stands_out_in_colour)
{
    start(NULL);
    take(played());
    table(true);
    says("\033[1mcauto ");
    says_not("\033[1membustero");
}

TEST(test_draw)
{
    struct control_frame f = played();
    start(NULL);
    f.result.result.winner = FIEL_TIE;
    f.result.result.games[0] = f.result.result.games[1] = 1;
    take(f);
    table(false);
    says("a draw, 1 game to 1, in 412 hands\n");
    json_auto_t *j = json();
    assert_true(json_is_null(json_object_get(j, "winner")));
}

TEST(test_fixed_seed_is_said)
{
    start(NULL);
    options.seed_fixed = 1;
    take(played());
    table(false);
    says("fixed by --seed");
}

TEST(test_json)
{
    start(NULL);
    take(played());
    json_t *j = json(), *seat = json_array_get(json_object_get(j, "seats"), 1);
    assert_string_equal(json_string_value(json_object_get(j, "outcome")), "played");
    assert_int_equal(json_integer_value(json_object_get(j, "winner")), 0);
    assert_string_equal(json_string_value(json_object_get(j, "winner_name")), "cauto");
    assert_int_equal(json_integer_value(json_object_get(j, "hands")), 412);
    assert_true(fabs(json_real_value(json_object_get(j, "points_per_hand")) - 0.5) < 1e-12);
    assert_int_equal(json_integer_value(json_object_get(seat, "games")), 8);
    assert_int_equal(json_integer_value(json_object_get(seat, "decisions")), 2500);
    assert_true(fabs(json_real_value(json_object_get(seat, "mean_us")) - 2000) < 1e-9);
    json_decref(j);
}

TEST(test_moving_line)
{
    struct control_frame f = { .kind = CONTROL_PROGRESS };
    f.progress = (struct control_progress){ .hand = 57, .game = 3, .games = { 2, 0, 0 }, .score = { 14, 9 } };
    memset(text, 0, sizeof text);
    FILE *line = fmemopen(text, sizeof text - 1, "w");
    start(NULL);
    take(f); /* not a terminal: nothing is written */
    assert_false(report.drawn);
    start(line);
    take(f);
    assert_true(report.drawn);
    report_clear(&report);
    assert_false(report.drawn);
    fclose(line);
    assert_string_equal(text, "\rgame 3 of 20, hand 57: cauto 2, embustero 0 games; now 14-9\033[K\r\033[K");
}
