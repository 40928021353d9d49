/* now: the machine's monotonic clock. */
#ifndef FIEL_NOW_H
#define FIEL_NOW_H

#include <stdint.h>

/* The monotonic clock, in microseconds and in milliseconds; never fails. */
int64_t now_us(void);
int64_t now_ms(void);

/* How long something took, for people: "12 us", "3.40 ms", "1.25 s". */
char *span_text(double us, char text[32]);

#endif
