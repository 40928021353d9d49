/* new_ladder: checked, added, begun. */
#include "new_ladder.h"

#include <stdio.h>
#include <string.h>

#include "rules/position.h"

int ladder_open(struct store *s, const struct ladder *l, const char *actor, int64_t *id, struct store_error *e)
{
    struct event always = { .kind = EVENT_LADDER, .cfg = "{}", .state = EVENT_RUNNING, .rated = true };
    static _Thread_local struct ladder fresh;
    static _Thread_local struct position match;
    char why[RULES_ERROR_TEXT];
    int64_t event;
    if (position_named(&match, l->rules, (int)l->seats, NULL, why)) {
        e->code = STORE_INVALID;
        snprintf(e->text, sizeof e->text, "%s", why);
        return STORE_INVALID;
    }
    fresh = *l;
    if (!*fresh.cfg)
        strcpy(fresh.cfg, "{}");
    int bad = store_ladder_add(s, &fresh, id, e);
    always.ladder = bad ? 0 : *id;
    strcpy(always.name, fresh.name);
    return bad ? bad : store_event_add(s, &always, actor, &event, e);
}
