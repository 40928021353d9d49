/* draw: the table as a page: whose points, what lies there, what was said, what is in the hand, what may be done.
 *
 * The menu and the question stand at the bottom and are always there; above them the hand, then the table, then the
 * score, each as large as the room that is left allows. */
#include <string.h>

#include "cli/cells.h"
#include "cli/language.h"
#include "rules/values.h"
#include "rules/worth.h"
#include "table.h"

enum {
    CARD_STEP = CARD_WIDE + 1,
    NAME_WIDE = 11,
    NAME_MORE = 2, /* in the table of lines, where "embustero-4" is told from "embustero" */
    TABLE_WIDE = 50,
    SAID_LEAST = 22,
    MARGIN = 1,
    HAND_LEAST = 2,
    BOTTOM_LEAST = 4 /* so that the cards do not jump when the menu is short */,
    BOTTOM_MUCH = 6,
    COLUMNS_MOST = 110,
    SAID_ROWS = 10
};

struct page {
    struct canvas *c;
    const struct table *t;
    const struct menu *m;
    int rows, columns; /* as many as it has use for, of those of the terminal */
    int bottom;        /* the first row that is taken below */
    bool beside;       /* what was said has a column of its own */
};

/* --- the score --------------------------------------------------------------------------------------- */

/* Fives of stones, what is still missing as dots: "ooooo oo... ....." */
static int put_stones(const struct page *p, int row, int column, unsigned have, unsigned target)
{
    for (unsigned i = 0; i < target; i++) {
        if (i && i % 5 == 0)
            column++;
        bool full = i < have;
        const char *stone = full ? (p->c->utf8 ? "●" : "o") : p->c->utf8 ? "·" : ".";
        column = canvas_put(p->c, row, column, full ? PAINT_BOLD : PAINT_DIM, stone);
    }
    return column + 1;
}

/* "8 malas", "6 buenas": in the games that count so, the first half of the points and the second; "" elsewhere. */
static void half_words(const struct table *t, unsigned have, char out[32])
{
    unsigned target = t->match.rules.opt[OPT_TARGET], half = target / 2;
    *out = '\0';
    if (t->match.rules.opt[OPT_NAMES] == NAMES_SPANISH && target % 2 == 0)
        snprintf(out, 32, "%2u %-8s", have < half ? have : have - half, have < half ? T("malas") : T("buenas"));
}

static void put_score(const struct page *p, int row, unsigned scorer)
{
    const struct table *t = p->t;
    unsigned target = t->match.rules.opt[OPT_TARGET], have = t->view.open.score[scorer];
    int stones = (int)(target + target / 5) + 2, room = p->columns - 2 * MARGIN - 24;
    char all[SCORER_TEXT], who[SCORER_TEXT], text[64], won[64] = "", half[32];
    int right = p->columns - MARGIN;
    table_scorer(t, scorer, all, sizeof all);
    snprintf(text, sizeof text, "%3u ", have);
    int column = canvas_put(p->c, row, MARGIN, PAINT_BOLD, text);
    if (stones <= room)
        column = put_stones(p, row, column, have, target);
    half_words(t, have, half);
    column = canvas_put(p->c, row, column, PAINT_DIM, half);
    if (t->won[scorer])
        snprintf(won, sizeof won, TN("%u game", "%u games", t->won[scorer]), t->won[scorer]);
    right -= text_columns(won);
    canvas_put(p->c, row, right, PAINT_DIM, won);
    cell_cut(who, sizeof who, all, right - 1 - column, p->c->utf8 ? "…" : "~");
    canvas_put(p->c, row, column, scorer == t->match.side ? PAINT_BOLD : PAINT_PLAIN, who);
}

/* "truco, for 2" */
static void put_stake(const struct page *p, int column)
{
    const struct open *o = &p->t->view.open;
    char word[SPEECH], worth[STEP], text[SPEECH + STEP + 16];
    if (!o->stake)
        return;
    speech(o, (struct action){ ACT_RAISE, o->stake }, false, word);
    word[strcspn(word, "!")] = '\0';
    snprintf(text, sizeof text, T("%s, for %s"), word, step_worth(o, o->stake, worth));
    canvas_put(p->c, 0, column, PAINT_KEY, text);
}

static void put_title(const struct page *p)
{
    const struct table *t = p->t;
    const struct open *o = &t->view.open;
    char text[128];
    long s = table_seconds(t);
    int column = canvas_put(p->c, 0, MARGIN, PAINT_BOLD, preset_rows[t->match.rules.preset].name);
    snprintf(text, sizeof text, T("  to %u"), t->match.rules.opt[OPT_TARGET]);
    column = canvas_put(p->c, 0, column, PAINT_PLAIN, text);
    if (t->match.games > 1) {
        snprintf(text, sizeof text, T("  game %u of %u"), t->game, t->match.games);
        column = canvas_put(p->c, 0, column, PAINT_PLAIN, text);
    }
    snprintf(text, sizeof text, T("  hand %u"), o->hand);
    column = canvas_put(p->c, 0, column, PAINT_PLAIN, text);
    put_stake(p, column + 2);
    snprintf(text, sizeof text, "%s %ld:%02ld:%02ld", T("clock"), s / 3600, s / 60 % 60, s % 60);
    column = p->columns - MARGIN - text_columns(text);
    if (t->clock.bank_us && column > 40)
        canvas_put(p->c, 0, column, s < 60 ? PAINT_ALARM : PAINT_DIM, text);
}

/* --- what lies on the table ------------------------------------------------------------------------- */

/* "yours", "theirs", "tied". */
static const char *trick_word(const struct page *p, unsigned trick)
{
    unsigned winner = table_taken(p->t, trick), own = side_of(&p->t->view.open, p->t->match.seat);
    if (winner == FIEL_NOBODY)
        return "";
    return winner > 1 ? T("tied") : winner == own ? T("yours") : T("theirs");
}

/* How large the table can be drawn. */
enum table_size { TABLE_LINES, TABLE_CARDS };

static int name_wide(enum table_size size) { return size == TABLE_CARDS ? NAME_WIDE : NAME_WIDE + NAME_MORE; }

/* Beside the name, or under it where there is a card's height. */
static void put_name(const struct page *p, int row, unsigned seat, enum table_size size)
{
    const struct open *o = &p->t->view.open;
    char name[SAID_TEXT];
    bool turn = p->t->asked && o->turn == seat;
    bool under = size == TABLE_CARDS;
    int wide = name_wide(size);
    cell_cut(name, sizeof name, table_name(p->t, seat), wide - 2, p->c->utf8 ? "…" : "~");
    canvas_put(p->c, row, MARGIN, turn ? PAINT_BOLD : PAINT_PLAIN, name);
    const char *mark = o->out >> seat & 1u ? T("mazo") : seat == o->mano ? T("mano") : seat == o->gallo ? "gallo" : "";
    canvas_put(p->c, row + under, MARGIN + (under ? 0 : wide - 1), PAINT_DIM, mark);
}

static int table_rows(const struct page *p, enum table_size size)
{
    int seats = p->t->match.seats;
    return 1 + (size == TABLE_CARDS ? seats * CARD_HIGH : seats);
}

/* One row, or four, for each seat, the others first and the person last; a column for each trick. */
static void put_table(const struct page *p, int row, enum table_size size)
{
    const struct open *o = &p->t->view.open;
    unsigned seats = p->t->match.seats;
    int high = size == TABLE_CARDS ? CARD_HIGH : 1, first = MARGIN + name_wide(size) + (size == TABLE_CARDS ? 0 : 5);
    int step = size == TABLE_CARDS ? CARD_STEP : 7;
    for (unsigned i = 0; i < seats; i++) {
        unsigned seat = (p->t->match.seat + 1 + i) % seats;
        put_name(p, row, seat, size);
        for (unsigned k = 0; k < SHAPE_TRICK; k++) {
            card_t card = o->table[k * SHAPE_SEAT + seat];
            if (size == TABLE_CARDS)
                card_put(p->c, &p->t->view.open, row, first + (int)k * step, card, '\0');
            else
                card_put_small(p->c, &p->t->view.open, row, first + (int)k * step, card);
        }
        row += high;
    }
    for (unsigned k = 0; k < SHAPE_TRICK; k++)
        canvas_put(p->c, row, first + (int)k * step + (size == TABLE_CARDS), PAINT_DIM, trick_word(p, k));
    if (o->vira < FIEL_CARDS) {
        int column = first + SHAPE_TRICK * step + 1;
        bool muestra = o->rules.opt[OPT_RANKS] == RANKS_MUESTRA;
        canvas_put(p->c, row - (int)seats * high, column, PAINT_DIM, muestra ? "muestra" : "vira");
        if (size == TABLE_CARDS)
            card_put(p->c, &p->t->view.open, row - (int)seats * high + 1, column, o->vira, '\0');
        else
            card_put_small(p->c, &p->t->view.open, row - (int)seats * high + 1, column, o->vira);
    }
}

/* The newest lines of what was said, the last at the bottom. */
static void put_said(const struct page *p, int row, int rows, int column)
{
    const struct table *t = p->t;
    int width = p->columns - column - MARGIN, at = row + rows;
    for (unsigned i = 0; i < t->said_count && i < HISTORY && at > row; i++) {
        const struct said *s = &t->said[(t->said_count - 1 - i) % HISTORY];
        at -= canvas_wrap(p->c, -1, 0, width, s->paint, s->text);
        if (at >= row)
            canvas_wrap(p->c, at, column, width, s->paint, s->text);
    }
}

/* --- the hand and the menu ---------------------------------------------------------------------------- */

static bool playable(const struct menu *m, char key)
{
    const struct choice *c = m ? menu_find(m, key) : NULL;
    return c && c->kind == CHOICE_CARD;
}

static void put_hand(const struct page *p, int row, bool large)
{
    const struct view *v = &p->t->view;
    char text[4];
    int column = MARGIN + NAME_WIDE;
    const char *special = NULL, *mark = p->c->utf8 ? "★" : "*";
    canvas_put(p->c, row, MARGIN, PAINT_DIM, T("your hand"));
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++) {
        char key = playable(p->m, card_key(k)) ? card_key(k) : '\0';
        card_t card = v->open.gone[v->seat] >> k & 1u || v->open.discard == k ? CARD_NONE : v->known[v->seat][k];
        const char *name = card_special(&v->open, card);
        special = name ? name : special;
        if (large) {
            card_put(p->c, &p->t->view.open, row, column, card, key);
            canvas_put(p->c, row, column + CARD_WIDE - 3, PAINT_KEY, name ? mark : "");
            column += card == CARD_NONE ? 0 : CARD_STEP;
        } else if (card != CARD_NONE) {
            snprintf(text, sizeof text, "%c ", key ? key : ' ');
            column = canvas_put(p->c, row, column, PAINT_KEY, text);
            column = card_put_small(p->c, &p->t->view.open, row, column, card);
            column = canvas_put(p->c, row, column, PAINT_KEY, name ? mark : " ") + 1;
        }
    }
    if (large && special) {
        int at = canvas_put(p->c, row + 1, MARGIN, PAINT_KEY, mark);
        canvas_put(p->c, row + 1, at, PAINT_DIM, special);
    }
}

/* What lies open of others: at eleven a partner's cards. */
static void put_open_hands(const struct page *p, int row)
{
    const struct view *v = &p->t->view;
    int column = MARGIN + NAME_WIDE + FIEL_HELD_MAX * CARD_STEP;
    for (unsigned i = 1; i < v->open.seats; i++) {
        unsigned seat = (v->seat + i) % v->open.seats;
        bool any = false;
        int at = column;
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            any |= v->known[seat][k] < FIEL_CARDS && !(v->open.gone[seat] >> k & 1u);
        if (!any)
            continue;
        at = canvas_put(p->c, row, at, PAINT_DIM, table_name(p->t, seat)) + 1;
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            if (v->known[seat][k] < FIEL_CARDS && !(v->open.gone[seat] >> k & 1u))
                at = card_put_small(p->c, &p->t->view.open, row, at, v->known[seat][k]) + 1;
        row++;
    }
}

/* Writes one choice at *row, *column, or in the next row when it does not fit; with a row below 0 it only counts. */
static void put_choice(const struct page *p, int row, int *rows, int *column, const char *key, const char *label)
{
    int wide = text_columns(key) + 1 + text_columns(label);
    if (*column > MARGIN && *column + wide > p->columns - MARGIN) {
        ++*rows;
        *column = MARGIN;
    }
    if (row >= 0) {
        int at = canvas_put(p->c, row + *rows - 1, *column, PAINT_KEY, key);
        canvas_put(p->c, row + *rows - 1, at + 1, PAINT_PLAIN, label);
    }
    *column += wide + 2;
}

/* Writes the menu from this row on, or with a row below 0 only counts its rows. */
static int put_menu(const struct page *p, int row)
{
    int rows = 1, column = MARGIN;
    char cards[FIEL_HELD_MAX + 1] = "";
    for (unsigned k = 0, n = 0; k < FIEL_HELD_MAX; k++)
        if (playable(p->m, card_key(k)))
            cards[n++] = card_key(k);
    if (!p->m)
        return 1;
    if (*cards)
        put_choice(p, row, &rows, &column, cards, cards[1] ? T("play one of your cards") : T("play your card"));
    for (unsigned i = 0; i < p->m->count; i++) {
        const struct choice *c = &p->m->choice[i];
        const char key[2] = { c->key, '\0' };
        if (c->kind != CHOICE_CARD)
            put_choice(p, row, &rows, &column, key, c->label);
    }
    put_choice(p, row, &rows, &column, "?", T("help"));
    put_choice(p, row, &rows, &column, ":", T("a word"));
    return rows;
}

/* From the bottom up: the question, above it the menu.  On a small terminal the menu's end is hidden by the question, so
 * that there is room for the hand; its keys work all the same. */
static void put_bottom(struct page *p, const char *question)
{
    int width = p->columns - 2 * MARGIN, rows = p->rows;
    int words = canvas_wrap(p->c, -1, 0, width, 0, question), taken = words + put_menu(p, -1);
    taken = taken < BOTTOM_LEAST ? BOTTOM_LEAST : taken > rows - HAND_LEAST ? rows - HAND_LEAST : taken;
    int row = rows - taken;
    bool rule = row > 2 * HAND_LEAST;
    put_menu(p, row);
    for (int i = rows - words; i < rows; i++)
        canvas_blank(p->c, i);
    canvas_wrap(p->c, rows - words, MARGIN, width, PAINT_BOLD, question);
    if (rule)
        canvas_rule(p->c, row - 1, 0, p->columns);
    p->bottom = rule ? row - 1 : row;
}

/* --- all of it ------------------------------------------------------------------------------------------ */

/* What is drawn how large, and its first row. */
struct plan {
    enum table_size size;
    bool large;            /* the hand's cards, too, are drawn and not only named */
    int head, table, hand; /* head: rows of title and score, as many as there is room for */
};

static bool fits(const struct page *p, enum table_size size, int head, int hand)
{
    return p->bottom >= head + table_rows(p, size) + hand;
}

static struct plan plan_page(const struct page *p)
{
    int head = 2 + (int)p->t->scorers;
    struct plan plan = { .size = TABLE_CARDS, .large = true, .head = head };
    if (!fits(p, plan.size, head, CARD_HIGH))
        plan.size = TABLE_LINES;
    plan.large = fits(p, plan.size, head, CARD_HIGH);
    if (!plan.large && !fits(p, plan.size, head, 1))
        plan.head = p->bottom - table_rows(p, plan.size) - 1; /* what does not fit above is left out */
    plan.hand = p->bottom - (plan.large ? CARD_HIGH : 1);
    plan.table = plan.head > 0 ? plan.head : 0;
    return plan;
}

static void put_head(const struct page *p, int rows)
{
    int scorers = (int)p->t->scorers;
    if (rows >= 1)
        put_title(p);
    for (int s = 0; s < scorers && rows >= 2 + s; s++)
        put_score(p, 1 + s, (unsigned)s);
    if (rows == 2 + scorers)
        canvas_rule(p->c, rows - 1, 0, p->columns);
}

/* Beside the table, or where there is no room below it. */
static void put_history(const struct page *p, const struct plan *plan)
{
    int below = plan->table + table_rows(p, plan->size);
    if (p->beside && plan->hand > plan->table)
        put_said(p, plan->table, p->bottom - plan->table, TABLE_WIDE);
    else if (plan->large && plan->hand > below)
        put_said(p, below, plan->hand - below, MARGIN);
}

/* All cards drawn, a menu of some rows, and what was said: a taller page would only have a hole. */
static int rows_of_use(const struct page *p, const char *question)
{
    int head = 2 + (int)p->t->scorers, words = canvas_wrap(p->c, -1, 0, p->columns - 2 * MARGIN, 0, question);
    int bottom = words + put_menu(p, -1);
    bottom = bottom > BOTTOM_MUCH ? bottom : BOTTOM_MUCH;
    return head + table_rows(p, TABLE_CARDS) + (p->beside ? 1 : SAID_ROWS) + CARD_HIGH + 1 + bottom;
}

void draw_table(struct canvas *c, const struct table *t, const struct menu *m, const char *question)
{
    struct page p = { .c = c, .t = t, .m = m, .beside = c->columns >= TABLE_WIDE + SAID_LEAST };
    p.columns = c->columns < COLUMNS_MOST ? c->columns : COLUMNS_MOST;
    p.rows = rows_of_use(&p, question);
    if (p.rows > c->rows)
        p.rows = c->rows;
    put_bottom(&p, question);
    struct plan plan = plan_page(&p);
    put_hand(&p, plan.hand, plan.large);
    put_open_hands(&p, plan.hand);
    if (plan.table + table_rows(&p, plan.size) <= plan.hand)
        put_table(&p, plan.table, plan.size);
    put_history(&p, &plan);
    put_head(&p, plan.head);
}
