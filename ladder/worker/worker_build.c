/* worker_build: built once, in the jail, and filed by its hash: every match plays the same bytes.  What comes out of the
 * build goes through the same check as what authors send. */
#include "worker_build.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/path.h"
#include "filing/artifact.h"
#include "record/crypto.h"
#include "worker_run.h"

static bool write_built(struct work *w, const struct store_bytes *tar)
{
    char path[WORK_PATH + 16];
    if (!work_result(w))
        return false;
    path_of(path, sizeof path, "%s/" HAND_IN_BUILT, w->result);
    hash_bytes(w->built, tar->data, tar->size);
    return work_write(w, path, tar->data, tar->size);
}

/* What the build left as an archive again: the same tree gives the same bytes. */
static bool keep(struct work *w, const struct order_seat *s, const char *built, const char *folder)
{
    AUTO(store_free) struct store_bytes tar = { 0 };
    bool fine = artifact_pack(built, &tar, w->why) && artifact_check(tar.data, tar.size, s->run, true, w->why);
    w->bot_is_wrong = !fine;
    fine = fine && write_built(w, &tar);
    if (fine && mkdir(folder, 0755))
        fine = work_wrong(w, folder, strerror(errno));
    return fine && artifact_unpack(tar.data, tar.size, folder, w->why);
}

bool work_build(struct work *w, const struct order_seat *s, const char *folder, struct store_error *e)
{
    char source[WORK_PATH], built[WORK_PATH], command[STORE_TEXT], jail[32];
    path_of(source, sizeof source, "%s/source", w->folder);
    path_of(built, sizeof built, "%s/built", w->folder);
    snprintf(command, sizeof command, "%s", s->build);
    snprintf(jail, sizeof jail, "%.20s", w->plan->jail);
    char *const argv[] = { "fiel", "build", "--jail", jail, "--", source, built, command, NULL };
    int exit_code;
    if (!work_unpack_into(w, s, source, e))
        return false;
    if (!work_run(w, argv, "build.log", N_("the build"), &exit_code, e)) {
        w->bot_is_wrong = exit_code == 1;
        return false;
    }
    return keep(w, s, built, folder);
}
