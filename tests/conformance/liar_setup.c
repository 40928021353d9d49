/* liar_setup: a match and its parties are made and taken apart. */
#include "liar.h"

#include "cli/path.h"
#include "outside.h"

static struct action decide_any(const struct view *v, const struct action *legal, int n, void *user)
{
    struct liar *l = user;
    (void)v;
    return legal[fiel_random_below(&l->dice, (unsigned)n)];
}

static void liar_seat(struct liar *l, unsigned seat)
{
    l->bot[seat] = malloc(sizeof *l->bot[seat]);
    assert(l->bot[seat]);
    int error = party_start(l->bot[seat], seat ? "one" : "zero", l->folder[seat], &l->calls[seat]);
    assert(error == 0);
}

void liar_restart(struct liar *l, unsigned seat)
{
    if (!l->bot[seat]) {
        outside_restart(l->outside);
        l->said_hello[seat] = false;
        return;
    }
    party_end(l->bot[seat]);
    free(l->bot[seat]);
    liar_seat(l, seat);
}

void liar_secret(struct liar *l, unsigned seat, const char *name, uint64_t dice)
{
    struct fiel_random r = { dice * 4 + seat + (unsigned char)name[0] * 1000u };
    uint64_t secret[4];
    char path[96];
    for (int i = 0; i < 4; i++)
        secret[i] = fiel_random(&r);
    path_of(path, sizeof path, "%s/%s", l->folder[seat], name);
    FILE *f = fopen(path, "wb");
    size_t n = f ? fwrite(secret, 1, sizeof secret, f) : 0;
    assert(n == sizeof secret);
    fclose(f);
}

/* One more party, in a folder of its own. */
static void liar_party(struct liar *l, uint64_t dice)
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

struct liar *liar_new(enum lie lie, const char *rules, uint32_t games, uint64_t dice)
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
    l->now = 1000000;
    memset(l->seed, (int)(dice & 0x7f), HASH);
    memcpy(l->pack_seed, l->seed, HASH);
    crypto_sign_seed_keypair(public_key, l->key, l->seed);
    struct offer *o = &l->offer;
    *o = (struct offer){ .games = games,
                         .seats = 2,
                         .hands_max = LIAR_HANDS,
                         .tables = 1,
                         .at_once = 1,
                         .note_bytes = 64,
                         .bank_us = 30000000,
                         .cap_us = 5000000,
                         .grace_us = 50000,
                         .start_us = 1000000,
                         .sign_every = 1,
                         .duty_us = 60000000,
                         .sign = dice % 2 };
    snprintf(o->rules, sizeof o->rules, "%s", rules);
    memset(o->held, HELD_NOT, sizeof o->held); /* a client that is tried out runs in no jail */
    strcpy(o->name[0], "zero");
    strcpy(o->name[1], "one");
    memcpy(o->arbiter, public_key, KEY_PUBLIC);
    deal_seed_commit(o->seed_commit, l->seed, o->nonce);
    error = rules_parse(rules, &l->rules, why);
    assert(error == 0);
    if (lie == LIE_OFFER_LOGGED) /* told when OPEN comes without a proof */
        strcpy(o->log_key, "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
    return l;
}

void liar_invite(struct liar *l, struct outside *o)
{
    party_end(l->bot[l->victim]);
    free(l->bot[l->victim]);
    l->bot[l->victim] = NULL;
    l->outside = o;
}

struct liar *liar_cut(enum lie lie, const char *rules, uint32_t games, uint64_t dice)
{
    struct liar *l = liar_new(lie, rules, games, dice);
    liar_party(l, dice);
    l->victim = 2;
    l->offer.cutters = 1;
    return l;
}

struct liar *liar_twin(enum lie lie, const char *rules, uint64_t dice)
{
    struct liar *l = liar_new(lie, rules, 1, dice + 100), *primary = liar_new(LIE_NONE, rules, 1, dice);
    primary->offer.reveal = REVEAL_PAIR;
    bool played = liar_run(primary);
    assert(played);
    memcpy(l->seed, primary->seed, HASH);
    memcpy(l->pack_seed, primary->seed, HASH);
    memcpy(l->key, primary->key, sizeof l->key);
    l->offer = primary->offer;
    l->offer.reveal = REVEAL_MATCH;
    memcpy(l->offer.name[0], primary->offer.name[1], NAME_TEXT);
    memcpy(l->offer.name[1], primary->offer.name[0], NAME_TEXT);
    l->primary = primary;
    return l;
}

void liar_free(struct liar *l)
{
    course_free(&l->course);
    if (l->primary)
        liar_free(l->primary);
    for (unsigned i = 0; i < l->parties; i++) {
        if (l->bot[i])
            party_end(l->bot[i]);
        free(l->bot[i]);
        free(l->told[i]->bytes);
        free(l->told[i]);
        outside_remove(l->folder[i]);
    }
    free(l);
}
