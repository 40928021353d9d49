/* liar_lies: what is told otherwise than it is.  A message comes here as the course has packed it, is read, and is packed again; with
 * each of its fields goes the lie about it. */
#include "liar.h"

bool lying(struct liar *l, enum lie lie)
{
    if (l->lie != lie || l->told_it)
        return false;
    return l->told_it = true;
}

bool lying_slowly(struct liar *l, enum lie lie)
{
    bool now = lying(l, lie);
    l->slow = l->slow || now;
    return now;
}

/* From the first time on, every time: signatures are verified some hands later, the newest of each signer. */
static bool lying_on(struct liar *l, enum lie lie) { return lying_slowly(l, lie) || (l->lie == lie && l->told_it); }

/* --- before the first card ------------------------------------------------------------------------ */

/* Lies of the second leg, about the offer and the primary's OPEN in it. */
static void bend_twin(struct liar *l, struct offer *o)
{
    if (lying(l, LIE_TWIN_NAMES)) {
        memcpy(o->name[0], l->primary->offer.name[0], NAME_TEXT);
        memcpy(o->name[1], l->primary->offer.name[1], NAME_TEXT);
    }
    o->twin[5] ^= lying(l, LIE_TWIN_SIGNATURE);
    if (lying(l, LIE_TWIN_JOIN)) { /* and the arbiter signs it so */
        struct message m;
        o->twin[o->twin_size - 3] ^= 1;
        open_message(&m, o->twin + SIGNATURE, o->twin_size - SIGNATURE);
        sign_message(o->twin, l->key, &m);
    }
    o->nonce[0] ^= lying(l, LIE_TWIN_NONCE);
    o->inc_us += lying(l, LIE_TWIN_CLOCK);
    o->hands_max += lying(l, LIE_TWIN_HANDS);
    o->reveal = lying(l, LIE_TWIN_REVEAL) ? REVEAL_PAIR : o->reveal;
    if (lying(l, LIE_TWIN_KEY)) /* the rival signed in the first leg too, and plays all the same */
        memcpy(o->key[1], party_key(l->primary, 0), KEY_PUBLIC);
}

/* The seat that has to notice is told it, and nobody else. */
static void bend_offer(struct liar *l, const struct msg *m, struct packer *p)
{
    static struct offer o;
    static uint8_t bytes[sizeof o];
    struct packer k;
    bool read = read_offer(m->blob, m->blob_size, &o), mine = m->seat == l->victim;
    assert(read);
    if (mine) {
        if (lying(l, LIE_OFFER_KEY) || lying(l, LIE_CUTTER_KEY))
            memcpy(o.key[l->victim], o.key[1], KEY_PUBLIC);
        if (lying(l, LIE_OFFER_RULES))
            strcpy(o.rules, "argentino,flor=perhaps");
        o.tables = lying(l, LIE_OFFER_TABLES) ? o.games + 1 : o.tables;
        o.twin_size = lying(l, LIE_OFFER_TWIN) ? SIG + 200 : o.twin_size;
        o.held[1] = lying(l, LIE_OFFER_HELD) ? HELD_REMOTE + 1 : o.held[1];
        o.sign_every = lying(l, LIE_OFFER_SIGN_EVERY) ? 0 : o.sign_every;
        o.at_once = lying(l, LIE_OFFER_AT_ONCE) ? 2 : o.at_once;
        o.blind = lying(l, LIE_OFFER_BLIND) ? 1 : o.blind; /* and the names are those of the players */
        if (l->primary)
            bend_twin(l, &o);
    }
    pack_start(&k, bytes, sizeof bytes);
    pack_offer(&k, &o);
    if (mine && lying(l, LIE_OFFER_BYTES))
        pack_uint(&k, 1);
    assert(!k.bad);
    pack_msg_offer(p, k.bytes, k.size, mine && lying(l, LIE_CUTTER_SEAT) ? 1 : m->seat, m->view_key);
}

/* DEAL before OPEN. */
static void deal_early(struct packer *p)
{
    static const uint8_t nothing[LIAR_PARTIES * HASH];
    pack_msg_deal(p, 0, 0, 0, nothing, 2 * HASH, nothing, 0);
}

/* OPEN = [offer, [anchor | V_0 | signature of every party]], in which the lies stand. */
static void bend_open(struct liar *l, const struct msg *m, struct packer *p)
{
    enum {
        HEADERS = 1 + 3,
        JOIN = 2 * HASH + SIGNATURE,
        ONE = 2 + JOIN
    }; /* array and bin16; bin8 before each joining */
    static uint8_t open[PRIMARY_MAX];
    uint8_t signature[SIGNATURE];
    struct message text;
    if (lying(l, LIE_EARLY_DEAL)) {
        deal_early(p);
        return;
    }
    size_t size = m->blob_size, joins = size - l->parties * (size_t)ONE;
    memcpy(open, m->blob, size);
    open[HEADERS + 9] ^= lying(l, LIE_OPEN_OTHER_OFFER);
    uint8_t *mine = open + joins + 2, *other = mine + ONE;
    mine[3] ^= lying(l, LIE_OPEN_MY_ANCHOR);
    mine[HASH + 3] ^= lying(l, LIE_OPEN_MY_VIEW);
    mine[2 * HASH + 3] ^= lying(l, LIE_OPEN_MY_SIGNATURE);
    other[3] ^= lying(l, LIE_OPEN_OTHER_JOIN);
    if (lying(l, LIE_OPEN_ONE_PARTY)) {
        open[joins - 1] = 0x91;
        size = joins + ONE;
    }
    open_message(&text, open, size);
    sign_message(signature, l->key, &text);
    signature[0] ^= lying(l, LIE_OPEN_SIGNATURE);
    (void)lying(l, LIE_OFFER_LOGGED); /* the offer names a log, and no proof comes of it */
    pack_msg_open(p, open, size, signature, "proof", lying(l, LIE_OPEN_PROOF) ? 5 : 0);
}

/* --- the cards ------------------------------------------------------------------------------------ */

/* Seals a pack that holds a double or a strange card: every opening will hold, but not the cards. */
static void spoil_pack(struct liar *l, struct pack *p, uint32_t hand)
{
    bool twice = lying_slowly(l, LIE_PACK_DOUBLE), strange = lying_slowly(l, LIE_PACK_STRANGE);
    if (!twice && !strange)
        return;
    l->spoiled = hand;
    for (unsigned s = 0; s < p->n; s++) {
        l->honest[s] = p->card[s];
        p->card[s] = twice ? 7 : (card_t)(FIEL_CARDS + s);
        deal_commit(p->commit[s], p->salt[s], l->deal_id, hand, s, p->card[s]);
    }
    deal_list(p->list, l->deal_id, hand, p->n, p->commit[0]);
}

static void make_pack(struct liar *l, struct pack *p, const uint8_t seed[HASH], uint32_t hand, uint32_t told)
{
    uint8_t key[HASH];
    card_t deck[FIEL_CARDS];
    unsigned n = deal_deck(&l->rules, deck);
    deal_hand_key(key, seed, l->deal_id, told);
    deal_pack(p, key, l->deal_id, hand, deck, n);
}

struct pack *pack_of(struct liar *l, uint32_t hand)
{
    struct pack *p = &l->pack[hand % LIAR_PACKS];
    if (l->packed[hand % LIAR_PACKS] == hand)
        return p;
    if (l->primary && lying_slowly(l, LIE_TWIN_TABLE))
        memcpy(l->deal_id, l->table_id, HASH);
    bool other = hand == 2 && (lying_slowly(l, LIE_PACK_OTHER) || (l->primary && lying_slowly(l, LIE_TWIN_PACK)));
    make_pack(l, p, l->pack_seed, hand, hand + other);
    spoil_pack(l, p, hand);
    l->packed[hand % LIAR_PACKS] = hand;
    return p;
}

/* SEAL of these packs, signed. */
static void sign_seals(const struct liar *l, const struct seal *seals, unsigned count, uint8_t signature[SIGNATURE])
{
    uint32_t tables[LIAR_PACKS] = { 0 }, hands[LIAR_PACKS];
    uint8_t lists[LIAR_PACKS][HASH];
    struct message text;
    for (unsigned i = 0; i < count; i++) {
        hands[i] = seals[i].hand;
        deal_list(lists[i], l->deal_id, hands[i], (unsigned)(seals[i].size / HASH), seals[i].commits);
    }
    sealed_message(&text, l->match_id, count, tables, hands, (const uint8_t(*)[HASH])lists);
    sign_message(signature, l->key, &text);
}

static unsigned read_seals(const struct msg *m, struct seal seals[LIAR_PACKS])
{
    unsigned count = seals_count(m);
    assert(count <= LIAR_PACKS);
    for (unsigned i = 0; i < count; i++)
        (void)seals_get(m, i, &seals[i]);
    return count;
}

static void bend_seal(struct liar *l, const struct msg *m, struct packer *p)
{
    struct seal seals[LIAR_PACKS];
    uint8_t signature[SIGNATURE], commits[FIEL_CARDS * HASH];
    unsigned count = read_seals(m, seals), gap = lying(l, LIE_SEAL_GAP);
    if (lying(l, LIE_SEAL_SAME)) {
        memcpy(commits, seals[1].commits, seals[1].size);
        memcpy(commits + 5 * HASH, commits + 17 * HASH, HASH);
        seals[1].commits = commits;
    }
    for (unsigned i = 0; i < count; i++)
        seals[i].hand += gap;
    sign_seals(l, seals, count, signature);
    seals[0].size = lying(l, LIE_SEAL_SHORT) ? 24 * HASH : seals[0].size; /* a pack of another variant */
    signature[1] ^= lying(l, LIE_SEAL_SIGNATURE);
    pack_msg_seal(p, 0, seals, count, signature);
}

/* The same hands sealed again with other packs. */
static void other_seal(struct liar *l, const struct msg *m, struct packer *p)
{
    static struct pack other[LIAR_PACKS];
    struct seal seals[LIAR_PACKS];
    uint8_t signature[SIGNATURE];
    unsigned count = read_seals(m, seals);
    for (unsigned i = 0; i < count; i++) {
        make_pack(l, &other[i], l->match_id, seals[i].hand, seals[i].hand);
        seals[i].commits = other[i].commit[0];
    }
    sign_seals(l, seals, count, signature);
    pack_msg_seal(p, 0, seals, count, signature);
}

/* What the cutter's cut is worth: a deal without it has another mano. */
static bool cutter_ignored(struct liar *l, const struct pack *pack, const struct msg *m)
{
    uint8_t without[HASH];
    deal_cut(without, l->deal_id, 1, pack->list, 2, m->blob);
    return m->hand == 1 && l->parties > 2 && deal_first_mano(2, without) != m->mano && lying(l, LIE_CUTTER_IGNORED);
}

static void bend_deal(struct liar *l, const struct msg *m, struct packer *p)
{
    uint8_t cuts[LIAR_PARTIES][HASH] = { { 0 } }, turned[OPENING], z[HASH];
    const struct pack *pack = pack_of(l, m->hand);
    unsigned mano = m->mano, parties = l->parties;
    deal_cut(z, l->deal_id, m->hand, pack->list, parties, m->blob);
    deal_sigma(l->sigma, pack->n, z);
    memcpy(cuts, m->blob, m->blob_size);
    cuts[0][0] ^= lying(l, LIE_DEAL_MY_CUT);
    cuts[1][0] ^= lying(l, LIE_DEAL_OTHER_CUT);
    cuts[2][0] ^= parties > 2 && lying(l, LIE_CUTTER_CUT);
    cuts[0][7] ^= l->primary && lying(l, LIE_TWIN_CUT);
    cuts[1][7] ^= l->primary && m->hand == 3 && lying(l, LIE_TWIN_LATE_CUT);
    mano ^= l->primary && lying(l, LIE_TWIN_MANO);
    mano ^= m->hand == 1 ? lying(l, LIE_DEAL_MANO) : lying(l, LIE_DEAL_MANO_AGAIN);
    mano ^= cutter_ignored(l, pack, m);
    opening_write(turned, pack, l->sigma[0]);
    parties = lying(l, LIE_DEAL_ONE_CUT) ? 1 : parties - lying(l, LIE_CUTTER_LEFT_OUT);
    pack_msg_deal(p, 0, m->hand + lying(l, LIE_DEAL_SKIPS), mano, cuts, parties * (size_t)HASH, turned,
                  lying(l, LIE_DEAL_TURNED) ? OPENING : 0);
}

static void bend_cards(struct liar *l, const struct msg *m, unsigned seat, struct packer *p)
{
    uint8_t openings[3][OPENING];
    const struct pack *pack = pack_of(l, m->hand);
    memcpy(openings, m->blob, sizeof openings);
    if (seat != 0) {
        pack_msg_cards(p, 0, m->hand, openings, sizeof openings);
        return;
    }
    if (l->spoiled == m->hand) {
        for (unsigned k = 0; k < 3; k++)
            opening_write(openings[k], pack, deal_slot(l->sigma, 0, k));
        l->slow = false;
    }
    if (lying(l, LIE_CARDS_RIVALS))
        opening_write(openings[1], pack, deal_slot(l->sigma, 1, 1));
    if (lying(l, LIE_CARDS_UNDEALT))
        opening_write(openings[1], pack, l->sigma[20]);
    if (lying(l, LIE_CARDS_TWICE))
        memcpy(openings[2], openings[0], OPENING);
    openings[2][1] ^= lying(l, LIE_CARDS_CARD);
    openings[2][OPENING - 1] ^= lying(l, LIE_CARDS_SALT);
    pack_msg_cards(p, 0, m->hand, openings, (lying(l, LIE_CARDS_TWO) ? 2u : 3u) * OPENING);
}

/* --- actions ------------------------------------------------------------------------------------- */

/* The slot of the first card that the seat would have been dealt without the cutter's cut, and was not. */
static bool slot_without(struct liar *l, unsigned seat, unsigned *slot)
{
    uint8_t z[HASH], sigma[FIEL_CARDS];
    const struct pack *pack = pack_of(l, l->hand);
    deal_cut(z, l->deal_id, l->hand, pack->list, 2, l->x[0]);
    deal_sigma(sigma, pack->n, z);
    for (unsigned k = 0; k < 3; k++) {
        *slot = deal_slot(sigma, seat, k);
        bool own = false;
        for (unsigned j = 0; j < 3; j++)
            own = own || deal_slot(l->sigma, seat, j) == *slot;
        if (!own)
            return true;
    }
    return false;
}

static void bend_play(struct liar *l, const struct msg *m, struct packer *p)
{
    uint8_t opening[OPENING];
    const struct pack *pack = pack_of(l, l->hand);
    unsigned card = m->action & 0xffu, kind = m->action & 0xff00u, slot = l->sigma[30];
    memcpy(opening, m->blob, OPENING);
    if ((m->seat == 1 && lying(l, LIE_ACT_SLOT)) ||
        (l->hand == 2 && l->lie == LIE_CUTTER_IGNORED_LATER && slot_without(l, m->seat, &slot) &&
         lying(l, LIE_CUTTER_IGNORED_LATER))) {
        opening_write(opening, pack, slot);
        card = pack->card[slot];
    }
    opening[1] ^= m->seat == 1 && lying(l, LIE_ACT_CARD);
    card ^= m->seat == 1 && lying(l, LIE_ACT_TOLD);
    pack_msg_act(p, 0, m->seat, kind | card, 0, opening, lying(l, LIE_ACT_CLOSED) ? 0 : OPENING);
}

static void bend_play_down(struct liar *l, const struct msg *m, struct packer *p)
{
    uint8_t opening[OPENING];
    const struct pack *pack = pack_of(l, l->hand);
    unsigned slot = m->value;
    if (m->seat == 1 && lying(l, LIE_DOWN_SLOT))
        slot = l->sigma[30];
    for (unsigned k = 0; m->seat == 0 && k < 3; k++)
        if (!(l->position->open.gone[0] >> k & 1) && lying(l, LIE_DOWN_MINE))
            slot = deal_slot(l->sigma, 0, k); /* another one that is still in my hand */
    opening_write(opening, pack, slot);
    pack_msg_act(p, 0, m->seat, m->action, slot, opening, lying(l, LIE_DOWN_OPENED) ? OPENING : 0);
}

static void bend_act(struct liar *l, const struct msg *m, struct packer *p)
{
    struct action a = action_of_code(m->action);
    if (a.kind == ACT_PLAY) {
        bend_play(l, m, p);
    } else if (a.kind == ACT_PLAY_DOWN) {
        bend_play_down(l, m, p);
    } else {
        if (m->seat == 0 && lying(l, LIE_ACT_MINE))
            a = (struct action){ a.kind == ACT_MAZO ? ACT_QUIERO : ACT_MAZO, 0 };
        pack_msg_act(p, 0, m->seat, action_code(a), m->value, "", 0);
    }
}

/* --- a request ----------------------------------------------------------------------------------- */

static void bend_view(struct liar *l, struct view *v)
{
    struct open *o = &v->open;
    if (lying(l, LIE_VIEW_CARDS))
        v->known[0][1] = pack_of(l, l->hand)->card[l->sigma[25]];
    if (lying(l, LIE_VIEW_FEWER))
        v->known[0][1] = CARD_NONE;
    if (lying(l, LIE_VIEW_RIVAL))
        v->known[1][1] = l->position->dealt[1][1];
    if (o->table[0] < FIEL_CARDS && lying(l, LIE_VIEW_TABLE))
        o->table[0] ^= 1;
    if (lying(l, LIE_VIEW_MANO))
        o->mano ^= 1;
    if (lying(l, LIE_VIEW_HAND))
        o->hand++;
    if (lying(l, LIE_VIEW_GAME))
        o->game++;
    if (lying(l, LIE_VIEW_TURN))
        o->turn ^= 1;
    if (lying(l, LIE_VIEW_GONE))
        o->gone[0] ^= 2;
    if (lying(l, LIE_VIEW_SEAT))
        v->seat ^= 1;
    if (o->score[1] > 4 && o->points_truco[1] + o->points_envido[1] + o->points_flor[1] == 0 &&
        lying(l, LIE_VIEW_SCORE))
        o->score[1]--;
}

/* Filled up as an honest list is. */
static void pack_legal(struct packer *k, const struct action *legal, int n)
{
    int plain = 0;
    for (int i = 0; i < n; i++)
        plain += !bet_by_number(legal[i]);
    int more = plain < LEGAL_PLAIN ? LEGAL_PLAIN - plain : 0;
    pack_array(k, (size_t)(n + more));
    for (int i = 0; i < n; i++)
        pack_uint(k, action_code(legal[i]));
    for (int i = 0; i < more; i++)
        pack_uint(k, NO_ACTION);
}

/* Seat 0's, packed here and not by the codec, which would not pack a lie about what is legal. */
static void bend_request(struct liar *l, const struct msg *m, struct packer *p)
{
    struct view v, honest;
    struct action legal[FIEL_LEGAL_MAX];
    position_view(l->position, 0, &honest);
    v = honest;
    bend_view(l, &v);
    int n = view_legal(&honest, legal);
    if (n > 1 && lying(l, LIE_LEGAL_FEWER))
        n--;
    if (lying(l, LIE_LEGAL_OTHER))
        legal[n - 1].kind ^= 1;
    if (m->request > 1 && lying(l, LIE_NOTE_MADE_UP)) {
        pack_msg_note(p, 0, m->request - 1, m->bytes);
        return;
    }
    pack_array(p, 8);
    pack_uint(p, MSG_REQUEST);
    pack_uint(p, lying(l, LIE_TABLE_ONE));
    pack_uint(p, m->request - (m->request > 1 && lying(l, LIE_REQUEST_OLD)));
    pack_uint(p, m->bank_us);
    pack_uint(p, m->budget_us - lying(l, LIE_BUDGET));
    pack_uint(p, m->used_us);
    if (lying(l, LIE_VIEW_BYTES))
        pack_array(p, 0);
    else
        pack_view(p, &v);
    pack_legal(p, legal, n);
}

/* --- the end of a hand, a game, the match -------------------------------------------------------- */

static void bend_show(struct liar *l, const struct msg *m, struct packer *p)
{
    uint8_t openings[4][OPENING];
    size_t size = m->blob_size;
    memcpy(openings, m->blob, size);
    if (m->seat == 1 && lying(l, LIE_SHOW_SLOT))
        opening_write(openings[0], pack_of(l, l->hand), l->sigma[9]);
    openings[0][1] ^= m->seat == 1 && lying(l, LIE_SHOW_CARD);
    if (lying(l, LIE_SHOW_AGAIN)) {
        memcpy((uint8_t *)openings + size, openings[0], OPENING);
        size += OPENING;
    }
    pack_msg_show(p, 0, m->seat, openings, size);
}

static void bend_game_end(struct liar *l, const struct msg *m, struct packer *p)
{
    uint16_t score[2] = { m->score[0], m->score[1] };
    score[0] = (uint16_t)(score[0] + lying_slowly(l, LIE_GAME_SCORE)); /* a cutter sees it at HAND_END */
    pack_msg_game_end(p, 0, m->game + lying(l, LIE_GAME_NUMBER), m->winner, m->reason, m->seat, score, 2);
}

static void pack_signed_result(const struct liar *l, struct packer *p, const struct result *r, bool more, bool wrong)
{
    uint8_t bytes[1024], signature[SIGNATURE];
    struct packer k;
    struct message text;
    pack_start(&k, bytes, sizeof bytes);
    pack_result(&k, r);
    if (more)
        pack_uint(&k, 1);
    result_message(&text, l->match_id, bytes, k.size);
    sign_message(signature, l->key, &text);
    signature[0] ^= wrong;
    pack_msg_result(p, bytes, k.size, signature);
}

/* RESULT while a hand is open. */
static void early_result(const struct liar *l, struct packer *p)
{
    struct result r = { .outcome = END_PLAYED, .scorers = 2, .winner = 2, .fault_seat = FIEL_NOBODY, .hands = l->hand };
    memcpy(r.match_id, l->match_id, HASH);
    memcpy(r.head, l->pub.head, HASH);
    pack_signed_result(l, p, &r, false, false);
}

static void bend_hand_end(struct liar *l, const struct msg *m, struct packer *p)
{
    uint16_t score[2] = { m->score[0], m->score[1] };
    if (lying(l, LIE_RESULT_EARLY)) {
        early_result(l, p);
        return;
    }
    l->slow = l->slow && l->lie != LIE_GAME_SCORE;
    if (!l->position->open.game_over && l->before > 0 && lying(l, LIE_HAND_END_SCORE))
        score[0] = 0;
    pack_msg_hand_end(p, 0, m->hand, score, 2);
}

static void bend_hands_end(struct liar *l, const struct msg *m, struct packer *p)
{
    uint8_t signature[SIGNATURE], views[LIAR_PARTIES * HASH], digest[HASH];
    struct chain end = { .seq = m->seq + lying(l, LIE_HEAD_SEQ) };
    struct message text;
    memcpy(end.head, m->head, HASH);
    end.head[0] ^= lying(l, LIE_HEAD);
    memcpy(views, m->blob, m->blob_size);
    views[l->victim * HASH] ^= lying(l, LIE_HEAD_VIEW);
    hash_bytes(digest, views, m->blob_size);
    hands_signed_message(&text, l->match_id, SIGNER_ARBITER, m->hand, &end, digest, m->checkpoint);
    sign_message(signature, l->key, &text);
    signature[2] ^= lying_on(l, LIE_HAND_END_SIGNATURE);
    pack_msg_hands_end(p, m->hand, end.seq, end.head, views, l->parties, m->checkpoint, signature);
}

static void bend_signed(struct liar *l, const struct msg *m, struct packer *p)
{
    uint8_t signature[SIGNATURE];
    memcpy(signature, m->signature, SIGNATURE);
    signature[2] ^= lying_on(l, m->seat == 0 ? LIE_SIGNED_MINE : m->seat == 1 ? LIE_SIGNED : LIE_CUTTER_SIGNED);
    pack_msg_signed(p, 0, m->hand + lying(l, LIE_SIGNED_HAND), m->seat, signature);
}

static void bend_result(struct liar *l, const struct msg *m, struct packer *p)
{
    struct result r;
    bool read = read_result(m->blob, m->blob_size, &r);
    assert(read);
    r.hands += lying(l, LIE_RESULT_HANDS);
    r.head[1] ^= lying(l, LIE_RESULT_HEAD);
    r.match_id[4] ^= lying(l, LIE_RESULT_MATCH);
    r.games[0] += lying(l, LIE_RESULT_GAMES);
    pack_signed_result(l, p, &r, lying(l, LIE_RESULT_BYTES), lying(l, LIE_RESULT_SIGNATURE));
}

static void bend_reveal(struct liar *l, const struct msg *m, struct packer *p)
{
    uint8_t seed[HASH];
    memcpy(seed, m->seed, HASH);
    seed[0] ^= lying(l, LIE_SEED);
    pack_msg_reveal(p, seed);
}

/* --- all of them --------------------------------------------------------------------------------- */

static void bend(struct liar *l, unsigned visibility, const struct msg *m, struct packer *p)
{
    switch (m->type) {
    case MSG_OFFER: bend_offer(l, m, p); break;
    case MSG_OPEN: bend_open(l, m, p); break;
    case MSG_SEAL: bend_seal(l, m, p); break;
    case MSG_DEAL: bend_deal(l, m, p); break;
    case MSG_CARDS: bend_cards(l, m, visible_for(visibility, 0) ? 0 : 1, p); break;
    case MSG_ACT: bend_act(l, m, p); break;
    case MSG_SHOW: bend_show(l, m, p); break;
    case MSG_GAME_END: bend_game_end(l, m, p); break;
    case MSG_HAND_END: bend_hand_end(l, m, p); break;
    case MSG_HANDS_END: bend_hands_end(l, m, p); break;
    case MSG_SIGNED: bend_signed(l, m, p); break;
    case MSG_RESULT: bend_result(l, m, p); break;
    case MSG_REVEAL: bend_reveal(l, m, p); break;
    case MSG_REQUEST:
        if (visible_for(visibility, 0)) {
            bend_request(l, m, p);
            break;
        } /* fall through */
    default: pack_raw(p, m->bytes, m->size);
    }
}

void liar_bend(void *ctx, unsigned type, unsigned visibility, struct packer *p)
{
    static uint8_t honest[ENVELOPE_MAX];
    struct liar *l = ctx;
    struct msg m;
    (void)type;
    if (l->shut || l->lie == LIE_NONE)
        return;
    memcpy(honest, p->bytes, p->size);
    enum wire_error error = msg_read(honest, p->size, FROM_ARBITER, &m);
    assert(error == WIRE_OK);
    pack_start(p, p->bytes, p->cap);
    bend(l, visibility, &m, p);
}

void liar_adds(struct liar *l, unsigned type, const void *bytes, size_t size)
{
    static uint8_t room[ENVELOPE_MAX];
    struct packer p;
    struct msg m;
    if (type != MSG_SEAL && type != MSG_ACT)
        return;
    enum wire_error error = msg_read(bytes, size, FROM_ARBITER, &m);
    struct action a = action_of_code(m.action);
    assert(error == WIRE_OK);
    pack_start(&p, room, sizeof room);
    if (type == MSG_SEAL && lying(l, LIE_SEAL_OTHER))
        other_seal(l, &m, &p);
    else if (type == MSG_SEAL && lying(l, LIE_SEAL_AGAIN))
        pack_raw(&p, bytes, size);
    else if (type == MSG_ACT &&
             ((a.kind == ACT_PLAY && lying(l, LIE_ACT_AGAIN)) || (a.kind == ACT_PLAY_DOWN && lying(l, LIE_DOWN_AGAIN))))
        pack_raw(&p, bytes, size);
    else if (type == MSG_ACT && m.seat == 1 && lying(l, LIE_ACT_UNASKED))
        pack_msg_act(&p, 0, 0, action_code((struct action){ ACT_MAZO, 0 }), 0, "", 0);
    if (p.size > 0)
        liar_tell(l, type, VISIBLE_ALL, p.bytes, p.size);
}
