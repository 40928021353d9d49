/* decision_log: the log's side. */
#include "decision_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/entry.h"

enum { BATCH = 64, ENTRY_ROOM = 256 };

static int fail(char why[LOG_ERROR], const char *what, const char *text)
{
    snprintf(why, LOG_ERROR, "%.100s: %.140s", what, text);
    return -1;
}

static int each(int folder, uint64_t size, decision_take *take, void *arg, char why[LOG_ERROR])
{
    struct tiles t;
    struct entry x;
    tiles_start(&t, folder, size);
    for (uint64_t b = 0; b * TILE_WIDTH < size; b++) {
        size_t whole, length;
        uint8_t *bundle = tiles_bundle(&t, b, &whole);
        if (!bundle)
            return fail(why, "a bundle of entries", strerror(errno));
        const uint8_t *at = bundle, *bytes;
        while ((bytes = bundle_next(&at, bundle + whole, &length)))
            if (entry_read(bytes, length, &x) && x.kind == ENTRY_DECISION) {
                struct logged_decision d = { .line = (int64_t)x.number };
                memcpy(d.match, x.match, DECISION_HASH);
                memcpy(d.trail, x.trail, DECISION_HASH);
                snprintf(d.word, sizeof d.word, "%.15s", x.text);
                take(arg, &d);
            }
        free(bundle);
    }
    return 0;
}

static void take_newest(void *arg, const struct logged_decision *d)
{
    int64_t *newest = arg;
    *newest = d->line > *newest ? d->line : *newest;
}

static size_t pack(const struct logged_decision *d, uint8_t bytes[ENTRY_ROOM])
{
    struct entry x = { .kind = ENTRY_DECISION, .number = (uint64_t)d->line };
    struct packer p;
    memcpy(x.match, d->match, ID);
    memcpy(x.trail, d->trail, ID);
    snprintf(x.text, sizeof x.text, "%s", d->word);
    pack_start(&p, bytes, ENTRY_ROOM);
    entry_pack(&p, &x);
    return p.size;
}

int decision_log_write(const char *folder, const struct note_signer *signer, const struct logged_decision *list,
                       size_t n, char why[LOG_ERROR])
{
    uint8_t bytes[BATCH][ENTRY_ROOM];
    struct log_entry out[BATCH];
    int64_t newest = 0;
    uint64_t first;
    struct log_writer *w = log_open(folder, signer, why);
    int bad = w ? each(log_folder(w), log_size(w), take_newest, &newest, why) : -1;
    for (size_t i = 0; i < n && !bad;) {
        unsigned count = 0;
        for (; i < n && count < BATCH; i++)
            if (list[i].line > newest) {
                out[count] = (struct log_entry){ bytes[count], pack(&list[i], bytes[count]) };
                count++;
            }
        bad = count ? log_append(w, out, count, &first, why) : 0;
    }
    log_close(w);
    return bad;
}

/* The first line of the file `key` in the log's folder. */
static const char *read_key(int folder, struct note_key *key)
{
    char text[NOTE_KEY_TEXT + 2] = "";
    int fd = openat(folder, "key", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? strcspn(text, "\r\n") : 0] = '\0';
    return note_key_parse(text, key);
}

int decision_log_read(const char *folder, decision_take *take, void *arg, char why[LOG_ERROR])
{
    char note[NOTE_MAX + 1];
    struct checkpoint at = { 0 };
    struct note_key key;
    int dir = open(folder, O_DIRECTORY | O_CLOEXEC);
    long n = dir < 0 ? -1 : tiles_checkpoint(dir, note);
    const char *wrong = n < 0 ? strerror(errno) : n > NOTE_MAX ? "its checkpoint is too long" : read_key(dir, &key);
    if (!wrong)
        wrong = checkpoint_open(note, (size_t)n, &key, &at);
    int bad = wrong ? fail(why, folder, wrong) : each(dir, at.size, take, arg, why);
    if (dir >= 0)
        close(dir);
    return bad;
}
