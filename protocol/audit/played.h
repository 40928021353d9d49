/* played: a record judged by playing its match again, with the course that the arbiter plays by (course/course.h).
 *
 * Every input of the record is given to the course, and every message that the course makes must be the next record, byte for byte.  What
 * only the arbiter knows, its signatures and S, is taken from the record and checked.  It stands beside audit_bytes until both are seen to
 * agree about every record; then it takes its place. */
#ifndef FIEL_PLAYED_H
#define FIEL_PLAYED_H

#include "audit.h"

/* As audit_bytes. */
int audit_played(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out);

#endif
