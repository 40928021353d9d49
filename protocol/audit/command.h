/* command: what `fiel-audit` does with one file, or with two that are a pair. */
#ifndef FIEL_AUDIT_COMMAND_H
#define FIEL_AUDIT_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/words.h"
#include "cli/say.h"

enum { EXIT_VALID = EXIT_FINE, EXIT_NOT_VALID = EXIT_NEGATIVE, EXIT_UNREADABLE = EXIT_ENVIRONMENT };

struct policy;

struct audit_command {
    bool json, quiet, plain, version;
    bool pair; /* the files are pairs, two by two */
    bool pin;  /* `key` is the arbiter's key that the caller trusts */
    uint8_t key[32];
    const struct policy *policy; /* whose witnesses the match log has to show, or NULL */
};

/* An option's value: hex digits, or a file that holds them (a final newline is fine).  A file that has its public half beside it is
 * refused: it is the secret one.   0, or the exit code of what was refused. */
int audit_command_key(struct cli_given *g, uint8_t key[32], bool *given);

/* Audits one file, prints the report on stdout (what cannot be read: on stderr) and returns an exit code. */
int audit_command_file(const char *path, const struct audit_command *c);
/* The same for the two legs of a pair, path[0] and path[1].  A first leg that has no twin is told alone, and of
 * `count` files *taken is 1 then. */
int audit_command_pair(char *const *path, int count, const struct audit_command *c, int *taken);

/* Writes the record that is packed or compact in this file to stdout, as its arbiter wrote it.  Nothing of it is judged but that its
 * first record can be read: what has none is said on stderr, and EXIT_NOT_VALID. */
int audit_command_plain(const char *path);

/* Files of one match against each other: EXIT_NOT_VALID where its arbiter signed what excludes each other.  Those that cannot
 * be read are passed over: they were told before. */
int audit_command_together(char *const *path, int count, const struct audit_command *c);

#endif
