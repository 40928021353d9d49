/* verify_table: what is checked of the game: the view, the score, the transcript and who signed it. */
#include "party.h"

#include <string.h>

#include "rules/values.h"

/* --- REQUEST --- */

static bool holds(const card_t cards[FIEL_HELD_MAX], card_t card)
{
    for (unsigned i = 0; i < FIEL_HELD_MAX; i++)
        if (cards[i] == card)
            return true;
    return false;
}

/* The view shows exactly the cards I was dealt, and no rival's. */
static enum check cards_check(struct party *p, struct party_table *t, const struct view *v)
{
    for (unsigned seat = 0; seat < p->offer.seats; seat++)
        for (unsigned i = 0; i < FIEL_HELD_MAX; i++) {
            card_t card = v->known[seat][i];
            if (seat == p->seat ? !holds(t->hand.dealt, card) || !holds(v->known[seat], t->hand.dealt[i])
                                : card != CARD_NONE && (p->offer.seats == 3 || seat % 2 != p->seat % 2))
                return party_fail(p, CHECK_VIEW_CARDS, "card number %u of seat %u", card, seat);
        }
    return CHECK_FINE;
}

/* A flor ends the trick in which it is sung: a seat that had not played to it plays its first card to the next. */
static bool tricks_break(const struct party *p) { return p->rules.opt[OPT_FLOR_ENDS] == FLOR_ENDS_TRICK; }

static enum check facts_check(struct party *p, struct party_table *t, const struct open *o)
{
    const struct party_hand *h = &t->hand;
    struct fact {
        const char *name;
        unsigned told, known;
    } facts[] = {
        { "seats", o->seats, p->offer.seats }, { "scorers", o->scorers, p->scorers }, { "hand", o->hand, h->number },
        { "game", o->game, t->games + 1 },     { "mano", o->mano, h->mano },          { "gallo", o->gallo, h->gallo },
        { "discard", o->discard, h->discard }, { "turn", o->turn, p->seat },          { "vira", o->vira, h->vira },
        { "hand_over", o->hand_over, 0 },
    };
    for (const struct fact *f = facts; f < facts + sizeof facts / sizeof *facts; f++)
        if (f->told != f->known)
            return party_fail(p, CHECK_VIEW_FACTS, "%s %u, it is %u", f->name, f->told, f->known);
    for (unsigned seat = 0; seat < p->offer.seats; seat++) {
        unsigned nth = 0;
        for (unsigned trick = 0; trick < SHAPE_TRICK; trick++) {
            card_t card = o->table[trick * SHAPE_SEAT + seat];
            bool left_out = card == CARD_NONE && trick < o->trick && tricks_break(p);
            if (!left_out && card != h->table[nth++ * SHAPE_SEAT + seat])
                return party_fail(p, CHECK_VIEW_FACTS, "trick %u, seat %u: card number %u", trick, seat, card);
        }
        if (nth < h->plays[seat])
            return party_fail(p, CHECK_VIEW_FACTS, "a card of seat %u is not on the table", seat);
    }
    if (memcmp(o->gone, h->gone, p->offer.seats) != 0)
        return party_fail(p, CHECK_VIEW_FACTS, "other cards are gone than were played");
    for (unsigned s = 0; s < p->scorers; s++)
        if (o->score[s] < h->score[s])
            return party_fail(p, CHECK_SCORE, "side %u had %u, has %u", s, h->score[s], o->score[s]);
    return CHECK_FINE;
}

/* The arbiter's list is the one that the rules give for this view, whatever it is filled up to. */
static enum check legal_check(struct party *p, struct party_table *t, const struct msg *m)
{
    struct party_request *q = &t->request;
    struct reader r;
    q->legal_count = view_legal(&q->view, q->legal);
    read_start(&r, m->legal, m->legal_size);
    size_t n = read_array(&r, FIEL_LEGAL_MAX + LEGAL_PLAIN), due = (size_t)q->legal_count;
    bool same = !r.bad && due >= 1 && n >= due;
    for (size_t i = 0; same && i < n; i++)
        same = read_uint(&r, UINT16_MAX) == (i < due ? action_code(q->legal[i]) : NO_ACTION) && !r.bad;
    return same ? CHECK_FINE : party_fail(p, CHECK_LEGAL, "%zu are told, the rules give %d", n, q->legal_count);
}

static enum check clock_check(struct party *p, const struct msg *m)
{
    const struct offer *o = &p->offer;
    uint64_t budget = (m->bank_us < o->cap_us ? m->bank_us : o->cap_us) + o->grace_us;
    bool more = p->tables > 1 && m->budget_us > budget; /* there is time for what is asked at other tables, too */
    return m->budget_us == budget || more ? CHECK_FINE
                                          : party_fail(p, CHECK_CLOCK, "%llu us, agreed are %llu us",
                                                       (unsigned long long)m->budget_us, (unsigned long long)budget);
}

enum check verify_request(struct party *p, struct party_table *t, const struct msg *m)
{
    struct party_request *q = &t->request;
    struct reader r;
    if (m->request <= q->number || t->hand.held == 0)
        return party_fail(p, CHECK_ORDER, "request %u after request %u", m->request, q->number);
    if (verify_told(p, t) != CHECK_FINE)
        return p->failed;
    read_start(&r, m->view, m->view_size);
    read_view(&r, &q->view, &p->rules);
    if (!read_done(&r) || q->view.seat != p->seat)
        return party_fail(p, CHECK_VIEW_FACTS, "its bytes are not my view");
    const char *wrong = open_facts_check(&q->view.open);
    if (wrong != NULL)
        return party_fail(p, CHECK_VIEW_FACTS, "%s", wrong);
    enum check c = facts_check(p, t, &q->view.open);
    if (c == CHECK_FINE)
        c = cards_check(p, t, &q->view);
    if (c == CHECK_FINE)
        c = legal_check(p, t, m);
    if (c == CHECK_FINE)
        c = clock_check(p, m);
    q->number = m->request;
    q->bank_us = m->bank_us;
    q->budget_us = m->budget_us;
    q->used_us = m->used_us;
    q->open = c == CHECK_FINE; /* nobody is asked to choose from a list that is not the rules' */
    q->answered = q->decided = q->refused = false;
    q->answered_before = p->reborn && p->catching_up;
    q->signs = q->signs_told = q->note_size = 0;
    q->note_told = false;
    return c;
}

/* --- GAME_END, HAND_END, SIGNED --- */

/* A game that ends in a hand leaves its last score for that hand's HAND_END; the next game starts at 0-0. */
enum check verify_game_end(struct party *p, struct party_table *t, const struct msg *m)
{
    if (m->game != t->games + 1 || m->scorers != p->scorers || t->hand.game_ended)
        return party_fail(p, CHECK_SCORE, "game %u ends after %u games, winner %u", m->game, t->games, m->winner);
    t->games++;
    p->won[m->winner]++;
    t->request.open = false;
    if (t->hand.open) {
        t->hand.game_ended = true;
        memcpy(t->hand.game_score, m->score, sizeof m->score);
    }
    if (p->calls->game_end)
        p->calls->game_end(m->winner, p->calls->user);
    return CHECK_FINE;
}

/* Puts a signature off.  P is one chain: who signs its head signs every hand before it too, so of each signer
 * only the newest is kept.  party_settle verifies them when they are due. */
static enum check later_add(struct party *p, const struct msg *m, enum check check, unsigned signer)
{
    struct party_later *l = &p->later[signer == SIGNER_ARBITER ? PARTIES_MAX : signer];
    *l = (struct party_later){ .check = check, .signer = (uint8_t)signer, .number = p->ends.number, .p = p->ends.p };
    memcpy(l->views, p->ends.views, HASH);
    memcpy(l->signature, m->signature, SIGNATURE);
    l->size = m->size < sizeof l->bytes ? m->size : sizeof l->bytes;
    memcpy(l->bytes, m->bytes, l->size);
    p->later_due |= signer == SIGNER_ARBITER && p->ends.count % SETTLE_HANDS == 0;
    return CHECK_FINE;
}

enum check verify_later(struct party *p, const struct party_later *l)
{
    struct message m;
    const uint8_t *key = l->signer == SIGNER_ARBITER ? p->offer.arbiter : p->offer.key[l->signer];
    hands_signed_message(&m, p->match_id, l->signer, l->number, &l->p, l->views, p->checkpoint);
    if (verify_message(l->signature, key, &m))
        return CHECK_FINE;
    return party_fail(p, l->check, "%u hands, signer %u", l->number, l->signer);
}

enum check verify_hand_end(struct party *p, struct party_table *t, const struct msg *m)
{
    struct party_hand *h = &t->hand;
    if (m->hand != h->number)
        return party_fail(p, CHECK_ORDER, "hand %u ends in hand %u", m->hand, h->number);
    if (m->scorers != p->scorers)
        return party_fail(p, CHECK_SCORE, "%u scores after hand %u", m->scorers, m->hand);
    for (unsigned s = 0; s < p->scorers; s++)
        if (h->game_ended ? m->score[s] != h->game_score[s] : m->score[s] < h->score[s])
            return party_fail(p, CHECK_SCORE, "side %u has %u after hand %u", s, m->score[s], m->hand);
    memcpy(h->score, m->score, sizeof h->score);
    h->open = t->request.open = false;
    p->hands_over++;
    if (p->calls->hand_end)
        p->calls->hand_end(h->score, p->calls->user);
    return CHECK_FINE;
}

/* P and my V as HANDS_END has them are mine: what I sign is what I was told, requests and banks too. */
enum check verify_hands_end(struct party *p, const struct msg *m)
{
    if (m->hand != p->hands_over || m->hand == p->ends.number)
        return party_fail(p, CHECK_ORDER, "%u hands are over, HANDS_END says %u", p->hands_over, m->hand);
    if (m->seq != p->pub.seq || memcmp(m->head, p->pub.head, HASH) != 0)
        return party_fail(p, CHECK_HEAD, "after %u hands", m->hand);
    if (m->blob_size != p->parties * HASH || memcmp(m->blob + p->seat * HASH, p->view.head, HASH) != 0)
        return party_fail(p, CHECK_HEAD, "my own messages, after %u hands", m->hand);
    if (memcmp(m->checkpoint, p->checkpoint, HASH) != 0)
        return party_fail(p, CHECK_LOG, "HANDS_END names another checkpoint than the one in OPEN");
    p->ends.number = m->hand;
    p->ends.count++;
    p->ends.p = p->pub;
    hash_bytes(p->ends.views, m->blob, m->blob_size);
    p->sync_due = true;
    return later_add(p, m, CHECK_HAND_END_SIGNATURE, SIGNER_ARBITER);
}

/* Every party's signature is relayed, mine too: the same check holds for all. */
enum check verify_signed(struct party *p, const struct msg *m)
{
    if (m->hand != p->ends.number || m->seat >= p->parties)
        return party_fail(p, CHECK_ORDER, "a signature of hand %u by party %u", m->hand, m->seat);
    if (m->seat == p->seat)
        p->ends.passed = m->hand;
    bool sent = m->seat == p->seat && m->hand == p->sign_sent;
    if (sent && memcmp(m->signature, p->signature, SIGNATURE) == 0)
        return CHECK_FINE;
    return later_add(p, m, CHECK_SIGNED_SIGNATURE, m->seat);
}
