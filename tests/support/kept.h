/* kept: the records that the simulations audit, as files of the folder $FIEL_KEEP_RECORDS, for an auditor that is no part of this
 * program (e2e/second). */
#ifndef FIEL_TESTS_KEPT_H
#define FIEL_TESTS_KEPT_H

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Nothing without that variable.  Ends the program where the file cannot be written. */
__attribute__((unused)) static void keep_record(const uint8_t *bytes, size_t size)
{
    static unsigned kept;
    const char *folder = getenv("FIEL_KEEP_RECORDS");
    char path[256];
    if (folder == NULL)
        return;
    snprintf(path, sizeof path, "%s/%s-%04u.replay", folder, program_invocation_short_name, kept++);
    FILE *f = fopen(path, "wb");
    bool whole = f != NULL && fwrite(bytes, 1, size, f) == size;
    whole = f != NULL && fclose(f) == 0 && whole;
    assert(whole);
    (void)whole;
}

#endif
