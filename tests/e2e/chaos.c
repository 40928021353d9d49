/* chaos: remote matches over a network that delays, stalls, splits, half-closes, resets and refuses.
 *
 * What the network takes is the bots' time, and here they have plenty: every match must be played to its end without
 * a fault, and its record must audit.  CHAOS_MATCHES says how many (make test-long: 200), CHAOS_SEED which. */
#include "remote.h"

#include "support/chaos_proxy.h"
#include "record/replay.h"

enum { AT_ONCE = 6, SEATS = 2 };

static const char CALM[] = "bank=10m,inc=100ms,cap=60s,grace=100ms,start=60s";

/* One chunk in so many meets it. */
#define ONE_IN(n) (65536u / (n))
static const struct chaos weather[] = {
    { .delay_us = 2000, .split = ONE_IN(3), .reset = ONE_IN(60), .refuse = ONE_IN(4) },
    { .delay_us = 500, .split = ONE_IN(2), .half = ONE_IN(80) },
    { .delay_us = 4000, .stall = ONE_IN(40), .stall_ms = 300, .reset = ONE_IN(400), .half = ONE_IN(400) },
};
enum { WEATHERS = sizeof weather / sizeof *weather };

struct stormy {
    struct remote_match match;
    struct chaos_proxy proxy[SEATS];
};

static unsigned number_of(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    return text && *text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static struct stormy *start(uint64_t seed)
{
    static const char *const programs[SEATS] = { "cauto", "random" };
    struct stormy *s = calloc(1, sizeof *s);
    assert_non_null(s);
    struct remote_match *m = &s->match;
    remote_new(m);
    match_start(m, "1", CALM, NULL);
    seats_open(m, SEATS);
    for (unsigned i = 0; i < SEATS; i++) {
        struct chaos c = weather[(seed + i) % WEATHERS];
        char endpoint[64];
        c.seed = seed * SEATS + i;
        assert_int_equal(chaos_start(&s->proxy[i], port_of(m->bot[i].endpoint), &c), 0);
        snprintf(endpoint, sizeof endpoint, "tcp://127.0.0.1:%u", s->proxy[i].port);
        bot_start_at(&m->bot[i], programs[i], endpoint);
    }
    return s;
}

/* How often a bot's line was made, by the record. */
static unsigned lines_made(const char *path)
{
    AUTO(replay_unload) struct replay r;
    struct record rec;
    unsigned made = 0;
    assert_int_equal(replay_load(&r, path), 0);
    while (replay_next(&r, &rec))
        made += rec.type == REC_SEAT && rec.payload[1] == SEAT_EVENT_CONNECTED;
    return made;
}

/* To its end, as if the network had been quiet; the lines that were made. */
static unsigned finish(struct stormy *s, uint64_t seed)
{
    struct remote_match *m = &s->match;
    json_auto_t *j = match_result(m);
    if (json_array_size(json_object_get(j, "faults")) > 0 || strcmp(json_text(j, "outcome"), "played"))
        fail_msg("CHAOS_SEED=%llu: %s", (unsigned long long)seed, json_dumps(j, 0));
    unsigned made = lines_made(m->replay);
    for (unsigned i = 0; i < SEATS; i++)
        chaos_stop(&s->proxy[i]);
    match_drop(m);
    free(s);
    return made;
}

TEST(bad_weather)
{
    unsigned matches = number_of("CHAOS_MATCHES", AT_ONCE), seed = number_of("CHAOS_SEED", 1), made = 0;
    for (unsigned at = 0; at < matches; at += AT_ONCE) {
        unsigned now = matches - at < AT_ONCE ? matches - at : AT_ONCE;
        struct stormy *runs[AT_ONCE];
        for (unsigned i = 0; i < now; i++)
            runs[i] = start(seed + at + i);
        for (unsigned i = 0; i < now; i++)
            made += finish(runs[i], seed + at + i);
    }
    assert_true(made > matches * SEATS);
    printf("%u matches, %u lines broken and made again, no fault\n", matches, made - matches * SEATS);
}

int main(void)
{
    alarm(120 + 30 * number_of("CHAOS_MATCHES", AT_ONCE));
    return tests_run();
}
