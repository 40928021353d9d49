#include "now.h"

#include "cli/language.h"

#include <stdio.h>

char *span_told(double us, char text[32])
{
    if (us < 1000)
        snprintf(text, 32, "%.0f us", us);
    else if (us < 1000000)
        snprintf(text, 32, "%.2f ms", us / 1000);
    else
        snprintf(text, 32, "%.2f s", us / 1000000);
    return language_decimals(text);
}
