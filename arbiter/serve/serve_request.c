/* serve_request: one request as it came: who asks, what is in it, and the refusal.
 *
 * A request is one frame, a JSON object of at most 64 KiB. */
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include "serve.h"

json_t *request_sorry(const char *format, ...)
{
    char why[2 * ORDER_WHY];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    json_t *text = json_string(why); /* NULL where a cut fell into a character */
    return json_pack("{s:b,s:o}", "ok", 0, "error", text ? text : json_string("not understood: see CONTROL.md"));
}

json_t *request_asker(struct request *r, zmq_msg_t *part)
{
    const struct control_line *l = r->line;
    uint8_t user[CURVE_KEY];
    const struct binding *b = auth_who(l->auth, part, user) ? allow_find(&l->who, user) : NULL;
    if (!b)
        return request_sorry("this key is no %s's any more: its binding was taken from the %ss folder",
                             l->only_reads ? "reader" : "operator", l->only_reads ? "reader" : "operator");
    if (binding_expired(b, (uint64_t)time(NULL)))
        return request_sorry(
            "the binding of %.60s has run out: make another with `fiel keys bind` and give it to the host", b->name);
    strcpy(r->who, b->name);
    return NULL;
}

json_t *request_body(struct request *r, zmq_msg_t *part)
{
    json_error_t at;
    if (zmq_msg_size(part) <= REQUEST_MOST)
        r->body = json_loadb(zmq_msg_data(part), zmq_msg_size(part), JSON_REJECT_DUPLICATES, &at);
    else
        snprintf(at.text, sizeof at.text, "more than %d bytes", REQUEST_MOST);
    if (!json_is_object(r->body))
        return request_sorry("a request is one JSON object of at most %d bytes: %.160s", REQUEST_MOST,
                             r->body ? "this is another value" : at.text);
    r->tag = json_object_get(r->body, "tag");
    if (!r->tag || json_is_integer(r->tag) || (json_is_string(r->tag) && json_string_length(r->tag) < TAG_TEXT))
        return NULL;
    r->tag = NULL;
    return request_sorry("tag is neither a whole number nor a text of at most %d bytes", TAG_TEXT - 1);
}

bool request_number(const struct request *r, const char *key, json_int_t least, uint64_t *out, json_t **wrong)
{
    json_t *v = json_object_get(r->body, key);
    if (json_is_integer(v) && json_integer_value(v) >= least) {
        *out = (uint64_t)json_integer_value(v);
        return true;
    }
    *wrong = request_sorry("%s: a whole number from %lld on is missing", key, (long long)least);
    return false;
}
