/* now: the machine's monotonic clock (cli/now.h), and how long something took. */
#ifndef FIEL_BASE_NOW_H
#define FIEL_BASE_NOW_H

#include "cli/now.h"

/* How long something took, for people: "12 us", "3.40 ms", "1.25 s", with numbers as the spoken language writes them. */
char *span_told(double us, char text[32]);

#endif
