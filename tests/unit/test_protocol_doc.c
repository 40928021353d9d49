/* The pages of spec/ and the guide for auditors against the tables of the code, row by row, in both directions. */
#include "support/test.h"

#include <ctype.h>

#include "arrays.h"
#include "course/faults.h"
#include "docs.h"
#include "record/inputs.h"
#include "record/replay.h"
#include "wire/codec.h"
#include "wire/lobby.h"

static struct doc doc;
static struct rows rows;

static const char *decimal(unsigned n)
{
    static char ring[8][12];
    static unsigned next;
    char *text = ring[next++ % 8];
    snprintf(text, sizeof ring[0], "%u", n);
    return text;
}

static const char *code(const char *s)
{
    static char ring[4][CELL_MAX];
    static unsigned next;
    char *text = ring[next++ % 4];
    snprintf(text, sizeof ring[0], *s ? "`%s`" : "%s", s);
    return text;
}

static void table(unsigned cells)
{
    rows.count = 0;
    rows.cells = cells;
}

/* --- the tables ------------------------------------------------------------------------------- */

static const char *who_text(char who) { return who == 'P' ? "all" : who == 'V' ? "one seat" : "arbiter"; }

static void client_tables(void)
{
    table(4);
#define X(name, number, who, fields) rows_add(&rows, decimal(number), #name, who_text(who), code(fields));
    MESSAGES(X)
    doc_table(&doc, "messages", &rows);
#undef X
}

static void lobby_tables(void)
{
    table(4);
#define X(name, number, who, fields) \
    rows_add(&rows, decimal(number), #name, (who) == 'B' ? "door" : "bot", code(fields));
    LOBBY_MESSAGES(X)
    doc_table(&doc, "lobby messages", &rows);
#undef X
}

/* The items of an array in their order; the page says more of "a" than that it is one. */
static void items_table(const char *block, const char *items)
{
    char name[32], type[8];
    table(2);
    while (next_item(&items, name, type))
        rows_add(&rows, decimal(rows.count), code(name));
    doc_table(&doc, block, &rows);
}

/* Numbers that are plain enums in the code. */
struct number {
    unsigned number;
    const char *name;
};

static void number_table(const char *block, const struct number *list, size_t count)
{
    table(2);
    for (size_t i = 0; i < count; i++)
        rows_add(&rows, decimal(list[i].number), list[i].name);
    doc_table(&doc, block, &rows);
}

#define NUMBERS(block, ...) \
    do { \
        static const struct number list[] = { __VA_ARGS__ }; \
        number_table(block, list, sizeof list / sizeof *list); \
    } while (0)

/* The first one loses the match. */
static bool loses_at_once(enum fault fault)
{
    struct fault_counts counts = { 0 };
    uint32_t number, illegal = 0;
    return fault_count(&counts, &illegal, fault, TIMEOUT_LOSES_GAME, &number) == EFFECT_MATCH;
}

static void arbiter_tables(void)
{
    table(1);
#define X(name, number, owner, text) \
    if ((owner) != 'B' || !loses_at_once(FAULT_##name)) \
        rows_add(&rows, #name);
    FAULTS(X)
#undef X
    rows_add(&rows, "every other");
    doc_table(&doc, "faults", &rows);
    items_table("offer", OFFER_ITEMS);
    items_table("result", RESULT_ITEMS);
    NUMBERS("effects", { EFFECT_NOTED, "NOTED" }, { EFFECT_REFUSED, "REFUSED" }, { EFFECT_GAME, "GAME" },
            { EFFECT_MATCH, "MATCH" }, { EFFECT_DEFAULT_ACTION, "DEFAULT_ACTION" }, { EFFECT_VOID, "VOID" },
            { EFFECT_STOPPED, "STOPPED" });
    NUMBERS("end reasons", { END_PLAYED, "PLAYED" }, { END_FAULT, "FAULT" }, { END_LAST_HAND, "LAST_HAND" },
            { END_VOID, "VOID" }, { END_CANCELLED, "CANCELLED" }, { END_STOPPED, "STOPPED" });
}

static void replay_enums(void)
{
    NUMBERS("records", { REC_HEADER, "HEADER" }, { REC_RECEIVED, "RECEIVED" }, { REC_SENT, "SENT" },
            { REC_SILENCE, "SILENCE" }, { REC_SEAT, "SEAT" }, { REC_LOGGED, "LOGGED" }, { REC_VOID, "VOID" },
            { REC_REVEAL_NOW, "REVEAL_NOW" }, { REC_PAUSE, "PAUSE" }, { REC_TRAILER, "TRAILER" });
    NUMBERS("verdicts", { VERDICT_ACCEPTED, "ACCEPTED" }, { VERDICT_REFUSED, "REFUSED" },
            { VERDICT_IGNORED, "IGNORED" }, { VERDICT_FAULT, "FAULT" });
    NUMBERS("seat events", { SEAT_EVENT_CONNECTED, "CONNECTED" }, { SEAT_EVENT_LEFT, "LEFT" },
            { SEAT_EVENT_EXITED, "EXITED" }, { SEAT_EVENT_RESTARTED, "RESTARTED" },
            { SEAT_EVENT_BOT_RESTARTED, "BOT_RESTARTED" }, { SEAT_EVENT_LIMIT, "LIMIT" },
            { SEAT_EVENT_RESUMED, "RESUMED" });
}

/* --- the tests -------------------------------------------------------------------------------- */

static void finish(void) { assert_int_equal(doc.wrong, 0); }

TEST(test_client)
{
    assert_true(doc_load(&doc, "spec/CLIENT.md"));
    client_tables();
    finish();
}

TEST(test_extensions)
{
    assert_true(doc_load(&doc, "spec/EXTENSIONS.md"));
    lobby_tables();
    finish();
}

TEST(test_arbiter)
{
    assert_true(doc_load(&doc, "spec/ARBITER.md"));
    arbiter_tables();
    finish();
}

/* A must of the page is cited by both auditors; by the second opinion but for A16. */
TEST(test_musts)
{
    char command[300];
    unsigned held = 0;
    assert_true(doc_load(&doc, "spec/ARBITER.md"));
    for (char *row = doc.text; (row = strstr(row, "\n| A")); row++) {
        if (!isdigit((unsigned char)row[4]))
            continue;
        held++;
        snprintf(command, sizeof command,
                 "grep -qE 'BREAKS\\(x, %u, \"|must = .* %u[ ;]' protocol/audit/*.c && "
                 "{ [ %u = 16 ] || grep -qE '\"A%u[ \"]' protocol/second/*.py; }",
                 held, held, held, held);
        if (atoi(row + 4) != (int)held || system(command) != 0)
            fail_msg("A%u: no auditor cites it", held);
    }
    assert_int_equal(held, 18);
}

/* A must that an auditor cites is on the page. */
TEST(test_musts_that_are_cited)
{
    char cited[16], row[24];
    unsigned all = 0;
    FILE *f = popen(
        "{ grep -ohE '\"A[0-9]+[ \"]' protocol/second/*.py; grep -ohE 'BREAKS\\(x, [0-9]+' protocol/audit/*.c | "
        "sed 's/.*, /A/'; } | tr -d '\" ' | sort -u",
        "r");
    assert_true(f && doc_load(&doc, "spec/ARBITER.md"));
    for (; fgets(cited, sizeof cited, f); all++) {
        snprintf(row, sizeof row, "\n| %.*s |", (int)strcspn(cited, "\n"), cited);
        assert_non_null(strstr(doc.text, row));
    }
    assert_true(pclose(f) == 0 && all >= 16);
}

/* "DEAL.md section 11", anywhere, is a section of that page. */
TEST(test_citations)
{
    char line[400], page[40], command[200];
    unsigned bad = 0, all = 0;
    FILE *cited = popen("grep -rohE '\\b(CLIENT|ARBITER|EXTENSIONS|DEAL|REPLAY|LOG|RULES|SEASON|PROTOCOL)\\.md\\)?,? "
                        "(sections? )?[0-9]+(\\.[0-9]+)?' "
                        "--exclude-dir='build*' --exclude-dir=.git --exclude-dir=corpus . | tr -d '),' | sort -u",
                        "r");
    assert_non_null(cited);
    while (fgets(line, sizeof line, cited)) {
        const char *number = strrchr(line, ' ') + 1;
        snprintf(page, sizeof page, "%.*s", (int)strcspn(line, " "), line);
        snprintf(command, sizeof command, "grep -qsE '^###? %.*s[. ]' spec/%s", (int)strcspn(number, "\n"), number,
                 page);
        all++;
        if (system(command) != 0 && ++bad)
            print_message("there is no %s", line);
    }
    assert_int_equal(pclose(cited), 0);
    assert_true(all > 40);
    assert_int_equal(bad, 0);
}

TEST(test_replay)
{
    assert_true(doc_load(&doc, "spec/REPLAY.md"));
    replay_enums();
    finish();
}

/* What an audit says of time that was nobody's. */
TEST(test_audit_guide)
{
    assert_true(doc_load(&doc, "docs/audit.md"));
    table(3);
#define X(name, number, text) rows_add(&rows, decimal(number), #name, code(text));
    PAUSES(X)
#undef X
    doc_table(&doc, "pauses", &rows);
    finish();
}

/* The comparison itself: each kind of difference is seen. */
static void expect_wrong(const char *text, unsigned wrong)
{
    memset(&doc, 0, sizeof doc);
    doc.quiet = true;
    snprintf(doc.text, sizeof doc.text, "%s", text);
    table(2);
    rows_add(&rows, "1", "one");
    rows_add(&rows, "2", "two|three");
    doc_table(&doc, "t", &rows);
    assert_int_equal(doc.wrong, wrong);
}

TEST(test_differences)
{
#define TABLE(rows) "<!-- t -->\n| n | name |\n|---|---|\n" rows "<!-- end -->\n"
    expect_wrong(TABLE("| 1 | one | prose |\n| 2 | two, three |\n"), 0);
    expect_wrong(TABLE("| 1 | one |\n"), 1);
    expect_wrong(TABLE("| 1 | one |\n| 2 | two, three |\n| 3 | four |\n"), 1);
    expect_wrong(TABLE("| 1 | won |\n| 2 | two, three |\n"), 3);
    expect_wrong(TABLE("| 2 | two, three |\n| 1 | one |\n"), 2);
    expect_wrong(TABLE("| 1 | one |\n| 1 | one |\n| 2 | two, three |\n"), 1);
    expect_wrong("no table\n", 1);
}
