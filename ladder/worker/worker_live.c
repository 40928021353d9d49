/* worker_live: the record's new bytes, a few times a second, as lines to the site, while somebody watches. */
#include "worker_live.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/now.h"
#include "live_tell.h"

/* A match that is shorter than the first look leaves no line.  The site is asked again when a match is half as old again, and at
 * least every ASK_MS: who comes waits a third of what was played at most, and a short match asks five times. */
enum { STALL_MS = 300, ASK_MS = 5000, BATCH_LINES = 200, READ_MOST = RECORD_MAX + RECORD_HEADER };

struct worker_live {
    const struct work *work;
    struct live_tell tell;
    unsigned leg, legs;
    int fd;                   /* the record of this leg, -1: it is not there yet */
    off_t at;                 /* behind the last whole record that was read */
    int64_t number;           /* of the next line */
    bool lost;                /* the lease is */
    bool watched, flows;      /* somebody watches; they were sent something: the rest follows */
    int64_t begun_ms, ask_ms; /* when the site is asked whether */
    uint8_t *bytes;           /* the file's beginning, then what was read: records are walked like a file's */
    size_t begun;             /* bytes of the beginning: the magic and, once it was read, the first record */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool over;
};

/* --- from the file ------------------------------------------------------------------------------------------------ */

/* The records behind l->at as far as they are whole, told into `out`; false when nothing new is there. */
static bool read_records(struct worker_live *l, FILE *out)
{
    struct replay file;
    struct record rec;
    size_t whole = l->begun;
    ssize_t n = pread(l->fd, l->bytes + l->begun, READ_MOST, l->at);
    if (n <= 0)
        return false;
    replay_over(&file, l->bytes, l->begun + (size_t)n);
    while (replay_next(&file, &rec))
        if (rec.offset >= l->begun) {
            live_tell_record(&l->tell, &rec, out);
            whole = (size_t)rec.offset + RECORD_HEADER + rec.size;
            if (rec.type == REC_HEADER)
                break; /* it stays in front of all that is read from now on */
        }
    size_t fresh = whole - l->begun;
    l->at += (off_t)fresh;
    if (fresh && l->begun == REPLAY_MAGIC_SIZE)
        l->begun = whole;
    return fresh > 0;
}

static bool open_leg(struct worker_live *l)
{
    char path[WORK_PATH];
    if (l->fd >= 0)
        return true;
    work_replay(l->work, l->leg, path);
    if (!*path || (l->fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        return false;
    l->begun = REPLAY_MAGIC_SIZE;
    l->at = REPLAY_MAGIC_SIZE;
    live_tell_start(&l->tell, l->leg + 1, l->leg + 1 < l->legs);
    return true;
}

/* The first leg of a pair is followed by its twin. */
static bool next_leg(struct worker_live *l)
{
    if (!l->tell.over || l->leg + 1 >= l->legs)
        return false;
    close(l->fd);
    l->fd = -1;
    l->leg++;
    return true;
}

/* --- to the store --------------------------------------------------------------------------------------------------- */

/* A batch that the store does not take is forgotten: its watchers go on with the next hand. */
static void send_batch(struct worker_live *l, const char *const *line, size_t count)
{
    struct store_error e;
    struct queue *q = l->work->plan->queue;
    if (!l->lost && q->live(q, l->work->order, l->number, line, count, &l->watched, &e) == STORE_STALE)
        l->lost = true;
    l->number += (int64_t)count;
    int64_t now = now_ms(), half = (now - l->begun_ms) / 2;
    l->ask_ms = now + (half < ASK_MS ? half : ASK_MS);
}

/* A watcher begins with the newest hand. */
static char *newest_hand(char *text)
{
    char *newest = text;
    for (char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (!strncmp(at, "{\"event\":\"hand\"", 15) || !strncmp(at, "{\"event\":\"closed-hand\"", 22))
            newest = at;
    return newest;
}

/* `text` is cut up. */
static void send_lines(struct worker_live *l, char *text)
{
    const char *line[BATCH_LINES];
    size_t count = 0;
    char *rest = NULL;
    for (char *at = strtok_r(text, "\n", &rest); at; at = strtok_r(NULL, "\n", &rest)) {
        line[count++] = at;
        if (count == BATCH_LINES) {
            send_batch(l, line, count);
            count = 0;
        }
    }
    if (count)
        send_batch(l, line, count);
}

static void look(struct worker_live *l)
{
    OWNED char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    do {
        while (open_leg(l) && read_records(l, out))
            ;
    } while (next_leg(l));
    if (!fclose(out) && size) {
        send_lines(l, l->flows ? text : newest_hand(text));
        l->flows = true;
    }
}

/* --- the thread ------------------------------------------------------------------------------------------------------- */

/* True when it is enough. */
static bool wait_a_little(struct worker_live *l)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += STALL_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&l->lock);
    while (!l->over && pthread_cond_timedwait(&l->wake, &l->lock, &until) != ETIMEDOUT)
        ;
    bool over = l->over;
    pthread_mutex_unlock(&l->lock);
    return over;
}

static void *run(void *arg)
{
    struct worker_live *l = arg;
    while (!wait_a_little(l) && !l->lost) {
        if (l->watched)
            look(l);
        if (now_ms() >= l->ask_ms)
            send_batch(l, NULL, 0);
        l->flows &= l->watched;
    }
    return NULL;
}

static void forget(struct worker_live *l)
{
    if (l->fd >= 0)
        close(l->fd);
    pthread_cond_destroy(&l->wake);
    pthread_mutex_destroy(&l->lock);
    free(l->bytes);
    free(l);
}

struct worker_live *worker_live_start(const struct work *w)
{
    pthread_condattr_t steady;
    struct worker_live *l = w->order->kind == JOB_PLAY ? calloc(1, sizeof *l) : NULL;
    if (!l)
        return NULL;
    *l = (struct worker_live){ .work = w, .fd = -1, .legs = (unsigned)w->order->pair.legs, .begun_ms = now_ms() };
    l->number = (w->order->attempt << 32) + 1; /* above those of an attempt before */
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->wake, &steady);
    pthread_condattr_destroy(&steady);
    l->bytes = malloc(REPLAY_MAGIC_SIZE + 2 * READ_MOST);
    if (l->bytes && memcpy(l->bytes, REPLAY_MAGIC, REPLAY_MAGIC_SIZE) && !pthread_create(&l->thread, NULL, run, l))
        return l;
    forget(l);
    return NULL;
}

void worker_live_stop(struct worker_live *l)
{
    if (!l)
        return;
    pthread_mutex_lock(&l->lock);
    l->over = true;
    pthread_cond_signal(&l->wake);
    pthread_mutex_unlock(&l->lock);
    pthread_join(l->thread, NULL);
    forget(l);
}
