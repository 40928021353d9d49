/* worlds: pairs of worlds between real processes: what reaches the bots' sockets, and when.
 *
 * At every preset a hand is played twice by the programs themselves, in two worlds that differ in cards hidden from one
 * seat (views.h), with the same public script.  What reaches every seat is the same in number, order, kinds and size.
 * tests/sim/sim_worlds.c goes over many more pairs, byte by byte, on a fake clock.
 *
 * When it arrives is printed, not asserted: how long a seat waits for its turn where the rival before it has a flor, and
 * where it has none, by the record of a longer match with ticks and of one without; Welch's t of the two.  Two bots that
 * think by their cards may differ in ticks; what is inside a tick should not. */
#include "support/views.h"

#include "process.h"

#include <math.h>

#include "record/replay.h"
#include "wire/codec.h"
#include "sim/worlds_file.h"

/* --- pairs ---------------------------------------------------------------------------------------- */

static unsigned pairs;

/* The whole script may be said in both worlds, and nothing public tells them apart. */
static bool same_to_the_end(const struct script *s, struct position b)
{
    struct position a = s->start;
    const struct decision *last = NULL;
    for (unsigned i = 0;; i++) {
        if (parted(&a, &b, last))
            return false;
        if (i == s->size)
            return true;
        last = &s->said[i];
        if (position_apply(&a, last->seat, last->action, &a) != RULE_OK ||
            position_apply(&b, last->seat, in_world(&b, last), &b) != RULE_OK)
            return false;
    }
}

static void write_world(const char *path, const struct script *s, const struct position *dealt)
{
    struct world_file f;
    struct position pos = *dealt;
    memset(&f, 0, sizeof f);
    memcpy(f.world.cards, pos.dealt, sizeof f.world.cards);
    f.world.vira = pos.open.vira;
    f.mano = pos.open.mano;
    f.size = s->size;
    for (unsigned side = 0; side < 2; side++)
        f.world.score[side] = (uint16_t)(pos.open.score[side] - pos.open.points_flor[side] -
                                         pos.open.points_envido[side] - pos.open.points_truco[side]);
    for (unsigned i = 0; i < s->size; i++) {
        struct action a = in_world(&pos, &s->said[i]);
        f.said[i].seat = s->said[i].seat;
        f.said[i].code = action_code(a);
        assert_int_equal(position_apply(&pos, s->said[i].seat, a, &pos), RULE_OK);
    }
    spill(path, &f, sizeof f);
}

/* Plays it; what reached each seat is in DIR/NAME-SEAT. */
static void play(const char *dir, const char *name, const char *rules, unsigned seats, const struct script *s,
                 const struct position *dealt)
{
    static char command[FIEL_SEATS_MAX][512], path[512], world[128], replay[128], count[8];
    const char *words[WORDS_MAX] = { path,      "match", "--rules",     rules,
                                     "--games", "1",     "--hands-max", "1",
                                     "--jail",  "none",  "--seed",      "1",
                                     "--tick",  "1ms",   "--clock",     "bank=60s,cap=20s,grace=20s",
                                     "--seats", count,   "--replay",    replay };
    unsigned n = 20;
    snprintf(path, sizeof path, "%s/tests/sim/worlds_fiel", build_dir());
    snprintf(world, sizeof world, "%s/%s", dir, name);
    snprintf(replay, sizeof replay, "%s/%s.replay", dir, name);
    snprintf(count, sizeof count, "%u", seats);
    write_world(world, s, dealt);
    for (unsigned i = 0; i < seats; i++) {
        snprintf(command[i], sizeof command[i], "%s/tests/sim/worlds_bot '%s' %u '%s/%s-%u'", build_dir(), world, i,
                 dir, name, i);
        words[n++] = "--bot";
        words[n++] = command[i];
    }
    setenv("FIEL_WORLD", world, 1);
    OWNED_RUN r = run_words(words, NULL);
    if (r.code != 0 || strstr(r.out, "fault of "))
        fail_msg("%s, %u seats: exit %d\n%s\n%s", rules, seats, r.code, r.out, r.err);
}

static void compare(const char *rules, unsigned seats, unsigned hidden_from, const struct script *s,
                    const struct position *other)
{
    char path[96];
    OWNED_SCRATCH dir = scratch_new();
    play(dir, "a", rules, seats, s, &s->start);
    play(dir, "b", rules, seats, s, other);
    for (unsigned i = 0; i < seats; i++) {
        snprintf(path, sizeof path, "%s/a-%u", dir, i);
        OWNED char *a = slurp(path, NULL);
        snprintf(path, sizeof path, "%s/b-%u", dir, i);
        OWNED char *b = slurp(path, NULL);
        if (strcmp(a, b) != 0)
            fail_msg("%s, %u seats: what is hidden from seat %u changes what reaches seat %u:\n%s\nor\n%s", rules,
                     seats, hidden_from, i, a, b);
        assert_true(strlen(a) > 20);
    }
    pairs++;
}

/* One pair at the smallest even table of a preset. */
static void at_preset(enum preset p, struct random *random)
{
    struct rules r;
    struct position probe, other;
    struct script s;
    char why[RULES_ERROR_TEXT];
    unsigned seats = 2, tries = 0, seat;
    rules_preset(&r, p);
    while (position_new(&probe, &r, (int)seats, why) != 0)
        seats += 2;
    do {
        random_script(&s, &r, seats, random);
        seat = random_below(random, seats);
        second_world(&s, seat, random, &other);
        assert_true(tries++ < 100000);
    } while (!s.end.open.hand_over || s.size < 4 || memcmp(other.dealt, s.start.dealt, sizeof other.dealt) == 0 ||
             !same_to_the_end(&s, other));
    compare(preset_rows[p].name, seats, seat, &s, &other);
}

TEST(what_reaches_a_seat_tells_nothing_hidden)
{
    struct random random = { 3 };
    const char *rounds = getenv("FIEL_WORLDS");
    for (int i = rounds != NULL ? atoi(rounds) : 1; i > 0; i--)
        for (enum preset p = 0; p < PRESET_COUNT; p++)
            at_preset(p, &random);
    printf("worlds: %u pairs of matches, alike in number, order, kinds and size for every seat\n", pairs);
}

/* --- time ----------------------------------------------------------------------------------------- */

struct sample {
    double n, sum, squares;
};

static void add(struct sample *s, double x)
{
    s->n++;
    s->sum += x;
    s->squares += x * x;
}

static double mean(const struct sample *s) { return s->n > 0 ? s->sum / s->n : 0; }

static double welch(const struct sample *a, const struct sample *b)
{
    double x = mean(a), y = mean(b);
    double v = a->squares / a->n - x * x, w = b->squares / b->n - y * y;
    return (x - y) / sqrt(v / a->n + w / b->n + 1e-9);
}

static uint64_t big_endian(const uint8_t *at)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < 8; i++)
        v = v << 8 | at[i];
    return v;
}

/* From when a seat's answer came to when the other was asked in fact, by whether the one that answered has a flor. */
static void read_times(const char *path, uint64_t tick_us, struct sample wait[2])
{
    AUTO(replay_unload) struct replay file;
    struct record rec;
    struct msg m;
    bool flor[2] = { false, false };
    uint64_t came = 0;
    unsigned last = 2;
    assert_int_equal(replay_load(&file, path), 0);
    while (replay_next(&file, &rec)) {
        if (rec.type == MSG_CARDS && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK) {
            const uint8_t *card = m.blob + 1;
            flor[rec.visibility >> 1 & 1] = card[0] / 10 == card[34] / 10 && card[0] / 10 == card[68] / 10;
            last = 2;
        } else if (rec.type == REC_RECEIVED) {
            unsigned seat = rec.payload[0];
            uint64_t left = big_endian(rec.payload + 3);
            if (last != 2 && seat != last && left >= came)
                add(&wait[flor[last]], (double)((left - came) / (tick_us > 0 ? tick_us : 1)));
            last = seat;
            came = big_endian(rec.payload + 11);
        } else if (rec.type == MSG_HAND_END) {
            last = 2;
        }
    }
}

TEST(how_long_a_seat_waits)
{
    const char *rounds = getenv("FIEL_WORLDS"), *hands = rounds != NULL ? "1000" : "60";
    static const struct {
        const char *tick;
        uint64_t us;
    } row[] = { { "off", 0 }, { "2ms", 2000 } };
    for (unsigned i = 0; i < 2; i++) {
        struct sample wait[2] = { { 0 } };
        OWNED_SCRATCH dir = scratch_new();
        OWNED char *replay = path_in(dir, "m.replay");
        ends(0, "", "fiel", "match", "--rules", "argentino-flor", "--games", "100", "--hands-max", hands, "--seed", "2",
             "--tick", row[i].tick, "--bot", "cauto", "--bot", "cauto", "--replay", replay, "--jail", "none", NULL);
        read_times(replay, row[i].us, wait);
        printf("wait for a turn, tick %s: behind a flor %.2f (%.0f times), without %.2f (%.0f) %s; Welch's t %.2f\n",
               row[i].tick, mean(&wait[1]), wait[1].n, mean(&wait[0]), wait[0].n, row[i].us > 0 ? "whole ticks" : "us",
               welch(&wait[1], &wait[0]));
    }
}
