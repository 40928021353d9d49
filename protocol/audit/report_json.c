/* report_json: the verdict for programs. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

#include "log/proof.h"

/* What was to be played, and what by. */
static void json_order(struct json_out *j, const struct audit_report *r)
{
    static const uint8_t unknown[ID];
    const struct offer *o = &r->offer;
    const struct clock_spans c = audit_clock(o);
    char text[CLOCK_TEXT];
    out_open(j, "keys", '[');
    for (unsigned i = 0; i < o->seats; i++)
        out_hex(j, NULL, o->key[i], ID);
    out_close(j, ']');
    out_open(j, "bots", '[');
    for (unsigned i = 0; i < o->seats; i++)
        if (memcmp(r->bots[i], unknown, ID))
            out_hex(j, NULL, r->bots[i], ID);
        else
            out_null(j, NULL);
    out_close(j, ']');
    out_number(j, "games", o->games);
    out_number(j, "tables", o->tables);
    out_text(j, "clock", clock_spans_text(&c, (1u << CLOCK_SPANS) - 1, text));
}

/* Where OPEN is in the match log: the proof in the record was checked. */
static void json_log(struct json_out *j, const struct audit_report *r)
{
    out_open(j, "log", '{');
    out_text(j, "key", r->offer.log_key);
    out_number(j, "index", proof_index((const char *)r->proof, r->proof_size));
    out_number(j, "cosignatures", audit_cosignatures(r));
    out_close(j, '}');
}

static void json_offer(struct json_out *j, const struct audit_report *r)
{
    const struct offer *o = &r->offer;
    out_hex(j, "match", r->match_id, HASH);
    out_hex(j, "arbiter", o->arbiter, ID);
    out_text(j, "rules", o->rules);
    out_open(j, "seats", '[');
    for (unsigned i = 0; i < o->seats; i++)
        out_text(j, NULL, o->name[i]);
    out_close(j, ']');
    out_open(j, "cutters", '[');
    for (unsigned i = o->seats; i < (unsigned)o->seats + o->cutters; i++)
        out_hex(j, NULL, o->key[i], ID);
    out_close(j, ']');
    out_open(j, "held", '[');
    for (unsigned i = 0; i < (unsigned)o->seats + o->cutters; i++)
        out_text(j, NULL, held_word(o->held[i]));
    out_close(j, ']');
    if (offer_of_pair(o))
        out_bool(j, "unheld", offer_unheld(o));
    out_number(j, "cut_from_outside", audit_outsiders(o));
    out_open(j, "by_lines", '[');
    for (unsigned i = 0; i < o->seats; i++)
        out_bool(j, NULL, r->by_lines[i]);
    out_close(j, ']');
    out_bool(j, "seed_revealed", r->has_seed);
    out_bool(j, "seed_fixed", o->seed_source == SEED_FIXED);
    json_order(j, r);
    out_bool(j, "logged", o->log_key[0]);
    if (r->proof_size)
        json_log(j, r);
}

static void json_fault(struct json_out *j, const struct result *x)
{
    out_open(j, "fault", '{');
    out_number(j, "number", x->fault);
    out_number_if(j, "seat", x->fault_seat != FIEL_NOBODY, x->fault_seat);
    out_number(j, "a", x->fault_a);
    out_number(j, "b", x->fault_b);
    out_close(j, '}');
}

static void json_result(struct json_out *j, const struct audit_report *r)
{
    const struct result *x = &r->result;
    out_open(j, "result", '{');
    out_number_if(j, "winner", x->winner != x->scorers, x->winner);
    out_open(j, "games", '[');
    for (unsigned s = 0; s <= x->scorers; s++)
        out_number(j, NULL, x->games[s]);
    out_close(j, ']');
    out_number(j, "hands", x->hands);
    out_open(j, "points", '[');
    for (unsigned s = 0; s < x->scorers; s++)
        out_signed(j, NULL, x->points[s]);
    out_close(j, ']');
    if (x->fault)
        json_fault(j, x);
    out_close(j, '}');
}

static void json_wrong(struct json_out *j, const struct audit_report *r)
{
    static const char *const blame[] = { "nobody", "arbiter", "file" };
    char type[24], must[12];
    snprintf(must, sizeof must, "A%u", r->must);
    if (r->must)
        out_text(j, "must", must);
    out_number(j, "record", r->record);
    out_number(j, "offset", r->offset);
    out_text(j, "type", r->type ? record_name(r->type, type) : "");
    out_text(j, "blame", blame[r->blame]);
}

/* Whose word about the log was asked for, and whose is there. */
static void json_policy(struct json_out *j, const struct audit_report *r)
{
    out_open(j, "policy", '{');
    out_bool(j, "met", r->outcome == AUDIT_VALID);
    out_text(j, "quorum", r->quorum);
    out_number(j, "cosigned", r->cosigned);
    out_number(j, "witnesses", r->witnesses);
    out_close(j, '}');
}

void audit_json_report(struct json_out *j, const char *name, const struct audit_report *r)
{
    static const char *const outcome[] = { "valid", "unfinished", "wrong", "unwitnessed" };
    out_open(j, NULL, '{');
    out_text(j, "file", name);
    out_bool(j, "valid", r->outcome == AUDIT_VALID);
    out_text(j, "verdict", outcome[r->outcome]);
    if (r->outcome == AUDIT_WRONG)
        json_wrong(j, r);
    if (r->outcome != AUDIT_VALID)
        out_text(j, "wrong", r->wrong);
    if (r->has_policy)
        json_policy(j, r);
    out_open(j, "checked", '{');
#define X(field, ...) out_number(j, #field, r->counts.field);
    AUDIT_COUNTS(X)
#undef X
    out_close(j, '}');
    out_open(j, "paused_us", '[');
    for (unsigned i = 0; r->has_offer && i < (unsigned)r->offer.seats + r->offer.cutters; i++)
        out_number(j, NULL, r->paused_us[i]);
    out_close(j, ']');
    if (r->has_offer)
        json_offer(j, r);
    if (r->has_offer)
        audit_json_rests(j, r);
    if (r->has_result)
        json_result(j, r);
    out_close(j, '}');
}

void audit_print_json(FILE *to, const char *name, const struct audit_report *r)
{
    struct json_out j = { .to = to };
    audit_json_report(&j, name, r);
    fputc('\n', to);
}
