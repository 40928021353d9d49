/* wasm: the auditor and the teller for a browser.
 *
 * The same sources that fiel-audit and `fiel replay` are made of, compiled to WebAssembly: a visitor need not trust the
 * page's server with the rules.  The cryptography is libsodium's own build for browsers (sodium.mjs).  Every call
 * takes bytes that the page has put at web_alloc()'s address and returns a text that ends with a NUL and is good
 * until the next call; NULL: no memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "filing/facts.h"
#include "filing/filing.h"
#include "record/crypto.h"
#include "record/deal.h"
#include "record/replay.h"
#include "tell/tell.h"
#include "wire/messages.h"

#define EXPORT(name) __attribute__((export_name(name)))

void *web_alloc(size_t size);
void web_release(void *p);
const char *web_audit(const void *bytes, size_t size);
const char *web_hash(const void *bytes, size_t size);
const char *web_match(const void *bytes, size_t size);
const char *web_audit_pair(const void *first, size_t first_size, const void *second, size_t second_size);
const char *web_tell(const void *bytes, size_t size);

static char *text;
static size_t text_size;

static FILE *text_open(void)
{
    free(text);
    text = NULL;
    return open_memstream(&text, &text_size);
}

static const char *text_close(FILE *f)
{
    bool whole = !fclose(f);
    return whole ? text : NULL;
}

EXPORT("alloc") void *web_alloc(size_t size) { return malloc(size); }

EXPORT("release") void web_release(void *p) { free(p); }

/* The name that a ladder's store has for these bytes: BLAKE2b-256, in hex. */
EXPORT("hash") const char *web_hash(const void *bytes, size_t size)
{
    uint8_t sum[HASH];
    char hex[2 * HASH + 1];
    FILE *f = text_open();
    if (!f)
        return NULL;
    hash_bytes(sum, bytes, size);
    fputs(hex_text(hex, sum, sizeof sum), f);
    return text_close(f);
}

/* Of which match these bytes say that they are the record, in hex; "" for none.  Nothing of them is checked. */
EXPORT("match") const char *web_match(const void *bytes, size_t size)
{
    struct replay file;
    struct record rec;
    struct msg m;
    uint8_t id[HASH];
    char hex[2 * HASH + 1] = "";
    FILE *f = text_open();
    if (!f)
        return NULL;
    replay_over(&file, bytes, size);
    while (!*hex && replay_next(&file, &rec))
        if (rec.type == MSG_OFFER && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK) {
            deal_match_id(id, m.blob, m.blob_size);
            hex_text(hex, id, sizeof id);
        }
    fputs(hex, f);
    return text_close(f);
}

/* One line: what a ladder would file of it (filing/facts.h); of what it would not file, nothing. */
static void put_facts(FILE *f, const struct audit_report *r, const void *bytes, size_t size)
{
    static struct leg filed;
    static struct fact list[FACTS_MOST];
    memset(&filed, 0, sizeof filed);
    bool fits = filing_read(r, bytes, size, &filed);
    facts_json(f, list, fits ? facts_of(&filed, list) : 0);
    fputc('\n', f);
}

/* The verdict as `fiel-audit --json` prints it, and below it its facts. */
EXPORT("audit") const char *web_audit(const void *bytes, size_t size)
{
    static struct audit_report r;
    FILE *f = text_open();
    if (!f)
        return NULL;
    if (audit_bytes(bytes, size, NULL, &r) == 0) {
        audit_print_json(f, "replay", &r);
        put_facts(f, &r, bytes, size);
    }
    return text_close(f);
}

/* The same of the two legs of a duplicate pair, and the facts of each. */
EXPORT("audit_pair")
const char *web_audit_pair(const void *first, size_t first_size, const void *second, size_t second_size)
{
    static struct audit_pair p;
    static char a[] = "first leg", b[] = "second leg";
    char *const name[2] = { a, b };
    FILE *f = text_open();
    if (!f)
        return NULL;
    memset(&p, 0, sizeof p);
    if (audit_bytes(first, first_size, NULL, &p.leg[0]) == 0 &&
        audit_bytes(second, second_size, NULL, &p.leg[1]) == 0) {
        audit_both(&p);
        audit_pair_print_json(f, name, &p);
        put_facts(f, &p.leg[0], first, first_size);
        put_facts(f, &p.leg[1], second, second_size);
    }
    return text_close(f);
}

/* The match as `fiel replay --json` tells it: one object a line. */
EXPORT("tell") const char *web_tell(const void *bytes, size_t size)
{
    static struct teller t;
    FILE *f = text_open();
    if (!f)
        return NULL;
    tell_start(&t, bytes, size);
    for (bool head = true; tell_next(&t); head = false) {
        if (head)
            tell_json_head(f, &t);
        tell_json_chapter(f, &t);
    }
    tell_json_tail(f, &t);
    tell_end(&t);
    return text_close(f);
}
