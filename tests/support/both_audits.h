/* both_audits: what both_audits.c counted in this program. */
#ifndef TESTS_BOTH_AUDITS_H
#define TESTS_BOTH_AUDITS_H

extern unsigned long both_judged,
    both_said_more; /* records, and those in which one of the two is known to say more or less */

#endif
