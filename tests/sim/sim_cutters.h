/* sim_cutters: a simulated match with cutters, what they are told, and how one of them goes wrong. */
#ifndef FIEL_TESTS_SIM_CUTTERS_H
#define FIEL_TESTS_SIM_CUTTERS_H

#include "support/sim_resume.h"

enum { CUTTER = 2, SEED = 17 }; /* the first cutter of a match of two */
static const uint8_t zeros[SIGNATURE];

SIM struct referee_config config_of(unsigned games, unsigned cutters)
{
    struct referee_config c = sim_config("argentino,target=15", games);
    c.cutters = (uint8_t)cutters;
    return c;
}

SIM struct sim *match_of(unsigned games, sim_script *script)
{
    struct referee_config c = config_of(games, 1);
    struct sim *s = sim_new(&c, SEED);
    s->script = script;
    return s;
}

SIM void check_outcome(const struct sim *s, enum end_reason outcome, unsigned winner, enum fault f)
{
    const struct result *r = &s->result.result;
    assert_int_equal(r->outcome, outcome);
    assert_int_equal(r->winner, winner);
    assert_int_equal(r->fault, f);
    assert_int_equal(r->fault_seat, f == FAULT_NONE ? FIEL_NOBODY : CUTTER);
    for (unsigned i = 0; i < FIEL_SEATS_MAX; i++)
        assert_int_equal(r->faults[i], 0);
    for (unsigned i = 0; i < s->config.seats; i++) {
        assert_true(s->party[i].bot.over);
        assert_memory_equal(&s->party[i].bot.result, r, sizeof *r);
    }
    sim_audit(s);
}

SIM unsigned type_of(const struct sim_told *t)
{
    struct msg m;
    assert_int_equal(msg_read(t->bytes, t->size, FROM_ARBITER, &m), WIRE_OK);
    return m.type;
}

/* After its OFFER every public message, as seat 0 was told it, and nothing else. */
SIM void check_heard(const struct sim *s, unsigned party)
{
    const struct sim_bot *seat = &s->party[0].bot, *b = &s->party[party].bot;
    size_t n = 1;
    assert_int_equal(type_of(&b->told[0]), MSG_OFFER);
    for (size_t i = 1; i < seat->told_count; i++) {
        if (!bot_public(type_of(&seat->told[i])))
            continue;
        assert_true(n < b->told_count);
        assert_int_equal(b->told[n].size, seat->told[i].size);
        assert_memory_equal(b->told[n].bytes, seat->told[i].bytes, seat->told[i].size);
        n++;
    }
    assert_int_equal(n, b->told_count);
    assert_int_equal(b->requests, 0);
    assert_memory_equal(b->open_chain.head, seat->open_chain.head, HASH);
}

/* The cutter's one wrong word, at the end of hand s->step. */
static void (*vice)(struct packer *p, struct sim_bot *b);

SIM unsigned with_vice(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot, copy = *b;
    struct packer p;
    if (seat != CUTTER || b->hand != s->step || !(b->due & DUE_SIGN))
        return ~0u;
    b->due = 0;
    if (vice == NULL)
        return 0;
    sim_open(s, &p, seat, 1);
    vice(&p, &copy);
    sim_close(s, &p, seat);
    return 0;
}

SIM void wrong_cut(struct packer *p, struct sim_bot *b)
{
    pack_start(p, p->bytes, ENVELOPE_MAX);
    pack_array(p, 3);
    pack_uint(p, b->have);
    say_sign(p, b);
    pack_msg_cut(p, 0, b->hand + 1, zeros);
}
/* When a seat is first asked in hand s->step the cutter's process ends. */
SIM unsigned dies_in_the_hand(struct sim *s, unsigned seat)
{
    struct control_ended e = { .exit_code = 1 };
    bool lost = party_out(s->referee->course, CUTTER); /* in an earlier life of the arbiter */
    if (s->party[seat].bot.hand == s->step && s->party[seat].bot.due & DUE_ANSWER && !s->party[CUTTER].dead && !lost) {
        s->party[CUTTER].dead = true;
        referee_bot_ended(s->referee, CUTTER, &e, s->now);
        assert_true(s->faults == 0 || s->fault[s->faults - 1].seat != CUTTER ||
                    !s->referee->course->table->hand_open); /* it waits */
    }
    return ~0u;
}

#endif
