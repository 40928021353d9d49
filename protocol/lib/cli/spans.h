/* spans: durations and clocks as words, as options, a daemon's configuration and a ladder's rows write them. */
#ifndef FIEL_CLI_SPANS_H
#define FIEL_CLI_SPANS_H

#include <stdint.h>

enum { SPAN_WHY = 512, SPAN_TEXT = 32, CLOCK_TEXT = 160 };

/* A hundred days, in microseconds.  Sums of a few of them are far from overflowing. */
#define SPAN_LONGEST INT64_C(8640000000000)

/* "30s", "100ms", "250us", "5m", "1h" in microseconds.  -1 and a sentence; *out_us is then as it was. */
int duration_read(const char *text, int64_t *out_us, char why[SPAN_WHY]);
/* Microseconds as they are written, in the largest unit that holds them whole. */
char *duration_text(int64_t us, char text[SPAN_TEXT]);

enum clock_span { CLOCK_BANK, CLOCK_INC, CLOCK_CAP, CLOCK_GRACE, CLOCK_START, CLOCK_DUTY, CLOCK_SPANS };
struct clock_spans {
    int64_t us[CLOCK_SPANS];
    unsigned named; /* 1 << span: a text said it */
};
/* "bank=30s,inc=100ms,..." over what the clock holds already.  -1 and a sentence; *c is then as it was. */
int clock_spans_read(const char *text, struct clock_spans *c, char why[SPAN_WHY]);
/* "bank=30s,inc=100ms,cap=5s,grace=50ms,start=10s,duty=1m", or of these the ones in `spans` alone. */
char *clock_spans_text(const struct clock_spans *c, unsigned spans, char text[CLOCK_TEXT]);

#endif
