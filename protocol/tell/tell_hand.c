/* tell_hand: one hand for a person.
 *
 * What was dealt, then what was said and played in its order: speech a line each, the cards of a trick in one
 * row with a column per seat, and a new row when somebody spoke between them.  The times stand at the right
 * edge, where they disturb nobody. */
#include <string.h>

#include "cli/language.h"
#include "rules/values.h"
#include "tell_row.h"

/* A hand on its way to the page. */
struct page {
    const struct tell_style *style;
    const struct teller *teller;
    const struct tell_chapter *hand;
    size_t width;                                 /* of a seat's column */
    const struct tell_line *card[FIEL_SEATS_MAX]; /* played, not yet printed */
    unsigned cards;
    unsigned trick; /* in play, from 0 */
    bool begun;     /* it has a row already */
};

static struct row new_row(const struct page *p) { return (struct row){ p->style, 0 }; }

/* So that all seats stand beside each other; of three one has four cards. */
static size_t column_width(unsigned seats)
{
    return seats <= 2 ? 26 : seats == 3 ? 22 : seats <= 4 ? 16 : seats <= 6 ? 9 : 7;
}

static size_t column_of(const struct page *p, unsigned seat) { return ROW_LABEL + seat * p->width; }

static void put_name(struct row *r, const struct page *p, unsigned seat, unsigned paint)
{
    row_name(r, p->teller, seat, paint, p->width - 1 < 20 ? p->width - 1 : 20);
}

static void put_label(struct row *r, const char *text)
{
    row_to(r, 2);
    row_put(r, PAINT_DIM, text);
}

/* --- the cards dealt ---------------------------------------------------------------------------- */

/* The bank of a seat when the hand begins. */
static uint64_t bank_of(const struct tell_chapter *c, unsigned seat)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->lines[i].seat == seat && c->lines[i].timed)
            return c->lines[i].bank_us;
    return c->bank_us[seat];
}

static char *banks_text(char out[96], const struct page *p)
{
    char one[32], other[32];
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < p->hand->seats; i++)
        if (bank_of(p->hand, i) < least)
            least = bank_of(p->hand, i);
    if (p->hand->seats > 2)
        snprintf(out, 96, T("banks from %s"), tell_time(one, least));
    else
        snprintf(out, 96, T("banks %s, %s"), tell_time(one, bank_of(p->hand, 0)),
                 tell_time(other, bank_of(p->hand, 1)));
    return out;
}

static void put_heading(const struct page *p)
{
    const struct tell_chapter *c = p->hand;
    struct row r = new_row(p);
    char text[96], score[48];
    row_end(&r);
    snprintf(text, sizeof text, T("Hand %u"), c->hand);
    row_put(&r, PAINT_BOLD, text);
    snprintf(text, sizeof text, T("   game %u, %s, mano "), c->game,
             tell_score(score, p->teller, c->score, FIEL_NOBODY));
    row_put(&r, PAINT_PLAIN, text);
    row_name(&r, p->teller, c->mano, PAINT_PLAIN, 20);
    if (c->vira < FIEL_CARDS) {
        bool muestra = p->teller->position.open.rules.opt[OPT_RANKS] == RANKS_MUESTRA;
        row_put(&r, PAINT_PLAIN, muestra ? ", muestra " : ", vira ");
        row_card(&r, p->teller, c->vira);
    }
    row_right(&r, PAINT_DIM, banks_text(text, p));
}

/* A card with marks around it that take a column each, so that cards stand below cards. */
static void put_marked(struct row *r, const struct page *p, card_t card, const char *before, const char *after)
{
    row_put(r, PAINT_DIM, before);
    row_card(r, p->teller, card);
    row_put(r, PAINT_DIM, after);
}

static void put_dealt_card(struct row *r, const struct page *p, unsigned seat, unsigned k)
{
    const struct tell_chapter *c = p->hand;
    bool seen = c->seen[seat] >> k & 1u, last = k + 1 == FIEL_HELD_MAX || c->dealt[seat][k + 1] == CARD_NONE;
    put_marked(r, p, c->dealt[seat][k], seen ? " " : "(", !seen ? ")" : last ? "" : " ");
}

static bool has_card(const struct tell_chapter *c, unsigned k)
{
    for (unsigned i = 0; i < c->seats; i++)
        if (c->dealt[i][k] != CARD_NONE)
            return true;
    return false;
}

/* Each seat's cards below its name: in one row where the column is wide enough, else below each other. */
static void put_dealt(const struct page *p)
{
    struct row r = new_row(p);
    bool wide = p->width >= 5 * 3 + 1;
    for (unsigned i = 0; i < p->hand->seats; i++) {
        row_to(&r, column_of(p, i));
        put_name(&r, p, i, PAINT_BOLD);
    }
    row_end(&r);
    put_label(&r, T("dealt"));
    for (unsigned k = 0; k < FIEL_HELD_MAX && !wide; k++) {
        for (unsigned i = 0; has_card(p->hand, k) && i < p->hand->seats; i++) {
            row_to(&r, column_of(p, i));
            put_dealt_card(&r, p, i, k);
        }
        if (has_card(p->hand, k))
            row_end(&r);
    }
    for (unsigned i = 0; i < p->hand->seats && wide; i++) {
        row_to(&r, column_of(p, i));
        for (unsigned k = 0; k < FIEL_HELD_MAX && p->hand->dealt[i][k] != CARD_NONE; k++)
            put_dealt_card(&r, p, i, k);
    }
    if (wide)
        row_end(&r);
}

/* What a bot thought, below what it did. */
static void put_note(const struct page *p, const struct tell_line *line)
{
    struct row r = new_row(p);
    char text[TELL_NOTE];
    if (line->note_size == 0)
        return;
    put_label(&r, T("note"));
    row_to(&r, ROW_LABEL + 1);
    row_name(&r, p->teller, line->seat, PAINT_DIM, 20);
    row_put(&r, PAINT_DIM, ": ");
    row_wrap(&r, PAINT_DIM, tell_note(text, line, p->style->utf8));
    row_end(&r);
}

/* --- the tricks ----------------------------------------------------------------------------------- */

/* Who takes the trick in play, seen from this line on; FIEL_NOBODY. */
static unsigned taker_of(const struct page *p, size_t from)
{
    for (size_t i = from; i < p->hand->count; i++)
        if (p->hand->lines[i].kind == TELL_TRICK)
            return p->hand->lines[i].seat;
    return FIEL_NOBODY;
}

/* "178 us, 1.6 ms" in the order of the columns, or from the shortest to the longest where many play. */
static char *times_text(char out[96], const struct page *p)
{
    char one[32], other[32];
    uint64_t least = UINT64_MAX, most = 0, all[FIEL_SEATS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < p->hand->seats; i++) {
        if (!p->card[i] || !p->card[i]->timed)
            continue;
        all[count++] = p->card[i]->used_us;
        if (all[count - 1] < least)
            least = all[count - 1];
        if (all[count - 1] > most)
            most = all[count - 1];
    }
    out[0] = '\0';
    if (count == 1)
        snprintf(out, 96, "%s", tell_time(one, all[0]));
    else if (count == 2)
        snprintf(out, 96, "%s, %s", tell_time(one, all[0]), tell_time(other, all[1]));
    else if (count)
        snprintf(out, 96, T("%s to %s"), tell_time(one, least), tell_time(other, most));
    return out;
}

static void put_played(struct row *r, const struct page *p, const struct tell_line *line, bool taker)
{
    bool down = line->action.kind == ACT_PLAY_DOWN;
    put_marked(r, p, line->action.arg, down ? "[" : " ", down ? "]" : "");
    if (taker)
        row_put(r, PAINT_BOLD, r->style->utf8 ? " ◀" : " <");
}

/* Prints the cards that wait as a row of the trick; `from` is the line after them. */
static void flush_cards(struct page *p, size_t from)
{
    struct row r = new_row(p);
    unsigned taker = taker_of(p, from);
    char text[96];
    if (!p->cards)
        return;
    snprintf(text, sizeof text, T("trick %u"), p->trick + 1);
    if (!p->begun)
        put_label(&r, text);
    for (unsigned i = 0; i < p->hand->seats; i++) {
        if (!p->card[i])
            continue;
        row_to(&r, column_of(p, i));
        put_played(&r, p, p->card[i], taker == i);
    }
    row_right(&r, PAINT_DIM, times_text(text, p));
    for (unsigned i = 0; i < p->hand->seats; i++)
        if (p->card[i])
            put_note(p, p->card[i]);
    memset(p->card, 0, sizeof p->card);
    p->cards = 0;
    p->begun = true;
}

/* --- what was said -------------------------------------------------------------------------------- */

static void put_speech(const struct page *p, const struct tell_line *line)
{
    struct row r = new_row(p);
    char text[TELL_WORDS + 8], time[32];
    row_to(&r, 2);
    row_name(&r, p->teller, line->seat, PAINT_PLAIN, 20);
    row_put(&r, PAINT_PLAIN, ": ");
    row_put(&r, PAINT_BOLD, tell_speech(text, sizeof text, p->teller, line, p->style->utf8));
    row_right(&r, PAINT_DIM, line->timed ? tell_time(time, line->used_us) : "");
    put_note(p, line);
}

static void put_show(const struct page *p, const struct tell_line *line)
{
    struct row r = new_row(p);
    if (!line->value)
        return;
    row_to(&r, 2);
    row_name(&r, p->teller, line->seat, PAINT_PLAIN, 20);
    row_put(&r, PAINT_PLAIN, T(" shows"));
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
        if (line->value >> k & 1u)
            put_marked(&r, p, p->hand->dealt[line->seat][k], " ", "");
    row_end(&r);
}

/* Pico a pico: who plays now, the mano first. */
static void put_duel(struct page *p, const struct tell_line *line)
{
    struct row r = new_row(p);
    char other[2 * NAME_TEXT];
    unsigned facing = 0;
    while (facing < p->hand->seats && (facing == line->seat || !(line->value >> facing & 1u)))
        facing++;
    put_label(&r, T("duel"));
    row_to(&r, ROW_LABEL + 1);
    row_name(&r, p->teller, line->seat, PAINT_BOLD, 20);
    tell_name(other, sizeof other, p->teller, facing, p->style->utf8, 20);
    row_put(&r, PAINT_PLAIN, language_and(language_spoken(), other));
    row_put(&r, PAINT_BOLD, other);
    row_end(&r);
    p->trick = 0;
    p->begun = false;
}

/* Signs are made in silence. */
static void put_sign(const struct page *p, const struct tell_line *line)
{
    struct row r = new_row(p);
    char words[ROW_TEXT], text[ROW_TEXT];
    tell_clean(text, sizeof text, tell_sentence(words, sizeof words, p->teller, line), true, 240);
    row_to(&r, 2);
    row_name(&r, p->teller, line->seat, PAINT_DIM, 20);
    row_put(&r, PAINT_DIM, " ");
    row_wrap(&r, PAINT_DIM, text);
    row_end(&r);
}

/* What happened around the game.  `more`: as many lines of the kind follow and are not told. */
static void put_sentence(const struct page *p, const struct tell_line *line, unsigned more)
{
    struct row r = new_row(p);
    char words[ROW_TEXT], text[ROW_TEXT];
    tell_clean(text, sizeof text, tell_sentence(words, sizeof words, p->teller, line), true, 240);
    if (!text[0])
        return;
    row_put(&r, PAINT_ALARM, "! ");
    row_name(&r, p->teller, line->seat, PAINT_PLAIN, 20);
    row_put(&r, PAINT_PLAIN, ": ");
    size_t n = strlen(text);
    if (more == 1)
        snprintf(text + n, sizeof text - n, "%s", T(", and once more"));
    else if (more)
        snprintf(text + n, sizeof text - n, T(", and %u times more"), more);
    row_wrap(&r, PAINT_PLAIN, text);
    row_end(&r);
}

/* How many lines after `i` say the same of the same seat. */
static unsigned repeats(const struct tell_chapter *c, size_t i)
{
    const struct tell_line *line = &c->lines[i];
    unsigned n = 0;
    if (line->kind != TELL_IGNORED && line->kind != TELL_BACK)
        return 0;
    while (i + n + 1 < c->count && c->lines[i + n + 1].kind == line->kind && c->lines[i + n + 1].seat == line->seat)
        n++;
    return n;
}

/* The end of a process is told by the fault that follows from it. */
static bool told_by_fault(const struct tell_chapter *c, size_t i)
{
    const struct tell_line *line = &c->lines[i];
    bool ended = line->kind == TELL_SEAT && (line->value == SEAT_EVENT_EXITED || line->value == SEAT_EVENT_LIMIT);
    return ended && i + 1 < c->count && line[1].kind == TELL_FAULT && line[1].seat == line->seat;
}

/* --- its end -------------------------------------------------------------------------------------- */

/* "2 envido, 1 truco" */
static char *points_text(char out[96], const struct page *p, unsigned side)
{
    const char *const bonus = T("bonus");
    const char *const accounts[][4] = { { "envido", "flor", "truco", bonus }, { "embit", "flor", "truc", bonus } };
    const struct tell_chapter *c = p->hand;
    bool embit = p->teller->position.open.rules.opt[OPT_ENVIDO] == ENVIDO_EMBIT;
    size_t n = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < 4; i++) {
        if (!c->points[i][side])
            continue;
        int more = snprintf(out + n, 96 - n, "%s%u %s", n ? ", " : "", c->points[i][side], accounts[embit][i]);
        n += more > 0 ? (size_t)more : 0;
    }
    return out;
}

/* In the columns of two seats, else side by side with the names. */
static void put_side_points(struct row *r, const struct page *p, unsigned side)
{
    char text[96], who[ROW_TEXT], both[ROW_TEXT + 96];
    if (!*points_text(text, p, side))
        return;
    if (p->hand->seats == 2) {
        row_to(r, column_of(p, side) + 1);
        row_put(r, PAINT_PLAIN, text);
        return;
    }
    snprintf(both, sizeof both, "%s: %s", tell_side(who, sizeof who, p->teller, side, p->style->utf8), text);
    if (r->at > ROW_LABEL)
        row_end(r);
    row_to(r, ROW_LABEL + 1);
    row_wrap(r, PAINT_PLAIN, both);
}

static void put_points(const struct page *p, const struct tell_line *line)
{
    struct row r = new_row(p);
    char text[48];
    put_label(&r, T("points"));
    for (unsigned side = 0; side < 2; side++)
        put_side_points(&r, p, side);
    row_right(&r, PAINT_BOLD, tell_score(text, p->teller, line->score, FIEL_NOBODY));
}

static void put_game_end(const struct page *p, const struct tell_line *line)
{
    struct row r = new_row(p);
    char words[ROW_TEXT], text[ROW_TEXT];
    tell_clean(text, sizeof text, tell_sentence(words, sizeof words, p->teller, line), true, ROW_TEXT);
    row_to(&r, 2);
    row_wrap(&r, PAINT_BOLD, text);
    row_end(&r);
}

/* --- all of it ------------------------------------------------------------------------------------ */

static bool plays(const struct tell_line *line)
{
    bool card = line->action.kind == ACT_PLAY || line->action.kind == ACT_PLAY_DOWN;
    return line->kind == TELL_ACT && card && line->seat < FIEL_SEATS_MAX;
}

/* Every line but a card; the number of lines that it told. */
static size_t put_line(struct page *p, size_t i)
{
    const struct tell_line *line = &p->hand->lines[i];
    unsigned more = repeats(p->hand, i);
    if (told_by_fault(p->hand, i))
        return 1;
    switch (line->kind) {
    case TELL_ACT:
    case TELL_NEWS: put_speech(p, line); break;
    case TELL_TRICK:
        p->trick = line->trick + 1u;
        p->begun = false;
        break;
    case TELL_DUEL: put_duel(p, line); break;
    case TELL_SHOW: put_show(p, line); break;
    case TELL_SIGN: put_sign(p, line); break;
    case TELL_HAND_END: put_points(p, line); break;
    case TELL_REFUSED:
    case TELL_IGNORED:
    case TELL_FAULT:
    case TELL_PROTEST:
    case TELL_BACK:
    case TELL_SEAT: put_sentence(p, line, more); break;
    case TELL_GAME_END:
    case TELL_RESULT: break; /* told after the hand, after the match */
    }
    return 1u + more;
}

void tell_text_chapter(const struct tell_style *s, const struct teller *t)
{
    const struct tell_chapter *c = &t->chapter;
    struct page p = { .style = s, .teller = t, .hand = c, .width = column_width(c->seats) };
    if (c->hand) {
        put_heading(&p);
        put_dealt(&p);
    }
    for (size_t i = 0; i < c->count;) {
        if (plays(&c->lines[i])) {
            p.card[c->lines[i].seat] = &c->lines[i];
            p.cards++;
            i++;
            continue;
        }
        flush_cards(&p, i);
        i += put_line(&p, i);
    }
    flush_cards(&p, c->count);
    for (size_t i = 0; i < c->count; i++)
        if (c->lines[i].kind == TELL_GAME_END)
            put_game_end(&p, &c->lines[i]);
}
