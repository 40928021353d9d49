/* printed: what something prints, as a text that is good until eight more were printed. */
#ifndef TESTS_PRINTED_H
#define TESTS_PRINTED_H

#include "test.h"

static struct printing {
    FILE *out;
    char *text;
    size_t size;
} printing[8], *printed;

static inline struct printing *printing_by(const struct printing *p, int step)
{
    return &printing[(unsigned)(p - printing + step) % 8];
}

/* One may begin while another goes on. */
static inline FILE *print_begin(void)
{
    do
        printed = printing_by(printed ? printed : printing, 1);
    while (printed->out);
    free(printed->text);
    printed->out = open_memstream(&printed->text, &printed->size);
    assert_non_null(printed->out);
    return printed->out;
}

/* Of the one that began last. */
static inline char *print_end(void)
{
    struct printing *p = printed;
    while (!p->out)
        p = printing_by(p, -1);
    assert_int_equal(fclose(p->out), 0);
    p->out = NULL;
    return p->text;
}

#endif
