/* party: see party.h.  Here: what is taken.  reply.c has what is said, verify_*.c what is checked. */
#include "party.h"

#include <sodium.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/strict.h"

static const char CHAIN_SECRET[] = "chain-secret";

int party_start_as(struct party *p, const char *name, const uint8_t seed[HASH], const char *folder,
                   const struct fiel_callbacks *calls)
{
    memset(p, 0, sizeof *p);
    bool again = false;
    p->table = calloc(1, sizeof *p->table);
    p->tables = 1;
    if (!p->table || sodium_init() < 0 || secret_keep(folder, CHAIN_SECRET, p->chain_secret, &again) != 0)
        return -1;
    p->catching_up = p->reborn = again;
    crypto_sign_seed_keypair(p->key, p->secret, seed);
    snprintf(p->name, sizeof p->name, "%s", name);
    snprintf(p->folder, sizeof p->folder, "%s", folder);
    p->calls = calls;
    p->cutter = !calls->decide;
    p->hello_due = true;
    return 0;
}

int party_start(struct party *p, const char *name, const char *folder, const struct fiel_callbacks *calls)
{
    uint8_t seed[HASH];
    bool again = false;
    if (sodium_init() < 0 || secret_keep(folder, "signing-key", seed, &again) != 0)
        return -1;
    int status = party_start_as(p, name, seed, folder, calls);
    sodium_memzero(seed, sizeof seed);
    return status;
}

int party_secret(struct party *p, const uint8_t secret[HASH])
{
    if (p->reborn)
        return 0;
    memcpy(p->chain_secret, secret, HASH);
    return secret_put(p->folder, CHAIN_SECRET, secret);
}

void party_end(struct party *p)
{
    ledger_close(&p->ledger);
    for (unsigned t = 0; t < p->tables && p->table; t++)
        free(p->table[t].cuts);
    free(p->table);
    sodium_memzero(p, sizeof *p);
}

enum check party_fail(struct party *p, enum check c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(p->why, sizeof p->why, format, args);
    va_end(args);
    for (n = n < WHY ? n : WHY - 1; !utf8_valid(p->why, (size_t)n);)
        p->why[--n] = '\0'; /* cut between two letters, or it could not be sent */
    p->failed = c;
    return c;
}

void party_look_at(struct party *p, struct party_table *t)
{
    if (p->told_table == t->number)
        return;
    p->told_table = t->number;
    if (p->calls->table)
        p->calls->table(t->number, p->calls->user);
}

static void culprit_keep(struct party *p, const void *bytes, size_t size)
{
    p->culprit_size = size < sizeof p->culprit ? size : sizeof p->culprit;
    memcpy(p->culprit, bytes, p->culprit_size);
}

/* The course of CLIENT.md section 5, a bot's side: may a message of this type come now? */
static bool expected(const struct party *p, const struct party_table *t, enum message_type type)
{
    bool playing = p->stage == STAGE_OFFERED || p->stage == STAGE_OPENED;
    switch (type) {
    case MSG_OFFER: return p->stage == STAGE_HELLO;
    case MSG_OPEN: return p->stage == STAGE_OFFERED;
    case MSG_SEAL: return p->stage == STAGE_OPENED;
    case MSG_DEAL: return p->stage == STAGE_OPENED && !t->hand.open;
    case MSG_CARDS:
    case MSG_ACT:
    case MSG_REQUEST:
    case MSG_REFUSED:
    case MSG_SHOW:
    case MSG_SIGN:
    case MSG_NOTE:
    case MSG_HAND_END: return t->hand.open;
    case MSG_SIGNED: return p->stage == STAGE_OPENED && p->ends.number > 0;
    case MSG_HANDS_END: return p->stage == STAGE_OPENED;
    case MSG_FAULT:
    case MSG_GAME_END: return playing;
    case MSG_RESULT: return playing; /* amid a hand only when nobody wins: verify_result */
    case MSG_REVEAL: return p->stage == STAGE_RESULT;
    case MSG_HELLO:
    case MSG_JOIN:
    case MSG_CUT:
    case MSG_ANSWER:
    case MSG_HAND_SIGN:
    case MSG_PROTEST: break;
    }
    return false;
}

static bool is_public(unsigned type)
{
    switch (type) {
#define X(name, number, who, fields) \
    case number: return who == 'P';
        MESSAGES(X)
#undef X
    }
    return false;
}

/* The answer at this table was not taken, so what stood behind it in its envelope was not looked at: it goes again. */
static void say_the_rest(struct party *p, const struct party_table *t)
{
    for (struct party_table *u = p->table + t->number + 1; u < p->table + p->tables; u++) {
        if (u->request.said_in == t->request.said_in)
            u->request.answered = false;
        if (u->cut_in == t->request.said_in)
            u->cut_sent = 0;
    }
}

/* A fault of somebody.  It may end the match, or make the arbiter act for a seat. */
static void fault_take(struct party *p, struct party_table *t, const struct msg *m)
{
    if (m->effect == EFFECT_MATCH || m->effect == EFFECT_VOID)
        p->cut_short = true;
    if (m->effect == EFFECT_STOPPED)
        p->stopped = true;
    if (m->fault == FAULT_ILLEGAL && m->effect == EFFECT_GAME && m->seat == p->seat)
        say_the_rest(p, t);
    bool ends = m->effect == EFFECT_GAME || m->effect == EFFECT_MATCH || m->effect == EFFECT_VOID;
    bool acts_for_me = m->effect == EFFECT_DEFAULT_ACTION && m->seat == p->seat;
    bool in_round = t->request.view.open.phase == PHASE_SIGNS; /* there it passes, and no ACT follows */
    if (acts_for_me && !in_round)
        t->default_action = true;
    if (ends || (acts_for_me && in_round))
        t->request.open = false;
    if (ends || acts_for_me)
        t->request.signs = t->request.signs_told = t->request.note_size = 0;
}

/* My action was not legal: the request is open again, and another answer is due. */
static void refusal_take(struct party *p, struct party_table *t, const struct msg *m)
{
    if (!t->request.open || m->request != t->request.number)
        return;
    say_the_rest(p, t);
    t->request.answered = t->request.decided = false;
    t->request.refused = true;
    t->request.signs = t->request.note_size = 0;
    if (p->calls->refused)
        p->calls->refused(m->text, p->calls->user);
}

/* The table of a message that comes: the first where it is about all; NULL where there is no such table. */
static struct party_table *table_of(const struct party *p, const struct msg *m)
{
    bool of_all = m->type == MSG_OFFER || m->type == MSG_OPEN || m->type == MSG_RESULT || m->type == MSG_REVEAL ||
                  m->type == MSG_HANDS_END || m->type == MSG_SIGNED;
    return m->table < (of_all ? 1 : p->tables) ? &p->table[m->table] : NULL;
}

static enum check verify(struct party *p, struct party_table *t, const struct msg *m)
{
    if (t == NULL)
        return party_fail(p, CHECK_ORDER, "message type %u of table %u, there are %u", m->type, m->table, p->tables);
    party_look_at(p, t);
    if (!expected(p, t, (enum message_type)m->type))
        return party_fail(p, CHECK_ORDER, "message type %u at number %llu, hand %u %s", m->type,
                          (unsigned long long)p->have, t->hand.number, t->hand.open ? "is open" : "is over");
    switch ((enum message_type)m->type) {
    case MSG_OFFER: return verify_offer(p, m);
    case MSG_OPEN: return verify_open(p, m);
    case MSG_SEAL: return verify_seal(p, t, m);
    case MSG_DEAL: return verify_deal(p, t, m);
    case MSG_CARDS: return verify_cards(p, t, m);
    case MSG_ACT: return verify_act(p, t, m);
    case MSG_REQUEST: return verify_request(p, t, m);
    case MSG_REFUSED: refusal_take(p, t, m); break;
    case MSG_SHOW: return verify_show(p, t, m);
    case MSG_SIGN: return verify_sign(p, t, m);
    case MSG_NOTE: return verify_note(p, t, m);
    case MSG_HAND_END: return verify_hand_end(p, t, m);
    case MSG_SIGNED: return verify_signed(p, m);
    case MSG_HANDS_END: return verify_hands_end(p, m);
    case MSG_FAULT: fault_take(p, t, m); break;
    case MSG_GAME_END: return verify_game_end(p, t, m);
    case MSG_RESULT: return verify_result(p, m);
    case MSG_REVEAL: return verify_reveal(p, m);
    case MSG_HELLO:
    case MSG_JOIN:
    case MSG_CUT:
    case MSG_ANSWER:
    case MSG_HAND_SIGN:
    case MSG_PROTEST: break;
    }
    return CHECK_FINE;
}

/* --- what outlives the process ---------------------------------------------------------------------- */

/* As many messages as an earlier process was told: are they the same ones? */
static void told_again(struct party *p)
{
    uint8_t head[HASH];
    struct ledger *l = p->ledger;
    if (!l || !l->again || p->have != l->kept.have)
        return;
    chain_have(head, &p->view, &p->pub);
    l->again = memcmp(head, l->kept.head, HASH) != 0;
}

/* Nothing is said in a match that is told otherwise than before. */
static enum check again_check(struct party *p)
{
    bool may_speak = !p->cut_short && (p->stage == STAGE_OFFERED || p->stage == STAGE_OPENED);
    if (!may_speak || !p->ledger->again)
        return CHECK_FINE;
    return party_fail(p, CHECK_MATCH_AGAIN, "the first %llu messages were others before, and now it has %llu",
                      (unsigned long long)p->ledger->kept.have, (unsigned long long)p->have);
}

/* Before anything is said that rests on it.  A bot at home joins and signs nothing that its disk does not have: a hosted one dies with
 * its match. */
static enum check state_keep(struct party *p)
{
    struct ledger *l = p->ledger;
    bool sync = p->sync_due && p->at_home;
    if (!l || l->again || (p->have == l->kept.have && !sync))
        return CHECK_FINE;
    l->kept.have = p->have;
    chain_have(l->kept.head, &p->view, &p->pub);
    p->sync_due = false;
    if (ledger_keep(l) || (sync && (secret_sync(p->folder, CHAIN_SECRET) || ledger_sync(l, p->folder))))
        return party_fail(p, CHECK_STATE, "%s: %s", p->folder, strerror(errno));
    return CHECK_FINE;
}

/* --- messages ------------------------------------------------------------------------------------------ */

/* A message is counted, and all but OFFER are in a chain. */
static void message_link(struct party *p, const struct msg *m)
{
    if (is_public(m->type))
        chain_link_public(&p->pub, m->bytes, m->size);
    else if (m->type != MSG_OFFER)
        chain_link_private(&p->view, &p->pub, m->bytes, m->size);
    p->have++;
}

/* What a bot objects to was told to it all the same: PROTEST counts it, and of an OFFER that is refused it names the match. */
static void message_objected(struct party *p, const struct msg *m)
{
    culprit_keep(p, m->bytes, m->size);
    if (p->stage == STAGE_HELLO && m->type == MSG_OFFER)
        party_offered(p, m);
    if (p->stage != STAGE_HELLO || m->type == MSG_OFFER)
        message_link(p, m);
}

/* A message is checked, then linked: HANDS_END signs the head from before itself. */
static enum check message_take(struct party *p, const struct msg *m)
{
    struct party_table *t = table_of(p, m); /* OFFER makes all tables anew */
    enum check c = verify(p, t, m);
    if (c != CHECK_FINE) {
        message_objected(p, m);
        return c;
    }
    message_link(p, m);
    told_again(p);
    if (m->type == MSG_REQUEST || m->type == MSG_REFUSED)
        memcpy(t->request.head, p->view.head, HASH);
    return CHECK_FINE;
}

/* An envelope that starts after the message I wait for is dropped: a hello brings the missing ones. */
enum check party_take(struct party *p, const void *bytes, size_t size)
{
    struct envelope e;
    enum wire_error w = envelope_hear(&e, bytes, size);
    bool end = w == WIRE_OK && e.left == 0; /* of what is sent again */
    if (w == WIRE_OK && e.number > p->have) {
        if (!p->catching_up)
            party_reconnected(p);
        p->hello_due |= end; /* of a resend not all of which came */
        return CHECK_FINE;
    }
    for (uint64_t index = e.number; w == WIRE_OK && e.left > 0; index++) {
        struct msg m;
        w = envelope_next(&e, FROM_ARBITER, &m);
        if (w != WIRE_OK || index < p->have)
            continue;
        enum check c = message_take(p, &m);
        if (c != CHECK_FINE)
            return c;
    }
    p->catching_up = p->catching_up && !end;
    enum check c = w != WIRE_OK ? party_fail(p, CHECK_ENVELOPE, "%s", wire_error_text(w))
                   : end        ? again_check(p)
                                : CHECK_FINE;
    if (c == CHECK_FINE)
        return state_keep(p);
    culprit_keep(p, bytes, size);
    return c;
}

enum check party_settle(struct party *p)
{
    if (!p->later_due && p->stage < STAGE_RESULT)
        return p->failed;
    for (unsigned i = 0; i < LATER_MAX && p->failed == CHECK_FINE; i++) {
        struct party_later *l = &p->later[i];
        if (l->number != 0 && verify_later(p, l) != CHECK_FINE)
            culprit_keep(p, l->bytes, l->size);
        l->number = 0;
    }
    p->later_due = false;
    return p->failed;
}

void party_reconnected(struct party *p)
{
    p->hello_due = p->catching_up = true;
    p->join_sent = false;
    p->sign_sent = 0;
    for (unsigned t = 0; t < p->tables; t++) {
        p->table[t].request.answered = false;
        p->table[t].cut_sent = 0;
    }
}

void party_quiet(struct party *p) { p->hello_due |= p->stage == STAGE_HELLO || p->catching_up; }
