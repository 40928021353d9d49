/* lines: a person's decisions from standard input.  See lines.h. */
#include "lines.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/now.h"
#include "cli/language.h"
#include "help.h"
#include "person.h"

enum { LINE = 80 };

/* --- standard input ------------------------------------------------------------------------------------------ */

/* The next line before `until`; false: the time has run out.  At the end of the input there is no match any more. */
static bool next_line(int64_t until, char line[LINE])
{
    static char bytes[4 * LINE];
    static size_t size;
    char *end;
    while (!(end = memchr(bytes, '\n', size))) {
        int64_t left = until - now_ms();
        struct pollfd in = { STDIN_FILENO, POLLIN, 0 };
        if (left <= 0)
            return false;
        if (size == sizeof bytes)
            size = 0; /* no answer is so long */
        if (poll(&in, 1, left < 60000 ? (int)left : 60000) <= 0)
            continue;
        ssize_t n = read(STDIN_FILENO, bytes + size, sizeof bytes - size);
        if (n == 0 || (n < 0 && errno != EINTR))
            exit(0);
        size += n > 0 ? (size_t)n : 0;
    }
    size_t length = (size_t)(end - bytes);
    snprintf(line, LINE, "%.*s", (int)(length < LINE ? length : LINE - 1), bytes);
    size -= length + 1;
    memmove(bytes, end + 1, size);
    return true;
}

struct answer {
    char word[8];
    unsigned request, code;
};

/* Speaks another language from now on, where that is what the line says. */
static bool spoken(const struct lines *l, const char *line)
{
    enum language to;
    if (strncmp(line, "lang ", 5) != 0)
        return false;
    if (language_read(line + 5, &to)) {
        language_speak(to);
        lines_tell(l);
    }
    return true;
}

/* The next answer to what is asked, or a wish to leave; false: the time has run out. */
static bool next_answer(struct lines *l, int64_t until, struct answer *out)
{
    char line[LINE];
    while (next_line(until, line)) {
        if (spoken(l, line))
            continue;
        *out = (struct answer){ 0 };
        int n = sscanf(line, "%7s %u %u", out->word, &out->request, &out->code);
        if (n >= 1 && !strcmp(out->word, "leave"))
            return l->left = true;
        if (n >= 2 && out->request == l->request)
            return true;
    }
    return false;
}

/* --- decisions ------------------------------------------------------------------------------------------------- */

/* Is it what to do now?  What is not legal is answered here. */
static bool wanted(struct lines *l, const struct answer *x, struct action *out)
{
    *out = action_of_code((uint16_t)x->code);
    l->hint = !strcmp(x->word, "hint");
    l->refused = (struct action){ 0 };
    if (!strcmp(x->word, "do") && x->code <= UINT16_MAX) {
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
    struct answer x;
    struct action a = legal[0];
    bool chosen = false, late = false;
    int64_t until = now_ms() + (int64_t)(l->clock.budget_us / 1000) + TICK_MS;
    if (l->left)
        return menu_give_up(legal, n);
    l->table.view = *v;
    l->table.asked = l->asks = true;
    l->request++;
    menu_make(&l->menu, v, legal, n, true);
    lines_tell(l);
    while (!chosen && !late && !l->left) {
        late = !next_answer(l, until, &x);
        if (!late && !l->left)
            chosen = wanted(l, &x, &a);
    }
    l->asks = l->table.asked = l->hint = false;
    l->refused = (struct action){ 0 };
    if (late)
        lines_late(l);
    lines_tell(l);
    return chosen ? a : menu_give_up(legal, n);
}

static int no_signs(const struct view *v, int room, struct sign *made, void *user)
{
    (void)v, (void)room, (void)made, (void)user;
    return 0;
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
    while (!l->left && next_answer(l, until, &x) && strcmp(x.word, "go") != 0)
        ;
    l->pauses = false;
}

/* --- what is heard --------------------------------------------------------------------------------------------- */

static void match_start(const struct fiel_match *m, void *user) { table_start(&((struct lines *)user)->table, m); }

static void hand_start(unsigned hand, unsigned mano, const card_t cards[HELD_MAX], void *user)
{
    struct lines *l = user;
    table_deal(&l->table, hand, mano, cards);
    lines_hand(l);
    lines_tell(l);
}

static void acted(int seat, struct action a, int value, void *user)
{
    struct lines *l = user;
    lines_acted(l, (unsigned)seat, a, (unsigned)value);
    table_acted(&l->table, (unsigned)seat, a, (unsigned)value, true);
    lines_tell(l);
}

static void asked(const struct fiel_clock *clock, void *user) { ((struct lines *)user)->clock = *clock; }

static void shown(int seat, card_t card, void *user) { lines_card(user, (unsigned)seat, card); }

static void sign_seen(int seat, struct sign s, void *user) { lines_sign(user, (unsigned)seat, sign_text(s.word)); }

static void hand_end(const uint16_t score[SCORERS_MAX], void *user)
{
    struct lines *l = user;
    uint16_t gained[SCORERS_MAX] = { 0 };
    for (unsigned s = 0; s < l->table.scorers; s++)
        gained[s] = (uint16_t)(score[s] - l->table.score[s]);
    lines_points(l, gained);
    table_hand_end(&l->table, score);
    lines_tell(l);
    pause_at(l);
}

static void game_end(int winner, void *user)
{
    struct lines *l = user;
    if (winner < (int)l->table.scorers)
        l->table.won[winner]++;
    lines_game(l, winner);
    l->table.game++;
    l->table.new_game = true;
}

int lines_run(void)
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
                                    .signs = no_signs,
                                    .sign_seen = sign_seen,
                                    .user = &l };
    return fiel_run_with("persona", &calls);
}
