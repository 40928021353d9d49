/* check: the sentences of check.h. */
#include "check.h"

#include <stddef.h>

const char *check_text(enum check c)
{
    switch (c) {
#define X(name, number, text) \
    case CHECK_##name: return text;
        CHECKS(X)
#undef X
    case CHECK_FINE: break;
    }
    return "nothing failed";
}
