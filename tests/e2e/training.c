/* training: what a bot that was trained needs comes along: the package as a wheel, in an environment of its own, and what
 * `fiel new-bot` packs, both inside the jail. */
#include <limits.h>

#include "folder.h"

#include "support/skipped.h"

/* A shell in the test's folder, with this build's programs first; `root` and `build` are set. */
static struct run scripted(const char *script)
{
    static char all[3 * PATH_MAX + 8192], root[PATH_MAX], build[PATH_MAX];
    assert_non_null(realpath(".", root));
    assert_non_null(realpath(build_dir(), build));
    snprintf(all, sizeof all, "set -eu; IFS=; cd '%s'; root='%s'; build='%s'; PATH=$build/bin:$PATH; %s", folder, root,
             build, script);
    const char *const words[] = { "/bin/sh", "-c", all, NULL };
    return run_words(words, NULL);
}

static void works(const char *script)
{
    OWNED_RUN r = scripted(script);
    if (r.code != 0)
        fail_msg("exit %d of %s\n%s\n%s", r.code, script, r.out, r.err);
}

/* A bot that asks the rules at each decision whether the row of its view is the row of a table as it may be. */
static const char bot
    [] = "printf '%s\\n' 'import fiel' 'from fiel import rules' 'dice = rules.Dice(1)' '@fiel.bot' 'def decide(view):' "
         "'    assert fiel.row(view) == rules.sample(view, dice).row(view.seat)' '    return view.legal[0]' "
         "'fiel.run(decide)' > body; ";

TEST_WITH(the_wheel_is_the_same_bytes_again, folder_make, folder_remove)
{
    works("sh $root/sdk/python/wheel.sh $build/lib/libfielrules.so $build/bots/bridge one 1.2 > name; umask 077; cd /; "
          "TZ=Asia/Tokyo LC_ALL=C sh $root/sdk/python/wheel.sh $build/lib/libfielrules.so $build/bots/bridge "
          "$OLDPWD/two 1.2 > /dev/null; "
          "cd $OLDPWD; "
          "cmp one/*.whl two/*.whl; grep -q 'fiel-1.2-py3-none-linux_.*[.]whl' name");
    OWNED_RUN r = scripted("sh $root/sdk/python/wheel.sh nowhere $build/bots/bridge three 1.2");
    assert_int_not_equal(r.code, 0);
    assert_non_null(strstr(r.err, "nowhere"));
}

/* In an environment of its own beside the bot, from the file alone, on a path on which nothing of Fiel is. */
TEST_WITH(a_bot_in_a_venv_plays_in_the_jail, folder_make, folder_remove)
{
    works("sh $root/sdk/python/wheel.sh $build/lib/libfielrules.so $build/bots/bridge wheel 1.2 > /dev/null; mkdir "
          "mine; cd mine; "
          "/usr/bin/python3 -m venv --system-site-packages venv; venv/bin/pip install -q --no-index --no-deps "
          "../wheel/*.whl; "
          "venv/bin/python -c 'import fiel.batch as b; from fiel import rules; assert \"/mine/venv/\" in "
          "rules.LIBRARY._name; "
          "b.Batch(tables=2)'; test -x venv/lib/python3*/site-packages/fiel/bridge");
    works(bot);
    works(
        "(echo \"#!$PWD/mine/venv/bin/python\"; cat body) > mine/bot.py; chmod +x mine/bot.py; chmod -R o+rX .; "
        "fiel match --jail basic --clock start=60s --games 1 --bot lines:mine/bot.py --bot random --replay venv.replay "
        "--json > played; "
        "grep -q '\"faults\":\\[\\]' played || { cat played venv.logs/*; exit 1; }");
}

/* What is packed with a new bot holds the rules; without that the same bot does not get through its first decision. */
TEST_WITH(a_new_bot_has_the_rules_with_it, folder_make, folder_remove)
{
    works(bot);
    works("fiel new-bot mine --lang python > /dev/null; cd mine; (echo '#!/usr/bin/python3'; cat ../body) > bot.py; "
          "make -s dist; cd ..; "
          "mkdir with without; tar -xf mine/mine.tar -C with; tar -xf mine/mine.tar -C without; rm "
          "without/fiel/libfielrules.so; "
          "for how in with without; do fiel match --jail basic --clock start=60s --games 1 --rules uruguayo --bot "
          "lines:$how/bot.py --bot random "
          "--replay $how.replay --json > $how.json || true; done; "
          "grep -q '\"faults\":\\[\\]' with.json || { cat with.json with.logs/*; exit 1; }; "
          "! grep -q '\"faults\":\\[\\]' without.json; grep -q 'cannot be loaded' without.logs/*");
}

/* WebAssembly of the same C: the same cards, actions, rows and points as in Python. */
TEST_WITH(the_rules_are_the_same_in_javascript, folder_make, folder_remove)
{
    works("node --test $root/tests/js/test-rules.js > told || { cat told; exit 1; }; grep -q '^# pass [1-9]' told");
}

/* Some nodes take the memory that WebAssembly needs from a bot's limit unless they are told not to, and older ones cannot be told. */
TEST_WITH(the_rules_of_javascript_in_little_memory, folder_make, folder_remove)
{
    struct run r = scripted("ulimit -v 4000000; node -e \"require('$root/sdk/js/lib/rules.js')\"");
    if (r.code)
        assert_non_null(strstr(r.err, "--disable-wasm-trap-handler, which Node 20.15, 22.2"));
    run_free(&r);
    r = scripted("node --disable-wasm-trap-handler -e ''");
    bool told = r.code == 0;
    run_free(&r);
    if (told)
        works("ulimit -v 4000000; node --disable-wasm-trap-handler -e \"require('$root/sdk/js/lib/rules.js')\"");
    else
        skipped("the rules of JavaScript in little memory", "this node knows no --disable-wasm-trap-handler");
}

int main(void)
{
    unsetenv("FIEL_SCRATCH"); /* the first line of an environment's program is a path that the kernel parts at blanks */
    return tests_run();
}
