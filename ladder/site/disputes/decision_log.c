/* decision_log: the log's side. */
#include "decision_log.h"

#include <stdio.h>
#include <string.h>

#include "log/read.h"

enum { BATCH = 64, ENTRY_ROOM = 256 };

/* Who is told of the trail's lines alone. */
struct taking {
    decision_take *take;
    void *arg;
};

static void take_entry(void *arg, uint64_t index, const struct entry *x)
{
    const struct taking *t = arg;
    struct logged_decision d = { .line = (int64_t)x->number, .pair = (int64_t)x->pair };
    (void)index;
    if (x->kind != ENTRY_DECISION && x->kind != ENTRY_TRAIL)
        return;
    memcpy(d.match, x->match, DECISION_HASH);
    memcpy(d.trail, x->trail, DECISION_HASH);
    snprintf(d.word, sizeof d.word, "%.23s", x->text);
    t->take(t->arg, &d);
}

static void take_newest(void *arg, const struct logged_decision *d)
{
    int64_t *newest = arg;
    *newest = d->line > *newest ? d->line : *newest;
}

static size_t pack(const struct logged_decision *d, uint8_t bytes[ENTRY_ROOM])
{
    struct entry x = { .kind = d->pair ? ENTRY_TRAIL : ENTRY_DECISION,
                       .number = (uint64_t)d->line,
                       .pair = (uint64_t)d->pair };
    struct packer p;
    memcpy(x.match, d->match, ID);
    memcpy(x.trail, d->trail, ID);
    snprintf(x.text, sizeof x.text, "%s", d->word);
    pack_start(&p, bytes, ENTRY_ROOM);
    entry_pack(&p, &x);
    return p.size;
}

int decision_log_write(const char *folder, const struct note_signer *signer, const struct logged_decision *list,
                       size_t n, struct decision_log_place *at, char why[LOG_WHY])
{
    uint8_t bytes[BATCH][ENTRY_ROOM];
    struct log_entry out[BATCH];
    uint64_t first;
    struct log_writer *w = log_open(folder, signer, why);
    struct decision_log_place place = *at;
    struct taking t = { take_newest, &place.newest };
    if (w && place.entries > log_size(w)) /* it is another log */
        place = (struct decision_log_place){ 0 };
    int bad = w ? log_read_entries(log_folder(w), place.entries, log_size(w), take_entry, &t, why) : -1;
    if (!bad) {
        place.entries = log_size(w);
        *at = place;
    }
    for (size_t i = 0; i < n && !bad;) {
        unsigned count = 0;
        for (; i < n && count < BATCH; i++)
            if (list[i].line > place.newest) {
                out[count] = (struct log_entry){ bytes[count], pack(&list[i], bytes[count]) };
                count++;
            }
        bad = count ? log_append(w, out, count, &first, why) : 0;
    }
    log_close(w);
    return bad;
}

int decision_log_read(const char *folder, decision_take *take, void *arg, char why[LOG_WHY])
{
    struct taking t = { take, arg };
    return log_read(folder, take_entry, &t, why);
}
