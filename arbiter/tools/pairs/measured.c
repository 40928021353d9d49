/* measured: see measured.h. */
#include "measured.h"

#include <errno.h>
#include <string.h>

#include "child/events.h"
#include "match/pairs.h"
#include "cli/say.h"

/* --- a record ------------------------------------------------------------------------------------------- */

/* Whose a seat is: the first bot sits on side 0 in the first leg and on side 1 in its twin. */
static unsigned bot_at(unsigned seat, unsigned leg) { return (seat + leg) % 2; }

static void take_chapter(struct measured *m, const struct tell_chapter *c, unsigned leg)
{
    points_add(c, leg, m->row);
    for (size_t i = 0; i < c->count; i++) {
        const struct tell_line *line = &c->lines[i];
        if (line->seat >= c->seats)
            continue;
        struct measured_use *use = &m->use[bot_at(line->seat, leg)];
        use->faults += line->kind == TELL_FAULT;
        if (line->kind != TELL_ACT || !line->timed)
            continue;
        use->decisions++;
        use->used_us += line->used_us;
        use->longest_us = line->used_us > use->longest_us ? line->used_us : use->longest_us;
    }
}

/* What the table of each pair has in the record of a leg. */
static int take_record(struct measured *m, const uint32_t *table, uint32_t count, const char *path, unsigned leg,
                       char why[MEASURE_WHY])
{
    struct replay file;
    struct teller t;
    bool bad = false;
    if (replay_load(&file, path))
        return why_not(why, MEASURE_WHY, "the record %.300s cannot be read: %s", path, strerror(errno));
    for (uint32_t i = 0; i < count && !bad; i++) {
        tell_start(&t, file.bytes, file.size);
        t.table = table[i];
        while (tell_next(&t))
            take_chapter(&m[i], &t.chapter, leg);
        bad = t.damaged;
        tell_end(&t);
    }
    replay_unload(&file);
    if (bad)
        snprintf(why, MEASURE_WHY, "the record %.300s makes no sense: fiel-audit says more", path);
    return bad ? -1 : 0;
}

/* --- the result ----------------------------------------------------------------------------------------- */

/* Is this seat one of the bot's, whose name is that of all its seats, "a and c"? */
static bool names_hold(const char *names, const char *who)
{
    size_t n = strlen(who);
    for (const char *at = names; n && (at = strstr(at, who)); at++)
        if ((at == names || at[-1] == ' ') && (at[n] == '\0' || at[n] == ' '))
            return true;
    return false;
}

static void take_fault(struct measured *m, const json_t *leg, char name[MEASURE_BOTS][MEASURE_NAME])
{
    json_t *fault;
    size_t i;
    json_array_foreach(json_object_get(leg, "faults"), i, fault)
    {
        if (m->fault.fault != FAULT_NONE)
            return;
        event_fault_read(fault, &m->fault);
        m->fault_bot = names_hold(name[1], m->fault.by);
    }
}

/* A pair of the list. */
static void take_pair(struct measured *out, const json_t *pair, char name[MEASURE_BOTS][MEASURE_NAME])
{
    json_t *leg;
    size_t i;
    memset(out, 0, sizeof *out);
    out->score = (unsigned)(2 * json_number_value(json_object_get(pair, "score")) + .5);
    out->points = json_integer_value(json_object_get(pair, "points"));
    out->hands = (uint64_t)json_integer_value(json_object_get(pair, "hands"));
    out->unheld = json_is_true(json_object_get(pair, "unheld"));
    const json_t *legs = json_object_get(pair, "legs");
    out->by_leg = json_array_size(legs) == 2;
    json_array_foreach(legs, i, leg)
    {
        take_fault(out, leg, name);
        if (i < 2)
            out->leg[i] = (unsigned)(2 * json_number_value(json_object_get(leg, "score")) + .5);
    }
}

static void take_rest(struct measured *out)
{
    out->row[ROW_REST] = out->points;
    for (unsigned r = 0; r < ROW_REST; r++)
        out->row[ROW_REST] -= out->row[r];
    out->done = true;
}

int measured_take(const json_t *result, struct measured *out, uint32_t most, char name[MEASURE_BOTS][MEASURE_NAME],
                  char why[MEASURE_WHY])
{
    const json_t *list = json_object_get(result, "list"), *legs = json_object_get(json_array_get(list, 0), "legs");
    uint32_t table[PAIR_TABLES_MAX], count = (uint32_t)json_array_size(list);
    json_t *leg;
    size_t i;
    for (unsigned b = 0; b < MEASURE_BOTS; b++)
        snprintf(name[b], MEASURE_NAME, "%s", json_string_value(json_array_get(json_object_get(result, "names"), b)));
    if (!count || count > most || count > PAIR_TABLES_MAX)
        return why_not(why, MEASURE_WHY, "%s",
                       count ? "more pairs than there are tables" : json_text(result, "failed"));
    for (uint32_t p = 0; p < count; p++) {
        take_pair(&out[p], json_array_get(list, p), name);
        table[p] = (uint32_t)json_integer_value(json_object_get(json_array_get(list, p), "table"));
    }
    json_array_foreach(legs, i,
                       leg) if (take_record(out, table, count, json_text(leg, "replay"), (unsigned)i, why)) return -1;
    for (uint32_t p = 0; p < count; p++)
        take_rest(&out[p]);
    return (int)count;
}

/* --- the same as a line ---------------------------------------------------------------------------------- */

json_t *measured_json(uint32_t number, const struct measured *m)
{
    json_t *rows = json_object(), *uses = json_array();
    for (unsigned r = 0; r < ROWS_COUNT; r++)
        json_object_set_new(rows, point_row_word[r], json_integer(m->row[r]));
    for (unsigned b = 0; b < MEASURE_BOTS; b++)
        json_array_append_new(uses,
                              json_pack("{s:I,s:I,s:I,s:I}", "decisions", (json_int_t)m->use[b].decisions, "used_us",
                                        (json_int_t)m->use[b].used_us, "longest_us", (json_int_t)m->use[b].longest_us,
                                        "faults", (json_int_t)m->use[b].faults));
    json_t *legs = m->by_leg ? json_pack("[i,i]", (int)m->leg[0], (int)m->leg[1]) : json_null();
    return json_pack("{s:I,s:b,s:i,s:o,s:I,s:I,s:o,s:o}", "pair", (json_int_t)number, "unheld", (int)m->unheld, "score",
                     (int)m->score, "legs", legs, "points", (json_int_t)m->points, "hands", (json_int_t)m->hands, "by",
                     rows, "bots", uses);
}

static uint64_t natural(const json_t *j, const char *key)
{
    json_int_t n = json_integer_value(json_object_get(j, key));
    return n > 0 ? (uint64_t)n : 0;
}

bool measured_read(const json_t *j, uint32_t *number, struct measured *m)
{
    memset(m, 0, sizeof *m);
    *number = (uint32_t)natural(j, "pair");
    m->score = (unsigned)natural(j, "score");
    const json_t *legs = json_object_get(j, "legs");
    m->by_leg = json_array_size(legs) == 2;
    for (size_t i = 0; i < 2 && m->by_leg; i++)
        m->leg[i] = (unsigned)json_integer_value(json_array_get(legs, i));
    m->points = json_integer_value(json_object_get(j, "points"));
    m->hands = natural(j, "hands");
    m->unheld = json_is_true(json_object_get(j, "unheld"));
    for (unsigned r = 0; r < ROWS_COUNT; r++)
        m->row[r] = json_integer_value(json_object_get(json_object_get(j, "by"), point_row_word[r]));
    for (unsigned b = 0; b < MEASURE_BOTS; b++) {
        const json_t *use = json_array_get(json_object_get(j, "bots"), b);
        m->use[b] = (struct measured_use){ natural(use, "decisions"), natural(use, "used_us"),
                                           natural(use, "longest_us"), natural(use, "faults") };
    }
    return m->done = *number > 0 && m->score < PAIR_CELLS;
}
