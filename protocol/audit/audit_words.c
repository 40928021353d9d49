/* audit_words: what is wrong with a message that is not the one which is due: the first of its fields that is another, with what was
 * found and what was expected. */
#include <stddef.h>
#include <string.h>

#include "report.h"
#include "state.h"

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

/* --- items of which one differs ------------------------------------------------------------------- */

/* One of an array's values as it is and as it is due; `name` begins the rest of their list, "mano:u cuts:b". */
struct item {
    const char *name;
    const uint8_t *is, *due;
    size_t is_size, due_size;
};

static bool is_called(const struct item *i, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(i->name, name, n) && i->name[n] == ':';
}

/* The first in which the values differ that come next; false: there is none. */
static bool first_other(const char *names, struct reader is, struct reader due, struct item *out)
{
    for (; *names; names += strcspn(names, " "), names += *names == ' ') {
        out->name = names;
        out->is = read_value(&is, &out->is_size);
        out->due = read_value(&due, &out->due_size);
        if (!out->is || !out->due)
            return false;
        if (out->is_size != out->due_size || memcmp(out->is, out->due, out->is_size) != 0)
            return true;
    }
    return false;
}

enum { VALUE = 64, LISTED_MOST = 8 };

/* "12-7" of a few numbers; "": it is something else. */
static void list_text(const uint8_t *bytes, size_t size, char text[VALUE])
{
    struct reader r;
    size_t n = 0;
    *text = '\0';
    read_start(&r, bytes, size);
    size_t items = read_array(&r, LISTED_MOST);
    for (size_t i = 0; i < items && n < VALUE; i++)
        n += (size_t)snprintf(text + n, VALUE - n, "%s%lld", i ? "-" : "", (long long)read_int(&r));
    if (r.bad)
        *text = '\0';
}

static void value_text(const struct audit *x, const struct item *i, const uint8_t *bytes, size_t size, char text[VALUE])
{
    const struct position *match = x->table[x->at_table].position;
    const char *type = strchr(i->name, ':') + 1;
    char action[ACTION_TEXT];
    struct reader r;
    *text = '\0';
    if (*type == 'a')
        list_text(bytes, size, text);
    if (*type != 'u')
        return;
    read_start(&r, bytes, size);
    uint64_t number = read_uint(&r, UINT64_MAX);
    if (is_called(i, "fault"))
        fault_label((unsigned)number, text);
    else if (is_called(i, "action") && match != NULL)
        snprintf(text, VALUE, "\"%s\"", action_text(&match->open, action_of_code((uint16_t)number), action));
    else
        snprintf(text, VALUE, "%llu", (unsigned long long)number);
}

/* " of party 2": whose hash it is, where there is one for each party. */
static void piece_text(const struct item *i, char text[VALUE])
{
    struct reader a, b;
    size_t is_size, due_size, at = 0;
    *text = '\0';
    if (!is_called(i, "cuts") && !is_called(i, "views"))
        return;
    read_start(&a, i->is, i->is_size);
    read_start(&b, i->due, i->due_size);
    const uint8_t *is = read_bin(&a, &is_size), *due = read_bin(&b, &due_size);
    while (at < is_size && at < due_size && memcmp(is + at, due + at, HASH) == 0)
        at += HASH;
    if (is_size == due_size)
        snprintf(text, VALUE, " of party %zu", at / HASH);
}

static bool item_differs(struct audit *x, const char *whose, const struct item *i)
{
    char found[VALUE], due[VALUE];
    int name = (int)strcspn(i->name, ":");
    bool clock = is_called(i, "bank_us") || is_called(i, "budget_us") || is_called(i, "used_us");
    unsigned must = clock ? 13 : !strcmp(whose, "RESULT") ? 15 : 4;
    value_text(x, i, i->is, i->is_size, found);
    value_text(x, i, i->due, i->due_size, due);
    if (*found && *due)
        return ARBITER_BREAKS(x, must, "%s: %.*s is %s, and %s is due", whose, name, i->name, found, due);
    piece_text(i, found);
    return ARBITER_BREAKS(x, must, "%s: %.*s%s is not the one that is due", whose, name, i->name, found);
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

static void offer_differs(struct audit *x, const struct msg *is, const struct msg *due)
{
    static _Thread_local struct offer found, expected; /* too large for the stack */
    const char *wrong;
    if (!read_offer(is->blob, is->blob_size, &found)) {
        ARBITER_LIES(x, "the offer cannot be read");
        return;
    }
    wrong = audit_offer_wrong(&found);
    if (wrong != NULL)
        ARBITER_BREAKS(x, 2, "the offer cannot be: %s", wrong);
    wrong = header_differs(&x->header, &found);
    if (wrong != NULL)
        ARBITER_BREAKS(x, 2, "%s", wrong);
    bool read = read_offer(due->blob, due->blob_size, &expected);
    for (unsigned i = 0; read && i < x->parties; i++)
        if (memcmp(found.key[i], expected.key[i], ID) != 0)
            ARBITER_BREAKS(x, 2, "the offer's key of party %u is not the one in its HELLO", i);
    ARBITER_BREAKS(x, 2, "another offer than the first seat was sent");
}

static void proof_differs(struct audit *x, const struct msg *is, const struct msg *due)
{
    (void)is, (void)due;
    ARBITER_BREAKS(x, 17, "%s",
                   x->header.offer.log_key[0] ? "the match log does not hold this OPEN: it gave another proof"
                                              : "OPEN holds a proof, but there is no log");
}

static void seals_differ(struct audit *x, const struct msg *is, const struct msg *due)
{
    struct seal found, expected;
    if (seals_count(is) != seals_count(due)) {
        ARBITER_BREAKS(x, 4, "SEAL holds %u hands, %u are due", seals_count(is), seals_count(due));
        return;
    }
    for (unsigned i = 0; i < seals_count(due) && seals_get(is, i, &found) && seals_get(due, i, &expected); i++) {
        if (found.hand != expected.hand)
            ARBITER_BREAKS(x, 4, "SEAL holds hand %u where hand %u is due", found.hand, expected.hand);
        else if (found.size != expected.size)
            ARBITER_BREAKS(x, 4, "the seal of hand %u holds %zu bytes, %zu are due", found.hand, found.size,
                           expected.size);
        for (unsigned slot = 0; slot < found.size / HASH && !x->failed; slot++)
            if (memcmp(found.commits + slot * HASH, expected.commits + slot * HASH, HASH) != 0)
                ARBITER_BREAKS(x, 8, "the commitment of hand %u, slot %u is not the one the seed gives", found.hand,
                               slot);
    }
}

/* The player's own cards, or those that a DEAL turns up. */
static void cards_differ(struct audit *x, const struct msg *is, const struct msg *due)
{
    bool dealt = due->type == MSG_DEAL;
    const uint8_t *found = dealt ? is->blob2 : is->blob, *expected = dealt ? due->blob2 : due->blob;
    size_t size = dealt ? is->blob2_size : is->blob_size, most = dealt ? due->blob2_size : due->blob_size;
    char name[24];
    if (size != most)
        ARBITER_BREAKS(x, 9, "%s opens %zu cards, %zu are due", record_name(due->type, name), size / OPENING,
                       most / OPENING);
    for (size_t at = 0; at < most && !x->failed; at += OPENING) {
        if (memcmp(found + at, expected + at, OPENING) == 0)
            continue;
        if (found[at] != expected[at])
            ARBITER_BREAKS(x, 9, "slot %u is opened, the cut gives slot %u", found[at], expected[at]);
        ARBITER_BREAKS(x, 10, "the card opened in slot %u is not the one that was sealed", found[at]);
    }
}

static void result_differs(struct audit *x, const struct msg *is, const struct msg *due)
{
    static const char
        names[] = "match:b outcome:u winner:u games:a hands:u points:a partidas:a fault:u fault_seat:u a:u b:u "
                  "faults:a head:b";
    struct result found;
    struct reader a, b;
    struct item i;
    if (!read_result(is->blob, is->blob_size, &found))
        ARBITER_LIES(x, "the result cannot be read");
    read_start(&a, is->blob, is->blob_size);
    read_start(&b, due->blob, due->blob_size);
    read_array(&a, ITEMS_MAX);
    read_array(&b, ITEMS_MAX);
    if (first_other(names, a, b, &i))
        item_differs(x, "RESULT", &i);
}

static const struct {
    uint8_t type;
    const char *name;
    void (*differs)(struct audit *x, const struct msg *is, const struct msg *due);
} judged[] = {
    { MSG_OFFER, "offer", offer_differs },   { MSG_OPEN, "proof", proof_differs },
    { MSG_SEAL, "seals", seals_differ },     { MSG_DEAL, "openings", cards_differ },
    { MSG_CARDS, "openings", cards_differ }, { MSG_RESULT, "result", result_differs },
};

/* --- any message ---------------------------------------------------------------------------------- */

static const char *fields_of(unsigned type)
{
    switch (type) {
#define X(name, number, who, fields) \
    case number: return fields;
        MESSAGES(X)
#undef X
    default: return "";
    }
}

/* "DEAL of hand 3", "REQUEST to seat 1" */
static void name_of(const struct audit *x, const struct msg *m, char text[64])
{
    char name[24];
    unsigned to = audit_seat_of(x->rec.visibility);
    record_name(m->type, name);
    if (m->hand || to < PARTIES_MAX)
        snprintf(text, 64, m->hand ? "%s of hand %u" : "%s to seat %u", name, m->hand ? m->hand : to);
    else
        snprintf(text, 64, "%s", name);
}

static bool message_differs(struct audit *x, const struct msg *is, const struct msg *due)
{
    struct reader a, b;
    struct item i;
    char name[64];
    size_t size;
    read_start(&a, is->bytes, is->size);
    read_start(&b, due->bytes, due->size);
    read_array(&a, ITEMS_MAX);
    read_array(&b, ITEMS_MAX);
    for (unsigned k = 0; k < 2; k++) /* type and table are no fields */
        (void)read_value(&a, &size), (void)read_value(&b, &size);
    if (!first_other(fields_of(due->type), a, b, &i))
        return false;
    for (size_t k = 0; k < sizeof judged / sizeof *judged && !x->failed; k++)
        if (judged[k].type == due->type && is_called(&i, judged[k].name))
            judged[k].differs(x, is, due);
    name_of(x, due, name);
    return x->failed || !item_differs(x, name, &i);
}

bool audit_differs(struct audit *x, const struct msg *is, const void *bytes, size_t size)
{
    char name[24];
    struct msg due;
    if (msg_read(bytes, size, FROM_ARBITER, &due) == WIRE_OK) {
        of_table(x, &due);
        if (due.table != is->table)
            return ARBITER_BREAKS(x, 4, "%s is of table %u, that of table %u is due", record_name(due.type, name),
                                  is->table, due.table);
        if (message_differs(x, is, &due))
            return false;
    }
    return ARBITER_LIES(x, "other bytes than its fields make");
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
        return ARBITER_BREAKS(x, 4, "a sign of seat %u is due for seat %u, but %s follows", due.seat,
                              audit_seat_of(visibility), found);
    if (bytes != NULL)
        return ARBITER_BREAKS(x, 4, "%s is due here, but %s follows", record_name(type, name), found);
    if (x->rec.type == MSG_FAULT)
        return ARBITER_BREAKS(x, 6, "a FAULT that nothing caused");
    return ARBITER_BREAKS(x, 5, "%s is not due: nothing that came calls for it", found);
}
