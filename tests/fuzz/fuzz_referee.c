/* fuzz_referee: bytes as a table and a script of what its seats say and what befalls them, against the whole arbiter on
 * a fake clock.
 *
 * A script's step is one byte: what happens; most take a seat and some more bytes: time passes, a seat says what is due
 * or something else, an envelope that was due is changed, any bytes come, processes end, mail is lost, the match is
 * cancelled.  When the script ends the bots play on to the end.
 *
 * What must hold, beside what sim.h looks at in every envelope (recorded before it leaves, no salt of a card that its
 * seat may not know): the match ends, every bot that is there is told the result, the auditor finds the record valid,
 * a void match has the arbiter for its owner, and games and points add up to those that were told. */
#define SIM_PARTIES 8
#define SIM_TOLD (1 << 11)
#include "fuzz.h"
#include "support/cheap_signatures.h"
#include "fuzz_script.h"

enum { STEPS_MOST = 400, TURNS_MOST = 20000, ENVELOPE_RAW = 64 };

/* --- what a seat says ----------------------------------------------------------------------------- */

static void say_due(struct sim *s, unsigned seat) { sim_let_speak(s, seat); }

/* What is due, with some of its bytes changed. */
static void say_changed(struct sim *s, unsigned seat, struct bytes *b)
{
    uint8_t out[ENVELOPE_MAX];
    size_t size = bot_say(&s->party[seat].bot, ~0u, out);
    for (unsigned n = 1 + take(b) % 4; n > 0 && size > 0; n--) {
        size_t place = take16(b) % size;
        out[place] = (uint8_t)take(b);
    }
    if (size > 0)
        sim_say(s, seat, out, size);
}

static void say_bytes(struct sim *s, unsigned seat, struct bytes *b)
{
    uint8_t out[ENVELOPE_RAW];
    size_t size = take(b) % sizeof out;
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)take(b);
    sim_say(s, seat, out, size);
}

static void say_words(struct sim *s, unsigned seat, struct bytes *b)
{
    struct packer p;
    struct sim_bot copy = s->party[seat].bot;
    unsigned count = 1 + take(b) % 9;
    sim_open(s, &p, seat, count);
    for (unsigned i = 0; i < count; i++)
        pack_word(&p, &copy, b);
    sim_close(s, &p, seat);
}

/* --- what befalls it ------------------------------------------------------------------------------ */

static void bot_ends(struct sim *s, unsigned seat, struct bytes *b)
{
    unsigned how = take(b);
    struct control_ended ended = { .signal = 11, .restarted = how % 8 != 0, .limit = how % 16 == 7, .used = how };
    sim_lose_mail(s, seat);
    bot_again(&s->party[seat].bot);
    s->party[seat].dead = !ended.restarted;
    referee_bot_ended(s->referee, seat, &ended, s->now);
    sim_let_speak(s, seat);
}

static void seat_ends(struct sim *s, unsigned seat, bool restarted)
{
    sim_lose_mail(s, seat);
    sim_seat_dies(s, seat, restarted);
    sim_hello(s, seat);
}

/* The supervisor's part: a seat process that hangs is started again. */
static void mend(struct sim *s)
{
    for (unsigned i = 0; i < sim_parties(s) && s->hangs > 0; i++)
        if (s->party[i].hung) {
            s->hangs = 0;
            seat_ends(s, i, true);
        }
}

static void step(struct sim *s, struct bytes *b)
{
    unsigned what = take(b), seat = what / 16 % sim_parties(s);
    switch (what % 16) {
    case 0: s->now += 1000 * take16(b); break;
    case 1: s->party[seat].think_us = 5000 * take(b); break;
    case 2: say_due(s, seat); break;
    case 3: say_changed(s, seat, b); break;
    case 4: say_bytes(s, seat, b); break;
    case 5:
    case 6: say_words(s, seat, b); break;
    case 7: bot_ends(s, seat, b); break;
    case 8: seat_ends(s, seat, take(b) % 8 != 0); break;
    case 9: sim_lose_mail(s, seat); break;
    case 10: s->party[seat].hung = true; break;
    case 11: sim_hello(s, seat); break;
    case 12:
        if (take(b) == 0xcc)
            referee_cancel(s->referee, s->now);
        break;
    default:
        for (unsigned n = 1 + take(b) % 16; n > 0 && s->referee->course->stage < COURSE_TOLD; n--)
            expect(sim_turn(s), "a match that stands still");
    }
}

/* --- what must hold ------------------------------------------------------------------------------- */

/* Games and points of the RESULT are those of all GAME_ENDs. */
static void expect_sums(const struct sim *s)
{
    const struct result *r = &s->result.result;
    struct replay file;
    struct record rec;
    struct msg m;
    uint32_t games[FIEL_SCORERS_MAX + 1] = { 0 };
    int64_t points[FIEL_SCORERS_MAX] = { 0 };
    replay_over(&file, s->record.bytes, s->record.size);
    while (replay_next(&file, &rec)) {
        if (rec.type != MSG_GAME_END || msg_read(rec.payload, rec.size, FROM_ARBITER, &m) != WIRE_OK)
            continue;
        expect(m.winner <= r->scorers && m.scorers == r->scorers, "a game is won by nobody that plays");
        games[m.winner]++;
        for (unsigned i = 0; i < m.scorers; i++)
            points[i] += m.score[i];
    }
    for (unsigned i = 0; i <= r->scorers; i++)
        expect(games[i] == r->games[i], "games do not add up");
    for (unsigned i = 0; i < r->scorers; i++)
        expect(points[i] == r->points[i], "points do not add up");
}

static void expect_end(const struct sim *s)
{
    const struct result *r = &s->result.result;
    if (r->outcome == END_VOID)
        expect(r->fault == FAULT_ARBITER && r->fault_seat == FIEL_NOBODY && r->winner == r->scorers,
               "a void match is somebody's fault");
    if (r->outcome == END_FAULT)
        expect(r->fault != FAULT_NONE && r->fault_seat < sim_parties(s), "a fault has no owner");
    for (unsigned i = 0; i < sim_parties(s); i++)
        expect(s->party[i].closed == 1, "a seat is not closed once");
    sim_audit(s);
    expect_sums(s);
}

static void play_on(struct sim *s)
{
    unsigned turns = 0;
    for (; s->referee->course->stage < COURSE_TOLD; turns++) {
        expect(turns < TURNS_MOST && sim_turn(s), "a match that never ends");
        mend(s);
    }
    if (s->referee->course->stage == COURSE_TOLD)
        referee_reveal(s->referee, s->now);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = { data, data + size };
    struct referee_config c;
    expect(sodium_init() >= 0, "no sodium");
    if (!choose(&b, &c))
        return 0;
    uint8_t seed = (uint8_t)take(&b);
    unsigned where = take(&b);
    struct sim *s = sim_new(&c, seed);
    sim_start(s);
    for (unsigned n = 0; n < STEPS_MOST && more(&b) && s->referee->course->stage < COURSE_TOLD; n++) {
        step(s, &b);
        mend(s);
    }
    play_on(s);
    expect_end(s);
    if (where < 128)
        resume(s, &c, seed, 2 * where);
    sim_free(s);
    return 0;
}
