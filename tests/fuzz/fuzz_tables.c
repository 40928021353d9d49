/* fuzz_tables: bytes as a match at several tables of one connection, or a leg of a pair of them, and as what befalls it: what
 * a bot says is changed, or it says anything; it falls silent, its line breaks, its process ends, its seat's does; the arbiter is
 * killed and goes on from its record, or is told to stop; time passes.  Then it is played to its end.
 *
 * What must hold, beside what tables_play.h looks at in every envelope: it ends, the auditor finds the record valid, no matter who
 * heard everything and was changed in nothing has no complaint and is told the result; and a twin can be dealt of what was played. */
#include "fuzz.h"
#include "support/cheap_signatures.h"
#include "support/tables_play.h"

enum { STEPS_MOST = 200, TURNS_MOST = 20000, KILLS_MOST = 4, FIRST_KILL = 700 };

static struct bytes *script_bytes; /* what changes come of */

static void choose(struct bytes *b, struct referee_config *c)
{
    static const char *const rules[] = { "argentino,target=4", "argentino-flor,target=3,flor_policy=auto", "paulista",
                                         "venezolano,signs=on,target=3", "uruguayo,target=4" };
    unsigned which = take(b) % 5, how = take(b), tables = 2 + take(b) % 6;
    *c = play_config(rules[which], tables, tables * (1 + (how & 1)));
    c->seats = which == 3 ? 4 : 2;
    c->hands_max = 1 + take(b) % 24;
    c->sign = how >> 1 & 1;
    c->on_timeout = how >> 2 & 1;
    c->reveal = how >> 3 & 1 ? REVEAL_PAIR : REVEAL_MATCH;
}

/* --- a bot that is no more what it was ---------------------------------------------------------------------- */

/* From here on its machine hears nothing: what it would have said is not what the arbiter was told. */
static size_t change(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    for (unsigned n = 1 + take(script_bytes) % 3; n > 0 && size > 0; n--) {
        size_t place = take16(script_bytes) % size;
        bytes[place] = (uint8_t)take(script_bytes);
    }
    w->seat[seat].silent = true;
    w->script = NULL;
    return size;
}

static void pack_word(struct packer *p, const struct play *w, unsigned seat, struct bytes *b)
{
    uint8_t noise[SIGNATURE];
    unsigned what = take(b), n = take(b);
    uint32_t table = take(b) % (w->config.tables + 1u);
    memset(noise, (int)n, sizeof noise);
    switch (what % 5) {
    case 0: pack_msg_answer(p, table, seat, n, take16(b), NULL, 0, "", NULL); break;
    case 1: pack_msg_cut(p, table, n, noise); break;
    case 2: pack_msg_hand_sign(p, 0, n, noise); break;
    case 3: pack_msg_cut(p, table, w->config.hands_max, noise); break;
    default: pack_msg_protest(p, n, "why not", n, noise, noise);
    }
}

static void say_words(struct play *w, unsigned seat, struct bytes *b)
{
    struct packer p;
    unsigned count = 1 + take(b) % 5;
    w->seat[seat].silent = true;
    pack_start(&p, w->said, sizeof w->said);
    pack_array(&p, count + 1u);
    pack_uint(&p, w->seat[seat].party->have);
    for (unsigned i = 0; i < count; i++)
        pack_word(&p, w, seat, b);
    play_say(w, seat, w->said, p.size);
}

/* --- what befalls it --------------------------------------------------------------------------------------- */

static void kill_arbiter(struct play *w, unsigned where)
{
    struct replay file;
    int bad = replay_load(&file, w->path);
    expect(bad == 0, "a record that cannot be read");
    size_t size = file.size;
    replay_unload(&file);
    if (size > FIRST_KILL && !w->over)
        play_killed_at(w, FIRST_KILL + (size - FIRST_KILL) * where / 255);
}

static void turns(struct play *w, unsigned n)
{
    for (; n > 0 && !w->over; n--)
        expect(play_turn(w), "a match that stands still");
}

static void step(struct play *w, struct bytes *b, unsigned *kills)
{
    unsigned what = take(b), seat = what / 16 % w->config.seats;
    switch (what % 16) {
    case 0: w->now += 1000 * take16(b); break;
    case 1: w->script = change; break;
    case 2: say_words(w, seat, b); break;
    case 3: w->seat[seat].silent = true; break;
    case 4: play_line_breaks(w, seat); break;
    case 5: play_bot_restarts(w, seat); break;
    case 6: play_seat_dies(w, seat, 10 * take(b)); break;
    case 7:
        if (++*kills <= KILLS_MOST)
            kill_arbiter(w, take(b));
        break;
    case 8:
        if (take(b) == 0xcc)
            referee_cancel(w->referee, w->now);
        break;
    case 9: w->unequal = !w->unequal; break;
    default: turns(w, 1 + take(b) % 64);
    }
}

/* --- what must hold ------------------------------------------------------------------------------------------ */

static void expect_end(struct play *w)
{
    while (w->count > 0)
        play_hear(w);
    for (unsigned i = 0; i < w->config.seats; i++)
        expect(w->seat[i].silent || w->seat[i].party->catching_up || party_over(w->seat[i].party),
               "a bot that was there was not told the result");
    if (w->result.waits)
        referee_reveal(w->referee, w->now);
    play_audit(w);
}

static void play_twin(const struct play *first, uint64_t dice)
{
    static struct primary p;
    struct replay file;
    struct referee_config c = first->config;
    int bad = replay_load(&file, first->path);
    expect(bad == 0 && primary_read(&p, &file, NULL), "no twin can be dealt of a first leg that was played");
    replay_unload(&file);
    c.reveal = REVEAL_MATCH;
    OWNED_PLAY *w = play_start_leg(&c, dice, &p);
    turns(w, TURNS_MOST);
    expect(w->over && w->result.result.fault == FAULT_NONE, "a twin that does not end as it should");
    expect_end(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = { data, data + size };
    struct referee_config c;
    unsigned kills = 0;
    expect(sodium_init() >= 0, "no sodium");
    script_bytes = &b;
    choose(&b, &c);
    uint64_t dice = take(&b);
    struct play *w = play_start(&c, dice);
    for (unsigned n = 0; n < STEPS_MOST && more(&b) && !w->over; n++)
        step(w, &b, &kills);
    turns(w, TURNS_MOST);
    expect(w->over, "a match that never ends");
    bool twin = w->result.waits;
    expect_end(w);
    if (twin)
        play_twin(w, dice + 50);
    play_end(w);
    return 0;
}
