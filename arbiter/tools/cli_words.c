/* cli_words: see cli_words.h. */
#include "cli_words.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"

enum { KNOWN = 32, LEFT = 19 };

/* The option of "--name" or "--name=value"; *value is what follows the '='. */
static const struct cli_option *option_of(const struct cli_words *w, const char *word, const char **value)
{
    size_t n = strcspn(word, "=");
    *value = word[n] ? word + n + 1 : NULL;
    for (const struct cli_option *o = w->options; o->name; o++)
        if (strlen(o->name) == n && !strncmp(o->name, word, n))
            return o;
    return NULL;
}

static int unknown(const struct cli_words *w, const char *word)
{
    const char *known[KNOWN + 2], *near;
    int n = 0;
    for (; w->options[n].name && n < KNOWN; n++)
        known[n] = w->options[n].name;
    known[n] = "--help";
    known[n + 1] = NULL;
    near = cli_nearest(word, known);
    if (near)
        return cli_fail(EXIT_USAGE, "%s: unknown option %s: did you mean %s?", w->command, word, near);
    return cli_fail(EXIT_USAGE, "%s: unknown option %s: fiel %s --help lists them", w->command, word, w->command);
}

static int give(const struct cli_option *o, void *wish, const char *value)
{
    if (o->set)
        return o->set(wish, value);
    if (o->value)
        *(const char **)((char *)wish + o->at) = value;
    else
        *(bool *)((char *)wish + o->at) = true;
    return EXIT_FINE;
}

int cli_words_read(const struct cli_words *w, void *wish, int argc, char **argv)
{
    int code = EXIT_FINE;
    for (int i = 1, options = 1; i < argc && !code; i++) {
        const char *value, *word = argv[i];
        if (options && !strcmp(word, "--")) {
            options = 0;
            continue;
        }
        if (!options || word[0] != '-') {
            code = w->plain(wish, word);
            continue;
        }
        const struct cli_option *o = option_of(w, word, &value);
        if (!o)
            return unknown(w, word);
        if (!o->value && value)
            return cli_fail(EXIT_USAGE, "%s: %s stands alone: leave '=%s' out", w->command, o->name, value);
        if (o->value && !value && ++i == argc)
            return cli_fail(EXIT_USAGE, "%s: %s needs a value: %s %s", w->command, o->name, o->name, o->value);
        code = give(o, wish, o->value && !value ? argv[i] : value);
    }
    return code;
}

void cli_words_help(const struct cli_words *w)
{
    for (const struct cli_option *o = w->options; o->name; o++) {
        char left[32];
        snprintf(left, sizeof left, "%s %s", o->name, o->value ? o->value : "");
        printf("  %-*s", LEFT, left);
        if (strlen(left) >= LEFT) /* no room between the two: what it means begins a line of its own */
            printf("\n%*s", LEFT + 2, "");
        for (const char *line = o->help; *line;) {
            size_t n = strcspn(line, "\n");
            printf("%*s%.*s\n", line == o->help ? 0 : LEFT + 2, "", (int)n, line);
            line += n + (line[n] != '\0');
        }
    }
}

bool cli_number(const char *text, double low, double high, double *out)
{
    char *end;
    errno = 0;
    *out = strtod(text, &end);
    return end != text && !*end && !errno && isfinite(*out) && *out >= low && *out <= high;
}

bool cli_whole(const char *text, uint32_t high, uint32_t *out)
{
    double n;
    if (!cli_number(text, 1, high, &n) || n != floor(n))
        return false;
    *out = (uint32_t)n;
    return true;
}

int cli_output_try(const char *path)
{
    bool there = access(path, F_OK) == 0;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return -1;
    close(fd);
    return there ? 0 : unlink(path);
}
