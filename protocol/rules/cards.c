/* cards: names, strength in a trick, points in envido and flor. */
#include "hand.h"

/* --- names --- */

/* In the order of enum suit: espadas, or spades in French. */
static bool parse_suit(char c, unsigned *suit)
{
    static const char letters[] = "ebocSCDH";
    const char *at = c ? strchr(letters, c) : NULL;
    if (at)
        *suit = (unsigned)(at - letters) % 4;
    return at != NULL;
}

/* Reads the rank and moves past it; the index 0..9, or 10 when there is none. */
static unsigned parse_rank(const char **text)
{
    const char *t = *text;
    if (t[0] == '1' && t[1] >= '0' && t[1] <= '2') {
        *text += 2;
        return 7u + (unsigned)(t[1] - '0');
    }
    *text += 1;
    if (t[0] >= '1' && t[0] <= '7')
        return (unsigned)(t[0] - '1');
    switch (t[0]) {
    case 'A': return 0;
    case 'Q': return 7;
    case 'J': return 8;
    case 'K': return 9;
    default: return 10;
    }
}

bool card_parse(const char *text, card_t *out)
{
    if (text[0] == '\0')
        return false;
    const char *t = text;
    unsigned rank = parse_rank(&t), suit = 0;
    if (rank > 9 || !parse_suit(t[0], &suit) || t[1] != '\0')
        return false;
    *out = (card_t)(suit * 10u + rank);
    return true;
}

char *card_text(card_t c, char text[CARD_TEXT])
{
    unsigned pip = card_pip(c);
    char *t = text;
    if (pip >= 10)
        *t++ = '1';
    *t++ = (char)('0' + pip % 10);
    *t++ = "eboc"[card_suit(c) & 3u];
    *t = '\0';
    return text;
}

/* Seed 001: A 2..7 Q J K, with C clubs = bastos, H hearts = copas, S spades, D diamonds = oros. */
char *card_text_french(card_t c, char text[CARD_TEXT])
{
    text[0] = "A234567QJK"[card_rank(c)];
    text[1] = "SCDH"[card_suit(c) & 3u];
    text[2] = '\0';
    return text;
}

/* --- the order of the tricks --- */

/* Seed 003 section 5: 1e 1b 7e 7o, then 3 2 1 12 11 10 7 6 5 4.  By card number; higher wins. */
static const uint8_t fixed_order[FIEL_CARDS] = {
    /*        1   2  3   4  5  6  7   10 11 12 */
    /* e */ 14, 9, 10, 1, 2, 3, 12, 5, 6, 7,
    /* b */ 13, 9, 10, 1, 2, 3, 4,  5, 6, 7,
    /* o */ 8,  9, 10, 1, 2, 3, 11, 5, 6, 7,
    /* c */ 8,  9, 10, 1, 2, 3, 4,  5, 6, 7,
};

/* The cycle of the Brazilian games, 4 5 6 7 Q J K A 2 3 (seeds 001 and 002): the common cards' strength is
 * their place in it, and the manilha of the turned card the next in it. */
enum { LADY = 7, THREE = 2, PICA_FUMO = 11, ESPADILHA, HEARTS, ZAP };

static unsigned common_strength(card_t c) { return (card_rank(c) + 7u) % 10u + 1u; }

static unsigned manilha_rank(const struct open *o)
{
    unsigned turned = card_rank(o->vira);
    if (opt(o, OPT_DECK) == DECK_CLEAN && turned == THREE)
        return LADY; /* 4 to 7 are not in the pack */
    return (turned + 1u) % 10u;
}

/* Clubs, hearts, spades, diamonds: zap, copas, espadilha, pica-fumo (seed 002), above the ten common ones. */
static unsigned manilha_strength(const struct open *o, card_t c)
{
    static const unsigned by_suit[] = { ESPADILHA, ZAP, PICA_FUMO, HEARTS }; /* in the order of enum suit */
    return o->vira < FIEL_CARDS && card_rank(c) == manilha_rank(o) ? by_suit[card_suit(c)] : common_strength(c);
}

/* 4 of clubs, 7 of hearts, ace of spades, 7 of diamonds: "the order of the suits remain the same" (seed
 * 002); its list of cards is lost, every player's page has this one. */
static unsigned mineiro_strength(card_t c)
{
    switch (c) {
    case FIEL_BASTOS * 10 + 3: return ZAP;
    case FIEL_COPAS * 10 + 6: return HEARTS;
    case FIEL_ESPADAS * 10 + 0: return ESPADILHA;
    case FIEL_OROS * 10 + 6: return PICA_FUMO;
    default: return common_strength(c);
    }
}

/* --- the pieces: cards of the turned card's suit that stand above all others --- */

enum { KING = 9, NO_PIECE = 10 };

/* By rank index.  ranks=muestra: 2 4 5 11 10 (seed 003 sections 21 and 22); ranks=vira: perico and perica
 * (seed 002). Points of 0: no piece.  `beside`: what it adds in envido to a better piece, which only happens
 * where two pieces are no flor: its number (RULES.md); a perica 9, what it has above 20, for 39 with the perico. */
struct pieces {
    uint8_t points[10], strength[10], beside[10];
};
static const struct pieces pieces_of_muestra = {
    /*  1  2   3  4   5   6  7  10  11  12 */
    { 0, 30, 0, 29, 28, 0, 0, 27, 27, 0 },
    { 0, 19, 0, 18, 17, 0, 0, 15, 16, 0 },
    { 0, 2, 0, 4, 5, 0, 0, 0, 0, 0 },
};
static const struct pieces pieces_of_vira = {
    { 0, 0, 0, 0, 0, 0, 0, 29, 30, 0 },
    { 0, 0, 0, 0, 0, 0, 0, 15, 16, 0 },
    { 0, 0, 0, 0, 0, 0, 0, 9, 10, 0 },
};

static const struct pieces *pieces_here(const struct open *o)
{
    switch (opt(o, OPT_RANKS)) {
    case RANKS_MUESTRA: return &pieces_of_muestra;
    case RANKS_VIRA: return &pieces_of_vira;
    default: return NULL;
    }
}

/* The rank as which `c` is a piece, or NO_PIECE.  "Cuando la muestra es alguna de estas cartas, el rey del
 * mismo palo la sustituye como pieza" (seed 003 section 21). */
static unsigned piece_rank(const struct open *o, const struct pieces *p, card_t c)
{
    if (p == NULL || c >= FIEL_CARDS || o->vira >= FIEL_CARDS || card_suit(c) != card_suit(o->vira))
        return NO_PIECE;
    unsigned rank = card_rank(c) == KING ? card_rank(o->vira) : card_rank(c);
    return p->points[rank] != 0 ? rank : NO_PIECE;
}

static unsigned piece_strength(const struct open *o, card_t c)
{
    const struct pieces *p = pieces_here(o);
    unsigned rank = piece_rank(o, p, c);
    return rank != NO_PIECE ? p->strength[rank] : fixed_order[c];
}

unsigned card_strength(const struct open *o, card_t c)
{
    if (c >= FIEL_CARDS)
        return 0; /* a hidden card beats nothing */
    switch (opt(o, OPT_RANKS)) {
    case RANKS_MUESTRA:
    case RANKS_VIRA: return piece_strength(o, c);
    case RANKS_MANILHA: return manilha_strength(o, c);
    case RANKS_MINEIRO: return mineiro_strength(c);
    default: return fixed_order[c];
    }
}

bool rules_turn_card(const struct rules *r)
{
    return r->opt[OPT_RANKS] == RANKS_MUESTRA || r->opt[OPT_RANKS] == RANKS_VIRA || r->opt[OPT_RANKS] == RANKS_MANILHA;
}

/* Bit per card: all forty, or those of Q J K A 2 3. */
uint64_t pack_cards(const struct rules *r)
{
    static const uint64_t suit = 1u << 10, clean = 0x387, dirty = 0x3ff;
    uint64_t ranks = r->opt[OPT_DECK] == DECK_CLEAN ? clean : dirty;
    return ranks * (1 + suit + suit * suit + suit * suit * suit);
}

bool rules_have_card(const struct rules *r, card_t c) { return c < FIEL_CARDS && (pack_cards(r) >> c & 1u) != 0; }

unsigned rules_deck_size(const struct rules *r) { return r->opt[OPT_DECK] == DECK_CLEAN ? 24u : (unsigned)FIEL_CARDS; }

/* --- the points of envido and flor --- */

unsigned card_points(card_t c) { return card_rank(c) < 7 ? card_rank(c) + 1 : 0; }

unsigned piece_points(const struct open *o, card_t c)
{
    const struct pieces *p = pieces_here(o);
    unsigned rank = piece_rank(o, p, c);
    return rank != NO_PIECE ? p->points[rank] : 0;
}

/* Positions of the pieces among the three cards. */
static unsigned pieces_held(const struct open *o, const card_t held[FIEL_HELD_MAX])
{
    unsigned mask = 0;
    if (pieces_here(o) == NULL)
        return 0;
    for (unsigned k = 0; k < 3; k++)
        if (piece_points(o, held[k]) != 0)
            mask |= bit(k);
    return mask;
}

bool suit_flor_held(const card_t held[FIEL_HELD_MAX])
{
    return held[0] < FIEL_CARDS && held[1] < FIEL_CARDS && held[2] < FIEL_CARDS &&
           card_suit(held[0]) == card_suit(held[1]) && card_suit(held[1]) == card_suit(held[2]);
}

bool flor_held(const struct open *o, const card_t held[FIEL_HELD_MAX])
{
    if (suit_flor_held(held))
        return true;
    if (opt(o, OPT_WILD) == WILD_PERIQUES)
        return perique_flor_held(held);
    switch (pieces_held(o, held)) {
    case 0: return false;
    case 1: return card_suit(held[1]) == card_suit(held[2]);
    case 2: return card_suit(held[0]) == card_suit(held[2]);
    case 4: return card_suit(held[0]) == card_suit(held[1]);
    default: return true; /* two pieces and any card, or three */
    }
}

bool flor_reservada(const struct open *o, const card_t held[FIEL_HELD_MAX])
{
    unsigned pieces = opt(o, OPT_RANKS) == RANKS_VIRA ? pieces_held(o, held) : 0;
    return (pieces & (pieces - 1u)) != 0;
}

unsigned flor_rank(const struct open *o, const card_t held[FIEL_HELD_MAX])
{
    return flor_value(o, held) + (flor_reservada(o, held) ? FLOR_RESERVADA : 0u);
}

/* "al valor de una pieza se le agrega lo que exceda de 20 el valor de la otra" and what is no piece counts
 * its points (seed 003 section 23): with a piece 20 are in it already. */
unsigned flor_value(const struct open *o, const card_t held[FIEL_HELD_MAX])
{
    unsigned value = 20;
    if (opt(o, OPT_WILD) == WILD_PERIQUES)
        return perique_flor_value(held);
    for (unsigned k = 0; k < 3; k++) {
        unsigned piece = piece_points(o, held[k]);
        value += piece != 0 ? piece - 20 : card_points(held[k]);
    }
    return value;
}

static unsigned points_beside(const struct open *o, card_t c)
{
    const struct pieces *p = pieces_here(o);
    unsigned rank = piece_rank(o, p, c);
    return rank != NO_PIECE ? p->beside[rank] : card_points(c);
}

/* "al valor de esta el de la carta mas alta" (seed 003 section 23): the best piece, and the highest of the
 * others. */
static unsigned envido_piece(const struct open *o, const card_t held[FIEL_HELD_MAX], unsigned pieces,
                             unsigned *positions)
{
    unsigned best = 0, most = 0, base = 0, other = 0;
    for (unsigned k = 0; k < 3; k++)
        if (has(pieces, k) && piece_points(o, held[k]) > best) {
            best = piece_points(o, held[k]);
            base = bit(k);
        }
    for (unsigned k = 0; k < 3; k++)
        if (base != bit(k) && points_beside(o, held[k]) > most) {
            most = points_beside(o, held[k]);
            other = bit(k);
        }
    *positions = base | other;
    return best + most;
}

/* With a piece see above; else the best pair of a suit, else the best card; *positions tells which. */
static unsigned envido_best(const struct open *o, const card_t held[FIEL_HELD_MAX], unsigned *positions)
{
    unsigned best = 0, pieces = pieces_held(o, held);
    if (pieces != 0)
        return envido_piece(o, held, pieces, positions);
    if (opt(o, OPT_WILD) == WILD_PERIQUES)
        return perique_embit(held, positions);
    unsigned points[3], suit[3];
    for (unsigned i = 0; i < 3; i++) {
        points[i] = card_points(held[i]);
        suit[i] = card_suit(held[i]);
    }
    *positions = 1;
    for (unsigned i = 0; i < 3; i++) {
        if (points[i] > best) {
            best = points[i];
            *positions = bit(i);
        }
        for (unsigned j = 0; j < i; j++)
            if (suit[i] == suit[j] && 20 + points[i] + points[j] > best) {
                best = 20 + points[i] + points[j];
                *positions = bit(i) | bit(j);
            }
    }
    return best;
}

unsigned envido_value(const struct open *o, const card_t held[FIEL_HELD_MAX])
{
    unsigned positions;
    return envido_best(o, held, &positions);
}

unsigned envido_cards(const struct open *o, const card_t held[FIEL_HELD_MAX])
{
    unsigned positions;
    envido_best(o, held, &positions);
    return positions;
}
