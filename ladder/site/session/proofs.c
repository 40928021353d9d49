/* proofs: taken, once each, and asked for. */
#include "proofs.h"
#include "cli/language.h"

#include <sodium.h>
#include <stdio.h>
#include <time.h>

#include "base/key_proof.h"
#include "forms.h"

const char *own_address(const struct http_request *r)
{
    const char *address = site_of(r)->address;
    return address && *address ? address : http_bound(site_of(r)->http);
}

int proof_taken(struct http_request *r, const char *name, const char *proof, uint8_t key[STORE_KEY],
                struct store_error *e)
{
    uint8_t signature[SIGNATURE];
    char used[80], hex[33];
    int64_t again;
    if (!key_proof_holds(proof, own_address(r), name, (int64_t)time(NULL), key, signature))
        return store_fail(e, STORE_NOT_FOUND,
                          N_("that proof does not hold for this name, now and at %s (the host's `serve --address`): "
                             "make another with `fiel-ladder login --proof`"),
                          own_address(r));
    sodium_bin2hex(hex, sizeof hex, signature, 16);
    snprintf(used, sizeof used, "proof:%s", hex);
    int bad = store_take(store_of(r), used, 1, 2 * KEY_PROOF_S * 1000, &again, e);
    return bad == STORE_STALE
               ? store_say(e, STORE_NOT_FOUND,
                           N_("that proof was used already: make another with `fiel-ladder login --proof`"))
               : bad;
}

void proof_field(struct http_request *r, struct page *p, const char *name, const char *label)
{
    const struct form_field proof = { "proof", label, FIELD_TEXT, "rows=\"4\" maxlength=\"300\"", NULL };
    page_fill(p, "<p>{} <code>fiel-ladder login {} --key NAME.key --server {}://{} --proof</code></p>",
              TR(r, "Have it made at your machine; it is good for five minutes, once:"), name,
              session_is_safe(r) ? "https" : "http", own_address(r));
    form_field(r, p, &proof, NULL);
}
