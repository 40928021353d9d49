/* spans: durations and clocks as words. */
#include "spans.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "say.h"

static const struct unit {
    const char *name;
    int64_t us;
} units[] = { { "h", INT64_C(3600000000) }, { "m", 60000000 }, { "s", 1000000 }, { "ms", 1000 }, { "us", 1 } };
enum { UNITS = sizeof units / sizeof *units };

int duration_read(const char *text, int64_t *out_us, char why[SPAN_WHY])
{
    int64_t n = 0;
    const char *end = text;
    for (; isdigit((unsigned char)*end); end++) {
        n = n * 10 + (*end - '0');
        if (n > SPAN_LONGEST)
            break;
    }
    for (int i = 0; i < UNITS && end > text; i++) {
        if (strcmp(end, units[i].name))
            continue;
        if (n > SPAN_LONGEST / units[i].us)
            break;
        *out_us = n * units[i].us;
        return 0;
    }
    snprintf(why, SPAN_WHY,
             "'%.40s' is not a duration: a whole number and h, m, s, ms or us, as 30s or 100ms, at most 2400h", text);
    return -1;
}

char *duration_text(int64_t us, char text[SPAN_TEXT])
{
    int i = 0;
    while (i < UNITS - 1 && (us % units[i].us || us < units[i].us))
        i++;
    snprintf(text, SPAN_TEXT, "%lld%s", (long long)(us / units[i].us), us ? units[i].name : "s");
    return text;
}

static const char *const keys[] = { "bank", "inc", "cap", "grace", "start", "duty", NULL };

/* For those who think for minutes, as a model does, and for a person, who also looks at each hand that is over before they cut. */
static const char *const presets[][2] = { { "minutes", "bank=4h,inc=0s,cap=10m,grace=1s,start=10m,duty=4h" },
                                          { "hours", "bank=24h,inc=0s,cap=2h,grace=50ms,start=60s,duty=24h" } };

/* One "key=duration", or a preset. */
static int read_one(char *item, struct clock_spans *c, char why[SPAN_WHY])
{
    char *value = strchr(item, '=');
    const char *near;
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        if (!strcmp(item, presets[i][0]))
            return clock_spans_read(presets[i][1], c, why);
    if (!value) {
        snprintf(why, SPAN_WHY, "'%.40s' is not key=duration, as bank=30s, nor minutes or hours", item);
        return -1;
    }
    *value++ = '\0';
    for (int i = 0; i < CLOCK_SPANS; i++)
        if (!strcmp(item, keys[i])) {
            c->named |= 1u << i;
            return duration_read(value, &c->us[i], why);
        }
    near = cli_nearest(item, keys);
    snprintf(why, SPAN_WHY, "a clock has no '%.40s'%s%s%s; it has bank, inc, cap, grace, start and duty", item,
             near ? ", did you mean '" : "", near ? near : "", near ? "'" : "");
    return -1;
}

int clock_spans_read(const char *text, struct clock_spans *c, char why[SPAN_WHY])
{
    char copy[256], *rest = copy, *item;
    struct clock_spans set = *c;
    if (strlen(text) >= sizeof copy) {
        snprintf(why, SPAN_WHY, "a clock is at most %zu characters long", sizeof copy - 1);
        return -1;
    }
    strcpy(copy, text);
    while ((item = strsep(&rest, ",")))
        if (read_one(item, &set, why))
            return -1;
    *c = set;
    return 0;
}

char *clock_spans_text(const struct clock_spans *c, unsigned spans, char text[CLOCK_TEXT])
{
    char span[SPAN_TEXT];
    size_t n = 0;
    *text = '\0';
    for (int i = 0; i < CLOCK_SPANS; i++)
        if (spans & 1u << i && n < CLOCK_TEXT)
            n += (size_t)snprintf(text + n, CLOCK_TEXT - n, "%s%s=%s", n ? "," : "", keys[i],
                                  duration_text(c->us[i], span));
    return text;
}
