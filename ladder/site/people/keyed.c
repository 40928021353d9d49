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
    if (!name_fits(name))
        return store_say(
            e, STORE_INVALID,
            N_("a name has up to 39 letters a-z, digits, '-', '_' and '.', and begins and ends with a letter or "
               "digit: choose another one"));
    strcpy(p.name, name);
    int bad = proof_taken(r, name, proof, p.key, e);
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
        bad = *proof ? keyed_enter(r, me->name, proof, &who, e)
                     : account_enter(store_of(r), me->name, form_text(r, "old"), &who, e);
    if (!bad)
        limit_name_back(r, me->name, *proof);
    else if (store_status(e) < 500)
        access_log_refused(r, me->name);
    sodium_memzero(&who, sizeof who);
    return bad;
}

/* --- forms ------------------------------------------------------------------------------------------------------ */

void put_confirm(struct http_request *r, struct page *p)
{
    if (*guest_of(r)->person.password)
        page_fill(p,
                  "<p><label>{} <input name=\"old\" type=\"password\" autocomplete=\"current-password\" "
                  "required></label></p>",
                  TR(r, "password now"));
    else
        page_fill(
            p,
            "<p><label>{} <textarea name=\"old_proof\" rows=\"4\" maxlength=\"300\" required></textarea></label></p>",
            TR(r, "proof of the key now"));
}

void put_keyed_enter(struct http_request *r, struct page *p, bool may_sign_up)
{
    page_fill(p, "<details><summary>{}</summary>", TR(r, "With a key instead"));
    form_open(r, p, "/enter", "class=\"enter\"");
    page_fill(p, "<p><label>{} <input name=\"name\" maxlength=\"39\" autocomplete=\"username\" required></label></p>",
              TR(r, "name"));
    proof_field(r, p, "NAME", TR(r, "proof of the key"));
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
    page_fill(p, "<details><summary>{}</summary>",
              me->has_key ? TR(r, "another key") : TR(r, "sign in with a key, too"));
    form_open(r, p, "/me/key", "");
    proof_field(r, p, "NAME", TR(r, "proof of the new key; empty: none"));
    put_confirm(r, p);
    page_fill(p, "<p><button>{}</button></p></form></details>", TR(r, "Take it"));
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
        bad = store_say(e, STORE_INVALID, N_("an account without a password keeps its key: there would be no way in"));
    if (!bad && *proof)
        bad = proof_taken(r, me->name, proof, key, e);
    c.key = *proof ? key : NULL;
    if (!bad)
        bad = store_person_change(store_of(r), me->id, &c, me->name, e);
    return bad == STORE_EXISTS ? store_say(e, STORE_EXISTS, N_("that name or key is taken: choose another one")) : bad;
}

static unsigned do_key(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = change_key(r, &e);
    if (is_api(r))
        return bad ? answer_error(a, limit_status(bad, &e), store_said(&e)) : answer_id(a, 0);
    if (bad)
        return show_store_error(r, a, &e);
    session_cookie(r, a, "");
    return http_redirect(a, "/enter");
}

const struct http_route key_routes[] = {
    { "POST", "/me/key", do_key, AUTH_KNOWN | HTTP_PASSWORDS, 0 },
    { "POST", "/api/me/key", do_key, AUTH_KNOWN | AUTH_API | HTTP_PASSWORDS, 0 },
    { 0 },
};
