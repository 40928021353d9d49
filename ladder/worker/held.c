/* held: `fiel jail-test --quick --json`, read. */
#include "held.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "child/run.h"

enum { ANSWER = 16384 };

/* Its words on our pipe; an errno. */
static int start(const char *fiel, int out, pid_t *child)
{
    char *const argv[] = { "fiel", "jail-test", "--quick", "--json", NULL };
    const struct run r = { .path = fiel, .argv = argv, .file = { "/dev/null" }, .fd = { -1, out, STDERR_FILENO } };
    return run_start(&r, child);
}

/* What it answered, of at most ANSWER bytes; NULL and why. */
static json_t *ask(const char *fiel, char text[HELD_TEXT])
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
        snprintf(text, HELD_TEXT, "%.300s: %.100s", fiel, bad ? strerror(bad) : "`jail-test --json` told nothing");
    return j;
}

static bool lacks(const json_t *layer)
{
    return json_is_true(json_object_get(layer, "demanded")) && !json_is_true(json_object_get(layer, "held"));
}

static const char *word_of(const json_t *layer, const char *key)
{
    const char *word = json_string_value(json_object_get(layer, key));
    return word ? word : "";
}

static void add(char text[HELD_TEXT], const char *words)
{
    size_t n = strlen(text);
    snprintf(text + n, HELD_TEXT - n, "%s", words);
}

/* "own pages: make a runtime; own user: be root"; of more than two the names alone, or it would be a page. */
static void name_missing(const json_t *layers, char text[HELD_TEXT])
{
    size_t i, missing = 0;
    const json_t *layer;
    json_array_foreach(layers, i, layer) missing += lacks(layer);
    *text = '\0';
    json_array_foreach(layers, i, layer)
    {
        if (!lacks(layer))
            continue;
        add(text, !*text ? "" : missing > 2 ? ", " : "; ");
        add(text, word_of(layer, "layer"));
        if (missing <= 2) {
            add(text, ": ");
            add(text, word_of(layer, "remedy"));
        }
    }
    if (missing > 2)
        add(text, ": `fiel jail-test` tells what each needs");
}

enum held held_here(const char *fiel, char text[HELD_TEXT])
{
    json_t *j = ask(fiel, text);
    enum held held = !j ? HELD_UNKNOWN : json_is_true(json_object_get(j, "strict")) ? HELD_ALL : HELD_LESS;
    if (held == HELD_LESS)
        name_missing(json_object_get(j, "layers"), text);
    json_decref(j);
    return held;
}
