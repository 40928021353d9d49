/* verify_sign: what is checked of signs and notes.  Who else saw one the revealed seed tells: that is the audit's. */
#include "party.h"

#include <string.h>

/* The answers of the round were gathered: whatever comes of them closes my request. */
static void round_over(struct party_table *t)
{
    if (t->request.view.open.phase == PHASE_SIGNS)
        t->request.open = false;
}

/* My own come in the order in which I made them.  After a restart I no longer know what they were. */
static enum check mine_check(struct party *p, struct party_table *t, unsigned code)
{
    struct party_request *q = &t->request;
    if (!q->decided || q->answered_before)
        return CHECK_FINE;
    if (q->signs_told == q->signs || q->sign[q->signs_told] != code)
        return party_fail(p, CHECK_SIGN, "told sign %u as mine, number %u of %u", code, q->signs_told, q->signs);
    q->signs_told++;
    return CHECK_FINE;
}

/* Signs are made where I was asked for mine first, so the last view is of this hand. */
enum check verify_sign(struct party *p, struct party_table *t, const struct msg *m)
{
    const struct open *o = &t->request.view.open;
    struct party_hand *h = &t->hand;
    struct sign s = sign_of_code(m->sign[0]);
    if (m->seat >= p->offer.seats || o->hand != h->number)
        return party_fail(p, CHECK_ORDER, "a sign of seat %u in hand %u", m->seat, h->number);
    enum rule_error e = signs_refused(o, m->seat, h->signs[m->seat], m->sign, 1);
    if (e != RULE_OK)
        return party_fail(p, CHECK_SIGN, "seat %u to seat %u: %s", m->seat, s.to, rule_error_text(e));
    if (m->seat != p->seat && sign_partner(o, m->seat, p->seat) && s.to != p->seat)
        return party_fail(p, CHECK_SIGN, "seat %u's is for seat %u", m->seat, s.to);
    round_over(t);
    enum check c = m->seat == p->seat ? mine_check(p, t, m->sign[0]) : CHECK_FINE;
    h->signs[m->seat]++;
    if (c == CHECK_FINE && p->calls->sign_seen)
        p->calls->sign_seen(m->seat, s, p->calls->user);
    return c;
}

/* A process before this one may have given notes whose sizes I do not know. */
static bool note_fits(const struct party *p, const struct party_request *q)
{
    return p->reborn || q->note_size <= p->offer.note_bytes - p->note_bytes;
}

enum check verify_note(struct party *p, struct party_table *t, const struct msg *m)
{
    struct party_request *q = &t->request;
    uint8_t note[HASH];
    if (m->request != q->number || q->note_told)
        return party_fail(p, CHECK_ORDER, "the note of request %u at request %u", m->request, q->number);
    q->note_told = true;
    if (!q->decided || q->answered_before)
        return CHECK_FINE;
    hash_bytes(note, q->note, q->note_size);
    if (q->note_size == 0 || memcmp(note, m->head, HASH) != 0 || !note_fits(p, q))
        return party_fail(p, CHECK_NOTE, "of request %u, %u bytes", m->request, q->note_size);
    p->note_bytes += q->note_size;
    return CHECK_FINE;
}

enum check verify_told(struct party *p, struct party_table *t)
{
    struct party_request *q = &t->request;
    round_over(t);
    bool all = q->signs_told == q->signs || q->answered_before;
    if (q->note_size > 0 && !q->note_told && !p->reborn && note_fits(p, q))
        return party_fail(p, CHECK_NOTE, "of request %u, %u bytes, which was not told", q->number, q->note_size);
    return all ? CHECK_FINE : party_fail(p, CHECK_SIGN, "%u of my %u signs were told", q->signs_told, q->signs);
}
