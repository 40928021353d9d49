/* worker_place: hosted bots in the arbiter's bots folder: a folder each, NAME, with the archive as NAME/files and a
 * line NAME/run with the version's command.  NAME tells the version and its bytes apart from every
 * other, so that a folder that is there is the right one; it is made whole beside it and moved there in one step. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "filing/artifact.h"
#include "cli/command.h"
#include "cli/path.h"
#include "record/crypto.h"
#include "worker_arbiter.h"

void bot_hosted_name(const struct order_seat *s, char name[STORE_NAME])
{
    uint8_t bytes[STORE_HASH + STORE_TEXT], hash[HASH];
    char hex[17];
    memcpy(bytes, s->artifact, STORE_HASH);
    memcpy(bytes + STORE_HASH, s->run, strlen(s->run));
    hash_tagged(hash, "fiel/hosted/run", bytes, STORE_HASH + strlen(s->run));
    hex_text(hex, hash, 8);
    snprintf(name, STORE_NAME, "%.20s-%" PRIu32 ".%s", s->bot, (uint32_t)s->number, hex);
}

/* What the arbiter reads there (arbiter/serve/order.h). */
static bool write_run(struct work *w, const char *path, const struct order_seat *s)
{
    char program[ARTIFACT_PATH];
    const char *bare = command_bare(s->run);
    artifact_program(s->run, program);
    FILE *f = fopen(path, "wxe");
    if (!f)
        return work_wrong(w, path, strerror(errno));
    fprintf(f, "files/%s%s\n", program, bare + strcspn(bare, " \t"));
    bool fine = !ferror(f);
    return (fclose(f) == 0 && fine) || work_wrong(w, path, strerror(errno));
}

/* Moved there in one step; that another worker was faster is fine. */
static bool place(struct work *w, const struct order_seat *s, const char *unpacked)
{
    char name[STORE_NAME], target[WORK_PATH], whole[WORK_PATH], path[WORK_PATH + 8];
    struct stat there;
    bot_hosted_name(s, name);
    path_of(target, sizeof target, "%s/%s", w->arbiter->bots, name);
    if (!stat(target, &there))
        return true;
    path_of(whole, sizeof whole, "%s/place-%" PRId64, w->folder, s->version);
    path_of(path, sizeof path, "%s/files", whole);
    if (mkdir(whole, 0755) || rename(unpacked, path))
        return work_wrong(w, path, strerror(errno));
    path_of(path, sizeof path, "%s/run", whole);
    if (!write_run(w, path, s))
        return false;
    return !rename(whole, target) || errno == EEXIST || errno == ENOTEMPTY || work_wrong(w, target, strerror(errno));
}

bool arbiter_place(struct work *w)
{
    for (int64_t i = 0; i < w->order->seats; i++) {
        const struct order_seat *s = &w->order->seat[i];
        char unpacked[WORK_PATH];
        bot_folder(w, s, unpacked);
        if (!s->remote && !place(w, s, unpacked))
            return false;
    }
    return true;
}
