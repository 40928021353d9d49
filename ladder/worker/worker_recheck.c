/* worker_recheck: the bot runs where sources are built, `fiel build`: in a jail, with a copy of its own folder, no network, so much
 * time and memory.  It reads the record by itself and prints what it decides. */
#include "worker_recheck.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/now.h"
#include "cli/path.h"
#include "filing/artifact.h"
#include "filing/recheck.h"
#include "worker_play.h"
#include "worker_run.h"

/* The records: beside the bot as far as it is asked about them, and whole where they are read afterwards. */
static bool bring_record(struct work *w, unsigned leg, const char *bot, struct store_error *e)
{
    AUTO(store_free) struct store_bytes bytes = { 0 };
    char path[2][WORK_PATH + 64];
    bool kept = true;
    path_of(path[0], sizeof path[0], "%s/again%u.replay", bot, leg);
    path_of(path[1], sizeof path[1], "%s/" HAND_IN_REPLAY, w->result, leg);
    if (w->plan->queue->fetch(w->plan->queue, w->order, w->order->replay[leg], &bytes, e))
        return work_wrong(w, "a record", e->text);
    for (int i = 0; i < 2 && kept; i++)
        kept = work_write(w, path[i], bytes.data,
                          i ? bytes.size : recheck_cut(bytes.data, bytes.size, w->order->again_to));
    chmod(path[0], 0644);
    return kept;
}

/* Everything in the bot's command but its arguments is ours; those are its author's, for a shell in the bot's own jail. */
static bool ask(struct work *w, const char *bot, unsigned leg, unsigned time, struct store_error *e)
{
    const struct order_seat *s = &w->order->seat[0];
    char command[ARTIFACT_PATH + STORE_TEXT + 128], out[WORK_PATH + 64], program[ARTIFACT_PATH], from[WORK_PATH + 96],
        to[WORK_PATH + 64], jail[32];
    artifact_program(s->run, program);
    snprintf(command, sizeof command,
             "'./%s'%s --again \"$PWD/again%u.replay\" --seat %u > again.out && mkdir .kept && mv again.out .kept/ && "
             "ls -A | grep -vx .kept | xargs -d '\\n' rm -rf -- && mv .kept/again.out . && rmdir .kept",
             program, s->run + strcspn(s->run, " \t"), leg, ordered_asked(w->order, leg));
    path_of(out, sizeof out, "%s/asked-%u-%u", w->folder, leg, time);
    snprintf(jail, sizeof jail, "%.20s", w->plan->jail);
    char *const argv[] = { "fiel", "build", "--jail", jail, "--", (char *)(uintptr_t)bot, out, command, NULL };
    int exit_code;
    if (!work_run(w, argv, "again.log", "asked again", &exit_code, e)) {
        w->bot_is_wrong = exit_code == 1;
        return false;
    }
    path_of(from, sizeof from, "%s/again.out", out);
    path_of(to, sizeof to, "%s/" HAND_IN_ANSWERS, w->result, leg, time);
    return !rename(from, to) || work_wrong(w, "asked again", "it printed nothing");
}

bool work_recheck(struct work *w, struct store_error *e)
{
    const struct order_seat *s = &w->order->seat[0];
    char bot[WORK_PATH];
    w->started_ms = now_ms();
    if (!work_unpack(w, e) || !work_result(w))
        return false;
    bot_folder(w, s, bot);
    for (unsigned leg = 0; leg < w->order->legs; leg++)
        if (ordered_again(w->order, leg) && !bring_record(w, leg, bot, e))
            return false;
    for (unsigned time = 0; time < HAND_IN_ASKED; time++) {
        for (unsigned leg = 0; leg < w->order->legs; leg++)
            if (ordered_again(w->order, leg) && !ask(w, bot, leg, time, e))
                return false;
        if (recheck_enough(w->order, w->result))
            break;
    }
    w->ended_ms = now_ms();
    return true;
}
