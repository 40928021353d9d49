/* A match is told in three languages: at every preset and size nothing of one is left in another, and nothing is wider than a
 * terminal.  What is odd is told too: every fault, end, event and reason. */
#include "support/test.h"

#include <ctype.h>

#include "audit/audit.h"
#include "cli/said.h"
#include "rules/rules.h"
#include "support/tale.h"
#include "tell/speech.h"
#include "tell/tell.h"
#include "tell/tell_row.h"
#include "wire/messages.h"

enum { WORD = 40, WORDS = 1024, HANDS = 60 / SAMPLE + 4 };

/* Words that stand in English tellings and belong to the others as well: those of the game, which nobody translates, and what is written alike. */
static const char of_all[] =
    " aceito achico al alibarestou alimidou aoute aouté argentino as bastos blind bonus buenas bytes con contraflor "
    "copas "
    "corro cuatro de detz dez doze dus embide embit entrego envelope envido envidos espadas falta flor gallo juego "
    "mano map mazo me mes mi mib muestra mão nil no nove nueve off oros partido paso passo per play quatro quiero "
    "real reservada resto restou retruc retruco rival seis seiz signs son str "
    "troucou truc truco us utf vale vira voy ";

static bool is_of_all(const char *word)
{
    char between[WORD + 2];
    for (enum option k = 0; k < OPT_COUNT; k++)
        if (strcmp(option_rows[k].name, word) == 0)
            return true;
    snprintf(between, sizeof between, " %s ", word);
    return strstr(of_all, between) != NULL;
}

/* Bytes of the letter that stands here, an accented one has two; 0: none. */
static size_t letter(const char *at)
{
    return isalpha((unsigned char)*at) || *at == '_' ? 1 : !memcmp(at, "\303", 1) ? 2 : 0;
}

/* The next word of at least two letters, in small ones; NULL at the end.  Words in capitals are no language's: messages, cards. */
static const char *next_word(const char **at, char word[WORD])
{
    for (;;) {
        size_t n = 0;
        bool capitals = true;
        while (**at && !letter(*at))
            ++*at;
        for (size_t k; (k = letter(*at)); *at += k) {
            capitals &= k == 1 && (isupper((unsigned char)**at) || **at == '_');
            for (size_t i = 0; i < k && n + 1 < WORD; i++)
                word[n++] = (char)tolower((unsigned char)(*at)[i]);
        }
        word[n] = '\0';
        if (n >= 2 && !capitals)
            return word;
        if (!**at)
            return NULL;
    }
}

struct vocabulary {
    char word[WORDS][WORD];
    size_t count;
};

static bool knows(const struct vocabulary *v, const char *word)
{
    for (size_t i = 0; i < v->count; i++)
        if (!strcmp(v->word[i], word))
            return true;
    return false;
}

static void learn(struct vocabulary *v, const char *text)
{
    char word[WORD];
    while (next_word(&text, word))
        if (!is_of_all(word) && !knows(v, word)) {
            assert_true(v->count < WORDS);
            memcpy(v->word[v->count++], word, WORD);
        }
}

/* None of the English words stands in it. */
static void holds_none(const struct vocabulary *english, const char *text, enum language l, const char *what)
{
    char word[WORD];
    for (const char *at = text; next_word(&at, word);)
        if (knows(english, word))
            fail_msg("%s, %s: the English \"%s\" is left in:\n%s", what, language_name(l), word, text);
}

/* Columns count up to the end of each line. */
static void fits_a_terminal(const char *text, enum language l, const char *what)
{
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        size_t columns = 0;
        for (const char *c = line; *c && *c != '\n'; c++)
            columns += (*c & 0xc0) != 0x80;
        if (columns > 80)
            fail_msg("%s, %s: %zu columns:\n%.200s", what, language_name(l), columns, line);
    }
}

/* --- whole matches -------------------------------------------------------------------------------- */

/* All of it but the row of the rules, whose words are those of options. */
static char *told(const struct tale *tale, enum language l, bool utf8)
{
    char *text = NULL;
    size_t size;
    OWNED struct teller *t = malloc(sizeof *t);
    const struct tell_style s = { .out = open_memstream(&text, &size), .utf8 = utf8 };
    assert_true(t && s.out);
    language_speak(l);
    tell_start(t, tale->bytes, tale->size);
    for (bool first = true; tell_next(t); first = false) {
        if (first) {
            snprintf(t->offer.rules, sizeof t->offer.rules, "argentino");
            tell_text_head(&s, t);
        }
        tell_text_chapter(&s, t);
    }
    tell_text_tail(&s, t);
    tell_end(t);
    fclose(s.out);
    language_speak(ENGLISH);
    return text;
}

static void tell_table(const char *rules, const struct rules *r, unsigned seats, void *with)
{
    struct tale tale = tale_of(rules, r, seats, HANDS, 7u * seats + r->preset, NULL);
    OWNED struct vocabulary *english = calloc(1, sizeof *english);
    char *text = told(&tale, ENGLISH, true), what[256];
    unsigned *tables = with;
    assert_non_null(english);
    snprintf(what, sizeof what, "%s, %u seats", rules, seats);
    fits_a_terminal(text, ENGLISH, what);
    learn(english, text);
    assert_true(knows(english, "hand") && knows(english, "trick") && knows(english, "against"));
    free(text);
    for (enum language l = SPANISH; l <= PORTUGUESE; l++)
        for (unsigned utf8 = 0; utf8 < 2; utf8++) {
            text = told(&tale, l, utf8);
            fits_a_terminal(text, l, what);
            for (const char *c = text; *c && !utf8; c++)
                assert_true((unsigned char)*c < 0x80);
            holds_none(english, text, l, what);
            free(text);
        }
    free(tale.bytes);
    ++*tables;
}

TEST(nothing_of_one_is_left_in_another)
{
    unsigned tables = 0;
    for_every_preset(tell_table, &tables);
    print_message("%u tables in three languages\n", tables);
    assert_true(tables >= 2 * PRESET_COUNT - 2);
}

/* --- what is odd ------------------------------------------------------------------------------------ */

/* A line in every language. */
static void tell_line(const struct teller *t, const struct tell_line *line)
{
    static struct vocabulary english;
    char text[512], what[64];
    english.count = 0;
    learn(&english, tell_sentence(text, sizeof text, t, line));
    snprintf(what, sizeof what, "line of kind %d, value %u, fault %u", (int)line->kind, line->value, line->fault);
    assert_true(*text);
    for (enum language l = SPANISH; l <= PORTUGUESE; l++) {
        language_speak(l);
        tell_sentence(text, sizeof text, t, line);
        language_speak(ENGLISH);
        holds_none(&english, text, l, what);
    }
}

static struct teller *a_teller(void)
{
    char why[RULES_ERROR_TEXT];
    struct teller *t = calloc(1, sizeof *t);
    assert_non_null(t);
    assert_int_equal(rules_parse("argentino", &t->position.open.rules, why), 0);
    t->position.open.seats = 6;
    t->offer.seats = 6;
    for (unsigned i = 0; i < 6; i++)
        snprintf(t->offer.name[i], sizeof t->offer.name[i], "x%u", i);
    return t;
}

TEST(every_fault_and_effect)
{
    static const enum fault faults[] = {
#define X(name, number, owner, text) FAULT_##name,
        FAULTS(X)
#undef X
    };
    OWNED struct teller *t = a_teller();
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        for (uint8_t effect = 0; effect <= EFFECT_STOPPED; effect++)
            for (uint64_t a = 1; a <= 11; a++)
                tell_line(t,
                          &(struct tell_line){
                              .kind = TELL_FAULT, .fault = (uint8_t)faults[i], .effect = effect, .a = a, .b = a % 3 });
}

TEST(every_event_and_reason)
{
    OWNED struct teller *t = a_teller();
    for (uint16_t value = SEAT_EVENT_LEFT; value <= SEAT_EVENT_RESUMED; value++)
        tell_line(t, &(struct tell_line){ .kind = TELL_SEAT, .value = value, .a = 7 });
#define X(name, number, text) \
    tell_line(t, &(struct tell_line){ .kind = TELL_REFUSED, .value = (number), .words = "envido" });
    FIEL_RULE_ERRORS(X)
#undef X
    tell_line(t, &(struct tell_line){ .kind = TELL_IGNORED, .number = 4 });
    tell_line(t, &(struct tell_line){ .kind = TELL_BACK, .a = 4 });
    tell_line(t, &(struct tell_line){ .kind = TELL_PROTEST, .a = 4, .words = "12" });
    for (uint8_t reason = END_PLAYED; reason <= END_STOPPED; reason++)
        for (uint8_t winner = 0; winner < 3; winner++)
            tell_line(t, &(struct tell_line){ .kind = TELL_GAME_END, .reason = reason, .winner = winner, .number = 2 });
}

/* What an auditor adds: every clause that it can make has its translation. */
TEST(every_ground)
{
    static struct audit_report r;
    char clause[RESTS_MOST][RESTS_TEXT], text[512], english[512];
    unsigned said = 0;
    r.has_result = true;
    r.offer.seats = 2;
    r.offer.cutters = 1;
    r.hands = 9;
    for (unsigned k = 0; k < 5u * 4u * 3u * 2u; k++) {
        unsigned who = k / 5 % 4, lacks = k / 20 % 3;
        r.ground = (enum audit_ground)(k % 5);
        r.contradicts = who < 3 ? (uint8_t)who : FIEL_NOBODY;
        for (unsigned i = 0; i < 3; i++)
            r.signed_to[i] = i == lacks ? (k >= 60 ? 8 : 4) : 9;
        unsigned n = audit_rests(&r, clause);
        for (unsigned i = 0; i < 2 * n; i++) {
            language_speak(i % 2 ? SPANISH : PORTUGUESE);
            said_text(english, sizeof english, ENGLISH, clause[i / 2]);
            if (!strcmp(said_text(text, sizeof text, language_spoken(), clause[i / 2]), english))
                fail_msg("no %s: %s", language_name(language_spoken()), english);
            language_speak(ENGLISH);
            said++;
        }
    }
    assert_true(said > 120);
}

/* What a bot says in a PROTEST are its own words, also where they are a sentence of ours. */
TEST(a_protest_stays)
{
    static const char *const words[] = { "its process ended by signal 9", "no bytes", "\2the hand is over\3", "%s" };
    OWNED struct teller *t = a_teller();
    char text[256], expected[256];
    language_speak(SPANISH);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct tell_line line = { .kind = TELL_PROTEST, .a = 3 };
        snprintf(line.words, sizeof line.words, "%s", words[i]);
        snprintf(expected, sizeof expected, "protesta (3): %s", i == 2 ? "?the hand is over?" : words[i]);
        assert_string_equal(tell_sentence(text, sizeof text, t, &line), expected);
    }
    language_speak(ENGLISH);
}

/* A sign is called by its card, or in words of the language. */
TEST(signs_have_names)
{
    language_speak(SPANISH);
    assert_string_equal(sign_called(SIGN_ACE_SWORDS), "1e");
    assert_string_equal(sign_called(SIGN_BAD), "nada");
    language_speak(PORTUGUESE);
    assert_string_equal(sign_called(SIGN_FALSE_ACE), "ás falso");
    language_speak(ENGLISH);
    assert_string_equal(sign_called(SIGN_FALSE_ACE), "1oc");
}

/* One and several, and how a list goes on before the sound i. */
TEST(one_and_several)
{
    static const struct {
        enum language l;
        const char *one, *two, *three;
    } says[] = {
        { ENGLISH, "signs 1e to x0, seen by x1", "signs 1e to x0, seen by x1 and x3",
          "signs 1e to x0, seen by x1, x3 and ines" },
        { SPANISH, "le hace la seña 1e a x0, y la ve x1", "le hace la seña 1e a x0, y la ven x1 y x3",
          "le hace la seña 1e a x0, y la ven x1, x3 e ines" },
        { PORTUGUESE, "faz o sinal 1e a x0, e vê x1", "faz o sinal 1e a x0, e veem x1 e x3",
          "faz o sinal 1e a x0, e veem x1, x3 e ines" },
    };
    OWNED struct teller *t = a_teller();
    char text[256];
    struct tell_line line = { .kind = TELL_SIGN, .seat = 2 };
    snprintf(t->offer.name[5], sizeof t->offer.name[5], "ines");
    line.value = sign_code((struct sign){ .to = 0, .word = SIGN_ACE_SWORDS });
    for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
        language_speak(says[i].l);
        line.a = 1u << 1;
        assert_string_equal(tell_sentence(text, sizeof text, t, &line), says[i].one);
        line.a = 1u << 1 | 1u << 3;
        assert_string_equal(tell_sentence(text, sizeof text, t, &line), says[i].two);
        line.a = 1u << 1 | 1u << 3 | 1u << 5;
        assert_string_equal(tell_sentence(text, sizeof text, t, &line), says[i].three);
    }
    language_speak(ENGLISH);
}

/* The last line of a match with this result. */
static void ends(enum language l, const struct result *e, const char *expected)
{
    OWNED struct teller *t = a_teller();
    OWNED char *text = NULL;
    size_t size;
    const struct tell_style s = { .out = open_memstream(&text, &size), .utf8 = true };
    assert_non_null(s.out);
    t->has_result = true;
    t->result = *e;
    language_speak(l);
    tell_text_tail(&s, t);
    language_speak(ENGLISH);
    fclose(s.out);
    assert_string_equal(text, expected);
}

TEST(the_result_has_its_plurals)
{
    struct result one = { .scorers = 2, .winner = 0, .hands = 1, .games = { 1, 0, 1 }, .points = { 1, 0 } };
    struct result two = { .scorers = 2, .winner = 1, .hands = 9, .games = { 2, 3, 2 }, .points = { 40, 60 } };
    struct result own = { .scorers = 2, .winner = 1, .hands = 2, .games = { 0, 1, 0 }, .points = { 0, 1 } };
    struct result lost = { .scorers = 2, .outcome = END_FAULT, .winner = 0, .fault_seat = 1 };
    struct result none = { .scorers = 2, .outcome = END_VOID, .winner = FIEL_NOBODY, .fault_seat = FIEL_NOBODY };
    ends(ENGLISH, &one, "\nx0, x2 and x4 win: 1 game to 0, 1 drawn, 1 point to 0, in 1 hand\n");
    ends(SPANISH, &one, "\nGanan x0, x2 y x4: 1 partido a 0, 1 empatado, 1 punto a 0, en 1 mano\n");
    ends(PORTUGUESE, &one, "\nVencem x0, x2 e x4: 1 jogo a 0, 1 empatado, 1 ponto a 0, em 1 mão\n");
    ends(ENGLISH, &two, "\nx1, x3 and x5 win: 3 games to 2, 2 drawn, 60 points to 40, in 9 hands\n");
    ends(SPANISH, &two, "\nGanan x1, x3 y x5: 3 partidos a 2, 2 empatados, 60 puntos a 40, en 9 manos\n");
    ends(PORTUGUESE, &two, "\nVencem x1, x3 e x5: 3 jogos a 2, 2 empatados, 60 pontos a 40, em 9 mãos\n");
    ends(ENGLISH, &own, "\nx1, x3 and x5 win: 1 game to 0, 1 point to 0, in 2 hands\n");
    ends(SPANISH, &own, "\nGanan x1, x3 y x5: 1 partido a 0, 1 punto a 0, en 2 manos\n");
    ends(PORTUGUESE, &own, "\nVencem x1, x3 e x5: 1 jogo a 0, 1 ponto a 0, em 2 mãos\n");
    ends(SPANISH, &lost, "\nGanan x0, x2 y x4 por una falta de x1: no se repartió ninguna mano\n");
    ends(PORTUGUESE, &none, "\nA partida não conta para ninguém: nenhuma mão foi dada\n");
}

/* Anyone who decides is asked something of its own, but for signs, which are made in a round of all. */
TEST(every_phase_has_a_question)
{
    static const unsigned phases[] = {
#define X(name, number, meaning) number,
        FIEL_PHASES(X)
#undef X
    };
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
        for (enum language l = 0; l < LANGUAGES; l++) {
            bool own = strcmp(speech_asked(phases[i], l), speech_asked(PHASE_NONE, l)) != 0;
            assert_int_equal(own, phases[i] != PHASE_NONE && phases[i] != PHASE_SIGNS);
            assert_true(l == ENGLISH || strcmp(speech_asked(phases[i], l), speech_asked(phases[i], ENGLISH)) != 0);
        }
}
