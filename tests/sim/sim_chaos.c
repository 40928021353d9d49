/* sim_chaos: bots of two seats, and of four with signs, do anything at random, processes come and go.  Whatever happens, the match ends, and the
 * auditor agrees with every record. */
#include "support/test.h"

#define SIM_PARTIES 4
#include "support/cheap_signatures.h"
#include "support/lost.h"
#include "support/sim_resume.h"

enum { SEEDS = 200, PAUSE_MOST_US = 100000 };

static struct random chance;
static unsigned wildness; /* one in so many words is wild */

static bool once_in(unsigned n) { return random_below(&chance, n) == 0; }

/* Signs that may be made and such as may not. */
static void say_signs(struct packer *p, const struct sim_bot *b, unsigned action)
{
    uint16_t signs[SIGNS_MOST];
    unsigned count = random_below(&chance, 4);
    for (unsigned i = 0; i < count; i++)
        signs[i] = (uint16_t)(random_below(&chance, SIGN_LAST + 2) << 8 | random_below(&chance, 5));
    say_with_signs(p, b, b->seat, b->request, action, signs, count);
}

static void say_anything(struct sim *s, unsigned seat, struct packer *p)
{
    struct sim_bot copy = s->party[seat].bot;
    uint8_t noise[SIGNATURE];
    random_fill(&chance, noise, sizeof noise);
    switch (random_below(&chance, s->config.seats > 2 ? 14 : 10)) {
    case 10:
    case 11:
    case 12: say_signs(p, &copy, copy.legal_count > 0 ? copy.legal[0] : 0); break;
    case 0:
        say_answer(p, &copy, once_in(8) ? seat ^ 1u : seat, copy.request - random_below(&chance, 3), copy.legal[0]);
        break;
    case 1:
    case 2:
    case 3: /* the third in a game is too many, so these are frequent */
        say_answer(p, &copy, seat, copy.request, (unsigned)random_next(&chance) & 0xffff);
        break;
    case 4:
        copy.hand -= copy.hand > 0 ? random_below(&chance, 2) : 0;
        if (copy.hand + 1 <= SIM_HANDS)
            say_cut(p, &copy);
        else
            pack_uint(p, 1);
        break;
    case 5: say_sign(p, &copy); break;
    case 6: say_join(p, &copy); break;
    case 7:
        copy.have -= copy.have > 0 ? random_below(&chance, 2) : 0;
        say_hello(p, &copy);
        break;
    case 8:
        if (once_in(4))
            say_protest(p, &copy, random_below(&chance, 100), "why not");
        else
            say_answer(p, &copy, seat, copy.request, copy.legal_count > 0 ? copy.legal[0] : 0);
        break;
    default:
        if (once_in(3))
            pack_msg_hand_sign(p, 0, copy.hand, noise);
        else
            say_answer(p, &copy, seat, copy.request + 1, 0);
    }
}

static unsigned wild(struct sim *s, unsigned seat)
{
    struct packer p;
    unsigned count = 1 + random_below(&chance, 3);
    s->party[seat].think_us = once_in(20) ? 100000 * random_below(&chance, 7) : random_below(&chance, 100);
    if (!once_in(wildness) || (s->party[seat].bot.have == 0 && !once_in(4)))
        return ~0u;
    if (once_in(30)) {
        sim_say(s, seat, "\x93\x00garbage", 9);
        return ~0u;
    }
    sim_open(s, &p, seat, count);
    for (unsigned i = 0; i < count; i++)
        say_anything(s, seat, &p);
    sim_close(s, &p, seat);
    return once_in(4) ? 0 : ~0u;
}

/* In every other match some of the time is nobody's. */
static void lost_at_random(struct sim *s, unsigned seat, struct from_seat *f)
{
    (void)s;
    (void)seat;
    lost_time(&chance, f);
}

/* Something happens to a process. */
static void strike(struct sim *s)
{
    unsigned seat = random_below(&chance, s->config.seats);
    struct sim_party *c = &s->party[seat];
    struct control_ended ended = { .signal = 11, .restarted = !once_in(6), .limit = once_in(10) };
    switch (random_below(&chance, 5)) {
    case 0:
    case 1:
        sim_lose_mail(s, seat);
        bot_again(&c->bot);
        referee_bot_ended(s->referee, seat, &ended, s->now);
        sim_let_speak(s, seat);
        break;
    case 2:
        sim_lose_mail(s, seat);
        sim_seat_dies(s, seat, !once_in(6));
        sim_hello(s, seat);
        break;
    case 3:
        c->hung = true; /* until the supervisor has heard of it */
        break;
    default:
        if (once_in(10))
            referee_cancel(s->referee, s->now);
        else
            sim_lose_mail(s, seat);
    }
}

/* The supervisor's part: what hangs is started again. */
static void mend(struct sim *s)
{
    for (unsigned i = 0; i < s->config.seats && s->hangs > 0; i++)
        if (s->party[i].hung) {
            s->hangs = 0;
            sim_seat_dies(s, i, true);
            sim_hello(s, i);
        }
}

/* Killed at any moment of all that, it could have been resumed. */
static void resume_from(const struct sim *s, const struct referee_config *c, uint8_t seed)
{
    for (unsigned i = 0; i < 3; i++) {
        size_t cut = random_below(&chance, (unsigned)s->record.size);
        struct sim *again = sim_resumed(c, seed, s->record.bytes, cut);
        if (again != NULL)
            sim_free(again);
    }
}

/* How the match ended: 0 played, else the fault that ended it. */
static unsigned play(unsigned seed)
{
    static const char *const rules[] = { "argentino,target=15", "argentino-flor,flor_policy=manual_seed003",
                                         "argentino-flor,declare=auto,target=18",
                                         "argentino,signs=on,signs_per_decision=2,target=15",
                                         "paulista,signs=on,sign_seen=128" };
    struct referee_config c = sim_config(rules[seed % 5], 1 + seed % 4);
    c.seats = seed % 5 < 3 ? 2 : 4;
    c.sign = seed % 7 == 0 ? SIGN_DECISION : SIGN_HAND;
    c.on_timeout = seed % 2;
    c.tick_us = seed % 3 == 0 ? 5000 : 0;
    chance.state = seed;
    wildness = 5 + seed % 60;
    OWNED_SIM *s = sim_new(&c, (uint8_t)seed);
    s->script = wild;
    s->lost = seed % 2 ? lost_at_random : NULL;
    sim_start(s);
    while (!referee_over(s->referee)) {
        bool moved = sim_turn(s);
        assert_true(moved);
        mend(s);
        if (s->lost != NULL && once_in(20))
            lost_pause(&chance, s->referee, c.seats, PAUSE_MOST_US, &s->now);
        if (once_in(150) && !referee_over(s->referee))
            strike(s);
    }
    for (unsigned i = 0; i < s->config.seats; i++)
        if (s->result.result.fault_seat != i)
            assert_int_equal(s->party[i].closed, 1);
    sim_audit(s);
    resume_from(s, &c, (uint8_t)seed);
    unsigned fault = s->result.result.fault;
    return fault;
}

TEST(test_anything_at_all)
{
    unsigned ended[FAULT_ARBITER + 1] = { 0 }, kinds = 0;
    for (unsigned seed = 1; seed <= SEEDS; seed++)
        ended[play(seed)]++;
    for (unsigned f = 0; f <= FAULT_ARBITER; f++)
        kinds += ended[f] > 0;
    assert_true(ended[FAULT_NONE] > SEEDS / 20 && kinds > 9); /* or the chaos is too tame, or too wild */
}
