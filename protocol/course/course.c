/* course: a match at its first moment, and what can be asked of it at any other. */
#include "course.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course_state.h"

static const char no_memory[] = "out of memory: free some and play again";

/* Their games are shared out: the first tables have one more than the others. */
static bool set_tables(struct course *co)
{
    const struct offer *o = &co->header.offer;
    co->tables = o->tables;
    co->table = calloc(co->tables, sizeof *co->table);
    co->ended = calloc(co->tables, sizeof *co->ended);
    bool room = co->table != NULL && co->ended != NULL;
    for (unsigned i = 0; i < co->parties && room; i++) {
        co->party[i].due = calloc(co->tables, sizeof *co->party[i].due);
        co->party[i].asked = calloc(co->tables, sizeof *co->party[i].asked);
        room = co->party[i].due != NULL && co->party[i].asked != NULL;
    }
    for (uint32_t t = 0; t < co->tables && room; t++) {
        co->table[t].number = t;
        co->table[t].games = o->games / co->tables + (t < o->games % co->tables);
    }
    return room;
}

static void set_parties(struct course *co)
{
    static const uint8_t anybody[KEY_PUBLIC];
    const struct offer *o = &co->header.offer;
    for (unsigned i = 0; i < co->seats; i++)
        memcpy(co->party[i].name, o->name[i], NAME_TEXT);
    for (unsigned i = 0; i < co->parties; i++) {
        memcpy(co->party[i].key, o->key[i], KEY_PUBLIC);
        co->party[i].bound = memcmp(o->key[i], anybody, KEY_PUBLIC) != 0;
        co->party[i].duty_us = co->duty_us;
        co->party[i].left_us = co->party[i].frozen_us = -1;
    }
}

/* What the messages of a match and the arithmetic of its clocks have room for. */
static bool fits(const struct offer *o)
{
    unsigned parties = (unsigned)o->seats + o->cutters;
    struct clock_rule clock = { (int64_t)o->bank_us, (int64_t)o->inc_us, (int64_t)o->cap_us, (int64_t)o->grace_us };
    return o->tables > 0 && o->tables <= TABLES_MAX && o->tables * parties <= PLACES_MAX && o->games >= o->tables &&
           clock_rule_holds(&clock) && o->start_us <= CLOCK_LONGEST && o->duty_us <= CLOCK_LONGEST;
}

/* NULL, or what is wrong. */
static const char *set_up(struct course *co, char why[RULES_ERROR_TEXT])
{
    const struct offer *o = &co->header.offer;
    if (!fits(o))
        return "it has more tables, places or time than a match can have";
    if (rules_parse(o->rules, &co->rules, why) != 0)
        return why;
    co->seats = o->seats;
    co->parties = (unsigned)o->seats + o->cutters;
    co->clock = (struct clock_rule){ (int64_t)o->bank_us, (int64_t)o->inc_us, (int64_t)o->cap_us,
                                     (int64_t)o->grace_us };
    co->start_us = (int64_t)o->start_us;
    co->duty_us = (int64_t)o->duty_us;
    co->result.fault_seat = FIEL_NOBODY;
    if (!set_tables(co))
        return no_memory;
    for (unsigned t = 0; t < co->tables; t++)
        if (position_new(&co->table[t].position, &co->rules, o->seats, why) != 0)
            return why;
    co->result.scorers = co->table->position.open.scorers;
    set_parties(co);
    return NULL;
}

struct course *course_new(const struct header *h, const struct course_ports *ports, char why[RULES_ERROR_TEXT])
{
    struct course *co = calloc(1, sizeof *co);
    const char *wrong = no_memory;
    if (co != NULL) {
        co->ports = *ports;
        co->header = *h;
        wrong = set_up(co, why);
    }
    if (wrong == NULL)
        return co;
    if (wrong != why)
        snprintf(why, RULES_ERROR_TEXT, "%s", wrong);
    course_free(&co);
    return NULL;
}

void course_free(struct course **co)
{
    if (*co != NULL) {
        for (unsigned i = 0; i < PARTIES_MAX; i++) {
            free((*co)->party[i].due);
            free((*co)->party[i].asked);
        }
        if ((*co)->table != NULL)
            sodium_memzero((*co)->table, (*co)->tables * sizeof *(*co)->table);
        free((*co)->table);
        free((*co)->ended);
        sodium_memzero(*co, sizeof **co);
    }
    free(*co);
    *co = NULL;
}

void course_second_leg(struct course *co, const uint8_t *twin, size_t size, const struct twin *primary)
{
    memcpy(co->header.offer.twin, twin, size);
    co->header.offer.twin_size = (uint32_t)size;
    co->second_leg = true;
    co->primary = primary->primary;
    for (unsigned t = 0; t < co->tables; t++)
        twin_deal_id(primary, t, co->table[t].deal_id);
}

void course_start(struct course *co, int64_t now)
{
    co->now = now;
    for (unsigned i = 0; i < co->parties; i++)
        co->party[i].start_us = now;
}

void course_at(struct course *co, int64_t now) { co->now = at_least(now, co->now); }

const struct header *course_header(const struct course *co) { return &co->header; }
enum course_stage course_stage(const struct course *co) { return co->stage; }
int64_t course_now(const struct course *co) { return co->now; }
uint32_t course_hands(const struct course *co) { return co->hands; }
const uint8_t *course_match_id(const struct course *co) { return co->match_id; }
const struct signed_result *course_told(const struct course *co) { return &co->told; }
uint64_t course_verified(const struct course *co) { return co->verified; }

const struct result *course_result(const struct course *co) { return &co->result; }

bool course_hears(const struct course *co, unsigned party)
{
    return co->party[party].said_hello && !co->party[party].absent;
}

bool course_out(const struct course *co, unsigned party) { return co->party[party].early.fault != FAULT_NONE; }

int64_t course_hello_due(const struct course *co, unsigned party)
{
    const struct course_party *c = &co->party[party];
    bool waits = co->stage == COURSE_HELLO && !c->said_hello && c->early.fault == FAULT_NONE;
    return waits ? clock_add(c->start_us, co->start_us) : INT64_MAX;
}

int64_t course_waiting_since(const struct course *co, unsigned party) { return co->party[party].start_us; }

unsigned course_asks(const struct course *co, unsigned party) { return co->party[party].asks; }

bool course_frozen(const struct course *co, unsigned party, int64_t *until)
{
    *until = co->party[party].absent_until_us;
    return co->party[party].frozen_us >= 0;
}
