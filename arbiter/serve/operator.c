/* operator: who asks whom, from options, environment and configuration. */
#include "operator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cli.h"
#include "cli/language.h"
#include "cli/owned.h"
#include "cli/path.h"
#include "config.h"

/* --- whom to ask ------------------------------------------------------------------------------------- */

static void ignore_sentence(void *who, const char *sentence)
{
    (void)who;
    (void)sentence;
}

/* One line of a file; "" when it cannot be read. */
static void read_line(const char *path, char *out, int cap)
{
    OPENED FILE *f = fopen(path, "re");
    *out = '\0';
    if (f && fgets(out, cap, f))
        out[strcspn(out, "\n")] = '\0';
}

/* What is not given, from a daemon's configuration on this machine. */
static int look_around(struct caller *c, char connect[CONFIG_TEXT], char server[CONFIG_TEXT])
{
    static struct config config; /* static for its size */
    char path[CONFIG_TEXT + 16];
    bool named = c->config != NULL;
    if (!c->connect)
        c->connect = getenv("FIEL_CONNECT");
    if (!c->server)
        c->server = getenv("FIEL_SERVER");
    if (!c->key)
        c->key = getenv("FIEL_KEY");
    if (c->connect && c->server)
        return EXIT_FINE;
    if (config_read(&config, named ? c->config : CONFIG_FILE_DEFAULT, named ? config_complain : ignore_sentence, NULL))
        return named ? EXIT_USAGE : EXIT_FINE;
    snprintf(connect, CONFIG_TEXT, "%s", config.control);
    path_of(path, sizeof path, "%s/server.pub", config.state);
    read_line(path, server, CONFIG_TEXT);
    if (!c->connect)
        c->connect = connect;
    if (!c->server && *server)
        c->server = server;
    return EXIT_FINE;
}

static int missing(const struct caller *c)
{
    if (!c->connect)
        return cli_fail(EXIT_USAGE, "no daemon is named: --connect ADDRESS, as tcp://127.0.0.1:7441");
    if (!c->server)
        return cli_fail(EXIT_USAGE,
                        "the daemon's public key is missing: --server HEX, from server.pub in its state folder");
    if (!c->key)
        return cli_fail(
            EXIT_USAGE,
            "your key is missing: --key NAME.key; `fiel keys new NAME` makes one, and the host puts NAME.pub "
            "into the operators folder");
    return EXIT_FINE;
}

/* --- the line ------------------------------------------------------------------------------------------ */

int caller_sorry(const struct line_error *e)
{
    static const int codes[] = { [LINE_FINE] = EXIT_FINE,
                                 [LINE_REFUSED] = EXIT_NEGATIVE,
                                 [LINE_WRONG] = EXIT_USAGE,
                                 [LINE_LOST] = EXIT_ENVIRONMENT };
    return cli_fail(codes[e->code], "%s", e->text);
}

struct line *caller_line(const struct caller *given, int *code)
{
    struct caller c = *given;
    char connect[CONFIG_TEXT], server[CONFIG_TEXT];
    struct line_error e;
    *code = look_around(&c, connect, server);
    if (!*code)
        *code = missing(&c);
    if (*code)
        return NULL;
    struct line *l = line_open(c.connect, c.server, c.key, &e);
    if (!l)
        *code = caller_sorry(&e);
    return l;
}

json_t *caller_ask(struct line *l, json_t *request, int *code)
{
    struct line_error e;
    json_t *j = line_ask(l, request, NULL, NULL, &e);
    *code = j ? EXIT_FINE : caller_sorry(&e);
    return j;
}
