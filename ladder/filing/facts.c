/* facts: a row and what is filed have the same fields. */
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

/* The two structures have no common type, but these fields. */
#define LIST_FACTS(l, x, seats) \
    do { \
        bytes(l, "match", (x)->match_id, STORE_HASH); \
        bytes(l, "arbiter", (x)->arbiter, STORE_KEY); \
        bytes(l, "signature", (x)->signature, STORE_SIGNATURE); \
        number(l, "winner", (x)->winner); \
        for (unsigned side_ = 0; side_ < STORE_SIDES; side_++) { \
            number_of(l, "points of side", side_, (x)->points[side_]); \
            number_of(l, "games of side", side_, (x)->games[side_]); \
        } \
        number(l, "hands", (x)->hands); \
        number(l, "fault", (x)->fault); \
        number(l, "seat at fault", (x)->fault_seat); \
        said_text(add(l, "words of the fault", 0, false), FACT_VALUE, ENGLISH, \
                  *(x)->fault_text ? (x)->fault_text : "none"); \
        number(l, "log entry", (x)->log_index); \
        number(l, "unheld", (x)->unheld); \
        for (unsigned seat_ = 0; seat_ < (seats) && seat_ < STORE_SEATS; seat_++) { \
            number_of(l, "faults of seat", seat_, (x)->seat[seat_].faults); \
            number_of(l, "decisions of seat", seat_, (x)->seat[seat_].decisions); \
            number_of(l, "time of seat", seat_, (x)->seat[seat_].used_us); \
            number_of(l, "longest time of seat", seat_, (x)->seat[seat_].worst_us); \
            number_of(l, "timeouts of seat", seat_, (x)->seat[seat_].timeouts); \
            number_of(l, "spared timeouts of seat", seat_, (x)->seat[seat_].spared); \
            number_of(l, "uncharged time of seat", seat_, (x)->seat[seat_].nobodys_us); \
        } \
    } while (0)

size_t facts_of_row(const struct leg *row, struct fact out[FACTS_MOST])
{
    struct listing l = { out, 0 };
    LIST_FACTS(&l, row, (unsigned)row->seats);
    return l.n;
}

size_t facts_of_record(const struct filed_leg *f, unsigned seats, struct fact out[FACTS_MOST])
{
    struct listing l = { out, 0 };
    LIST_FACTS(&l, f, seats);
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
