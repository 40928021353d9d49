/* report_pair: what the audit of a pair says. */
#include "report.h"

#include <inttypes.h>

#include "cli/cells.h"
#include "cli/language.h"
#include "stats/pairs.h"

/* By the arbiter's word some bot of it was not held as a pair demands, and may have known the second leg's cards. */
static bool is_unheld(const struct audit_pair *p)
{
    return offer_unheld(&p->leg[0].offer) || offer_unheld(&p->leg[1].offer);
}

/* The pair from where side 0 of the first leg sits, which is side 1 of the second. */
struct score {
    struct pair_sum sum;
    int64_t of; /* half games of the whole pair */
    uint32_t hands;
    bool is_void; /* a leg is void, and so the pair counts for nobody */
};

static struct score score_of(const struct audit_pair *p)
{
    const struct offer *o = &p->leg[0].offer;
    unsigned games = o->at_once == 1 ? o->tables : 1;
    struct pair_leg leg[2];
    struct score s = { .of = 4 * (int64_t)games };
    for (unsigned i = 0; i < 2; i++) {
        const struct result *r = &p->leg[i].result;
        leg[i] = pair_leg_of(r);
        s.hands += r->hands;
        s.is_void |= r->outcome == END_VOID || r->outcome == END_CANCELLED;
    }
    s.sum = pair_sum(leg, 2, 2, games);
    return s;
}

/* "ana and juana", of the first leg's side. */
static void print_side(FILE *to, const struct offer *o, unsigned side)
{
    const char *name[FIEL_SEATS_MAX];
    char list[FIEL_SEATS_MAX * (NAME_TEXT + 4)];
    size_t count = 0;
    for (unsigned i = side; i < o->seats; i += 2)
        name[count++] = o->name[i];
    audit_print_clean(to, language_list(list, sizeof list, name, count));
}

static void print_score(FILE *to, const struct audit_pair *p)
{
    const struct score s = score_of(p);
    char legs[48];
    fputs(T("  pair       "), to);
    if (s.is_void) {
        fputs(T("void, for a leg of it is: it counts for nobody\n"), to);
        return;
    }
    snprintf(legs, sizeof legs, " %g-%g ", (double)s.sum.score / 2, (double)(s.of - s.sum.score) / 2);
    print_side(to, &p->leg[0].offer, 0);
    fputs(language_decimals(legs), to);
    print_side(to, &p->leg[0].offer, 1);
    fprintf(to, TN("; points %+jd in %u hand\n", "; points %+jd in %u hands\n", s.hands), s.sum.margin, s.hands);
}

/* The files' names and the verdict, which are not parted; how many columns. */
static int print_head(FILE *to, char *const name[2], const struct audit_pair *p)
{
    const char *and = language_and(language_spoken(), name[1]),
               *verdict = p->valid ? T("a valid pair") : T("NOT a valid pair");
    fprintf(to, "%s%s%s: %s", name[0], and, name[1], verdict);
    return cell_columns(name[0]) + cell_columns(and) + cell_columns(name[1]) + 2 + cell_columns(verdict);
}

/* What goes on behind it. */
static void print_verdict(FILE *to, const struct audit_pair *p)
{
    if (!p->valid) {
        fprintf(to, ": %s\n", p->wrong[0] ? p->wrong : "a leg is not valid by itself");
        return;
    }
    if (is_unheld(p))
        fputs(T(", unheld"), to);
    audit_print_rests(to, T("; first leg: "), &p->leg[0]);
    audit_print_rests(to, T("; second leg: "), &p->leg[1]);
    fputc('\n', to);
}

void audit_pair_print_quiet(FILE *to, char *const name[2], const struct audit_pair *p)
{
    print_head(to, name, p);
    print_verdict(to, p);
}

void audit_pair_print(FILE *to, char *const name[2], const struct audit_pair *p)
{
    struct cell_page page;
    FILE *rows = cell_page_open(&page, to, print_head(to, name, p), AUDIT_HANG);
    print_verdict(rows, p);
    if (!p->valid && p->wrong[0])
        fputs(p->blame == BLAME_ARBITER ? T("  to blame   the arbiter, who signed both files\n")
                                        : T("  to blame   nobody: each file is right by itself\n"),
              rows);
    if (p->valid)
        print_score(rows, p);
    cell_page_close(&page);
    for (unsigned i = 0; i < 2; i++)
        audit_print(to, name[i], &p->leg[i]);
}

static void json_score(struct json_out *j, const struct audit_pair *p)
{
    const struct score s = score_of(p);
    out_bool(j, "void", s.is_void);
    out_open(j, "score", '[');
    out_real(j, NULL, (double)s.sum.score / 2);
    out_real(j, NULL, (double)(s.of - s.sum.score) / 2);
    out_close(j, ']');
    out_signed(j, "points", s.sum.margin);
    out_number(j, "hands", s.hands);
}

void audit_pair_print_json(FILE *to, char *const name[2], const struct audit_pair *p)
{
    struct json_out j = { .to = to };
    out_open(&j, NULL, '{');
    out_bool(&j, "pair", true);
    out_bool(&j, "valid", p->valid);
    if (p->valid) {
        out_bool(&j, "unheld", is_unheld(p));
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
