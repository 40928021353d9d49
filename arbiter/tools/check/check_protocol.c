/* check_protocol: what `fiel conformance` says of a bot.  A ladder lets in whoever plays its matches through; but a bot that
 * believes an arbiter that lies can be cheated by one, so what it missed is a note. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "child/told.h"
#include "match/match_options.h"

static void say(struct check *c, const json_t *sum)
{
    long long all = json_integer_value(json_object_get(sum, "scenarios")),
              passed = json_integer_value(json_object_get(sum, "passed"));
    if (json_is_true(json_object_get(sum, "conforms")))
        check_say(c, LINE_PROTOCOL, MARK_PASS, "", "conforms: %lld of %lld scenarios", passed, all);
    else
        check_say(c, LINE_PROTOCOL, MARK_NOTE,
                  "`fiel conformance -- BOT` names them: what it does not notice, an arbiter can do to it",
                  "%lld of %lld scenarios passed", passed, all);
}

void check_protocol(struct check *c)
{
    static struct bot_command bot;
    char why[WHY], out[CHECK_PATH], *words[BOT_ARGS + 1];
    const char *argv[BOT_ARGS + 8] = { "fiel", "conformance", "--json", "--" };
    if (!c->protocol) {
        check_say(c, LINE_PROTOCOL, MARK_NOT_TRIED, "", "--protocol: half a minute of fiel conformance");
        return;
    }
    if (command_split(c->bot, &bot, why) || command_find(&bot, why)) {
        check_say(c, LINE_PROTOCOL, MARK_NOTE, "", "%.300s", why);
        return;
    }
    command_argv(&bot, words);
    words[0] = bot.path;
    for (unsigned i = 0; words[i]; i++)
        argv[4 + i] = words[i];
    int code = check_program(c, argv, out);
    json_t *sum = code == 0 || code == 1 ? told_object(out, NULL) : NULL;
    if (sum)
        say(c, sum);
    else
        check_say(c, LINE_PROTOCOL, MARK_NOTE, "", "fiel conformance could not be run here");
    json_decref(sum);
}
