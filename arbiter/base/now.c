#include "now.h"

#include <stdio.h>
#include <time.h>

int64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t now_ms(void) { return now_us() / 1000; }

char *span_text(double us, char text[32])
{
    if (us < 1000)
        snprintf(text, 32, "%.0f us", us);
    else if (us < 1000000)
        snprintf(text, 32, "%.2f ms", us / 1000);
    else
        snprintf(text, 32, "%.2f s", us / 1000000);
    return text;
}
