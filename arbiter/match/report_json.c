/* report_json: the result for a machine. */
#include <jansson.h>
#include <string.h>

#include "base/json_line.h"
#include "record/crypto.h"
#include "report.h"
#include "seat/life.h"
#include "tell/fault.h"

static json_t *number(uint64_t n) { return json_integer((json_int_t)n); }

uint64_t void_reason(const struct result *r)
{
    return r->outcome == END_VOID && r->fault == FAULT_ARBITER ? r->fault_a : 0;
}

json_t *void_json(uint64_t reason)
{
    return reason ? json_pack("{s:I,s:s}", "reason", (json_int_t)reason, "text", arbiter_code_text(reason))
                  : json_null();
}

static json_t *seat_json(const struct report *r, unsigned seat)
{
    static const char *const reads[] = {
        [LIFE_UNREAD] = NULL, [LIFE_BY_THREADS] = "threads", [LIFE_BY_CGROUP] = "cgroup", [LIFE_WHILE_ONE] = "process"
    };
    const struct control_seat_stats *s = &r->result.seat[seat];
    const struct result *result = &r->result.result;
    unsigned side = rules_scorer(&r->options->rules, (int)r->options->seats, seat);
    json_t *j = json_object();
    json_object_set_new(j, "seat", number(seat));
    json_object_set_new(j, "side", number(side));
    json_object_set_new(j, "name", json_string(r->options->name[seat]));
    json_object_set_new(j, "games", number(result->games[side]));
    json_object_set_new(j, "partidas", number(result->partidas[side]));
    json_object_set_new(j, "points", json_integer(result->points[side]));
    json_object_set_new(j, "decisions", number(s->decisions));
    json_object_set_new(j, "mean_us", json_real(s->decisions ? (double)s->total_us / (double)s->decisions : 0));
    json_object_set_new(j, "max_us", json_integer(s->max_us));
    json_object_set_new(j, "timeouts", number(s->timeouts));
    json_object_set_new(j, "paused_us", json_integer(s->paused_us));
    json_object_set_new(j, "spared", number(s->spared));
    json_object_set_new(j, "faults", number(s->faults));
    json_object_set_new(j, "held", json_string(held_word(r->held[seat])));
    const struct bot_usage *u = &r->used[seat];
    json_object_set_new(j, "memory_kib", u->memory_kib ? number(u->memory_kib) : json_null());
    json_object_set_new(j, "waits_read", reads[u->waits] ? json_string(reads[u->waits]) : json_null());
    json_object_set_new(j, "starts", number(u->starts));
    json_object_set_new(j, "lines", number(u->lines));
    json_object_set_new(j, "log", *r->log[seat] ? json_string(r->log[seat]) : json_null());
    return j;
}

json_t *fault_object(const struct report *r, const struct control_fault *f)
{
    char text[FAULT_NAMED];
    bool party = f->seat < options_parties(r->options);
    char name[NAME_TEXT];
    json_t *j = json_object();
    json_object_set_new(j, "seat", party ? number(f->seat) : json_null());
    json_object_set_new(j, "name", party ? json_string(name_of_party(r->options, f->seat, name)) : json_null());
    json_object_set_new(j, "fault", json_string(fault_name((enum fault)f->fault)));
    json_object_set_new(j, "effect", json_string(effect_text((enum fault_effect)f->effect)));
    json_object_set_new(j, "text", json_string(fault_named(text, ENGLISH, f->fault, f->a, f->b)));
    json_object_set_new(j, "a", number(f->a));
    json_object_set_new(j, "b", number(f->b));
    return j;
}

static void set_request(const struct report *r, json_t *j)
{
    char clock[160];
    json_object_set_new(j, "rules", json_string(r->options->rules_text));
    json_object_set_new(j, "games", number(r->options->games));
    if (options_beside(r->options) > 1)
        json_object_set_new(j, "tables", number(r->options->tables));
    json_object_set_new(j, "cutters", number(r->options->cutters));
    json_object_set_new(j, "clock", json_string(clock_text(r->options, clock)));
    json_object_set_new(j, "seed_fixed", json_boolean(r->options->seed_fixed));
    json_object_set_new(j, "replay", json_string(r->options->replay));
    json_object_set_new(j, "complete", json_boolean(r->complete && r->result.complete));
    json_object_set_new(j, "logged", json_boolean(r->complete && *r->options->match_log && !*r->result.log_error));
    if (*r->result.log_lacks)
        json_object_set_new(j, "log_lacks", json_string(r->result.log_lacks));
    json_object_set_new(j, "error", *r->error ? json_string(r->error) : json_null());
}

static void set_result(const struct report *r, json_t *j)
{
    const struct control_result *c = &r->result;
    char hex[2 * ID + 1], names[FIEL_SEATS_MAX * NAME_TEXT];
    double mean, half;
    bool winner = c->result.winner < c->result.scorers;
    json_object_set_new(j, "match", json_string(hex_text(hex, c->result.match_id, ID)));
    json_object_set_new(j, "winner", winner ? number(c->result.winner) : json_null());
    json_object_set_new(j, "winner_name",
                        winner ? json_string(side_names(r->options, c->result.winner, names)) : json_null());
    json_t *winners = json_array();
    for (unsigned i = 0; winner && i < r->options->seats; i++)
        if (rules_scorer(&r->options->rules, (int)r->options->seats, i) == c->result.winner)
            json_array_append_new(winners, json_string(r->options->name[i]));
    json_object_set_new(j, "winner_names", winners);
    json_object_set_new(j, "void", void_json(void_reason(&c->result)));
    json_object_set_new(j, "hands", number(c->result.hands));
    json_object_set_new(j, "drawn", number(c->result.games[c->result.scorers]));
    bool known = report_per_hand(c, &mean, &half);
    json_object_set_new(j, "points_per_hand", known ? json_real(mean) : json_null());
    json_object_set_new(j, "points_per_hand_95", known ? json_real(half) : json_null());
    json_object_set_new(j, "elapsed_us", json_integer(c->elapsed_us));
    json_object_set_new(j, "work_us", json_integer(c->work_us));
    json_object_set_new(j, "work_p50_us", json_integer(c->work_p50_us));
    json_object_set_new(j, "work_p99_us", json_integer(c->work_p99_us));
}

json_t *report_object(const struct report *r)
{
    json_t *j = json_object(), *seats = json_array(), *faults = json_array();
    json_object_set_new(j, "outcome", json_string(r->complete ? end_word(r->result.result.outcome) : "none"));
    set_request(r, j);
    if (r->complete)
        set_result(r, j);
    for (unsigned i = 0; i < r->options->seats; i++)
        json_array_append_new(seats, seat_json(r, i));
    for (unsigned i = 0; i < r->faults; i++)
        json_array_append_new(faults, fault_object(r, &r->fault[i]));
    json_object_set_new(j, "seats", seats);
    json_object_set_new(j, "faults", faults);
    json_object_set_new(j, "faults_unkept", number(r->faults_unkept));
    return j;
}

void report_json(const struct report *r, FILE *out) { json_line(report_object(r), out); }
