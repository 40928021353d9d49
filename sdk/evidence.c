/* evidence: what a bot leaves behind when it refuses to play on.
 *
 * evidence.txt in the state folder: one `name: value` a line, bytes as hex, so that it can be read
 * by a person and taken apart by a line of any language. */
#include "bot.h"

#include <stdio.h>

static void hex_line(FILE *f, const char *name, const void *bytes, size_t size)
{
    const uint8_t *b = bytes;
    fprintf(f, "%s: ", name);
    for (size_t i = 0; i < size; i++)
        fprintf(f, "%02x", b[i]);
    fputc('\n', f);
}

/* The OPEN that came first: with a second one it convicts the arbiter. */
static void open_lines(FILE *f, const struct party *p)
{
    if (!p->ledger || !p->ledger->kept.opened)
        return;
    hex_line(f, "opened-hash", p->ledger->kept.open, HASH);
    hex_line(f, "opened-signature", p->ledger->kept.open_signature, SIGNATURE);
}

/* The seal that came first for the hand at fault: likewise. */
static void seal_lines(FILE *f, const struct party *p, uint32_t hand)
{
    const struct party_table *t = &p->table[p->told_table];
    const struct party_sealed *h = party_seal_of(t, hand), *one;
    if (!h)
        return;
    fprintf(f, "sealed-hands: %u..%u\n", h->first, h->first + h->count - 1);
    for (uint32_t i = h->first; i < h->first + h->count; i++)
        if ((one = party_seal_of(t, i)))
            hex_line(f, "sealed-list", one->list, HASH);
    hex_line(f, "sealed-signature", h->seal, SIGNATURE);
}

int evidence_save(const struct party *p)
{
    char path[sizeof p->folder + 16];
    snprintf(path, sizeof path, "%s/evidence.txt", p->folder);
    FILE *f = fopen(path, "ae");
    if (!f)
        return -1;
    fprintf(f, "check: %d\nrule: %s\nwhat: %s\n", (int)p->failed, failed_text(p->failed), p->why);
    fprintf(f, "messages: %llu\ntable: %u\nhand: %u\nseat: %u\n", (unsigned long long)p->have, p->told_table,
            p->table[p->told_table].hand.number, p->seat);
    hex_line(f, "key", p->key, KEY_PUBLIC);
    hex_line(f, "match", p->match_id, HASH);
    hex_line(f, "offer", p->offer_bytes, p->offer_size);
    hex_line(f, "public-head", p->pub.head, HASH);
    hex_line(f, "view-head", p->view.head, HASH);
    open_lines(f, p);
    seal_lines(f, p, p->doubted);
    hex_line(f, "message", p->culprit, p->culprit_size);
    fputc('\n', f);
    int bad = ferror(f);
    return fclose(f) != 0 || bad ? -1 : 0;
}
