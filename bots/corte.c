/* corte: a cutter: plays nothing, cuts every hand, checks all that a party can check, signs what it saw (DEAL.md
 * section 12).  `fiel match --cutter corte` runs it hosted; run by an outsider, as `fiel cut`, it keeps a host
 * that has all the bots from choosing a card.
 *
 * With --record FILE it writes down what it put its name to, a line for each signature, so that the replay can be
 * held against it later. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bot.h"

static FILE *record; /* NULL: nothing is written down */

static void put_hex(const char *name, const uint8_t *bytes, size_t size)
{
    fprintf(record, " %s ", name);
    for (size_t i = 0; i < size; i++)
        fprintf(record, "%02x", bytes[i]);
}

static void put_join(const struct party *p)
{
    const struct offer *o = &p->offer;
    fputs("match", record);
    put_hex("id", p->match_id, HASH);
    put_hex("arbiter", o->arbiter, KEY_PUBLIC);
    put_hex("key", p->key, KEY_PUBLIC);
    put_hex("anchor", p->table->cuts[0], HASH);
    fprintf(record, " party %u rules %s games %u\n", p->seat, o->rules, o->games);
}

/* What I sign, and the arbiter's own signature under the same heads. */
static void put_hands(const struct party *p, const struct msg *m)
{
    const struct party_hand *h = &p->table->hand;
    const struct party_later *arbiter = &p->later[PARTIES_MAX];
    fprintf(record, "hands %u score", m->hand);
    for (unsigned s = 0; s < p->scorers; s++)
        fprintf(record, "%c%u", s ? '-' : ' ', h->score[s]);
    fprintf(record, " seq %llu", (unsigned long long)p->ends.p.seq);
    put_hex("head", p->ends.p.head, HASH);
    put_hex("views", p->ends.views, HASH);
    put_hex("checkpoint", p->checkpoint, HASH);
    put_hex("mine", m->signature, SIGNATURE);
    if (arbiter->number == m->hand)
        put_hex("arbiter", arbiter->signature, SIGNATURE);
    fputc('\n', record);
}

/* Everything that leaves is looked at and sent as it is. */
static size_t write_down(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct envelope e;
    struct msg m;
    (void)c;
    if (!record || envelope_open(&e, envelope, size) != WIRE_OK)
        return size;
    while (e.left > 0 && envelope_next(&e, FROM_BOT, &m) == WIRE_OK) {
        if (m.type == MSG_JOIN)
            put_join(p);
        else if (m.type == MSG_HAND_SIGN)
            put_hands(p, &m);
    }
    fflush(record);
    return size;
}

static void ended(int winner, int mine, void *user)
{
    (void)mine;
    (void)user;
    if (!record)
        return;
    fprintf(record, "end winner %d\n", winner);
    fflush(record);
}

/* The value of --record; NULL when it is not there. */
static const char *record_path(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--record=", 9) == 0)
            return argv[i] + 9;
        if (strcmp(argv[i], "--record") == 0)
            return i + 1 < argc ? argv[i + 1] : "";
    }
    return NULL;
}

int main(int argc, char **argv)
{
    const struct fiel_callbacks calls = { .match_end = ended };
    const char *path = record_path(argc, argv);
    if (path && !(record = fopen(path, "ae"))) {
        fprintf(stderr, "fiel: cut: the record %s cannot be written: %s: name a file with --record FILE\n", path,
                strerror(errno));
        return 3;
    }
    int code = bot_run("corte", &calls, write_down);
    if (record && (ferror(record) || fclose(record) != 0)) {
        fprintf(stderr, "fiel: cut: the record %s is not whole: make room there\n", path);
        return code ? code : 3;
    }
    return code;
}
