/* client: libcurl underneath, which checks certificates and names. */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/language.h"
#include "cli/say.h"
#include "received.h"

enum { PRINTED = 16, WORD = 1024 };

/* --- fields ---------------------------------------------------------------------------------------------------------- */

static bool put_parts(curl_mime *mime, const struct client_field *f, size_t count)
{
    bool fine = mime;
    for (size_t i = 0; fine && i < count; i++) {
        curl_mimepart *part = curl_mime_addpart(mime);
        fine = part && curl_mime_name(part, f[i].name) == CURLE_OK;
        if (fine && f[i].bytes)
            fine = curl_mime_data(part, f[i].bytes, f[i].size) == CURLE_OK &&
                   curl_mime_filename(part, f[i].value && *f[i].value ? f[i].value : f[i].name) == CURLE_OK;
        else if (fine)
            fine = curl_mime_data(part, f[i].value, CURL_ZERO_TERMINATED) == CURLE_OK;
    }
    return fine;
}

/* --- asking ---------------------------------------------------------------------------------------------------------- */

/* What a server says when it refuses: its own sentence where it sent one. */
static int refused(const struct client *c, const char *path, const struct client_answer *a)
{
    json_auto_t *o = json_loads(a->body ? a->body : "", 0, NULL);
    const char *text = json_word(o, "error");
    int code = a->status >= 500 ? EXIT_ENVIRONMENT : EXIT_USAGE;
    if (c->quiet && code == EXIT_USAGE && a->status != 404)
        return EXIT_NEGATIVE;
    if (a->status == 401 && *c->token)
        cli_fail(code, "%s: the token is not good any more: `fiel-ladder login` gets another one", c->command);
    else if (a->status == 401 && !*text)
        cli_fail(code, "%s: this needs an account: `fiel-ladder login` first", c->command);
    else if (*text)
        cli_fail(code, "%s: %s", c->command, text);
    else
        cli_fail(code, "%s: %s%.100s answered %ld: is it a ladder?", c->command, c->server, path, a->status);
    return code;
}

static int unreached(const struct client *c, CURLcode bad, const char *why)
{
    bool who = bad == CURLE_PEER_FAILED_VERIFICATION || bad == CURLE_SSL_CACERT_BADFILE;
    char text[CLIENT_REFUSAL];
    snprintf(text, sizeof text,
             who ? T("%s is not who it says: %.160s: name its authority with --ca, or another server")
                 : T("%s: %.160s: see that it runs, and that this is its address"),
             c->server, T(received_wrong(bad, why)));
    return cli_fail(EXIT_ENVIRONMENT, "%s: %s", c->command, text);
}

static CURLcode perform(CURL *curl, const struct client_field *f, size_t count)
{
    curl_mime *mime = f ? curl_mime_init(curl) : NULL;
    if (f)
        curl_easy_setopt(curl, CURLOPT_MIMEPOST, mime);
    CURLcode bad = !f || put_parts(mime, f, count) ? curl_easy_perform(curl) : CURLE_OUT_OF_MEMORY;
    curl_mime_free(mime);
    return bad;
}

int client_ask(const struct client *c, const char *path, const struct client_field *fields, size_t count,
               struct client_answer *out)
{
    char url[CLIENT_URL + CLIENT_PATH], line[CLIENT_TOKEN + 32], tongue[32], why[CURL_ERROR_SIZE] = "";
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = NULL;
    struct received got = { .most = CLIENT_MOST };
    *out = (struct client_answer){ 0 };
    snprintf(url, sizeof url, "%s%s", c->server, path);
    snprintf(line, sizeof line, "Authorization: Bearer %s", c->token);
    snprintf(tongue, sizeof tongue, "Accept-Language: %s", language_name(language_spoken()));
    if (*c->token)
        headers = curl_slist_append(headers, line);
    if (!c->json) /* a person reads what it says */
        headers = curl_slist_append(headers, tongue);
    CURLcode bad = CURLE_OUT_OF_MEMORY;
    if (curl && (headers || !*c->token)) {
        received_from(curl, c->server, c->ca, why);
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, &got);
        curl_easy_setopt(curl, CURLOPT_URL, url);
        bad = perform(curl, fields, count);
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &out->status);
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    out->body = got.bytes;
    out->size = got.size;
    int code = bad ? unreached(c, bad, why) : out->status / 100 == 2 ? EXIT_FINE : refused(c, path, out);
    if (code) {
        free(out->body);
        *out = (struct client_answer){ 0 };
    }
    return code;
}

int client_json(const struct client *c, const char *path, const struct client_field *fields, size_t count, json_t **out)
{
    struct client_answer a;
    int code = client_ask(c, path, fields, count, &a);
    *out = code ? NULL : json_loads(a.body ? a.body : "", 0, NULL);
    free(a.body);
    if (!code && !*out)
        return cli_fail(EXIT_ENVIRONMENT, "%s: %s did not answer in JSON: is it a ladder?", c->command, c->server);
    return code;
}

/* --- what is printed -------------------------------------------------------------------------------------------------- */

const char *json_word(const json_t *o, const char *key)
{
    static char kept[PRINTED][WORD];
    static unsigned next;
    char *text = kept[next++ % PRINTED];
    const json_t *v = json_object_get(o, key);
    snprintf(text, WORD, "%s",
             json_is_string(v)  ? json_string_value(v)
             : json_is_true(v)  ? "yes"
             : json_is_false(v) ? "no"
                                : "");
    if (json_is_integer(v))
        snprintf(text, WORD, "%lld", (long long)json_integer_value(v));
    if (json_is_real(v))
        snprintf(text, WORD, "%.2f", json_real_value(v));
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < 32 || *at == 127)
            *at = ' '; /* a terminal obeys what it is sent */
    return text;
}
