/* fuzz_strict: any bytes as one value, as an envelope of either direction, as a view, an offer, a result.
 *
 * What must hold: what strict_check() accepts every reader reads to its end, and packing what was read gives
 * the same bytes; the decoders read nothing outside what they were given (the input and every message lie in
 * a heap block of their exact size, so that a byte too far is seen); a message that an envelope holds reads
 * the same alone.
 *
 * An input that begins with 0xc1, which no value does, is a whole message with some of its bytes changed:
 * the number of the message, then places (two bytes) and what stands there.  So the decoders are reached. */
#include "fuzz.h"

#include "support/pack_map.h"
#include "support/samples.h"
#include "wire/strict.h"

/* --- reading and packing again --- */

/* There is no reader of maps, since no message has one: the header is read here. */
static size_t read_pairs(struct reader *r)
{
    size_t bytes = *r->at == 0xde ? 2 : *r->at == 0xdf ? 4 : 0, pairs = *r->at & 0x0fu;
    if (bytes > 0)
        pairs = 0;
    r->at++;
    for (; bytes > 0; bytes--)
        pairs = pairs << 8 | *r->at++;
    return pairs;
}

/* pack_str() takes no NUL inside: such a text is its own bytes. */
static void pack_text(struct packer *p, const uint8_t *start, const char *text, size_t size)
{
    expect(utf8_valid(text, size), "an accepted str is not UTF-8");
    if (memchr(text, '\0', size) != NULL) {
        pack_raw(p, start, (size_t)((const uint8_t *)text - start) + size);
        return;
    }
    OWNED char *whole = text_of(text, size);
    pack_str(p, whole);
}

static void pack_one(struct packer *p, struct reader *r, size_t *more)
{
    const uint8_t *start = r->at;
    uint8_t type = *start;
    size_t size;
    if ((type >= 0x90 && type <= 0x9f) || type == 0xdc || type == 0xdd) {
        size = read_array(r, SIZE_MAX);
        pack_array(p, size);
        *more += size;
    } else if ((type >= 0x80 && type <= 0x8f) || type == 0xde || type == 0xdf) {
        size = read_pairs(r);
        pack_map(p, size);
        *more += 2 * size;
    } else if ((type >= 0xa0 && type <= 0xbf) || (type >= 0xd9 && type <= 0xdb)) {
        const char *text = read_str(r, &size);
        pack_text(p, start, text, size);
    } else if (type >= 0xc4 && type <= 0xc6) {
        const uint8_t *bin = read_bin(r, &size);
        pack_bin(p, bin, size);
    } else if (type >= 0xe0 || (type >= 0xd0 && type <= 0xd3)) {
        pack_int(p, read_int(r));
    } else {
        pack_uint(p, read_uint(r, UINT64_MAX));
    }
}

static void read_and_pack(const uint8_t *bytes, size_t size)
{
    struct packer p;
    struct reader r;
    OWNED uint8_t *again = malloc(size);
    size_t values = 1, whole = 0;
    if (again == NULL)
        abort();
    pack_start(&p, again, size);
    read_start(&r, bytes, size);
    for (; values > 0 && !r.bad; values--)
        pack_one(&p, &r, &values);
    expect(read_done(&r), "a reader does not read what was accepted");
    expect(!p.bad && p.size == size && memcmp(again, bytes, size) == 0, "packing again gives other bytes");
    read_start(&r, bytes, size);
    read_value(&r, &whole);
    expect(read_done(&r) && whole == size, "an accepted value is not skipped as one");
}

/* --- the decoders --- */

static void inside(const struct msg *m, const void *at, size_t size)
{
    const uint8_t *b = at;
    expect(b == NULL || (b >= m->bytes && size <= (size_t)(m->bytes + m->size - b)),
           "a field lies outside its message");
}

static void read_blobs(const struct msg *m)
{
    struct offer offer;
    struct result result;
    struct seal seal;
    if (m->type == MSG_OFFER && read_offer(m->blob, m->blob_size, &offer))
        expect(offer.seats <= FIEL_SEATS_MAX, "an offer of too many seats");
    if (m->type == MSG_RESULT && read_result(m->blob, m->blob_size, &result))
        expect(result.winner <= FIEL_TIE, "a result without a winner");
    for (unsigned i = 0; m->type == MSG_SEAL && i < seals_count(m); i++) {
        expect(seals_get(m, i, &seal), "a seal that was read is not given");
        inside(m, seal.commits, seal.size);
    }
}

static void read_views(const uint8_t *bytes, size_t size)
{
    struct reader r;
    struct view v;
    struct rules rules;
    struct action legal[FIEL_LEGAL_MAX];
    for (unsigned p = 0; p < PRESET_COUNT; p++) {
        rules_preset(&rules, (enum preset)p);
        read_start(&r, bytes, size);
        read_view(&r, &v, &rules);
        expect(r.bad || (v.seat < v.open.seats && v.open.seats <= FIEL_SEATS_MAX), "a view of no seat");
        if (!r.bad && open_facts_check(&v.open) == NULL)
            expect(view_legal(&v, legal) <= FIEL_LEGAL_MAX, "more actions than there is room for");
    }
}

/* A message alone, in a block of its own. */
static void read_alone(const struct msg *m, enum direction d)
{
    struct msg alone;
    OWNED uint8_t *copy = copy_of(m->bytes, m->size);
    expect(msg_read(copy, m->size, d, &alone) == WIRE_OK, "a message alone is not what it was");
    expect(alone.type == m->type && alone.size == m->size && strcmp(alone.text, m->text) == 0,
           "a message alone is not what it was");
    read_blobs(&alone);
    if (alone.view != NULL) {
        OWNED uint8_t *view = copy_of(alone.view, alone.view_size);
        read_views(view, alone.view_size);
    }
}

static void check_fields(const struct msg *m)
{
    inside(m, m->head, ID);
    inside(m, m->x, ID);
    inside(m, m->key, ID);
    inside(m, m->seed, ID);
    inside(m, m->view_key, ID);
    inside(m, m->checkpoint, ID);
    inside(m, m->signature, m->signature_size);
    inside(m, m->blob, m->blob_size);
    inside(m, m->blob2, m->blob2_size);
    inside(m, m->view, m->view_size);
    inside(m, m->legal, m->legal_size);
    inside(m, m->seals, m->seals_size);
}

static void read_envelope(const uint8_t *bytes, size_t size, enum wire_error strict, enum direction d)
{
    struct envelope e;
    struct msg m;
    enum wire_error opened = envelope_open(&e, bytes, size);
    expect(strict == WIRE_OK || opened == strict, "an envelope is opened that is not canonical");
    while (opened == WIRE_OK && e.left > 0) {
        unsigned left = e.left;
        enum wire_error error = envelope_next(&e, d, &m);
        expect(e.left == left - 1, "a message is read twice");
        expect(m.bytes >= bytes && m.size <= (size_t)(bytes + size - m.bytes), "a message lies outside its envelope");
        if (error != WIRE_OK)
            continue;
        check_fields(&m);
        read_alone(&m, d);
    }
}

/* --- the input --- */

/* Message, offer or result number `which`, in an envelope where it belongs into one. */
static void pack_sample(struct packer *p, unsigned which)
{
    static const uint8_t types[] = {
#define X(name, number, who, fields) number,
        MESSAGES(X)
#undef X
    };
    struct offer offer;
    struct result result;
    which %= (unsigned)sizeof types + 2;
    sample_offer(&offer);
    sample_result(&result);
    if (which < sizeof types) {
        pack_array(p, 2);
        pack_uint(p, 300);
        sample_message(p, (enum message_type)types[which]);
    } else if (which == sizeof types) {
        pack_offer(p, &offer);
    } else {
        pack_result(p, &result);
    }
}

/* A place behind the end cuts the message off there instead. */
static uint8_t *changed_sample(const uint8_t *data, size_t *size)
{
    uint8_t room[SAMPLE_ROOM];
    struct packer p;
    size_t left = *size - 2;
    pack_start(&p, room, sizeof room);
    pack_sample(&p, data[1]);
    expect(!p.bad, "a sample is too long");
    for (const uint8_t *change = data + 2; left >= 3; left -= 3, change += 3) {
        size_t place = (size_t)change[0] << 8 | change[1];
        if (place < p.size)
            p.bytes[place] = change[2];
        else
            p.size -= p.size < change[2] ? p.size : change[2];
    }
    *size = p.size;
    return copy_of(room, p.size);
}

static void read_all(const uint8_t *bytes, size_t size)
{
    struct offer offer;
    struct result result;
    enum wire_error strict = strict_check(bytes, size);
    expect(wire_error_text(strict)[0] != '\0', "an error has no sentence");
    if (strict == WIRE_OK) {
        read_and_pack(bytes, size);
        read_views(bytes, size);
    }
    read_envelope(bytes, size, strict, FROM_ARBITER);
    read_envelope(bytes, size, strict, FROM_BOT);
    expect(!read_offer(bytes, size, &offer) || strict == WIRE_OK, "an offer is read that is not canonical");
    expect(!read_result(bytes, size, &result) || strict == WIRE_OK, "a result is read that is not canonical");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool sample = size >= 2 && data[0] == 0xc1;
    uint8_t *bytes = sample ? changed_sample(data, &size) : copy_of(data, size);
    read_all(bytes, size);
    free(bytes);
    return 0;
}
