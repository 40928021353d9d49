/* page: growing, escaping, filling in. */
#include "page.h"

#include "cli/said.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void page_free(struct page *p)
{
    free(p->data);
    *p = (struct page){ .language = p->language };
}

/* Room for `more` bytes and a NUL. */
static bool grow(struct page *p, size_t more)
{
    size_t want = p->size + more + 1;
    if (p->failed || want <= p->room)
        return !p->failed;
    size_t room = p->room ? p->room : 1024;
    while (room < want)
        room *= 2;
    char *data = realloc(p->data, room);
    p->failed = !data;
    if (data) {
        p->data = data;
        p->room = room;
    }
    return data;
}

void page_bytes(struct page *p, const void *bytes, size_t size)
{
    if (!grow(p, size))
        return;
    if (size)
        memcpy(p->data + p->size, bytes, size);
    p->size += size;
    p->data[p->size] = '\0';
}

void page_put(struct page *p, const char *markup) { page_bytes(p, markup, strlen(markup)); }

void page_format(struct page *p, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    bool fits = grow(p, 64); /* what most need: then it is formatted once */
    int size = fits ? vsnprintf(p->data + p->size, p->room - p->size, format, list) : 0;
    if (size < 0) {
        p->failed = true;
    } else if (fits) {
        bool whole = (size_t)size < p->room - p->size;
        if (!whole && grow(p, (size_t)size))
            vsnprintf(p->data + p->size, (size_t)size + 1, format, again);
        p->size += p->failed ? 0 : (size_t)size;
    }
    if (p->data)
        p->data[p->size] = '\0';
    va_end(again);
    va_end(list);
}

void page_text(struct page *p, const char *text)
{
    while (*text) {
        size_t plain = strcspn(text, "&<>\"'");
        page_bytes(p, text, plain);
        text += plain;
        switch (*text) {
        case '&': page_put(p, "&amp;"); break;
        case '<': page_put(p, "&lt;"); break;
        case '>': page_put(p, "&gt;"); break;
        case '"': page_put(p, "&quot;"); break;
        case '\'': page_put(p, "&#39;"); break;
        default: return;
        }
        text++;
    }
}

static bool plain_in_json(unsigned char c)
{
    return c >= 32 && c != 127 && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
}

void page_json(struct page *p, const char *text)
{
    page_put(p, "\"");
    while (*text) {
        size_t plain = 0;
        while (plain_in_json((unsigned char)text[plain]))
            plain++;
        page_bytes(p, text, plain);
        text += plain;
        unsigned char c = (unsigned char)*text;
        if (!c)
            break;
        if (c == '"' || c == '\\')
            page_format(p, "\\%c", c);
        else
            page_format(p, "\\u%04x", c);
        text++;
    }
    page_put(p, "\"");
}

static bool unreserved(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("-._~", c));
}

void page_address(struct page *p, const char *text)
{
    while (*text) {
        size_t plain = 0;
        while (unreserved(text[plain]))
            plain++;
        page_bytes(p, text, plain);
        text += plain;
        if (*text)
            page_format(p, "%%%02X", (unsigned char)*text++);
    }
}

void page_hex(struct page *p, const uint8_t *bytes, size_t size)
{
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++)
        page_bytes(p, (const char[]){ digit[bytes[i] >> 4], digit[bytes[i] & 15] }, 2);
}

/* A day and the minute; it breaks behind the day alone. */
static void put_time(struct page *p, int64_t ms)
{
    char text[40];
    time_t at = ms / 1000;
    struct tm tm;
    if (!ms || !gmtime_r(&at, &tm) || !strftime(text, sizeof text, "%Y-%m-%d %H:%M", &tm))
        return;
    page_format(p, "<time datetime=\"%sZ\"><span>%.10s</span>%s</time>", text, text, text + 10);
}

/* The hole that begins here: its kind ('{' for {}), and its length; 0 when it is none. */
static size_t hole(const char *at, char *kind)
{
    if (at[0] != '{')
        return 0;
    if (at[1] == '}')
        return *kind = '{', 2;
    if (at[1] && strchr("ajhswdubxt0123456789", at[1]) && at[2] == '}')
        return *kind = at[1], 3;
    return 0;
}

static void put_as(struct page *p, char kind, const char *text)
{
    char said[SAID_TEXT];
    if (!text)
        return;
    switch (kind) {
    case 'a': page_address(p, text); break;
    case 'j': page_json(p, text); break;
    case 'h': page_put(p, text); break;
    case 'w': page_text(p, said_text(said, sizeof said, p->language, text)); break;
    case 's': page_json(p, said_text(said, sizeof said, p->language, text)); break;
    default: page_text(p, text); break;
    }
}

void page_fill(struct page *p, const char *markup, ...)
{
    va_list list;
    va_start(list, markup);
    while (*markup) {
        char kind = '\0';
        size_t size = hole(markup, &kind);
        if (kind == 'd')
            page_format(p, "%" PRId64, va_arg(list, int64_t));
        else if (kind == 'u')
            page_format(p, "%u", va_arg(list, unsigned));
        else if (kind >= '0' && kind <= '9')
            page_format(p, "%.*f", kind - '0', va_arg(list, double));
        else if (kind == 't')
            put_time(p, va_arg(list, int64_t));
        else if (kind == 'b')
            page_put(p, va_arg(list, int) ? "true" : "false");
        else if (kind == 'x')
            page_hex(p, va_arg(list, const uint8_t *), 32);
        else if (kind)
            put_as(p, kind, va_arg(list, const char *));
        else
            page_bytes(p, markup, size = 1 + strcspn(markup + 1, "{"));
        markup += size;
    }
    va_end(list);
}
