/* PROTOCOL.md, REPLAY.md and the guide for auditors against the tables of the code, row by row, in both directions. */
#include "support/test.h"

#include "wire/checks.h"
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

static void messages_tables(void)
{
    table(4);
#define X(name, number, who, fields) rows_add(&rows, decimal(number), #name, who_text(who), code(fields));
    MESSAGES(X)
    doc_table(&doc, "messages", &rows);
#undef X
    table(3);
#define X(name, number, text) rows_add(&rows, decimal(number), #name, text);
    WIRE_ERRORS(X)
    doc_table(&doc, "wire errors", &rows);
    rows.count = 0;
    FIEL_RULE_ERRORS(X)
    doc_table(&doc, "rule errors", &rows);
    rows.count = 0;
    FIEL_PHASES(X)
    doc_table(&doc, "phases", &rows);
    rows.count = 0;
    CHECKS(X)
    doc_table(&doc, "checks", &rows);
#undef X
    table(4);
#define X(name, number, owner, text) rows_add(&rows, decimal(number), #name, (owner) == 'B' ? "bot" : "arbiter", text);
    FAULTS(X)
    doc_table(&doc, "faults", &rows);
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
    table(3);
#define X(name, number, text) rows_add(&rows, decimal(number), #name, text);
    LOBBY_REASONS(X)
    doc_table(&doc, "lobby reasons", &rows);
#undef X
}

static void rules_tables(void)
{
    table(3);
#define X(name, number, word) rows_add(&rows, decimal(number), #name, code(word));
    FIEL_ACTIONS(X)
    doc_table(&doc, "actions", &rows);
#undef X
#define X(name, number, word, made) rows_add(&rows, decimal(number), code(word), made);
    rows.count = 0;
    FIEL_SIGN_WORDS(X)
    doc_table(&doc, "signs", &rows);
#undef X
    table(4);
#define X(name, bits, shape, meaning) rows_add(&rows, code(#name), #bits, #shape, meaning);
    FIEL_OPEN_FIELDS(X)
    doc_table(&doc, "view", &rows);
#undef X
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

static void protocol_enums(void)
{
    NUMBERS("effects", { EFFECT_NOTED, "NOTED" }, { EFFECT_REFUSED, "REFUSED" }, { EFFECT_GAME, "GAME" },
            { EFFECT_MATCH, "MATCH" }, { EFFECT_DEFAULT_ACTION, "DEFAULT_ACTION" }, { EFFECT_VOID, "VOID" },
            { EFFECT_STOPPED, "STOPPED" });
    NUMBERS("arbiter codes", { ARBITER_DISK, "DISK" }, { ARBITER_CANCELLED, "CANCELLED" },
            { ARBITER_ANOTHER_BOOT, "ANOTHER_BOOT" }, { ARBITER_NO_PROCESS, "NO_PROCESS" },
            { ARBITER_MEMORY, "MEMORY" }, { ARBITER_GIVEN_UP, "GIVEN_UP" });
    NUMBERS("end reasons", { END_PLAYED, "PLAYED" }, { END_FAULT, "FAULT" }, { END_LAST_HAND, "LAST_HAND" },
            { END_VOID, "VOID" }, { END_CANCELLED, "CANCELLED" }, { END_STOPPED, "STOPPED" });
    NUMBERS("wagers", { WAGER_CLOSED, "CLOSED" }, { WAGER_POSSIBLE, "POSSIBLE" }, { WAGER_CALLED, "CALLED" },
            { WAGER_WANTED, "WANTED" }, { WAGER_SETTLED, "SETTLED" });
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

static void finish(void)
{
    assert_int_equal(doc.wrong, 0);
    if (docs_write())
        assert_true(doc_save(&doc));
}

TEST(test_protocol)
{
    assert_true(doc_load(&doc, "spec/PROTOCOL.md"));
    messages_tables();
    lobby_tables();
    rules_tables();
    protocol_enums();
    finish();
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
    if (!docs_write()) {
        doc_table(&doc, "t", &rows);
        assert_int_equal(doc.wrong, wrong);
    }
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

int main(void) { return tests_run(NULL, NULL); }
