/* page: a text that grows: a page, a JSON answer.  What strangers wrote goes through page_text or page_json, always.
 *
 * A page that has no memory left stays short and says so (`failed`): nothing else needs checking on the way. */
#ifndef FIEL_LADDER_PAGE_H
#define FIEL_LADDER_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/language.h"

struct page {
    char *data; /* NUL-terminated once something was put */
    size_t size, room;
    bool failed;
    enum language language; /* of its reader */
};

/* Gives its bytes back; may be called twice.  The language stays. */
void page_free(struct page *p);
/* Trusted text as it is: markup that we wrote. */
void page_put(struct page *p, const char *markup);
void page_bytes(struct page *p, const void *bytes, size_t size);
/* Trusted format; %s must not carry what a stranger wrote. */
void page_format(struct page *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Any text, safe between tags and inside a quoted attribute: & < > " ' become entities. */
void page_text(struct page *p, const char *text);
/* Any text as a JSON string with its quotes, safe inside HTML too (<, > and & are escaped). */
void page_json(struct page *p, const char *text);
/* Any text as one segment or value of an address (RFC 3986: unreserved characters stay). */
void page_address(struct page *p, const char *text);
void page_hex(struct page *p, const uint8_t *bytes, size_t size);

/* --- markup with holes ----------------------------------------------------------------------------
 *
 * page_fill(p, "<a href=\"/bots/{a}\">{}</a>", name, name): every hole takes the next argument, mostly a const char *:
 * {} as page_text, {a} as page_address, {j} as page_json, {w} what is said (cli/said.h) as page_text in the page's language, {s} the
 * same as page_json, {h} trusted markup as it is.  NULL puts nothing.
 * Of another kind: {d} an int64_t, {u} an unsigned, {0} to {9} a double with so many decimals, {b} a bool as true or false,
 * {x} 32 bytes in hexadecimal, {t} an int64_t of milliseconds as a time, of 0 nothing.
 * The compiler checks none of them: a number of another width is cast. */
void page_fill(struct page *p, const char *markup, ...);

#endif
