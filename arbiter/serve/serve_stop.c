/* serve_stop: stopping, and reading the configuration and the lists again. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/now.h"
#include "serve.h"

enum { PARK_MS = 15000 };

static void park(struct serve *s)
{
    s->stopping = SERVE_PARKING;
    s->stop_ms = now_ms() + PARK_MS;
    play_signal(s, SIGUSR1);
}

void serve_stop(struct serve *s, enum stop_how how)
{
    serve_log(LOG_INFO, "stopping", "{s:s,s:i,s:i}", "how", how == STOP_PARK ? "park" : "finish", "running",
              (int)s->running, "queued", (int)(s->orders.count - s->running));
    if (how == STOP_PARK || s->stopping) {
        park(s);
        return;
    }
    s->stopping = SERVE_FINISHING;
    s->stop_ms = now_ms() + s->config.stop_us / 1000;
}

void serve_stop_due(struct serve *s)
{
    if (!s->stopping || now_ms() < s->stop_ms)
        return;
    if (s->stopping == SERVE_FINISHING)
        park(s);
    else
        play_signal(s, SIGKILL);
}

static void log_sentence(void *who, const char *sentence) { serve_log(LOG_WARNING, who, "{s:s}", "text", sentence); }

int serve_reload(struct serve *s)
{
    static char word[] = "config";
    OWNED struct config *c = calloc(1, sizeof *c);
    struct allow_list bots = { 0 };
    char why[BINDING_WHY] = "out of memory";
    int bad = !c || config_read(c, s->config_path, log_sentence, word);
    if (!bad && (allow_read(s->config.allow, &bots, why) || control_reload(s, why))) {
        serve_log(LOG_ERROR, "reload-refused", "{s:s}", "why", why);
        bad = 1;
    }
    if (!bad) {
        struct allow_list old = s->bots;
        s->bots = bots;
        bots = old;
        s->look = true;
        config_take(&s->config, c, log_sentence, word);
        if (door_reload(s))
            serve_log(LOG_ERROR, "door-not-told", "{s:s}", "why",
                      strerror(errno)); /* it is dying, and gets the list when it is back */
        serve_log(LOG_INFO, "reloaded", "{s:i,s:i}", "operators", (int)s->control.who.count, "bots",
                  (int)s->bots.count);
    }
    allow_free(&bots);
    return bad ? -1 : 0;
}
