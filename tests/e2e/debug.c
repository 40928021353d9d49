/* debug: a bot whose author looks into it (docs/debug.md): what it printed before it ended, a sanitizer's report, --attach. */
#include "process.h"
#include "support/folder.h"

static char bin[4096];
FOLDER_FOR_ALL

/* A bot that does `does` at its twentieth decision. */
static void make(const char *name, const char *does, const char *flags)
{
    char path[160], source[2048];
    int n = snprintf(
        source, sizeof source,
        "#include <fiel.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
        "static struct action decide(const struct view *v, const struct action *legal, int n, void *user)\n"
        "{\n"
        "    static int asked;\n"
        "    (void)v, (void)n, (void)user;\n"
        "    if (++asked == 20) { %s }\n"
        "    return legal[0];\n"
        "}\n"
        "int main(void) { return fiel_run(\"author\", decide, NULL); }\n",
        does);
    assert_true(n > 0 && (size_t)n < sizeof source);
    snprintf(path, sizeof path, "%s/%s.c", folder, name);
    spill(path, source, (size_t)n);
    SHELL_FINE("cc -g %s -Isdk -Iprotocol -o '%s/%s' '%s' '%s/lib/public/libfiel.a' -lzmq -lsodium -lpthread -lm",
               flags, folder, name, path, build_dir());
}

/* Its match is lost by a crash; what its log says is in `log` below folder. */
static void crashes(const char *name, const char *jail)
{
    SHELL_FINE("cd '%s' && rm -rf m.* && PATH='%s':\"$PATH\" && fiel match --games 20 --jail %s --bot ./%s --bot "
               "random --replay m.replay > told 2> err && grep -q 'fault of %s: crashed' told && { ! [ -d m.logs ] || "
               "cat m.logs/* > log; } || { cat "
               "told err; exit 1; }",
               folder, bin, jail, name, name);
}

TEST(nothing_printed_is_lost)
{
    make("crashing", "printf(\"the last word\\n\"); int *volatile nowhere = 0; *nowhere = 1;", "-w");
    crashes("crashing", "basic");
    SHELL_FINE("cd '%s' && grep -q '^crashing printed: ' told && grep -qx 'the last word' log", folder);
    make("killed", "printf(\"the last word\\n\"); kill(getpid(), SIGTERM);", "-w");
    crashes("killed", "basic");
    SHELL_FINE("cd '%s' && grep -qx 'the last word' log", folder);
    make("silent", "abort();", "-w");
    crashes("silent", "basic");
    SHELL_FINE("cd '%s' && grep -qx 'silent printed nothing' told", folder);
}

TEST(a_sanitizer_reports)
{
    make("sanitized", "char *volatile four = malloc(4); four[asked] = 1;", "-w -fsanitize=address,undefined");
    crashes("sanitized", "none");
    SHELL_FINE("cd '%s' && grep -q 'heap-buffer-overflow' log && grep -q 'sanitized.c:10' log", folder);
}

/* The line is typed as it is printed, and where the bot crashed, once more. */
TEST(a_bot_that_is_started_by_hand)
{
    make("by hand", "if (!access(\"first\", F_OK)) { unlink(\"first\"); abort(); }", "-w");
    SHELL_FINE("cd '%s' && PATH='%s':\"$PATH\" && mkfifo said && : > first && "
               "{ fiel match --attach 1 --bot random --bot \"'./by hand' word\" --games 20 --replay h.replay --json > "
               "told 2> said & } && "
               "exec 4< said && while read -r line <&4; do case $line in */record) break; esac; done && "
               "! sh -c \"$line\" && ! [ -e first ] && sh -c \"$line\" && cat <&4 > /dev/null && wait $! && "
               "grep -q '\"faults\":\\[\\]' told && fiel-audit --quiet h.replay",
               folder, bin);
    SHELL_FINE(
        "cd '%s' && PATH='%s':\"$PATH\" && ! fiel match --attach 2 --bot random --bot random 2> err && "
        "grep -q 'no bot has this seat' err && ! fiel match --attach 0 --bot lines:./killed --bot random 2> err && "
        "grep -q 'plays by lines' err",
        folder, bin);
}

/* What a bot in Python answers wrongly is said; a view is a table in text, and a traceback has the bot's frames. */
TEST(a_bot_in_python)
{
    static const char *const cases[][2] = { { "None", "decide answered None: answer one of view.legal: " },
                                            { "'truco'", "decide answered 'truco': answer one of view.legal: " },
                                            { "view.nothing", "has no attribute 'nothing'" } };
    SHELL_FINE("cd '%s' && PATH='%s':\"$PATH\" && fiel new-bot py --lang python > made && make -s -C py fiel && "
               "fiel match --games 1 --bot random --bot random --seed 07 --replay p.replay > told 2> err",
               folder, bin);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        SHELL_FINE(
            "cd '%s' && sed \"s/^    flor = view.find.*/    print(view); return %s/\" py/bot.py > py/wrong.py && "
            "! /usr/bin/python3 py/wrong.py --again p.replay --seat 0 > told 2> err && "
            "grep -q '^> seat 0, me.*: holds [1-9]' told && grep -qF \"%s\" err && "
            "! grep -q 'File .*/fiel/[a-z]*.py' err && [ $(grep -c 'File .*wrong.py' err) -le 1 ]",
            folder, cases[i][0], cases[i][1]);
}

BEFORE_ALL(begin)
{
    char build[4096];
    assert_non_null(realpath(build_dir(), build));
    snprintf(bin, sizeof bin, "%.4000s/bin", build);
    return chmod(folder, 0755);
}
