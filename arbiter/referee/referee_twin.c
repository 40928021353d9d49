/* referee_twin: the second leg of a pair.  It deals the primary's hands again: S, M and every cut are the
 * primary's, so nothing is left to be cut, and every hand is fixed, also those the primary never reached. */
#include <stdlib.h>
#include <string.h>

#include "referee_state.h"
#include "cli/say.h"

static uint8_t *cut_at(const struct referee *r, uint32_t table, uint32_t hand, unsigned party)
{
    size_t row = (size_t)table * (r->config.hands_max + 1u) + hand;
    return r->twin_cuts[row * r->parties + party];
}

const uint8_t *twin_cut(const struct referee *r, uint32_t table, uint32_t hand, unsigned party)
{
    return cut_at(r, table, hand, party);
}

/* Every chain of cuts of a table from its top down; false when one does not end at its anchor. */
static bool chains_hold(struct referee *r, uint32_t table, const struct twin *twin, const struct primary *p)
{
    uint32_t top = r->config.hands_max;
    uint8_t id[HASH];
    twin_deal_id(twin, table, id);
    for (unsigned i = 0; i < r->parties; i++) {
        memcpy(cut_at(r, table, top, i), p->top[table * r->parties + i], HASH);
        for (uint32_t h = top; h > 0; h--)
            cut_previous(cut_at(r, table, h - 1, i), cut_at(r, table, h, i), id, i, h);
        if (memcmp(cut_at(r, table, 0, i), twin_anchor(twin, table, i), HASH) != 0)
            return false;
    }
    return true;
}

static bool tables_hold(struct referee *r, const struct twin *twin, const struct primary *p)
{
    bool hold = true;
    for (uint32_t t = 0; t < r->tables && hold; t++)
        hold = chains_hold(r, t, twin, p);
    return hold;
}

int referee_twin(struct referee *r, const struct primary *p, char why[CONTROL_TEXT])
{
    struct twin t;
    const char *wrong = twin_primary(&t, p->open, p->open_size);
    if (wrong == NULL && (t.primary.seats != r->config.seats || t.primary.hands_max != r->config.hands_max ||
                          t.primary.tables != r->tables))
        wrong = "its primary has another number of seats, tables or hands";
    if (wrong == NULL)
        r->twin_cuts = calloc(((size_t)r->config.hands_max + 1) * r->parties * r->tables, HASH);
    if (wrong == NULL && r->twin_cuts == NULL)
        wrong = "out of memory: free some and play again";
    if (wrong == NULL && !tables_hold(r, &t, p))
        wrong = "a chain of cuts of its primary does not end at its anchor";
    if (wrong != NULL)
        return why_not(why, CONTROL_TEXT, "the second leg cannot be dealt: %s", wrong);
    uint8_t twin[TWIN_MAX];
    memcpy(twin, p->signature, SIGNATURE);
    memcpy(twin + SIGNATURE, p->open, p->open_size);
    course_second_leg(r->course, twin, SIGNATURE + p->open_size, &t);
    return 0;
}
