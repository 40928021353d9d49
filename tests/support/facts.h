/* facts: what was played at a table, noted while it is played and before anybody tells of it; a hand is a line of JSON.
 *
 * Anyone who retells a hand is held against it (tests/web/retold.mjs).  The cards and decisions are those that were dealt and chosen.
 * Who took a trick is found here from its cards alone: the first to play the best of them, or nobody where both sides hold one. */
#ifndef TESTS_FACTS_H
#define TESTS_FACTS_H

#include <stdlib.h>
#include <string.h>

#include "cli/json_out.h"
#include "cli/language.h"
#include "rules/values.h"
#include "rules/worth.h"
#include "tell/speech.h"

struct facts {
    struct json_out json;
    card_t dealt[FIEL_SEATS_MAX][FIEL_HELD_MAX]; /* of this hand, as it was dealt */
    bool known[FIEL_CARDS];                      /* the card lay face up, or was shown */
    bool unseen;                                 /* an iron hand: nobody is told their cards */
    unsigned trick, played;                      /* of the duel in play, from 0; cards that lie in it */
    struct {
        uint8_t seat;
        card_t card; /* CARD_HIDDEN: face down */
    } card[FIEL_SEATS_MAX];
};

static inline void facts_card(struct facts *f, const char *key, const struct open *o, card_t card)
{
    char name[CARD_TEXT];
    if (card < FIEL_CARDS)
        out_text(&f->json, key, card_name(o, card, name));
    else
        out_null(&f->json, key);
}

static inline void facts_seats(struct facts *f, const char *key, unsigned mask)
{
    out_open(&f->json, key, '[');
    for (unsigned seat = 0; seat < FIEL_SEATS_MAX; seat++)
        if (mask >> seat & 1u)
            out_number(&f->json, NULL, seat);
    out_close(&f->json, ']');
}

static inline void facts_numbers(struct facts *f, const char *key, const uint16_t *number, unsigned count)
{
    out_open(&f->json, key, '[');
    for (unsigned i = 0; i < count; i++)
        out_number(&f->json, NULL, number[i]);
    out_close(&f->json, ']');
}

/* --- steps of a hand --- */

static inline void facts_step(struct facts *f, const char *what)
{
    out_open(&f->json, NULL, '{');
    out_text(&f->json, "step", what);
}

static inline void facts_step_end(struct facts *f) { out_close(&f->json, '}'); }

static inline void facts_duel(struct facts *f, const struct open *o)
{
    facts_step(f, "duel");
    out_number(&f->json, "mano", o->leader);
    facts_seats(f, "seats", o->duel);
    facts_step_end(f);
    f->trick = f->played = 0;
}

/* What a call sounds like, in the language that is spoken and in English; a value that is declared is its number, and that of a reservada stands a hundred above. */
static inline void facts_says(struct facts *f, const struct open *o, unsigned seat, struct action a, unsigned value)
{
    char written[ACTION_TEXT], said[SPEECH];
    facts_step(f, "says");
    out_number(&f->json, "seat", seat);
    out_text(&f->json, "do", action_text(o, a, written));
    if (a.kind == ACT_DECLARE)
        snprintf(said, sizeof said, value >= FLOR_RESERVADA ? "%u, reservada" : "%u", value % FLOR_RESERVADA);
    else if (a.kind == ACT_SILENT)
        snprintf(said, sizeof said, "...");
    else
        speech_of(o, a, written, true, said);
    out_text(&f->json, "says", said);
    enum language spoken = language_spoken();
    language_speak(ENGLISH);
    if (a.kind != ACT_DECLARE && a.kind != ACT_SILENT)
        speech_of(o, a, written, true, said);
    language_speak(spoken);
    out_text(&f->json, "english", said);
    facts_step_end(f);
}

/* What the rules did by themselves with this position. */
static inline void facts_news(struct facts *f, const struct open *o)
{
    for (unsigned i = 0; i < o->news_count; i++)
        facts_says(f, o, o->news[i].seat, (struct action){ o->news[i].kind, 0 }, o->news[i].value);
}

static inline void facts_plays(struct facts *f, const struct open *o, unsigned seat, card_t card, bool down)
{
    facts_step(f, "plays");
    out_number(&f->json, "seat", seat);
    facts_card(f, "card", o, card);
    out_bool(&f->json, "down", down);
    out_number(&f->json, "trick", f->trick);
    facts_step_end(f);
    f->card[f->played].seat = (uint8_t)seat;
    f->card[f->played++].card = down ? CARD_HIDDEN : card;
    if (!down)
        f->known[card] = true;
}

/* The seat whose card takes the trick, FIEL_NOBODY of a tie. */
static inline unsigned facts_taker(const struct facts *f, const struct open *o)
{
    unsigned best = 0, first = FIEL_NOBODY, sides = 0, holders = 0;
    bool mano_wins = o->rules.opt[OPT_EQUAL_CARDS] == EQUAL_MANO_WINS;
    for (unsigned i = 0; i < f->played; i++)
        if (card_strength(o, f->card[i].card) > best)
            best = card_strength(o, f->card[i].card);
    for (unsigned i = 0; i < f->played; i++) {
        if (card_strength(o, f->card[i].card) != best || (holders && best && mano_wins))
            continue;
        first = first == FIEL_NOBODY ? f->card[i].seat : first;
        sides |= 1u << side_of(o, f->card[i].seat);
        holders++;
    }
    bool spoiled = holders > 1 && o->rules.opt[OPT_PARTNER_TIE] == PARTNER_TIE_SPOILED;
    return sides == 3u || spoiled ? FIEL_NOBODY : first;
}

static inline void facts_trick(struct facts *f, const struct open *o)
{
    unsigned taker = facts_taker(f, o);
    facts_step(f, "trick");
    out_number(&f->json, "trick", f->trick++);
    if (taker == FIEL_NOBODY)
        out_null(&f->json, "taker");
    else
        out_number(&f->json, "taker", taker);
    facts_step_end(f);
    f->played = 0;
}

/* --- a hand --- */

/* Behind the deal; `score` was that before it, which the rules may have credited a flor to since. */
static inline void facts_deal(struct facts *f, const struct position *pos, const uint16_t score[FIEL_SCORERS_MAX],
                              bool unseen)
{
    const struct open *o = &pos->open;
    memcpy(f->dealt, pos->dealt, sizeof f->dealt);
    memset(f->known, 0, sizeof f->known);
    f->trick = f->played = 0;
    f->unseen = unseen;
    out_open(&f->json, NULL, '{');
    out_number(&f->json, "hand", o->hand);
    out_number(&f->json, "game", o->game);
    out_number(&f->json, "mano", o->mano);
    facts_numbers(f, "score", score, o->scorers);
    facts_card(f, "vira", o, o->vira);
    facts_seats(f, "side1", o->sides[1]);
    out_open(&f->json, "steps", '[');
    if (o->pico)
        facts_duel(f, o);
    facts_news(f, o);
}

static inline void facts_act(struct facts *f, const struct position *before, unsigned seat, struct action a)
{
    const struct open *o = &before->open;
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN)
        facts_plays(f, o, seat, a.arg, a.kind == ACT_PLAY_DOWN);
    else if (a.kind == ACT_PLAY_BLIND)
        facts_plays(f, o, seat, before->dealt[seat][a.arg], false);
    else if (a.kind == ACT_DISCARD) {
        facts_step(f, "discards");
        out_number(&f->json, "seat", seat);
        facts_card(f, "card", o, a.arg);
        facts_step_end(f);
    } else {
        facts_says(f, o, seat, a, 0);
    }
}

/* Whether the decision ended a trick: the rules say so where the trick lies there still; where the next duel has begun, it did
 * when both of the two had played. */
static inline bool facts_ended(const struct facts *f, const struct open *before, const struct open *after)
{
    if (after->duel != before->duel)
        return f->played == 2;
    return before->trick < SHAPE_TRICK && before->trick_winner[before->trick] == FIEL_NOBODY &&
           after->trick_winner[before->trick] != FIEL_NOBODY;
}

static inline void facts_done(struct facts *f, const struct position *before, unsigned seat, struct action a,
                              const struct position *after)
{
    if (a.kind == ACT_DECLARE)
        facts_says(f, &before->open, seat, a, after->open.declared[seat]);
    else
        facts_act(f, before, seat, a);
    if (facts_ended(f, &before->open, &after->open))
        facts_trick(f, &before->open);
    if (after->open.duel != before->open.duel)
        facts_duel(f, &after->open);
    facts_news(f, &after->open);
}

/* Cards that are shown at the end of the hand. */
static inline void facts_show(struct facts *f, const struct open *o, unsigned seat, const card_t *card, unsigned count)
{
    facts_step(f, "shows");
    out_number(&f->json, "seat", seat);
    out_open(&f->json, "cards", '[');
    for (unsigned i = 0; i < count; i++)
        facts_card(f, NULL, o, card[i]);
    out_close(&f->json, ']');
    out_open(&f->json, "news", '[');
    for (unsigned i = 0; i < count; i++)
        if (!f->known[card[i]])
            facts_card(f, NULL, o, card[i]);
    out_close(&f->json, ']');
    facts_step_end(f);
    for (unsigned i = 0; i < count; i++)
        f->known[card[i]] = true;
}

static inline void facts_hands(struct facts *f, const struct open *o)
{
    out_open(&f->json, "dealt", '[');
    for (unsigned seat = 0; seat < o->seats; seat++) {
        out_open(&f->json, NULL, '[');
        for (unsigned k = 0; k < FIEL_HELD_MAX && f->dealt[seat][k] != CARD_NONE; k++) {
            bool known = f->known[f->dealt[seat][k]];
            out_open(&f->json, NULL, '{');
            facts_card(f, "card", o, f->unseen && !known ? CARD_HIDDEN : f->dealt[seat][k]);
            out_bool(&f->json, "seen", known);
            out_close(&f->json, '}');
        }
        out_close(&f->json, ']');
    }
    out_close(&f->json, ']');
}

static inline void facts_points(struct facts *f, const struct open *o)
{
    const uint8_t *const of[] = { o->points_envido, o->points_flor, o->points_truco, o->points_bonus };
    out_open(&f->json, "points", '[');
    for (unsigned side = 0; side < 2; side++) {
        out_open(&f->json, NULL, '[');
        for (unsigned a = 0; a < 4; a++)
            out_number(&f->json, NULL, of[a][side]);
        out_close(&f->json, ']');
    }
    out_close(&f->json, ']');
}

/* The end of the hand, and of the line. */
static inline void facts_end(struct facts *f, const struct open *o)
{
    unsigned winners = 0;
    out_close(&f->json, ']');
    facts_hands(f, o);
    facts_points(f, o);
    facts_numbers(f, "end", o->score, o->scorers);
    for (unsigned seat = 0; o->game_over && seat < o->seats; seat++)
        winners |= (unsigned)(rules_scorer(&o->rules, o->seats, seat) == o->game_winner) << seat;
    if (o->game_over) {
        out_number(&f->json, "winner", o->game_winner);
        facts_seats(f, "winners", winners);
    }
    out_close(&f->json, '}');
    fputc('\n', f->json.to);
    f->json.more = false;
}

#endif
