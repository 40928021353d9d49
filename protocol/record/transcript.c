#include "record/transcript.h"

#include <string.h>

void chain_public(struct chain *p, const uint8_t match_id[HASH])
{
    struct message m;
    message_start(&m, "fiel/pub0");
    message_bytes(&m, match_id, HASH);
    hash(p->head, &m);
    p->seq = 0;
}

void chain_view(struct chain *v, const uint8_t view_key[HASH], const uint8_t match_id[HASH], unsigned party)
{
    struct message m;
    message_start(&m, "fiel/view0");
    message_bytes(&m, view_key, HASH);
    message_bytes(&m, match_id, HASH);
    message_u8(&m, party);
    hash(v->head, &m);
    v->seq = 0;
}

void chain_link_public(struct chain *p, const void *bytes, size_t size)
{
    struct message m;
    message_start(&m, "fiel/pub");
    message_bytes(&m, p->head, HASH);
    message_u64(&m, p->seq++);
    hash_followed(p->head, &m, bytes, size);
}

void chain_link_private(struct chain *v, const struct chain *p, const void *bytes, size_t size)
{
    struct message m;
    message_start(&m, "fiel/view");
    message_bytes(&m, v->head, HASH);
    message_bytes(&m, p->head, HASH);
    message_u64(&m, v->seq++);
    hash_followed(v->head, &m, bytes, size);
}

void chain_have(uint8_t head[HASH], const struct chain *v, const struct chain *p)
{
    struct message m;
    message_start(&m, "fiel/have");
    message_bytes(&m, v->head, HASH);
    message_bytes(&m, p->head, HASH);
    hash(head, &m);
}

static void start(struct message *m, const char *tag, const uint8_t *match_id)
{
    message_start(m, tag);
    message_bytes(m, match_id, HASH);
}

void sealed_message(struct message *m, const uint8_t match_id[HASH], uint32_t count, const uint32_t *tables,
                    const uint32_t *hands, const uint8_t (*lists)[HASH])
{
    start(m, "fiel/seal", match_id);
    message_u32(m, count);
    for (uint32_t i = 0; i < count; i++) {
        message_u32(m, tables[i]);
        message_u32(m, hands[i]);
        message_bytes(m, lists[i], HASH);
    }
}

void join_message(struct message *m, const uint8_t match_id[HASH], unsigned party, uint32_t tables,
                  const uint8_t *anchors, const uint8_t view[HASH])
{
    uint8_t digest[HASH];
    hash_bytes(digest, anchors, (size_t)tables * HASH);
    start(m, "fiel/join", match_id);
    message_u8(m, party);
    message_u32(m, tables);
    message_bytes(m, digest, HASH);
    message_bytes(m, view, HASH);
}

void join_write(uint8_t *join, uint32_t tables, const uint8_t *anchors, const uint8_t view[HASH],
                const uint8_t signature[SIGNATURE])
{
    size_t at = (size_t)tables * HASH;
    memcpy(join, anchors, at);
    memcpy(join + at, view, HASH);
    memcpy(join + at + HASH, signature, SIGNATURE);
}

bool join_holds(const uint8_t *join, size_t size, const uint8_t match_id[HASH], unsigned party, uint32_t tables,
                const uint8_t key[KEY_PUBLIC])
{
    struct message m;
    size_t at = (size_t)tables * HASH;
    if (size != join_size(tables))
        return false;
    join_message(&m, match_id, party, tables, join, join + at);
    return verify_message(join + at + HASH, key, &m);
}

void open_message(struct message *m, const uint8_t *open, size_t size)
{
    uint8_t digest[HASH];
    hash_bytes(digest, open, size);
    message_start(m, "fiel/open");
    message_bytes(m, digest, HASH);
}

void hands_signed_message(struct message *m, const uint8_t match_id[HASH], unsigned signer, uint32_t hands,
                          const struct chain *p, const uint8_t views[HASH], const uint8_t checkpoint[HASH])
{
    start(m, "fiel/hands-end", match_id);
    message_u8(m, signer);
    message_u32(m, hands);
    message_u64(m, p->seq);
    message_bytes(m, p->head, HASH);
    message_bytes(m, views, HASH);
    message_bytes(m, checkpoint, HASH);
}

void protest_message(struct message *m, const uint8_t match_id[HASH], unsigned party, uint64_t have,
                     const uint8_t head[HASH], uint32_t code, const void *text, size_t size)
{
    uint8_t digest[HASH];
    hash_bytes(digest, text, size);
    start(m, "fiel/protest", match_id);
    message_u8(m, party);
    message_u64(m, have);
    message_bytes(m, head, HASH);
    message_u32(m, code);
    message_bytes(m, digest, HASH);
}

void hello_message(struct message *m, const uint8_t name[HASH], uint64_t have, const uint8_t head[HASH])
{
    start(m, "fiel/hello", name);
    message_u64(m, have);
    message_bytes(m, head, HASH);
}

void action_message(struct message *m, const uint8_t match_id[HASH], unsigned seat, uint32_t table, uint32_t request,
                    unsigned action, const uint16_t *signs, unsigned count, const void *note, size_t size,
                    const uint8_t head[HASH])
{
    uint8_t digest[HASH];
    hash_bytes(digest, note, size);
    start(m, "fiel/action", match_id);
    message_u8(m, seat);
    message_u32(m, table);
    message_u32(m, request);
    message_u16(m, action);
    message_u8(m, count);
    for (unsigned i = 0; i < count; i++)
        message_u16(m, signs[i]);
    message_bytes(m, digest, HASH);
    message_bytes(m, head, HASH);
}

void result_message(struct message *m, const uint8_t match_id[HASH], const uint8_t *result, size_t size)
{
    uint8_t digest[HASH];
    hash_bytes(digest, result, size);
    start(m, "fiel/result", match_id);
    message_bytes(m, digest, HASH);
}

void bind_message(struct message *m, const char *name, const uint8_t key[HASH], const uint8_t curve[HASH],
                  uint64_t not_after)
{
    size_t n = strlen(name);
    message_start(m, "fiel/bind");
    message_u8(m, (unsigned)n);
    message_bytes(m, name, n);
    message_bytes(m, key, HASH);
    message_bytes(m, curve, HASH);
    message_u64(m, not_after);
}

void wait_message(struct message *m, const uint8_t door[HASH], const uint8_t challenge[HASH], unsigned role)
{
    message_start(m, "fiel/wait");
    message_bytes(m, door, HASH);
    message_bytes(m, challenge, HASH);
    message_u8(m, role);
}

void replay_message(struct message *m, const uint8_t match_id[HASH], const uint8_t digest[HASH])
{
    start(m, "fiel/replay", match_id);
    message_bytes(m, digest, HASH);
}
