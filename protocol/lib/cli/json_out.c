/* json_out: the commas, the quotes and the escapes (RFC 8259). */
#include "cli/json_out.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* How many bytes of well-formed UTF-8 begin here (RFC 3629); 0: none. */
static unsigned utf8(const unsigned char *c)
{
    unsigned n = *c < 0x80                 ? 1
                 : *c >= 0xc2 && *c < 0xe0 ? 2
                 : *c >= 0xe0 && *c < 0xf0 ? 3
                 : *c >= 0xf0 && *c < 0xf5 ? 4
                                           : 0;
    for (unsigned i = 1; i < n; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    if ((*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f) || (*c == 0xf0 && c[1] < 0x90) ||
        (*c == 0xf4 && c[1] > 0x8f))
        return 0;
    return n;
}

static void quoted(FILE *to, const char *text)
{
    fputc('"', to);
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        unsigned n = utf8(c);
        if (*c == '"' || *c == '\\')
            fprintf(to, "\\%c", *c);
        else if (*c < 32 || *c == 127)
            fprintf(to, "\\u%04x", *c);
        else if (n)
            fwrite(c, 1, n, to);
        else
            fputs("\\ufffd", to);
        c += n ? n : 1;
    }
    fputc('"', to);
}

static void member(struct json_out *j, const char *key)
{
    if (j->more)
        fputc(',', j->to);
    j->more = true;
    if (!key)
        return;
    quoted(j->to, key);
    fputc(':', j->to);
}

void out_open(struct json_out *j, const char *key, char bracket)
{
    member(j, key);
    fputc(bracket, j->to);
    j->more = false;
}

void out_close(struct json_out *j, char bracket)
{
    fputc(bracket, j->to);
    j->more = true;
}

void out_end(struct json_out *j)
{
    out_close(j, '}');
    fputc('\n', j->to);
}

void out_number(struct json_out *j, const char *key, uint64_t value)
{
    member(j, key);
    fprintf(j->to, "%" PRIu64, value);
}

void out_number_if(struct json_out *j, const char *key, bool there, uint64_t value)
{
    if (there)
        out_number(j, key, value);
    else
        out_null(j, key);
}

void out_signed(struct json_out *j, const char *key, int64_t value)
{
    member(j, key);
    fprintf(j->to, "%" PRId64, value);
}

void out_real(struct json_out *j, const char *key, double value)
{
    member(j, key);
    isfinite(value) ? fprintf(j->to, "%g", value) : fputs("null", j->to);
}

void out_bool(struct json_out *j, const char *key, bool value)
{
    member(j, key);
    fputs(value ? "true" : "false", j->to);
}

void out_null(struct json_out *j, const char *key)
{
    member(j, key);
    fputs("null", j->to);
}

void out_text(struct json_out *j, const char *key, const char *text)
{
    member(j, key);
    if (text)
        quoted(j->to, text);
    else
        fputs("null", j->to);
}

void out_hex(struct json_out *j, const char *key, const uint8_t *bytes, size_t size)
{
    member(j, key);
    fputc('"', j->to);
    for (size_t i = 0; i < size; i++)
        fprintf(j->to, "%02x", bytes[i]);
    fputc('"', j->to);
}
