/* liar: a whole arbiter in memory for the tests of the SDK, honest but for one lie.
 *
 * Two bots (struct party) sit at it without sockets, and where one is wanted a cutter behind them.  It plays a match
 * to its end, or until it has told the lie it was given; seat 0 is the one that has to notice, or the cutter.  Each lie is told once, where its message is made. */
#ifndef TESTS_LIAR_H
#define TESTS_LIAR_H

#include "liar_hand.h"

/* --- putting it together ------------------------------------------------------------------------- */

/* All hear what waits for them.  False when one of them stops. */
static inline bool deliver_all(struct liar *l)
{
    bool fine = true;
    for (unsigned i = 0; i < l->parties; i++)
        fine = deliver(l, i) && fine;
    return fine;
}

/* After the lie its victim hears everything at once.  True while the match can go on. */
static inline bool goes_on(struct liar *l)
{
    bool told = l->told_it && !l->slow;
    if (told)
        deliver(l, l->victim);
    for (unsigned i = 0; i < l->parties; i++)
        told = told || l->bot[i]->failed != CHECK_FINE;
    return !told;
}

/* x of this hand, from the ends of the chains that the primary's bots sent. */
static inline void twin_cuts(struct liar *l)
{
    const struct liar *a = l->primary;
    memcpy(l->x, a->x, sizeof l->x);
    for (unsigned i = 0; i < 2; i++)
        for (uint32_t j = a->offer.hands_max; j > l->hand; j--)
            cut_previous(l->x[i], l->x[i], a->table_id, i, j);
}

/* Without the cutter's cut, in hand 1 where that gives another mano. */
static inline bool cutter_ignored(struct liar *l, const struct pack *p)
{
    uint8_t with[HASH], without[HASH];
    if (l->hand != 1)
        return l->hand == 2 && l->lie == LIE_CUTTER_IGNORED_LATER;
    deal_cut(with, l->deal_id, 1, p->list, 3, l->x[0]);
    deal_cut(without, l->deal_id, 1, p->list, 2, l->x[0]);
    return deal_first_mano(2, with) != deal_first_mano(2, without) && lying(l, LIE_CUTTER_IGNORED);
}

static inline void deal_hand(struct liar *l)
{
    uint8_t z[HASH];
    card_t cards[SEATS_MAX][HELD_MAX];
    char why[RULES_ERROR_TEXT];
    l->hand++;
    if (l->primary)
        twin_cuts(l);
    const struct pack *p = pack_of(l, l->hand);
    deal_cut(z, l->deal_id, l->hand, p->list, l->parties - cutter_ignored(l, p), l->x[0]);
    deal_sigma(l->sigma, l->cards, z);
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned k = 0; k < 3; k++)
            cards[seat][k] = p->card[deal_slot(l->sigma, seat, k)];
    l->mano = l->hand == 1 ? deal_first_mano(2, z) : l->mano ^ 1u;
    int error = match_deal(&l->match, cards, CARD_NONE, l->hand == 1 ? (int)l->mano : NOBODY, why);
    assert(error == 0 || l->spoiled);
    l->before = l->match.open.score[0];
}

/* One decision.  False when it is over for one of the bots. */
static inline bool decision(struct liar *l)
{
    unsigned seat = (unsigned)match_turn(&l->match);
    struct match next;
    tell_request(l, seat);
    l->asked++;
    if (!goes_on(l) || !deliver(l, seat))
        return false;
    assert(l->answered);
    enum rule_error e = match_apply(&l->match, (int)seat, l->answer, &next);
    assert(e == RULE_OK);
    /* The slots are told from the state before the card is gone. */
    l->match = next;
    tell_action(l, seat, l->answer);
    return goes_on(l);
}

static inline bool liar_more(const struct liar *l) { return l->games < l->offer.games; }

/* DEAL to HAND_END, and what the bots answer to that. */
static inline bool hand(struct liar *l)
{
    deal_hand(l);
    tell_deal(l);
    tell_cards(l, 0);
    tell_cards(l, 1);
    if (l->hand == 2 && lying(l, LIE_CUTTER_IGNORED_LATER))
        tell_card(l, l->mano, (struct action){ ACT_PLAY, l->match.dealt[l->mano][0] });
    if (!goes_on(l) || (l->spoiled && !deliver(l, 0)))
        return false;
    while (match_turn(&l->match) != NOBODY)
        if (!decision(l))
            return false;
    if (lying(l, LIE_RESULT_EARLY))
        tell_result(l);
    tell_shown(l);
    if (l->match.open.game_over)
        tell_game_end(l);
    tell_hand_end(l);
    if (liar_more(l))
        seal_when_due(l);
    if (!goes_on(l) || !deliver_all(l))
        return false;
    assert(l->signs[0] == l->hand && l->signs[1] == l->hand);
    assert(!liar_more(l) || l->primary || (l->cut[0] == l->hand + 1 && l->cut[1] == l->hand + 1));
    tell_signatures(l);
    return goes_on(l);
}

/* HELLO to the first cuts. */
static inline bool opening(struct liar *l)
{
    for (unsigned i = 0; i < l->parties; i++)
        hear(l, i);
    assert(l->said_hello[0] && l->said_hello[1]);
    tell_offer(l);
    if (!goes_on(l) || !deliver_all(l))
        return false;
    assert(l->joined[0] && l->joined[1]);
    if (lying(l, LIE_EARLY_DEAL))
        tell_deal(l);
    tell_open(l);
    if (!goes_on(l))
        return false;
    seal_when_due(l);
    return goes_on(l) && deliver_all(l);
}

/* Bytes that are no envelope at all. */
static inline void mumble(struct liar *l)
{
    static const uint8_t garbage[] = { 0xc1, 0, 1, 2 }, wide[] = { 0x92, 0xcc, 0x00, 0x91, 0x01 };
    if (lying(l, LIE_GARBAGE))
        party_take(l->bot[0], garbage, sizeof garbage);
    if (lying(l, LIE_NOT_MINIMAL))
        party_take(l->bot[0], wide, sizeof wide);
}

/* Plays the match.  True when it came to its end for both bots. */
static inline bool liar_run(struct liar *l)
{
    mumble(l);
    if (!goes_on(l) || !opening(l))
        return false;
    while (liar_more(l))
        if (!hand(l))
            return false;
    tell_result(l);
    bool over = true;
    for (unsigned i = 0; i < l->parties; i++)
        over = deliver(l, i) && over && party_over(l->bot[i]);
    return over;
}

/* --- setting up ---------------------------------------------------------------------------------- */

static inline struct action decide_any(const struct view *v, const struct action *legal, int n, void *user)
{
    struct liar *l = user;
    (void)v;
    return legal[fiel_random_below(&l->dice, (unsigned)n)];
}

static inline void liar_seat(struct liar *l, unsigned seat)
{
    l->bot[seat] = malloc(sizeof *l->bot[seat]);
    assert(l->bot[seat]);
    int error = party_start(l->bot[seat], seat ? "one" : "zero", l->folder[seat], &l->calls[seat]);
    assert(error == 0);
}

/* A bot's process is killed and another one started in the same folder. */
static inline void liar_restart(struct liar *l, unsigned seat)
{
    party_end(l->bot[seat]);
    free(l->bot[seat]);
    liar_seat(l, seat);
}

/* A secret that follows from the dice, so that a match can be had again. */
static inline void liar_secret(struct liar *l, unsigned seat, const char *name, uint64_t dice)
{
    struct fiel_random r = { dice * 4 + seat + (unsigned char)name[0] * 1000u };
    uint64_t secret[4];
    char path[96];
    for (int i = 0; i < 4; i++)
        secret[i] = fiel_random(&r);
    snprintf(path, sizeof path, "%s/%s", l->folder[seat], name);
    FILE *f = fopen(path, "wb");
    size_t n = f ? fwrite(secret, 1, sizeof secret, f) : 0;
    assert(n == sizeof secret);
    fclose(f);
}

/* One more party, in a folder of its own. */
static inline void liar_party(struct liar *l, uint64_t dice)
{
    unsigned i = l->parties++;
    strcpy(l->folder[i], "/tmp/fiel-sdk-XXXXXX");
    char *made = mkdtemp(l->folder[i]);
    l->told[i] = calloc(1, sizeof *l->told[i]);
    assert(made && l->told[i]);
    l->told[i]->bytes = malloc(LIAR_BYTES);
    l->calls[i] = (struct fiel_callbacks){ .decide = i < 2 ? decide_any : NULL, .user = l };
    liar_secret(l, i, "signing-key", dice);
    liar_secret(l, i, "chain-secret", dice);
    liar_seat(l, i);
    l->bot[i]->catching_up = false; /* its keys are not from an earlier life */
}

static inline struct liar *liar_new(enum lie lie, const char *rules, uint32_t games, uint64_t dice)
{
    struct liar *l = calloc(1, sizeof *l);
    char why[RULES_ERROR_TEXT];
    uint8_t public_key[KEY_PUBLIC];
    int error = sodium_init();
    assert(l && error >= 0);
    l->lie = lie;
    l->dice.state = dice;
    liar_party(l, dice);
    liar_party(l, dice);
    memset(l->seed, (int)(dice & 0x7f), HASH);
    crypto_sign_seed_keypair(public_key, l->key, l->seed);
    struct offer *o = &l->offer;
    *o = (struct offer){ .games = games, .seats = 2, .hands_max = LIAR_HANDS, .tables = 1, .bank_us = 30000000,
                         .inc_us = 1000, .cap_us = 5000000, .grace_us = 50000, .start_us = 1000000, .sign = dice % 2 };
    snprintf(o->rules, sizeof o->rules, "%s", rules);
    strcpy(o->name[0], "zero");
    strcpy(o->name[1], "one");
    memcpy(o->arbiter, public_key, KEY_PUBLIC);
    deal_seed_commit(o->seed_commit, l->seed, o->nonce);
    error = rules_parse(rules, &l->rules, why);
    assert(error == 0);
    error = match_new(&l->match, &l->rules, 2, why);
    assert(error == 0);
    l->cards = deal_deck(&l->rules, l->deck);
    return l;
}

/* A match with a cutter, who is the one that has to notice. */
static inline struct liar *liar_cut(enum lie lie, const char *rules, uint32_t games, uint64_t dice)
{
    struct liar *l = liar_new(lie, rules, games, dice);
    liar_party(l, dice);
    l->victim = 2;
    l->offer.cutters = 1;
    return l;
}

/* The second leg of a pair after a first one that was played honestly: other bots, in folders of their own. */
static inline struct liar *liar_twin(enum lie lie, struct liar *primary, uint64_t dice)
{
    struct liar *l = liar_new(lie, primary->offer.rules, primary->offer.games, dice);
    memcpy(l->seed, primary->seed, HASH);
    memcpy(l->key, primary->key, sizeof l->key);
    l->offer = primary->offer;
    l->primary = primary;
    return l;
}

static inline void liar_free(struct liar *l)
{
    for (unsigned i = 0; i < l->parties; i++) {
        char command[128];
        party_end(l->bot[i]);
        free(l->bot[i]);
        free(l->told[i]->bytes);
        free(l->told[i]);
        snprintf(command, sizeof command, "rm -rf %s", l->folder[i]);
        int error = system(command);
        assert(error == 0);
    }
    free(l);
}

#endif
