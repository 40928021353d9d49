/* The kept inputs that are bytes of the wire (tests/corpus/fuzz/strict): one envelope with each message, made by the running
 * code, so that a change of the format never leaves the fuzzers with the bytes of an old one.  FIEL_WRITE_DOCS=1 writes them
 * (`make seeds`). */

#include "support/test.h"

#include "support/samples.h"
#include "wire/strict.h"

#define FOLDER "tests/corpus/fuzz/strict/"

static uint8_t made[SAMPLE_ROOM], kept[SAMPLE_ROOM];

/* [7, message] */
static size_t envelope_of(enum message_type type)
{
    struct packer p;
    pack_start(&p, made, sizeof made);
    pack_array(&p, 2);
    pack_uint(&p, 7);
    sample_message(&p, type);
    assert_false(p.bad);
    return p.size;
}

static void write_seed(const char *path, size_t size)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(made, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static void check_seed(const char *name, enum message_type type)
{
    char path[128];
    size_t size = envelope_of(type);
    assert_int_equal(strict_check(made, size), WIRE_OK);
    snprintf(path, sizeof path, FOLDER "envelope_%s", name);
    if (getenv("FIEL_WRITE_DOCS"))
        write_seed(path, size);
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("%s is missing: make seeds", path);
    size_t got = fread(kept, 1, sizeof kept, f);
    fclose(f);
    if (got != size || memcmp(kept, made, size) != 0)
        fail_msg("%s is not what the code makes: make seeds", path);
}

TEST(every_message_has_its_seed)
{
#define X(label, number, who, fields) check_seed(#label, MSG_##label);
    MESSAGES(X)
#undef X
}
