/* fuzz_binding: any bytes as NAME.pub, and a file that holds with some of its bytes changed (first byte 128 and up).
 *
 * What must hold: what is accepted is signed, and is written as it was read; a changed file is refused with a sentence. */
#include "fuzz.h"

#include <sodium.h>

#include "record/binding.h"
#include "record/identity.h"

static char sample[BINDING_TEXT];
static size_t sample_size;

static void make_sample(void)
{
    static const uint8_t seed[32] = { 3 };
    struct binding b = { .name = "ana-bot.2", .not_after = 1900000000 };
    uint8_t secret[KEY_SECRET];
    expect(sodium_init() >= 0, "no sodium");
    crypto_sign_seed_keypair(b.key, secret, seed);
    memset(b.curve, 0x5a, sizeof b.curve);
    binding_sign(&b, secret);
    sample_size = binding_text(&b, sample);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes in = { data, data + size };
    struct binding b;
    char why[BINDING_WHY] = "", again[BINDING_TEXT];
    if (sample_size == 0)
        make_sample();
    bool from_sample = take(&in) >= 128;
    size_t length = from_sample ? sample_size : (size_t)(in.end - in.at);
    uint8_t *bytes = from_sample ? changed(&in, sample, &length) : copy_of(in.at, length);
    if (binding_parse((const char *)bytes, length, &b, why) != 0) {
        expect(why[0] != '\0' && strlen(why) < sizeof why, "a binding is refused without a sentence");
    } else {
        expect(binding_holds(&b) && binding_name_fits(b.name), "a binding is accepted that does not hold");
        expect(binding_text(&b, again) == length && memcmp(again, bytes, length) == 0,
               "a binding is written otherwise than it was read");
        expect(!from_sample || (length == sample_size && memcmp(bytes, sample, length) == 0),
               "a changed binding is accepted");
    }
    free(bytes);
    return 0;
}
