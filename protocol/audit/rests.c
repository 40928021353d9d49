/* rests: what the outcome of a valid record rests on beside the bytes, in words and for programs (REPLAY.md section 6).
 *
 * The clauses stand here once, in English; TOLD_GROUNDS of tell/told_sentences.h has them in the other languages, which a report for a
 * person is told in. */
#include <stdio.h>

#include "report.h"

/* "seat 1", "cutter 2". */
static const char *party_label(const struct audit_report *r, unsigned party, char text[16])
{
    snprintf(text, 16, "%s %u", party < r->offer.seats ? "seat" : "cutter", party & 255u);
    return text;
}

/* Who did not sign what the outcome needs; NOBODY: everybody did.  What a fault of the match ended needs no hand. */
static unsigned unsigned_by(const struct audit_report *r)
{
    unsigned least = NOBODY;
    bool counted = r->has_result && r->result.outcome != END_FAULT && r->result.outcome != END_VOID;
    for (unsigned i = 0; counted && i < (unsigned)r->offer.seats + r->offer.cutters; i++)
        if (r->signed_to[i] < r->hands && (least == NOBODY || r->signed_to[i] < r->signed_to[least]))
            least = i;
    return least;
}

static const char *ground_clause(const struct audit_report *r)
{
    if (r->has_result && r->result.outcome == END_VOID)
        return "void, which rests on the arbiter's word";
    switch (r->ground) {
    case GROUND_NONE:
    case GROUND_CONTRADICTS: break;
    case GROUND_PROVED: return "decided by a fault that its party signed";
    case GROUND_HOST_KEY: return "decided by a fault that is proved only against a key that the host made";
    case GROUND_WORD: return "decided by a fault that rests on the arbiter's word";
    }
    return NULL;
}

static void unsigned_clause(const struct audit_report *r, unsigned party, char clause[RESTS_TEXT])
{
    unsigned first = r->signed_to[party] + 1;
    char who[16], hands[48];
    snprintf(hands, sizeof hands, "hands %u to %u rest", first, r->hands);
    if (first == r->hands)
        snprintf(hands, sizeof hands, "hand %u rests", first);
    snprintf(clause, RESTS_TEXT, "%s on the arbiter's word: %s did not sign", hands, party_label(r, party, who));
}

unsigned audit_rests(const struct audit_report *r, char clause[RESTS_MOST][RESTS_TEXT])
{
    const char *ground = ground_clause(r);
    unsigned n = 0, party = unsigned_by(r);
    char who[16];
    if (r->outcome == AUDIT_WRONG || !r->has_result)
        return 0;
    if (ground)
        snprintf(clause[n++], RESTS_TEXT, "%s", ground);
    if (r->contradicts != NOBODY)
        snprintf(clause[n++], RESTS_TEXT, "%s and the record contradict each other, and neither is blamed",
                 party_label(r, r->contradicts, who));
    if (party != NOBODY)
        unsigned_clause(r, party, clause[n++]);
    return n;
}

void audit_print_rests(FILE *to, const char *before, const struct audit_report *r)
{
    char clause[RESTS_MOST][RESTS_TEXT], words[AUDIT_TOLD];
    unsigned n = audit_rests(r, clause);
    for (unsigned i = 0; i < n; i++)
        fprintf(to, "%s%s", before, audit_told(clause[i], words));
}

void audit_json_rests(struct json_out *j, const struct audit_report *r)
{
    static const char *const ground[] = { "nothing", "signature", "host-key", "arbiter", "contradicted" };
    char clause[RESTS_MOST][RESTS_TEXT];
    unsigned party = unsigned_by(r), n = audit_rests(r, clause);
    if (r->has_result)
        out_text(j, "fault_rests_on", ground[r->ground]);
    out_number(j, "hands_over", r->hands);
    out_open(j, "signed_to", '[');
    for (unsigned i = 0; i < (unsigned)r->offer.seats + r->offer.cutters; i++)
        out_number(j, NULL, r->signed_to[i]);
    out_close(j, ']');
    if (party == NOBODY)
        out_null(j, "unsigned_by");
    else
        out_number(j, "unsigned_by", party);
    out_open(j, "rests", '[');
    for (unsigned i = 0; i < n; i++)
        out_text(j, NULL, clause[i]);
    out_close(j, ']');
}
