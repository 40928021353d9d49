#include "frames.h"

#include <string.h>

#include "wire/strict.h"

bool frame_listed(const struct frame_row *rows, unsigned count, uint8_t kind, size_t length)
{
    for (unsigned i = 0; i < count; i++)
        if (rows[i].kind == kind)
            return length >= rows[i].size + rows[i].least && length <= rows[i].size + rows[i].most;
    return false;
}

bool frame_ends(const char *text, size_t room) { return strnlen(text, room) < room; }

bool frame_text(const char *text, size_t room)
{
    size_t n = strnlen(text, room);
    for (size_t i = 0; i < n; i++)
        if ((uint8_t)text[i] < 0x20 || text[i] == 0x7f)
            return false;
    return n < room && utf8_valid(text, n);
}

bool frame_zero(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (at[i] != 0)
            return false;
    return true;
}
