/* idle: see idle.h. */
#include "idle.h"

#include <string.h>

#include "text.h"

bool option_idle(const struct rules *r, enum option k, char needs[OPTION_NEEDS])
{
    static const struct {
        uint16_t option, need, value;
        const char *presets;
    } rows[] = {
#define X(id, in, need, value) { OPT_##id, need, value, in },
        OPTIONS_IDLE(X)
#undef X
    };
    char value[OPTION_NEEDS];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool none = rows[i].need == OPT_COUNT;
        if (rows[i].option != k || strchr(rows[i].presets, preset_rows[r->preset].letter) == NULL ||
            (!none && r->opt[rows[i].need] == rows[i].value))
            continue;
        text_set(needs, OPTION_NEEDS, none ? "" : option_rows[rows[i].need].name);
        text_add(needs, OPTION_NEEDS, none ? "" : "=");
        text_add(needs, OPTION_NEEDS, none ? "" : option_value_text(rows[i].need, rows[i].value, value, sizeof value));
        return true;
    }
    return false;
}
