/* events: see events.h. */
#include "events.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/owned.h"
#include "wire/messages.h"

enum { LINE_FIRST = 4096, LINE_MOST = 1 << 24 };

/* --- events ------------------------------------------------------------------------------------------------------ */

static bool make_room(struct event_lines *t)
{
    if (t->have < t->room)
        return true;
    size_t room = t->room ? 2 * t->room : LINE_FIRST;
    char *line = room <= LINE_MOST ? realloc(t->line, room) : NULL;
    if (!line) {
        t->have = 0;
        return t->room > 0;
    }
    t->line = line;
    t->room = room;
    return true;
}

static void take_lines(struct event_lines *t, event_line *take, void *who)
{
    char *at = t->line, *end;
    while ((end = memchr(at, '\n', t->have))) {
        size_t size = (size_t)(end - at);
        json_auto_t *j = json_loadb(at, size, JSON_REJECT_DUPLICATES, NULL);
        take(who, at, size, json_is_object(j) ? j : NULL);
        t->have -= size + 1;
        at = end + 1;
    }
    memmove(t->line, at, t->have);
}

enum event_come event_read(struct event_lines *t, int fd, event_line *take, void *who)
{
    ssize_t n;
    if (!make_room(t))
        return EVENT_END;
    do
        n = read(fd, t->line + t->have, t->room - t->have);
    while (n < 0 && errno == EINTR);
    if (n < 0 && errno == EAGAIN)
        return EVENT_NOT_NOW;
    if (n <= 0)
        return EVENT_END;
    t->have += (size_t)n;
    take_lines(t, take, who);
    return EVENT_SOME;
}

void event_free(struct event_lines *t)
{
    free(t->line);
    *t = (struct event_lines){ 0 };
}

const char *event_name(const json_t *j) { return json_text(j, "event"); }

bool event_last(const json_t *j)
{
    const char *event = event_name(j);
    return !strcmp(event, "result") || !strcmp(event, "parked") || !strcmp(event, "error");
}

/* --- results ------------------------------------------------------------------------------------------------------- */

struct search {
    const char *event;
    json_t *found;
};

static void keep(void *who, const char *line, size_t size, json_t *j)
{
    struct search *s = who;
    (void)line;
    (void)size;
    if (!j || (s->event && strcmp(event_name(j), s->event) != 0))
        return;
    json_decref(s->found);
    s->found = json_incref(j);
}

json_t *event_object(const char *path, const char *event)
{
    struct event_lines told = { 0 };
    struct search s = { .event = event };
    OPENED_FD int fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && event_read(&told, fd, keep, &s) == EVENT_SOME)
        continue;
    event_free(&told);
    return s.found;
}

void event_result(const json_t *j, struct event_result *r)
{
    r->outcome = json_text(j, "outcome");
    r->error = json_text(j, "error");
    r->won = json_is_integer(json_object_get(j, "winner"));
    r->void_reason = json_integer_value(json_object_get(json_object_get(j, "void"), "reason"));
    r->machine_lacked = r->void_reason == ARBITER_NO_PROCESS || r->void_reason == ARBITER_MEMORY;
}

/* --- complaints ---------------------------------------------------------------------------------------------------- */

static const char *behind(const char *line, const char *start)
{
    size_t n = strlen(start);
    return strncmp(line, start, n) ? line : line + n;
}

static void make_harmless(char *line)
{
    for (; *line; line++)
        if ((unsigned char)*line < ' ' || *line == 0x7f)
            *line = ' ';
}

bool event_complaint(const char *path, char *text, size_t room)
{
    OWNED char *line = NULL;
    size_t size = 0;
    bool sentence = false;
    OPENED FILE *f = fopen(path, "re");
    *text = '\0';
    while (f && getline(&line, &size, f) > 0) {
        bool ours = !strncmp(line, "fiel: ", 6);
        line[strcspn(line, "\n")] = '\0';
        if (!line[strspn(line, " \r")] || *line == '{' || (sentence && !ours) || strstr(line, "match --resume"))
            continue;
        sentence = ours;
        snprintf(text, room, "%s", behind(behind(behind(line, "fiel: "), "match: "), "build: "));
    }
    make_harmless(text);
    return *text != '\0';
}
