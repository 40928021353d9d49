/* story: lines of a retold match as sentences. */
#include "story.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "filing/aside.h"
#include "site/play/play_words.h"
#include "site/session/forms.h"
#include "site/words/words.h"
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

/* "7 espadas"; of a hand that is played unseen some stay unknown. */
static void put_card(const struct told *s, card_t card)
{
    char text[CARD_TEXT], words[CARD_WORDS];
    play_card(card < FIEL_CARDS ? card_name(&s->t->position.open, card, text) : "??", guest_of(s->r)->language, words);
    page_fill(s->p, " {}", words);
}

static void put_cards(const struct told *s, unsigned seat, unsigned mask)
{
    for (unsigned k = 0; k < FIEL_HELD_MAX && seat < FIEL_SEATS_MAX; k++) {
        card_t card = s->t->chapter.dealt[seat][k];
        if (!(mask >> k & 1u) || card == CARD_NONE)
            continue;
        page_put(s->p, mask & ((1u << k) - 1) ? "," : "");
        put_card(s, card);
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
    char says[TELL_WORDS * 2], note[TELL_NOTE];
    put_name(s, line->seat);
    if (line->action.kind == ACT_PLAY && line->action.arg < FIEL_CARDS) {
        page_fill(s->p, " {}", TR(r, "plays"));
        put_card(s, (card_t)line->action.arg);
    } else if (line->action.kind == ACT_PLAY || line->action.kind == ACT_PLAY_DOWN)
        page_fill(s->p, " {}", TR(r, "plays a card face down"));
    else if (line->action.kind == ACT_DISCARD)
        page_fill(s->p, " {}", TR(r, "discards a card"));
    else {
        page_fill(s->p, ": {}", name_in(tell_speech(says, sizeof says, s->t, line, true), guest_of(r)->language));
    }
    if (line->note_size > 0)
        page_fill(s->p, " <q>{}</q>", tell_note(note, line, true));
}

/* "ana, berta y carla": the seats of a mask, `first` before the others where it is one of them.  The teller would list them in
 * English, because a site speaks to all its guests at once. */
static void put_names(const struct told *s, unsigned mask, unsigned first)
{
    unsigned count = (unsigned)__builtin_popcount(mask), seats = s->t->offer.seats, from = first < seats ? first : 0;
    for (unsigned i = 0, told = 0; i < seats; i++) {
        unsigned seat = (from + i) % seats;
        if (!(mask >> seat & 1u))
            continue;
        if (told++)
            page_put(s->p, told < count
                               ? ", "
                               : language_and(language_called(guest_of(s->r)->language), s->t->offer.name[seat]));
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
    page_fill(s->p, "{} {u}: ", TR(r, "Trick"), line->trick + 1u);
    if (line->winner == FIEL_TIE || line->seat >= FIEL_SEATS_MAX) {
        page_text(s->p, TR(r, "a tie (parda)"));
        return;
    }
    page_text(s->p, TR(r, "won by "));
    put_name(s, line->seat);
}

static void put_fault(const struct told *s, const struct tell_line *line)
{
    struct http_request *r = s->r;
    char reason[FAULT_SAID];
    page_fill(s->p, "<strong>{} ", TR(r, "Fault of"));
    put_name(s, line->seat);
    page_fill(s->p, "</strong>: {w}", fault_said(reason, line->fault, line->a, line->b));
}

static void put_end(const struct told *s, const struct tell_line *line)
{
    struct http_request *r = s->r;
    const struct teller *t = s->t;
    bool game = line->kind == TELL_GAME_END;
    unsigned winners = 0;
    page_text(s->p, game ? TR(r, "End of game") : TR(r, "End of the hand"));
    if (game)
        page_format(s->p, " %" PRIu32, line->number);
    page_put(s->p, ": ");
    put_score(s, line->score);
    for (unsigned seat = 0; game && seat < t->offer.seats; seat++)
        winners |= (unsigned)(rules_scorer(&t->position.open.rules, t->offer.seats, seat) == line->winner) << seat;
    if (!winners)
        return;
    page_text(s->p, TNR(r, ", won by ", ", won by ", (unsigned)__builtin_popcount(winners)));
    put_names(s, winners, 0);
}

static void put_other(const struct told *s, const struct tell_line *line)
{
    char text[TELL_SAID];
    put_name(s, line->seat);
    page_fill(s->p, ": {w}", tell_words(text, s->t, line));
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
        page_fill(s->p, " {}", TR(s->r, "shows"));
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
    page_put(s->p, "<p>");
    for (unsigned seat = 0; seat < c->seats; seat++) {
        page_put(s->p, seat ? " · " : "");
        put_name(s, seat);
        page_put(s->p, seat == c->mano ? " (mano):" : ":");
        put_cards(s, seat, ~0u);
    }
    if (c->vira < FIEL_CARDS) {
        page_put(s->p, " · vira:");
        put_card(s, c->vira);
    }
    page_put(s->p, "</p>");
}

static void put_chapter(const struct told *s)
{
    const struct tell_chapter *c = &s->t->chapter;
    if (!c->hand && !c->count)
        return;
    if (c->hand) {
        page_fill(s->p, "<h3>{} {u} · {} {u} · ", TR(s->r, "hand"), c->hand, TR(s->r, "game"), c->game);
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

/* --- in a child (filing/aside.h) ------------------------------------------------------------------------------------- */

struct read {
    uint8_t rests;
    char clause[RESTS_MOST][RESTS_TEXT];
};

static void tell_all(struct http_request *r, struct page *p, const struct paper *record)
{
    struct teller *t = calloc(1, sizeof *t);
    if (!t)
        return;
    tell_start(t, record->bytes, record->size);
    while (tell_next(t) && p->size < STORY_MOST)
        put_chapter(&(struct told){ r, p, t });
    tell_end(t);
}

static void look_at_match(const struct aside *a)
{
    static struct audit_report report;
    struct guest guest = { 0 };
    struct http_request r = { .guest = &guest };
    struct page p = { 0 };
    struct read x = { 0 };
    memcpy(guest.language, a->order, sizeof guest.language);
    p.language = language_called(guest.language);
    if (!audit_bytes(a->paper->bytes, a->paper->size, NULL, &report))
        x.rests = (uint8_t)audit_rests(&report, x.clause);
    tell_all(&r, &p, a->paper);
    aside_tell(a, &x, sizeof x);
    aside_tell_text(a, p.data, p.size);
}

/* --- and here -------------------------------------------------------------------------------------------------------- */

/* The child writes these and no others: what it says can be wrong, and is text. */
static bool is_plain(const char *text)
{
    static const char *const tags[] = { "<li>", "</li>", "<ol>",  "</ol>",    "<p>",
                                        "</p>", "<h3>",  "</h3>", "<strong>", "</strong>" };
    for (; (text = strchr(text, '<')); text++) {
        size_t i = 0;
        while (i < sizeof tags / sizeof *tags && strncmp(text, tags[i], strlen(tags[i])) != 0)
            i++;
        if (i == sizeof tags / sizeof *tags)
            return false;
    }
    return true;
}

void story_read(struct http_request *r, const struct store_bytes *replay, struct story *out)
{
    const struct paper record = { replay->data, replay->size };
    const struct aside_ask ask = { look_at_match, guest_of(r)->language, sizeof guest_of(r)->language, &record, 1 };
    struct read x;
    *out = (struct story){ 0 };
    if (!replay->size || !aside(&ask, &x, sizeof x, &out->text))
        return;
    out->rests = x.rests <= RESTS_MOST ? x.rests : 0;
    memcpy(out->clause, x.clause, sizeof out->clause);
    for (unsigned i = 0; i < RESTS_MOST; i++)
        ASIDE_END(out->clause[i]);
}

/* --- one hand of it ---------------------------------------------------------------------------------------------------- */

enum { HAND_LINES = 12, SAID_MOST = 5 };

static bool is_aloud(const struct tell_line *l)
{
    return l->kind == TELL_ACT && l->action.kind != ACT_PLAY && l->action.kind != ACT_PLAY_DOWN;
}

/* How much is to be seen in it: calls and tricks, as long as it stays short. */
static unsigned worth(const struct tell_chapter *c)
{
    unsigned said = 0, acts = 0;
    for (size_t i = 0; i < c->count; i++) {
        acts += c->lines[i].kind == TELL_ACT;
        said += is_aloud(&c->lines[i]);
    }
    return c->hand && c->over && acts <= HAND_LINES ? 2 * (said < SAID_MOST ? said : SAID_MOST) + acts : 0;
}

static void look_at_cards(const struct teller *t, struct story_hand *x)
{
    char text[CARD_TEXT];
    for (unsigned seat = 0; seat < 2; seat++) {
        tell_name(x->name[seat], sizeof x->name[seat], t, seat, true, WIDE);
        for (unsigned k = 0; k < HAND_CARDS; k++) {
            card_t card = k < FIEL_HELD_MAX ? t->chapter.dealt[seat][k] : CARD_NONE;
            const char *name = card < FIEL_CARDS ? card_name(&t->position.open, card, text) : "";
            snprintf(x->card[seat][k], HAND_NAME, "%s", name);
        }
    }
}

static void look_at_hand(const struct aside *a)
{
    struct guest guest = { 0 };
    struct http_request r = { .guest = &guest };
    struct page p = { 0 };
    struct story_hand x = { 0 };
    struct teller *t = calloc(1, sizeof *t);
    unsigned best = 0, hands = 0;
    memcpy(guest.language, a->order, sizeof guest.language);
    p.language = language_called(guest.language);
    if (!t)
        return;
    tell_start(t, a->paper->bytes, a->paper->size);
    while (tell_next(t)) {
        const struct tell_chapter *c = &t->chapter;
        hands += c->hand != 0;
        if (t->offer.seats != 2 || worth(c) <= best)
            continue;
        best = worth(c);
        x.number = hands;
        look_at_cards(t, &x);
        page_free(&p);
        for (size_t i = 0; i < c->count; i++)
            if (c->lines[i].kind == TELL_ACT || c->lines[i].kind == TELL_HAND_END)
                put_line(&(struct told){ &r, &p, t }, &c->lines[i]);
    }
    tell_end(t);
    aside_tell(a, &x, sizeof x);
    aside_tell_text(a, p.data ? p.data : "", p.size);
}

void story_hand(struct http_request *r, const struct store_bytes *replay, struct story_hand *out)
{
    const struct paper record = { replay->data, replay->size };
    const struct aside_ask ask = { look_at_hand, guest_of(r)->language, sizeof guest_of(r)->language, &record, 1 };
    char *text = NULL;
    bool fine = replay->size && aside(&ask, out, sizeof *out, &text) && text && is_plain(text);
    if (!fine)
        memset(out, 0, sizeof *out);
    for (unsigned seat = 0; seat < 2; seat++) {
        ASIDE_END(out->name[seat]);
        for (unsigned k = 0; k < HAND_CARDS; k++)
            ASIDE_END(out->card[seat][k]);
    }
    out->said = fine ? text : NULL;
    if (!fine)
        free(text);
}

void put_viewer(struct http_request *r, struct page *p, const char *hash)
{
    page_fill(
        p, "<div class=\"replay\" data-src=\"/replays/{}\" data-deck=\"/static/cards.svg\" data-language=\"{}\"></div>",
        hash, guest_of(r)->language);
}

void put_story(struct http_request *r, struct page *p, const struct story *s)
{
    page_fill(p, "<details><summary>{}</summary><div class=\"story\">", TR(r, "Without scripts: the match as text"));
    if (s->text && is_plain(s->text))
        page_put(p, s->text);
    else
        page_text(p, TR(r, "cannot be read"));
    page_put(p, "</div></details>");
}
