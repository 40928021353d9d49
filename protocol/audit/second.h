/* The second opinion: an auditor in Python that shares nothing with this one, started in its place. */
#ifndef FIEL_AUDIT_SECOND_H
#define FIEL_AUDIT_SECOND_H

/* Becomes the second opinion about what `words` name: its options and files, ending with NULL; words[0] is put in.
 * Looks for its script beside this program, as it is installed (lib/fiel/second) and as it lies in the source (protocol/second).
 * Returns only when it cannot be started: 3, with a sentence on standard error. */
int second_opinion(char **words);

#endif
