/* persona: a bot whose decisions a person makes, at the terminal, or by way of a program that shows the table (lines.h).
 * `fiel play` runs it in a seat like any other; it is told what a bot is told, and nothing else. */
#include <stdlib.h>
#include <string.h>

#include "cli/now.h"
#include "cli/language.h"
#include "cli/screen.h"
#include "help.h"
#include "lines.h"
#include "person.h"

/* --- a decision --------------------------------------------------------------------------------------------- */

static bool refused(struct person *p, struct action a)
{
    char words[SPEECH];
    if (menu_legal(&p->menu, a))
        return false;
    snprintf(p->note, sizeof p->note, T("%s: no, %s. "), speech(&p->table.view.open, a, p->page.utf8, words),
             why_not(&p->table.view, a));
    return true;
}

static bool choose_bet(struct person *p, const struct choice *c, struct action *out)
{
    char what[QUESTION], typed[TYPED];
    unsigned low = 255, high = 0;
    for (int i = 0; i < p->menu.legal_count; i++)
        if (p->menu.legal[i].kind == c->action.kind) {
            unsigned number = bet_number(p->menu.legal[i]);
            low = number < low ? number : low;
            high = number > high ? number : high;
        }
    snprintf(what, sizeof what, T("Which number, %u to %u?  Enter says it, Esc goes back:"), low, high);
    if (!person_line(p, what, true, typed))
        return false;
    unsigned number = (unsigned)strtoul(typed, NULL, 10);
    if (menu_bet(&p->menu, (enum action_kind)c->action.kind, number, out))
        return true;
    *out = (struct action){ c->action.kind, (uint8_t)(number < 255 ? number : 255) };
    return !refused(p, *out);
}

static bool choose_down(struct person *p, struct action *out)
{
    int key = person_ask(p, T("Which card face down?  1, 2 or 3; any other key goes back."));
    if (key < '1' || key >= '1' + FIEL_HELD_MAX)
        return false;
    card_t card = p->table.view.known[p->table.view.seat][key - '1'];
    *out = (struct action){ ACT_PLAY_DOWN, card };
    return card < FIEL_CARDS && !refused(p, *out);
}

static bool choose_rival(struct person *p, struct action *out)
{
    char question[QUESTION];
    snprintf(question, sizeof question, "%s ", T("Who hides a flor?"));
    for (int i = 0; i < p->menu.legal_count; i++)
        if (p->menu.legal[i].kind == ACT_PIDO_FLOR) {
            size_t n = strlen(question);
            snprintf(question + n, sizeof question - n, " %u %s", p->menu.legal[i].arg,
                     table_name(&p->table, p->menu.legal[i].arg));
        }
    int key = person_ask(p, question);
    *out = (struct action){ ACT_PIDO_FLOR, (uint8_t)(key - '0') };
    return key >= '0' && key <= '7' && menu_legal(&p->menu, *out);
}

static bool choose_word(struct person *p, struct action *out)
{
    char typed[TYPED];
    if (!person_line(p, T("What do you say?  Enter says it, Esc goes back:"), false, typed))
        return false;
    if (!word_meant(&p->table.view.open, typed, out)) {
        snprintf(p->note, sizeof p->note, T("\"%s\" is no word of this table. "), typed);
        return false;
    }
    return !refused(p, *out);
}

static bool sure(struct person *p, struct action a)
{
    if (a.kind != ACT_MAZO && a.kind != ACT_QUIERO_MAZO)
        return true;
    return person_ask(p, T("You give the hand up.  m: yes, any other key: no.")) == 'm';
}

/* From what the key stands for to an action. */
static bool choose(struct person *p, int key, struct action *out)
{
    const struct choice *c = menu_find(&p->menu, key);
    if (key == ':')
        return choose_word(p, out) && sure(p, *out);
    if (!c && key_meant(&p->table.view, key, out))
        return !refused(p, *out);
    if (!c) {
        snprintf(p->note, sizeof p->note, "%s", T("That key does nothing here. "));
        return false;
    }
    *out = c->action;
    switch (c->kind) {
    case CHOICE_DO: return (c->action.kind != ACT_MAZO && c->action.kind != ACT_QUIERO_MAZO) || sure(p, *out);
    case CHOICE_CARD: return true;
    case CHOICE_DOWN: return choose_down(p, out);
    case CHOICE_BET: return choose_bet(p, c, out);
    case CHOICE_ACCUSE: return choose_rival(p, out);
    }
    return false;
}

/* What stands before it, what is open and what for: "2 if accepted, 1 if not. What do you answer?" */
static void question_of(const struct person *p, char question[QUESTION])
{
    const struct open *o = &p->table.view.open;
    char worth[64];
    call_worth(o, worth, sizeof worth);
    snprintf(question, QUESTION, "%.260s%s%s%s", p->note, worth, *worth ? ". " : "",
             speech_asked(o->phase, language_spoken()));
}

static void help(struct person *p)
{
    int rows, columns, key;
    do {
        terminal_size(&rows, &columns);
        canvas_clear(&p->page, rows, columns);
        help_draw(&p->page, &p->table.view, p->menu.legal, p->menu.legal_count);
        canvas_show(&p->page, stdout, CANVAS_ASKS);
        while ((key = terminal_key(TICK_MS)) == KEY_NONE)
            ;
    } while (key == KEY_RESIZED);
    (void)person_leaves(p, key);
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct person *p = user;
    struct action a = legal[0];
    bool chosen = false;
    table_asked(&p->table, v);
    p->table.clock = p->clock;
    p->table.asked_ms = now_ms();
    p->table.asked = true;
    menu_make(&p->menu, v, legal, n, p->page.utf8);
    p->choosing = true;
    while (!p->left && !chosen && !person_too_late(p)) {
        char question[QUESTION];
        question_of(p, question);
        int key = person_ask(p, question);
        *p->note = '\0';
        if (key == '?')
            help(p);
        else if (key >= 0)
            chosen = choose(p, key, &a);
    }
    if (person_too_late(p))
        table_say(&p->table, PAINT_ALARM, "%s", T("your time has run out"));
    p->choosing = p->table.asked = false;
    person_show(p, "...", CANVAS_WAITS);
    return chosen ? a : menu_give_up(legal, n);
}

/* --- signs --------------------------------------------------------------------------------------------------- */

/* The words of this table under letters; what a seat may make. */
static unsigned sign_menu(const struct view *v, uint8_t words[SIGN_ROOM], char question[QUESTION])
{
    unsigned count = 0;
    size_t n = (size_t)snprintf(question, QUESTION, "%s", T("Signs for your partner, true or false, Enter for none:"));
    for (unsigned word = 1; word <= SIGN_LAST && n < QUESTION; word++) {
        if (!sign_known(&v->open.rules, word) || (sign_of_captain(word) && !sign_captain(&v->open, v->seat)))
            continue;
        n += (size_t)snprintf(question + n, QUESTION - n, "  %c=%s", 'a' + (int)count, sign_called(word));
        words[count++] = (uint8_t)word;
    }
    return count;
}

/* In the round after the deal; later signs are a thing of bots. */
static int make_signs(const struct view *v, int room, struct sign *made, void *user)
{
    struct person *p = user;
    uint8_t words[SIGN_ROOM];
    char question[QUESTION];
    int count = 0;
    if (p->left || v->open.phase != PHASE_SIGNS)
        return 0;
    p->table.view = *v;
    unsigned n = sign_menu(v, words, question);
    while (count < room) {
        int key = person_ask(p, question);
        if (key < 'a' || key >= 'a' + (int)n)
            break;
        made[count++] = (struct sign){ words[key - 'a'], (uint8_t)hint_partner(v) };
    }
    return count;
}

static void sign_seen(int seat, struct sign s, void *user)
{
    struct person *p = user;
    table_say(&p->table, PAINT_KEY, "%s %s: %s", table_name(&p->table, (unsigned)seat),
              (unsigned)seat == p->table.match.seat ? T("sign") : sign_told(s.word), sign_called(s.word));
}

/* --- what is heard ------------------------------------------------------------------------------------------- */

static void match_start(const struct fiel_match *m, void *user)
{
    struct person *p = user;
    table_start(&p->table, m);
}

static void hand_start(unsigned hand, unsigned mano, const card_t cards[FIEL_HELD_MAX], void *user)
{
    struct person *p = user;
    table_deal(&p->table, hand, mano, cards);
    person_show(p, "...", CANVAS_WAITS);
}

static void acted(int seat, struct action a, int value, void *user)
{
    struct person *p = user;
    table_acted(&p->table, (unsigned)seat, a, (unsigned)value, p->page.utf8);
    person_show(p, "...", CANVAS_WAITS);
}

static void asked(const struct fiel_clock *clock, void *user)
{
    struct person *p = user;
    p->clock = *clock;
}

static void was_refused(const char *why, void *user)
{
    struct person *p = user;
    snprintf(p->note, sizeof p->note, T("The arbiter refuses that: %s. "), refusal_said(why));
}

static void shown(int seat, card_t card, void *user)
{
    struct person *p = user;
    char name[CARD_SAID];
    table_say(&p->table, PAINT_PLAIN, T("%s shows %s"), table_name(&p->table, (unsigned)seat),
              card < FIEL_CARDS ? card_said(&p->table.view.open, card, p->page.utf8, name) : T("a card"));
}

/* A look at what lay there.  The arbiter waits for our signature as long as for a decision, so no longer than half
 * of that. */
static void pause_at(struct person *p, const char *question)
{
    int64_t until = now_ms() + (int64_t)(p->clock.budget_us / 2000);
    int key = KEY_NONE;
    if (p->left || !p->clock.budget_us)
        return;
    person_show(p, question, CANVAS_ASKS);
    while ((key == KEY_NONE || key == KEY_RESIZED) && now_ms() < until) {
        int64_t left = until - now_ms();
        key = terminal_key(left < TICK_MS ? (int)left : TICK_MS);
        if (key == KEY_RESIZED)
            person_show(p, question, CANVAS_ASKS);
    }
    (void)person_leaves(p, key);
}

static void hand_end(const uint16_t score[FIEL_SCORERS_MAX], void *user)
{
    struct person *p = user;
    table_hand_end(&p->table, score);
    pause_at(p, T("The hand is over.  Any key goes on."));
}

static void game_end(int winner, void *user)
{
    struct person *p = user;
    char who[SCORER_TEXT];
    if (winner < (int)p->table.scorers) {
        p->table.won[winner]++;
        table_say(&p->table, PAINT_KEY, T("game %u: %s"), p->table.game,
                  table_scorer_short(&p->table, (unsigned)winner, who));
    } else {
        table_say(&p->table, PAINT_KEY, T("game %u is nobody's"), p->table.game);
    }
    p->table.game++;
    p->table.new_game = true;
}

/* As `fiel play` says it: --ascii, and the language: "es". */
static void read_words(struct person *p, int argc, char **argv)
{
    enum language l = language_of_environment();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--ascii") == 0)
            p->page.utf8 = false;
        (void)language_read(argv[i], &l);
    }
    language_speak(l);
}

int main(int argc, char **argv)
{
    static struct person p;
    struct fiel_callbacks calls = { .decide = decide,
                                    .match_start = match_start,
                                    .hand_start = hand_start,
                                    .acted = acted,
                                    .asked = asked,
                                    .refused = was_refused,
                                    .shown = shown,
                                    .hand_end = hand_end,
                                    .game_end = game_end,
                                    .signs = make_signs,
                                    .sign_seen = sign_seen,
                                    .user = &p };
    p.page.colour = screen_colour() && !screen_paper();
    p.page.utf8 = screen_utf8();
    p.page.paper = screen_paper();
    read_words(&p, argc, argv);
    if (strcmp(argv[argc - 1], "--lines") == 0)
        return lines_run(argc > 3);
    if (terminal_open() != 0) {
        fputs("fiel: persona: a person plays at a terminal, and this is none: run `fiel play` in one\n", stderr);
        return 3;
    }
    int code = fiel_run_with("persona", &calls);
    terminal_close();
    return code;
}
