/* fuzz_replay: any bytes as the record of a match, for the auditor and for anyone who retells it.
 *
 * The first byte says how: the bytes as they are; a true record with bytes changed; or its records changed, dropped,
 * doubled and exchanged, and, from 192 on, every hash and every signature made anew with the true keys, so that what is
 * wrong is found by what it says alone.  What must hold: a file that was changed and not signed anew is never valid; what
 * is printed is clean text or JSON, whatever stands in the file. */
#include "support/cheap_signatures.h"
#include "fuzz.h"

#include <jansson.h>

#include "audit/audit.h"
#include "support/forge.h"
#include "tell/tell.h"
#include "wire/strict.h"

enum { SAMPLES = 4, CHANGES_MOST = 64 };

static struct {
    struct forge *forge;
    uint8_t *file;
    size_t size;
} sample[SAMPLES];

static void make_sample(unsigned i, const char *rules, uint32_t hands, enum twist_kind first, enum twist_kind then)
{
    struct forge *f = forge_new(rules, 1, 5 + i);
    f->hands_max = hands;
    f->sign = i % 2;
    f->on_timeout = i / 2 % 2;
    f->twists[f->twist_count++] = (struct twist){ 2, first };
    f->twists[f->twist_count++] = (struct twist){ 5, then };
    forge_run(f);
    sample[i].forge = f;
    sample[i].file = forge_file(f, f->arbiter_secret, &sample[i].size);
}

static void make_samples(void)
{
    expect(sodium_init() >= 0, "no sodium");
    make_sample(0, "argentino", 1, TWIST_ILLEGAL, TWIST_STARTS_ANEW);
    make_sample(1, "argentino-flor,declare=auto", 2, TWIST_COMES_BACK, TWIST_SILENCE);
    make_sample(2, "paulista", 2, TWIST_LATE, TWIST_UNASKED);
    make_sample(3, "uruguayo", 1, TWIST_OTHER_TALKS, TWIST_PROTEST);
}

/* --- what is printed ------------------------------------------------------------------------------ */

static void expect_clean(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        expect(c == '\n' || (c >= 0x20 && c != 0x7f), "a file's bytes get to the terminal");
    }
    expect(utf8_valid(text, size), "what is printed is not UTF-8");
}

static void expect_json(char *text)
{
    for (char *line = text, *stop; *line != '\0'; line = stop + 1) {
        stop = strchr(line, '\n');
        expect(stop != NULL, "a line of JSON has no end");
        json_auto_t *json = json_loadb(line, (size_t)(stop - line), JSON_DECODE_INT_AS_REAL,
                                       NULL); /* numbers have 64 bits */
        expect(json_is_object(json), "a line is no JSON object");
    }
}

static void tell(const uint8_t *file, size_t size, bool json)
{
    OWNED char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    struct tell_style style = { .out = out, .utf8 = true };
    struct teller t;
    tell_start(&t, file, size);
    tell_next(&t);
    json ? tell_json_head(out, &t) : tell_text_head(&style, &t);
    do
        json ? tell_json_chapter(out, &t) : tell_text_chapter(&style, &t);
    while (tell_next(&t));
    json ? tell_json_tail(out, &t) : tell_text_tail(&style, &t);
    unsigned seats = t.has_offer ? t.offer.seats : 0;
    tell_end(&t);
    for (unsigned seat = 0; json && seat < seats; seat++)
        (void)tell_seat(out, file, size, seat, SEAT_JSON);
    fclose(out);
    if (json)
        expect_json(text);
    else
        expect_clean(text, length);
}

static void print(const struct audit_report *r)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    audit_print(out, "a file", r);
    audit_print_quiet(out, "a file", r);
    fclose(out);
    expect_clean(text, length);
    free(text);
    out = open_memstream(&text, &length);
    audit_print_json(out, "a \"file\"\n", r);
    fclose(out);
    expect_json(text);
    free(text);
}

static enum audit_outcome read_file(const uint8_t *file, size_t size)
{
    struct audit_report r;
    expect(audit_bytes(file, size, NULL, &r) == 0, "no memory");
    expect((r.outcome == AUDIT_VALID) == (r.wrong[0] == '\0'), "a verdict and its sentence do not agree");
    print(&r);
    tell(file, size, false);
    tell(file, size, true);
    return r.outcome;
}

/* --- records changed ------------------------------------------------------------------------------ */

static struct forge *copy_forge(const struct forge *from)
{
    struct forge *f = (struct forge *)copy_of(from, sizeof *from);
    f->records = NULL;
    f->count = f->room = 0;
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        f->seat[i].heads = NULL, f->seat[i].sizes = NULL;
    for (size_t i = 0; i < from->count; i++) {
        const struct forge_record *r = &from->records[i];
        forge_insert(f, i, r->type, r->visibility, r->us, r->bytes, r->size);
    }
    return f;
}

static void change_record(struct bytes *b, struct forge *f)
{
    unsigned what = take(b);
    size_t at = take(b) % f->count;
    struct forge_record *r = &f->records[at];
    switch (what % 8) {
    case 0: forge_drop(f, at); break;
    case 1: forge_insert(f, at, r->type, r->visibility, r->us, r->bytes, r->size); break;
    case 2:
        if (at + 1 < f->count)
            forge_swap(f, at);
        break;
    case 3: r->us += take16(b); break;
    case 4: r->visibility = (uint8_t)take(b); break;
    case 5: r->size -= r->size > 0; break;
    default:
        if (r->size > 0) {
            size_t place = take16(b) % r->size;
            r->bytes[place] = (uint8_t)take(b);
        }
    }
}

/* forge_insert copies: the bytes it is given may be those of a record that moves. */
static uint8_t *changed_records(struct bytes *b, const struct forge *from, bool anew, size_t *size)
{
    struct forge *f = copy_forge(from);
    for (unsigned i = 0; i < CHANGES_MOST && more(b) && f->count > 0; i++)
        change_record(b, f);
    if (anew)
        forge_remake(f, true, true);
    uint8_t *file = forge_file(f, anew ? f->arbiter_secret : NULL, size), *exact = copy_of(file, *size);
    free(file);
    forge_free(f);
    return exact;
}

/* --- the input ------------------------------------------------------------------------------------ */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = { data, data + size };
    unsigned how = take(&b), which = how % SAMPLES;
    if (sample[0].forge == NULL)
        make_samples();
    size_t length = (size_t)(b.end - b.at);
    uint8_t *file;
    if (how < 64) {
        file = copy_of(b.at, length);
    } else if (how < 128) {
        length = sample[which].size;
        file = changed(&b, sample[which].file, &length);
    } else {
        file = changed_records(&b, sample[which].forge, how >= 192, &length);
    }
    bool same = length == sample[which].size && memcmp(file, sample[which].file, length) == 0;
    enum audit_outcome is = read_file(file, length);
    expect(is != AUDIT_VALID || how >= 192 || same, "a file that was changed is valid");
    free(file);
    return 0;
}
