/* paths: a checkout lies where its owner likes it: what `make` does in one whose path has blanks and accents, with DESTDIR and
 * PREFIX alike, and that nothing outside of it is touched.
 *
 * The copy has the sources and what was built of them, so that little is built again. */
#include "process.h"

static char dir[SCRATCH_ROOM], tree[SCRATCH_ROOM + 64], make[512], b[64];

/* What `make deb` took for the path of its folder and for the version was the first and the second word of this one. */
#define PLACE "un árbol con espacios ñ"

BEFORE_ALL(copy)
{
    char build[4096];
    scratch(dir);
    snprintf(tree, sizeof tree, "%s/" PLACE "/fiel", dir);
    assert_non_null(realpath(build_dir(), build));
    snprintf(b, sizeof b, "%.60s",
             strrchr(build, '/') + 1); /* in the copy the build has the same name, and lies in the tree */
    /* Not made anew, whatever is newer than it: only what is asked for by name is. */
    snprintf(make, sizeof make,
             "make -s B=%s -o all -o %s/bin/fiel -o %s/bin/fiel-audit -o %s/bin/fiel-ladder -o %s/bin/fiel-witness -o "
             "%s/libexec/fiel-sockets",
             b, b, b, b, b, b);
    assert_int_equal(chmod(dir, 0755), 0); /* bots have users of their own */
    assert_int_equal(shell("mkdir -p '%s/%s' && tar --exclude='./build*' --exclude=./.git --exclude=node_modules "
                           "--exclude=./tests/corpus "
                           "-cf - . | tar -xf - -C '%s'",
                           tree, b, tree),
                     0);
    return shell("cd '%s' && cp -a bin bots js lib libexec man web '%s/%s'", build, tree, b);
}

AFTER_ALL(discard)
{
    scratch_remove(dir);
    return 0;
}

/* Everything in the scratch folder but the tree's own builds, with sizes and times. */
static char *listed(void)
{
    assert_int_equal(
        shell("cd '%s' && find . -path '*/fiel/build*' -prune -o -name listed -o ! -path . ! -path '*/fiel' "
              "-printf '%%p %%s %%T@ %%M\\n' | sort > listed",
              dir),
        0);
    char path[SCRATCH_ROOM + 16];
    snprintf(path, sizeof path, "%s/listed", dir);
    return slurp(path, NULL);
}

TEST(test_a_source_is_compiled)
{
    assert_int_equal(shell("cd '%s' && %s %s/obj/protocol/rules/act.o", tree, make, b), 0);
}

/* A program that is built against the tree asks pkg-config. */
TEST(test_a_bot_is_built_against_the_tree)
{
    assert_int_equal(
        shell("cd '%s' && rm %s/lib/pkgconfig/fiel.pc && %s %s/lib/pkgconfig/fiel.pc && "
              "cp %s/lib/pkgconfig/fiel.pc build/pc && mkdir -p moved/b/lib/pkgconfig moved/b/lib/public moved/sdk && "
              "cp build/pc moved/b/lib/pkgconfig/fiel.pc && cp -R protocol moved && cp sdk/fiel.h moved/sdk && "
              "cp %s/lib/public/libfiel.a moved/b/lib/public && cp sdk/examples/first.c moved && "
              "! grep -F \"$PWD\" build/pc && PKG_CONFIG_PATH=\"$PWD/moved/b/lib/pkgconfig\" && export PKG_CONFIG_PATH "
              "&& "
              "eval \"cc $(pkg-config --cflags fiel) -o moved/first moved/first.c $(pkg-config --libs fiel)\" && "
              "{ moved/first 2> moved/err; [ $? = 3 ]; } && rm -r moved build/pc",
              tree, b, make, b, b, b),
        0);
}

/* Nothing lies outside of DESTDIR, and what is installed knows where it will be. */
TEST(test_it_is_installed)
{
    OWNED char *before = listed();
    assert_int_equal(
        shell("cd '%s' && %s install DESTDIR=\"$PWD/build/des tino ñ\" PREFIX='/opt/mi fiel & más' > build/log 2>&1 || "
              "{ cat build/log; exit 1; }",
              tree, make),
        0);
    assert_int_equal(
        shell("cd '%s/build/des tino ñ' && [ \"$(ls)\" = opt ] && [ \"$(ls opt)\" = 'mi fiel & más' ] && "
              "cd 'opt/mi fiel & más' && [ -x bin/fiel ] && [ -e lib/fiel/bots/cauto ] && [ -e share/man/man1/fiel.1 ] "
              "&& "
              "grep -qxF 'prefix=/opt/mi fiel & más' lib/pkgconfig/fiel.pc && "
              "grep -qF 'ExecStart=/opt/mi\\x20fiel\\x20&\\x20más/bin/fiel serve' lib/systemd/system/fiel.service && "
              "grep -qF 'Documentation=file:/opt/mi%%%%20fiel%%%%20' lib/systemd/system/fiel.service && "
              "grep -qxF '# fiel = /opt/mi fiel & más/bin/fiel' share/fiel/fiel-ladder.conf && "
              "bin/fiel --version > /dev/null",
              tree),
        0);
    OWNED char *after = listed();
    assert_string_equal(before, after);
}

/* A dollar in a path is no variable of make's. */
TEST(test_a_dollar_is_a_dollar)
{
    OWNED char *before = listed();
    assert_int_equal(
        shell("cd '%s' && %s install DESTDIR=\"$PWD/build/\"'d$(B)$HOME' PREFIX='/opt/$fiel' > build/log 2>&1 || "
              "{ cat build/log; exit 1; }",
              tree, make),
        0);
    assert_int_equal(shell("cd '%s/build/d$(B)$HOME/opt/$fiel' && [ -x bin/fiel ] && grep -qxF 'prefix=/opt/$fiel' "
                           "lib/pkgconfig/fiel.pc "
                           "&& grep -qF 'ExecStart=/opt/$$fiel/bin/fiel serve' lib/systemd/system/fiel.service && grep "
                           "-qxF '# fiel = /opt/$fiel/bin/fiel' share/fiel/fiel-ladder.conf",
                           tree),
                     0);
    assert_int_equal(shell("rm -rf '%s/build/d$(B)$HOME'", tree), 0);
    OWNED char *after = listed();
    assert_string_equal(after, before);
}

/* Two programs stand in for the packager's tools: what is looked at is where they are called, and what was removed for them. */
TEST(test_packages_are_made_below_build)
{
    assert_int_equal(shell("cd '%s' && mkdir -p tools 'un/fiel-árbol' 'un/fiel-0.1.0' && touch 'un/fiel-árbol/mine' "
                           "un/fiel-0.1.0/mine && "
                           "printf '#!/bin/sh\\nset -e\\n[ -e debian/changelog ]\\npwd > ../where\\ntouch ../it.deb "
                           "../it.changes\\n' > "
                           "tools/dpkg-buildpackage && printf '#!/bin/sh\\n' > tools/lintian && chmod 755 tools/*",
                           dir),
                     0);
    OWNED char *before = listed();
    assert_int_equal(
        shell("cd '%s' && PATH='%s/tools':\"$PATH\" SOURCE_DATE_EPOCH=1 make -s -o deps-deb deb > build/log 2>&1 || "
              "{ cat build/log; exit 1; }",
              tree, dir),
        0);
    assert_int_equal(shell("cd '%s' && [ \"$(echo build/deb/*)\" = 'build/deb/it.changes build/deb/it.deb "
                           "build/deb/made build/deb/where' ] && "
                           "[ \"$(cat build/deb/where)\" = \"$PWD/build/deb/fiel-0.1.0\" ]",
                           tree),
                     0);
    OWNED char *after = listed();
    assert_string_equal(before, after);
}

/* The packager's script is not told its folder in pieces. */
TEST(test_a_folder_in_pieces_is_refused)
{
    OWNED char *before = listed();
    assert_int_equal(shell("cd '%s' && sh debian/make.sh %s/build/deb 0.1.0 2> '%s/listed.err'", tree, tree, dir), 2);
    assert_int_equal(shell("rm '%s/listed.err'", dir), 0);
    OWNED char *after = listed();
    assert_string_equal(before, after);
}

TEST(test_pages_are_made)
{
    assert_int_equal(shell("cd '%s' && %s -o deps-docs docs && [ -s %s/docs/index.html ]", tree, make, b), 0);
}

/* The whole demo: matches, audit, a ladder with its workers, in a folder of its own.  The ladder warns before it says where it is. */
TEST(test_the_demo_runs)
{
    assert_int_equal(shell("cd '%s/%s/bin' && mv fiel-ladder fiel-ladder.real && printf '%%s\\n' '#!/bin/sh' "
                           "'echo fiel-ladder: this is a warning >&2' 'exec \"$0.real\" \"$@\"' > fiel-ladder && "
                           "chmod 755 fiel-ladder",
                           tree, b),
                     0);
    assert_int_equal(
        shell("cd '%s' && FIEL_BUILD=%s sh bots/demo.sh > build/log 2>&1 < /dev/null || { cat build/log; exit 1; }",
              tree, b),
        0);
    assert_int_equal(
        shell("cd '%s' && grep -q '^Next: ' build/log && grep -q '^The pages were at http://127' build/log", tree), 0);
    assert_int_equal(shell("cd '%s/%s/bin' && mv fiel-ladder.real fiel-ladder", tree, b), 0);
}
