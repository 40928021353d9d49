/* fuzz_season: any bytes as the index of a closed season, and an index that holds with some of its bytes changed (first byte 128 and up).
 *
 * What must hold: what is accepted is signed and was read in order; a changed index is refused with a sentence. */
#include "fuzz.h"

#include <unistd.h>
#include <sys/mman.h>

#include "season/season.h"

static char *sample;
static size_t sample_size;

static void make_sample(void)
{
    static const uint8_t seed[32] = { 7 };
    struct season_head h = { .name = "spring", .ladder = "ar", .rules = "argentino", .seats = 2, .games = 1 };
    struct season_pair p = { .result = { .pair = 1, .seats = 2, .legs = 2, .played = 2, .bot = { 1, 0 }, .hands = 9 } };
    struct season_out o;
    uint8_t key[KEY_PUBLIC], secret[KEY_SECRET];
    expect(sodium_init() >= 0, "no sodium");
    crypto_sign_seed_keypair(key, secret, seed);
    FILE *to = open_memstream(&sample, &sample_size);
    expect(to != NULL, "no memory");
    season_begin(&o, to);
    season_put_head(&o, &h);
    season_put_bot(&o, &(struct season_bot){ .name = "ana/one#1" });
    season_put_bot(&o, &(struct season_bot){ .name = "ana/two#1", .remote = true });
    season_put_pair(&o, &p);
    season_put_anchor(&o, &(struct season_anchor){ 1, 1500 });
    season_put_place(&o, &(struct season_place){ 1, 1500, 1400, 1600, 1 });
    season_put_place(&o, &(struct season_place){ 0, 1400, 1300, 1500, 1 });
    season_sign(&o, key, secret);
    fclose(to);
}

static uint64_t last, bots;

static bool take_bot(void *arg, const struct season_bot *b)
{
    (void)arg;
    bots++;
    expect(memchr(b->name, 0, sizeof b->name) != NULL, "a name does not end");
    return true;
}

static bool take_pair(void *arg, const struct season_pair *p)
{
    (void)arg;
    expect(p->result.pair > last && p->result.played >= 1 && p->result.played <= PLAYED_LEGS, "a pair is out of order");
    for (uint32_t i = 0; i < p->result.seats; i++)
        expect(p->result.bot[i] < bots, "a bot that there is not");
    last = p->result.pair;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct season_take taker = { .bot = take_bot, .pair = take_pair };
    struct bytes in = { data, data + size };
    struct season_seal seal;
    char why[SEASON_WHY] = "";
    if (sample_size == 0)
        make_sample();
    bool from_sample = take(&in) >= 128;
    size_t length = from_sample ? sample_size : (size_t)(in.end - in.at);
    uint8_t *bytes = from_sample ? changed(&in, sample, &length) : copy_of(in.at, length);
    int fd = memfd_create("index", 0);
    expect(fd >= 0 && write(fd, bytes, length) == (ssize_t)length && !lseek(fd, 0, SEEK_SET), "no file");
    FILE *from = fdopen(fd, "r");
    expect(from != NULL, "no memory");
    last = bots = 0;
    if (season_read(from, &taker, &seal, why) != 0)
        expect(why[0] != '\0', "an index is refused without a sentence");
    else
        expect(!from_sample || (length == sample_size && memcmp(bytes, sample, length) == 0),
               "a changed index is accepted");
    fclose(from);
    free(bytes);
    return 0;
}
