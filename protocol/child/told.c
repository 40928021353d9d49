/* told: see told.h. */
#include "told.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wire/messages.h"

enum { LINE_FIRST = 4096, LINE_MOST = 1 << 24 };

/* --- events ------------------------------------------------------------------------------------------------------ */

static bool make_room(struct told *t)
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

static void take_lines(struct told *t, told_line *take, void *who)
{
    char *at = t->line, *end;
    while ((end = memchr(at, '\n', t->have))) {
        size_t size = (size_t)(end - at);
        json_t *j = json_loadb(at, size, JSON_REJECT_DUPLICATES, NULL);
        take(who, at, size, json_is_object(j) ? j : NULL);
        json_decref(j);
        t->have -= size + 1;
        at = end + 1;
    }
    memmove(t->line, at, t->have);
}

enum told_come told_read(struct told *t, int fd, told_line *take, void *who)
{
    ssize_t n;
    if (!make_room(t))
        return TOLD_END;
    do
        n = read(fd, t->line + t->have, t->room - t->have);
    while (n < 0 && errno == EINTR);
    if (n < 0 && errno == EAGAIN)
        return TOLD_NOT_NOW;
    if (n <= 0)
        return TOLD_END;
    t->have += (size_t)n;
    take_lines(t, take, who);
    return TOLD_SOME;
}

void told_free(struct told *t)
{
    free(t->line);
    *t = (struct told){ 0 };
}

const char *told_text(const json_t *j, const char *key)
{
    const char *text = json_string_value(json_object_get(j, key));
    return text ? text : "";
}

const char *told_event(const json_t *j) { return told_text(j, "event"); }

bool told_last(const json_t *j)
{
    const char *event = told_event(j);
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
    if (!j || (s->event && strcmp(told_event(j), s->event) != 0))
        return;
    json_decref(s->found);
    s->found = json_incref(j);
}

json_t *told_object(const char *path, const char *event)
{
    struct told told = { 0 };
    struct search s = { .event = event };
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && told_read(&told, fd, keep, &s) == TOLD_SOME)
        continue;
    told_free(&told);
    if (fd >= 0)
        close(fd);
    return s.found;
}

void told_result(const json_t *j, struct told_result *r)
{
    r->outcome = told_text(j, "outcome");
    r->error = told_text(j, "error");
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

bool told_complaint(const char *path, char *text, size_t room)
{
    char *line = NULL;
    size_t size = 0;
    bool sentence = false;
    FILE *f = fopen(path, "re");
    *text = '\0';
    while (f && getline(&line, &size, f) > 0) {
        bool ours = !strncmp(line, "fiel: ", 6);
        line[strcspn(line, "\n")] = '\0';
        if (!line[strspn(line, " \r")] || *line == '{' || (sentence && !ours) || strstr(line, "match --resume"))
            continue;
        sentence = ours;
        snprintf(text, room, "%s", behind(behind(behind(line, "fiel: "), "match: "), "build: "));
    }
    free(line);
    if (f)
        fclose(f);
    make_harmless(text);
    return *text != '\0';
}
