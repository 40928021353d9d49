/* contest_out: a tournament for programs: an object, and a row for each pair. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "cli/cells.h"
#include "cli/json_out.h"
#include "contest.h"

static void out_interval(struct json_out *j, const char *key, double mean, double half)
{
    if (!isfinite(mean) || !isfinite(half)) {
        out_null(j, key);
        return;
    }
    out_open(j, key, '{');
    out_real(j, "mean", mean);
    out_real(j, "half", half);
    out_close(j, '}');
}

static void out_bot(struct json_out *j, const struct contest *c, const struct contest_row *r)
{
    out_open(j, NULL, '{');
    out_number(j, "place", r->place);
    out_text(j, "name", c->wish->bot[r->bot].name);
    out_text(j, "command", c->wish->bot[r->bot].command);
    out_number_if(j, "band", r->band, r->band);
    out_interval(j, "elo", r->elo, r->elo_half);
    out_number(j, "pairs", r->pairs);
    out_real(j, "score", r->score);
    out_interval(j, "points_per_hand", r->per_hand, r->per_hand_half);
    out_real(j, "meeting_points", r->points);
    out_real(j, "buchholz", r->buchholz);
    out_number(j, "decisions", r->use.decisions);
    out_number(j, "used_us", r->use.used_us);
    out_number(j, "longest_us", r->use.longest_us);
    out_number(j, "faults", r->use.faults);
    char fault[FAULT_NAMED], text[NAME_TEXT + sizeof fault];
    if (r->fault)
        snprintf(text, sizeof text, "%s: %s", r->fault->by, event_fault_told(r->fault, ENGLISH, fault));
    out_text(j, "first_fault", r->fault ? text : NULL);
    out_close(j, '}');
}

static void out_meeting(struct json_out *j, const struct contest *c, uint32_t meeting)
{
    const struct meeting *m = &c->met[meeting];
    unsigned cell[PAIR_CELLS] = { 0 };
    int64_t points = 0;
    uint64_t hands = 0;
    out_open(j, NULL, '{');
    out_number(j, "round", m->round + 1);
    out_text(j, "first", c->wish->bot[m->a].name);
    if (m->b == PAIRING_BYE) {
        out_null(j, "second");
        out_close(j, '}');
        return;
    }
    for (uint32_t p = 1; p <= c->plan.units; p++) {
        const struct measured *one = &c->pair[meeting][p];
        if (!one->done)
            continue;
        cell[one->score]++;
        points += one->points;
        hands += one->hands;
    }
    out_text(j, "second", c->wish->bot[m->b].name);
    out_number(j, "pairs", m->played);
    out_real(j, "score", m->score);
    out_open(j, "scores", '[');
    for (unsigned k = 0; k < pair_kinds(c->wish->words.games_a_leg); k++)
        out_number(j, NULL, cell[k]);
    out_close(j, ']');
    out_signed(j, "points", points);
    out_number(j, "hands", hands);
    out_close(j, '}');
}

void contest_json(const struct contest *c, FILE *out)
{
    struct json_out j = { .to = out };
    OWNED struct contest_row *row = calloc(CONTEST_BOTS, sizeof *row);
    out_open(&j, NULL, '{');
    out_text(&j, "kind", c->wish->kind);
    out_text(&j, "rules", c->wish->words.rules);
    out_number(&j, "seats", (uint64_t)(*c->wish->words.seats - '0'));
    out_text(&j, "clock", c->wish->words.clock);
    out_number(&j, "tables", c->wish->tables);
    out_number(&j, "games_a_leg", c->wish->words.games_a_leg);
    out_number(&j, "pairs_a_meeting", c->plan.units);
    out_number(&j, "played", c->played);
    out_number(&j, "planned", c->planned);
    out_open(&j, "bots", '[');
    if (row && contest_table(c, row))
        for (uint32_t i = 0; i < c->wish->bots; i++)
            out_bot(&j, c, &row[i]);
    out_close(&j, ']');
    out_open(&j, "meetings", '[');
    for (uint32_t i = 0; i < c->meetings; i++)
        out_meeting(&j, c, i);
    out_close(&j, ']');
    out_number(&j, "unheld", c->unheld);
    out_number(&j, "voids", c->voids);
    out_bool(&j, "interrupted", c->interrupted);
    out_text(&j, "failed", *c->failed ? c->failed : NULL);
    out_text(&j, "folder", c->folder);
    out_close(&j, '}');
    fputc('\n', out);
}

struct rows {
    const struct contest *c;
    FILE *out;
};

static void out_row(const struct meeting *of, uint32_t number, const struct measured *m, void *with)
{
    const struct rows *r = with;
    fprintf(r->out, "%u,", of->round + 1);
    cell_csv(r->out, r->c->wish->bot[of->a].name);
    fputc(',', r->out);
    cell_csv(r->out, r->c->wish->bot[of->b].name);
    fprintf(r->out, ",%u,%g,%" PRId64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%d\n", number, contest_share(r->c, m),
            m->points, m->hands, m->use[0].faults, m->use[1].faults, m->unheld);
}

int contest_csv(const struct contest *c, const char *path)
{
    struct rows rows = { c, fopen(path, "we") };
    if (!rows.out)
        return -1;
    fputs("round,first,second,pair,score,points,hands,first_faults,second_faults,unheld\n", rows.out);
    contest_each(c, out_row, &rows);
    bool bad = ferror(rows.out);
    return fclose(rows.out) || bad ? -1 : 0;
}
