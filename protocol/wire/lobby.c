#include "wire/lobby.h"

#include <assert.h>
#include <string.h>

#include "wire/strict.h"

enum { FIELDS_MOST = 4 };

const char *lobby_reason_text(unsigned reason)
{
    switch (reason) {
#define X(name, number, text) \
    case number: return text;
        LOBBY_REASONS(X)
#undef X
    default: return "";
    }
}

/* How many items the array of a message has, and whose it is; 0 for a type there is not. */
static size_t items_of(uint64_t type, char *who)
{
    const char *fields = NULL;
    switch (type) {
#define X(name, number, sender, list) \
    case number: \
        *who = sender; \
        fields = list; \
        break;
        LOBBY_MESSAGES(X)
#undef X
    default: return 0;
    }
    size_t items = 1;
    for (; *fields; fields++)
        items += *fields == ':';
    return items;
}

size_t lobby_pack(const struct lobby_msg *m, uint8_t *out)
{
    struct packer p;
    char who;
    pack_start(&p, out, LOBBY_BYTES);
    pack_array(&p, items_of(m->type, &who));
    pack_uint(&p, m->type);
    switch (m->type) {
    case LOBBY_KNOCK: pack_uint(&p, m->version); break;
    case LOBBY_CHALLENGE: pack_bin(&p, m->challenge, ID); break;
    case LOBBY_WAIT:
        pack_bin(&p, m->key, ID);
        pack_uint(&p, m->role);
        pack_bin(&p, m->signature, SIG);
        break;
    case LOBBY_WAITING: pack_str(&p, m->name); break;
    case LOBBY_CALL:
        pack_str(&p, m->label);
        pack_str(&p, m->endpoint);
        pack_bin(&p, m->server, ID);
        break;
    case LOBBY_DECLINE:
        pack_str(&p, m->label);
        pack_str(&p, m->text);
        break;
    case LOBBY_NO:
        pack_uint(&p, m->reason);
        pack_str(&p, m->text);
        break;
    case LOBBY_PONG: pack_uint(&p, m->waiting); break;
    case LOBBY_PING:
    case LOBBY_LEAVE: break;
    }
    assert(!p.bad);
    return p.size;
}

static void read_fields(struct reader *r, struct lobby_msg *m)
{
    switch (m->type) {
    case LOBBY_KNOCK: m->version = (uint8_t)read_uint(r, UINT8_MAX); break;
    case LOBBY_CHALLENGE: read_fixed(r, m->challenge, ID); break;
    case LOBBY_WAIT:
        read_fixed(r, m->key, ID);
        m->role = (uint8_t)read_uint(r, ROLE_CUTS);
        read_fixed(r, m->signature, SIG);
        break;
    case LOBBY_WAITING: read_text(r, m->name, sizeof m->name); break;
    case LOBBY_CALL:
        read_text(r, m->label, sizeof m->label);
        read_text(r, m->endpoint, sizeof m->endpoint);
        read_fixed(r, m->server, ID);
        break;
    case LOBBY_DECLINE:
        read_text(r, m->label, sizeof m->label);
        read_text(r, m->text, sizeof m->text);
        break;
    case LOBBY_NO:
        m->reason = (uint8_t)read_uint(r, UINT8_MAX);
        read_text(r, m->text, sizeof m->text);
        break;
    case LOBBY_PONG: m->waiting = (uint8_t)read_uint(r, 1); break;
    case LOBBY_PING:
    case LOBBY_LEAVE: break;
    }
}

enum wire_error lobby_read(const void *bytes, size_t size, enum direction d, struct lobby_msg *m)
{
    struct reader r;
    char who = 0;
    memset(m, 0, sizeof *m);
    if (size > LOBBY_BYTES)
        return WIRE_TOO_LONG;
    enum wire_error wrong = strict_check(bytes, size);
    if (wrong != WIRE_OK)
        return wrong;
    read_start(&r, bytes, size);
    size_t items = read_array(&r, FIELDS_MOST);
    uint64_t type = read_uint(&r, UINT8_MAX);
    if (r.bad)
        return WIRE_NOT_ENVELOPE;
    size_t due = items_of(type, &who);
    if (due == 0 || (who == 'D') != (d == FROM_ARBITER))
        return WIRE_UNKNOWN_TYPE;
    m->type = (enum lobby_type)type;
    if (items == due)
        read_fields(&r, m);
    if (r.range)
        return WIRE_OUT_OF_RANGE;
    return items == due && read_done(&r) ? WIRE_OK : WIRE_BAD_FIELDS;
}
