/* What a person at the table sees and may press: at every table, at every size of the terminal, and in docs/play.md. */
#include <ctype.h>
#include "support/hand_of_two.h"

#include "cli/language.h"
#include "persona/help.h"
#include "persona/person.h"
#include "support/tables.h"
#include "tell/speech.h"
#include "support/printed.h"

static struct canvas page;

/* The page as text. */
static char *shown(void)
{
    canvas_show(&page, print_begin(), CANVAS_ASKS);
    char *text = print_end(), *to = text;
    for (const char *from = text; *from; from++) {
        if (*from == '\033') {
            while (!((*from >= 'a' && *from <= 'z') || (*from >= 'A' && *from <= 'Z')))
                from++;
        } else if (*from != '\r') {
            *to++ = *from;
        }
    }
    *to = '\0';
    return text;
}

/* --- the picture of docs/play.md------------------------------------------------------------------------ */

static void play(struct table *t, unsigned seat, const char *words, unsigned value)
{
    struct action a;
    assert_int_equal(action_parse(&t->view.open, words, &a), RULE_OK);
    table_acted(t, seat, a, value, true);
}

TEST(the_page_shows_it_as_it_is)
{
    static struct table t;
    static struct menu m;
    const char *const names[] = { "you", "embustero" };
    struct fiel_match match = { .games = 1, .seats = 2, .name = names };
    const card_t cards[FIEL_HELD_MAX] = { card("6b"), card("10o"), card("7b"), CARD_NONE };
    char why[RULES_ERROR_TEXT], question[64], whole[1 << 17];
    assert_int_equal(rules_parse("argentino", &match.rules, why), 0);
    table_start(&t, &match);
    t.score[0] = 8;
    t.score[1] = 12;
    table_deal(&t, 7, 0, cards);
    play(&t, 0, "play 7b", 0);
    play(&t, 1, "envido", 0);
    play(&t, 0, "quiero", 0);
    play(&t, 0, "declare", 33);
    play(&t, 1, "son-buenas", 0);
    play(&t, 1, "play 12c", 0);
    play(&t, 1, "truco", 0);
    t.clock.bank_us = UINT64_C(86292000000);
    const struct action legal[] = { { ACT_RAISE, 2 }, { ACT_QUIERO, 0 }, { ACT_NO_QUIERO, 0 }, { ACT_MAZO, 0 } };
    menu_make(&m, &t.view, legal, 4, true);
    page.utf8 = true;
    canvas_clear(&page, 24, 80);
    call_worth(&t.view.open, question, 40);
    strcat(question, ". What do you answer?");
    draw_table(&page, &t, &m, question);
    char *text = shown();
    FILE *f = fopen("docs/play.md", "r");
    assert_non_null(f);
    whole[fread(whole, 1, sizeof whole - 1, f)] = '\0';
    fclose(f);
    if (!strstr(whole, text))
        fail_msg("docs/play.md does not show this:\n%s", text);
}

/* --- every table ------------------------------------------------------------------------------------------- */

/* Is there a key by which this can be done? */
static bool reachable(const struct menu *m, const struct view *v, struct action a)
{
    for (unsigned i = 0; i < m->count; i++) {
        const struct choice *c = &m->choice[i];
        struct action found;
        if ((c->kind == CHOICE_DO || c->kind == CHOICE_CARD) && action_code(c->action) == action_code(a))
            return true;
        if (c->kind == CHOICE_BET && c->action.kind == a.kind &&
            menu_bet(m, (enum action_kind)a.kind, bet_number(a), &found))
            return action_code(found) == action_code(a);
        if (c->kind == CHOICE_ACCUSE && a.kind == ACT_PIDO_FLOR)
            return true;
        for (unsigned k = 0; c->kind == CHOICE_DOWN && a.kind == ACT_PLAY_DOWN && k < FIEL_HELD_MAX; k++)
            if (v->known[v->seat][k] == a.arg)
                return true;
    }
    return false;
}

static void check_menu(const char *text, const struct view *v, const struct menu *m)
{
    for (int i = 0; i < m->legal_count; i++)
        if (!reachable(m, v, m->legal[i]))
            table_broken(text, v->open.seats, "an action that no key does");
    for (unsigned i = 0; i < m->count; i++) {
        if (!m->choice[i].key || m->choice[i].key == '?' || m->choice[i].key == ':')
            table_broken(text, v->open.seats, "a choice without a key of its own");
        if (menu_find(m, m->choice[i].key) != &m->choice[i])
            table_broken(text, v->open.seats, "a key that does two things");
    }
}

/* Whatever key is pressed, there is an answer, and nothing that is refused is legal. */
static void check_keys(const char *text, const struct view *v, const struct menu *m)
{
    for (int key = ' '; key < 127; key++) {
        struct action a;
        char words[SPEECH];
        if (menu_find(m, key) || !key_meant(v, key, &a) || menu_legal(m, a))
            continue;
        const char *said = speech(&v->open, a, true, words);
        while (*said && !isalnum((unsigned char)*said))
            said++;
        if (!*said)
            table_broken(text, v->open.seats, "a refusal of something without words");
        const char *why = why_not(v, a);
        if (!*why || strstr(why, "unknown") || why_rule(v, a) == RULE_OK || why_rule(v, a) == RULE_NOT_A_WORD)
            table_broken(text, v->open.seats, "a refusal without a reason");
    }
}

static void check_words(const char *text, const struct view *v, struct action a)
{
    char words[SPEECH], typed[ACTION_TEXT];
    struct action back;
    if (!*speech(&v->open, a, true, words))
        table_broken(text, v->open.seats, "an action without words");
    if (!word_meant(&v->open, action_text(&v->open, a, typed), &back) || action_code(back) != action_code(a))
        table_broken(text, v->open.seats, "a word that is not understood when it is typed");
}

struct tries {
    struct random random;
    unsigned long decisions, passed_up; /* calls that a whole side refused by passing */
};

/* Whether what stands before a word ends with one of these, or with a gap, as before the mark beside a name. */
static bool stands_behind(const char *text, const char *at, const char *const *words)
{
    if (at - text < 2 || (at[-1] == ' ' && (at[-2] == ' ' || at[-2] == '\n')))
        return true;
    for (; *words; words++)
        if ((size_t)(at - text) >= strlen(*words) && !memcmp(at - strlen(*words), *words, strlen(*words)))
            return true;
    return false;
}

/* In Spanish and Portuguese "mano" is who leads, and neither a deal nor one's cards; the hands of eleven and of iron are called so, and "entrego a
 * mão" is what is said. */
static void check_mano(const char *rules, const struct table *t, const char *seen)
{
    static const char *const behind[] = {
        "is ", "are ", "es ", "sos ", "el ", " é ", " e ", " o ", "entrego a ", NULL
    };
    static const char *const word[] = { "mano", "mão", "mao" };
    for (size_t w = 0; w < 3 && language_spoken() != ENGLISH; w++)
        for (const char *at = strstr(seen, word[w]); at; at = strstr(at + 1, word[w])) {
            const char *next = at + strlen(word[w]);
            bool named = strncmp(next, " de ", 4) == 0, numbered = *next == ' ' && isdigit((unsigned char)next[1]);
            if (numbered || (!named && !stands_behind(seen, at, behind)))
                table_broken(rules, t->match.seats, at - seen > 60 ? at - 60 : seen);
        }
}

static void look(const char *text, struct table *t, const struct menu *m, struct tries *all)
{
    int rows = 1 + (int)random_below(&all->random, 40), columns = 1 + (int)random_below(&all->random, 120);
    bool large = all->decisions % 4 == 0; /* in every language */
    page.utf8 = random_below(&all->random, 2);
    canvas_clear(&page, large ? 24 : rows, large ? 80 : columns);
    draw_table(&page, t, m, "What do you say?");
    char *seen = shown();
    static const char *const helps[LANGUAGES] = { " help", " ayuda", " ajuda" };
    const char *hand = T("your hand"), *help = helps[language_spoken()];
    if (large && (!strstr(seen, hand) || !strstr(seen, "What do you say?") || !strstr(seen, help)))
        table_broken(text, t->match.seats, seen);
    if (large)
        check_mano(text, t, seen);
    if (all->decisions % 40 == 0) {
        canvas_clear(&page, 24, 80);
        help_draw(&page, &t->view, m->legal, m->legal_count);
        seen = shown();
        check_mano(text, t, seen);
    }
}

/* This pass was the last: what was called falls. */
static bool falls(const struct open *before, const struct open *after, struct action a)
{
    if (a.kind != ACT_PASS)
        return false;
    if (before->phase == PHASE_ENVIDO)
        return after->envido_state == WAGER_SETTLED;
    return (before->phase == PHASE_STAKE || before->phase == PHASE_ELEVEN) &&
           (after->hand_over || after->phase == PHASE_ACCUSE);
}

/* What the rules do by themselves is told as well; how many lines that makes. */
static unsigned hear_news(struct table *t, const struct open *o)
{
    for (unsigned i = 0; i < o->news_count; i++)
        table_acted(t, o->news[i].seat, (struct action){ o->news[i].kind, 0 }, o->news[i].value, true);
    return o->news_count;
}

/* A few hands; every decision as if its seat were the person's. */
static void sit_at(const char *text, const struct rules *r, unsigned seats, void *with)
{
    struct tries *all = with;
    static struct table t;
    static struct menu m;
    const char *names[FIEL_SEATS_MAX] = { "ana", "berta", "carla", "dora", "eva", "flora", "gala", "hilda" };
    struct position table = empty_table(r, seats);
    struct fiel_match match = { .rules = *r, .games = 3, .seats = (uint8_t)seats, .name = names };
    table_start(&t, &match);
    for (unsigned hand = 0; hand < 12; hand++) {
        next_deal(&table, &all->random);
        table_deal(&t, table.open.hand, table.open.mano, table.dealt[0]);
        unsigned lines = t.said_count + hear_news(&t, &table.open), falling = 0;
        bool gone = false;
        while (!table.open.hand_over) {
            unsigned seat = (unsigned)position_turn(&table);
            struct open before = table.open;
            struct view v;
            t.match.seat = (uint8_t)seat;
            position_view(&table, (int)seat, &v);
            if (all->decisions % 2)
                table_asked(&t, &v);
            t.view = v;
            t.asked = true;
            language_speak(all->decisions % LANGUAGES);
            struct action legal[FIEL_LEGAL_MAX], a = pick_action(&table, &all->random);
            menu_make(&m, &t.view, legal, view_legal(&t.view, legal), true);
            if (menu_legal(&m, (struct action){ ACT_PASS, 0 }) && random_below(&all->random, 2))
                a = (struct action){ ACT_PASS, 0 }; /* chance hardly ever has a whole side pass */
            check_menu(text, &t.view, &m);
            check_words(text, &t.view, a);
            if (all->decisions % 8 == 0)
                check_keys(text, &t.view, &m);
            look(text, &t, &m, all);
            table_acted(&t, seat, a, 0, true);
            if (position_apply(&table, (int)seat, a, &table) != RULE_OK)
                table_broken(text, seats, "what is legal is refused");
            all->decisions++;
            lines += a.kind != ACT_SILENT;
            gone |= a.kind == ACT_MAZO || a.kind == ACT_PASO;
            falling += falls(&before, &table.open, a);
            lines += hear_news(&t, &table.open);
        }
        table_hand_end(&t, table.open.score);
        all->passed_up += falling;
        if (!gone && t.said_count != lines + falling + 1)
            table_broken(text, seats, "who passed on a call and let it fall is not told, or told to have");
    }
}

TEST(every_table)
{
    static const char *const more[] = { "argentino-flor,flor_policy=manual_seed003", "argentino,truco_turn=any_time",
                                        "paulista,ferro_blind=yes,target=3",
                                        "argentino,quiero_mazo=on,mazo_scope=paso" };
    struct tries all = { .random = { 3 } };
    for_every_preset(sit_at, &all);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        for_every_size(more[i], sit_at, &all);
    assert_true(all.decisions > 5000);
    assert_true(all.passed_up > 20);
    language_speak(ENGLISH);
}

/* --- three languages ------------------------------------------------------------------------------------------ */

/* Every reason of the rules and every sign is said in all of them, and a refusal by the arbiter is recognised. */
TEST(all_refusals_and_signs)
{
    static const unsigned reasons[] = {
#define X(name, number, text) number,
        FIEL_RULE_ERRORS(X)
#undef X
    };
    static const char *const numbers[] = { "once", "diez", "onze", "dez" };
    for (enum language l = SPANISH; l < LANGUAGES; l++) {
        language_speak(l);
        for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
            const char *english = rule_error_text((enum rule_error)reasons[i]);
            assert_string_not_equal(refusal_words((enum rule_error)reasons[i]), english);
            assert_string_equal(refusal_said(english), refusal_words((enum rule_error)reasons[i]));
            for (size_t k = 0; k < 4; k++) /* what is a hand of eleven in one game is one of ten in another */
                assert_null(strstr(refusal_words((enum rule_error)reasons[i]), numbers[k]));
        }
        for (unsigned word = 1; word <= SIGN_LAST; word++)
            assert_string_not_equal(sign_told(word), sign_made(word));
    }
    language_speak(ENGLISH);
    assert_string_equal(refusal_words(RULE_TOP_STEP), rule_error_text(RULE_TOP_STEP));
    assert_string_equal(refusal_said("something else"), "something else");
}

/* What is said at the table in another language is understood when it is typed. */
TEST(words_of_three_languages)
{
    static const struct {
        const char *rules, *typed;
        unsigned kind;
    } words[] = {
        { "gauderio", "Quero!", ACT_QUIERO },        { "gauderio", "nao quero", ACT_NO_QUIERO },
        { "gauderio", "vou ao baralho", ACT_MAZO },  { "gauderio", "sao boas", ACT_SON_BUENAS },
        { "paulista", "aceito", ACT_QUIERO },        { "paulista", "corro", ACT_NO_QUIERO },
        { "argentino", "me voy al mazo", ACT_MAZO }, { "argentino", "no quiero", ACT_NO_QUIERO },
        { "mineiro", "acepto", ACT_QUIERO },         { "mineiro", "entrego a mão", ACT_MAZO },
        { "gauderio", "não quero", ACT_NO_QUIERO },  { "truc-y-flou", "sí", ACT_QUIERO },
        { "truc-y-flou", "sim", ACT_QUIERO },        { "truc-y-flou", "não", ACT_NO_QUIERO },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct open o = { .seats = 4 };
        struct action a;
        char why[RULES_ERROR_TEXT];
        assert_int_equal(rules_parse(words[i].rules, &o.rules, why), 0);
        if (!word_meant(&o, words[i].typed, &a) || a.kind != words[i].kind)
            fail_msg("%s at %s", words[i].typed, words[i].rules);
    }
}

/* The page of a person who holds these three at a table of two, in a terminal of 24 by 80; the caller's to free. */
static char *page_of(const char *rules, const char *const held[3], const char *vira, unsigned points)
{
    static struct table t;
    static struct menu m;
    const char *const names[] = { "you", "embustero" };
    struct fiel_match match = { .games = 1, .seats = 2, .name = names };
    const card_t cards[FIEL_HELD_MAX] = { card(held[0]), card(held[1]), card(held[2]), CARD_NONE };
    const struct action legal[] = { { ACT_MAZO, 0 } };
    char why[RULES_ERROR_TEXT];
    assert_int_equal(rules_parse(rules, &match.rules, why), 0);
    table_start(&t, &match);
    t.score[0] = (uint16_t)points;
    table_deal(&t, 7, 0, cards);
    t.view.open.vira = *vira ? card(vira) : CARD_NONE;
    menu_make(&m, &t.view, legal, 1, true);
    page.utf8 = true;
    canvas_clear(&page, 24, 80);
    draw_table(&page, &t, &m, "?");
    return shown();
}

/* Malas and buenas, where points are counted so; and which of one's cards stand above all others. */
TEST(points_and_pieces_are_named)
{
    static const struct {
        const char *rules, *held[3], *vira;
        unsigned points, marks;
        enum language spoken;
        const char *says;
    } pages[] = {
        { "argentino", { "1e", "4b", "5c" }, "", 8, 0, SPANISH, " 8 malas   vos" },
        { "argentino", { "1e", "4b", "5c" }, "", 15, 0, ENGLISH, " 0 buenas  you" },
        { "gauderio", { "1e", "4b", "5c" }, "", 14, 0, PORTUGUESE, " 2 boas    você" },
        { "paulista", { "1o", "5e", "5c" }, "4b", 3, 2, PORTUGUESE, "★manilha" },
        { "mineiro", { "4c", "7c", "1e" }, "", 3, 2, ENGLISH, "★manilha" },
        { "uruguayo", { "12b", "2b", "2c" }, "5b", 25, 2, SPANISH, "★pieza" },
        { "uruguayo", { "12b", "3b", "2c" }, "5b", 25, 1, PORTUGUESE, " 5 boas    você" },
        { "venezolano", { "11b", "2b", "2c" }, "5b", 3, 1, PORTUGUESE, "★peça" },
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        unsigned marks = 0;
        language_speak(pages[i].spoken);
        char *seen = page_of(pages[i].rules, pages[i].held, pages[i].vira, pages[i].points);
        for (const char *at = strstr(seen, "─★─"); at; at = strstr(at + 1, "─★─"))
            marks++;
        if (marks != pages[i].marks || !strstr(seen, pages[i].says))
            fail_msg("%s, %u marks:\n%s", pages[i].rules, marks, seen);
    }
    language_speak(ENGLISH);
}

/* The words of the rules have hyphens and are nobody's language; in the title they stand as they are said. */
TEST(the_title_says_the_stake)
{
    static struct table t;
    static struct menu m;
    static const char *const said[LANGUAGES] = { "vale cuatro, for 4", "vale cuatro, por 4", "vale quatro, valendo 4" };
    const char *const names[] = { "you", "embustero" };
    struct fiel_match match = { .games = 1, .seats = 2, .name = names };
    const card_t cards[FIEL_HELD_MAX] = { card("6b"), card("10o"), card("7b"), CARD_NONE };
    const struct action legal[] = { { ACT_MAZO, 0 } };
    char why[RULES_ERROR_TEXT];
    assert_int_equal(rules_parse("argentino", &match.rules, why), 0);
    table_start(&t, &match);
    table_deal(&t, 7, 0, cards);
    t.view.open.stake = 3;
    menu_make(&m, &t.view, legal, 1, true);
    page.utf8 = true;
    for (unsigned l = 0; l < LANGUAGES; l++) {
        language_speak((enum language)l);
        canvas_clear(&page, 24, 80);
        draw_table(&page, &t, &m, "");
        char *text = shown();
        bool found = strstr(text, said[l]) != NULL;
        language_speak(ENGLISH);
        if (!found)
            fail_msg("no '%s':\n%.400s", said[l], text);
    }
}

/* Six of whom two have nearly the same name, on a terminal of 80 columns: each is told from the other, and who took a trick stands apart. */
TEST(six_at_truc)
{
    static struct table t;
    static struct menu m;
    const char *const names[] = { "you", "embustero", "maestro", "embustero-4", "maestro-5", "embustero-6" };
    static const char *const rows[] = { "\n embustero\n", "\n embustero-4\n", "\n embustero-6\n", " suya   suya" };
    struct fiel_match match = { .games = 1, .seats = 6, .name = names };
    const card_t cards[FIEL_HELD_MAX] = { card("6b"), card("10o"), card("7b"), CARD_NONE };
    const struct action legal[] = { { ACT_PLAY, card("6b") } };
    char why[RULES_ERROR_TEXT];
    assert_int_equal(rules_parse("truc-y-flou", &match.rules, why), 0);
    table_start(&t, &match);
    table_deal(&t, 7, 0, cards);
    t.view.open.trick_winner[0] = t.view.open.trick_winner[1] = 1;
    menu_make(&m, &t.view, legal, 1, true);
    page.utf8 = true;
    canvas_clear(&page, 24, 80);
    language_speak(SPANISH);
    draw_table(&page, &t, &m, "");
    language_speak(ENGLISH);
    char *text = shown();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_holds(text, rows[i]);
}

TEST(languages_by_name)
{
    static const char *const unknown[] = { "", "e", "esp", "de_DE.UTF-8", "C" };
    enum language l = PORTUGUESE;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_false(language_read(unknown[i], &l));
    assert_int_equal(l, PORTUGUESE);
    assert_true(language_read("es_AR.UTF-8", &l));
    assert_int_equal(l, SPANISH);
    unsetenv("LANGUAGE"); /* make sets it */
    setenv("LC_ALL", "", 1);
    setenv("LC_MESSAGES", "pt_BR", 1);
    setenv("LANG", "es_UY", 1);
    assert_int_equal(language_of_environment(), PORTUGUESE);
    unsetenv("LC_MESSAGES");
    assert_int_equal(language_of_environment(), SPANISH);
    setenv("LANGUAGE", "ca:pt:en", 1); /* goes before the locale, where there is one */
    assert_int_equal(language_of_environment(), PORTUGUESE);
    setenv("LANGUAGE", "ca:fr", 1);
    assert_int_equal(language_of_environment(), SPANISH);
    setenv("LANGUAGE", "es", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    assert_int_equal(language_of_environment(), ENGLISH);
    unsetenv("LANGUAGE");
}

/* Where there are no accents the letters stay. */
TEST(letters_without_accents)
{
    page.utf8 = false;
    canvas_clear(&page, 1, 60);
    assert_int_equal(canvas_put(&page, 0, 0, PAINT_PLAIN, "¿Qué señas? ¡Não, você é o mão!"), 29);
    char *text = shown();
    assert_string_equal(text, "Que senas? Nao, voce e o mao!");
}

/* What a bot calls itself does nothing to the terminal. */
TEST(strange_names)
{
    page.utf8 = true;
    canvas_clear(&page, 2, 40);
    assert_int_equal(canvas_put(&page, 0, 0, PAINT_PLAIN, "a\033[2J\tñ\xff\xe2\x80\xe4\xb8\xad"), 11);
    canvas_put(&page, 1, 38, PAINT_PLAIN, "beyond");
    canvas_put(&page, 7, 0, PAINT_PLAIN, "below");
    canvas_put(&page, -1, 0, PAINT_PLAIN, "above");
    char *text = shown();
    assert_string_equal(text, "a?[2J?ñ????\n                                      be");
}

/* What is too long is cut after whole letters and keeps its end, wherever a name stands. */
TEST(long_names)
{
    static struct table t;
    const char *const names[] = { "you", "ñandú-de-la-pampa-húmeda-4", "ñandú-de-la-pampa-húmeda-5",
                                  "çãoçãoçãoçãoçãoção-6" };
    struct fiel_match match = { .games = 3, .seats = 4, .name = names };
    const card_t cards[FIEL_HELD_MAX] = { card("6b"), card("10o"), card("7b"), CARD_NONE };
    const uint16_t score[FIEL_SCORERS_MAX] = { 0, 1 };
    char why[RULES_ERROR_TEXT];
    assert_int_equal(rules_parse("argentino", &match.rules, why), 0);
    table_start(&t, &match);
    t.won[1] = 2;
    table_deal(&t, 1, 0, cards);
    table_hand_end(&t, score);
    page.utf8 = true;
    canvas_clear(&page, 24, 80);
    draw_table(&page, &t, NULL, "...");
    char *text = shown();
    if (strchr(text, '?') || !strstr(text, " ñandú-de…-4") || !strstr(text, "çãoçãoçã…-6") ||
        !strstr(text, "2 games\n") || !strstr(text, "-6 +1"))
        fail_msg("%s", text);
}

/* A number is asked for: letters are none. */
TEST(a_line_takes_what_is_asked_for)
{
    char typed[TYPED] = "";
    for (const char *key = "a1 -2e"; *key; key++)
        line_key(typed, *key, true);
    assert_string_equal(typed, "12");
    line_key(typed, KEY_ERASE, true);
    assert_string_equal(typed, "1");
    for (const char *key = " real"; *key; key++)
        line_key(typed, *key, false);
    assert_string_equal(typed, "1 real");
    for (unsigned i = 0; i < 2 * TYPED; i++)
        line_key(typed, '9', true);
    assert_int_equal(strlen(typed), TYPED - 1);
}

/* A terminal that only prints on: nothing that steers it, and nothing for the clock. */
TEST(on_paper)
{
    canvas_clear(&page, 5, 20);
    canvas_put(&page, 1, 2, PAINT_ALARM, "one");
    canvas_put(&page, 2, 0, PAINT_KEY, "two");
    page.paper = true;
    page.colour = false;
    FILE *out = print_begin();
    canvas_show(&page, out, CANVAS_WAITS);
    canvas_show(&page, out, CANVAS_ASKS);
    canvas_show(&page, out, CANVAS_AGAIN);
    const char *text = print_end();
    page.paper = false;
    assert_string_equal(text, "\r\n  one\r\ntwo\r\n");
}

/* Brazil's tables speak Brazil's words in every language, Argentina's its own, and yes is each language's. */
TEST(the_players_own_words)
{
    static const struct {
        enum language language;
        const char *rules;
        unsigned kind;
        const char *said;
    } words[] = {
        { ENGLISH, "paulista", ACT_QUIERO, "aceito" },
        { SPANISH, "paulista", ACT_NO_QUIERO, "corro" },
        { PORTUGUESE, "paulista", ACT_PASS, "passo" },
        { ENGLISH, "mineiro", ACT_PASS, "passo" },
        { SPANISH, "mineiro", ACT_MAZO, "entrego a mão" },
        { ENGLISH, "argentino", ACT_QUIERO, "quiero" },
        { PORTUGUESE, "gauderio", ACT_QUIERO, "quero" },
        { ENGLISH, "truc-y-flou", ACT_QUIERO, "yes" },
        { SPANISH, "truc-y-flou", ACT_QUIERO, "sí" },
        { PORTUGUESE, "truc-y-flou", ACT_NO_QUIERO, "não" },
        { PORTUGUESE, "truc-y-flou", ACT_SON_BUENAS, "são boas" },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct open o = { .seats = 4 };
        char why[RULES_ERROR_TEXT], said[SPEECH];
        assert_int_equal(rules_parse(words[i].rules, &o.rules, why), 0);
        language_speak(words[i].language);
        speech(&o, (struct action){ (uint8_t)words[i].kind, 0 }, true, said);
        assert_string_equal(said, words[i].said);
    }
    struct open truc = { .seats = 6 };
    struct action more = { ACT_EMBIT_MORE, 1 }, meant;
    char why[RULES_ERROR_TEXT], said[SPEECH];
    assert_int_equal(rules_parse("truc-y-flou", &truc.rules, why), 0);
    assert_string_equal(speech(&truc, more, true, said), "u aouté!");
    assert_true(word_meant(&truc, said, &meant) && meant.kind == more.kind && meant.arg == more.arg);
    language_speak(ENGLISH);
}
