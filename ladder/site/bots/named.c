/* named: from text to a version, and back. */
#include "named.h"
#include "cli/said.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *label_text(const struct version_label *who, char text[LABEL_TEXT])
{
    snprintf(text, LABEL_TEXT, "%s/%s#%" PRId64, who->author, who->bot_name, who->number);
    return text;
}

static int wrong(struct store_error *e, enum store_code code, const char *text, const char *what)
{
    char said[SAID_TEXT];
    return store_say(e, code, said_put(said, sizeof said, what, "'%.120s': %s", text, what));
}

int version_named(struct store *s, const char *text, int64_t *version, struct store_error *e)
{
    char author[STORE_NAME], name[STORE_NAME];
    const char *slash = strchr(text, '/'), *mark = strrchr(text, '#');
    size_t end = mark ? (size_t)(mark - text) : strlen(text);
    if (!slash || slash == text || slash - text >= STORE_NAME || (size_t)(slash + 1 - text) >= end ||
        end - (size_t)(slash + 1 - text) >= STORE_NAME)
        return wrong(e, STORE_INVALID, text, N_("write a version as AUTHOR/BOT#NUMBER or AUTHOR/BOT"));
    snprintf(author, sizeof author, "%.*s", (int)(slash - text), text);
    snprintf(name, sizeof name, "%.*s", (int)(text + end - slash - 1), slash + 1);
    struct bot b;
    int bad = store_bot_named(s, author, name, &b, e);
    if (bad)
        return bad == STORE_NOT_FOUND ? wrong(e, STORE_NOT_FOUND, text, N_("there is no such bot")) : bad;
    struct version_filter f = { .bot = b.id, .state = mark ? -1 : VERSION_ACTIVE };
    OWNED struct version *list = malloc(256 * sizeof *list);
    size_t n = 0;
    long number = mark ? strtol(mark + 1, NULL, 10) : 0;
    bad = list ? store_versions(s, &f, list, 256, &n, e) : wrong(e, STORE_ENVIRONMENT, text, "no memory");
    *version = 0;
    for (size_t i = 0; !bad && i < n; i++)
        if (!mark || list[i].number == number)
            *version = list[i].id;
    if (!bad && !*version)
        return wrong(e, STORE_NOT_FOUND, text,
                     mark ? N_("the bot has no such version") : N_("no version of it is active"));
    return bad;
}

int team_named(struct store *s, const char *text, int64_t version[STORE_SEATS / 2], struct store_error *e)
{
    char one[2 * STORE_NAME + 16];
    size_t n = 0;
    memset(version, 0, STORE_SEATS / 2 * sizeof *version);
    for (const char *at = text; at; at = strchr(at, '+') ? strchr(at, '+') + 1 : NULL) {
        if (n == STORE_SEATS / 2 || snprintf(one, sizeof one, "%.*s", (int)strcspn(at, "+"), at) >= (int)sizeof one)
            return wrong(e, STORE_INVALID, text, N_("a team has at most four versions"));
        int bad = version_named(s, one, &version[n++], e);
        if (bad)
            return bad;
    }
    return STORE_OK;
}
