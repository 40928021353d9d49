/* fuzz_archive: any bytes as a record that is packed or compact.
 *
 * The first byte says how: the bytes as a file (0 to 63); as the body of what is compact, for a record whose size the next two bytes say
 * (64 to 127); a compact record with bytes changed (128 to 191); its body with bytes changed.  What must hold: what is refused is
 * refused with a sentence and leaves nothing behind, and what is compact has its hash. */
#include "fuzz.h"

#include "archive/compact.h"
#include "archive/archive.h"

enum { MOST = 1 << 20 };

static struct replay example;
static uint8_t *compact;
static size_t compact_size;
static struct room {
    uint8_t at[1 << 16];
    size_t size, read;
} body;

static bool put(void *to, const void *bytes, size_t size)
{
    struct room *r = to;
    bool fits = size <= sizeof r->at - r->size;
    if (fits && size)
        memcpy(r->at + r->size, bytes, size), r->size += size;
    return fits;
}

static bool take_from(void *from, void *bytes, size_t size)
{
    struct bytes *b = from;
    bool there = size <= (size_t)(b->end - b->at);
    if (there && size)
        memcpy(bytes, b->at, size), b->at += size;
    return there;
}

static void make_samples(void)
{
    expect(replay_load(&example, "tests/vectors/example.replay") == 0, "no example");
    expect(archived_pack(example.bytes, example.size, &compact, &compact_size) == 0, "it is not compact");
    expect(compact_body(example.bytes, example.size, &(struct compact_put){ put, &body }), "it has no body");
}

static void as_file(const uint8_t *bytes, size_t size)
{
    struct replay r;
    const char *why = NULL;
    replay_over(&r, bytes, size);
    if (!archived_packed(&r))
        return;
    if (archived_unpack_here(&r, bytes, size, MOST, &why) != 0) {
        expect(why != NULL && r.bytes == NULL && r.heap == NULL, "it is refused without a sentence");
        return;
    }
    expect(r.size <= MOST, "it is longer than it may be");
    if (size >= COMPACT_HEAD && memcmp(bytes, COMPACT_MAGIC, COMPACT_MAGIC_SIZE) == 0) {
        uint8_t hash[HASH];
        hash_bytes(hash, r.bytes, r.size);
        expect(memcmp(hash, bytes + COMPACT_HEAD - HASH, HASH) == 0, "what is compact has another hash");
    }
    replay_unload(&r);
}

static void as_body(const uint8_t *bytes, size_t size, size_t record)
{
    struct bytes in = { bytes, bytes + size };
    struct room restored = { .size = 0 };
    if (record <= example.size && compact_restore(&(struct compact_take){ take_from, &in }, record,
                                                  &(struct compact_put){ put, &restored }) == COMPACT_RESTORED)
        expect(restored.size == record, "it is restored to another size");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes in = { data, data + size };
    if (compact == NULL)
        make_samples();
    unsigned how = take(&in) / 64;
    size_t length = how == 2 ? compact_size : body.size, record = how == 1 ? take16(&in) : example.size;
    uint8_t *bytes = how < 2 ? copy_of(in.at, (size_t)(in.end - in.at))
                             : changed(&in, how == 2 ? compact : body.at, &length);
    if (how < 2)
        length = (size_t)(in.end - in.at);
    if (how % 2)
        as_body(bytes, length, record);
    else
        as_file(bytes, length);
    free(bytes);
    return 0;
}
