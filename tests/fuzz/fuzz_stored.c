/* fuzz_stored: any bytes as a record that is packed or kept.
 *
 * The first byte says how: the bytes as a file (0 to 63); as the body of what is kept, for a record whose size the next two bytes say
 * (64 to 127); a kept record with bytes changed (128 to 191); its body with bytes changed.  What must hold: what is refused is
 * refused with a sentence and leaves nothing behind, and what is kept has its hash. */
#include "fuzz.h"

#include "stored/kept.h"
#include "stored/stored.h"

enum { MOST = 1 << 20 };

static struct replay example;
static uint8_t *kept, *body;
static size_t kept_size, body_size;

static void make_samples(void)
{
    expect(replay_load(&example, "tests/vectors/example.replay") == 0, "no example");
    expect(stored_keep(example.bytes, example.size, &kept, &kept_size) == 0, "it is not kept");
    body = kept_body(example.bytes, example.size, &body_size);
    expect(body != NULL, "it has no body");
}

static void as_file(const uint8_t *bytes, size_t size)
{
    struct replay r;
    const char *why = NULL;
    replay_over(&r, bytes, size);
    if (!stored_packed(&r))
        return;
    if (stored_unpack(&r, bytes, size, MOST, &why) != 0) {
        expect(why != NULL && r.bytes == NULL && r.heap == NULL, "it is refused without a sentence");
        return;
    }
    expect(r.size <= MOST, "it is longer than it may be");
    if (size >= KEPT_HEAD && memcmp(bytes, KEPT_MAGIC, KEPT_MAGIC_SIZE) == 0) {
        uint8_t hash[HASH];
        hash_bytes(hash, r.bytes, r.size);
        expect(memcmp(hash, bytes + KEPT_HEAD - HASH, HASH) == 0, "what is kept has another hash");
    }
    replay_unload(&r);
}

static void as_body(const uint8_t *bytes, size_t size, size_t record)
{
    uint8_t *room = copy_of(example.bytes, record < example.size ? record : example.size);
    if (record <= example.size)
        kept_restore(bytes, size, room, record);
    free(room);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes in = { data, data + size };
    if (kept == NULL)
        make_samples();
    unsigned how = take(&in) / 64;
    size_t length = how == 2 ? kept_size : body_size, record = how == 1 ? take16(&in) : example.size;
    uint8_t *bytes = how < 2 ? copy_of(in.at, (size_t)(in.end - in.at)) : changed(&in, how == 2 ? kept : body, &length);
    if (how < 2)
        length = (size_t)(in.end - in.at);
    if (how % 2)
        as_body(bytes, length, record);
    else
        as_file(bytes, length);
    free(bytes);
    return 0;
}
