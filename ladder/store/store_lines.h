/* store_lines: which job a worker may take, found without looking at those that it may not. */
#ifndef FIEL_LADDER_STORE_LINES_H
#define FIEL_LADDER_STORE_LINES_H

#include "store_state.h"

/* What is leased next. */
struct due {
    int64_t id, pair, version, attempt, lost, keyed, priority;
    char worker[STORE_NAME], host[STORE_NAME];
    enum job_kind kind;
    bool ran_out, told; /* told: why another one waits was written */
};

/* The most urgent job that is due and for who asks; with PostgreSQL its row is locked.  Why others wait is written where nobody knows. */
bool line_due(struct db *db, const struct wish *w, int64_t now, struct due *d);
/* The line of a pair's job; true: a remote version sits there.  The other two in SQL: */
bool pair_line(struct db *db, const struct pair *p, char text[STORE_TEXT]);
#define VALIDATION_LINE "'1 ' || v.remote || ' 1 0 ' || case v.remote when 1 then '' else cast(b.person as text) end"
#define RECHECK_LINE(filer) "'2 0 1 0 ' || b.person || ' /' || " filer
_Static_assert(JOB_PLAY == 0 && JOB_VALIDATE == 1 && JOB_RECHECK == 2, "lines begin with these numbers");

enum lease_query { LEASE_FIRST_LINES, LEASE_NEXT_LINE, LEASE_LOOK, LEASE_TAKE, LEASE_QUERIES };
extern const char *const lease_queries[][LEASE_QUERIES]; /* by dialect */

#endif
