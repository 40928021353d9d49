/* serve_allow: an operator brings a remote bot's binding, where [control] bindings allows it: a ladder does for the bots
 * that its authors register. */
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/durable.h"
#include "cli/path.h"
#include "serve.h"

static bool same_binding(const struct binding *a, const struct binding *b)
{
    return !strcmp(a->name, b->name) && !memcmp(a->key, b->key, KEY_PUBLIC) &&
           !memcmp(a->curve, b->curve, sizeof a->curve) && a->not_after == b->not_after;
}

/* Another bot that has something which must be one bot's alone; NULL: none. */
static const struct binding *in_the_way(const struct allow_list *l, const struct binding *b)
{
    for (size_t i = 0; i < l->count; i++) {
        const struct binding *x = &l->entry[i];
        bool key = !memcmp(x->key, b->key, KEY_PUBLIC), name = !strcmp(x->name, b->name);
        if (key != name || (!key && !memcmp(x->curve, b->curve, sizeof b->curve)))
            return x;
    }
    return NULL;
}

/* NAME.pub, unless another bot's binding lies under that name. */
static json_t *keep(struct serve *s, const struct binding *b)
{
    char path[CONTROL_PATH], text[BINDING_TEXT], why[BINDING_WHY];
    struct binding there;
    path_of(path, sizeof path, "%s/%s.pub", s->config.allow, b->name);
    if (!access(path, F_OK) && (binding_read(path, &there, why) || memcmp(there.key, b->key, KEY_PUBLIC)))
        return request_sorry("allow: the file %.60s.pub is another's: the host has to look at the allow folder",
                             b->name);
    if (durable_write(path, text, binding_text(b, text), 0644))
        return request_sorry("allow: the binding cannot be kept: %s", strerror(errno));
    return serve_reload(s)
               ? request_sorry("allow: it is kept, but something else in the lists is wrong: see the log of the daemon")
               : NULL;
}

json_t *allow_answer(struct serve *s, struct request *r)
{
    const json_t *v = json_object_get(r->body, "binding");
    const char *text = json_string_value(v);
    char why[BINDING_WHY];
    struct binding b;
    if (!s->config.bindings)
        return request_sorry(
            "allow: this arbiter's list is its host's alone: he puts NAME.pub there, or sets [control] bindings = yes");
    if (!text || binding_parse(text, json_string_length(v), &b, why))
        return request_sorry("allow: %s", text ? why : "binding: the text of a NAME.pub is missing");
    if (binding_expired(&b, (uint64_t)time(NULL)))
        return request_sorry("allow: the binding of %s has run out: its owner makes another with `fiel keys bind`",
                             b.name);
    const struct binding *there = allow_find(&s->bots, b.key), *other = in_the_way(&s->bots, &b);
    if (other)
        return request_sorry("allow: %s: its name or one of its keys is that of %s already: take another", b.name,
                             other->name);
    if (!there || !same_binding(there, &b)) {
        json_t *wrong = keep(s, &b);
        if (wrong)
            return wrong;
        serve_log(LOG_INFO, "bot-allowed", "{s:s,s:s}", "operator", r->who, "bot", b.name);
    }
    return json_pack("{s:b,s:s}", "ok", 1, "bot", b.name);
}
