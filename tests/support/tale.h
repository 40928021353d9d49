/* tale: hands played at random at any table, as the records that a teller reads: no signature, no clock, no deal that proves anything.
 *
 * It is said what everybody at the table is told, so that tellers are held against the rules at every preset and size. */
#ifndef TESTS_TALE_H
#define TESTS_TALE_H

#include "facts.h"
#include "tables.h"

#include "record/deal.h"
#include "record/replay.h"
#include "wire/codec.h"

struct tale {
    uint8_t *bytes; /* the file; freed by the caller */
    size_t size, room;
    struct position position;
    card_t dealt[FIEL_SEATS_MAX][FIEL_HELD_MAX]; /* of this hand, before a gallo's fourth card took another's place */
    struct random random;
    struct facts *facts; /* NULL, or where it is noted what was played */
    uint8_t message[ENVELOPE_MAX / 2];
    struct packer p;
};

static inline void tale_bytes(struct tale *t, const void *bytes, size_t size)
{
    if (t->size + size > t->room) {
        t->room = 2 * (t->size + size);
        t->bytes = realloc(t->bytes, t->room);
        if (!t->bytes)
            abort();
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
}

static inline void tale_start_message(struct tale *t) { pack_start(&t->p, t->message, sizeof t->message); }

static inline void tale_say(struct tale *t, unsigned type, unsigned visibility)
{
    uint8_t head[RECORD_HEADER] = { 0 };
    for (unsigned i = 0; i < 4; i++)
        head[i] = (uint8_t)(t->p.size >> (24 - 8 * i));
    head[4] = (uint8_t)type;
    head[5] = (uint8_t)visibility;
    if (t->p.bad)
        abort();
    tale_bytes(t, head, sizeof head);
    tale_bytes(t, t->message, t->p.size);
}

static inline void tale_offer(struct tale *t, const char *rules, unsigned seats)
{
    struct offer o = { .games = 1, .seats = (uint8_t)seats, .hands_max = 100000, .tables = 1, .bank_us = 30000000 };
    uint8_t packed[ENVELOPE_MAX / 8], open[ENVELOPE_MAX / 4], key[32] = { 0 }, signature[SIG] = { 0 };
    struct packer p, opening;
    snprintf(o.rules, sizeof o.rules, "%s", rules);
    snprintf(o.engine, sizeof o.engine, "tale");
    o.cap_us = 5000000, o.sign_every = o.at_once = 1;
    for (unsigned i = 0; i < seats; i++)
        snprintf(o.name[i], sizeof o.name[i], "%c%u", 'a' + (int)i, i);
    pack_start(&p, packed, sizeof packed);
    pack_offer(&p, &o);
    tale_start_message(t);
    pack_msg_offer(&t->p, packed, p.size, 0, key);
    tale_say(t, MSG_OFFER, visible_to(0));
    pack_start(&opening, open, sizeof open);
    pack_array(&opening, 2);
    pack_bin(&opening, packed, p.size);
    pack_array(&opening, 0);
    tale_start_message(t);
    pack_msg_open(&t->p, open, opening.size, signature, NULL, 0);
    tale_say(t, MSG_OPEN, VISIBLE_ALL);
}

static inline void tale_act(struct tale *t, unsigned seat, unsigned code, unsigned value)
{
    tale_start_message(t);
    pack_msg_act(&t->p, 0, seat, code, value, NULL, 0);
    tale_say(t, MSG_ACT, VISIBLE_ALL);
}

static inline void tale_news(struct tale *t)
{
    for (unsigned i = 0; i < t->position.open.news_count; i++) {
        struct news n = t->position.open.news[i];
        unsigned value = n.kind == ACT_FLOR ? 1 : n.kind == ACT_DECLARE ? n.value : 0;
        tale_act(t, n.seat, action_code((struct action){ n.kind, 0 }), value);
    }
}

/* Where a card was dealt: its slot is 8 a seat and one a card. */
static inline unsigned tale_slot(unsigned seat, unsigned k) { return 8 * seat + k; }

static inline void tale_deal(struct tale *t)
{
    const uint8_t cuts[32] = { 0 };
    uint8_t opening[FIEL_HELD_MAX * OPENING] = { 0 };
    struct position *pos = &t->position;
    bool over = pos->open.hand == 0 || pos->open.game_over;
    const uint16_t nothing[FIEL_SCORERS_MAX] = { 0 };
    uint16_t score[FIEL_SCORERS_MAX];
    memcpy(score, pos->open.score, sizeof score);
    bool unseen = rules_unseen(&pos->open.rules, over ? nothing : pos->open.score);
    deal_biased(pos, &t->random);
    memcpy(t->dealt, pos->dealt, sizeof t->dealt);
    if (t->facts)
        facts_deal(t->facts, pos, over ? nothing : score, unseen);
    opening[1] = pos->open.vira;
    tale_start_message(t);
    pack_msg_deal(&t->p, 0, pos->open.hand, pos->open.mano, cuts, sizeof cuts, opening,
                  pos->open.vira < FIEL_CARDS ? OPENING : 0);
    tale_say(t, MSG_DEAL, VISIBLE_ALL);
    for (unsigned seat = 0; seat < pos->open.seats; seat++) {
        unsigned held = 0;
        for (; held < FIEL_HELD_MAX && pos->dealt[seat][held] != CARD_NONE; held++) {
            opening[held * OPENING] = (uint8_t)tale_slot(seat, held);
            opening[held * OPENING + 1] = pos->dealt[seat][held];
        }
        tale_start_message(t);
        pack_msg_cards(&t->p, 0, pos->open.hand, opening, unseen ? 0 : held * OPENING);
        tale_say(t, MSG_CARDS, visible_to(seat));
    }
    tale_news(t);
}

static inline void tale_decide(struct tale *t)
{
    struct position *pos = &t->position;
    unsigned seat = (unsigned)position_turn(pos), value = 0;
    struct action a = pick_action(pos, &t->random), said = a;
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
        if ((a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD) && t->dealt[seat][k] == a.arg) {
            said.arg = CARD_HIDDEN;
            value = tale_slot(seat, k);
        }
    if (a.kind == ACT_PLAY_BLIND)
        value = pos->dealt[seat][a.arg];
    struct position before = *pos;
    if (position_apply(pos, (int)seat, a, pos))
        abort();
    if (t->facts)
        facts_done(t->facts, &before, seat, a, pos);
    tale_act(t, seat, action_code(said), a.kind == ACT_DECLARE ? pos->open.declared[seat] : value);
    tale_news(t);
}

static inline void tale_ends(struct tale *t)
{
    const struct open *o = &t->position.open;
    for (unsigned seat = 0; seat < o->seats; seat++) {
        uint8_t opening[FIEL_HELD_MAX * OPENING] = { 0 };
        card_t shown[FIEL_HELD_MAX];
        unsigned mask = position_shown(&t->position, (int)seat), n = 0;
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            if (mask >> k & 1u) {
                shown[n] = t->position.dealt[seat][k];
                opening[n++ * OPENING + 1] = t->position.dealt[seat][k];
            }
        if (!n)
            continue;
        if (t->facts)
            facts_show(t->facts, o, seat, shown, n);
        tale_start_message(t);
        pack_msg_show(&t->p, 0, seat, opening, n * OPENING);
        tale_say(t, MSG_SHOW, VISIBLE_ALL);
    }
    if (o->game_over) {
        tale_start_message(t);
        pack_msg_game_end(&t->p, 0, o->game, o->game_winner, END_PLAYED, FIEL_NOBODY, o->score, o->scorers);
        tale_say(t, MSG_GAME_END, VISIBLE_ALL);
    }
    tale_start_message(t);
    pack_msg_hand_end(&t->p, 0, o->hand, o->score, o->scorers);
    tale_say(t, MSG_HAND_END, VISIBLE_ALL);
    if (t->facts)
        facts_end(t->facts, o);
}

/* So many hands, of as many games as they make; `facts`: NULL, or where it is noted what was played. */
static inline struct tale tale_of(const char *text, const struct rules *r, unsigned seats, unsigned hands,
                                  uint64_t seed, struct facts *facts)
{
    struct tale t = { .position = empty_table(r, seats), .random = { seed }, .facts = facts };
    tale_bytes(&t, REPLAY_MAGIC, REPLAY_MAGIC_SIZE);
    tale_start_message(&t);
    tale_say(&t, REC_HEADER, VISIBLE_ARBITER);
    tale_offer(&t, text, seats);
    for (unsigned i = 0; i < hands; i++) {
        tale_deal(&t);
        while (!t.position.open.hand_over)
            tale_decide(&t);
        tale_ends(&t);
    }
    return t;
}

#endif
