/* story: lines of a retold match as sentences. */
#include "story.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "site/session/own.h"
#include "tell/tell.h"

enum { STORY_MOST = 400000, WIDE = 40 };

struct told {
    struct http_request *r;
    struct page *p;
    const struct teller *t;
};

static void put_name(const struct told *s, unsigned seat)
{
    char name[2 * NAME_TEXT];
    page_text(s->p, tell_name(name, sizeof name, s->t, seat, true, WIDE));
}

static void put_cards(const struct told *s, unsigned seat, unsigned mask)
{
    char text[CARD_TEXT];
    for (unsigned k = 0; k < HELD_MAX && seat < SEATS_MAX; k++) {
        card_t card = s->t->chapter.dealt[seat][k];
        if (mask >> k & 1u && card != CARD_NONE) /* of a hand that is played unseen some stay unknown */
            page_fill(s->p, " {}", card < CARDS ? card_name(&s->t->position.open, card, text) : "??");
    }
}

static void put_score(const struct told *s, const uint16_t *score)
{
    for (unsigned i = 0; i < tell_scorers(s->t); i++)
        page_format(s->p, "%s%u", i ? "–" : "", score[i]);
}

/* --- lines --------------------------------------------------------------------------------------------------------- */

static void put_act(const struct told *s, const struct tell_line *line)
{
    struct http_request *r = s->r;
    char says[TELL_WORDS * 2], card[CARD_TEXT];
    put_name(s, line->seat);
    if (line->action.kind == ACT_PLAY && line->action.arg < CARDS)
        page_fill(s->p, " {} {}", tongue(r, "plays", "juega", "joga"),
                  card_name(&s->t->position.open, (card_t)line->action.arg, card));
    else if (line->action.kind == ACT_PLAY || line->action.kind == ACT_PLAY_DOWN)
        page_fill(s->p, " {}", tongue(r, "plays a card face down", "juega una carta tapada", "joga uma carta coberta"));
    else if (line->action.kind == ACT_DISCARD)
        page_fill(s->p, " {}", tongue(r, "discards a card", "descarta una carta", "descarta uma carta"));
    else {
        page_put(s->p, ": ");
        show_sentence(r, s->p, tell_speech(says, sizeof says, s->t, line, true));
    }
}

/* "ana, berta y carla": the seats of a mask, `first` before the others where it is one of them.  The teller would list them in
 * English, because a site speaks to all its guests at once. */
static void put_names(const struct told *s, unsigned mask, unsigned first)
{
    unsigned count = (unsigned)__builtin_popcount(mask), seats = s->t->offer.seats, from = first < seats ? first : 0;
    for (unsigned i = 0, told = 0; i < seats; i++) {
        unsigned seat = (from + i) % seats;
        const char *name = s->t->offer.name[seat] + strspn(s->t->offer.name[seat], "hH");
        if (!(mask >> seat & 1u))
            continue;
        if (told++)
            page_put(s->p, told < count ? ", " : tongue(s->r, " and ", strchr("iI", *name) ? " e " : " y ", " e "));
        put_name(s, seat);
    }
}

/* Who plays now, the mano first. */
static void put_duel(const struct told *s, const struct tell_line *line)
{
    page_put(s->p, "Pico a pico: ");
    put_names(s, line->value, line->seat);
}

static void put_trick(const struct told *s, const struct tell_line *line)
{
    struct http_request *r = s->r;
    page_fill(s->p, "{} ", tongue(r, "Trick", "Baza", "Vaza"));
    page_format(s->p, "%u: ", line->trick + 1u);
    if (line->winner == TIE || line->seat >= SEATS_MAX) {
        page_text(s->p, tongue(r, "a tie (parda)", "parda", "empate (cangou)"));
        return;
    }
    page_fill(s->p, "{} ", tongue(r, "won by", "la gana", "vencida por"));
    put_name(s, line->seat);
}

static void put_fault(const struct told *s, const struct tell_line *line)
{
    struct http_request *r = s->r;
    char reason[256];
    page_fill(s->p, "<strong>{} ", tongue(r, "Fault of", "Falta de", "Falta de"));
    put_name(s, line->seat);
    page_put(s->p, "</strong>: ");
    show_sentence(r, s->p, tell_fault(reason, sizeof reason, line));
}

static void put_end(const struct told *s, const struct tell_line *line)
{
    struct http_request *r = s->r;
    const struct teller *t = s->t;
    bool game = line->kind == TELL_GAME_END;
    unsigned winners = 0;
    page_text(s->p, game ? tongue(r, "End of game", "Fin del partido", "Fim do jogo")
                         : tongue(r, "End of the hand", "Fin de la mano", "Fim da mão"));
    if (game)
        page_format(s->p, " %" PRIu32, line->number);
    page_put(s->p, ": ");
    put_score(s, line->score);
    for (unsigned seat = 0; game && seat < t->offer.seats; seat++)
        winners |= (unsigned)(rules_scorer(&t->position.open.rules, t->offer.seats, seat) == line->winner) << seat;
    if (!winners)
        return;
    page_fill(s->p, ", {} ",
              winners & (winners - 1) ? tongue(r, "won by", "lo ganan", "vencido por")
                                      : tongue(r, "won by", "lo gana", "vencido por"));
    put_names(s, winners, 0);
}

static void put_other(const struct told *s, const struct tell_line *line)
{
    char text[512];
    put_name(s, line->seat);
    page_put(s->p, ": ");
    show_sentence(s->r, s->p, tell_sentence(text, sizeof text, s->t, line));
}

static void put_line(const struct told *s, const struct tell_line *line)
{
    page_put(s->p, "<li>");
    switch (line->kind) {
    case TELL_ACT:
    case TELL_NEWS: put_act(s, line); break;
    case TELL_TRICK: put_trick(s, line); break;
    case TELL_FAULT: put_fault(s, line); break;
    case TELL_HAND_END:
    case TELL_GAME_END: put_end(s, line); break;
    case TELL_SHOW:
        put_name(s, line->seat);
        page_fill(s->p, " {}", tongue(s->r, "shows", "muestra", "mostra"));
        put_cards(s, line->seat, line->value);
        break;
    case TELL_DUEL: put_duel(s, line); break;
    case TELL_REFUSED:
    case TELL_IGNORED:
    case TELL_PROTEST:
    case TELL_BACK:
    case TELL_SEAT:
    case TELL_SIGN: put_other(s, line); break;
    case TELL_RESULT: break;
    }
    page_put(s->p, "</li>");
}

/* --- hands --------------------------------------------------------------------------------------------------------- */

/* What was dealt, and what lies turned up. */
static void put_dealt(const struct told *s)
{
    const struct tell_chapter *c = &s->t->chapter;
    char text[CARD_TEXT];
    page_put(s->p, "<p>");
    for (unsigned seat = 0; seat < c->seats; seat++) {
        page_put(s->p, seat ? " · " : "");
        put_name(s, seat);
        page_put(s->p, seat == c->mano ? " (mano):" : ":");
        put_cards(s, seat, ~0u);
    }
    if (c->vira < CARDS)
        page_fill(s->p, " · vira: {}", card_name(&s->t->position.open, c->vira, text));
    page_put(s->p, "</p>");
}

static void put_chapter(const struct told *s)
{
    const struct tell_chapter *c = &s->t->chapter;
    if (!c->hand && !c->count)
        return;
    if (c->hand) {
        page_fill(s->p, "<h3>{} ", say(s->r, WORD_HAND));
        page_format(s->p, "%" PRIu32 " · ", c->hand);
        page_fill(s->p, "{} ", say(s->r, WORD_GAME));
        page_format(s->p, "%" PRIu32 " · ", c->game);
        put_score(s, c->score);
        page_put(s->p, "</h3>");
        put_dealt(s);
    }
    page_put(s->p, "<ol>");
    for (size_t i = 0; i < c->count; i++)
        if (c->lines[i].kind != TELL_RESULT)
            put_line(s, &c->lines[i]);
    page_put(s->p, "</ol>");
}

void put_story(struct http_request *r, struct page *p, const struct store_bytes *replay)
{
    struct teller *t = calloc(1, sizeof *t);
    size_t begin = p->size;
    if (!t)
        return;
    tell_start(t, replay->data, replay->size);
    page_put(p, "<div class=\"story\">");
    while (tell_next(t) && p->size - begin < STORY_MOST)
        put_chapter(&(struct told){ r, p, t });
    page_put(p, "</div>");
    tell_end(t);
    free(t);
}
