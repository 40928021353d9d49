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

enum { ARTIFACT_HEX = 2 * STORE_HASH + 1 /* with a comma, or its end */ };

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

/* The words of a match, and the texts that they point to. */
struct words {
    struct match_argv argv;
    char command[STORE_SEATS][COMMAND_TEXT], names[STORE_SEATS * STORE_NAME], artifacts[STORE_SEATS * ARTIFACT_HEX];
    char replay[WORK_PATH + 16], logs[WORK_PATH + 16], seats[MATCH_NUMBER], games[MATCH_NUMBER],
        note_bytes[MATCH_NUMBER];
};

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

static bool wish_seats(const struct work *w, struct words *v, struct match_wish *wish)
{
    bool fits = true;
    for (unsigned seat = 0; seat < ordered_seats(w->order); seat++) {
        const struct order_seat *s = ordered_seat(w->order, seat);
        char name[STORE_NAME], hex[ARTIFACT_HEX], folder[WORK_PATH];
        bot_folder(w, s, folder);
        fits &= artifact_bot(folder, s->run, v->command[seat]);
        wish->bot[seat] = v->command[seat];
        match_list_add(v->names, sizeof v->names, seat_name(w, seat, name));
        match_list_add(v->artifacts, sizeof v->artifacts, hex_text(hex, s->artifact, STORE_HASH));
    }
    wish->names = v->names;
    wish->artifacts = v->artifacts;
    return fits;
}

/* False: a bot's command is too long. */
static bool match_words(const struct work *w, struct words *v)
{
    const struct order *o = w->order;
    bool twins = ordered_twins(o),
         logged = o->kind == JOB_PLAY; /* what is looked at for admission is no match of the ladder's */
    struct match_wish wish = { .duplicate = twins,
                               .blind = true, /* a bot that knew its rival could lose to a friend */
                               .games = twins ? "1" : v->games,
                               .games_a_leg = twins ? v->games : NULL,
                               .rules = *o->ladder.rules ? o->ladder.rules : "argentino",
                               .seats = match_number(ordered_seats(o), v->seats),
                               .clock = *o->ladder.clock ? o->ladder.clock : NULL,
                               .note_bytes = match_number((uint64_t)o->pair.note_bytes, v->note_bytes),
                               .jail = w->plan->jail,
                               .key = w->plan->signing_key,
                               .match_log = logged ? w->plan->log : NULL,
                               .match_log_key = logged ? w->plan->log_key : NULL,
                               .log_policy = logged ? w->plan->log_policy : NULL,
                               .replay = v->replay,
                               .logs = v->logs };
    match_number((uint64_t)ordered_games(o), v->games);
    path_of(v->replay, sizeof v->replay, "%s/%s", w->folder, twins ? "pair" : "match.replay");
    path_of(v->logs, sizeof v->logs, "%s/logs", w->folder);
    bool fits = wish_seats(w, v, &wish);
    match_argv(&wish, &v->argv);
    return fits;
}

bool work_play(struct work *w, struct store_error *e)
{
    if (w->arbiter)
        return arbiter_play(w, e);
    struct words v = { 0 };
    int exit_code;
    if (!match_words(w, &v))
        return work_wrong(w, "the match", "a bot's command is too long: say --work with a shorter folder");
    w->started_ms = now_ms();
    struct worker_live *live = worker_live_start(w);
    bool ran = work_run(w, (char *const *)(uintptr_t)v.argv.word, "out", "the arbiter", &exit_code, e);
    worker_live_stop(live);
    w->ended_ms = now_ms();
    return ran;
}
