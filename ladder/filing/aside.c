/* aside: papers lie one behind the other in a file of the memory. */
#include "aside.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "child/reader.h"
#include "record/whole.h"

enum { ORDER_MOST = 48 << 10 };

struct asked {
    aside_look *look;
    size_t papers, size[ASIDE_PAPERS];
    bool there[ASIDE_PAPERS];
    _Alignas(max_align_t) char order[ORDER_MOST];
};

/* --- in the child ----------------------------------------------------------------------------------------------- */

static void look(int to, int from, const void *order)
{
    const struct asked *k = order;
    struct paper paper[ASIDE_PAPERS];
    struct aside a = { .paper = paper, .order = k->order, .to = to };
    size_t all = 0;
    for (size_t i = 0; i < k->papers; i++)
        all += k->size[i];
    const char *at = all ? mmap(NULL, all, PROT_READ, MAP_PRIVATE, from, 0) : "";
    if (at == MAP_FAILED)
        return;
    for (size_t i = 0; i < k->papers; at += k->size[i++])
        paper[i] = (struct paper){ k->there[i] ? at : NULL, k->size[i] };
    k->look(&a);
}

void aside_tell(const struct aside *a, const void *answer, size_t size) { (void)reader_tell(a->to, answer, size); }

void aside_tell_text(const struct aside *a, const char *text, size_t size)
{
    uint32_t told = size <= ASIDE_TEXT_MOST ? (uint32_t)size : 0;
    if (reader_tell(a->to, &told, sizeof told))
        (void)reader_tell(a->to, text, told);
}

/* --- and here --------------------------------------------------------------------------------------------------- */

static int lay(const struct paper *paper, size_t papers)
{
    int fd = memfd_create("papers", MFD_CLOEXEC);
    for (size_t i = 0; i < papers && fd >= 0; i++)
        if (paper[i].bytes && write_whole(fd, paper[i].bytes, paper[i].size) < paper[i].size) {
            close(fd);
            fd = -1;
        }
    return fd;
}

static bool start(struct reader_child *r, const struct aside_ask *ask)
{
    static _Thread_local struct asked k;
    assert(ask->order_size <= ORDER_MOST && ask->papers <= ASIDE_PAPERS);
    k.look = ask->look;
    k.papers = ask->papers;
    for (size_t i = 0; i < k.papers; i++) {
        k.there[i] = ask->paper[i].bytes;
        k.size[i] = k.there[i] ? ask->paper[i].size : 0;
    }
    if (ask->order_size)
        memcpy(k.order, ask->order, ask->order_size);
    struct reader_job job = { .read = look,
                              .order = &k,
                              .order_size = offsetof(struct asked, order) + ask->order_size,
                              .from = k.papers ? lay(ask->paper, k.papers) : -1 };
    bool fine = (!k.papers || job.from >= 0) && reader_start(r, &job);
    if (job.from >= 0)
        close(job.from);
    memset(k.order, 0, ask->order_size);
    return fine;
}

/* NULL: there is none. */
static char *hear_text(struct reader_child *r)
{
    uint32_t size = 0;
    char *text = reader_hear(r, &size, sizeof size) && size <= ASIDE_TEXT_MOST ? malloc(size + 1u) : NULL;
    if (text && reader_hear(r, text, size)) {
        text[size] = '\0';
        return text;
    }
    free(text);
    return NULL;
}

bool aside(const struct aside_ask *k, void *answer, size_t size, char **text)
{
    struct reader_child r;
    if (text)
        *text = NULL;
    if (!start(&r, k))
        return false;
    bool heard = reader_hear(&r, answer, size) && (!text || (*text = hear_text(&r)));
    return reader_end(&r) && heard;
}
