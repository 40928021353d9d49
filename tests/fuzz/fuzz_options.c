/* fuzz_options: any text as what an operator writes: rules, a clock, durations, sizes, a bot's command line.
 *
 * The first byte says as which.  What must hold: a refusal has a sentence; what is accepted is written in a way that
 * reads as the same. */
#include "fuzz.h"

#include "match/match_options.h"

static void refused(const char *why)
{
    expect(why[0] != '\0' && strlen(why) < WHY, "something is refused without a sentence");
}

static void read_rules(const char *text, char why[WHY])
{
    struct rules r, again;
    char canonical[RULES_TEXT];
    if (rules_parse(text, &r, why) != 0) {
        refused(why);
        return;
    }
    rules_text(&r, canonical);
    expect(rules_parse(canonical, &again, why) == 0 && memcmp(&r, &again, sizeof r) == 0,
           "rules are written otherwise than they were read");
}

static void read_clock(const char *text, char why[WHY])
{
    static struct match_options o, again;
    char written[160];
    memset(&o, 0, sizeof o);
    if (clock_read(text, &o, why) != 0) {
        expect(o.start_us == 0, "a refused clock changed something");
        refused(why);
        return;
    }
    expect(clock_rule_holds(&o.clock), "a clock is accepted that is none");
    memset(&again, 0, sizeof again);
    expect(clock_read(clock_text(&o, written), &again, why) == 0 && memcmp(&o, &again, sizeof o) == 0,
           "a clock is written otherwise than it was read");
}

static void read_duration(const char *text, char why[WHY])
{
    int64_t us = -1, again = -1;
    char written[32];
    if (duration_read(text, &us, why) != 0) {
        expect(us == -1, "a refused duration changed something");
        refused(why);
        return;
    }
    expect(us >= 0 && duration_read(duration_text(us, written), &again, why) == 0 && us == again,
           "a duration is written otherwise than it was read");
}

static void read_size(const char *text, char why[WHY])
{
    uint64_t bytes;
    if (size_read(text, &bytes, why) != 0)
        refused(why);
    else
        expect(bytes % (1 << 20) == 0, "a size is no whole number of MiB");
}

static void read_command(const char *text, char why[WHY])
{
    static struct bot_command c;
    char *argv[BOT_ARGS + 1];
    if (command_split(text, &c, why) != 0) {
        refused(why);
        return;
    }
    expect(c.argc >= 1 && c.argc <= BOT_ARGS, "a command without words, or of too many");
    command_argv(&c, argv);
    for (unsigned i = 0; i < c.argc; i++)
        expect(argv[i] >= c.words && argv[i] + strlen(argv[i]) < c.words + sizeof c.words, "a word lies outside");
    expect(argv[c.argc] == NULL, "a command does not end");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const read[])(const char *, char why[WHY]) = { read_rules, read_clock, read_duration, read_size,
                                                                 read_command };
    char why[WHY] = "";
    if (size == 0)
        return 0;
    char *text = text_of(data + 1, size - 1);
    read[data[0] % 5](text, why);
    free(text);
    return 0;
}
