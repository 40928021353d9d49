/* serve_record: what there is of a match that is over: its replay, and what its bots printed. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child/files.h"
#include "cli/path.h"
#include "serve.h"

enum { RECORD_PATH = 2 * CONTROL_PATH };

/* Only what a series is to leave: one that broke off has the arbiter's key and S beside its records. */
static bool is_of_a_series(const char *file)
{
    size_t size = file ? strlen(file) : 0;
    return file && binding_name_fits(file) &&
           (!strcmp(file, "summary.txt") || (size > 7 && !strcmp(file + size - 7, ".replay")));
}

/* The file that is asked for: the replay, or of a duplicate order "0001a.replay" and such in its folder. */
static json_t *replay_path(const struct serve *s, const struct request *r, uint64_t id, char path[RECORD_PATH])
{
    char whole[CONTROL_PATH];
    json_t *v = json_object_get(r->body, "file");
    const char *file = json_string_value(v);
    if (!v) {
        snprintf(path, RECORD_PATH, "%s", orders_record(&s->orders, id, ".replay", whole));
        return NULL;
    }
    if (!is_of_a_series(file))
        return request_sorry(
            "file: a name as 0001a.replay, without a path, is one of a duplicate match's records; and summary.txt");
    path_of(path, RECORD_PATH, "%s/%s", orders_record(&s->orders, id, ".pairs", whole), file);
    return NULL;
}

static json_t *log_path(const struct serve *s, const struct request *r, uint64_t id, char path[RECORD_PATH])
{
    char whole[CONTROL_PATH];
    json_t *j, *v = json_object_get(r->body, "leg");
    const char *leg = json_string_value(v);
    uint64_t seat;
    if (!request_number(r, "log", 0, &seat, &j))
        return j;
    if (v && (!leg || !binding_name_fits(leg)))
        return request_sorry("leg: a name as 0001a is one leg of a duplicate match");
    snprintf(path, RECORD_PATH, "%s%s%s", orders_record(&s->orders, id, ".logs", whole), leg ? "/" : "",
             leg ? leg : "");
    if (seat_log_find(path, RECORD_PATH, seat))
        return NULL;
    return request_sorry("match %" PRIu64 " has no such log: its bot printed nothing, or plays elsewhere", id);
}

static json_t *read_chunk(struct request *r, int fd, uint64_t offset)
{
    struct stat st;
    if (fstat(fd, &st) || !S_ISREG(st.st_mode))
        return request_sorry("the record is no file");
    r->bytes = malloc(CHUNK);
    ssize_t n = r->bytes ? pread(fd, r->bytes, CHUNK, (off_t)offset) : -1;
    if (n < 0)
        return request_sorry("the record cannot be read: %s", strerror(errno));
    r->size = (size_t)n;
    return json_pack("{s:b,s:I,s:I,s:I}", "ok", 1, "size", (json_int_t)st.st_size, "offset", (json_int_t)offset,
                     "bytes", (json_int_t)n);
}

json_t *record_answer(struct serve *s, struct request *r)
{
    char path[RECORD_PATH];
    uint64_t id, offset = 0;
    json_t *j;
    if (!request_number(r, "id", 1, &id, &j))
        return j;
    if (json_object_get(r->body, "offset") && !request_number(r, "offset", 0, &offset, &j))
        return j;
    if (orders_find(&s->orders, id))
        return request_sorry("match %" PRIu64 " is not over: its record tells the cards of others until then", id);
    j = json_object_get(r->body, "log") ? log_path(s, r, id, path) : replay_path(s, r, id, path);
    if (j)
        return j;
    OPENED_FD int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return request_sorry("match %" PRIu64 " has no such record: %s: `fiel status --list` shows which are over", id,
                             strerror(errno));
    j = read_chunk(r, fd, offset);
    return j;
}
