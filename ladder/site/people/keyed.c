/* keyed: proofs taken, once each. */
#include "keyed.h"
#include "cli/language.h"

#include <sodium.h>
#include <string.h>

#include "site/session/access_log.h"
#include "site/session/forms.h"
#include "site/session/proofs.h"
#include "people.h"

/* --- accounts ----------------------------------------------------------------------------------------------------------------- */

int keyed_enter(struct http_request *r, const char *name, const char *proof, struct person *out, struct store_error *e)
{
    uint8_t key[STORE_KEY];
    memset(out, 0, sizeof *out);
    int bad = proof_taken(r, name, proof, key, e);
    if (bad)
        return bad;
    bad = store_person_keyed(store_of(r), key, out, e);
    if (!bad && !out->closed && !strcmp(out->name, name))
        return STORE_OK;
    sodium_memzero(out, sizeof *out);
    return bad && bad != STORE_NOT_FOUND
               ? bad
               : store_say(e, STORE_NOT_FOUND, N_("that key is not this account's: sign in with the one that is"));
}

int keyed_make(struct http_request *r, const char *name, const char *proof, int64_t *id, struct store_error *e)
{
    struct person p = { .role = ROLE_AUTHOR, .has_key = true };
    int bad = account_fill(&p, name, NULL, e);
    if (!bad)
        bad = proof_taken(r, name, proof, p.key, e);
    if (!bad)
        bad = store_person_add(store_of(r), &p, id, e);
    return bad == STORE_EXISTS ? store_say(e, STORE_EXISTS, N_("that name or key is taken: choose another one")) : bad;
}

int confirm_self(struct http_request *r, struct store_error *e)
{
    const struct person *me = &guest_of(r)->person;
    const char *proof = form_text(r, "old_proof");
    struct person who;
    int bad = limit_name(r, me->name, *proof, e);
    if (!bad)
        bad = wrong_at(r, *me->password ? "old" : "old_proof",
                       *proof ? keyed_enter(r, me->name, proof, &who, e)
                              : account_enter(store_of(r), me->name, form_text(r, "old"), &who, e));
    if (!bad)
        limit_name_back(r, me->name, *proof);
    else if (store_status(e) < 500)
        sign_in_failed(r, me->name);
    sodium_memzero(&who, sizeof who);
    return bad;
}

/* --- forms ------------------------------------------------------------------------------------------------------ */

void put_confirm(struct http_request *r, struct page *p)
{
    static const struct form_field old[] = {
        { "old_proof", N_("proof of the key now"), FIELD_TEXT, "rows=\"4\" maxlength=\"300\" required", NULL },
        { "old", N_("password now"), FIELD_SECRET, "autocomplete=\"current-password\" required", NULL },
    };
    form_field(r, p, &old[*guest_of(r)->person.password != '\0'], NULL);
}

void put_keyed_enter(struct http_request *r, struct page *p, bool may_sign_up)
{
    page_fill(p, "<details{h}><summary>{}</summary>", http_form(r, "proof") ? " open" : NULL,
              TR(r, "With a key instead"));
    form_open(r, p, "/enter", "class=\"enter\"");
    form_is(r, http_form(r, "proof"));
    form_field(r, p, &form_name, NULL);
    proof_field(r, p, "NAME", N_("proof of the key"));
    page_fill(p, "<p><span><button name=\"what\" value=\"in\">{}</button> ", TR(r, "Sign in"));
    if (may_sign_up)
        page_fill(p, "<button name=\"what\" value=\"up\">{}</button>", TR(r, "Sign up"));
    page_put(p, "</span></p></form></details>");
}

void put_key(struct http_request *r, struct page *p)
{
    const struct person *me = &guest_of(r)->person;
    page_fill(p, "<h2>{}</h2>", TR(r, "Key"));
    if (me->has_key) {
        page_put(p, "<p class=\"facts\"><code>");
        page_hex(p, me->key, STORE_KEY);
        page_put(p, "</code></p>");
    }
    page_fill(p, "<details{h}><summary>{}</summary>", guest_of(r)->refused && http_form(r, "proof") ? " open" : NULL,
              me->has_key ? TR(r, "another key") : TR(r, "sign in with a key, too"));
    form_open(r, p, "/me/key", "");
    proof_field(r, p, "NAME", N_("proof of the new key; empty: none"));
    put_confirm(r, p);
    form_close(p, NULL, TR(r, "Take it"));
    page_put(p, "</details>");
}

/* --- one's own key ----------------------------------------------------------------------------------------------- */

/* Another key for the account of who asks; a proof that is empty takes the key away from one that has a password.  Every session
 * ends. */
static int change_key(struct http_request *r, struct store_error *e)
{
    const struct person *me = &guest_of(r)->person;
    uint8_t key[STORE_KEY];
    struct person_change c = { .sets_key = true };
    const char *proof = form_text(r, "proof");
    int bad = confirm_self(r, e);
    if (!bad && !*proof && !*me->password)
        bad = wrong_say(r, "proof", e, N_("an account without a password keeps its key: there would be no way in"));
    if (!bad && *proof)
        bad = wrong_at(r, "proof", proof_taken(r, me->name, proof, key, e));
    c.key = *proof ? key : NULL;
    if (!bad)
        bad = wrong_at(r, "proof", store_person_change(store_of(r), me->id, &c, me->name, e));
    return bad == STORE_EXISTS ? store_say(e, STORE_EXISTS, N_("that name or key is taken: choose another one")) : bad;
}

static unsigned do_key(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = change_key(r, &e);
    if (!bad && !is_api(r))
        session_cookie(r, a, "");
    return form_done(r, a, bad ? limit_status(bad, &e) : 0, &e, 0, page_me, "/enter");
}

const struct http_route key_routes[] = {
    { "POST", "/me/key", do_key, AUTH_KNOWN | HTTP_PASSWORDS | AUTH_TWIN, 0 },
    { 0 },
};
