/* now: the machine's monotonic clock, which no change of the date moves. */
#ifndef FIEL_NOW_H
#define FIEL_NOW_H

#include <stdint.h>

/* Microseconds and milliseconds since some moment, the same for all processes of this machine. */
int64_t now_us(void);
int64_t now_ms(void);

#endif
