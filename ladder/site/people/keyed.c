/* keyed: proofs taken, once each. */
#include "keyed.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/key_proof.h"
#include "site/session/access_log.h"
#include "site/session/own.h"
#include "people.h"

/* --- proofs ----------------------------------------------------------------------------------------------------- */

/* Not what the request calls it: a ladder that somebody was lured to could bring his proof here and say its own name. */
static const char *own_address(const struct http_request *r)
{
    const char *address = site_of(r)->address;
    return address && *address ? address : http_bound(site_of(r)->http);
}

/* The key of a proof for this name at this ladder, which nobody has seen before. */
static int proved(struct http_request *r, const char *name, const char *proof, uint8_t key[STORE_KEY],
                  struct store_error *e)
{
    uint8_t signature[SIGNATURE];
    char used[80], hex[33];
    int64_t again;
    if (!key_proof_holds(proof, own_address(r), name, (int64_t)time(NULL), key, signature))
        return refuse(
            e, STORE_NOT_FOUND,
            "that proof does not hold for this name here and now: make another with `fiel-ladder login --proof`");
    sodium_bin2hex(hex, sizeof hex, signature, 16);
    snprintf(used, sizeof used, "proof:%s", hex);
    int bad = store_take(store_of(r), used, 1, 2 * KEY_PROOF_S * 1000, &again, e);
    return bad == STORE_STALE ? refuse(e, STORE_NOT_FOUND,
                                       "that proof was used already: make another with `fiel-ladder login --proof`")
                              : bad;
}

int keyed_enter(struct http_request *r, const char *name, const char *proof, struct person *out, struct store_error *e)
{
    uint8_t key[STORE_KEY];
    memset(out, 0, sizeof *out);
    int bad = proved(r, name, proof, key, e);
    if (bad)
        return bad;
    bad = store_person_keyed(store_of(r), key, out, e);
    if (!bad && !out->closed && !strcmp(out->name, name))
        return STORE_OK;
    sodium_memzero(out, sizeof *out);
    return bad && bad != STORE_NOT_FOUND
               ? bad
               : refuse(e, STORE_NOT_FOUND, "that key is not this account's: sign in with the one that is");
}

int keyed_make(struct http_request *r, const char *name, const char *proof, int64_t *id, struct store_error *e)
{
    struct person p = { .role = ROLE_AUTHOR, .has_key = true };
    if (!name_fits(name))
        return refuse(e, STORE_INVALID,
                      "a name has up to 39 letters, digits, '-', '_' and '.', and begins and ends with a letter or "
                      "digit: choose another one");
    strcpy(p.name, name);
    int bad = proved(r, name, proof, p.key, e);
    if (!bad)
        bad = store_person_add(store_of(r), &p, id, e);
    return bad == STORE_EXISTS ? refuse(e, STORE_EXISTS, "that name or key is taken: choose another one") : bad;
}

int confirm_self(struct http_request *r, struct store_error *e)
{
    const struct person *me = &guest_of(r)->person;
    const char *proof = form_text(r, "old_proof");
    struct person who;
    int bad = limit_name(r, me->name, e);
    if (!bad)
        bad = *proof ? keyed_enter(r, me->name, proof, &who, e)
                     : account_enter(store_of(r), me->name, form_text(r, "old"), &who, e);
    if (!bad)
        limit_name_back(r, me->name);
    else if (store_status(e) < 500)
        access_log_refused(r, me->name);
    sodium_memzero(&who, sizeof who);
    return bad;
}

/* --- forms ------------------------------------------------------------------------------------------------------ */

static void put_proof(struct http_request *r, struct page *p, const char *label)
{
    page_fill(p,
              "<p>{} <code>fiel-ladder login NAME --key NAME.key --server {}://{} --proof</code></p>"
              "<p><label>{} <textarea name=\"proof\" rows=\"4\" maxlength=\"300\"></textarea></label></p>",
              tongue(r, "Have it made at your machine; it is good for five minutes, once:",
                     "Hacela en tu máquina; vale cinco minutos, una sola vez:",
                     "Faça-a na sua máquina; vale cinco minutos, uma só vez:"),
              session_is_safe(r) ? "https" : "http", own_address(r), label);
}

void put_confirm(struct http_request *r, struct page *p)
{
    if (*guest_of(r)->person.password)
        page_fill(p,
                  "<p><label>{} <input name=\"old\" type=\"password\" autocomplete=\"current-password\" "
                  "required></label></p>",
                  tongue(r, "password now", "contraseña actual", "senha atual"));
    else
        page_fill(
            p,
            "<p><label>{} <textarea name=\"old_proof\" rows=\"4\" maxlength=\"300\" required></textarea></label></p>",
            tongue(r, "proof of the key now", "prueba de la clave actual", "prova da chave atual"));
}

void put_keyed_enter(struct http_request *r, struct page *p, bool may_sign_up)
{
    page_fill(p, "<details><summary>{}</summary>",
              tongue(r, "With a key instead", "Con una clave, sin contraseña", "Com uma chave, sem senha"));
    form_open(r, p, "/enter", "class=\"enter\"");
    page_fill(p, "<p><label>{} <input name=\"name\" maxlength=\"39\" autocomplete=\"username\" required></label></p>",
              tongue(r, "name", "nombre", "nome"));
    put_proof(r, p, tongue(r, "proof of the key", "prueba de la clave", "prova da chave"));
    page_fill(p, "<p><span><button name=\"what\" value=\"in\">{}</button> ", say(r, WORD_ENTER));
    if (may_sign_up)
        page_fill(p, "<button name=\"what\" value=\"up\">{}</button>",
                  tongue(r, "Sign up", "Registrarse", "Cadastrar-se"));
    page_put(p, "</span></p></form></details>");
}

void put_key(struct http_request *r, struct page *p)
{
    const struct person *me = &guest_of(r)->person;
    page_fill(p, "<h2>{}</h2>", tongue(r, "Key", "Clave", "Chave"));
    if (me->has_key) {
        page_put(p, "<p class=\"facts\"><code>");
        page_hex(p, me->key, STORE_KEY);
        page_put(p, "</code></p>");
    }
    page_fill(p, "<details><summary>{}</summary>",
              me->has_key ? tongue(r, "another key", "otra clave", "outra chave")
                          : tongue(r, "sign in with a key, too", "entrar también con una clave",
                                   "entrar também com uma chave"));
    form_open(r, p, "/me/key", "");
    put_proof(r, p,
              tongue(r, "proof of the new key; empty: none", "prueba de la clave nueva; vacía: ninguna",
                     "prova da chave nova; vazia: nenhuma"));
    put_confirm(r, p);
    page_fill(p, "<p><button>{}</button></p></form></details>", tongue(r, "Take it", "Tomarla", "Usá-la"));
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
        bad = refuse(e, STORE_INVALID, "an account without a password keeps its key: there would be no way in");
    if (!bad && *proof)
        bad = proved(r, me->name, proof, key, e);
    c.key = *proof ? key : NULL;
    if (!bad)
        bad = store_person_change(store_of(r), me->id, &c, me->name, e);
    return bad == STORE_EXISTS ? refuse(e, STORE_EXISTS, "that name or key is taken: choose another one") : bad;
}

static unsigned do_key(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = change_key(r, &e);
    if (is_api(r))
        return bad ? answer_error(a, limit_status(bad, &e), e.text) : answer_id(a, 0);
    if (bad)
        return show_store_error(r, a, &e);
    session_cookie(r, a, "");
    return http_redirect(a, "/enter");
}

const struct http_route key_routes[] = {
    { "POST", "/me/key", do_key, AUTH_KNOWN, 0 },
    { "POST", "/api/me/key", do_key, AUTH_KNOWN | AUTH_API, 0 },
    { 0 },
};
