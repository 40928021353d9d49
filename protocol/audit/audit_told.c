/* audit_told: the chains, and which seat was told which message when. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

/* One more message for a seat's ears. The list grows by doubling, so a long match costs few allocations. */
static bool told_add(struct audit *a, unsigned seat)
{
    struct seat_state *s = &a->seat[seat];
    if (s->told_count == s->told_room) {
        size_t room = s->told_room ? 2 * s->told_room : 1024;
        struct told *more = realloc(s->told, room * sizeof *more);
        if (!more) {
            a->no_memory = true;
            return audit_fail(a, BLAME_NOBODY, "no memory");
        }
        s->told = more;
        s->told_room = room;
    }
    struct told *t = &s->told[s->told_count++];
    t->size = (uint32_t)a->rec.size;
    t->view = s->view;
    t->pub = a->pub;
    return true;
}

bool audit_chains_link(struct audit *a)
{
    if (a->rec.visibility == VISIBLE_ALL)
        chain_link_public(&a->pub, a->rec.payload, a->rec.size);
    for (unsigned i = 0; i < a->parties; i++) {
        if (!visible_for(a->rec.visibility, i))
            continue;
        /* The chains begin after the OFFER. */
        if (a->rec.type != MSG_OFFER && a->rec.visibility != VISIBLE_ALL)
            chain_link_private(&a->seat[i].view, &a->pub, a->rec.payload, a->rec.size);
        if (!told_add(a, i))
            return false;
    }
    return true;
}

/* Bytes of an unsigned msgpack integer. */
static uint64_t uint_size(uint64_t v) { return v < 128 ? 1 : v < 256 ? 2 : v < 65536 ? 3 : v <= UINT32_MAX ? 5 : 9; }

/* REC_SENT: the envelopes of a seat hold its messages in order, none twice but after a reconnect. */
bool audit_judge_sent(struct audit *a)
{
    struct rec_sent in;
    if (!rec_sent_read(&a->rec, &in) || in.party >= a->parties)
        return ARBITER_LIES(a, "not a record of an envelope sent");
    struct seat_state *s = &a->seat[in.party];
    uint64_t first = in.first, count = in.count;
    if (first != s->sent)
        return ARBITER_LIES(a, "an envelope to seat %u begins with message %llu, %zu is next", in.party,
                            (unsigned long long)first, s->sent);
    if (!s->hello || s->away)
        return ARBITER_LIES(a, "an envelope to seat %u, which is not there", in.party);
    if (s->resent && (count == 0 ? s->sent < s->sent_most : count > s->sent_most - s->sent))
        return ARBITER_LIES(a, "what is sent again to seat %u ends with message %llu, %zu were sent", in.party,
                            (unsigned long long)(s->sent + count), s->sent_most);
    if (count == 0 && s->resent) {
        s->resent = false;
        return true;
    }
    if (!count || count > s->told_count - s->sent)
        return ARBITER_LIES(a, "an envelope to seat %u holds %llu messages, %zu wait", in.party,
                            (unsigned long long)count, s->told_count - s->sent);
    if (count > MESSAGES_MAX)
        return ARBITER_LIES(a, "an envelope of more than %d messages", MESSAGES_MAX);
    uint64_t size = (count < 15 ? 1 : 3) + uint_size(first);
    for (uint64_t i = 0; i < count; i++)
        size += s->told[first + i].size;
    if (size > ENVELOPE_MAX)
        return ARBITER_LIES(a, "an envelope to seat %u of %llu bytes", in.party, (unsigned long long)size);
    s->sent += count;
    if (s->sent > s->sent_most)
        s->sent_most = s->sent;
    a->report->counts.envelopes++;
    if (s->sent == s->told_count)
        audit_round_asked(a, in.party);
    return true;
}

bool audit_resends_ended(struct audit *a)
{
    for (unsigned i = 0; i < a->parties; i++)
        if (a->seat[i].resent)
            return ARBITER_LIES(a, "what is sent again to seat %u behind its HELLO has no end", i);
    return true;
}
