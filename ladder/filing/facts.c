/* facts: see facts.h. */
#include "facts.h"

#include <inttypes.h>
#include <string.h>

#include "cli/json_out.h"
#include "cli/said.h"
#include "record/crypto.h"

struct listing {
    struct fact *out;
    size_t n;
};

static char *add(struct listing *l, const char *name, unsigned of, bool numbered)
{
    struct fact *f = &l->out[l->n++];
    snprintf(f->name, sizeof f->name, numbered ? "%s %u" : "%s", name, of);
    f->value[0] = '\0';
    return f->value;
}

static void number(struct listing *l, const char *name, int64_t value)
{
    snprintf(add(l, name, 0, false), FACT_VALUE, "%" PRId64, value);
}

static void number_of(struct listing *l, const char *name, unsigned of, int64_t value)
{
    snprintf(add(l, name, of, true), FACT_VALUE, "%" PRId64, value);
}

static void bytes(struct listing *l, const char *name, const uint8_t *value, size_t size)
{
    hex_text(add(l, name, 0, false), value, size);
}

size_t facts_of(const struct leg *x, struct fact out[FACTS_MOST])
{
    struct listing l = { out, 0 };
    bytes(&l, "match", x->match_id, STORE_HASH);
    bytes(&l, "arbiter", x->arbiter, STORE_KEY);
    bytes(&l, "signature", x->signature, STORE_SIGNATURE);
    number(&l, "winner", x->winner);
    for (unsigned side = 0; side < STORE_SIDES; side++) {
        number_of(&l, "points of side", side, x->points[side]);
        number_of(&l, "games of side", side, x->games[side]);
    }
    number(&l, "hands", x->hands);
    number(&l, "fault", x->fault);
    number(&l, "seat at fault", x->fault_seat);
    said_text(add(&l, "words of the fault", 0, false), FACT_VALUE, ENGLISH, *x->fault_text ? x->fault_text : "none");
    number(&l, "log entry", x->log_index);
    number(&l, "unheld", x->unheld);
    for (unsigned seat = 0; seat < x->seats && seat < STORE_SEATS; seat++) {
        const struct leg_seat *s = &x->seat[seat];
        number_of(&l, "faults of seat", seat, s->faults);
        number_of(&l, "decisions of seat", seat, s->decisions);
        number_of(&l, "time of seat", seat, s->used_us);
        number_of(&l, "longest time of seat", seat, s->worst_us);
        number_of(&l, "timeouts of seat", seat, s->timeouts);
        number_of(&l, "spared timeouts of seat", seat, s->spared);
        number_of(&l, "uncharged time of seat", seat, s->nobodys_us);
    }
    return l.n;
}

void facts_json(FILE *to, const struct fact *list, size_t n)
{
    struct json_out j = { .to = to };
    out_open(&j, NULL, '{');
    for (size_t i = 0; i < n; i++)
        out_text(&j, list[i].name, list[i].value);
    out_close(&j, '}');
}
