/* serve_metrics: numbers for Prometheus, as text. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/durable.h"
#include "base/now.h"
#include "serve.h"

static void one(FILE *out, const char *name, const char *type, const char *help, double value)
{
    fprintf(out, "# HELP fiel_%s %s\n# TYPE fiel_%s %s\nfiel_%s %.15g\n", name, help, name, type, name, value);
}

static void by_state(FILE *out, const struct tally *t)
{
    const struct {
        const char *state;
        uint64_t count;
    } rows[] = {
        { "finished", t->finished }, { "cancelled", t->cancelled }, { "void", t->voided }, { "failed", t->failed }
    };
    fputs("# HELP fiel_matches_total Orders that are over, by how they ended.\n# TYPE fiel_matches_total counter\n",
          out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        fprintf(out, "fiel_matches_total{state=\"%s\"} %" PRIu64 "\n", rows[i].state, rows[i].count);
}

static void by_fault(FILE *out, const struct tally *t)
{
    fputs("# HELP fiel_faults_total Faults in matches that are over, by kind.\n# TYPE fiel_faults_total counter\n",
          out);
#define X(name, number, owner, text) \
    fprintf(out, "fiel_faults_total{kind=\"%s\"} %" PRIu64 "\n", fault_name(FAULT_##name), t->faults[number]);
    FAULTS(X)
#undef X
}

static void by_bot(FILE *out, const struct tally *t)
{
    const char *bot;
    json_t *count;
    fputs("# HELP fiel_voids_total Matches that the arbiter's side made void, by who played them; a cancelled one is "
          "none.\n# TYPE fiel_voids_total "
          "counter\n",
          out);
    json_object_foreach(t->voids, bot, count)
        fprintf(out, "fiel_voids_total{bot=\"%s\"} %" JSON_INTEGER_FORMAT "\n", bot, json_integer_value(count));
}

char *metrics_text(const struct serve *s)
{
    const struct tally *t = &s->tally;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    one(out, "start_time_seconds", "gauge", "When this daemon started, unix time.", (double)s->started);
    by_state(out, t);
    one(out, "orders_accepted_total", "counter", "Orders accepted.", (double)t->accepted);
    one(out, "orders_refused_total", "counter", "Orders refused.", (double)t->refused);
    one(out, "requests_total", "counter", "Requests of operators.", (double)t->requests);
    one(out, "matches_running", "gauge", "Matches in play.", s->running);
    one(out, "matches_at_once", "gauge", "Matches that may be in play.", serve_at_once(s));
    one(out, "orders_queued", "gauge", "Orders that wait.", s->orders.count - s->running);
    one(out, "matches_resumed_total", "counter", "Matches that went on from their record.", (double)t->resumed);
    one(out, "decisions_total", "counter", "Decisions of bots in matches that are over.", (double)t->decisions);
    one(out, "thinking_seconds_total", "counter", "Time bots took for those decisions.", (double)t->thinking_us / 1e6);
    one(out, "timeouts_total", "counter", "Decisions of those bots that were too late.", (double)t->timeouts);
    one(out, "false_timeouts_total", "counter",
        "Decisions that would have been too late if all their time had been charged.", (double)t->spared);
    one(out, "nobodys_seconds_total", "counter", "Time of those bots that was not charged, and recorded (PAUSE).",
        (double)t->paused_us / 1e6);
    one(out, "unwitnessed_total", "counter",
        "Records of matches that are over whose log's checkpoint lacked the quorum of [log] policy.",
        (double)t->unwitnessed);
    by_fault(out, t);
    by_bot(out, t);
    one(out, "lobby", "gauge", "Remote bots that wait at the door.", s->door.guests);
    one(out, "door_restarts_total", "counter", "Times the door was started again.", (double)t->door_restarts);
    fclose(out);
    return text;
}

void metrics_due(struct serve *s)
{
    int64_t now = now_ms();
    if (!*s->config.metrics || now < s->metrics_ms)
        return;
    s->metrics_ms = now + s->config.metrics_us / 1000;
    OWNED char *text = metrics_text(s);
    if (text && durable_write(s->config.metrics, text, strlen(text), 0644))
        serve_log(LOG_WARNING, "metrics-not-written", "{s:s,s:s}", "file", s->config.metrics, "why", strerror(errno));
}
