/* waiting_play: who waits at a door, with a notebook in the place of its sockets: what was said to which line, and what serve was
 * told. */
#ifndef TESTS_HALL_PLAY_H
#define TESTS_HALL_PLAY_H

#include "support/test.h"

#include <sodium.h>

#include "door/waiting.h"
#include "record/identity.h"
#include "record/transcript.h"

enum { KEPT = 64 };

/* A door with a notebook: what was said to which line, and what serve was told. */
struct notebook {
    struct waiting waiting;
    unsigned said, told, drawn;
    int line[KEPT];
    struct lobby_msg message[KEPT];
    struct from_door frame[KEPT];
    int deaf; /* this line takes nothing */
    int64_t now;
    uint64_t date;
};

static inline bool note_say(void *user, const struct waiting_route *to, const void *bytes, size_t size)
{
    struct notebook *n = user;
    if (n->deaf && to->line == n->deaf)
        return false;
    n->line[n->said % KEPT] = to->line;
    assert_int_equal(lobby_read(bytes, size, FROM_ARBITER, &n->message[n->said++ % KEPT]), WIRE_OK);
    return true;
}

static inline void note_tell(void *user, const struct from_door *f)
{
    struct notebook *n = user;
    n->frame[n->told++ % KEPT] = *f;
}

static inline void note_draw(void *user, uint8_t challenge[ID])
{
    memset(challenge, (int)++((struct notebook *)user)->drawn, ID);
}

static inline const struct lobby_msg *last_said(const struct notebook *n, int line)
{
    assert_true(n->said > 0);
    assert_int_equal(n->line[(n->said - 1) % KEPT], line);
    return &n->message[(n->said - 1) % KEPT];
}

static inline const struct from_door *last_told(const struct notebook *n, enum from_door_kind kind)
{
    assert_true(n->told > 0);
    assert_int_equal(n->frame[(n->told - 1) % KEPT].kind, kind);
    return &n->frame[(n->told - 1) % KEPT];
}

static inline struct identity bot(const char *name)
{
    struct identity i;
    identity_make(&i, name);
    return i;
}

static inline void allow(struct notebook *n, const struct identity *i, uint64_t not_after)
{
    struct to_door f = { .kind = DOOR_ALLOW, .not_after = not_after };
    memcpy(f.key, i->key, DOOR_KEY);
    memcpy(f.curve, i->curve, DOOR_KEY);
    strcpy(f.name, i->name);
    waiting_allow(&n->waiting, &f);
}

static inline bool adopt(struct notebook *n)
{
    bool whole = waiting_adopt(&n->waiting);
    if (whole)
        waiting_adopted(&n->waiting);
    return whole;
}

static inline void only(struct notebook *n, const struct identity *i)
{
    waiting_list(&n->waiting);
    allow(n, i, 0);
    assert_true(adopt(n));
}

static inline void bytes_come(struct notebook *n, const struct identity *i, int line, const void *bytes, size_t size,
                              bool whole)
{
    uint8_t id[WAITING_ROUTE] = { 0, 0, 0, 0, (uint8_t)line };
    const struct waiting_came came = { i->key, id, sizeof id, line, bytes, size, whole, n->now, n->date };
    waiting_take(&n->waiting, &came);
}

static inline void comes(struct notebook *n, const struct identity *i, int line, const struct lobby_msg *m)
{
    uint8_t bytes[LOBBY_BYTES];
    bytes_come(n, i, line, bytes, lobby_pack(m, bytes), true);
}

static inline void knock(struct notebook *n, const struct identity *i, int line)
{
    comes(n, i, line, &(struct lobby_msg){ .type = LOBBY_KNOCK, .version = PROTOCOL_VERSION });
}

static inline struct lobby_msg wait_of(const struct identity *i, const uint8_t door[ID], const uint8_t challenge[ID],
                                       uint8_t role)
{
    struct lobby_msg m = { .type = LOBBY_WAIT, .role = role };
    struct message signed_bytes;
    memcpy(m.key, i->key, ID);
    wait_message(&signed_bytes, door, challenge, role);
    sign_message(m.signature, i->secret, &signed_bytes);
    return m;
}

static inline void answer(struct notebook *n, const struct identity *i, int line)
{
    const struct lobby_msg *c = last_said(n, line);
    assert_int_equal(c->type, LOBBY_CHALLENGE);
    struct lobby_msg m = wait_of(i, (const uint8_t[ID]){ 'd' }, c->challenge, ROLE_PLAYS);
    comes(n, i, line, &m);
}

static inline void come_in(struct notebook *n, const struct identity *i, int line)
{
    knock(n, i, line);
    answer(n, i, line);
    assert_int_equal(last_said(n, line)->type, LOBBY_WAITING);
    last_told(n, DOOR_WAITING);
}

static inline void refused(struct notebook *n, int line, enum lobby_reason reason)
{
    const struct lobby_msg *m = last_said(n, line);
    assert_int_equal(m->type, LOBBY_NO);
    assert_int_equal(m->reason, reason);
    assert_string_equal(m->text, lobby_reason_text(reason));
    assert_string_equal(last_told(n, DOOR_REFUSED)->text, lobby_reason_text(reason));
    assert_int_equal(waiting_count(&n->waiting), 0);
}

static inline enum door_called call(struct notebook *n, const struct identity *i)
{
    struct to_door f = { .kind = DOOR_CALL, .name = "match-7", .endpoint = "tcp://there:1", .curve = { 's' } };
    memcpy(f.key, i->key, DOOR_KEY);
    waiting_call(&n->waiting, &f);
    for (unsigned k = n->told; k-- > 0;)
        if (n->frame[k % KEPT].kind == DOOR_CALLED) {
            assert_string_equal(n->frame[k % KEPT].label, "match-7");
            assert_memory_equal(n->frame[k % KEPT].key, i->key, DOOR_KEY);
            return (enum door_called)n->frame[k % KEPT].reason;
        }
    fail_msg("no answer to a call");
    return CALLED_LOST;
}

/* --- the world of a test ------------------------------------------------------------------------- */

static struct notebook *n;
static struct identity ana;

static inline int open_door(STATE)
{
    const struct waiting_ends ends = { note_say, note_tell, note_draw, n = calloc(1, sizeof *n) };
    waiting_start(&n->waiting, (const uint8_t[ID]){ 'd' }, &ends);
    n->now = 1000000;
    n->date = 1000;
    ana = bot("ana");
    return 0;
}

static inline int close_door(STATE)
{
    waiting_end(&n->waiting);
    free(n);
    return 0;
}

#define DOOR_TEST(name) TEST_WITH(name, open_door, close_door)

#endif
