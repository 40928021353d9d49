/* received: one block that grows. */
#include "received.h"

#include <stdlib.h>
#include <string.h>

size_t received_take(char *bytes, size_t one, size_t count, void *received)
{
    struct received *r = received;
    size_t size = one * count;
    char *more = size > r->most - r->size ? NULL : realloc(r->bytes, r->size + size + 1);
    if (!more)
        return 0;
    memcpy(more + r->size, bytes, size);
    r->bytes = more;
    r->size += size;
    r->bytes[r->size] = '\0';
    return size;
}
