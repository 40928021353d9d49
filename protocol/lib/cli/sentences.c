/* sentences: see sentences.h. */
#include "sentences.h"

#include <stdbool.h>
#include <string.h>

enum { HOLES = 6, DEEP = 8 };

/* What a `*` or a `~` stands for. */
struct hole {
    const char *text;
    size_t size;
    bool own; /* somebody's own words */
};

/* Each hole is as short as it can be, and not empty. */
static bool fits(const char *pattern, const char *text, const char *end, struct hole *hole)
{
    size_t same = strcspn(pattern, "*~");
    if ((size_t)(end - text) < same || memcmp(pattern, text, same) != 0)
        return false;
    pattern += same;
    text += same;
    if (!*pattern)
        return text == end;
    for (const char *at = text + 1; at <= end; at++)
        if (fits(pattern + 1, at, end, hole + 1)) {
            *hole = (struct hole){ text, (size_t)(at - text), *pattern == '~' };
            return true;
        }
    return false;
}

struct putting {
    char *to, *end; /* of the room */
    enum language language;
    const struct sentences *known;
};

static void put_bytes(struct putting *p, const char *text, size_t size)
{
    size_t room = (size_t)(p->end - p->to);
    size = size < room ? size : room;
    memcpy(p->to, text, size);
    p->to += size;
}

static void put(struct putting *p, const char *text, size_t size, unsigned deep);

static void put_own(struct putting *p, const char *text, size_t size, unsigned deep)
{
    (void)deep;
    put_bytes(p, text, size);
}

static void put_translation(struct putting *p, const char *translation, const struct hole *hole, unsigned deep)
{
    for (const char *at = translation; *at; at++)
        if (*at == '$' && at[1] >= '1' && at[1] < '1' + HOLES) {
            const struct hole *h = &hole[*++at - '1'];
            (h->own ? put_own : put)(p, h->text, h->size, deep + 1);
        } else {
            put_bytes(p, at, 1);
        }
}

static const char *word_of(const struct putting *p, const char *text, size_t size)
{
    char word[160];
    if (size >= sizeof word || !p->known->word)
        return NULL;
    memcpy(word, text, size);
    word[size] = '\0';
    return p->known->word(word, p->language);
}

/* The row of those with somebody's own words, or of the others, that the text fits; NULL: there is none. */
static const struct sentence *row_of(const struct sentences *known, bool own, const char *text, size_t size,
                                     struct hole *hole)
{
    for (size_t i = 0; i < known->count; i++) {
        const char *pattern = known->list[i].in[ENGLISH];
        if ((strchr(pattern, '~') != NULL) == own && fits(pattern, text, text + size, hole))
            return &known->list[i];
    }
    return NULL;
}

static void put(struct putting *p, const char *text, size_t size, unsigned deep)
{
    const char *word = deep ? word_of(p, text, size) : NULL;
    struct hole hole[HOLES + 1];
    const struct sentence *row = NULL;
    if (!word && deep < DEEP)
        row = row_of(p->known, true, text, size, hole);
    if (!word && deep < DEEP && row == NULL)
        row = row_of(p->known, false, text, size, hole);
    if (row != NULL)
        put_translation(p, row->in[p->language], hole, deep);
    else
        put_bytes(p, word ? word : text, word ? strlen(word) : size);
}

/* A text that was cut ends with a whole character. */
static char *cut_end(const char *begin, char *end)
{
    char *at = end;
    while (at > begin && ((unsigned char)at[-1] & 0xc0) == 0x80)
        at--;
    if (at == begin || (unsigned char)at[-1] < 0x80)
        return end;
    unsigned char first = (unsigned char)at[-1];
    long whole = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    return end - (at - 1) < whole ? at - 1 : end;
}

char *sentence_say(char *out, size_t cap, const char *english, enum language l, const struct sentences *known)
{
    struct putting p = { .to = out, .end = out + cap - 1, .language = l, .known = known };
    if (l == ENGLISH)
        put_bytes(&p, english, strlen(english));
    else
        put(&p, english, strlen(english), 0);
    *(p.to == p.end ? cut_end(out, p.to) : p.to) = '\0';
    return out;
}
