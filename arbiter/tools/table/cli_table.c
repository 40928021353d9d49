/* cli_table: `fiel table`, lines of JSON in and out. */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cli.h"
#include "cli/words.h"
#include "table.h"

static const char
    help[] = "usage: fiel table\n"
             "\n"
             "  $ fiel table\n"
             "  {\"op\":\"new\",\"score\":[10,12],\"hands\":[[\"7e\",\"6e\",\"4c\"],[\"1e\",\"7b\",\"6b\"]]}\n"
             "  {\"op\":\"act\",\"seat\":0,\"do\":\"envido\"}\n"
             "  {\"op\":\"act\",\"seat\":1,\"do\":\"quiero\"}\n"
             "\n"
             "The rules of one table: reads one JSON object per line, answers one per line, to the end of the input.\n"
             "\n"
             "  new   lays a table out: rules (argentino), seats (2), score ([0,0]), chicos ([0,0]), mano (0),\n"
             "        hands and vira, or else seed (any text, or 64 hex digits) to deal from\n"
             "  act   seat, do: one decision, as a word of \"legal\"; raise, accept and refuse name the next step,\n"
             "        the acceptance and the refusal of what is open\n"
             "  next  the next hand; hands, vira as above\n"
             "  view  seat: all that this seat may know\n"
             "  sign  seat, to, sign: whether a seat may make that sign to a partner (signs=on); it changes nothing\n"
             "  undo  takes the last act or next back, as far as the last new\n"
             "  rules  the presets, and the options of the table or of \"rules\"\n"
             "\n"
             "Every answer holds ok, turn, phase, legal, score, news, hand, game, partida; a refused request\n"
             "{\"ok\":false,\"error\":CODE,\"message\":...} and changes nothing.  Undo keeps its history in memory.\n";

/* -1 when the output is gone. */
static int answer(struct table *t, const char *line, size_t length)
{
    char *text = table_line(t, line, length);
    if (text == NULL)
        return cli_fail(-1, "out of memory: start again with a shorter session");
    int result = puts(text) < 0 || fflush(stdout) != 0 ? -1 : 0;
    free(text);
    if (result != 0)
        return cli_fail(-1, "cannot write the answer (%s): is the reader gone?", strerror(errno));
    return 0;
}

static int run(void)
{
    struct table t;
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    int code = EXIT_FINE;
    table_init(&t);
    while (code == EXIT_FINE && (n = getline(&line, &room, stdin)) > 0) {
        size_t length = (size_t)n;
        if (line[length - 1] == '\n')
            length--;
        if (answer(&t, line, length) != 0)
            code = EXIT_ENVIRONMENT;
    }
    if (ferror(stdin))
        code = cli_fail(EXIT_ENVIRONMENT, "cannot read the standard input (%s): give it a pipe or a terminal",
                        strerror(errno));
    free(line);
    table_free(&t);
    return code;
}

static const struct cli_option options[] = { { 0 } };
static const struct cli_words takes = { "table", options, help,
                                        .remedy = "requests come as lines on the standard input" };

int cli_table(int argc, char **argv)
{
    int code;
    if (!cli_words_read(&takes, NULL, &argc, argv, &code))
        return code;
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "libsodium does not start: the machine gives no random bytes");
    return run();
}
