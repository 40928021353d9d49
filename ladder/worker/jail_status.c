/* jail_status: `fiel jail-test --quick --json`, read. */
#include "jail_status.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "child/run.h"
#include "child/json_text.h"

enum { ANSWER = 16384 };

/* Its words on our pipe; an errno. */
static int start(const char *fiel, int out, pid_t *child)
{
    char *const argv[] = { "fiel", "jail-test", "--quick", "--json", NULL };
    const struct run r = { .path = fiel, .argv = argv, .file = { "/dev/null" }, .fd = { -1, out, STDERR_FILENO } };
    return run_start(&r, child);
}

/* What it answered, of at most ANSWER bytes; NULL and why. */
static json_t *ask(const char *fiel, char text[JAIL_STATUS_TEXT])
{
    char answer[ANSWER];
    size_t size = 0;
    int ends[2], bad = pipe2(ends, O_CLOEXEC);
    pid_t child = -1;
    json_t *j = NULL;
    if (!bad) {
        bad = start(fiel, ends[1], &child);
        close(ends[1]);
        for (ssize_t n; !bad && size < ANSWER && (n = read(ends[0], answer + size, ANSWER - size)) > 0;)
            size += (size_t)n;
        close(ends[0]);
    }
    if (child > 0 && !bad)
        run_wait(child);
    if (!bad)
        j = json_loadb(answer, size, 0, NULL);
    if (!j)
        snprintf(text, JAIL_STATUS_TEXT, "%.300s: %.100s", fiel,
                 bad ? strerror(bad) : "`jail-test --json` told nothing");
    return j;
}

static bool lacks(const json_t *layer)
{
    return json_is_true(json_object_get(layer, "demanded")) && !json_is_true(json_object_get(layer, "held"));
}

static void add(char text[JAIL_STATUS_TEXT], const char *words)
{
    size_t n = strlen(text);
    snprintf(text + n, JAIL_STATUS_TEXT - n, "%s", words);
}

/* "own pages: make a runtime; own user: be root"; of more than two the names alone, or it would be a page.  What that is. */
static enum jail_status name_missing(const json_t *layers, char text[JAIL_STATUS_TEXT])
{
    size_t i, missing = 0, pages = 0;
    const json_t *layer;
    json_array_foreach(layers, i, layer) missing += lacks(layer);
    *text = '\0';
    json_array_foreach(layers, i, layer)
    {
        if (!lacks(layer))
            continue;
        pages += !strcmp(json_text(layer, "layer"), "own pages");
        add(text, !*text ? "" : missing > 2 ? ", " : "; ");
        add(text, json_text(layer, "layer"));
        if (missing <= 2) {
            add(text, ": ");
            add(text, json_text(layer, "remedy"));
        }
    }
    if (missing > 2)
        add(text, ": `fiel jail-test` tells what each needs");
    return pages == missing ? JAIL_STATUS_RUNTIME : JAIL_STATUS_LESS;
}

static long long number_of(const json_t *room, const char *key)
{
    return json_integer_value(json_object_get(room, key));
}

enum jail_status ask_jail_status(const char *fiel, struct jail_room *room, char text[JAIL_STATUS_TEXT])
{
    json_t *j = ask(fiel, text), *r = json_object_get(j, "room");
    *room = (struct jail_room){ number_of(r, "matches"), number_of(r, "each_mib"), number_of(r, "mib") };
    enum jail_status held = !j                                           ? JAIL_STATUS_UNKNOWN
                            : json_is_true(json_object_get(j, "strict")) ? JAIL_STATUS_ALL
                                                                         : JAIL_STATUS_LESS;
    if (held == JAIL_STATUS_LESS)
        held = name_missing(json_object_get(j, "layers"), text);
    json_decref(j);
    return held;
}
