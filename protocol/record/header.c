#include "record/header.h"

#include <string.h>

#include "wire/strict.h"

size_t header_pack(const struct header *h, uint8_t *bytes)
{
    uint8_t offer[OFFER_MAX + TWIN_MAX];
    unsigned parties = (unsigned)h->offer.seats + h->offer.cutters;
    struct packer o, p;
    pack_start(&o, offer, sizeof offer);
    pack_offer(&o, &h->offer);
    pack_start(&p, bytes, HEADER_MAX);
    pack_array(&p, 2);
    pack_bin(&p, o.bytes, o.size);
    pack_array(&p, parties);
    for (unsigned i = 0; i < parties; i++)
        pack_bin(&p, h->server[i], ID);
    return o.bad || p.bad ? 0 : p.size;
}

bool header_read(const struct record *rec, struct header *out)
{
    struct reader r;
    size_t size;
    memset(out, 0, sizeof *out);
    if (rec->type != REC_HEADER || strict_check(rec->payload, rec->size) != WIRE_OK)
        return false;
    read_start(&r, rec->payload, rec->size);
    size_t items = read_array(&r, 2);
    const uint8_t *offer = read_bin(&r, &size);
    if (r.bad || items != 2 || !read_offer(offer, size, &out->offer))
        return false;
    size_t parties = (size_t)out->offer.seats + out->offer.cutters;
    if (read_array(&r, parties) != parties)
        return false;
    for (size_t i = 0; i < parties; i++)
        read_fixed(&r, out->server[i], ID);
    return read_done(&r);
}

const char *header_differs(const struct header *h, const struct offer *offer)
{
    static const uint8_t anybody[ID];
    uint8_t is[OFFER_MAX + TWIN_MAX], should[OFFER_MAX + TWIN_MAX];
    struct offer due = h->offer;
    struct packer p, q;
    if (memcmp(due.arbiter, offer->arbiter, ID) != 0)
        return "the offer names another arbiter's key than the header";
    if (strcmp(due.rules, offer->rules) != 0 || strcmp(due.engine, offer->engine) != 0)
        return "the offer names other rules or another engine than the header";
    for (unsigned i = 0; i < PARTIES_MAX; i++)
        if (memcmp(due.key[i], anybody, ID) == 0)
            memcpy(due.key[i], offer->key[i], ID);
    for (unsigned i = 0; i < due.seats; i++)
        if (due.name[i][0] == '\0')
            memcpy(due.name[i], offer->name[i], NAME_TEXT);
    if (due.blind)
        offer_hide_players(&due);
    pack_start(&p, is, sizeof is);
    pack_offer(&p, offer);
    pack_start(&q, should, sizeof should);
    pack_offer(&q, &due);
    bool same = !p.bad && !q.bad && p.size == q.size && memcmp(is, should, p.size) == 0;
    return same ? NULL : "the offer is another than the header's configuration";
}
