/* labels: how a sentence of an auditor names what stands in a record. */
#ifndef FIEL_LABELS_H
#define FIEL_LABELS_H

#include <stdint.h>
#include <stdio.h>

/* A fault's or a verdict's name for a sentence, whatever the number. */
const char *fault_label(unsigned fault, char text[64]);
const char *verdict_label(unsigned verdict, unsigned fault, char text[96]);

/* "12-7", or "12-7-9" where three keep a score. */
enum { SCORE_TEXT = 24 };
char *score_label(const uint16_t *score, unsigned scorers, char text[SCORE_TEXT]);

#endif
