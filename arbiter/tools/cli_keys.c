/* cli_keys: `fiel keys`, the two files by which a bot, a cutter or an operator is known. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/cells.h"
#include "cli/json_out.h"
#include "cli/language.h"
#include "cli/owned.h"
#include "cli/path.h"
#include "cli/words.h"
#include "record/identity.h"

static const char help[] =
    "usage: fiel keys new NAME [--not-after DATE] [--dir DIR]         new keys: NAME.key and NAME.pub\n"
    "       fiel keys show FILE                                       what a .pub or .key file says\n"
    "       fiel keys bind FILE.key [--not-after DATE] [--name NAME]  a new .pub file for these keys\n"
    "\n"
    "  $ fiel keys new ana\n"
    "  $ fiel keys show ana.pub\n"
    "  $ ./my-bot --connect tcp://fiel.example:7000 --server HEX --key ana.key\n"
    "\n"
    "A bot that plays from elsewhere, a cutter and an operator are known by keys, not by passwords.  NAME.pub goes to\n"
    "the host, who puts it into a folder of those that are let in; NAME.key is the secret, mode 0600, and stays\n"
    "where the bot runs: the holder of that file is the bot.\n"
    "\n"
    "The signing key is who you are; the transport key only carries your messages.  bind signs the same keys anew,\n"
    "under another name or to another date, and writes the .pub file beside FILE.key: hand it to the host again.\n"
    "\n";

static const char after[] = "\n"
                            "Exit: 0 done, 1 show: the file does not hold, 2 wrong usage, 3 it could not be done.\n";

enum { FILE_PATH = 512 };

struct words {
    char **word; /* the command and what it is about */
    int count;
    const char *name, *dir;
    uint64_t not_after;
    bool json;
};

/* A day's last second in UTC. */
static bool read_date(const char *text, uint64_t *seconds)
{
    struct tm day = { 0 };
    if (strcmp(text, "never") == 0) {
        *seconds = 0;
        return true;
    }
    const char *end = strptime(text, "%Y-%m-%d", &day);
    if (!end || *end || strlen(text) != 10)
        return false;
    int month_day = day.tm_mday;
    day.tm_hour = 23;
    day.tm_min = day.tm_sec = 59;
    time_t when = timegm(&day);
    *seconds = (uint64_t)when;
    return when > 0 && day.tm_mday == month_day; /* the 31st of June is no day */
}

static int set_not_after(struct cli_given *g)
{
    struct words *w = g->wish;
    if (!read_date(g->value, &w->not_after))
        return cli_refuse(g, "'%s' is no day: say 2027-06-30, or never", g->value);
    if (w->not_after && w->not_after < (uint64_t)time(NULL))
        return cli_refuse(g, "'%s' is over: the keys would never count: say a later day", g->value);
    return 0;
}

static const struct cli_option options[] = {
    { "not-after", "DATE", CLI_BY(set_not_after),
      "the last day (UTC) on which the keys count, 2027-06-30, or never, which is the default" },
    { "name", "NAME", CLI_INTO(struct words, name),
      "the new name, which names the .pub file too: letters a-z, digits, '.', '_' and '-'" },
    { "dir", "DIR", CLI_INTO(struct words, dir), "where new writes the two files; the default is here" },
    { "json", NULL, CLI_INTO(struct words, json),
      "one JSON object: the files that were written, what they say, and whether they hold" },
    { 0 },
};
static const struct cli_words takes = { "keys", options, .help = help, .after = after, .most = 2 };

static int bad_name(const char *command, const char *name)
{
    return cli_fail(EXIT_USAGE,
                    "keys %s: '%s' cannot be a name: 1 to 63 letters a-z, digits, '.', '_' and '-', "
                    "the first a letter or a digit",
                    command, name);
}

/* Writes beside the name, then renames: a reader sees the old file or the new one. */
static int pub_write(const char *path, const struct binding *b)
{
    char text[BINDING_TEXT], fresh[FILE_PATH + 8];
    size_t size = binding_text(b, text);
    path_of(fresh, sizeof fresh, "%s.new", path);
    OPENED_FD int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    bool kept = fd >= 0 && write(fd, text, size) == (ssize_t)size && fsync(fd) == 0;
    if (kept)
        kept = rename(fresh, path) == 0;
    int error = errno;
    if (fd >= 0 && !kept)
        unlink(fresh);
    errno = error;
    return kept ? 0 : -1;
}

/* DIR/NAME.END; false when that is too long. */
static bool path_make(char path[FILE_PATH], const char *dir, const char *name, const char *end)
{
    return snprintf(path, FILE_PATH, "%s%s%s.%s", dir, *dir ? "/" : "", name, end) < FILE_PATH;
}

/* --- what is told ------------------------------------------------------------------------------------------- */

/* Into an object that is open: what a .pub file says. */
static void json_binding(struct json_out *j, const struct binding *b)
{
    out_text(j, "name", b->name);
    out_hex(j, "ed25519", b->key, KEY_PUBLIC);
    out_hex(j, "curve25519", b->curve, 32);
    out_number_if(j, "not_after", b->not_after, b->not_after);
    out_bool(j, "expired", binding_expired(b, (uint64_t)time(NULL)));
}

/* The files that were written: `key` NULL, the .pub alone. */
static void tell_written(const struct words *w, const char *key, const char *pub, const struct binding *b)
{
    struct json_out j = { .to = stdout };
    if (!w->json && key)
        printf("%s   secret: keep it where the bot runs\n", key);
    if (!w->json) {
        printf("%s   give this to the host\n", pub);
        return;
    }
    out_open(&j, NULL, '{');
    if (key)
        out_text(&j, "key", key);
    out_text(&j, "pub", pub);
    json_binding(&j, b);
    out_close(&j, '}');
    putchar('\n');
}

static void tell_row(const char *name, const char *value)
{
    cell_left(stdout, 12, name);
    puts(value);
}

static void tell(const struct binding *b)
{
    char hex[65], until[96];
    time_t when = (time_t)b->not_after;
    struct tm day;
    snprintf(until, sizeof until, "%s", "never");
    if (b->not_after && gmtime_r(&when, &day))
        strftime(until, sizeof until, "%Y-%m-%d %H:%M UTC", &day);
    if (binding_expired(b, (uint64_t)time(NULL)))
        strcat(until, " (expired: bind the keys anew)");
    tell_row("name", b->name);
    tell_row("ed25519", hex_text(hex, b->key, KEY_PUBLIC));
    tell_row("curve25519", hex_text(hex, b->curve, 32));
    tell_row("not after", until);
}

static void tell_shown(const struct words *w, bool secret, const struct binding *b)
{
    struct json_out j = { .to = stdout };
    if (!w->json) {
        if (secret)
            puts("a secret key; its public side:");
        tell(b);
        return;
    }
    out_open(&j, NULL, '{');
    out_text(&j, "file", w->word[1]);
    out_bool(&j, "holds", true);
    out_bool(&j, "secret", secret);
    json_binding(&j, b);
    out_close(&j, '}');
    putchar('\n');
}

/* That a file does not hold is what show was asked for. */
static int tell_wrong(const struct words *w, const char *why)
{
    struct json_out j = { .to = stdout };
    if (!w->json)
        return cli_fail(EXIT_NEGATIVE, "keys show: %s", why);
    out_open(&j, NULL, '{');
    out_text(&j, "file", w->word[1]);
    out_bool(&j, "holds", false);
    out_text(&j, "why", why);
    out_close(&j, '}');
    putchar('\n');
    return EXIT_NEGATIVE;
}

/* --- the three commands --------------------------------------------------------------------------------------- */

static int make_new(const struct words *w)
{
    char key[FILE_PATH], pub[FILE_PATH];
    struct identity i;
    struct binding b;
    const char *name = w->word[1];
    if (w->count != 2 || w->name)
        return cli_fail(EXIT_USAGE, "keys new: say fiel keys new NAME [--not-after DATE] [--dir DIR]");
    if (!binding_name_fits(name))
        return bad_name("new", name);
    if (!path_make(key, w->dir, name, "key") || !path_make(pub, w->dir, name, "pub"))
        return cli_fail(EXIT_USAGE, "keys new: --dir is too long: choose another");
    if (access(pub, F_OK) == 0)
        return cli_fail(EXIT_ENVIRONMENT, "keys new: %s is there already and is not written over: choose another name",
                        pub);
    identity_make(&i, name);
    identity_bind(&i, w->not_after, &b);
    int code = EXIT_FINE;
    if (identity_write(key, &i) != 0) {
        code = cli_fail(EXIT_ENVIRONMENT, "keys new: %s: %s: choose another name or --dir", key, strerror(errno));
    } else if (pub_write(pub, &b) != 0) {
        code = cli_fail(EXIT_ENVIRONMENT, "keys new: %s: %s: choose another --dir", pub, strerror(errno));
        unlink(key);
    } else {
        tell_written(w, key, pub, &b);
    }
    identity_wipe(&i);
    return code;
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), tail = strlen(end);
    return size > tail && strcmp(text + size - tail, end) == 0;
}

static int show(const struct words *w)
{
    char why[BINDING_WHY];
    struct identity i;
    struct binding b;
    if (w->count != 2 || w->name || w->not_after || *w->dir)
        return cli_fail(EXIT_USAGE, "keys show: say fiel keys show FILE.pub");
    bool secret = ends_with(w->word[1], ".key");
    int rc = secret ? identity_read(w->word[1], &i, why) : binding_read(w->word[1], &b, why);
    if (rc != 0)
        return tell_wrong(w, why);
    if (secret) {
        identity_bind(&i, 0, &b);
        identity_wipe(&i);
    }
    tell_shown(w, secret, &b);
    return EXIT_FINE;
}

/* The .pub file has the key file's name, or the new one, and lies beside it. */
static bool pub_path(char path[FILE_PATH], const char *key, const char *name)
{
    const char *slash = strrchr(key, '/');
    int dir = slash ? (int)(slash - key + 1) : 0;
    if (name)
        return snprintf(path, FILE_PATH, "%.*s%s.pub", dir, key, name) < FILE_PATH;
    return snprintf(path, FILE_PATH, "%.*s.pub", (int)strlen(key) - 4, key) < FILE_PATH;
}

static int bind_again(const struct words *w)
{
    char path[FILE_PATH], why[BINDING_WHY];
    struct identity i;
    struct binding b;
    if (w->count != 2 || *w->dir || !ends_with(w->word[1], ".key"))
        return cli_fail(EXIT_USAGE, "keys bind: say fiel keys bind FILE.key [--not-after DATE] [--name NAME]");
    if (w->name && !binding_name_fits(w->name))
        return bad_name("bind", w->name);
    if (!pub_path(path, w->word[1], w->name))
        return cli_fail(EXIT_USAGE, "keys bind: the path is too long: go to its folder first");
    if (identity_read(w->word[1], &i, why) != 0)
        return cli_fail(EXIT_ENVIRONMENT, "keys bind: %s", why);
    if (w->name)
        snprintf(i.name, sizeof i.name, "%s", w->name);
    identity_bind(&i, w->not_after, &b);
    identity_wipe(&i);
    if (pub_write(path, &b) != 0)
        return cli_fail(EXIT_ENVIRONMENT, "keys bind: %s: %s: make its folder one that you may write", path,
                        strerror(errno));
    tell_written(w, NULL, path, &b);
    return EXIT_FINE;
}

int cli_keys(int argc, char **argv)
{
    struct words w = { .dir = "" };
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    w.word = argv + 1;
    w.count = argc - 1;
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "keys: no randomness on this machine");
    const char *command = w.count > 0 ? w.word[0] : "";
    if (!strcmp(command, "new"))
        return make_new(&w);
    if (!strcmp(command, "show"))
        return show(&w);
    if (!strcmp(command, "bind"))
        return bind_again(&w);
    return cli_fail(EXIT_USAGE, "keys: say new NAME, show FILE or bind FILE.key: see fiel keys --help");
}
