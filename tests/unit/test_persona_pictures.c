/* The pictures of docs/play.md are what the terminal shows: hands that are dealt and played here by the rules, drawn by the
 * table itself.  With FIEL_WRITE_DOCS=1 in the environment they are drawn anew. */
#include "support/test.h"

#include "canvas_svg.h"
#include "cli/language.h"
#include "docs.h"
#include "persona/help.h"
#include "persona/table.h"
#include "support/printed.h"

static struct canvas page;
static struct position game;
static struct table table;
static struct menu menu;

/* --- a hand ----------------------------------------------------------------------------------------------- */

/* "1b 6e 12c 4o ...": three for each seat, seat 0's first; as the hand of this number. */
static void deal(unsigned hand, const char *cards, const char *vira, unsigned mano)
{
    card_t dealt[FIEL_SEATS_MAX][FIEL_HELD_MAX], turned = CARD_NONE;
    char why[RULES_ERROR_TEXT], one[CARD_TEXT];
    memset(dealt, CARD_NONE, sizeof dealt);
    for (unsigned i = 0; i < 3u * game.open.seats; i++, cards += strlen(one) + (cards[strlen(one)] == ' ')) {
        snprintf(one, sizeof one, "%.*s", (int)strcspn(cards, " "), cards);
        assert_true(card_parse(one, &dealt[i / 3][i % 3]));
    }
    assert_true(!*vira || card_parse(vira, &turned));
    if (position_deal(&game, dealt, turned, (int)mano, why))
        fail_msg("%s", why);
    game.open.hand = hand;
    table_deal(&table, hand, mano, dealt[0]);
    table.view.open.vira = turned;
}

static void tell_news(void)
{
    for (unsigned i = 0; i < game.open.news_count; i++) {
        const struct news *n = &game.open.news[i];
        table_acted(&table, n->seat, (struct action){ n->kind, 0 }, n->value, page.utf8);
    }
}

/* Everybody says this in turn, one line each: "envido\nreal-envido\n..." */
static void play(const char *words)
{
    char one[64];
    for (; *words; words += strcspn(words, "\n"), words += *words == '\n') {
        struct action a;
        unsigned seat = game.open.turn;
        snprintf(one, sizeof one, "%.*s", (int)strcspn(words, "\n"), words);
        if (action_parse(&game.open, one, &a) != RULE_OK)
            fail_msg("%s is no word", one);
        enum rule_error e = position_apply(&game, (int)seat, a, &game);
        if (e != RULE_OK)
            fail_msg("%s of seat %u: %s", one, seat, rule_error_text(e));
        table_acted(&table, seat, a, a.kind == ACT_DECLARE ? game.open.declared[seat] : 0, page.utf8);
        tell_news();
    }
}

static void sit(const char *rules, unsigned seats, const char *const *names, const uint16_t *score)
{
    struct fiel_match match = { .games = 1, .seats = (uint8_t)seats, .name = names };
    char why[RULES_ERROR_TEXT];
    assert_int_equal(rules_parse(rules, &match.rules, why), 0);
    assert_int_equal(position_new(&game, &match.rules, (int)seats, why), 0);
    table_start(&table, &match);
    memcpy(table.score, score, 2 * sizeof *score);
    memcpy(game.open.score, score, 2 * sizeof *score);
}

/* It is the person's turn. */
static void ask(uint64_t bank_s)
{
    struct action legal[FIEL_LEGAL_MAX];
    assert_int_equal(game.open.turn, 0);
    position_view(&game, 0, &table.view);
    menu_make(&menu, &table.view, legal, view_legal(&table.view, legal), page.utf8);
    table.clock.bank_us = bank_s * 1000000;
}

static void draw(int rows, int columns, const char *note, const char *question)
{
    char text[400], worth[64];
    call_worth(&table.view.open, worth, sizeof worth);
    snprintf(text, sizeof text, "%s%s%s%s", note, worth, *worth ? ". " : "", question);
    canvas_clear(&page, rows, columns);
    draw_table(&page, &table, &menu, text);
}

/* --- the pictures ------------------------------------------------------------------------------------------- */

/* The file is this, or is made so. */
static void held_against(const char *path, const char *text)
{
    if (!doc_file(path, text))
        fail_msg("%s is missing, or shows another page: FIEL_WRITE_DOCS=1 draws it anew", path);
}

static void picture(const char *path, const char *title)
{
    FILE *out = print_begin();
    canvas_svg(out, &page, title);
    const char *text = print_end();
    held_against(path, text);
}

static void at_argentino_flor(void)
{
    static const char *const names[] = { "you", "maestro" };
    static const uint16_t score[] = { 12, 9 };
    page.colour = page.utf8 = true;
    language_speak(ENGLISH);
    sit("argentino-flor", 2, names, score);
    deal(6, "7e 6e 1o 12c 3b 4o", "", 1);
    play("play 12c");
}

TEST(two_at_argentino_flor)
{
    at_argentino_flor();
    play("envido\nquiero\ndeclare\ndeclare\nplay 1o\nplay 6e\nplay 3b\ntruco");
    ask(86283);
    draw(24, 80, "", "What do you answer?");
    picture("docs/play-argentino-flor.svg", "fiel play, argentino-flor, in a terminal of 80 columns");
}

TEST(hints)
{
    at_argentino_flor();
    ask(86283);
    canvas_clear(&page, 22, 80);
    help_draw(&page, &table.view, menu.legal, menu.legal_count);
    picture("docs/play-hints.svg", "The hints of fiel play");
}

static void at_paulista(void)
{
    static const char *const names[] = { "you", "maestro", "cauto", "maestro-4" };
    static const uint16_t score[] = { 7, 8 };
    sit("paulista", 4, names, score);
    deal(9, "5b 3o 7e 12e 2b 6o 11c 1e 4e 3b 10o 7c", "4o", 1);
    play("play 12e\nplay 11c\nplay 3b\nplay 3o");
    play("truco");
    ask(86240);
}

TEST(four_at_paulista)
{
    page.colour = page.utf8 = true;
    language_speak(PORTUGUESE);
    at_paulista();
    draw(24, 80, "", "O que você responde?");
    picture("docs/play-paulista.svg", "fiel play, paulista, em português");
}

/* No colour, no UTF-8: as text in the page. */
TEST(a_plain_terminal)
{
    static struct doc d;
    char text[40 * 84] = "";
    page.colour = page.utf8 = false;
    language_speak(SPANISH);
    at_paulista();
    draw(24, 80, "", "¿Qué contestás?");
    for (int row = 0; row < page.rows; row++) {
        int last = page.columns;
        while (last && !page.cell[row][last - 1].text[0])
            last--;
        for (int i = 0; i < last; i++) {
            assert_int_equal(page.cell[row][i].text[1], 0);
            strcat(text, page.cell[row][i].text[0] ? page.cell[row][i].text : " ");
        }
        strcat(text, "\n");
    }
    char block[sizeof text + 16];
    snprintf(block, sizeof block, "```\n%s```\n", text);
    assert_true(doc_load(&d, "docs/play.md"));
    doc_text(&d, "plain", block);
    assert_true(doc_save(&d));
    assert_int_equal(d.wrong, 0);
}

/* A tall and wide terminal; a word that may not be said yet. */
TEST(four_at_uruguayo)
{
    static const char *const names[] = { "you", "maestro", "cauto", "maestro-4" };
    static const uint16_t score[] = { 17, 21 };
    char note[200], word[SPEECH];
    page.colour = page.utf8 = true;
    language_speak(SPANISH);
    sit("uruguayo", 4, names, score);
    deal(14, "5b 7e 3o 12e 6c 4o 1b 10e 3c 11b 2c 6o", "10b", 3);
    play("play 6o\nplay 3o\nenvido\npass\nquiero\ndeclare\ndeclare\nson-buenas\nplay 12e\nplay 10e\nplay "
         "7e\ntruco\npass");
    ask(85911);
    struct action a = { ACT_RAISE, 3 };
    snprintf(note, sizeof note, "%s: no, %s. ", speech(&table.view.open, a, true, word), why_not(&table.view, a));
    draw(33, 110, note, "¿Qué contestás?");
    picture("docs/play-uruguayo.svg", "fiel play, uruguayo, en español, en una terminal grande");
}
