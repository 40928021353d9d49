/* audit_words: what is wrong with a message that is not the one which is due: the first of its fields that is another, with what was
 * found and what was expected. */
#include <stddef.h>
#include <string.h>

#include "report.h"
#include "state.h"

/* Says what differs; false: nothing does. */
typedef bool differs_fn(struct audit *x, const struct msg *is, const struct msg *due);

enum field_kind {
    A_NUMBER,
    A_NUMBER_DUE_FIRST, /* the sentence names what is due before what was found */
    A_FAULT,
    AN_ACTION,
    A_SIGN,
    A_SCORE,
    HASHES, /* one for each party: `found` and `expected` is the party whose differs */
    BYTES,  /* where `expected` is not NULL the seat stands before it */
    OTHER,
};

struct field {
    uint8_t type;
    enum field_kind kind;
    size_t at, size_at,
        size; /* in struct msg; of bytes their pointer, and where they have one the place of their size */
    const char *found, *expected, *end; /* before what was found, before what was expected, and behind them */
    differs_fn *differs;
};

/* --- the table a sentence is about ---------------------------------------------------------------- */

/* Messages of all tables stand under table 0. */
static bool of_match(unsigned type)
{
    return type == MSG_OFFER || type == MSG_OPEN || type == MSG_SIGNED || type == MSG_RESULT || type == MSG_REVEAL ||
           type == MSG_HANDS_END;
}

static void of_table(struct audit *x, const struct msg *m)
{
    x->of_table = x->header.offer.tables > 1 && !of_match(m->type) && m->table < x->header.offer.tables;
    x->at_table = m->table;
}

/* --- fields that are judged by more than their bytes ---------------------------------------------- */

/* What an offer may not say, whatever the header says. */
const char *audit_offer_wrong(const struct offer *o)
{
    static _Thread_local struct twin twin; /* too large for the stack */
    static const uint8_t none[ID];
    bool pair = o->twin_size > 0 || o->reveal == REVEAL_PAIR;
    if ((o->tables > 1 && o->cutters > 0) || (o->at_once > 1 && o->tick_us > 0))
        return "it has several tables, and what goes with one alone: a cutter or a tick";
    if (pair && o->tables * o->seats > PAIR_PLACES_MAX)
        return "it has too many places for a pair";
    if (!o->log_key[0] && memcmp(o->log_policy, none, ID) != 0)
        return "it has a policy for the log, and names no log";
    if (o->blind && !offer_hides_players(o))
        return "it is of a blind match, and says who plays";
    return o->twin_size > 0 ? twin_read(&twin, o) : NULL;
}

static bool offer_differs(struct audit *x, const struct msg *is, const struct msg *due)
{
    static _Thread_local struct offer found, expected; /* too large for the stack */
    const char *wrong;
    if (is->blob_size == due->blob_size && memcmp(is->blob, due->blob, is->blob_size) == 0)
        return false;
    if (!read_offer(is->blob, is->blob_size, &found)) {
        ARBITER_LIES(x, "the offer cannot be read");
        return true;
    }
    wrong = audit_offer_wrong(&found);
    if (wrong != NULL)
        ARBITER_LIES(x, "the offer cannot be: %s", wrong);
    wrong = header_differs(&x->header, &found);
    if (wrong != NULL)
        ARBITER_LIES(x, "%s", wrong);
    bool read = read_offer(due->blob, due->blob_size, &expected);
    for (unsigned i = 0; read && i < x->parties; i++)
        if (memcmp(found.key[i], expected.key[i], ID) != 0)
            ARBITER_LIES(x, "the offer's key of party %u is not the one in its HELLO", i);
    ARBITER_LIES(x, "another offer than the first seat was sent");
    return true;
}

static bool proof_differs(struct audit *x, const struct msg *is, const struct msg *due)
{
    if (is->blob2_size == due->blob2_size &&
        (is->blob2_size == 0 || memcmp(is->blob2, due->blob2, is->blob2_size) == 0))
        return false;
    ARBITER_LIES(x, "%s",
                 x->header.offer.log_key[0] ? "the match log does not hold this OPEN: it gave another proof"
                                            : "OPEN holds a proof, but there is no log");
    return true;
}

static bool seals_differ(struct audit *x, const struct msg *is, const struct msg *due)
{
    struct seal found, expected;
    if (seals_count(is) != seals_count(due)) {
        ARBITER_LIES(x, "SEAL holds %u hands, %u are due", seals_count(is), seals_count(due));
        return true;
    }
    for (unsigned i = 0; i < seals_count(due); i++) {
        if (!seals_get(is, i, &found) || !seals_get(due, i, &expected))
            return false;
        if (found.hand != expected.hand)
            ARBITER_LIES(x, "SEAL holds hand %u where hand %u is due", found.hand, expected.hand);
        else if (found.size != expected.size)
            ARBITER_LIES(x, "the seal of hand %u holds %zu bytes, %zu are due", found.hand, found.size, expected.size);
        for (unsigned slot = 0; slot < found.size / HASH; slot++)
            if (memcmp(found.commits + slot * HASH, expected.commits + slot * HASH, HASH) != 0)
                ARBITER_LIES(x, "the commitment of hand %u, slot %u is not the one the seed gives", found.hand, slot);
        if (x->failed)
            return true;
    }
    return false;
}

static bool openings_differ(struct audit *x, const uint8_t *found, size_t size, const uint8_t *expected, size_t due)
{
    char name[24];
    record_name(x->rec.type, name);
    if (size != due) {
        ARBITER_LIES(x, "%s opens %zu cards, %zu are due", name, size / OPENING, due / OPENING);
        return true;
    }
    for (size_t at = 0; at < due; at += OPENING) {
        if (memcmp(found + at, expected + at, OPENING) == 0)
            continue;
        if (found[at] != expected[at])
            ARBITER_LIES(x, "slot %u is opened, the cut gives slot %u", found[at], expected[at]);
        ARBITER_LIES(x, "the card opened in slot %u is not the one that was sealed", found[at]);
        return true;
    }
    return false;
}

static bool cards_differ(struct audit *x, const struct msg *is, const struct msg *due)
{
    return openings_differ(x, is->blob, is->blob_size, due->blob, due->blob_size);
}

static bool vira_differs(struct audit *x, const struct msg *is, const struct msg *due)
{
    return openings_differ(x, is->blob2, is->blob2_size, due->blob2, due->blob2_size);
}

static bool time_differs(struct audit *x, const struct msg *is, const struct msg *due)
{
    if (is->bank_us == due->bank_us && is->budget_us == due->budget_us)
        return false;
    ARBITER_LIES(x, "REQUEST gives seat %u a bank of %llu and %llu us now, it has %llu and %llu",
                 audit_seat_of(x->rec.visibility), (unsigned long long)is->bank_us, (unsigned long long)is->budget_us,
                 (unsigned long long)due->bank_us, (unsigned long long)due->budget_us);
    return true;
}

/* The first number of a result that is not what the match gave. */
static const char *result_field(const struct result *is, const struct result *due)
{
    if (memcmp(is->match_id, due->match_id, ID) != 0)
        return "match id";
    if (is->winner != due->winner)
        return "winner";
    if (is->outcome != due->outcome)
        return "outcome";
    if (memcmp(is->games, due->games, sizeof is->games) != 0)
        return "count of games";
    if (is->hands != due->hands)
        return "count of hands";
    if (memcmp(is->points, due->points, sizeof is->points) != 0)
        return "points";
    if (memcmp(is->partidas, due->partidas, sizeof is->partidas) != 0)
        return "partidas";
    if (is->fault != due->fault || is->fault_seat != due->fault_seat)
        return "fault";
    if (is->fault_a != due->fault_a || is->fault_b != due->fault_b)
        return "fault's numbers";
    if (memcmp(is->faults, due->faults, sizeof is->faults) != 0)
        return "count of faults";
    return memcmp(is->head, due->head, ID) != 0 ? "head of what was told" : NULL;
}

static bool result_differs(struct audit *x, const struct msg *is, const struct msg *due)
{
    struct result found, expected;
    if (!read_result(is->blob, is->blob_size, &found)) {
        ARBITER_LIES(x, "the result cannot be read");
        return true;
    }
    const char *other = read_result(due->blob, due->blob_size, &expected) ? result_field(&found, &expected) : NULL;
    if (other != NULL)
        ARBITER_LIES(x, "RESULT says another %s than the match gave", other);
    return other != NULL;
}

/* --- all fields ----------------------------------------------------------------------------------- */

#define IN(field) offsetof(struct msg, field), 0, sizeof((struct msg *)0)->field
#define N(type, field, found, expected, end) \
    { \
        type, A_NUMBER, IN(field), found, expected, end, NULL \
    }
#define K(type, kind, field, found, expected, end) \
    { \
        type, kind, IN(field), found, expected, end, NULL \
    }
#define B(type, kind, field, found, expected, end) \
    { \
        type, kind, offsetof(struct msg, field), offsetof(struct msg, field##_size), 0, found, expected, end, NULL \
    }
#define H(type, field, found, expected, end) \
    { \
        type, BYTES, offsetof(struct msg, field), 0, HASH, found, expected, end, NULL \
    }
#define F(type, differs) \
    { \
        type, OTHER, 0, 0, 0, NULL, NULL, NULL, differs \
    }

/* In the order in which they are looked at.  A text that begins with a blank stands behind the message's name. */
static const struct field fields[] = {
    F(MSG_OFFER, offer_differs),
    N(MSG_OFFER, seat, " says seat ", " to seat ", ""),
    H(MSG_OFFER, view_key, "the view key of seat ", "", " is not the one the seed gives"),
    B(MSG_OPEN, BYTES, blob, " is not the offer with every JOIN as it came", NULL, ""),
    F(MSG_OPEN, proof_differs),
    F(MSG_SEAL, seals_differ),
    N(MSG_DEAL, hand, "hand ", " is dealt, it is hand ", ""),
    B(MSG_DEAL, HASHES, blob, " holds another cut than party ", " sent", ""),
    N(MSG_DEAL, mano, " makes seat ", " mano, it is seat ", ""),
    F(MSG_DEAL, vira_differs),
    N(MSG_CARDS, hand, " is of hand ", " in hand ", ""),
    F(MSG_CARDS, cards_differ),
    N(MSG_ACT, seat, " names seat ", ", seat ", " acted"),
    K(MSG_ACT, AN_ACTION, action, " says \"", "\", the action is \"", "\""),
    N(MSG_ACT, value, " says value ", ", it is ", ""),
    B(MSG_ACT, BYTES, blob, " opens another card than was dealt to seat ", "", ""),
    N(MSG_REQUEST, request, " has number ", ", it is ", ""),
    N(MSG_REQUEST, used_us, " says that the last answer took ", " us, it took ", ""),
    F(MSG_REQUEST, time_differs),
    B(MSG_REQUEST, BYTES, view, "another view than the match has for this seat", NULL, ""),
    B(MSG_REQUEST, BYTES, legal, "another list of legal actions than the rules give", NULL, ""),
    N(MSG_REFUSED, request, " names request ", ", it is ", ""),
    N(MSG_REFUSED, error, " names error ", ", it is ", ""),
    N(MSG_SIGN, seat, " says it is seat ", "'s, it is seat ", "'s"),
    K(MSG_SIGN, A_SIGN, sign, " says ", ", it was made ", ""),
    N(MSG_NOTE, request, " is of request ", ", it is of request ", ""),
    H(MSG_NOTE, head, " holds another hash than that of the note that was given", NULL, ""),
    N(MSG_SHOW, seat, " names seat ", ", the cards are of seat ", ""),
    B(MSG_SHOW, BYTES, blob, " opens other cards than the rules say must be shown by seat ", "", ""),
    N(MSG_HAND_END, hand, " is of hand ", " in hand ", ""),
    K(MSG_HAND_END, A_SCORE, score, " says ", ", the hand leaves ", ""),
    N(MSG_HANDS_END, hand, " says that ", " hands are over, it is ", ""),
    N(MSG_HANDS_END, seq, " signs another head than the public chain has: number ", ", it is ", ""),
    H(MSG_HANDS_END, head, " signs another head than the public chain has", NULL, ""),
    B(MSG_HANDS_END, HASHES, blob, " signs another head than the chain of party ", " has", ""),
    H(MSG_HANDS_END, checkpoint, " holds another checkpoint than that of the log in OPEN", NULL, ""),
    N(MSG_SIGNED, hand, " is of ", " hands, it is ", ""),
    N(MSG_SIGNED, seat, " is of seat ", ", seat ", "'s is due"),
    B(MSG_SIGNED, BYTES, signature, " holds another signature than seat ", " sent", ""),
    K(MSG_FAULT, A_NUMBER_DUE_FIRST, seat, "the fault of seat ", " is laid on seat ", ""),
    K(MSG_FAULT, A_FAULT, fault, " says ", ", it is ", ""),
    N(MSG_FAULT, a, "the first of the fault's numbers is ", ", it should be ", ""),
    N(MSG_FAULT, b, "the second of the fault's numbers is ", ", it should be ", ""),
    N(MSG_FAULT, effect, "the fault's effect is ", ", it should be ", ""),
    N(MSG_GAME_END, game, " is of game ", " in game ", ""),
    N(MSG_GAME_END, winner, " names ", " as winner, it is ", ""),
    K(MSG_GAME_END, A_SCORE, score, " says ", ", it ended ", ""),
    N(MSG_GAME_END, reason, " gives reason ", ", it is ", ""),
    N(MSG_GAME_END, seat, " names seat ", ", it is ", ""),
    F(MSG_RESULT, result_differs),
};

static uint64_t number_of(const struct msg *m, const struct field *f)
{
    const unsigned char *at = (const unsigned char *)m + f->at;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (f->size) {
    case 1: return *at;
    case sizeof two: memcpy(&two, at, sizeof two); return two;
    case sizeof four: memcpy(&four, at, sizeof four); return four;
    default: memcpy(&eight, at, sizeof eight); return eight;
    }
}

static const uint8_t *bytes_of(const struct msg *m, const struct field *f, size_t *size)
{
    const uint8_t *bytes;
    memcpy(&bytes, (const unsigned char *)m + f->at, sizeof bytes);
    *size = f->size;
    if (f->size_at > 0)
        memcpy(size, (const unsigned char *)m + f->size_at, sizeof *size);
    return bytes;
}

/* "DEAL of hand 3", where it names one. */
static const char *name_of(const struct msg *m, const char *before, char text[48])
{
    char name[24];
    text[0] = '\0';
    if (*before == ' ')
        snprintf(text, 48, m->type == MSG_DEAL ? "%s of hand %u" : "%s", record_name(m->type, name), m->hand);
    return text;
}

enum { VALUE = 64 };

static void value_text(struct audit *x, const struct field *f, const struct msg *m, char text[VALUE])
{
    const struct position *match = x->table[x->at_table].position;
    char action[ACTION_TEXT];
    switch (f->kind) {
    case A_FAULT: fault_label(m->fault, text); return;
    case A_SCORE: score_label(m->score, m->scorers, text); return;
    case A_SIGN:
        snprintf(text, VALUE, "\"%s\" to seat %u", sign_text(sign_of_code(m->sign[0]).word),
                 sign_of_code(m->sign[0]).to);
        return;
    case AN_ACTION:
        if (match != NULL) {
            snprintf(text, VALUE, "%s", action_text(&match->open, action_of_code(m->action), action));
            return;
        }
        snprintf(text, VALUE, "%u", m->action);
        return;
    case A_NUMBER:
    case A_NUMBER_DUE_FIRST:
    case HASHES:
    case BYTES:
    case OTHER: snprintf(text, VALUE, "%llu", (unsigned long long)number_of(m, f)); return;
    }
}

static bool value_differs(struct audit *x, const struct field *f, const struct msg *is, const struct msg *due)
{
    char name[48], found[VALUE], expected[VALUE];
    bool same = f->kind == A_SCORE ? is->scorers == due->scorers && memcmp(is->score, due->score, sizeof is->score) == 0
                : f->kind == A_SIGN ? is->sign[0] == due->sign[0]
                                    : number_of(is, f) == number_of(due, f);
    if (same)
        return false;
    value_text(x, f, f->kind == A_NUMBER_DUE_FIRST ? due : is, found);
    value_text(x, f, f->kind == A_NUMBER_DUE_FIRST ? is : due, expected);
    ARBITER_LIES(x, "%s%s%s%s%s%s", name_of(is, f->found, name), f->found, found, f->expected, expected, f->end);
    return true;
}

static bool bytes_differ(struct audit *x, const struct field *f, const struct msg *is, const struct msg *due)
{
    char name[48], seat[VALUE] = "";
    size_t size, size_due;
    const uint8_t *found = bytes_of(is, f, &size), *expected = bytes_of(due, f, &size_due);
    unsigned who = due->seat;
    if (size == size_due && (size == 0 || memcmp(found, expected, size) == 0))
        return false;
    if (f->kind == HASHES && size != size_due) {
        ARBITER_LIES(x, "%s holds %zu bytes for %u parties", name_of(is, " ", name), size, x->parties);
        return true;
    }
    for (who = f->kind == HASHES ? 0 : who; f->kind == HASHES; who++)
        if (memcmp(found + who * HASH, expected + who * HASH, HASH) != 0)
            break;
    if (f->expected != NULL)
        snprintf(seat, sizeof seat, "%u", who);
    ARBITER_LIES(x, "%s%s%s%s%s", name_of(is, f->found, name), f->found, seat, f->expected != NULL ? f->expected : "",
                 f->end);
    return true;
}

static bool field_differs(struct audit *x, const struct field *f, const struct msg *is, const struct msg *due)
{
    switch (f->kind) {
    case A_NUMBER:
    case A_NUMBER_DUE_FIRST:
    case A_FAULT:
    case AN_ACTION:
    case A_SIGN:
    case A_SCORE: return value_differs(x, f, is, due);
    case HASHES:
    case BYTES: return bytes_differ(x, f, is, due);
    case OTHER: return f->differs(x, is, due);
    }
    return false;
}

bool audit_differs(struct audit *x, const struct msg *is, const void *bytes, size_t size)
{
    char name[24];
    struct msg due;
    bool said = false;
    if (msg_read(bytes, size, FROM_ARBITER, &due) == WIRE_OK) {
        of_table(x, &due);
        if (due.table != is->table)
            return ARBITER_LIES(x, "%s is of table %u, that of table %u is due", record_name(due.type, name), is->table,
                                due.table);
        for (size_t i = 0; i < sizeof fields / sizeof *fields && !said; i++)
            said = fields[i].type == due.type && field_differs(x, &fields[i], is, &due);
    }
    return said ? false : ARBITER_LIES(x, "other bytes than its fields make");
}

/* --- a message that is not due -------------------------------------------------------------------- */

/* The arbiter signed another head for as many hands. */
static bool second_head(const struct audit *x, const struct msg *m)
{
    struct msg first;
    struct message text;
    struct chain p = { .seq = m->seq };
    uint8_t digest[HASH];
    if (m->type != MSG_HANDS_END || x->hands_end.payload == NULL ||
        msg_read(x->hands_end.payload, x->hands_end.size, FROM_ARBITER, &first) != WIRE_OK || m->hand != first.hand)
        return false;
    if (m->seq == first.seq && memcmp(m->head, first.head, HASH) == 0 && m->blob_size == first.blob_size &&
        memcmp(m->blob, first.blob, m->blob_size) == 0)
        return false;
    memcpy(p.head, m->head, HASH);
    hash_bytes(digest, m->blob, m->blob_size);
    hands_signed_message(&text, x->match_id, SIGNER_ARBITER, m->hand, &p, digest, m->checkpoint);
    return verify_message(m->signature, x->header.offer.arbiter, &text);
}

unsigned audit_seat_of(unsigned visibility)
{
    unsigned seat = 0;
    while (seat < PARTIES_MAX && visible_to(seat) != visibility)
        seat++;
    return seat;
}

bool audit_unexpected(struct audit *x, unsigned type, unsigned visibility, const void *bytes, size_t size)
{
    char found[24], name[24];
    struct msg is, due;
    bool message = x->rec.type < REC_HEADER;
    if (x->rec.type == REC_SENT)
        return audit_leaves(x, FIEL_NOBODY, 0, 0);
    enum wire_error error = message ? msg_read(x->rec.payload, x->rec.size, FROM_ARBITER, &is) : WIRE_OK;
    record_name(x->rec.type, found);
    if (error != WIRE_OK)
        return ARBITER_LIES(x, "%s: %s", found, wire_error_text(error));
    if (message && is.type != x->rec.type)
        return ARBITER_LIES(x, "the record's type is not its message's");
    if (message && second_head(x, &is))
        return ARBITER_LIES(x, "a second head signed for %u hands: the two prove that the arbiter lied", is.hand);
    bool read = bytes != NULL && msg_read(bytes, size, FROM_ARBITER, &due) == WIRE_OK;
    if (read || message)
        of_table(x, read ? &due : &is);
    if (read && type == MSG_SIGN)
        return ARBITER_LIES(x, "a sign of seat %u is due for seat %u, but %s follows", due.seat,
                            audit_seat_of(visibility), found);
    if (bytes != NULL)
        return ARBITER_LIES(x, "%s is due here, but %s follows", record_name(type, name), found);
    if (x->rec.type == MSG_FAULT)
        return ARBITER_LIES(x, "a FAULT that nothing caused");
    return ARBITER_LIES(x, "%s is not due: nothing that came calls for it", found);
}
