#include "log/entry.h"

#include <string.h>

#include "wire/strict.h"

enum { ITEMS_MOST = 6 };

void entry_pack(struct packer *p, const struct entry *e)
{
    static const uint8_t items[] = {
        [ENTRY_OPEN] = 4,     [ENTRY_RESULT] = 5,   [ENTRY_REVEAL] = 3, [ENTRY_KEY] = 6,
        [ENTRY_UNOPENED] = 3, [ENTRY_DECISION] = 5, [ENTRY_TRAIL] = 5,
    };
    pack_array(p, items[e->kind]);
    pack_uint(p, e->kind);
    if (e->kind != ENTRY_KEY)
        pack_uint(p, e->number);
    switch (e->kind) {
    case ENTRY_OPEN:
        pack_bin(p, e->blob, e->blob_size);
        pack_bin(p, e->signature, SIG);
        break;
    case ENTRY_RESULT:
        pack_bin(p, e->blob, e->blob_size);
        pack_bin(p, e->signature, SIG);
        pack_bin(p, e->replay, ID);
        break;
    case ENTRY_REVEAL: pack_bin(p, e->seed, ID); break;
    case ENTRY_KEY:
        pack_str(p, e->text);
        pack_bin(p, e->key, ID);
        pack_bin(p, e->curve, ID);
        pack_uint(p, e->not_after);
        pack_bin(p, e->signature, SIG);
        break;
    case ENTRY_UNOPENED: pack_str(p, e->text); break;
    case ENTRY_DECISION:
        pack_bin(p, e->match, ID);
        pack_bin(p, e->trail, ID);
        pack_str(p, e->text);
        break;
    case ENTRY_TRAIL:
        pack_uint(p, e->pair);
        pack_bin(p, e->trail, ID);
        pack_str(p, e->text);
        break;
    }
}

void entry_pack_open(struct packer *p, uint64_t number, const void *open, size_t size, const uint8_t signature[SIG])
{
    struct entry e = { .kind = ENTRY_OPEN, .number = number, .blob = open, .blob_size = size };
    memcpy(e.signature, signature, SIG);
    entry_pack(p, &e);
}

/* The fields after [kind, number]. */
static void read_fields(struct reader *r, struct entry *e)
{
    switch (e->kind) {
    case ENTRY_OPEN:
        e->blob = read_bin(r, &e->blob_size);
        read_fixed(r, e->signature, SIG);
        break;
    case ENTRY_RESULT:
        e->blob = read_bin(r, &e->blob_size);
        read_fixed(r, e->signature, SIG);
        read_fixed(r, e->replay, ID);
        break;
    case ENTRY_REVEAL: read_fixed(r, e->seed, ID); break;
    case ENTRY_KEY:
        read_text(r, e->text, sizeof e->text);
        read_fixed(r, e->key, ID);
        read_fixed(r, e->curve, ID);
        e->not_after = read_uint(r, UINT64_MAX);
        read_fixed(r, e->signature, SIG);
        break;
    case ENTRY_UNOPENED: read_text(r, e->text, sizeof e->text); break;
    case ENTRY_DECISION:
        read_fixed(r, e->match, ID);
        read_fixed(r, e->trail, ID);
        read_text(r, e->text, sizeof e->text);
        break;
    case ENTRY_TRAIL:
        e->pair = read_uint(r, UINT64_MAX);
        read_fixed(r, e->trail, ID);
        read_text(r, e->text, sizeof e->text);
        break;
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
    read_fields(&r, e);
    return read_done(&r);
}
