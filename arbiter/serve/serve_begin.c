/* serve_begin: everything that can be wrong is wrong now, before anything is played. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "base/cli.h"
#include "base/durable.h"
#include "base/signals.h"
#include "cli/path.h"
#include "match/match.h"
#include "record/crypto.h"
#include "record/lock.h"
#include "serve.h"

/* It holds keys: nobody else of this user looks into it. */
static void hide(void)
{
#if !defined(__SANITIZE_ADDRESS__) /* whose leak checker has to look */
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

/* Two daemons on one folder would play everything twice. */
static int lock_state(struct serve *s)
{
    char path[CONTROL_PATH];
    path_of(path, sizeof path, "%s/lock", s->config.state);
    s->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock < 0)
        return cli_fail(EXIT_ENVIRONMENT, "serve: %s: %s: choose a [folders] state that is yours", path,
                        strerror(errno));
    if (lock_whole(s->lock))
        return cli_fail(EXIT_ENVIRONMENT, "serve: another daemon serves %s: stop it first", s->config.state);
    return EXIT_FINE;
}

/* What matches write for a while must outlive this daemon: not where a restart wipes it away. */
static void choose_temp(const struct serve *s)
{
    char path[CONTROL_PATH];
    path_of(path, sizeof path, "%s/tmp", s->config.state);
    if (strlen(path) <= TEMP_BASE)
        setenv("TMPDIR", path, 1);
    else
        serve_log(LOG_WARNING, "temporary-folder", "{s:s}", "text",
                  "[folders] state is too long for sockets: what running matches keep is in TMPDIR or /tmp");
}

/* A new one is for the bots' own users to read, whatever the umask says: what lies above it is not. */
static int make_list(const char *folder)
{
    if (!mkdir(folder, 0755))
        return chmod(folder, 0755);
    return errno == EEXIST ? 0 : -1;
}

static int open_lists(struct serve *s)
{
    const char *const folders[] = { s->config.allow, s->config.operators, s->config.bots, s->config.readers };
    char why[BINDING_WHY];
    size_t count = sizeof folders / sizeof *folders - (*s->config.reading ? 0 : 1);
    for (size_t i = 0; i < count; i++)
        if (make_list(folders[i]))
            return cli_fail(EXIT_ENVIRONMENT, "serve: %s cannot be made: %s: choose another folder", folders[i],
                            strerror(errno));
    if (allow_read(s->config.operators, &s->control.who, why) || allow_read(s->config.allow, &s->bots, why) ||
        (*s->config.reading && allow_read(s->config.readers, &s->reading.who, why)))
        return cli_fail(EXIT_ENVIRONMENT, "serve: %s", why);
    return EXIT_FINE;
}

int serve_prepare(struct serve *s)
{
    char why[ORDER_WHY];
    uint8_t key[KEY_SECRET];
    if (durable_folder(s->config.state, 0700))
        return cli_fail(EXIT_ENVIRONMENT, "serve: %s cannot be made: %s: choose another [folders] state",
                        s->config.state, strerror(errno));
    int code = lock_state(s);
    if (!code && orders_open(&s->orders, s->config.state, &s->config, why))
        code = cli_fail(EXIT_ENVIRONMENT, "serve: %s", why);
    if (!code)
        code = open_lists(s);
    if (!code && key_load(s->config.key, key, why))
        code = cli_fail(EXIT_ENVIRONMENT, "serve: [arbiter] key: %s", why);
    sodium_memzero(key, sizeof key);
    if (code)
        return code;
    if (config_cores(s->config.cores, &s->cores, why) || sched_setaffinity(0, sizeof s->cores, &s->cores))
        return cli_fail(EXIT_ENVIRONMENT, "serve: [matches] cores: %s", why);
    code = serve_count_room(s);
    if (code)
        return code;
    choose_temp(s);
    files_sweep();
    hide();
    s->signals = signals_open((const int[]){ SIGPIPE, 0 });
    s->places = PLACES;
    s->playing = calloc(PLACES, sizeof *s->playing);
    for (unsigned i = 0; s->playing && i < PLACES; i++)
        s->playing[i].events = s->playing[i].kept = -1;
    if (s->signals < 0 || !s->playing)
        return cli_fail(EXIT_ENVIRONMENT, "serve: no room to start: free some memory");
    return control_open(s);
}

void serve_clear(struct serve *s)
{
    door_close(s);
    control_close(s);
    for (unsigned i = 0; i < FOLLOWERS_MOST; i++)
        json_decref(s->follower[i].tag);
    orders_close(&s->orders);
    allow_free(&s->control.who);
    allow_free(&s->reading.who);
    allow_free(&s->bots);
    json_decref(s->tally.voids);
    free(s->playing);
    close_fd(&s->signals);
    close_fd(&s->lock);
}
