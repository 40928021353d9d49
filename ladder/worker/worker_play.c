/* worker_play: the bots in folders of their own, and `fiel match` over them. */
#include "worker_play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/now.h"
#include "filing/artifact.h"
#include "record/crypto.h"
#include "worker_arbiter.h"
#include "worker_build.h"
#include "worker_live.h"
#include "worker_run.h"

enum { ARTIFACT_HEX = 2 * STORE_HASH + 1 /* with a comma, or its end */ };
enum { ARGUMENTS = 52 };

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
    return !w->plan->arbiter || arbiter_place(w);
}

/* --- the match --------------------------------------------------------------------------------------------------- */

struct words {
    char *argv[ARGUMENTS + 1];
    int n;
    char text[8192];
    size_t used;
};

static void add(struct words *v, const char *word)
{
    size_t size = strlen(word) + 1;
    if (v->n == ARGUMENTS || size > sizeof v->text - v->used)
        return;
    v->argv[v->n++] = memcpy(v->text + v->used, word, size);
    v->used += size;
}

static void add_option(struct words *v, const char *name, const char *value)
{
    if (*value) {
        add(v, name);
        add(v, value);
    }
}

/* "'/work/bot-7/bot' --level 3": the program's own path, then the arguments as the author wrote them. */
static void add_bot(struct work *w, struct words *v, const struct order_seat *s)
{
    char folder[WORK_PATH], program[ARTIFACT_PATH], command[WORK_PATH + ARTIFACT_PATH + STORE_TEXT];
    bot_folder(w, s, folder);
    artifact_program(s->run, program);
    snprintf(command, sizeof command, "'%s/%s'%s", folder, program, s->run + strcspn(s->run, " \t"));
    add_option(v, "--bot", command);
}

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

static void match_words(struct work *w, struct words *v)
{
    const struct order *o = w->order;
    char number[32], path[WORK_PATH + 16],
        names[STORE_SEATS * STORE_NAME] = "", artifacts[STORE_SEATS * ARTIFACT_HEX] = "", hex[ARTIFACT_HEX];
    bool twins = ordered_twins(w->order);
    add(v, "fiel");
    add(v, "match");
    if (twins)
        add(v, "--duplicate");
    add(v, "--blind"); /* who knew his rival could lose to a friend */
    snprintf(number, sizeof number, "%" PRId64, ordered_games(w->order));
    add_option(v, "--games", number);
    add_option(v, "--rules", *o->ladder.rules ? o->ladder.rules : "argentino");
    snprintf(number, sizeof number, "%u", ordered_seats(w->order));
    add_option(v, "--seats", number);
    add_option(v, "--clock", o->ladder.clock);
    add_option(v, "--jail", w->plan->jail);
    if (w->plan->signing_key)
        add_option(v, "--key", w->plan->signing_key);
    if (w->plan->log && o->kind == JOB_PLAY) { /* what is only looked at for admission is no match of the ladder's */
        add_option(v, "--match-log", w->plan->log);
        add_option(v, "--match-log-key", w->plan->log_key);
        if (w->plan->log_policy)
            add_option(v, "--log-policy", w->plan->log_policy);
    }
    snprintf(path, sizeof path, "%s/%s", w->folder, twins ? "pair" : "match.replay");
    add_option(v, "--replay", path);
    snprintf(path, sizeof path, "%s/logs", w->folder);
    add_option(v, "--logs", path);
    for (unsigned seat = 0; seat < ordered_seats(w->order); seat++) {
        char name[STORE_NAME];
        size_t used = strlen(names);
        add_bot(w, v, ordered_seat(w->order, seat));
        snprintf(names + used, sizeof names - used, "%s%s", seat ? "," : "", seat_name(w, seat, name));
        used = strlen(artifacts);
        snprintf(artifacts + used, sizeof artifacts - used, "%s%s", seat ? "," : "",
                 hex_text(hex, ordered_seat(w->order, seat)->artifact, STORE_HASH));
    }
    add_option(v, "--names", names);
    add_option(v, "--artifacts", artifacts);
}

bool work_play(struct work *w, struct store_error *e)
{
    if (w->plan->arbiter)
        return arbiter_play(w, e);
    struct words *v = calloc(1, sizeof *v);
    int exit_code = 0;
    if (!v)
        return work_wrong(w, "the match", "no memory");
    match_words(w, v);
    w->started_ms = now_ms();
    struct worker_live *live = worker_live_start(w);
    bool ran = work_run(w, v->argv, "out", &exit_code, e);
    worker_live_stop(live);
    w->ended_ms = now_ms();
    free(v);
    return ran && (exit_code == 0 || work_last_words(w, "the arbiter"));
}
