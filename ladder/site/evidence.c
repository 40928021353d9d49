/* evidence: audited when it is looked at. */
#include "evidence.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "audit/audit.h"
#include "own.h"

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
    case BLAME_SEAT:
        page_fill(p, " {}", tongue(r, "To blame is seat", "La culpa es del asiento", "A culpa é do assento"));
        page_format(p, " %u.", x->blame_seat);
        break;
    case BLAME_FILE:
        page_fill(p, " {}", tongue(r, "The file was changed, or this arbiter never signed it.",
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
        page_text(p, tongue(r, "valid: every record is right", "válido: cada registro es correcto", "válido: cada registro está certo"));
    else
        page_text(p, tongue(r, "right as far as it goes; the record has no end", "correcto hasta donde llega; el registro no tiene final",
                            "certo até onde vai; o registro não tem fim"));
    page_put(p, "</td></tr>");
    free(x);
}
