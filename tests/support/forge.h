/* forge: a whole match written straight into a replay, with every key in one hand.
 *
 * An arbiter and two bots in one loop, on the course of a match (course/course.h) and without a referee: the tests' bots say what
 * comes in, and the course what follows from it.  A twist makes something odd happen at one decision; afterwards the tests
 * change records and have them signed again.  What the course itself has wrong the second opinion finds (protocol/second). */
#ifndef FIEL_TESTS_FORGE_H
#define FIEL_TESTS_FORGE_H

#include "forge_play.h"
#include "forge_remake.h"

/* Sets the defaults that a test then changes. */
FORGE struct forge *forge_new(const char *rules, uint32_t games, uint64_t random)
{
    struct forge *f = calloc(1, sizeof *f);
    assert(f && sodium_init() >= 0);
    f->rules = rules;
    f->games = games;
    f->hands_max = 500;
    f->random = random;
    f->now = 1000000;
    strcpy(f->name[0], "ana");
    strcpy(f->name[1], "juana");
    return f;
}

/* The second leg of a pair after a first one that was run; its bots have other keys. */
FORGE struct forge *forge_twin(const struct forge *primary, uint64_t random)
{
    struct forge *f = forge_new(primary->rules, primary->games, random);
    f->primary = primary;
    f->hands_max = primary->hands_max;
    f->sign = primary->sign;
    f->on_timeout = primary->on_timeout;
    f->now = primary->now - 50000000;
    memcpy(f->name[0], primary->name[1], NAME_TEXT);
    memcpy(f->name[1], primary->name[0], NAME_TEXT);
    return f;
}

FORGE void forge_key(uint8_t public_key[32], uint8_t secret_key[64], unsigned n)
{
    uint8_t seed[32] = { (uint8_t)n, 0x5e };
    crypto_sign_seed_keypair(public_key, secret_key, seed);
}

/* Who plays and what, as the host is to know it. */
FORGE void forge_prepare(struct forge *f)
{
    struct rules rules;
    char why[RULES_ERROR_TEXT];
    struct offer *o = &f->offer;
    assert(!rules_parse(f->rules, &rules, why) && !position_new(&f->position, &rules, FORGE_SEATS, why));
    forge_key(f->arbiter_public, f->arbiter_secret, 200);
    memset(f->seed, 0x42, 32);
    f->seed[0] = (uint8_t)(f->primary ? f->primary->seed[0] : f->random);
    f->random += f->play_random;
    snprintf(o->tournament, sizeof o->tournament, "forge");
    snprintf(o->rules, sizeof o->rules, "%s", f->rules);
    snprintf(o->engine, sizeof o->engine, "forge 1");
    o->games = f->games, o->seats = FORGE_SEATS, o->hands_max = f->hands_max, o->tables = 1;
    o->seed_source = f->seed_source, o->sign = f->sign, o->on_timeout = f->on_timeout;
    o->bank_us = 30000, o->inc_us = 400, o->cap_us = 9000, o->grace_us = 1000, o->start_us = 500000;
    o->reveal = f->reveal;
    o->at_once = 1;
    o->sign_every = f->sign_every ? f->sign_every : 1, o->duty_us = 60000;
    if (f->log) {
        note_key_text(&f->log->key, o->log_key);
        o->number = 1;
    }
    if (f->primary)
        memcpy(o->twin, f->primary->twin, o->twin_size = (uint32_t)f->primary->twin_size);
    memcpy(o->arbiter, f->arbiter_public, 32);
    memset(o->nonce, 9, 32);
    deal_seed_commit(o->seed_commit, f->seed, o->nonce);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        forge_key(f->seat[i].public_key, f->seat[i].secret_key, f->primary ? 10 + i : i);
        memcpy(o->name[i], f->name[i], NAME_TEXT);
    }
}

/* Plays what was prepared, to the end of the match. */
FORGE void forge_go(struct forge *f)
{
    forge_start(f);
    while (!f->over) {
        if (!f->table || f->position.open.hand_over || position_turn(&f->position) == FIEL_NOBODY)
            forge_between(f);
        else
            forge_decide(f);
    }
    course_free(&f->course);
}

/* Plays the whole match, and gives it back. */
FORGE struct forge *forge_run(struct forge *f)
{
    forge_prepare(f);
    forge_go(f);
    return f;
}

/* The same with this twist at a decision, or after a hand; TWIST_NONE: as it was. */
FORGE struct forge *forge_with(struct forge *f, enum twist_kind kind, unsigned at)
{
    if (kind)
        f->twists[f->twist_count++] = (struct twist){ at, kind };
    return f;
}

/* A match of two hands. */
FORGE struct forge *forge_short(void)
{
    struct forge *f = forge_new("argentino,target=12", 1, 2);
    f->hands_max = 2;
    return f;
}

/* --- forgeries -------------------------------------------------------------------------------- */

/* Makes every hash anew after records were changed, and the signatures of the arbiter and of the seats where they help. */
FORGE void forge_remake(struct forge *f, bool arbiter, bool seats)
{
    struct forge_keys keys = { .parties = FORGE_SEATS, .arbiter = arbiter ? f->arbiter_secret : NULL };
    memcpy(keys.match_id, f->match_id, HASH);
    memcpy(keys.checkpoint, f->checkpoint, HASH);
    for (unsigned i = 0; i < FORGE_SEATS && seats; i++)
        keys.party[i] = f->seat[i].secret_key;
    forge_remake_with(f, &keys);
}

#endif
