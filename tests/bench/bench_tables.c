/* bench_tables: where the work of a decision goes, at one table and at several on one connection, without its transport:
 * the referee and its record, the seats' decoder and libfiel in two seats, handed over by call.
 *
 * The linker puts a watch before the functions of each kind (the Makefile has the list); what one kind does within another
 * counts for itself alone.  What both bots do together stands beside what the arbiter does.  The total is of a run without the watch: microseconds of the processor, the lowest of ROUNDS. */
#include <stdio.h>

#include "support/by_call.h"
#include "support/timed.h"

enum { ROUNDS = 3, GAMES_ALONE = 80, GAMES_EACH = 8 };

enum kind { OWN, RULES, CODEC, HASHES, SIGNATURES, RECORD, KINDS };
static const char *const kind_name[KINDS] = { "its own", "rules", "codec", "hashes", "signatures", "record" };

enum side { ARBITER, BOTS, SIDES };

static bool watching;
static enum kind now_in;
static enum side now_at;
static double spent_us[SIDES][KINDS], least_us[SIDES][KINDS], since_us;

/* What was going on until now is charged. */
static void charge(void)
{
    double now = 1e6 * seconds_now();
    spent_us[now_at][now_in] += now - since_us;
    since_us = now;
}

/* The kind that it was is given back by leave(). */
static enum kind enter(enum kind k)
{
    enum kind before = now_in;
    if (!watching)
        return before;
    charge();
    now_in = k;
    return before;
}

static void leave(enum kind before) { (void)enter(before); }

/* The same for whose work it is. */
static enum side go_to(enum side s)
{
    enum side before = now_at;
    if (watching)
        charge();
    now_at = s;
    return before;
}

/* X(kind, returns, name, parameters, arguments) */
#define WATCHED(X) \
    X(RULES, enum rule_error, position_apply, \
      (const struct position *pos, int seat, struct action a, struct position *out), (pos, seat, a, out)) \
    X(RULES, int, view_legal, (const struct view *v, struct action out[]), (v, out)) \
    X(RULES, int, position_deal, \
      (struct position * pos, card_t cards[][FIEL_HELD_MAX], card_t vira, int mano, char why[RULES_ERROR_TEXT]), \
      (pos, cards, vira, mano, why)) \
    X(CODEC, enum wire_error, envelope_open, (struct envelope * e, const void *bytes, size_t size), (e, bytes, size)) \
    X(CODEC, enum wire_error, envelope_next, (struct envelope * e, enum direction d, struct msg * pos), (e, d, pos)) \
    X(SIGNATURES, bool, verify_message, \
      (const uint8_t sig[SIGNATURE], const uint8_t key[KEY_PUBLIC], const struct message *pos), (sig, key, pos)) \
    X(RECORD, int, replay_append, \
      (struct replay_writer * w, unsigned type, unsigned visibility, uint64_t us, const void *payload, size_t size), \
      (w, type, visibility, us, payload, size)) \
    X(RECORD, int, replay_flush, (struct replay_writer * w), (w)) \
    X(RECORD, int, replay_sync, (struct replay_writer * w), (w))

/* The same for those that return nothing. */
#define WATCHED_VOID(X) \
    X(RULES, position_view, (const struct position *pos, int seat, struct view *out), (pos, seat, out)) \
    X(CODEC, pack_msg_request, \
      (struct packer * p, uint32_t table, uint32_t request, uint64_t bank_us, uint64_t budget_us, uint64_t used_us, \
       const struct view *v), \
      (p, table, request, bank_us, budget_us, used_us, v)) \
    X(CODEC, pack_msg_act, \
      (struct packer * p, uint32_t table, unsigned seat, unsigned action, unsigned value, const void *opening, \
       size_t size), \
      (p, table, seat, action, value, opening, size)) \
    X(CODEC, read_view, (struct reader * r, struct view * v, const struct rules *rules), (r, v, rules)) \
    X(CODEC, seat_read, (struct from_seat * f, const void *bytes, size_t size, uint32_t tables), \
      (f, bytes, size, tables)) \
    X(HASHES, hash, (uint8_t out[HASH], const struct message *pos), (out, pos)) \
    X(HASHES, hash_bytes, (uint8_t out[HASH], const void *bytes, size_t size), (out, bytes, size)) \
    X(HASHES, hash_followed, (uint8_t out[HASH], const struct message *pos, const void *bytes, size_t size), \
      (out, pos, bytes, size)) \
    X(SIGNATURES, sign_message, (uint8_t sig[SIGNATURE], const uint8_t secret[KEY_SECRET], const struct message *pos), \
      (sig, secret, pos))

#define X(of, returns, name, parameters, arguments) \
    returns __real_##name parameters; \
    returns __wrap_##name parameters; \
    returns __wrap_##name parameters \
    { \
        enum kind before = enter(of); \
        returns result = __real_##name arguments; \
        leave(before); \
        return result; \
    }
WATCHED(X)
#undef X
#define X(of, name, parameters, arguments) \
    void __real_##name parameters; \
    void __wrap_##name parameters; \
    void __wrap_##name parameters \
    { \
        enum kind before = enter(of); \
        __real_##name arguments; \
        leave(before); \
    }
WATCHED_VOID(X)
#undef X

/* All that a bot does is done in these. */
#define OF_A_BOT(X) \
    X(enum check, party_take, (struct party * p, const void *bytes, size_t size), (p, bytes, size)) \
    X(size_t, party_reply, (struct party * p, uint8_t * out), (p, out)) \
    X(enum check, party_settle, (struct party * p), (p))

#define X(returns, name, parameters, arguments) \
    returns __real_##name parameters; \
    returns __wrap_##name parameters; \
    returns __wrap_##name parameters \
    { \
        enum side before = go_to(BOTS); \
        returns result = __real_##name arguments; \
        go_to(before); \
        return result; \
    }
OF_A_BOT(X)
#undef X

/* Microseconds of a decision; what the bots work out when the seed is told is not of it. */
static double match_us(uint32_t tables, bool watch)
{
    struct fiel_callbacks calls = { .decide = call_decides };
    uint32_t games = tables > 1 ? tables * GAMES_EACH : GAMES_ALONE;
    struct by_call *c = call_start_at("argentino", 2, tables, games, SIGN_HAND, &calls);
    while (referee_decisions(c->referee) < tables && call_turn(c))
        continue;
    double start = own_seconds(), took = 0;
    uint64_t first = referee_decisions(c->referee);
    watching = watch;
    since_us = 1e6 * seconds_now();
    now_in = OWN;
    while (!c->over && call_turn(c))
        took = c->over ? took : 1e6 * (own_seconds() - start);
    watching = false;
    took /= (double)(referee_decisions(c->referee) - first);
    call_end(c);
    return took;
}

static double spent_all(void)
{
    double all = 0;
    for (unsigned s = 0; s < SIDES; s++)
        for (unsigned k = 0; k < KINDS; k++)
            all += spent_us[s][k];
    return all;
}

static void print_for(uint32_t tables)
{
    double least = 1e9, all = 1e18, one;
    for (int i = 0; i < ROUNDS; i++) {
        double us = match_us(tables, false);
        least = us < least ? us : least;
        memset(spent_us, 0, sizeof spent_us);
        match_us(tables, true);
        one = spent_all();
        if (one < all) /* the one that was disturbed least */
            memcpy(least_us, spent_us, sizeof least_us);
        all = one < all ? one : all;
    }
    printf("  %-52s %7.1f\n", tables == 1 ? "one table" : "64 tables", least);
    printf("    %-50s %7s %7s\n", "of it", "arbiter", "bots");
    for (unsigned k = 0; k < KINDS; k++)
        printf("    %-50s %7.1f %7.1f\n", kind_name[k], least * least_us[ARBITER][k] / all,
               least * least_us[BOTS][k] / all);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    print_for(1);
    print_for(64);
    return 0;
}
