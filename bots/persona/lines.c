/* lines: a person's decisions from standard input.  See lines.h. */
#include "lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/now.h"
#include "cli/language.h"
#include "help.h"
#include "person.h"

/* --- standard input ------------------------------------------------------------------------------------------ */

/* Speaks another language from now on. */
static void spoken(const struct lines *l, const char *to)
{
    enum language language;
    if (!language_read(to, &language))
        return;
    language_speak(language);
    lines_tell(l);
}

/* The next answer to what is asked, or a wish to leave; false: the time has run out.  At the end of the input there is no match any more. */
static bool next_answer(struct lines *l, int64_t until, struct answer *out)
{
    static struct line_in in = { .fd = STDIN_FILENO };
    char *line;
    for (;;) {
        enum line_came came = line_next(&in, until, &line);
        if (came == LINE_NONE)
            return false;
        if (came == LINE_END)
            exit(0);
        if (came == LINE_TOO_LONG)
            in.size = in.taken = 0; /* no answer is so long */
        if (came != LINE_CAME || !answer_read(line, out))
            continue;
        if (out->leave)
            return l->left = true;
        if (*out->lang)
            spoken(l, out->lang);
        else if ((out->hint ? out->hint : out->request) == l->request)
            return true;
    }
}

/* --- decisions ------------------------------------------------------------------------------------------------- */

/* Is it what to do now?  What is not legal is answered here. */
static bool wanted(struct lines *l, const struct answer *x, struct action *out)
{
    l->hint = x->hint;
    l->refused = (struct action){ 0 };
    if (!x->hint && action_parse(&l->table.view.open, x->does, out) == RULE_OK) {
        if (menu_legal(&l->menu, *out))
            return true;
        l->refused = *out;
        l->rule = why_rule(&l->table.view, *out);
    }
    lines_tell(l);
    return false;
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct lines *l = user;
    struct action a = legal[0];
    bool chosen = false, late = false, answered = l->answered;
    int64_t until = now_ms() + (int64_t)(l->clock.budget_us / 1000) + TICK_MS;
    l->answered = false;
    if (l->left || answered)
        return answered ? l->chosen : menu_give_up(legal, n);
    l->table.view = *v;
    l->table.asked = l->asks = true;
    l->request++;
    menu_make(&l->menu, v, legal, n, true);
    lines_tell(l);
    while (!chosen && !late && !l->left) {
        late = !next_answer(l, until, &l->answer);
        if (!late && !l->left)
            chosen = wanted(l, &l->answer, &a);
    }
    l->asks = l->table.asked = l->hint = false;
    l->refused = (struct action){ 0 };
    l->answer.signs = chosen ? l->answer.signs : 0;
    if (late)
        said_late(&l->said);
    lines_tell(l);
    return chosen ? a : menu_give_up(legal, n);
}

/* The decision is asked for here, for both come in one line.  In the round of signs there is no other. */
static int make_signs(const struct view *v, int room, struct sign *made, void *user)
{
    struct lines *l = user;
    struct action legal[FIEL_LEGAL_MAX];
    int n = 0;
    l->room = (unsigned)room;
    l->chosen = decide(v, legal, view_legal(v, legal), l);
    l->answered = v->open.phase != PHASE_SIGNS;
    l->room = 0;
    for (unsigned i = 0; i < l->answer.signs && n < room; i++)
        if (!signs_refused(&v->open, v->seat, 0, &(uint16_t){ sign_code(l->answer.sign[i]) }, 1))
            made[n++] = l->answer.sign[i];
    return n;
}

/* A look at what lay there; for half as long as a decision may take, because the arbiter waits for our signature. */
static void pause_at(struct lines *l)
{
    struct answer x;
    int64_t until = now_ms() + (int64_t)(l->clock.budget_us / 2000);
    if (l->left || l->table.game > l->table.match.games)
        return;
    l->request++;
    l->pauses = true;
    lines_tell(l);
    while (!l->left && next_answer(l, until, &x) && strcmp(x.does, "go") != 0)
        ;
    l->pauses = false;
}

/* --- what is heard --------------------------------------------------------------------------------------------- */

static void match_start(const struct fiel_match *m, void *user)
{
    struct lines *l = user;
    if (m->at_once > 1) {
        fputs("fiel: persona: this match has several tables, and one sits at one: ask its host for --tables 1\n",
              stderr);
        exit(3);
    }
    l->left = false;
    table_start(&l->table, m);
}

static void hand_start(unsigned hand, unsigned mano, const card_t cards[FIEL_HELD_MAX], void *user)
{
    struct lines *l = user;
    table_deal(&l->table, hand, mano, cards);
    said_hand(&l->said, &l->table.view.open, hand, mano, cards);
    lines_tell(l);
}

static void acted(int seat, struct action a, int value, void *user)
{
    struct lines *l = user;
    char words[SPEECH];
    said_action(&l->said, &l->table.view.open, (unsigned)seat, a, (unsigned)value,
                speech(&l->table.view.open, a, true, words));
    table_acted(&l->table, (unsigned)seat, a, (unsigned)value, true);
    lines_tell(l);
}

static void asked(const struct fiel_clock *clock, void *user) { ((struct lines *)user)->clock = *clock; }

static void shown(int seat, card_t card, void *user)
{
    struct lines *l = user;
    said_card(&l->said, &l->table.view.open, (unsigned)seat, card);
}

static void sign_seen(int seat, struct sign s, void *user)
{
    said_sign(&((struct lines *)user)->said, (unsigned)seat, s, sign_text(s.word));
}

static void hand_end(const uint16_t score[FIEL_SCORERS_MAX], void *user)
{
    struct lines *l = user;
    said_points(&l->said, l->table.score, score, l->table.scorers);
    table_hand_end(&l->table, score);
    lines_tell(l);
    pause_at(l);
}

static void game_end(int winner, void *user)
{
    struct lines *l = user;
    if (winner < (int)l->table.scorers)
        l->table.won[winner]++;
    said_game(&l->said, l->table.game, winner < (int)l->table.scorers ? winner : -1);
    l->table.game++;
    l->table.new_game = true;
}

static void match_end(int winner, int mine, void *user)
{
    (void)user;
    struct json_out j = line_begin(stdout, "over");
    out_signed(&j, "winner", winner);
    out_signed(&j, "side", mine);
    out_end(&j);
    fflush(stdout);
}

int lines_run(bool elsewhere)
{
    static struct lines l;
    struct fiel_callbacks calls = { .decide = decide,
                                    .match_start = match_start,
                                    .hand_start = hand_start,
                                    .acted = acted,
                                    .asked = asked,
                                    .shown = shown,
                                    .hand_end = hand_end,
                                    .game_end = game_end,
                                    .match_end = elsewhere ? match_end : NULL,
                                    .signs = make_signs,
                                    .sign_seen = sign_seen,
                                    .user = &l };
    return fiel_run_with("persona", &calls);
}
