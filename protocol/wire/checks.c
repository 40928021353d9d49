/* checks: the sentences of checks.h. */
#include "checks.h"

#include <stddef.h>

const char *failed_text(enum check c)
{
    switch (c) {
#define X(name, number, text) \
    case CHECK_##name: return text;
        CHECKS(X)
#undef X
    case CHECK_FINE: break;
    }
    return "a check of its own";
}
