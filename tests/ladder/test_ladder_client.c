/* The commands that ask a ladder over HTTP: what they do there, what they refuse to send, and what they say. */

#include "support/test.h"
#include "ladder_site.h"
#include "record/binding.h"
#include "record/identity.h"
#include "site/session/account.h"

HERE_FOR_ALL
static char text[1 << 16], server[64], account[128], bots[256];

/* The file with so many bytes, the new ones blanks, which tell its reader nothing. */
static int blank(const char *path, long size)
{
    FILE *f = fopen(path, "a");
    if (!f)
        return -1;
    while (ftell(f) < size)
        fputc('\n', f);
    return fclose(f);
}

#define SAYS(code, words, says) \
    do { \
        int code_ = here_command(words, text, sizeof text); \
        if (code_ != (code) || !strstr(text, says)) \
            fail_msg("%s: exit %d:\n%s", words, code_, text); \
    } while (0)

BEFORE_ALL(start)
{
    struct store_error e;
    int64_t id;
    FINE(account_make(here.site.store, "rosa", "long enough 1", ROLE_AUTHOR, &id, &e));
    FINE(account_make(here.site.store, "hugo", "long enough 1", ROLE_HOST, &id, &e));
    snprintf(server, sizeof server, "http://127.0.0.1:%d", here.port);
    snprintf(account, sizeof account, "%s/mine/account", here.folder);
    setenv("FIEL_LADDER_SERVER", server, 1);
    setenv("FIEL_LADDER_ACCOUNT", account, 1);
    unsetenv("FIEL_LADDER_TOKEN");
    snprintf(bots, sizeof bots, "%s/program", here.folder);
    assert_int_equal(mkdir(bots, 0755), 0);
    strcat(bots, "/bot");
    FILE *f = fopen(bots, "w");
    assert_true(f && fputs("#!/bin/sh\n", f) >= 0 && !fclose(f) && !chmod(bots, 0755));
    *strrchr(bots, '/') = '\0';
    return 0;
}

/* --- what is never sent ---------------------------------------------------------------------------------------------- */

TEST(a_token_goes_nowhere_else)
{
    char words[256];
    static const char *const bad[] = { "http://ladder.example",
                                       "ftp://127.0.0.1",
                                       "127.0.0.1:80",
                                       "https://",
                                       "http://127.0.0.1.example/",
                                       "http://127.0.0.1@example",
                                       "http://localhost.example:80" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(words, sizeof words, "bot list --server '%s'", bad[i]);
        SAYS(2, words, strstr(bad[i], "example") && !strchr(bad[i], '@') ? "use https://" : "is no server");
    }
}

TEST(an_account_is_its_owners_alone)
{
    char words[256];
    struct stat s;
    SAYS(2, "login rosa < /dev/null", "a password is missing");
    snprintf(words, sizeof words, "login rosa < '%s/wrong'", here.folder);
    char file[160];
    snprintf(file, sizeof file, "%s/wrong", here.folder);
    FILE *f = fopen(file, "w");
    assert_true(f && fputs("not this one\n", f) >= 0 && !fclose(f));
    SAYS(2, words, "do not belong together");
    f = fopen(file, "w");
    assert_true(f && fputs("long enough 1\n", f) >= 0 && !fclose(f));
    SAYS(0, words, "signed in");
    assert_true(!stat(account, &s) && (s.st_mode & 0777) == 0600);
    SAYS(0, "dispute list", "");
    snprintf(words, sizeof words, "bot submit rosa/primero '%.200s'", bots); /* a bot is made by its first version */
    SAYS(0, words, "rosa/primero#1: pending: `fiel-ladder bot show rosa/primero` tells its state");
    snprintf(words, sizeof words, "bot submit rosa/primero '%.200s/bot' --lang pt", bots); /* a program alone */
    SAYS(0, words, "rosa/primero#2: em espera: `fiel-ladder bot show rosa/primero` diz o estado");
    SAYS(0, "bot about rosa/primero 'Bluffs now.'", "");
    SAYS(0, "bot list --author rosa", "Bluffs now.");
    SAYS(2, "bot about ana/bot0 'No good.'", "its author's alone");
    /* The server says it in the language of who reads, and to a program in English. */
    SAYS(2, "dispute show 999 --lang es", "no existe la disputa 999");
    SAYS(2, "dispute show 999 --json", "there is no dispute 999");
    snprintf(words, sizeof words, "bot about rosa/primero \"$(printf '%%256s' x)\"");
    SAYS(2, words, "say it in 255 bytes");
    SAYS(0, "bot about rosa/primero ''", "");
    assert_int_equal(chmod(account, 0640), 0);
    SAYS(3, "dispute list", "others may read");
    /* One that a jail would not look through. */
    assert_true(!chmod(account, 0600) && !stat(account, &s) && !blank(account, 4097));
    SAYS(2, "dispute list", "is no account");
    assert_int_equal(truncate(account, s.st_size), 0);
    assert_int_equal(chmod(account, 0600), 0);
    snprintf(words, sizeof words, "dispute list --server http://localhost:%d",
             here.port); /* another name is another server */
    SAYS(2, words, "sign in first");
    setenv("FIEL_LADDER_TOKEN", "nonsense\nX-Evil: 1", 1);
    SAYS(2, "dispute list", "is not one of a ladder's");
    setenv("FIEL_LADDER_TOKEN", "0000000000000000000000000000000000000000000000000000000000000000", 1);
    SAYS(2, "dispute list", "is not good any more");
    unsetenv("FIEL_LADDER_TOKEN");
    SAYS(0, "logout", "");
    SAYS(2, "dispute list", "sign in first");
    SAYS(0, "bot list", "ana   bot0"); /* anybody may; below each other, and rosa is longer */
}

/* Where the token cannot be kept none is left at the site, which nobody could use or end. */
TEST(a_token_is_kept_or_ended)
{
    char words[256];
    struct person rosa;
    struct session all[4];
    struct store_error e;
    size_t before, after;
    FINE(store_person_named(here.site.store, "rosa", &rosa, &e));
    FINE(store_sessions(here.site.store, rosa.id, all, 4, &before, &e));
    snprintf(words, sizeof words, "login rosa --account /proc/there-is-none/account < '%s/wrong'", here.folder);
    SAYS(3, words, "cannot be written");
    FINE(store_sessions(here.site.store, rosa.id, all, 4, &after, &e));
    assert_int_equal(after, before);
    snprintf(words, sizeof words, "login rosa < '%s/wrong'", here.folder); /* the right one, since the test above */
    SAYS(0, words, "signed in");
    FINE(store_sessions(here.site.store, rosa.id, all, 4, &after, &e));
    assert_int_equal(after, before + 1);
    SAYS(0, "logout", "");
}

/* The key stays on its machine: what is sent shows that it is there. */
TEST(in_with_a_key)
{
    char words[320], key[160];
    struct identity me;
    identity_make(&me, "kim");
    snprintf(key, sizeof key, "%s/kim.key", here.folder);
    assert_int_equal(identity_write(key, &me), 0);
    snprintf(words, sizeof words, "login kim --new --key '%s'", key);
    SAYS(0, words, "signed in");
    SAYS(0, "dispute list", "");
    SAYS(0, "logout", "");
    snprintf(words, sizeof words, "login rosa --key '%s'", key);
    SAYS(2, words, "is not this account's");
    snprintf(words, sizeof words, "login kim --proof --key '%s'", key);
    SAYS(0, words, ".");
    SAYS(2, "login kim --proof", "whose proof");
    assert_int_equal(chmod(key, 0640), 0);
    SAYS(3, words, "kim.key");
}

static void sign_in(const char *name)
{
    char words[256], file[160];
    snprintf(file, sizeof file, "%s/password", here.folder);
    FILE *f = fopen(file, "w");
    assert_true(f && fputs("long enough 1\n", f) >= 0 && !fclose(f));
    snprintf(words, sizeof words, "login %s < '%s'", name, file);
    SAYS(0, words, "signed in");
}

/* NAME.pub in the folder, and what is none; its NAME.key too. */
static void put_binding(char path[160], const char *name, bool good)
{
    struct identity me;
    struct binding b;
    char line[BINDING_TEXT];
    identity_make(&me, name);
    identity_bind(&me, 0, &b);
    binding_text(&b, line);
    snprintf(path, 160, "%s/%s.key", here.folder, name);
    assert_int_equal(good ? identity_write(path, &me) : 0, 0);
    snprintf(path, 160, "%s/%s.pub", here.folder, name);
    FILE *f = fopen(path, "w");
    assert_true(f && fputs(good ? line : "fiel-bind 1\n", f) >= 0 && !fclose(f));
}

TEST(a_bot_of_ones_own_machine)
{
    struct ladder l = { .code = "plain", .name = "Plain", .rules = "argentino", .seats = 2, .games = 1, .legs = 1 };
    struct event v = { .kind = EVENT_LADDER, .name = "always", .cfg = "{}", .state = EVENT_RUNNING, .rated = true };
    struct store_error e;
    char words[512], path[160];
    FINE(store_ladder_add(here.site.store, &l, &v.ladder, &e));
    FINE(store_event_add(here.site.store, &v, "hugo", &v.id, &e));
    sign_in("rosa");
    put_binding(path, "bad", false);
    snprintf(words, sizeof words, "bot submit rosa/far '%s'", path);
    SAYS(2, words, "bot submit: ");
    put_binding(path, "far", true);
    snprintf(words, sizeof words, "bot submit rosa/far '%s' --ladders argentino-1v1", path);
    SAYS(2, words, "plain"); /* duplicate pairs: it could remember */
    snprintf(words, sizeof words, "bot submit rosa/far '%s' --label home", path);
    SAYS(0, words, "rosa/far#1: pending: ");
    SAYS(0, "bot show rosa/far", "1  pending  home");
}

/* All that an author types before they start it, whether they are nobody yet, have a password, or are signed in. */
TEST(one_command_registers_a_bot_at_home)
{
    char words[512];
    SAYS(0, "logout", "");
    snprintf(words, sizeof words, "bot remote nora/near --key '%s/near.key'", here.folder);
    SAYS(0, words, "nora/near is registered: its host tells how it is started");
    SAYS(0, "bot show nora/near", "1  pending");
    here.site.door = "--connect tcp://127.0.0.1:7440 --server 00";
    snprintf(words, sizeof words, "bot remote nora/next --key '%s/next.key'", here.folder);
    SAYS(0, words, "  ./next --connect tcp://127.0.0.1:7440 --server 00 --key ");
    SAYS(0, "logout", "");
    snprintf(words, sizeof words, "bot remote rosa/home --key '%s/home.key' --ladders plain < '%s/password'",
             here.folder, here.folder);
    SAYS(0, words, "  ./home --connect ");
    here.site.address = "ladder.example";
    SAYS(2, words, "a proof of its key for ladder.example (the host's `serve --address`)");
    snprintf(words, sizeof words, "bot remote rosa/other --key '%s/other.key' --ladders argentino-1v1", here.folder);
    SAYS(2, words, "plain");
    SAYS(0, "logout", "");
    SAYS(2, words, "that proof does not hold for this name, now and at ladder.example");
    assert_null(strstr(text, "password"));
    here.site.door = here.site.address = NULL;
}

TEST(an_author_at_work)
{
    char words[512];
    struct bot b;
    struct store_error e;
    sign_in("rosa");
    SAYS(2, "bot submit rosa/truquero /no/such", "there is no /no/such");
    snprintf(words, sizeof words, "bot submit rosa/truquero '%s' --run ./other", bots);
    SAYS(2, words, "no executable file 'other'");
    snprintf(words, sizeof words, "bot submit rosa/truquero '%s' --ladders none", bots);
    SAYS(2, words, "no such ladder");
    snprintf(words, sizeof words, "bot submit ana/bot0 '%s'", bots);
    SAYS(2, words, "its author's alone");
    snprintf(words, sizeof words, "bot submit rosa/truquero '%s' --ladders argentino-1v1 --label first", bots);
    SAYS(0, words, "rosa/truquero#1: pending: ");
    FINE(store_bot_named(here.site.store, "rosa", "truquero", &b, &e));
    snprintf(words, sizeof words, "bot submit rosa/truquero '%s' --build 'make it' --run ./made", bots);
    SAYS(0, words, "rosa/truquero#2: pending: ");
    SAYS(0, "bot show rosa/truquero", "1  pending  first");
    SAYS(0, "bot show rosa/truquero --json", "\"versions\"");
    SAYS(2, "bot log 'rosa/truquero#1'", "not validated yet");
    SAYS(2, "bot disable 'rosa/truquero#1'", "not in a state for that");
    SAYS(0, "bot retire 'rosa/truquero#1'", "");
    SAYS(2, "bot again 'rosa/truquero#9'", "no such version");
    SAYS(2, "bot show rosa", "write it as AUTHOR/BOT");
    SAYS(2, "bot show '../../etc'", "write it as AUTHOR/BOT");
    SAYS(2, "bot retire 'rosa/truquero#1/../../x'", "AUTHOR/BOT#NUMBER");
    SAYS(0, "bot remove rosa/truquero", "");
    SAYS(2, "bot remove rosa/truquero", "no such bot");
    SAYS(2, "event start 1", "not yours");
    SAYS(2, "dispute file 99999 why", "dispute file");
    SAYS(2, "bot frobnicate", "lists what there is");
    SAYS(2, "bot", "say what");
    SAYS(0, "bot --help", "usage: fiel-ladder bot");
}

TEST(a_host_at_work)
{
    char words[128];
    int id = 0;
    sign_in("hugo");
    SAYS(2, "event create Cup --ladder argentino-1v1 --kind race", "no such kind");
    SAYS(2, "event create Cup --ladder argentino-1v1 --cfg '{\"x\":1}'", "has no 'x'");
    SAYS(0, "event create Cup --ladder argentino-1v1 --kind swiss --rated", "");
    id = atoi(text);
    snprintf(words, sizeof words, "event enter %d 'ana/bot0#1' --seed 1", id);
    SAYS(0, words, "");
    static const struct {
        const char *verb;
        int code;
        const char *then;
    } course[] = {
        { "pause", 2, "Cup  draft" },     { "start", 0, "Cup  running" },  { "start", 2, "Cup  running" },
        { "pause", 0, "Cup  paused" },    { "resume", 0, "Cup  running" }, { "cancel", 0, "Cup  cancelled" },
        { "start", 2, "Cup  cancelled" },
    };
    for (size_t i = 0; i < sizeof course / sizeof *course; i++) {
        snprintf(words, sizeof words, "event %s %d", course[i].verb, id);
        SAYS(course[i].code, words, "");
        snprintf(words, sizeof words, "event show %d", id);
        SAYS(0, words, course[i].then);
    }
    SAYS(0, "event list", "Cup");
    SAYS(2, "event show x", "is no number");
    SAYS(2, "event show 999999", "no event");
    SAYS(2, "dispute uphold 7", "no dispute");
}

TEST(servers_that_are_none)
{
    SAYS(3, "bot list --server http://127.0.0.1:1", "http://127.0.0.1:1");
    char words[128];
    snprintf(words, sizeof words, "bot list --server https://127.0.0.1:%d", here.port); /* no TLS there */
    SAYS(3, words, "https://127.0.0.1");
    unsetenv("FIEL_LADDER_SERVER");
    SAYS(2, "bot list --account /no/such/file", "which ladder?");
}
