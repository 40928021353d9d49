/* disputes: filed from a match's page, decided beside what the audit says.
 *
 * Those who sat at the table may file; the one who filed and hosts may read.  A transcript is kept as it came: it is shown as a download and
 * is audited like any record, which decides nothing by itself. */
#include "disputes.h"
#include "cli/language.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence.h"
#include "site/session/account.h"
#include "site/session/forms.h"
#include "store/store_disputes.h"
#include "store/store_spool.h"

enum { DISPUTES_A_DAY = 20, LISTED = 50, TRANSCRIPT_MOST = 16 << 20 };
static const int64_t day = INT64_C(86400) * 1000;

/* Did a bot of the guest's sit there? */
static bool sat_there(struct http_request *r, const struct leg *l)
{
    struct version_label who;
    struct store_error e;
    for (int64_t seat = 0; seat < l->seats && seat < STORE_SEATS; seat++)
        if (!store_label(store_of(r), l->seat[seat].version, &who, &e) && who.person == guest_of(r)->person.id)
            return true;
    return false;
}

/* --- filing ----------------------------------------------------------------------------------------------------- */

static unsigned page_file(struct http_request *r, struct http_answer *a)
{
    static const struct form_field fields[] = {
        { "text", N_("What is wrong with it?"), FIELD_TEXT, "rows=\"8\" cols=\"60\" maxlength=\"4000\" required",
          NULL },
        { "transcript", N_("your own record of it, if you have one"), FIELD_FILE, NULL, NULL },
    };
    struct leg l;
    struct store_error e;
    char title[64], to[64];
    int bad = seen_leg(r, id_at(r, 0), &l, &e);
    if (!bad && !sat_there(r, &l))
        bad = store_say(&e, STORE_NOT_FOUND, N_("only who had a bot at this table may dispute the match"));
    if (bad)
        return show_store_error(r, a, &e);
    snprintf(title, sizeof title, "%s %" PRId64, TR(r, "Dispute of match"), l.id);
    snprintf(to, sizeof to, "/matches/%" PRId64 "/dispute", l.id);
    show_head(r, &a->page, title, NULL);
    show_refused(r, &a->page);
    form_open(r, &a->page, to, "enctype=\"multipart/form-data\"");
    form_field(r, &a->page, &fields[0], NULL);
    form_field(r, &a->page, &fields[1], NULL);
    form_close(&a->page, NULL, TR(r, "File the dispute"));
    return show_end(r, a, STORE_OK, NULL);
}

static int file(struct http_request *r, const struct leg *l, int64_t *id, struct store_error *e)
{
    struct dispute d;
    const struct http_field *own = http_file(r, "transcript");
    const char *text = form_text(r, "text");
    d = (struct dispute){ .leg = l->id,
                          .person = guest_of(r)->person.id,
                          .has_transcript = own && own->size && (own->fd >= 0 || !own->file) };
    if (!*text || snprintf(d.text, sizeof d.text, "%s", text) >= (int)sizeof d.text)
        return wrong_say(r, "text", e, N_("say what is wrong, in up to 4095 bytes"));
    int bad = limit_person(r, "dispute", DISPUTES_A_DAY, day, e);
    if (!bad && d.has_transcript) /* a short one may be a field of the form */
        bad = own->file ? store_put_file(store_of(r), own->fd, d.transcript, e)
                        : store_put(store_of(r), own->value, own->size, d.transcript, e);
    if (!bad)
        bad = store_dispute_add(store_of(r), &d, guest_of(r)->person.name, id, e);
    return bad == STORE_EXISTS ? store_say(e, STORE_EXISTS, N_("you have an open dispute about this match already"))
                               : bad;
}

static unsigned do_file(struct http_request *r, struct http_answer *a)
{
    struct leg l;
    struct store_error e;
    char to[48];
    int64_t id;
    int bad = seen_leg(r, id_at(r, 0), &l, &e);
    if (!bad && !sat_there(r, &l))
        bad = store_say(&e, STORE_NOT_FOUND, N_("only who had a bot at this table may dispute the match"));
    if (!bad && l.let_go)
        bad = store_say(
            &e, STORE_LET_GO,
            N_("the season of this match is closed, and its record is here no more: it can be disputed no longer"));
    if (bad)
        return show_store_error(r, a, &e);
    bad = file(r, &l, &id, &e);
    snprintf(to, sizeof to, "/disputes/%" PRId64, bad ? 0 : id);
    return form_done(r, a, bad ? limit_status(bad, &e) : 0, &e, bad ? 0 : id, page_file, to);
}

/* --- deciding ---------------------------------------------------------------------------------------------------- */

/* The dispute, for who filed it and for hosts. */
static int find(struct http_request *r, struct dispute *d, struct store_error *e)
{
    int bad = store_dispute(store_of(r), id_at(r, 0), d, e);
    if (!bad && d->person != guest_of(r)->person.id && !is_host(guest_of(r)))
        bad = store_say(e, STORE_NOT_FOUND, N_("there is no such dispute"));
    return bad;
}

/* With the match that it is about, and who filed it. */
static int find_all(struct http_request *r, struct dispute *d, struct leg *l, struct person *who, struct store_error *e)
{
    int bad = find(r, d, e);
    if (!bad)
        bad = seen_leg(r, d->leg, l, e);
    return bad ? bad : store_person(store_of(r), d->person, who, e);
}

static void put_decision(struct http_request *r, struct page *p, const struct dispute *d)
{
    static const struct form_field why = { "decision", N_("reason"), FIELD_TEXT,
                                           "rows=\"4\" cols=\"60\" maxlength=\"4000\"", NULL };
    char to[48];
    snprintf(to, sizeof to, "/disputes/%" PRId64, d->id);
    if (d->state != DISPUTE_OPEN) {
        page_fill(p, "<p><strong>{}</strong> ({}): {}</p>", say_name(r, dispute_state_names[d->state]), d->decided_by,
                  d->decision);
        if (d->again)
            page_format(p, "<p><a href=\"/live/%" PRId64 "\">%s</a></p>", d->again, TR(r, "played again"));
        return;
    }
    form_open(r, p, to, "");
    form_field(r, p, &why, NULL);
    page_put(p, "<p>");
    if (is_host(guest_of(r)))
        page_fill(p, "<button name=\"to\" value=\"upheld\">{}</button> <button name=\"to\" value=\"void\">{}</button> ",
                  TR(r, "the result stands"), TR(r, "void: play the pair again"));
    if (d->person == guest_of(r)->person.id)
        page_fill(p, "<button name=\"to\" value=\"withdrawn\">{}</button>", TR(r, "withdraw"));
    page_put(p, "</p></form>");
}

static unsigned page_dispute(struct http_request *r, struct http_answer *a)
{
    struct dispute d;
    struct leg l;
    struct person who;
    struct store_error e;
    char title[64];
    if (find_all(r, &d, &l, &who, &e))
        return show_store_error(r, a, &e);
    snprintf(title, sizeof title, "%s %" PRId64, TR(r, "Dispute"), d.id);
    show_head(r, &a->page, title, NULL);
    show_refused(r, &a->page);
    page_format(&a->page, "<p><a href=\"/matches/%" PRId64 "\">%s %" PRId64 "</a></p>", l.id, TR(r, "Match"), l.id);
    page_fill(&a->page, "<p>{}:</p><blockquote>{}</blockquote><div class=\"scroll\"><table><tbody>", who.name, d.text);
    put_evidence(r, &a->page, &l, TR(r, "the record here"), l.replay);
    if (d.has_transcript) {
        put_evidence(r, &a->page, &l, TR(r, "the author's record"), d.transcript);
        put_compared(r, &a->page, l.replay, d.transcript);
    }
    page_put(&a->page, "</tbody></table></div>");
    if (d.has_transcript)
        page_format(&a->page, "<p><a href=\"/disputes/%" PRId64 "/transcript\" download>%s</a></p>", d.id,
                    TR(r, "the author's record"));
    show_seats(r, &a->page, &l);
    put_decision(r, &a->page, &d);
    return show_end(r, a, STORE_OK, NULL);
}

static unsigned do_decide(struct http_request *r, struct http_answer *a)
{
    struct dispute d;
    struct store_error e;
    const struct guest *g = guest_of(r);
    const char *word = form_text(r, "to"), *why = form_text(r, "decision");
    enum dispute_state to = !strcmp(word, "upheld")      ? DISPUTE_UPHELD
                            : !strcmp(word, "void")      ? DISPUTE_VOID
                            : !strcmp(word, "withdrawn") ? DISPUTE_WITHDRAWN
                                                         : DISPUTE_OPEN;
    char where[48];
    int bad = find(r, &d, &e);
    if (bad)
        return show_store_error(r, a, &e);
    if (to == DISPUTE_OPEN)
        bad = store_say(&e, STORE_INVALID, N_("a dispute is upheld, void or withdrawn"));
    else if (to == DISPUTE_WITHDRAWN ? d.person != g->person.id : !is_host(g))
        return 403;
    if (!bad)
        bad = wrong_at(r, "decision", store_dispute_decide(store_of(r), d.id, to, why, g->person.name, &e));
    snprintf(where, sizeof where, "/disputes/%" PRId64, d.id);
    return form_done(r, a, bad ? store_status(&e) : 0, &e, 0, page_dispute, where);
}

static unsigned get_transcript(struct http_request *r, struct http_answer *a)
{
    struct dispute d;
    AUTO(store_free) struct store_bytes bytes = { 0 };
    struct store_error e;
    int bad = find(r, &d, &e);
    if (!bad && !d.has_transcript)
        bad = store_say(&e, STORE_NOT_FOUND, N_("nothing was sent with this dispute"));
    if (!bad)
        bad = store_get(store_of(r), d.transcript, &bytes, &e);
    if (bad)
        return show_store_error(r, a, &e);
    a->type = "application/octet-stream";
    page_bytes(&a->page, bytes.data, bytes.size);
    return 200;
}

/* --- for programs ------------------------------------------------------------------------------------------------ */

static void put_dispute(struct page *p, const struct dispute *d)
{
    page_format(p, "{\"id\":%" PRId64 ",\"match\":%" PRId64 ",\"pair\":%" PRId64 ",\"state\":\"%s\",\"at_ms\":%" PRId64,
                d->id, d->leg, d->pair, dispute_state_names[d->state], d->created_ms);
    page_fill(p, ",\"text\":{j},\"decided_by\":{j},\"decision\":{j}", d->text, d->decided_by, d->decision);
    page_format(p, ",\"again\":%" PRId64 ",\"transcript\":%s", d->again, d->has_transcript ? "true" : "false");
}

static unsigned api_dispute(struct http_request *r, struct http_answer *a)
{
    struct dispute d;
    struct leg l;
    struct person who;
    struct store_error e;
    char text[EVIDENCE_TEXT];
    if (find_all(r, &d, &l, &who, &e))
        return answer_store(a, &e);
    put_dispute(&a->page, &d);
    evidence_text(r, l.replay, text);
    page_fill(&a->page, ",\"by\":{j},\"audit\":{j}", who.name, text);
    if (d.has_transcript) {
        evidence_text(r, d.transcript, text);
        page_fill(&a->page, ",\"audit_transcript\":{j}", text);
    }
    page_put(&a->page, ",\"clocks\":[");
    for (int64_t seat = 0; seat < l.seats && seat < STORE_SEATS; seat++)
        page_format(
            &a->page,
            "%s{\"decisions\":%" PRId64 ",\"used_us\":%" PRId64 ",\"worst_us\":%" PRId64 ",\"faults\":%" PRId64 "}",
            seat ? "," : "", l.seat[seat].decisions, l.seat[seat].used_us, l.seat[seat].worst_us, l.seat[seat].faults);
    return answer_json(a, STORE_OK, "]}\n", &e);
}

/* All for a host, one's own else; the newest first.  *d is the caller's, also on failure. */
static int list(struct http_request *r, struct dispute **d, size_t *n, struct store_error *e)
{
    struct dispute_filter f = { .person = is_host(guest_of(r)) ? 0 : guest_of(r)->person.id,
                                .state = -1,
                                .before = id_query(r, "before") };
    *e = (struct store_error){ .code = STORE_ENVIRONMENT };
    *d = calloc(LISTED, sizeof **d);
    return *d ? store_disputes(store_of(r), &f, *d, LISTED, n, e) : STORE_ENVIRONMENT;
}

static unsigned api_disputes(struct http_request *r, struct http_answer *a)
{
    OWNED struct dispute *d;
    struct store_error e;
    size_t n = 0;
    int bad = list(r, &d, &n, &e);
    for (size_t i = 0; !bad && i < n; i++) {
        page_put(&a->page, i ? ",\n" : "[");
        put_dispute(&a->page, &d[i]);
        page_put(&a->page, "}");
    }
    return answer_list(a, bad, &e);
}

static unsigned page_disputes(struct http_request *r, struct http_answer *a)
{
    OWNED struct dispute *d;
    struct store_error e;
    size_t n = 0;
    int bad = list(r, &d, &n, &e);
    if (!bad) {
        show_head(r, &a->page, TR(r, "Disputes"), NULL);
        page_fill(&a->page, "<p>{}</p>{h}",
                  TR(r, "Who had a bot in a match may say on its page that something is wrong with it; the host "
                        "decides."),
                  n ? "<ul>" : "");
        for (size_t i = 0; i < n; i++)
            page_fill(&a->page, "<li><a href=\"/disputes/{d}\">{d}</a> {h} {t}</li>", d[i].id, d[i].id,
                      say_name(r, dispute_state_names[d[i].state]), d[i].created_ms);
        page_fill(&a->page, n ? "</ul>" : "<p>{}</p>", TR(r, "Nothing here yet."));
    }
    return show_end(r, a, bad, &e);
}

const struct http_route dispute_routes[] = {
    { "GET", "/matches/{}/dispute", page_file, AUTH_AUTHOR, 0 },
    { "POST", "/matches/{}/dispute", do_file, AUTH_AUTHOR | AUTH_TWIN, TRANSCRIPT_MOST },
    { "GET", "/disputes", page_disputes, AUTH_KNOWN, 0 },
    { "GET", "/disputes/{}", page_dispute, AUTH_KNOWN | HTTP_RECORDS, 0 },
    { "POST", "/disputes/{}", do_decide, AUTH_KNOWN | AUTH_TWIN, 0 },
    { "GET", "/disputes/{}/transcript", get_transcript, AUTH_KNOWN | AUTH_TWIN, 0 },
    { "GET", "/api/disputes", api_disputes, AUTH_KNOWN | AUTH_API, 0 },
    { "GET", "/api/disputes/{}", api_dispute, AUTH_KNOWN | AUTH_API | HTTP_RECORDS, 0 },
    { 0 },
};
