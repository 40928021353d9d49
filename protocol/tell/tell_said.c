/* tell_said: what the arbiter said, message by message. */
#include <string.h>

#include "record/crypto.h"
#include "rules/values.h"
#include "rules/worth.h"
#include "tell_read.h"

static bool offered(struct teller *t, const struct msg *m)
{
    char why[RULES_ERROR_TEXT];
    if (t->has_offer)
        return true;
    if (!read_offer(m->blob, m->blob_size, &t->offer))
        return tell_stop(t, "the offer cannot be read");
    if (position_named(&t->position, t->offer.rules, t->offer.seats, NULL, why))
        return tell_stop(t, "the rules of the offer are not known to this version");
    t->has_offer = true;
    tell_players(t);
    for (unsigned i = 0; i < FIEL_SEATS_MAX; i++)
        t->bank_us[i] = t->offer.bank_us;
    t->chapter.seats = t->offer.seats;
    return true;
}

static bool duel_began(struct teller *t)
{
    const struct open *o = &t->position.open;
    struct tell_line *line = tell_line_add(t, TELL_DUEL, o->leader);
    if (line)
        line->value = o->duel;
    return line != NULL;
}

static bool carded(struct teller *t, const struct msg *m)
{
    unsigned seat = 0;
    while (seat < t->offer.seats && t->rec.visibility != 1u << seat)
        seat++;
    if (seat >= t->offer.seats || m->blob_size > FIEL_HELD_MAX * OPENING)
        return tell_stop(t, "cards for nobody");
    bool unseen = m->blob_size == 0; /* an iron hand that is played unseen */
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++) {
        bool there = k * OPENING < m->blob_size;
        t->cards[seat][k] = there ? m->blob[k * OPENING + 1] : unseen && k < 3 ? CARD_HIDDEN : CARD_NONE;
        t->slot[seat][k] = there ? m->blob[k * OPENING] : 255;
        if (there && t->cards[seat][k] >= FIEL_CARDS)
            return tell_stop(t, "a card that is none");
    }
    if (++t->cards_told < t->offer.seats)
        return true;
    char why[RULES_ERROR_TEXT];
    const struct open *o = &t->position.open;
    if (o->hand && !o->game_over) /* flores that the rules sing are credited with the deal, and belong to the hand */
        memcpy(t->chapter.score, o->score, sizeof t->chapter.score);
    int mano = t->position.open.hand ? FIEL_NOBODY : (int)t->deal_mano;
    if (mano != FIEL_NOBODY && mano >= t->offer.seats)
        return tell_stop(t, "a mano that is no seat");
    if (position_deal(&t->position, t->cards, t->vira, mano, why))
        return tell_stop(t, "these cards cannot be dealt");
    memcpy(t->chapter.dealt, t->position.dealt, sizeof t->chapter.dealt);
    t->chapter.game = game_of_match(&t->offer, t->table, t->position.open.game);
    t->chapter.mano = t->position.open.mano;
    t->chapter.vira = t->vira;
    t->news = t->position.open.news_count;
    return t->position.open.pico == 0 || duel_began(t);
}

static unsigned side_or_tie(unsigned winner) { return winner > FIEL_TIE ? FIEL_TIE : winner; }

/* Who played the card that took this trick: of those who play, two of them in a duel, the first from its leader with the best card of
 * the side that has it.  FIEL_NOBODY when it is tied or no card was played to it. */
static unsigned trick_taker(const struct open *o, unsigned leader, unsigned trick, unsigned side)
{
    unsigned taker = FIEL_NOBODY, best = 0;
    for (unsigned i = 0; side < FIEL_TIE && i < o->seats; i++) {
        unsigned seat = (leader + i) % o->seats;
        card_t card = o->table[trick * SHAPE_SEAT + seat];
        if (side_of(o, seat) != side || !(o->duel >> seat & 1u) || card == CARD_NONE)
            continue;
        if (taker != FIEL_NOBODY && card_strength(o, card) <= best)
            continue;
        best = card_strength(o, card);
        taker = seat;
    }
    return taker;
}

/* Tricks that an action brought to an end. */
static bool tricks_ended(struct teller *t, const struct open *before, const struct open *after)
{
    for (unsigned k = 0; k < SHAPE_TRICK; k++) {
        if (before->trick_winner[k] != FIEL_NOBODY || after->trick_winner[k] == FIEL_NOBODY)
            continue;
        struct tell_line *line = tell_line_add(t, TELL_TRICK, FIEL_NOBODY);
        if (!line)
            return false;
        line->trick = (uint8_t)k;
        line->winner = (uint8_t)side_or_tie(after->trick_winner[k]);
        line->seat = (uint8_t)trick_taker(after, before->leader, k, line->winner);
    }
    return true;
}

/* What followed from an action of *before.  Where it ended a duel and the next one has begun, the tricks of
 * the first are cleared away: they are seen where the same action is the last of its hand. */
static bool followed(struct teller *t, const struct position *before, unsigned seat, struct action a)
{
    struct position last = *before;
    if (t->position.open.duel == before->open.duel)
        return tricks_ended(t, &before->open, &t->position.open);
    last.open.rules.opt[OPT_PICA_REDEAL] = PICA_REDEAL_YES;
    if (position_apply(&last, (int)seat, a, &last))
        return tell_stop(t, "an action that the rules do not allow");
    return tricks_ended(t, &before->open, &last.open) && duel_began(t);
}

static void mark_seen(struct teller *t, unsigned seat, card_t card)
{
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
        if (t->chapter.dealt[seat][k] == card)
            t->chapter.seen[seat] |= (uint8_t)(1u << k);
}

/* The action as it was chosen: a card played face down is known by its slot. */
static struct action chosen(const struct teller *t, const struct msg *m)
{
    struct action a = action_of_code(m->action);
    for (unsigned k = 0; (a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD) && k < FIEL_HELD_MAX; k++)
        if (t->slot[m->seat][k] == m->value)
            a.arg = t->cards[m->seat][k];
    return a;
}

static void set_words(struct tell_line *line, const struct open *o, struct action a)
{
    char text[ACTION_TEXT];
    line->action = a;
    snprintf(line->words, sizeof line->words, "%s", action_text(o, a, text));
}

/* Told to its giver alone; what is no hash of what came last is nobody's. */
static bool noted(struct teller *t, const struct msg *m)
{
    uint8_t came[HASH];
    for (unsigned i = 0; i < t->offer.seats; i++) {
        if (t->rec.visibility != 1u << i || t->note_size[i] == 0)
            continue;
        hash_bytes(came, t->note[i], t->note_size[i]);
        t->noted[i] = memcmp(came, m->head, HASH) == 0;
    }
    return true;
}

static bool acted(struct teller *t, const struct msg *m)
{
    if (m->seat >= t->offer.seats)
        return tell_stop(t, "an action of a seat that is not there");
    struct action a = chosen(t, m);
    struct tell_line *line = tell_line_add(t, t->news ? TELL_NEWS : TELL_ACT, m->seat);
    if (!line)
        return false;
    set_words(line, &t->position.open, a);
    line->value = m->value;
    if (t->news) {
        t->news--;
        return true;
    }
    line->timed = t->timed[m->seat];
    line->used_us = t->used_us[m->seat];
    line->bank_us = t->bank_us[m->seat];
    t->timed[m->seat] = false;
    line->note = t->note[m->seat];
    line->note_size = t->noted[m->seat] ? t->note_size[m->seat] : 0;
    t->dropped[m->seat] += t->note_size[m->seat] > line->note_size;
    t->note_size[m->seat] = 0;
    if (a.kind == ACT_PLAY_BLIND && m->value < FIEL_CARDS && a.arg < 3) {
        line->action = (struct action){ ACT_PLAY, (uint8_t)m->value };
        t->position.dealt[m->seat][a.arg] = t->chapter.dealt[m->seat][a.arg] = (card_t)m->value;
        mark_seen(t, m->seat, (card_t)m->value);
    }
    struct position before = t->position;
    if (position_apply(&t->position, m->seat, a, &t->position))
        return tell_stop(t, "an action that the rules do not allow");
    if (t->decided)
        t->decided(t->user, &before, a, line);
    t->news = t->position.open.news_count;
    if (a.kind == ACT_PLAY)
        mark_seen(t, m->seat, a.arg);
    return followed(t, &before, m->seat, a);
}

/* What a seat said last, and why the rules refuse it. */
static bool refusal_add(struct teller *t, unsigned seat, uint64_t error)
{
    struct tell_line *line = tell_line_add(t, TELL_REFUSED, seat);
    if (!line)
        return false;
    set_words(line, &t->position.open, t->refused[seat]);
    line->value = (uint16_t)error;
    t->note_size[seat] = 0;
    return true;
}

static bool refused(struct teller *t, const struct msg *m)
{
    unsigned seat = 0;
    while (seat < t->offer.seats && t->rec.visibility != 1u << seat)
        seat++;
    if (seat >= t->offer.seats)
        return tell_stop(t, "a refusal for nobody");
    return refusal_add(t, seat, m->error);
}

static bool shown(struct teller *t, const struct msg *m)
{
    if (m->seat >= t->offer.seats)
        return tell_stop(t, "cards of a seat that is not there");
    uint8_t before = t->chapter.seen[m->seat];
    for (size_t at = 0; at + OPENING <= m->blob_size; at += OPENING)
        mark_seen(t, m->seat, m->blob[at + 1]);
    struct tell_line *line = tell_line_add(t, TELL_SHOW, m->seat);
    if (!line)
        return false;
    line->value = (uint16_t)(t->chapter.seen[m->seat] & ~before);
    return true;
}

static bool faulted(struct teller *t, const struct msg *m)
{
    /* The last illegal action has no REFUSED of its own. */
    if (m->fault == FAULT_ILLEGAL && m->effect != EFFECT_REFUSED && m->seat < t->offer.seats &&
        !refusal_add(t, m->seat, m->a))
        return false;
    struct tell_line *line = tell_line_add(t, TELL_FAULT, m->seat);
    if (!line)
        return false;
    line->fault = m->fault;
    line->effect = m->effect;
    line->a = m->a;
    line->b = m->b;
    bool open = t->position.open.hand && !t->position.open.hand_over;
    if (m->seat < t->offer.seats && open && (m->effect == EFFECT_GAME || m->effect == EFFECT_MATCH))
        position_forfeit_game(&t->position, (int)m->seat);
    return true;
}

static bool hand_ended(struct teller *t, const struct msg *m)
{
    const struct open *o = &t->position.open;
    struct tell_line *line = tell_line_add(t, TELL_HAND_END, FIEL_NOBODY);
    if (!line)
        return false;
    memcpy(line->score, m->score, sizeof line->score);
    memcpy(t->chapter.points[0], o->points_envido, 2);
    memcpy(t->chapter.points[1], o->points_flor, 2);
    memcpy(t->chapter.points[2], o->points_truco, 2);
    memcpy(t->chapter.points[3], o->points_bonus, 2);
    t->chapter.over = true;
    return true;
}

static bool game_ended(struct teller *t, const struct msg *m)
{
    struct tell_line *line = tell_line_add(t, TELL_GAME_END, m->seat);
    if (!line)
        return false;
    line->winner = m->winner;
    line->reason = m->reason;
    line->number = game_of_match(&t->offer, m->table, m->game);
    memcpy(line->score, m->score, sizeof line->score);
    for (unsigned i = 0; i < FIEL_SEATS_MAX; i++)
        t->bank_us[i] = t->offer.bank_us;
    return true;
}

/* One sign is told in seat order to each that sees it, so a seat before the last one begins another. */
static bool signed_to(struct teller *t, const struct msg *m)
{
    struct tell_chapter *c = &t->chapter;
    struct tell_line *line = c->count ? &c->lines[c->count - 1] : NULL;
    if (m->seat >= t->offer.seats)
        return tell_stop(t, "a sign of a seat that is not there");
    bool same = line && line->kind == TELL_SIGN && line->seat == m->seat && line->value == m->sign[0];
    if (!same || t->rec.visibility <= line->a)
        line = tell_line_add(t, TELL_SIGN, m->seat);
    if (!line)
        return false;
    line->value = m->sign[0];
    line->a |= t->rec.visibility;
    return true;
}

static bool resulted(struct teller *t, const struct msg *m)
{
    if (!read_result(m->blob, m->blob_size, &t->result))
        return tell_stop(t, "the result cannot be read");
    t->has_result = true;
    return tell_line_add(t, TELL_RESULT, FIEL_NOBODY) != NULL;
}

/* A fault that ends the match ends it at every table. */
static bool of_one_table(const struct msg *m)
{
    bool all = m->type == MSG_OFFER || m->type == MSG_OPEN || m->type == MSG_SIGNED || m->type == MSG_HANDS_END ||
               m->type == MSG_RESULT || m->type == MSG_REVEAL;
    return !all && (m->type != MSG_FAULT || m->effect == EFFECT_GAME || m->effect == EFFECT_DEFAULT_ACTION);
}

bool tell_said(struct teller *t)
{
    struct msg m;
    if (msg_read(t->rec.payload, t->rec.size, FROM_ARBITER, &m) || m.type != t->rec.type)
        return tell_stop(t, "a message that cannot be read");
    if (m.type != MSG_OFFER && !t->has_offer)
        return tell_stop(t, "a message before the offer");
    if (m.table != t->table && of_one_table(&m))
        return true;
    bool in_hand = m.type == MSG_ACT || m.type == MSG_SHOW || m.type == MSG_REFUSED || m.type == MSG_SIGN ||
                   m.type == MSG_HAND_END;
    if (in_hand && !t->chapter.hand)
        return tell_stop(t, "a hand without a deal");
    switch (m.type) {
    case MSG_OFFER: return offered(t, &m);
    case MSG_CARDS: return carded(t, &m);
    case MSG_ACT: return acted(t, &m);
    case MSG_NOTE: return noted(t, &m);
    case MSG_REFUSED: return refused(t, &m);
    case MSG_SHOW: return shown(t, &m);
    case MSG_SIGN: return signed_to(t, &m);
    case MSG_FAULT: return faulted(t, &m);
    case MSG_HAND_END: return hand_ended(t, &m);
    case MSG_GAME_END: return game_ended(t, &m);
    case MSG_RESULT: return resulted(t, &m);
    case MSG_REQUEST:
        for (unsigned i = 0; i < t->offer.seats; i++)
            if (t->rec.visibility == 1u << i)
                t->bank_us[i] = m.bank_us;
        return true;
    case MSG_REVEAL: t->has_seed = true; return true;
    default: return true;
    }
}
