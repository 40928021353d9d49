/* evidence: audited, and compared, when it is looked at. */
#include "evidence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filing/prove.h"
#include "site/session/forms.h"

/* The report, from malloc; NULL: the record cannot be read. */
static struct audit_report *audited(struct http_request *r, const uint8_t hash[STORE_HASH])
{
    struct audit_report *report = calloc(1, sizeof *report);
    AUTO(store_free) struct store_bytes bytes = { 0 };
    struct store_error e;
    if (report && (store_get(store_of(r), hash, &bytes, &e) || !prove_alone(bytes.data, bytes.size, report))) {
        free(report);
        report = NULL;
    }
    return report;
}

void evidence_text(struct http_request *r, const uint8_t hash[STORE_HASH], char text[EVIDENCE_TEXT])
{
    OWNED struct audit_report *x = audited(r, hash);
    if (!x)
        snprintf(text, EVIDENCE_TEXT, "cannot be read");
    else if (x->outcome == AUDIT_WRONG)
        snprintf(text, EVIDENCE_TEXT, "not valid: %.400s", x->wrong);
    else
        snprintf(text, EVIDENCE_TEXT, "%s", x->outcome == AUDIT_VALID ? "valid" : "unfinished");
}

static void put_blame(struct http_request *r, struct page *p, const struct audit_report *x)
{
    switch (x->blame) {
    case BLAME_ARBITER: page_fill(p, " {}", TR(r, "The arbiter is to blame.")); break;
    case BLAME_FILE: page_fill(p, " {}", TR(r, "The file was changed, or this arbiter never signed it.")); break;
    case BLAME_NOBODY: break;
    }
}

/* "not valid: record 12, ACT. Seat 1 is to blame." */
static void put_wrong(struct http_request *r, struct page *p, const struct leg *l, const struct audit_report *x)
{
    char type[24];
    page_fill(p, "<strong class=\"fault\">{}</strong>", TR(r, "not valid"));
    if (x->record)
        page_fill(p, ": {} {d}", TR(r, "record"), x->record);
    if (x->record && x->type)
        page_fill(p, ", {}", record_name(x->type, type));
    page_put(p, ".");
    put_blame(r, p, x);
    page_put(p, "<br><q lang=\"en\">");
    show_of_seats(r, p, l, x->wrong);
    page_put(p, "</q>");
}

void put_evidence(struct http_request *r, struct page *p, const struct leg *l, const char *what,
                  const uint8_t hash[STORE_HASH])
{
    OWNED struct audit_report *x = audited(r, hash);
    page_fill(p, "<tr><th scope=\"row\">{}</th><td>", what);
    if (!x)
        page_text(p, TR(r, "cannot be read"));
    else if (x->outcome == AUDIT_WRONG)
        put_wrong(r, p, l, x);
    else if (x->outcome == AUDIT_VALID)
        page_text(p, TR(r, "valid: every record is right"));
    else
        page_text(p, TR(r, "right as far as it goes; the record has no end"));
    page_put(p, "</td></tr>");
}

/* --- compared ---------------------------------------------------------------------------------------------------- */

static bool same_record(const struct record *a, const struct record *b)
{
    return a->type == b->type && a->visibility == b->visibility && a->us == b->us && a->size == b->size &&
           !memcmp(a->payload, b->payload, a->size);
}

/* Where two records part. */
struct parting {
    uint64_t same, began_us;
    struct {
        uint8_t there, type;
        uint64_t us;
    } next[2];
};

static void look_at_both(const struct aside *a)
{
    struct parting x = { 0 };
    struct replay file[2];
    struct record rec[2];
    for (unsigned i = 0; i < 2; i++)
        replay_over(&file[i], a->paper[i].bytes, a->paper[i].size);
    for (;; x.same++) {
        for (unsigned i = 0; i < 2; i++)
            if ((x.next[i].there = replay_next(&file[i], &rec[i]))) {
                x.next[i].type = rec[i].type;
                x.next[i].us = rec[i].us;
            }
        if (!x.same && x.next[0].there)
            x.began_us = rec[0].us;
        if (!x.next[0].there || !x.next[1].there || !same_record(&rec[0], &rec[1]))
            break;
    }
    aside_tell(a, &x, sizeof x);
}

/* "ACT, 12.3 s" after the record's first, or that nothing more is there. */
static void put_record(struct http_request *r, struct page *p, const struct parting *x, unsigned i)
{
    char type[24];
    if (!x->next[i].there) {
        page_text(p, TR(r, "its end"));
        return;
    }
    page_fill(p, "{}, {3} s", record_name(x->next[i].type, type), ((double)x->next[i].us - (double)x->began_us) / 1e6);
}

static void put_parting(struct http_request *r, struct page *p, const struct parting *x)
{
    if (!x->next[0].there && !x->next[1].there && x->same) {
        page_text(p, TR(r, "the same, record for record"));
        return;
    }
    page_fill(p, "{d} {}: ", x->same, TR(r, "records are the same; then here"));
    put_record(r, p, x, 0);
    page_fill(p, "; {}: ", TR(r, "in the author's"));
    put_record(r, p, x, 1);
}

void put_compared(struct http_request *r, struct page *p, const uint8_t here[STORE_HASH],
                  const uint8_t theirs[STORE_HASH])
{
    AUTO(store_free) struct store_bytes a = { 0 }, b = { 0 };
    struct store_error e;
    struct parting x;
    if (!store_get(store_of(r), here, &a, &e) && !store_get(store_of(r), theirs, &b, &e)) {
        page_fill(p, "<tr><th scope=\"row\">{}</th><td>", TR(r, "the two compared"));
        const struct paper both[] = { { a.data, a.size }, { b.data, b.size } };
        if (aside(&(struct aside_ask){ look_at_both, NULL, 0, both, 2 }, &x, sizeof x, NULL))
            put_parting(r, p, &x);
        else
            page_text(p, TR(r, "cannot be read"));
        page_put(p, "</td></tr>");
    }
}
