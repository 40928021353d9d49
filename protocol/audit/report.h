/* report: how a report reads: what its files share, and how a sentence of an auditor names what stands in a record. */
#ifndef FIEL_AUDIT_REPORT_H
#define FIEL_AUDIT_REPORT_H

#include "audit/audit.h"
#include "cli/json_out.h"

/* A fault's or a verdict's name for a sentence, whatever the number. */
const char *fault_label(unsigned fault, char text[64]);
const char *verdict_label(unsigned verdict, unsigned fault, char text[96]);

/* The column in which the text of a row stands, and goes on below itself. */
enum { AUDIT_HANG = 13 };
void audit_print_clean(FILE *to, const char *text); /* a text out of a file on a terminal */
/* What the outcome rests on for programs, into an object that is open: fault_rests_on, hands_over, signed_to, unsigned_by, rests. */
void audit_json_rests(struct json_out *j, const struct audit_report *r);
void audit_print_rests(FILE *to, const char *before,
                       const struct audit_report *r); /* `before` stands before each clause */
unsigned audit_cosignatures(const struct audit_report *r);
/* How many parties ran elsewhere, so that the host could not know their cuts (DEAL.md section 12). */
unsigned audit_outsiders(const struct offer *o);
void audit_json_report(struct json_out *j, const char *name,
                       const struct audit_report *r); /* an object without a key */

#endif
