/* record_lacks: whose cosignatures a match lacks, from its record alone: for a result that is told by somebody who has not asked the
 * witnesses.  Why one did not sign stands in no record. */
#ifndef FIEL_RECORD_LACKS_H
#define FIEL_RECORD_LACKS_H

#include "log/policy.h"

/* What the proof in the OPEN of this record lacks that this policy's file asks for.  "": nothing, or there is no policy ("", NULL), no log
 * or no OPEN. */
void record_lacks(const char *replay, const char *policy, char lacks[POLICY_LACKS]);

#endif
