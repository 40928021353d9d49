/* answer: see answer.h. */
#include "answer.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "cli/now.h"

/* --- lines --------------------------------------------------------------------------------------------------- */

/* Waits for something to read; false: nothing came in this time. */
static bool readable(const struct line_in *in, int64_t until)
{
    enum { LONGEST_MS = 60000 };
    for (;;) {
        int64_t left = until ? until - now_ms() : 0;
        struct pollfd p = { in->fd, POLLIN, 0 };
        int n = poll(&p, 1, left <= 0 ? 0 : left < LONGEST_MS ? (int)left : LONGEST_MS);
        if (n > 0)
            return true;
        if (left <= 0 && (n == 0 || errno != EINTR))
            return false;
    }
}

enum line_came line_next(struct line_in *in, int64_t until, char **line)
{
    char *end;
    in->size -= in->taken;
    memmove(in->bytes, in->bytes + in->taken, in->size);
    in->taken = 0;
    while (!(end = memchr(in->bytes, '\n', in->size))) {
        if (in->size == sizeof in->bytes)
            return LINE_TOO_LONG;
        if (!readable(in, until))
            return LINE_NONE;
        ssize_t n = read(in->fd, in->bytes + in->size, sizeof in->bytes - in->size);
        if (n == 0 || (n < 0 && errno != EINTR))
            return LINE_END;
        in->size += n > 0 ? (size_t)n : 0;
    }
    *end = '\0';
    *line = strlen(in->bytes) == (size_t)(end - in->bytes) ? in->bytes : end; /* nothing hides behind a NUL */
    in->taken = (size_t)(end - in->bytes) + 1;
    return LINE_CAME;
}

bool line_ended(const struct line_in *in)
{
    struct pollfd p = { in->fd, POLLRDHUP, 0 };
    return poll(&p, 1, 0) > 0 && p.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

/* --- what one says ---------------------------------------------------------------------------------------------- */

/* Each is fine with a member that is not there, and leaves *out as it was then. */
static bool text_member(const json_t *o, const char *key, char *out, size_t room)
{
    const json_t *v = json_object_get(o, key);
    const char *text = json_string_value(v);
    if (v && (!text || strlen(text) >= room))
        return false;
    if (v)
        strcpy(out, text);
    return true;
}

static bool number_member(const json_t *o, const char *key, unsigned most, unsigned *out)
{
    const json_t *v = json_object_get(o, key);
    if (v && (!json_is_integer(v) || json_integer_value(v) < 0 || json_integer_value(v) > (json_int_t)most))
        return false;
    if (v)
        *out = (unsigned)json_integer_value(v);
    return true;
}

static bool random_member(const json_t *o, struct answer *out)
{
    char hex[2 * sizeof out->random + 1] = "";
    if (!text_member(o, "random", hex, sizeof hex))
        return false;
    out->random_given = *hex;
    for (size_t i = 0; *hex && i < sizeof hex - 1; i++) {
        const char *digits = "0123456789abcdef", *d = hex[i] ? strchr(digits, hex[i]) : NULL;
        if (!d)
            return false;
        out->random[i / 2] = (uint8_t)(out->random[i / 2] << 4 | (d - digits));
    }
    return true;
}

static bool signs_member(const json_t *o, struct answer *out)
{
    const json_t *list = json_object_get(o, "signs");
    size_t n = json_array_size(list);
    if (list && (!json_is_array(list) || n > SIGNS_MOST))
        return false;
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(list, i);
        char word[16] = "";
        unsigned to = 0;
        if (!json_is_object(one) || !text_member(one, "sign", word, sizeof word) ||
            !number_member(one, "to", FIEL_SEATS_MAX - 1, &to))
            return false;
        out->sign[out->signs++] = (struct sign){ (uint8_t)sign_parse(word), (uint8_t)to };
    }
    return true;
}

static bool note_member(const json_t *o, struct answer *out)
{
    const json_t *v = json_object_get(o, "note");
    if (json_is_string(v))
        strncpy(out->note, json_string_value(v), LINE_NOTE);
    return !v || json_is_string(v);
}

bool answer_read(const char *line, struct answer *out)
{
    json_auto_t *o = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    memset(out, 0, sizeof *out);
    bool good = json_is_object(o) && text_member(o, "do", out->does, sizeof out->does) &&
                text_member(o, "lang", out->lang, sizeof out->lang) &&
                number_member(o, "request", ~0u, &out->request) && number_member(o, "hint", ~0u, &out->hint) &&
                random_member(o, out) && signs_member(o, out) && note_member(o, out);
    out->leave = good && json_is_true(json_object_get(o, "leave"));
    return good;
}

const struct action *answer_legal(const struct answer *a, const struct open *o, const struct action *legal, int n)
{
    struct action meant;
    if (action_parse(o, a->does, &meant) != RULE_OK)
        return NULL;
    for (int i = 0; i < n; i++)
        if (action_code(legal[i]) == action_code(meant))
            return &legal[i];
    return NULL;
}
