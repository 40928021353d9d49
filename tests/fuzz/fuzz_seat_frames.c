/* fuzz_seat_frames: one seat process is taken over.  Bytes are a table and a script of the frames that it sends to the
 * whole arbiter on a fake clock: true ones with fields changed, words of all kinds under fields of its own, malformed bytes that
 * are none, silences that were not, and packets of anything.  Between them everybody plays.
 *
 * What must hold: the referee lives, a frame that is refused changes nothing but that its process is ended, the match comes
 * to its end and is not void, nobody else has a fault, and the auditor finds the record valid; it could be resumed, too. */
#define SIM_PARTIES 8
#define SIM_TOLD (1 << 11)
#include "fuzz_script.h"
#include "support/cheap_signatures.h"
#include "support/sim_frames.h"

enum { STEPS_MOST = 200, TURNS_MOST = 20000 };

static struct sim_frame frame;

/* --- frames --------------------------------------------------------------------------------------- */

/* Its packet with some bytes changed: places (two bytes) and what stands there.  Places from 0x8000 on are of the raw bytes. */
static void change(struct bytes *b)
{
    size_t head = from_seat_size(&frame.f), raw = frame.f.size;
    for (unsigned n = take(b) % 5; n > 0; n--) {
        unsigned place = take16(b), value = take(b);
        if (place < 0x8000)
            ((uint8_t *)&frame.f)[place % head] = (uint8_t)value;
        else if (raw > 0)
            frame.raw[place % raw] = (uint8_t)value;
    }
}

/* A field that matters gets a number that matters. */
static void change_field(struct bytes *b)
{
    static const uint64_t numbers[] = { 0,
                                        1,
                                        2,
                                        7,
                                        8,
                                        31,
                                        32,
                                        127,
                                        128,
                                        255,
                                        256,
                                        511,
                                        512,
                                        65535,
                                        65536,
                                        INT32_MAX,
                                        UINT32_MAX,
                                        INT64_MAX,
                                        (uint64_t)INT64_MAX + 1,
                                        UINT64_MAX };
    uint64_t v = numbers[take(b) % (sizeof numbers / sizeof *numbers)];
    struct seat_message *m = &frame.f.msg[frame.f.count > 0 ? take(b) % frame.f.count % SEAT_MESSAGES : 0];
    switch (take(b) % 25) {
    case 0: frame.f.kind = (uint8_t)v; break;
    case 1: frame.f.error = (uint8_t)v; break;
    case 2: frame.f.count = (uint8_t)v; break;
    case 3: frame.f.ticket = (uint32_t)v; break;
    case 4: frame.f.left_us = (int64_t)v; break;
    case 5: frame.f.came_us = (int64_t)v; break;
    case 6: frame.f.ack = v; break;
    case 7: frame.f.size = (uint32_t)v; break;
    case 8: m->type = (uint8_t)(32 + v % 8); break;
    case 9: m->seat = (uint8_t)v; break;
    case 10: m->action = (uint16_t)v; break;
    case 11: m->code = (uint16_t)v; break;
    case 12: m->version = (uint16_t)v; break;
    case 13: m->table = (uint32_t)v; break;
    case 14: m->hand = (uint32_t)v; break;
    case 15: m->request = (uint32_t)v; break;
    case 16: m->bin_at = (uint32_t)v; break;
    case 17: m->have = v; break;
    case 18: m->has_signature = (uint8_t)v; break;
    case 19: m->signs = (uint8_t)v; break;
    case 20: m->text_size = (uint8_t)v; break;
    case 21: m->sign[v % SIGNS_MOST] = (uint16_t)v; break;
    case 22: memset(m->text, (int)v, sizeof m->text); break;
    case 23: m->note_size = (uint16_t)v; break;
    default: m->a[v % sizeof m->a]++;
    }
}

/* What the seat process would say now: what its bot owes, or words of any kind. */
static void make(struct sim *s, unsigned seat, struct bytes *b, bool due)
{
    static uint8_t out[ENVELOPE_MAX];
    struct packer p;
    struct sim_bot copy = s->party[seat].bot;
    size_t size = due ? bot_say(&s->party[seat].bot, ~0u, out) : 0;
    if (size == 0) {
        unsigned count = 1 + take(b) % 9;
        pack_start(&p, out, sizeof out);
        pack_array(&p, 1u + count);
        pack_uint(&p, copy.have);
        for (unsigned i = 0; i < count; i++)
            pack_word(&p, &copy, b);
        expect(!p.bad, "words that do not fit");
        size = p.size;
    }
    frame_of(s, seat, &frame, out, size);
}

/* A packet of anything, of any length that a packet may have. */
static size_t make_noise(struct bytes *b)
{
    size_t length = take16(b) % sizeof frame;
    memset(&frame, 0, sizeof frame);
    for (size_t i = 0, n = take(b); i < n; i++)
        ((uint8_t *)&frame.f)[i] = (uint8_t)take(b);
    return length;
}

/* One of the kinds without messages, its ticket and times those of now. */
static void make_word(struct sim *s, unsigned seat, struct bytes *b)
{
    size_t size = take(b) % 64;
    memset(&frame.f, 0, sizeof frame.f);
    frame.f.kind = (uint8_t)(take(b) % 8);
    frame.f.error = (uint8_t)(frame.f.kind == SEAT_MALFORMED ? take(b) % 18 : 0);
    frame.f.ticket = s->party[seat].ticket;
    frame.f.came_us = s->now;
    frame.f.left_us = s->now - 1000 * take(b);
    frame.f.size = frame.f.kind == SEAT_SILENCE || frame.f.kind >= SEAT_CONNECTED ? 0 : (uint32_t)size;
    for (size_t i = 0; i < frame.f.size; i++)
        frame.raw[i] = (uint8_t)take(b);
}

/* --- the script ----------------------------------------------------------------------------------- */

static void step(struct sim *s, unsigned seat, struct bytes *b)
{
    unsigned what = take(b);
    size_t noise = 0;
    s->now += 10;
    switch (what % 8) {
    case 0: make(s, seat, b, true); break;
    case 1: make(s, seat, b, false); break;
    case 2: make_word(s, seat, b); break;
    case 3: noise = make_noise(b); break;
    case 4: /* well-formed or not, it is called malformed */
        make(s, seat, b, true);
        seat_refuse(&frame.f, (enum wire_error)(take(b) % 18));
        break;
    case 5: s->party[seat].think_us = 5000 * take(b); return;
    default:
        for (unsigned n = 1 + take(b) % 16; n > 0 && s->referee->course->stage < COURSE_TOLD; n--)
            expect(sim_turn(s), "a match that stands still");
        return;
    }
    if (what & 8)
        change(b);
    if (what & 16)
        change_field(b);
    if (what & 32)
        change_field(b);
    /* What the bytes are does not hang on what is in the fields: the packet ends where the fields said before. */
    if (noise == 0)
        noise = frame.f.count <= SEAT_MESSAGES && frame.f.size <= ENVELOPE_MAX ? frame_length(&frame) : 300;
    frame_comes(s, seat, &frame, noise);
}

static void play_on(struct sim *s)
{
    unsigned turns = 0;
    for (; s->referee->course->stage < COURSE_TOLD; turns++)
        expect(turns < TURNS_MOST && sim_turn(s), "a match that never ends");
    if (s->referee->course->stage == COURSE_TOLD)
        referee_reveal(s->referee, s->now);
}

static void expect_end(const struct sim *s, unsigned seat)
{
    const struct result *r = &s->result.result;
    expect(r->outcome != END_VOID, "a match is void because of a seat process");
    expect(r->fault == FAULT_NONE || r->fault_seat == seat, "somebody else is at fault");
    for (unsigned i = 0; i < s->config.seats; i++)
        expect(i == seat || r->faults[i] == 0, "somebody else has a fault");
    sim_audit(s);
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
    unsigned seat = take(&b) % sim_parties(s);
    sim_start(s);
    for (unsigned n = 0; n < STEPS_MOST && more(&b) && s->referee->course->stage < COURSE_TOLD; n++)
        step(s, seat, &b);
    play_on(s);
    expect_end(s, seat);
    if (where < 128)
        resume(s, &c, seed, 2 * where);
    sim_free(s);
    return 0;
}
