/* rests: what the outcome of a valid record rests on beside the bytes, in words and for programs (REPLAY.md section 6). */
#include <stdio.h>

#include "cli/said.h"
#include "report.h"

/* Who did not sign what the outcome needs; FIEL_NOBODY: everybody did.  What a fault of the match ended needs no hand. */
static unsigned unsigned_by(const struct audit_report *r)
{
    unsigned least = FIEL_NOBODY;
    bool counted = r->has_result && r->result.outcome != END_FAULT && r->result.outcome != END_VOID;
    for (unsigned i = 0; counted && i < (unsigned)r->offer.seats + r->offer.cutters; i++)
        if (r->signed_to[i] < r->hands && (least == FIEL_NOBODY || r->signed_to[i] < r->signed_to[least]))
            least = i;
    return least;
}

/* False: there is nothing to say. */
static bool ground_clause(const struct audit_report *r, char clause[RESTS_TEXT])
{
    if (r->has_result && r->result.outcome == END_VOID)
        return said_put(clause, RESTS_TEXT, NULL, "void, which rests on the arbiter's word");
    switch (r->ground) {
    case GROUND_NONE:
    case GROUND_CONTRADICTS: break;
    case GROUND_PROVED: return said_put(clause, RESTS_TEXT, NULL, "decided by a fault that its party signed");
    case GROUND_HOST_KEY:
        return said_put(clause, RESTS_TEXT, NULL,
                        "decided by a fault that is proved only against a key that the host made");
    case GROUND_WORD: return said_put(clause, RESTS_TEXT, NULL, "decided by a fault that rests on the arbiter's word");
    }
    return false;
}

static void contradicts_clause(const struct audit_report *r, char clause[RESTS_TEXT])
{
    unsigned who = r->contradicts;
    if (who < r->offer.seats)
        said_put(clause, RESTS_TEXT, NULL, "seat %u and the record contradict each other, and neither is blamed", who);
    else
        said_put(clause, RESTS_TEXT, NULL, "cutter %u and the record contradict each other, and neither is blamed",
                 who);
}

static void unsigned_clause(const struct audit_report *r, unsigned party, char clause[RESTS_TEXT])
{
    unsigned first = r->signed_to[party] + 1;
    bool seat = party < r->offer.seats;
    if (first == r->hands && seat)
        said_put(clause, RESTS_TEXT, NULL, "hand %u rests on the arbiter's word: seat %u did not sign", first, party);
    else if (first == r->hands)
        said_put(clause, RESTS_TEXT, NULL, "hand %u rests on the arbiter's word: cutter %u did not sign", first, party);
    else if (seat)
        said_put(clause, RESTS_TEXT, NULL, "hands %u to %u rest on the arbiter's word: seat %u did not sign", first,
                 r->hands, party);
    else
        said_put(clause, RESTS_TEXT, NULL, "hands %u to %u rest on the arbiter's word: cutter %u did not sign", first,
                 r->hands, party);
}

unsigned audit_rests(const struct audit_report *r, char clause[RESTS_MOST][RESTS_TEXT])
{
    unsigned n = 0, party = unsigned_by(r);
    if (r->outcome == AUDIT_WRONG || !r->has_result)
        return 0;
    n += ground_clause(r, clause[n]);
    if (r->contradicts != FIEL_NOBODY)
        contradicts_clause(r, clause[n++]);
    if (party != FIEL_NOBODY)
        unsigned_clause(r, party, clause[n++]);
    if (r->offer.seed_source == SEED_FIXED)
        said_put(clause[n++], RESTS_TEXT, NULL, "its operator fixed the seed and knew every card");
    return n;
}

void audit_print_rests(FILE *to, const char *before, const struct audit_report *r)
{
    char clause[RESTS_MOST][RESTS_TEXT];
    unsigned n = audit_rests(r, clause);
    for (unsigned i = 0; i < n; i++)
        fprintf(to, "%s%s", before, said_text(clause[i], RESTS_TEXT, language_spoken(), clause[i]));
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
    out_number_if(j, "unsigned_by", party != FIEL_NOBODY, party);
    out_open(j, "rests", '['); /* in English, unless --lang asks for another language */
    for (unsigned i = 0; i < n; i++)
        out_text(j, NULL, said_text(clause[i], RESTS_TEXT, language_spoken(), clause[i]));
    out_close(j, ']');
}
