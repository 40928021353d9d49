/* name: see name.h. */
#include "cli/name.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct block {
    uint32_t first, last;
};
static const struct block letters[] = {
    { 0xc0, 0xd6 },   { 0xd8, 0xf6 },     { 0xf8, 0x24f },    { 0x386, 0x386 },   { 0x388, 0x3ff },   { 0x400, 0x481 },
    { 0x48a, 0x52f }, { 0x1e00, 0x1eff }, { 0x3041, 0x3096 }, { 0x30a1, 0x30fa }, { 0x4e00, 0x9fff }, { 0xac00, 0xd7a3 }
};
static const struct block marks[] = { { 0x300, 0x36f },   { 0x483, 0x489 },   { 0x1ab0, 0x1aff }, { 0x1dc0, 0x1dff },
                                      { 0x20d0, 0x20ff }, { 0x3099, 0x309a }, { 0xfe20, 0xfe2f } };
static const struct block directions[] = {
    { 0x61c, 0x61c }, { 0x200e, 0x200f }, { 0x202a, 0x202e }, { 0x2066, 0x2069 }
};
/* What takes no room, and the joiners of others, which take none either. */
static const struct block
    unseen[] = { { 0x80, 0x9f },     { 0xad, 0xad },     { 0x200b, 0x200b }, { 0x2028, 0x2029 },
                 { 0x2060, 0x2065 }, { 0xfeff, 0xfeff }, { 0xfff9, 0xfffb }, { 0xe0000, 0xe0fff } },
    joiners[] = { { 0x200c, 0x200d } };
#define AMONG(code, blocks) is_among(code, blocks, sizeof(blocks) / sizeof *(blocks))

static bool is_among(uint32_t code, const struct block *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= b[i].first && code <= b[i].last)
            return true;
    return false;
}

size_t name_decode(const char *text, uint32_t *code)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char *at = (const unsigned char *)text;
    size_t n = *at < 0x80 ? 1 : *at < 0xc0 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : *at < 0xf8 ? 4 : 0;
    *code = n < 2 ? *at : *at & (0xffu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (at[i] & 0x3f);
    }
    return n && *code >= least[n] && *code <= 0x10ffff && (*code & 0x1ff800) != 0xd800 ? n : 0;
}

bool name_hidden(uint32_t code) { return AMONG(code, directions) || AMONG(code, unseen); }

bool name_plain(const char *text)
{
    uint32_t code;
    for (size_t n; (n = name_decode(text, &code)) && code >= ' ' && code != 0x7f && !name_hidden(code);)
        text += n;
    return !*text;
}

size_t name_character(const char *text, const char *signs)
{
    uint32_t code;
    size_t n = name_decode(text, &code);
    bool good = code < 0x80 ? isalnum((int)code) || (code && strchr(signs, (int)code)) : AMONG(code, letters);
    return good ? n : 0;
}

static bool refuse(const char *at, const char *signs, char why[NAME_WRONG])
{
    uint32_t code;
    size_t n = name_decode(at, &code);
    if (!n)
        snprintf(why, NAME_WRONG, "the byte 0x%02x is no UTF-8", (unsigned char)*at);
    else if (code < 0x20 || (code >= 0x7f && code < 0xa0))
        snprintf(why, NAME_WRONG, "U+%04X is a control character", code);
    else if (AMONG(code, marks))
        snprintf(why, NAME_WRONG, "U+%04X is a mark upon another character: write both as one (NFC)", code);
    else if (name_hidden(code) || AMONG(code, joiners))
        snprintf(why, NAME_WRONG, "U+%04X is not seen, and changes what is", code);
    else
        snprintf(why, NAME_WRONG, "'%.*s' (U+%04X) is no letter, no digit and none of %s", (int)n, at, code, signs);
    return false;
}

bool name_good(const char *text, size_t most, const char *signs, char why[NAME_WRONG])
{
    size_t size = strlen(text);
    for (size_t at = 0, n; at < size; at += n)
        if ((n = name_character(text + at, signs)) == 0)
            return refuse(text + at, signs, why);
    if (!size || size > most || *text == '.' || *text == '-')
        return snprintf(why, NAME_WRONG, "it has 1 to %zu bytes, and neither '.' nor '-' first", most), false;
    return true;
}
