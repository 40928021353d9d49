/* verify_hand: what is checked of the cards: packs, cuts, slots and openings (DEAL.md section 8). */
#include "party.h"

#include <string.h>

enum { SEAL_HANDS = 48 /* in one SEAL: what fits a message to be signed */ };
typedef uint8_t list[HASH];

/* --- SEAL --- */

/* Their first words are looked at first: two of a pack that are alike there are a mistake, or a chance in 2^54. */
static bool distinct(const uint8_t *commits, unsigned n)
{
    uint64_t word[FIEL_CARDS];
    for (unsigned i = 0; i < n; i++)
        memcpy(&word[i], commits + i * HASH, sizeof *word);
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            if (word[i] == word[j] && memcmp(commits + i * HASH, commits + j * HASH, HASH) == 0)
                return false;
    return true;
}

static enum check seal_signed(struct party *p, struct party_table *t, const struct msg *m, uint32_t first,
                              unsigned count, const list *lists)
{
    uint32_t tables[SEAL_HANDS], hands[SEAL_HANDS];
    for (unsigned i = 0; i < count; i++) {
        tables[i] = t->number;
        hands[i] = first + i;
    }
    struct message signed_bytes;
    sealed_message(&signed_bytes, p->match_id, count, tables, hands, lists);
    return verify_message(m->signature, p->offer.arbiter, &signed_bytes)
               ? CHECK_FINE
               : party_fail(p, CHECK_SEAL_SIGNATURE, "hands %u to %u", first, first + count - 1);
}

void lists_add(uint8_t lists[HASH], const uint8_t next[HASH])
{
    uint8_t both[2 * HASH];
    memcpy(both, lists, HASH);
    memcpy(both + HASH, next, HASH);
    hash_bytes(lists, both, sizeof both);
}

/* There is one list for a hand for ever. */
static enum check seal_enter(struct party *p, struct party_table *t, const struct msg *m, uint32_t first,
                             unsigned count, const list *lists)
{
    for (unsigned i = 0; i < count; i++) {
        const struct party_sealed *h = party_seal_of(t, first + i);
        if (h && memcmp(h->list, lists[i], HASH) != 0) {
            p->doubted = first + i;
            return party_fail(p, CHECK_SEAL_TWICE, "hand %u", first + i);
        }
    }
    if (first != t->sealed + 1)
        return party_fail(p, CHECK_ORDER, "hand %u is sealed, hand %u comes next", first, t->sealed + 1);
    for (unsigned i = 0; i < count; i++) {
        struct party_sealed *h = &t->seals[(first + i) % SEALED_MAX];
        memcpy(h->list, lists[i], HASH);
        memcpy(h->seal, m->signature, SIGNATURE);
        h->first = first;
        h->count = count;
        lists_add(t->lists, lists[i]);
    }
    if (p->at_home && !p->catching_up) /* elsewhere the folder is the arbiter's, and what is told again stands there */
        ledger_prove(p->folder, t->number, first, count, lists, m->signature);
    t->sealed = first + count - 1;
    return CHECK_FINE;
}

enum check verify_seal(struct party *p, struct party_table *t, const struct msg *m)
{
    list lists[SEAL_HANDS];
    struct seal seals[SEAL_HANDS];
    unsigned count = seals_count(m);
    if (t->number >= p->offer.at_once && (t[-1].hand.open || party_goes_on(p, &t[-1])))
        return party_fail(p, CHECK_ORDER, "table %u is opened before the one before it is over", t->number);
    if (count < 1 || count > SEAL_HANDS)
        return party_fail(p, CHECK_SEAL_LIST, "%u hands in one SEAL", count);
    for (unsigned i = 0; i < count; i++) {
        struct seal *s = &seals[i];
        if (!seals_get(m, i, s) || s->size != p->cards * HASH || !distinct(s->commits, p->cards))
            return party_fail(p, CHECK_SEAL_LIST, "entry %u", i);
        if (s->hand != seals[0].hand + i || s->hand < 1 || s->hand > p->offer.hands_max ||
            s->hand >= t->hand.number + SEALED_MAX)
            return party_fail(p, CHECK_ORDER, "hand %u is sealed in hand %u", s->hand, t->hand.number);
        deal_list(lists[i], t->deal_id, s->hand, p->cards, s->commits);
    }
    uint32_t first = seals[0].hand;
    enum check c = seal_signed(p, t, m, first, count, (const list *)lists);
    if (c == CHECK_FINE)
        c = seal_enter(p, t, m, first, count, (const list *)lists);
    for (unsigned i = 0; c == CHECK_FINE && i < count; i++)
        memcpy(t->commits[(first + i) % SEALED_MAX], seals[i].commits, seals[i].size);
    return c;
}

/* --- openings --- */

/* The seat that a place of the cut order belongs to; the turned card is nobody's. */
static unsigned place_seat(const struct party *p, const struct party_table *t, unsigned place)
{
    if (place == 3u * p->offer.seats)
        return t->hand.gallo;
    return place < 3u * p->offer.seats ? place / 3u : FIEL_NOBODY;
}

/* Which of its seat's cards a slot is now: what the gallo laid away is its fourth, and the fourth stands there. */
static unsigned slot_card(const struct party *p, const struct party_table *t, unsigned slot)
{
    const struct party_hand *h = &t->hand;
    unsigned place = h->place[slot], card = place == 3u * p->offer.seats ? 3 : place % 3u;
    if (h->discard == FIEL_NOBODY || place_seat(p, t, place) != h->gallo)
        return card;
    return card == h->discard ? 3 : card == 3 ? h->discard : card;
}

/* The seat that a slot belongs to, or FIEL_NOBODY. */
static unsigned slot_seat(const struct party *p, const struct party_table *t, unsigned slot)
{
    return slot < p->cards ? place_seat(p, t, t->hand.place[slot]) : FIEL_NOBODY;
}

static bool in_deck(const struct party *p, card_t card)
{
    for (unsigned i = 0; i < p->cards; i++)
        if (p->deck[i] == card)
            return true;
    return false;
}

/* These very bytes were opened to me with my cards: what held then holds now. */
static bool opened_to_me(const struct party_hand *h, const uint8_t *bytes)
{
    for (unsigned i = 0; i < h->own_count; i++)
        if (memcmp(h->own[i], bytes, OPENING) == 0)
            return true;
    return false;
}

/* Opens one slot: what was sealed is shown, it is of the deck, and it was not seen in another slot. */
static enum check opening_take(struct party *p, struct party_table *t, const uint8_t *bytes, struct opening *o)
{
    struct party_hand *h = &t->hand;
    const uint8_t *commits = t->commits[h->number % SEALED_MAX];
    opening_read(o, bytes);
    if (!opened_to_me(h, bytes) && !opening_holds(o, commits, p->cards, t->deal_id, h->number))
        return party_fail(p, CHECK_OPENING, "slot %u", o->slot);
    if (!in_deck(p, o->card))
        return party_fail(p, CHECK_CARD, "card number %u in slot %u is not of this deck", o->card, o->slot);
    if (h->slot_of[o->card] != SLOT_NONE && h->slot_of[o->card] != o->slot)
        return party_fail(p, CHECK_CARD, "card number %u lies in slots %u and %u", o->card, h->slot_of[o->card],
                          o->slot);
    h->slot_of[o->card] = o->slot;
    return CHECK_FINE;
}

/* The same for a card that everybody is shown as `seat`'s; `used` has a bit per slot that it cannot come from. */
static enum check shown_take(struct party *p, struct party_table *t, unsigned seat, const uint8_t *bytes, uint64_t used,
                             struct opening *o)
{
    unsigned slot = bytes[0];
    if (slot_seat(p, t, slot) != seat)
        return party_fail(p, CHECK_SLOT_OWNER, "slot %u is not seat %u's", slot, seat);
    if (used >> slot & 1)
        return party_fail(p, CHECK_SLOT_TWICE, "slot %u", slot);
    enum check c = opening_take(p, t, bytes, o);
    if (c == CHECK_FINE)
        t->hand.shown |= UINT64_C(1) << slot;
    return c;
}

/* --- DEAL and CARDS --- */

/* Every party's x[h]: mine is the one I sent, out of the chain whose end I joined with; the others hash to the ones before. */
static enum check cuts_check(struct party *p, struct party_table *t, uint32_t hand, const uint8_t *cuts)
{
    uint8_t before[HASH];
    for (unsigned party = 0; party < p->parties; party++) {
        const uint8_t *x = cuts + party * HASH;
        bool mine = party == p->seat && !p->second_leg;
        if (mine && memcmp(x, t->cuts[hand], HASH) != 0)
            return party_fail(p, CHECK_MY_CUT, "hand %u", hand);
        if (!mine)
            cut_previous(before, x, t->deal_id, party, hand);
        if (!mine && memcmp(before, t->last_cut[party], HASH) != 0)
            return party_fail(p, CHECK_CUT_CHAIN, "party %u in hand %u", party, hand);
        memcpy(t->last_cut[party], x, HASH);
    }
    return CHECK_FINE;
}

/* Clears the table for a hand whose cuts are known; returns the mano that the cut gives, or the next one. */
static unsigned hand_cut(struct party *p, struct party_table *t, const struct msg *m)
{
    struct party_hand *h = &t->hand;
    uint8_t z[HASH], sigma[FIEL_CARDS];
    deal_cut(z, t->deal_id, m->hand, party_seal_of(t, m->hand)->list, p->parties, m->blob);
    deal_sigma(sigma, p->cards, z);
    unsigned mano = m->hand == 1 ? deal_first_mano(p->offer.seats, z) : (h->mano + 1u) % p->offer.seats;
    struct party_hand fresh = { .number = m->hand,
                                .open = true,
                                .mano = (uint8_t)mano,
                                .vira = CARD_NONE,
                                .gallo = (uint8_t)rules_gallo(&p->rules, p->offer.seats, mano),
                                .discard = FIEL_NOBODY };
    p->hands++;
    if (!h->game_ended)
        memcpy(fresh.score, h->score, sizeof fresh.score);
    for (unsigned i = 0; i < p->cards; i++)
        fresh.place[sigma[i]] = (uint8_t)i;
    memset(fresh.slot_of, SLOT_NONE, sizeof fresh.slot_of);
    memset(fresh.table, CARD_NONE, sizeof fresh.table);
    memset(fresh.dealt, CARD_NONE, sizeof fresh.dealt);
    *h = fresh;
    return mano;
}

/* The turned card lies after the seats' cards (and after the gallo's fourth where three play). */
static enum check vira_take(struct party *p, struct party_table *t, const struct msg *m)
{
    struct opening o;
    unsigned place = 3u * p->offer.seats + (p->offer.seats == 3);
    if (m->blob2_size == 0 && !rules_turn_card(&p->rules))
        return CHECK_FINE;
    if (m->blob2_size != OPENING || m->blob2[0] >= p->cards || t->hand.place[m->blob2[0]] != place)
        return party_fail(p, CHECK_SLOT_OWNER, "the turned card is not from place %u", place);
    enum check c = shown_take(p, t, FIEL_NOBODY, m->blob2, 0, &o);
    if (c == CHECK_FINE)
        t->hand.vira = o.card;
    return c;
}

enum check verify_deal(struct party *p, struct party_table *t, const struct msg *m)
{
    if (m->hand != t->hand.number + 1 || m->hand > t->sealed || !party_goes_on(p, t))
        return party_fail(p, CHECK_ORDER, "hand %u is dealt after hand %u, %u are sealed", m->hand, t->hand.number,
                          t->sealed);
    if (m->blob_size != p->parties * HASH)
        return party_fail(p, CHECK_CUT_CHAIN, "%zu bytes of cuts for %u parties", m->blob_size, p->parties);
    enum check c = cuts_check(p, t, m->hand, m->blob);
    if (c != CHECK_FINE)
        return c;
    unsigned mano = hand_cut(p, t, m);
    if (m->mano != mano)
        return party_fail(p, CHECK_MANO, "seat %u, it is seat %u", m->mano, mano);
    t->request.open = t->default_action = false;
    return vira_take(p, t, m);
}

enum check verify_cards(struct party *p, struct party_table *t, const struct msg *m)
{
    struct party_hand *h = &t->hand;
    size_t n = m->blob_size / OPENING;
    bool unseen = rules_unseen(&p->rules, h->score);
    unsigned dealt = h->gallo == p->seat ? 4 : 3;
    if (m->hand != h->number || h->held || n != (unseen ? 0 : dealt) || m->blob_size != n * OPENING)
        return party_fail(p, CHECK_ORDER, "%zu bytes of cards for hand %u", m->blob_size, m->hand);
    while (unseen && h->held < 3)
        h->dealt[h->held++] = CARD_HIDDEN;
    for (size_t i = 0; i < n; i++) {
        struct opening o;
        const uint8_t *bytes = m->blob + i * OPENING;
        if (slot_seat(p, t, bytes[0]) != p->seat)
            return party_fail(p, CHECK_SLOT_OWNER, "slot %u is not mine", bytes[0]);
        for (size_t j = 0; j < i; j++)
            if (m->blob[j * OPENING] == bytes[0])
                return party_fail(p, CHECK_SLOT_TWICE, "slot %u", bytes[0]);
        enum check c = opening_take(p, t, bytes, &o);
        if (c != CHECK_FINE)
            return c;
        memcpy(h->own[h->own_count++], bytes, OPENING);
        h->dealt[h->held++] = o.card;
    }
    if (p->calls->hand_start)
        p->calls->hand_start(h->number, h->mano, h->dealt, p->calls->user);
    return CHECK_FINE;
}

/* --- ACT and SHOW --- */

/* What the rules do for a seat by themselves, without asking it. */
static bool by_itself(struct action a)
{
    return a.kind == ACT_FLOR || a.kind == ACT_DECLARE || a.kind == ACT_SILENT || a.kind == ACT_SON_BUENAS;
}

/* An action told as mine is the one I answered.  After a restart I no longer know what that was. */
static enum check mine_check(struct party *p, struct party_table *t, struct action a, unsigned value)
{
    struct party_request *q = &t->request;
    bool asked = q->open, acts_for_me = t->default_action;
    q->open = t->default_action = false;
    bool by_another_me = asked && q->answered_before;
    if (acts_for_me || by_another_me || (asked && !q->decided) || (!asked && by_itself(a)))
        return CHECK_FINE;
    bool same = asked && action_code(a) == action_code(q->action);
    bool down = a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD;
    if (asked && down && q->action.kind == a.kind && q->action.arg < FIEL_CARDS)
        same = a.arg == CARD_HIDDEN && value == t->hand.slot_of[q->action.arg];
    return same ? CHECK_FINE
                : party_fail(p, CHECK_NOT_MY_ACTION, "told %u, said %u", action_code(a), action_code(q->action));
}

/* A card on the table: face up, or out of a hand played unseen, it is opened, face down only its slot is named. */
static enum check play_take(struct party *p, struct party_table *t, const struct msg *m, struct action a)
{
    struct party_hand *h = &t->hand;
    struct opening o = { 0 };
    if (h->plays[m->seat] >= SHAPE_TRICK)
        return party_fail(p, CHECK_ORDER, "seat %u plays a fourth card", m->seat);
    if (a.kind != ACT_PLAY_DOWN) {
        if (m->blob_size != OPENING)
            return party_fail(p, CHECK_OPENING, "a card without its opening");
        enum check c = shown_take(p, t, m->seat, m->blob, h->shown | h->down | h->laid, &o);
        if (c != CHECK_FINE)
            return c;
        card_t told = a.kind == ACT_PLAY ? a.arg : (card_t)m->value;
        if (o.card != told)
            return party_fail(p, CHECK_OPENING, "card number %u is told, %u is opened", told, o.card);
        if (a.kind == ACT_PLAY_BLIND && slot_card(p, t, o.slot) != a.arg)
            return party_fail(p, CHECK_SLOT_OWNER, "slot %u is not the one of place %u", o.slot, a.arg);
        if (m->seat == p->seat)
            h->dealt[slot_card(p, t, o.slot)] = o.card; /* of a hand played unseen I see it now */
    } else {
        if (m->value >= p->cards || slot_seat(p, t, m->value) != m->seat)
            return party_fail(p, CHECK_SLOT_OWNER, "slot %u is not seat %u's", m->value, m->seat);
        if ((h->shown | h->down | h->laid) >> m->value & 1)
            return party_fail(p, CHECK_SLOT_TWICE, "slot %u", m->value);
        if (a.arg != CARD_HIDDEN || m->blob_size != 0)
            return party_fail(p, CHECK_OPENING, "a card face down is opened");
        h->down |= UINT64_C(1) << m->value;
    }
    unsigned slot = a.kind == ACT_PLAY_DOWN ? m->value : o.slot;
    h->gone[m->seat] |= (uint8_t)(1u << slot_card(p, t, slot));
    h->table[h->plays[m->seat]++ * SHAPE_SEAT + m->seat] = a.kind == ACT_PLAY_DOWN ? a.arg : o.card;
    return CHECK_FINE;
}

/* What the gallo lays away is named by its slot alone. */
static enum check discard_take(struct party *p, struct party_table *t, const struct msg *m, struct action a)
{
    struct party_hand *h = &t->hand;
    if (m->seat != h->gallo || h->discard != FIEL_NOBODY)
        return party_fail(p, CHECK_ORDER, "seat %u lays a card away", m->seat);
    if (m->value >= p->cards || slot_seat(p, t, m->value) != m->seat)
        return party_fail(p, CHECK_SLOT_OWNER, "slot %u is not seat %u's", m->value, m->seat);
    if (a.arg != CARD_HIDDEN || m->blob_size != 0)
        return party_fail(p, CHECK_OPENING, "the card laid away is opened");
    h->laid = UINT64_C(1) << m->value;
    h->discard = (uint8_t)slot_card(p, t, m->value);
    h->gone[m->seat] = 8;
    if (m->seat != p->seat)
        return CHECK_FINE;
    card_t fourth = h->dealt[3];
    h->dealt[3] = h->dealt[h->discard];
    h->dealt[h->discard] = fourth;
    return CHECK_FINE;
}

enum check verify_act(struct party *p, struct party_table *t, const struct msg *m)
{
    struct action a = action_of_code(m->action);
    enum check c = CHECK_FINE;
    if (m->seat >= p->offer.seats)
        return party_fail(p, CHECK_ORDER, "an action of seat %u", m->seat);
    if (!t->default_action)
        c = verify_told(p, t);
    if (c == CHECK_FINE && (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN || a.kind == ACT_PLAY_BLIND))
        c = play_take(p, t, m, a);
    if (c == CHECK_FINE && a.kind == ACT_DISCARD)
        c = discard_take(p, t, m, a);
    if (c == CHECK_FINE && m->seat == p->seat)
        c = mine_check(p, t, a, m->value);
    if (c == CHECK_FINE && p->calls->acted)
        p->calls->acted(m->seat, a, m->value, p->calls->user);
    return c;
}

enum check verify_show(struct party *p, struct party_table *t, const struct msg *m)
{
    if (m->seat >= p->offer.seats || m->blob_size % OPENING != 0)
        return party_fail(p, CHECK_ORDER, "%zu bytes of cards of seat %u", m->blob_size, m->seat);
    for (size_t at = 0; at < m->blob_size; at += OPENING) {
        struct opening o;
        enum check c = shown_take(p, t, m->seat, m->blob + at, t->hand.shown | t->hand.laid, &o);
        if (c != CHECK_FINE)
            return c;
        if (p->calls->shown)
            p->calls->shown(m->seat, o.card, p->calls->user);
    }
    return CHECK_FINE;
}
