/* worker_play: the bots in folders of their own, and `fiel match` over them. */
#include "worker_play.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "child/match_argv.h"
#include "cli/now.h"
#include "cli/path.h"
#include "filing/artifact.h"
#include "record/crypto.h"
#include "worker_arbiter.h"
#include "worker_build.h"
#include "worker_live.h"
#include "worker_run.h"

/* --- the bots ---------------------------------------------------------------------------------------------------- */

static bool unpack_one(struct work *w, const struct order_seat *s, struct store_error *e)
{
    char path[WORK_PATH];
    struct stat there;
    bot_folder(w, s, path);
    if (!artifact_command(s->run, w->why)) {
        w->bot_is_wrong = true;
        return false;
    }
    /* It is there when the same version sits in another seat. */
    return !stat(path, &there) || work_unpack_into(w, s, path, e);
}

bool work_unpack(struct work *w, struct store_error *e)
{
    char path[WORK_PATH];
    if (!work_folder(w))
        return false;
    for (int64_t seat = 0; seat < w->order->seats; seat++) {
        const struct order_seat *s = &w->order->seat[seat];
        if (s->remote)
            continue;
        bot_folder(w, s, path);
        if (s->source ? !work_build(w, s, path, e) : !unpack_one(w, s, e))
            return false;
        if (s->source) /* from here on that is what plays */
            memcpy(w->order->seat[seat].artifact, w->built, STORE_HASH);
    }
    return !w->arbiter || arbiter_place(w);
}

/* --- the match --------------------------------------------------------------------------------------------------- */

/* What the bot of this seat is called at the table: "cauto-3", with its seat behind that when it sits there twice. */
static char *seat_name(const struct work *w, unsigned seat, char name[STORE_NAME])
{
    const struct order_seat *mine = ordered_seat(w->order, seat);
    bool twice = w->order->kind == JOB_VALIDATE;
    for (unsigned k = 0; k < ordered_seats(w->order) && !twice; k++)
        twice = k != seat && (ordered_seat(w->order, k)->version == mine->version ||
                              !strcmp(ordered_seat(w->order, k)->bot, mine->bot));
    if (twice)
        snprintf(name, STORE_NAME, "%.20s-%" PRId64 "-%u", mine->bot, mine->number, seat);
    else
        snprintf(name, STORE_NAME, "%.20s-%" PRId64, mine->bot, mine->number);
    return name;
}

/* False: a bot's command is too long. */
static bool say_seats(const struct work *w, struct match_argv *a)
{
    bool fits = true;
    unsigned seats = ordered_seats(w->order);
    char name[STORE_NAME], hex[2 * STORE_HASH + 1], folder[WORK_PATH], command[COMMAND_TEXT];
    for (unsigned seat = 0; seat < seats; seat++)
        match_list(a, "--names", seat_name(w, seat, name));
    for (unsigned seat = 0; seat < seats; seat++)
        match_list(a, "--artifacts", hex_text(hex, ordered_seat(w->order, seat)->artifact, STORE_HASH));
    for (unsigned seat = 0; seat < seats; seat++) {
        const struct order_seat *s = ordered_seat(w->order, seat);
        bot_folder(w, s, folder);
        fits &= artifact_bot(folder, s->run, command);
        match_print(a, "--bot", "%s", command);
    }
    return fits;
}

static bool say_match(const struct work *w, struct match_argv *a)
{
    const struct order *o = w->order;
    const struct worker_plan *p = w->plan;
    bool twins = ordered_twins(o);
    match_begin(a);
    match_flag(a, "--duplicate", twins);
    match_flag(a, "--blind", true); /* a bot that knew its rival could lose to a friend */
    match_count(a, "--games", twins ? 1 : (uint64_t)ordered_games(o));
    match_count(a, "--games-a-leg", twins ? (uint64_t)ordered_games(o) : 0);
    match_say(a, "--rules", *o->ladder.rules ? o->ladder.rules : "argentino");
    match_count(a, "--seats", ordered_seats(o));
    match_say(a, "--clock", *o->ladder.clock ? o->ladder.clock : NULL);
    match_count(a, "--note-bytes", (uint64_t)o->pair.note_bytes);
    match_say(a, "--jail", p->jail);
    match_say(a, "--key", p->signing_key);
    if (o->kind == JOB_PLAY) { /* what is looked at for admission is no match of the ladder's */
        match_say(a, "--match-log", p->log);
        match_say(a, "--match-log-key", p->log_key);
        match_say(a, "--log-policy", p->log_policy);
    }
    match_print(a, "--replay", "%s/%s", w->folder, twins ? "pair" : "match.replay");
    match_print(a, "--logs", "%s/logs", w->folder);
    return say_seats(w, a);
}

bool work_play(struct work *w, struct store_error *e)
{
    if (w->arbiter)
        return arbiter_play(w, e);
    struct match_argv argv;
    int exit_code;
    if (!say_match(w, &argv))
        return work_wrong(w, "the match", "a bot's command is too long: say --work with a shorter folder");
    w->started_ms = now_ms();
    struct worker_live *live = worker_live_start(w);
    bool ran = work_run(w, match_words(&argv), "out", "the arbiter", &exit_code, e);
    worker_live_stop(live);
    w->ended_ms = now_ms();
    return ran;
}
