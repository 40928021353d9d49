/* serve_log: the lines of the daemon's log. */
#include "serve_log.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void stamp(char text[32])
{
    struct timespec now;
    struct tm t;
    size_t n;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &t);
    n = strftime(text, 32, "%Y-%m-%dT%H:%M:%S", &t);
    snprintf(text + n, 32 - n, ".%03ldZ", now.tv_nsec / 1000000);
}

void serve_log(enum log_level level, const char *event, const char *format, ...)
{
    static const char *const names[] = { "info", "warning", "error" };
    char ts[32], *line;
    va_list args;
    stamp(ts);
    json_auto_t *j = json_pack("{s:s,s:s,s:s}", "ts", ts, "level", names[level], "event", event), *more = NULL;
    if (format) {
        va_start(args, format);
        more = json_vpack_ex(NULL, 0, format, args);
        va_end(args);
        if (more)
            json_object_update(j, more);
    }
    line = json_dumps(j, JSON_COMPACT | JSON_ENSURE_ASCII);
    if (line)
        dprintf(STDERR_FILENO, "%s\n", line); /* one write: lines of other processes do not mix with it */
    free(line);
}
