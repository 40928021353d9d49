/* archive: what zstd packed, unpacked by a child, piece by piece, into one block that grows, and no further than it may; and what is compact, whose
 * gaps it fills. */
#include "archive/archive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "child/reader.h"
#include "archive/compact.h"

enum {
    FIRST_ROOM = 1 << 16,
    PIECE = 1 << 16,
    KEEP_LEVEL =
        9, /* of zstd: milliseconds for a record of 100 kB; 19 takes more than ten times as long and saves 8 % */
    KEEP_WINDOW_LEAST = 10,
    KEEP_WINDOW = 22, /* that level's own for what is long */
};

/* How it went, which a child tells as well. */
enum went {
    FINE,
    CUT_SHORT,
    DAMAGED,
    TOO_LONG,
    OTHER_FORM,
    ANOTHER,
    TOO_MUCH,
    NO_MEMORY,
    LIMITED,
    NOT_STARTED,
    NOT_HELD
};
static const char *const sentence[] = {
    [CUT_SHORT] = "it is cut short in what zstd packed",
    [DAMAGED] = "it is damaged in what zstd packed",
    [TOO_LONG] = "it unpacks to more bytes than a record may have",
    [OTHER_FORM] = "it is kept in a form of another version than 1",
    [ANOTHER] = "what is kept in it does not have the hash that it names",
    [TOO_MUCH] = "it takes more than 128 MiB or 20 seconds to unpack it",
    [NO_MEMORY] = "there is not enough memory to unpack it",
    [LIMITED] = "it is larger than a file may be here: raise the limit (ulimit -f)",
    [NOT_STARTED] = "no process can be started that unpacks it",
    [NOT_HELD] = "nothing packed is read here: this system has no filter of system calls (seccomp) for its reader",
};

/* --- where unpacked bytes go --------------------------------------------------------------------------------- */

struct block {
    uint8_t *bytes;
    size_t size, room, most;
    enum went went;
};

/* Room for so many bytes more. */
static bool grow(struct block *b, size_t more)
{
    if (more > b->most - b->size) {
        b->went = TOO_LONG;
        return false;
    }
    if (more <= b->room - b->size)
        return true;
    size_t room = b->room ? 2 * b->room : FIRST_ROOM;
    room = room < b->size + more ? b->size + more : room;
    room = room < b->most ? room : b->most;
    uint8_t *bytes = realloc(b->bytes, room);
    if (!bytes) {
        b->went = NO_MEMORY;
        return false;
    }
    b->bytes = bytes;
    b->room = room;
    return true;
}

static bool put_in_block(void *to, const void *bytes, size_t size)
{
    struct block *b = to;
    if (!grow(b, size))
        return false;
    if (size)
        memcpy(b->bytes + b->size, bytes, size);
    b->size += size;
    return true;
}

/* --- unpacking ----------------------------------------------------------------------------------------------- */

/* What is packed, from memory, or a piece at a time from a descriptor. */
struct stream {
    ZSTD_DStream *d;
    ZSTD_inBuffer in;
    size_t left; /* behind it, `from` which it comes */
    int from;
    bool over;
    enum went went;
    uint8_t piece[PIECE];
};

static bool refill(struct stream *s)
{
    if (s->in.pos < s->in.size || !s->left)
        return true;
    ssize_t n = read(s->from, s->piece, s->left < PIECE ? s->left : PIECE);
    if (n > 0) {
        s->in = (ZSTD_inBuffer){ s->piece, (size_t)n, 0 };
        s->left -= (size_t)n;
    }
    return n > 0;
}

/* Some bytes; 0: it is over, or did not go well. */
static size_t pull(struct stream *s, void *to, size_t room)
{
    ZSTD_outBuffer out = { to, room, 0 };
    while (!out.pos && !s->over && s->went == FINE) {
        size_t left = refill(s) ? ZSTD_decompressStream(s->d, &out, &s->in) : 0;
        bool all = s->in.pos == s->in.size && !s->left;
        if (ZSTD_isError(left)) {
            ZSTD_ErrorCode code = ZSTD_getErrorCode(left);
            bool memory = code == ZSTD_error_memory_allocation || code == ZSTD_error_frameParameter_windowTooLarge;
            s->went = memory ? TOO_MUCH : DAMAGED;
        } else if (all) {
            s->over = left == 0;
            s->went = left > 0 && out.pos < out.size ? CUT_SHORT : FINE;
        }
    }
    return s->went == FINE ? out.pos : 0;
}

static bool take_from_stream(void *from, void *bytes, size_t size)
{
    struct stream *s = from;
    uint8_t *at = bytes;
    for (size_t n; size > 0; at += n, size -= n)
        if ((n = pull(s, at, size)) == 0) {
            s->went = s->went == FINE ? DAMAGED : s->went;
            return false;
        }
    return true;
}

/* All frames that the bytes hold. */
static enum went unpack_plain(struct stream *s, size_t most, const struct compact_put *to)
{
    uint8_t piece[PIECE];
    unsigned long long told = ZSTD_getFrameContentSize(s->in.src, s->in.size);
    if (told != ZSTD_CONTENTSIZE_UNKNOWN && told != ZSTD_CONTENTSIZE_ERROR && told > most)
        return TOO_LONG;
    size_t n, all = 0;
    while ((n = pull(s, piece, PIECE)) > 0) {
        if ((all += n) > most)
            return TOO_LONG;
        if (!to->put(to->to, piece, n))
            return NO_MEMORY;
    }
    return s->went;
}

static bool begins_kept(const uint8_t *bytes, size_t size)
{
    return size >= COMPACT_MAGIC_SIZE && !memcmp(bytes, COMPACT_NAME, COMPACT_MAGIC_SIZE - 1);
}

static enum went unpack_compact(struct stream *s, size_t most, const struct compact_put *to)
{
    static const enum went went[] = { [COMPACT_RESTORED] = FINE,
                                      [COMPACT_NOT_PUT] = NO_MEMORY,
                                      [COMPACT_NO_MEMORY] = TOO_MUCH,
                                      [COMPACT_DAMAGED] = DAMAGED };
    const uint8_t *compact = s->in.src;
    uint8_t behind;
    if (memcmp(compact, COMPACT_MAGIC, COMPACT_MAGIC_SIZE) != 0)
        return OTHER_FORM;
    if (s->in.size < COMPACT_HEAD)
        return CUT_SHORT;
    uint64_t told = 0;
    for (unsigned i = 0; i < 8; i++)
        told = told << 8 | compact[COMPACT_MAGIC_SIZE + i];
    if (told > most)
        return TOO_LONG;
    s->in.src = compact + COMPACT_HEAD;
    s->in.size -= COMPACT_HEAD;
    enum compact_end end = compact_restore(&(struct compact_take){ take_from_stream, s }, (size_t)told, to);
    if (end == COMPACT_NOT_TAKEN)
        return s->went;
    if (end == COMPACT_RESTORED && pull(s, &behind, 1))
        return DAMAGED;
    return end == COMPACT_RESTORED ? s->went : went[end];
}

/* Of bytes in memory, or so many that come from a descriptor. */
static enum went unpack(const void *packed, size_t size, int from, size_t most, const struct compact_put *to)
{
    struct stream s = {
        .d = ZSTD_createDStream(), .in = { packed, packed ? size : 0, 0 }, .left = packed ? 0 : size, .from = from
    };
    enum went went = !s.d || !refill(&s)                ? TOO_MUCH
                     : begins_kept(s.in.src, s.in.size) ? unpack_compact(&s, most, to)
                                                        : unpack_plain(&s, most, to);
    ZSTD_freeDStream(s.d);
    return went;
}

/* The hash of what was compact is looked at here, wherever it was unpacked. */
static int loaded(struct replay *r, struct block *b, enum went went, const uint8_t *packed, size_t size,
                  const char **why)
{
    uint8_t found[HASH];
    *r = (struct replay){ 0 };
    if (went == FINE)
        went = grow(b, 0) && b->bytes ? FINE : b->went;
    if (went == FINE && begins_kept(packed, size)) {
        hash_bytes(found, b->bytes, b->size);
        went = memcmp(found, packed + COMPACT_HEAD - HASH, HASH) ? ANOTHER : FINE;
    }
    *why = sentence[went];
    if (went != FINE) {
        free(b->bytes);
        return went < NO_MEMORY ? -1 : ARCHIVED_NOT_HERE;
    }
    replay_over(r, b->bytes, b->size);
    r->heap = b->bytes;
    return 0;
}

int archived_unpack_here(struct replay *r, const void *packed, size_t size, size_t most, const char **why)
{
    struct block b = { .most = most };
    enum went went = unpack(packed, size, -1, most, &(struct compact_put){ put_in_block, &b });
    return loaded(r, &b, went == NO_MEMORY && b.went != FINE ? b.went : went, packed, size, why);
}

/* --- by a child ---------------------------------------------------------------------------------------------- */

/* What it is to do with the bytes that it reads from, and where the pieces go that come of it: of each so many bytes, and then its bytes; none
 * is the end, behind which an enum went is told. */
struct task {
    size_t size, most;
    enum went (*work)(const struct task *t, int from, const struct compact_put *to);
};

/* Where a limit on files (ulimit -f) is lower than the bytes are many, they cannot go by a file: a child that is forked from here has them,
 * one of a room has not (reader.h). */
static _Thread_local const void *handed;

static bool fits_file(size_t size)
{
    struct rlimit most;
    return getrlimit(RLIMIT_FSIZE, &most) || size <= most.rlim_cur;
}

static bool tell_piece(void *to, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (uint32_t n; size > 0; at += n, size -= n) {
        n = (uint32_t)(size < PIECE ? size : PIECE);
        if (!reader_tell(*(int *)to, &n, sizeof n) || !reader_tell(*(int *)to, at, n))
            return false;
    }
    return true;
}

static void in_child(int to, int from, const void *order)
{
    const struct task *t = order;
    uint32_t end[2] = { 0, t->work(t, from, &(struct compact_put){ tell_piece, &to }) };
    reader_tell(to, end, sizeof end);
}

static enum went hear(struct reader_child *r, struct block *b)
{
    uint32_t n, went;
    while (reader_hear(r, &n, sizeof n) && n > 0) {
        if (n > PIECE || !grow(b, n))
            return n > PIECE ? DAMAGED : b->went;
        if (!reader_hear(r, b->bytes + b->size, n))
            return TOO_MUCH;
        b->size += n;
        n = 1;
    }
    return n == 0 && reader_hear(r, &went, sizeof went) && went < NOT_STARTED ? went : TOO_MUCH;
}

static enum went by_child(const struct task *t, const void *bytes, struct block *b)
{
    bool file = fits_file(t->size);
    const struct reader_job job = { in_child, t, sizeof *t, .from = file ? reader_bytes(bytes, t->size) : -1 };
    struct reader_child r;
    *b = (struct block){ .most = t->most };
    handed = bytes;
    bool started = (job.from >= 0 || !file) && reader_start(&r, &job);
    handed = NULL;
    if (job.from >= 0)
        close(job.from);
    enum went went = started ? hear(&r, b) : NOT_STARTED;
    return started && !reader_end(&r) ? NOT_HELD : went;
}

static enum went unpack_task(const struct task *t, int from, const struct compact_put *to)
{
    return from >= 0 || handed ? unpack(from >= 0 ? NULL : handed, t->size, from, t->most, to) : LIMITED;
}

int archived_unpack(struct replay *r, const void *packed, size_t size, size_t most, const char **why)
{
    struct block b;
    enum went went = by_child(&(struct task){ size, most, unpack_task }, packed, &b);
    return loaded(r, &b, went, packed, size, why);
}

bool archived_packed(const struct replay *r)
{
    static const uint8_t begins[] = { ZSTD_MAGICNUMBER & 255, ZSTD_MAGICNUMBER >> 8 & 255, ZSTD_MAGICNUMBER >> 16 & 255,
                                      ZSTD_MAGICNUMBER >> 24 & 255 };
    return begins_kept(r->bytes, r->size) || (r->size >= sizeof begins && !memcmp(r->bytes, begins, sizeof begins));
}

bool archived_compact(const struct replay *r) { return begins_kept(r->bytes, r->size); }

size_t archived_most(size_t packed)
{
    const size_t free_of_charge = 1 << 20, times = 100;
    return packed < (ARCHIVED_MOST - free_of_charge) / times ? free_of_charge + times * packed : ARCHIVED_MOST;
}

int archived_load(struct replay *r, const char *path, const char **why)
{
    if (replay_load(r, path)) {
        *why = strerror(errno);
        return -1;
    }
    if (!archived_packed(r))
        return 0;
    struct replay packed = *r;
    int rc = archived_unpack(r, packed.bytes, packed.size, archived_most(packed.size), why);
    replay_unload(&packed);
    return rc;
}

/* --- keeping ------------------------------------------------------------------------------------------------- */

struct packing {
    ZSTD_CCtx *c;
    const struct compact_put *to;
};

static bool pack(struct packing *p, const void *bytes, size_t size, ZSTD_EndDirective how)
{
    uint8_t piece[PIECE];
    ZSTD_inBuffer in = { bytes, size, 0 };
    size_t left = 1;
    while (left > 0) {
        ZSTD_outBuffer out = { piece, PIECE, 0 };
        left = ZSTD_compressStream2(p->c, &out, &in, how);
        if (ZSTD_isError(left) || !p->to->put(p->to->to, piece, out.pos))
            return false;
        if (how == ZSTD_e_continue && in.pos == in.size)
            return true;
    }
    return true;
}

static bool put_in_pack(void *to, const void *bytes, size_t size) { return pack(to, bytes, size, ZSTD_e_continue); }

/* As wide as what is packed, for zstd's tables grow with it, and clearing them would cost more than all else. */
static bool set_packing(ZSTD_CCtx *c, size_t most)
{
    int window = KEEP_WINDOW_LEAST;
    while (window < KEEP_WINDOW && most >> window > 0)
        window++;
    return !ZSTD_isError(ZSTD_CCtx_setParameter(c, ZSTD_c_compressionLevel, KEEP_LEVEL)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(c, ZSTD_c_windowLog, window)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(c, ZSTD_c_hashLog, window)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(c, ZSTD_c_chainLog, window));
}

static enum went keep_task(const struct task *t, int from, const struct compact_put *to)
{
    struct packing p = { ZSTD_createCCtx(), to };
    const void *bytes = !t->size ? "" : from >= 0 ? mmap(NULL, t->size, PROT_READ, MAP_SHARED, from, 0) : handed;
    bool fine = bytes && bytes != MAP_FAILED && p.c && set_packing(p.c, compact_body_most(t->size)) &&
                compact_body(bytes, t->size, &(struct compact_put){ put_in_pack, &p }) && pack(&p, NULL, 0, ZSTD_e_end);
    ZSTD_freeCCtx(p.c);
    return fine ? FINE : TOO_MUCH;
}

static void put_compact_head(uint8_t head[COMPACT_HEAD], const void *bytes, size_t size)
{
    memcpy(head, COMPACT_MAGIC, COMPACT_MAGIC_SIZE);
    for (unsigned i = 0; i < 8; i++)
        head[COMPACT_MAGIC_SIZE + i] = (uint8_t)((uint64_t)size >> (56 - 8 * i));
    hash_bytes(head + COMPACT_MAGIC_SIZE + 8, bytes, size);
}

int archived_pack(const void *bytes, size_t size, uint8_t **compact, size_t *compact_size)
{
    struct block b;
    size_t most = ZSTD_compressBound(compact_body_most(size));
    enum went went = by_child(&(struct task){ size, most, keep_task }, bytes, &b);
    *compact = went == FINE ? malloc(COMPACT_HEAD + b.size) : NULL;
    if (*compact) {
        put_compact_head(*compact, bytes, size);
        memcpy(*compact + COMPACT_HEAD, b.bytes, b.size);
        *compact_size = COMPACT_HEAD + b.size;
    }
    free(b.bytes);
    return *compact ? 0 : -1;
}
