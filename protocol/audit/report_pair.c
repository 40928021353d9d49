/* report_pair: what the audit of a pair says. */
#include "report.h"

#include <inttypes.h>

bool audit_pair_unheld(const struct audit_pair *p)
{
    return offer_unheld(&p->leg[0].offer) || offer_unheld(&p->leg[1].offer);
}

/* The pair from where side 0 of the first leg sits, which is side 1 of the second. */
struct score {
    unsigned halves[2]; /* legs won by each, twice; a drawn leg gives one to both */
    int64_t points;     /* theirs minus the others', of both legs */
    uint32_t hands;
    bool is_void; /* a leg is void, and so the pair counts for nobody */
};

static struct score score_of(const struct audit_pair *p)
{
    struct score s = { 0 };
    for (unsigned leg = 0; leg < 2; leg++) {
        const struct result *r = &p->leg[leg].result;
        for (unsigned who = 0; who < 2; who++)
            s.halves[who] += r->winner == TIE ? 1 : r->winner == (who ^ leg) ? 2 : 0;
        s.points += r->points[leg] - r->points[1 - leg];
        s.hands += r->hands;
        s.is_void |= r->outcome == END_VOID || r->outcome == END_CANCELLED;
    }
    return s;
}

/* "ana and juana", of the first leg's side. */
static void print_side(FILE *to, const struct offer *o, unsigned side)
{
    for (unsigned i = side; i < o->seats; i += 2) {
        fputs(i > side ? " and " : "", to);
        audit_print_clean(to, o->name[i]);
    }
}

static void print_score(FILE *to, const struct audit_pair *p)
{
    const struct score s = score_of(p);
    fputs("  pair       ", to);
    if (s.is_void) {
        fputs("void, for a leg of it is: it counts for nobody\n", to);
        return;
    }
    print_side(to, &p->leg[0].offer, 0);
    fprintf(to, " %g-%g ", s.halves[0] / 2.0, s.halves[1] / 2.0);
    print_side(to, &p->leg[0].offer, 1);
    fprintf(to, "; points %+" PRId64 " in %u hands\n", s.points, s.hands);
}

void audit_pair_print_quiet(FILE *to, char *const name[2], const struct audit_pair *p)
{
    fprintf(to, "%s and %s: ", name[0], name[1]);
    if (!p->valid) {
        fprintf(to, "NOT a valid pair: %s\n", p->wrong[0] ? p->wrong : "a leg is not valid by itself");
        return;
    }
    fputs(audit_pair_unheld(p) ? "a valid pair, unheld" : "a valid pair", to);
    for (unsigned i = 0; i < 2; i++)
        audit_print_rests(to, name[i], &p->leg[i]);
    fputc('\n', to);
}

void audit_pair_print(FILE *to, char *const name[2], const struct audit_pair *p)
{
    audit_pair_print_quiet(to, name, p);
    if (!p->valid && p->wrong[0])
        fprintf(to, "  to blame   %s\n",
                p->blame == BLAME_ARBITER ? "the arbiter, who signed both files"
                                          : "nobody: each file is right by itself");
    if (p->valid)
        print_score(to, p);
    for (unsigned i = 0; i < 2; i++)
        audit_print(to, name[i], &p->leg[i]);
}

static void json_score(struct json_out *j, const struct audit_pair *p)
{
    const struct score s = score_of(p);
    out_bool(j, "void", s.is_void);
    out_open(j, "score", '[');
    for (unsigned who = 0; who < 2; who++)
        out_real(j, NULL, s.halves[who] / 2.0);
    out_close(j, ']');
    out_signed(j, "points", s.points);
    out_number(j, "hands", s.hands);
}

void audit_pair_print_json(FILE *to, char *const name[2], const struct audit_pair *p)
{
    struct json_out j = { .to = to };
    out_open(&j, NULL, '{');
    out_bool(&j, "pair", true);
    out_bool(&j, "valid", p->valid);
    if (p->valid) {
        out_bool(&j, "unheld", audit_pair_unheld(p));
        json_score(&j, p);
    } else {
        out_text(&j, "blame", p->blame == BLAME_ARBITER ? "arbiter" : "nobody");
        out_text(&j, "wrong", p->wrong);
    }
    out_open(&j, "legs", '[');
    for (unsigned i = 0; i < 2; i++)
        audit_json_report(&j, name[i], &p->leg[i]);
    out_close(&j, ']');
    out_close(&j, '}');
    fputc('\n', to);
}
