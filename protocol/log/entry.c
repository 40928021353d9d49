#include "log/entry.h"

#include <string.h>

#include "wire/strict.h"

enum { ITEMS_MOST = 6 };

/* What stands in each behind [kind, number], of KEY behind [kind]: X(as what, field). */
#define OPEN_ITEMS(X) X(BLOB, blob) X(FIXED, signature)
#define RESULT_ITEMS(X) X(BLOB, blob) X(FIXED, signature) X(FIXED, replay)
#define REVEAL_ITEMS(X) X(FIXED, seed)
#define KEY_ITEMS(X) X(TEXT, text) X(FIXED, key) X(FIXED, curve) X(UINT, not_after) X(FIXED, signature)
#define UNOPENED_ITEMS(X) X(TEXT, text)
#define DECISION_ITEMS(X) X(FIXED, match) X(FIXED, trail) X(TEXT, text)
#define TRAIL_ITEMS(X) X(UINT, pair) X(FIXED, trail) X(TEXT, text)
/* The statement of a switch over the kinds that does X with each item of the kind. */
#define OF_KIND(kind, X) \
    case ENTRY_##kind: \
        kind##_ITEMS(X) break;
#define OF_EACH(X) \
    OF_KIND(OPEN, X) \
    OF_KIND(RESULT, X) OF_KIND(REVEAL, X) OF_KIND(KEY, X) OF_KIND(UNOPENED, X) OF_KIND(DECISION, X) OF_KIND(TRAIL, X)

#define PACK_BLOB(field) pack_bin(p, e->field, e->field##_size);
#define PACK_FIXED(field) pack_bin(p, e->field, sizeof e->field);
#define PACK_TEXT(field) pack_str(p, e->field);
#define PACK_UINT(field) pack_uint(p, e->field);
#define PACK(as, field) PACK_##as(field)

#define READ_BLOB(field) e->field = read_bin(r, &e->field##_size);
#define READ_FIXED(field) read_fixed(r, e->field, sizeof e->field);
#define READ_TEXT(field) read_text(r, e->field, sizeof e->field);
#define READ_UINT(field) e->field = read_uint(r, UINT64_MAX);
#define READ(as, field) READ_##as(field)

#define COUNT(as, field) items++;

void entry_pack(struct packer *p, const struct entry *e)
{
    size_t items = e->kind == ENTRY_KEY ? 1 : 2;
    switch (e->kind) {
        OF_EACH(COUNT)
    }
    pack_array(p, items);
    pack_uint(p, e->kind);
    if (e->kind != ENTRY_KEY)
        pack_uint(p, e->number);
    switch (e->kind) {
        OF_EACH(PACK)
    }
}

void entry_pack_open(struct packer *p, uint64_t number, const void *open, size_t size, const uint8_t signature[SIG])
{
    struct entry e = { .kind = ENTRY_OPEN, .number = number, .blob = open, .blob_size = size };
    memcpy(e.signature, signature, SIG);
    entry_pack(p, &e);
}

static void read_items(struct reader *r, struct entry *e)
{
    switch (e->kind) {
        OF_EACH(READ)
    }
}

bool entry_read(const void *bytes, size_t size, struct entry *e)
{
    struct reader r;
    memset(e, 0, sizeof *e);
    if (strict_check(bytes, size) != WIRE_OK)
        return false;
    read_start(&r, bytes, size);
    read_array(&r, ITEMS_MOST); /* that there are as many as the kind has is seen at the end */
    uint64_t kind = read_uint(&r, ENTRY_TRAIL);
    if (r.bad || kind < ENTRY_OPEN)
        return false;
    e->kind = (enum entry_kind)kind;
    if (e->kind != ENTRY_KEY)
        e->number = read_uint(&r, UINT64_MAX);
    read_items(&r, e);
    return read_done(&r);
}
