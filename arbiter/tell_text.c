/* tell_text: a match as a person reads it.
 *
 * A hand is what was dealt, then what was said and played in its order: speech a line each, the cards of a
 * trick in one row with a column per seat.  The times stand on the right, where they disturb nobody. */
#include <inttypes.h>
#include <string.h>

#include "tell.h"

enum paint { PLAIN, BOLD, DIM, ALARM, SUITS }; /* SUITS + suit: a card */
enum { WIDTH = 96, MARGIN = 11, LABEL = 64 };

/* A line being printed, and how far it has come. */
struct row {
    const struct tell_style *style;
    size_t at;
};

static void put(struct row *r, unsigned paint, const char *text)
{
    static const char *const codes[] = { "", "1", "2", "1;31", "34", "32", "33", "31" };
    bool painted = r->style->colour && paint != PLAIN;
    if (painted) fprintf(r->style->out, "\033[%sm%s\033[0m", codes[paint], text);
    else fputs(text, r->style->out);
    r->at += tell_columns(text);
}

/* Goes on to this column; what was longer keeps one space of distance. */
static void move_to(struct row *r, size_t column)
{
    for (bool first = true; r->at < column || (first && r->at > column); first = false) put(r, PLAIN, " ");
}

static void end_row(struct row *r)
{
    fputc('\n', r->style->out);
    r->at = 0;
}

/* The end of a line: `text` at the right edge, quietly. */
static void end_right(struct row *r, const char *text)
{
    size_t columns = tell_columns(text);
    if (columns) {
        move_to(r, columns < WIDTH ? WIDTH - columns : 0);
        put(r, DIM, text);
    }
    end_row(r);
}

static void put_card(struct row *r, card_t card)
{
    char text[CARD_TEXT];
    if (card >= CARDS) put(r, DIM, "??");
    else put(r, SUITS + card_suit(card), card_text(card, text));
}

/* How wide a name may be, so that all seats stand beside each other. */
static size_t name_columns(const struct teller *t)
{
    return t->offer.seats <= 2 ? 20 : t->offer.seats <= 4 ? 12 : t->offer.seats <= 6 ? 9 : 6;
}

static void put_name(struct row *r, const struct teller *t, unsigned seat, unsigned paint)
{
    char name[LABEL];
    put(r, paint, tell_name(name, sizeof name, t, seat, r->style->utf8, name_columns(t)));
}

/* --- before and after ------------------------------------------------------------------------- */

static void put_field(struct row *r, const char *name, const char *value)
{
    put(r, DIM, name);
    move_to(r, MARGIN);
    put(r, PLAIN, value);
    end_row(r);
}

static void put_clock(struct row *r, const struct offer *o)
{
    char bank[32], inc[32], cap[32], grace[32], text[192];
    snprintf(text, sizeof text, "%s for a game, %s more with every decision, at most %s for one, %s free",
             tell_time(bank, o->bank_us), tell_time(inc, o->inc_us), tell_time(cap, o->cap_us),
             tell_time(grace, o->grace_us));
    put_field(r, "clock", text);
}

void tell_text_head(const struct tell_style *s, const struct teller *t)
{
    const struct offer *o = &t->offer;
    struct row r = { s, 0 };
    char a[128], b[128], text[RULES_TEXT];
    if (!t->has_offer) return;
    put(&r, BOLD, tell_side(a, sizeof a, t, 0, s->utf8));
    put(&r, PLAIN, " against ");
    put(&r, BOLD, tell_side(b, sizeof b, t, 1, s->utf8));
    end_row(&r);
    put_field(&r, "rules", tell_clean(text, sizeof text, o->rules, s->utf8, WIDTH - MARGIN));
    snprintf(text, sizeof text, "%u", o->games);
    put_field(&r, "games", text);
    put_clock(&r, o);
    put_field(&r, "arbiter", hex_text(text, o->arbiter, ID));
    if (o->seed_source == SEED_FIXED) put_field(&r, "seed", "fixed by the operator, who could know every card");
    put_field(&r, "cards", "e espadas, b bastos, o oros, c copas; (7e) was never seen at the table");
}

void tell_text_tail(const struct tell_style *s, const struct teller *t)
{
    struct row r = { s, 0 };
    char who[128], text[256];
    const struct result *e = &t->result;
    end_row(&r);
    if (t->has_result) {
        put(&r, BOLD, tell_side(who, sizeof who, t, e->winner, s->utf8));
        snprintf(text, sizeof text, " wins: %u-%u games, %" PRId64 "-%" PRId64 " points, %u hands", e->games[0],
                 e->games[1], e->points[0], e->points[1], e->hands);
        put(&r, PLAIN, text);
        end_row(&r);
    }
    if (t->why) {
        put(&r, ALARM, "The story stops here: ");
        put(&r, PLAIN, t->why);
        end_row(&r);
    }
}

/* --- a hand ----------------------------------------------------------------------------------- */

static size_t column_of(const struct teller *t, unsigned seat)
{
    return MARGIN + seat * (name_columns(t) + 2);
}

static void put_heading(const struct tell_style *s, const struct teller *t)
{
    const struct tell_chapter *c = &t->chapter;
    struct row r = { s, 0 };
    char text[96];
    end_row(&r);
    snprintf(text, sizeof text, "Hand %u", c->hand);
    put(&r, BOLD, text);
    snprintf(text, sizeof text, "  game %u, %u-%u, mano ", c->game, c->score[0], c->score[1]);
    put(&r, PLAIN, text);
    put_name(&r, t, c->mano, PLAIN);
    if (c->vira < CARDS) {
        put(&r, PLAIN, ", vira ");
        put_card(&r, c->vira);
    }
    end_row(&r);
}

static void put_dealt(const struct tell_style *s, const struct teller *t, unsigned seat)
{
    const struct tell_chapter *c = &t->chapter;
    struct row r = { s, 0 };
    move_to(&r, 2);
    put_name(&r, t, seat, PLAIN);
    move_to(&r, 2 + name_columns(t) + 2);
    for (unsigned k = 0; k < HELD_MAX && c->dealt[seat][k] != CARD_NONE; k++) {
        bool seen = c->seen[seat] >> k & 1u;
        put(&r, DIM, seen ? " " : "(");
        put_card(&r, c->dealt[seat][k]);
        put(&r, DIM, seen ? " " : ")");
    }
    end_row(&r);
}

/* The cards of one row of a trick, as they come. */
struct trick_row {
    const struct tell_line *card[SEATS_MAX];
    unsigned count;
    bool named, begun; /* the columns have their names; the trick has a row already */
};

static const struct tell_line *trick_end(const struct tell_chapter *c, size_t from)
{
    for (size_t i = from; i < c->count; i++)
        if (c->lines[i].kind == TELL_TRICK) return &c->lines[i];
    return NULL;
}

static void put_columns(const struct tell_style *s, const struct teller *t)
{
    struct row r = { s, 0 };
    for (unsigned i = 0; i < t->offer.seats; i++) {
        move_to(&r, column_of(t, i));
        put_name(&r, t, i, DIM);
    }
    end_row(&r);
}

static void put_played(struct row *r, const struct tell_line *line, bool taker)
{
    bool down = line->action.kind == ACT_PLAY_DOWN;
    if (down) put(r, DIM, "[");
    put_card(r, line->action.arg);
    if (down) put(r, DIM, "]");
    if (taker) put(r, BOLD, r->style->utf8 ? " ◀" : " <");
}

/* "178 us, 1.6 ms", or from the shortest to the longest where many play. */
static char *times_text(char out[96], const struct trick_row *row)
{
    char one[32];
    size_t n = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        if (!row->card[i] || !row->card[i]->timed) continue;
        int more = snprintf(out + n, 96 - n, "%s%s", n ? ", " : "", tell_time(one, row->card[i]->used_us));
        n += more > 0 ? (size_t)more : 0;
        if (n > 80) break;
    }
    return out;
}

/* Prints the cards that are waiting, as a row of the trick that ends with `end` (NULL: it never does). */
static void flush_trick(const struct tell_style *s, const struct teller *t, struct trick_row *row,
                        const struct tell_line *end)
{
    struct row r = { s, 0 };
    char text[96];
    if (!row->count) return;
    if (!row->named) put_columns(s, t);
    move_to(&r, 2);
    snprintf(text, sizeof text, "trick %u", (end ? end->trick : 0) + 1u);
    if (!row->begun && end) put(&r, DIM, text);
    for (unsigned i = 0; i < t->offer.seats; i++) {
        if (!row->card[i]) continue;
        move_to(&r, column_of(t, i));
        put_played(&r, row->card[i], end && end->seat == i);
    }
    end_right(&r, times_text(text, row));
    *row = (struct trick_row){ .named = true, .begun = true };
}

static void put_speech(const struct tell_style *s, const struct teller *t, const struct tell_line *line)
{
    struct row r = { s, 0 };
    char text[TELL_WORDS + 8], time[32];
    move_to(&r, 2);
    put_name(&r, t, line->seat, PLAIN);
    put(&r, PLAIN, ": ");
    put(&r, BOLD, tell_speech(text, sizeof text, line, s->utf8));
    end_right(&r, line->timed ? tell_time(time, line->used_us) : "");
}

static void put_sentence(const struct tell_style *s, const struct teller *t, const struct tell_line *line)
{
    struct row r = { s, 0 };
    char words[512], text[512];
    tell_clean(text, sizeof text, tell_sentence(words, sizeof words, t, line), s->utf8, 200);
    if (!text[0]) return;
    put(&r, ALARM, "! ");
    if (line->kind != TELL_GAME_END) {
        put_name(&r, t, line->seat, PLAIN);
        put(&r, PLAIN, ": ");
    }
    put(&r, PLAIN, text);
    end_row(&r);
}

static void put_line(const struct tell_style *s, const struct teller *t, const struct tell_line *line)
{
    if (line->kind == TELL_ACT || line->kind == TELL_NEWS) put_speech(s, t, line);
    else put_sentence(s, t, line);
}

static bool plays(const struct tell_line *line)
{
    return line->kind == TELL_ACT && (line->action.kind == ACT_PLAY || line->action.kind == ACT_PLAY_DOWN);
}

void tell_text_chapter(const struct tell_style *s, const struct teller *t)
{
    const struct tell_chapter *c = &t->chapter;
    struct trick_row row = { 0 };
    if (c->hand) put_heading(s, t);
    for (unsigned i = 0; c->hand && i < c->seats; i++) put_dealt(s, t, i);
    for (size_t i = 0; i < c->count; i++) {
        const struct tell_line *line = &c->lines[i];
        if (plays(line) && line->seat < SEATS_MAX) {
            row.card[line->seat] = line;
            row.count++;
            continue;
        }
        flush_trick(s, t, &row, trick_end(c, i));
        if (line->kind == TELL_TRICK) row.begun = false;
        else put_line(s, t, line);
    }
    flush_trick(s, t, &row, NULL);
}
