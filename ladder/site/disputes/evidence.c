/* evidence: audited, and compared, when it is looked at. */
#include "evidence.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "site/session/own.h"

/* The report, from malloc; NULL: the record cannot be read. */
static struct audit_report *audited(struct http_request *r, const uint8_t hash[STORE_HASH])
{
    struct audit_report *report = calloc(1, sizeof *report);
    struct store_bytes bytes = { 0 };
    struct store_error e;
    if (report && (store_get(store_of(r), hash, &bytes, &e) || audit_bytes(bytes.data, bytes.size, NULL, report))) {
        free(report);
        report = NULL;
    }
    store_free(&bytes);
    return report;
}

void evidence_text(struct http_request *r, const uint8_t hash[STORE_HASH], char text[EVIDENCE_TEXT])
{
    struct audit_report *x = audited(r, hash);
    if (!x)
        snprintf(text, EVIDENCE_TEXT, "cannot be read");
    else if (x->outcome == AUDIT_WRONG)
        snprintf(text, EVIDENCE_TEXT, "not valid: %.400s", x->wrong);
    else
        snprintf(text, EVIDENCE_TEXT, "%s", x->outcome == AUDIT_VALID ? "valid" : "unfinished");
    free(x);
}

static void put_blame(struct http_request *r, struct page *p, const struct audit_report *x)
{
    switch (x->blame) {
    case BLAME_ARBITER:
        page_fill(p, " {}", tongue(r, "The arbiter is to blame.", "La culpa es del árbitro.", "A culpa é do árbitro."));
        break;
    case BLAME_FILE:
        page_fill(p, " {}",
                  tongue(r, "The file was changed, or this arbiter never signed it.",
                         "El archivo fue cambiado, o este árbitro nunca lo firmó.",
                         "O arquivo foi alterado, ou este árbitro nunca o assinou."));
        break;
    case BLAME_NOBODY: break;
    }
}

/* "not valid: record 12, ACT. Seat 1 is to blame." */
static void put_wrong(struct http_request *r, struct page *p, const struct audit_report *x)
{
    char type[24];
    page_fill(p, "<strong class=\"fault\">{}</strong>", tongue(r, "not valid", "no es válido", "não é válido"));
    if (x->record) {
        page_fill(p, ": {} ", tongue(r, "record", "registro", "registro"));
        page_format(p, "%" PRIu64, x->record);
    }
    if (x->record && x->type)
        page_fill(p, ", {}", record_name(x->type, type));
    page_put(p, ".");
    put_blame(r, p, x);
    page_fill(p, "<br><q lang=\"en\">{}</q>", x->wrong);
}

void put_evidence(struct http_request *r, struct page *p, const char *what, const uint8_t hash[STORE_HASH])
{
    struct audit_report *x = audited(r, hash);
    page_fill(p, "<tr><th scope=\"row\">{}</th><td>", what);
    if (!x)
        page_text(p, tongue(r, "cannot be read", "no se puede leer", "não pode ser lido"));
    else if (x->outcome == AUDIT_WRONG)
        put_wrong(r, p, x);
    else if (x->outcome == AUDIT_VALID)
        page_text(p, tongue(r, "valid: every record is right", "válido: cada registro es correcto",
                            "válido: cada registro está certo"));
    else
        page_text(p, tongue(r, "right as far as it goes; the record has no end",
                            "correcto hasta donde llega; el registro no tiene final",
                            "certo até onde vai; o registro não tem fim"));
    page_put(p, "</td></tr>");
    free(x);
}

/* --- compared ---------------------------------------------------------------------------------------------------- */

static bool same_record(const struct record *a, const struct record *b)
{
    return a->type == b->type && a->visibility == b->visibility && a->us == b->us && a->size == b->size &&
           !memcmp(a->payload, b->payload, a->size);
}

/* "ACT, 12.3 s" after the record's first, or that nothing more is there. */
static void put_record(struct http_request *r, struct page *p, bool there, const struct record *x, uint64_t began_us)
{
    char type[24];
    if (!there) {
        page_text(p, tongue(r, "its end", "su final", "o seu fim"));
        return;
    }
    page_text(p, record_name(x->type, type));
    page_format(p, ", %.3f s", ((double)x->us - (double)began_us) / 1e6);
}

static void put_parting(struct http_request *r, struct page *p, struct replay *here, struct replay *theirs)
{
    struct record a, b;
    bool more_a, more_b;
    uint64_t same = 0, began_us = 0;
    for (;; same++) {
        more_a = replay_next(here, &a);
        more_b = replay_next(theirs, &b);
        if (!same && more_a)
            began_us = a.us;
        if (!more_a || !more_b || !same_record(&a, &b))
            break;
    }
    if (!more_a && !more_b && same) {
        page_text(p, tongue(r, "the same, record for record", "iguales, registro por registro",
                            "iguais, registro por registro"));
        return;
    }
    page_format(p, "%" PRIu64 " ", same);
    page_fill(p, "{}: ",
              tongue(r, "records are the same; then here", "registros son iguales; después, aquí",
                     "registros são iguais; depois, aqui"));
    put_record(r, p, more_a, &a, began_us);
    page_fill(p, "; {}: ", tongue(r, "in the author's", "en el del autor", "no do autor"));
    put_record(r, p, more_b, &b, began_us);
}

void put_compared(struct http_request *r, struct page *p, const uint8_t here[STORE_HASH],
                  const uint8_t theirs[STORE_HASH])
{
    struct store_bytes a = { 0 }, b = { 0 };
    struct store_error e;
    struct replay x, y;
    if (!store_get(store_of(r), here, &a, &e) && !store_get(store_of(r), theirs, &b, &e)) {
        page_fill(p, "<tr><th scope=\"row\">{}</th><td>",
                  tongue(r, "the two compared", "los dos comparados", "os dois comparados"));
        replay_over(&x, a.data, a.size);
        replay_over(&y, b.data, b.size);
        put_parting(r, p, &x, &y);
        page_put(p, "</td></tr>");
    }
    store_free(&a);
    store_free(&b);
}
