/* table: the tables as they lie in the tree, in the program itself: a jail shows a bundled bot one file, and nothing is read at a start. */
#include <endian.h>

#include "choice.h"

__asm__(".pushsection .rodata\n.balign 8\nargentino:\n.incbin \"bots/campeon/argentino.tab\"\n"
        "argentino_end:\n.popsection\n");
extern const uint64_t argentino[], argentino_end[];

static const struct {
    const uint64_t *from, *to;
} tables[PRESET_COUNT] = { [PRESET_ARGENTINO] = { argentino, argentino_end } };

uint64_t table_row(unsigned preset, uint64_t key)
{
    const uint64_t *rows = tables[preset].from, mark = choice_mark(key);
    size_t n = (size_t)(tables[preset].to - rows), at = n > 0 ? choice_place(key, n) : 0;
    for (size_t i = 0; i < n; i++, at = at + 1 < n ? at + 1 : 0) {
        uint64_t row = le64toh(rows[at]);
        if (row == 0 || (row & ((1u << MARK_BITS) - 1)) == mark)
            return row;
    }
    return 0;
}
