/* sim_pauses_tables: time that is nobody's, at random, in matches at several tables, while lines, processes and arbiters are lost.  The
 * auditor agrees with every record. */
#include "support/test.h"

#include "support/lost.h"
#include "support/sample.h"
#include "support/tables_play.h"

enum { SEEDS = 60, CAP_US = 20000 };

static struct random chance;

static bool once_in(unsigned n) { return random_below(&chance, n) == 0; }

/* Bots take their time. */
static void lost_at_random(struct play *w, unsigned seat, struct from_seat *f)
{
    (void)seat;
    w->think_us = once_in(4) ? random_below(&chance, CAP_US) : once_in(200) ? random_below(&chance, 12 * CAP_US) : 0;
    lost_time(&chance, f);
}

static void strike(struct play *w, bool died[PLAY_SEATS])
{
    unsigned seat = random_below(&chance, w->config.seats), what = random_below(&chance, 4);
    struct replay file;
    if (what == 0) {
        play_line_breaks(w, seat);
    } else if (what == 1) {
        play_bot_restarts(w, seat);
    } else if (what == 2 && !died[seat]) {
        died[seat] = true; /* the second would be its own */
        play_seat_dies(w, seat, random_below(&chance, 3 * CAP_US));
    } else if (what == 3) {
        assert_int_equal(replay_load(&file, w->path), 0);
        size_t size = file.size;
        replay_unload(&file);
        play_killed_at(w, size);
    }
}

static struct referee_config kind(unsigned seed)
{
    static const char *const rules[] = { "argentino,target=9", "argentino-flor,target=15",
                                         "venezolano,signs=on,target=12" };
    struct referee_config c = play_config(rules[seed % 3], 1 + seed % 6, 4 + seed % 6);
    c.seats = seed % 3 == 2 ? 4 : 2;
    c.cap_us = 8 * CAP_US;
    c.on_timeout = seed % 5 < 4;
    c.sign = seed % 7 == 0 ? SIGN_DECISION : SIGN_HAND;
    c.sign_every = seed % 2 ? 1 : 16;
    return c;
}

TEST(test_several_tables)
{
    const char *many = getenv("FIEL_PAUSES");
    unsigned seeds = many ? (unsigned)atoi(many) : SEEDS, played = 0;
    for (unsigned seed = 1; seed <= seeds / SAMPLE; seed++) {
        struct referee_config c = kind(seed);
        bool died[PLAY_SEATS] = { false };
        chance.state = seed;
        OWNED_PLAY *w = play_start(&c, seed);
        w->lost = lost_at_random;
        w->unequal = seed % 4 > 0;
        w->chance = (struct random){ seed };
        while (!w->over) {
            bool moved = play_turn(w);
            assert_true(moved);
            if (!w->over && once_in(12))
                lost_pause(&chance, w->referee, w->config.seats, CAP_US, &w->now);
            if (!w->over && once_in(200))
                strike(w, died);
        }
        while (w->count > 0)
            play_hear(w);
        played += w->result.result.outcome == END_PLAYED;
        play_audit(w);
    }
    assert_true(played > seeds / SAMPLE / 4);
}
