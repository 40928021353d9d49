/* client_account: see client_account.h. */
#include "client_account.h"

#include <errno.h>
#include <fcntl.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/key_proof.h"
#include "cli/path.h"
#include "cli/say.h"
#include "record/folders.h"
#include "record/identity.h"
#include "report.h"

/* --- the server ------------------------------------------------------------------------------------------------------- */

static bool on_this_machine(const char *host)
{
    static const char *const names[] = { "localhost", "127.0.0.1", "[::1]" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);
        if (!strncmp(host, names[i], n) && (!host[n] || host[n] == ':' || host[n] == '/'))
            return true;
    }
    return false;
}

bool client_server_fits(const char *command, const char *server)
{
    bool tls = !strncmp(server, "https://", 8), plain = !strncmp(server, "http://", 7);
    const char *host = server + (tls ? 8 : 7);
    if ((!tls && !plain) || !*host || strlen(server) >= CLIENT_URL || strpbrk(host, "@?# \t"))
        return cli_fail(0, "%s: '%.100s' is no server: write it like https://ladder.example", command, server), false;
    if (tls || on_this_machine(host))
        return true;
    cli_fail(0, "%s: everybody on the way would read what is sent to %.100s: use https://", command, server);
    return false;
}

void client_proof(const struct client *c, const char *name, const struct identity *key, int nth, char *proof)
{
    key_proof_make(proof, key->key, key->secret, strstr(c->server, "://") + 3, name, (int64_t)time(NULL) + nth);
}

/* --- the file ---------------------------------------------------------------------------------------------------------- */

bool client_account_path(char path[CLIENT_PATH])
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    int n = config && *config == '/' ? snprintf(path, CLIENT_PATH, "%s/fiel/ladder.account", config)
            : home && *home == '/'   ? snprintf(path, CLIENT_PATH, "%s/.config/fiel/ladder.account", home)
                                     : 0;
    return n > 0 && n < CLIENT_PATH;
}

enum { ACCOUNT_LONGEST = 4096 };

struct account {
    char server[CLIENT_URL], token[CLIENT_TOKEN];
    bool wrong;
};

static int take_key(void *arg, const char *section, const char *key, const char *value)
{
    struct account *a = arg;
    (void)section;
    bool server = !strcmp(key, "server");
    size_t room = server ? sizeof a->server : sizeof a->token;
    a->wrong |= (!server && strcmp(key, "token") != 0) ||
                snprintf(server ? a->server : a->token, room, "%s", value) >= (int)room;
    return 1;
}

/* EXIT_FINE with an empty account when there is no such file. */
static int read_file(const char *command, const char *path, struct account *a)
{
    struct stat s;
    FILE *f = fopen(path, "re");
    if (!f)
        return errno == ENOENT ? EXIT_FINE : cli_fail(EXIT_ENVIRONMENT, "%s: %s: %s", command, path, strerror(errno));
    if (fstat(fileno(f), &s) || s.st_mode & 077) {
        fclose(f);
        return cli_fail(EXIT_ENVIRONMENT, "%s: others may read %s, which holds a token: chmod 600 %s", command, path,
                        path);
    }
    /* A longer one is no account: what is shown to bots heeds no token further in (arbiter/base/secrets.c). */
    int line = s.st_size > ACCOUNT_LONGEST ? -1 : ini_parse_file(f, take_key, a);
    fclose(f);
    if (line || a->wrong)
        return cli_fail(EXIT_USAGE, "%s: %s is no account: `fiel-ladder login` writes a new one", command, path);
    return EXIT_FINE;
}

int client_account_save(const char *command, const char *path, const char *server, const char *token)
{
    char text[CLIENT_URL + CLIENT_TOKEN + 64], fresh[CLIENT_PATH + 8];
    int n = snprintf(text, sizeof text, "[account]\nserver = %s\ntoken = %s\n", server, token);
    (void)folders_above_make(AT_FDCWD, path, 0700, false); /* where there are none, the file says why */
    path_of(fresh, sizeof fresh, "%s.new", path);
    unlink(fresh);
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool kept = fd >= 0 && write(fd, text, (size_t)n) == n && !fsync(fd);
    if (fd >= 0)
        kept = !close(fd) && kept;
    if (kept && !rename(fresh, path))
        return EXIT_FINE;
    int code = cli_fail(EXIT_ENVIRONMENT, "%s: %s cannot be written: %s: name another file with --account", command,
                        path, strerror(errno));
    unlink(fresh);
    return code;
}

/* --- all of it ----------------------------------------------------------------------------------------------------------- */

static bool token_fits(const char *token)
{
    return strlen(token) == CLIENT_TOKEN - 1 && strspn(token, "0123456789abcdef") == CLIENT_TOKEN - 1;
}

int client_open(struct client *c, const char *command, const struct choices *chosen_here)
{
    struct account a = { 0 };
    char path[CLIENT_PATH] = "";
    const char *file = chosen(chosen_here, "account"), *server = chosen(chosen_here, "server"),
               *token = getenv("FIEL_LADDER_TOKEN");
    *c = (struct client){ .command = command, .ca = chosen(chosen_here, "ca"), .json = chosen(chosen_here, "json") };
    if (file || client_account_path(path)) {
        int code = read_file(command, file ? file : path, &a);
        if (code)
            return code;
    }
    if (!server && !*a.server)
        return cli_fail(EXIT_USAGE, "%s: which ladder? say --server URL, or `fiel-ladder login` once", command);
    snprintf(c->server, sizeof c->server, "%s", server ? server : a.server);
    if (server && strlen(server) >= sizeof c->server)
        return cli_fail(EXIT_USAGE, "%s: '%.100s...' is no server: write it like https://ladder.example", command,
                        server);
    for (size_t n = strlen(c->server); n && c->server[n - 1] == '/'; n--)
        c->server[n - 1] = '\0';
    if (!client_server_fits(command, c->server))
        return EXIT_USAGE;
    if (token || !strcmp(c->server, a.server)) /* a token goes to who gave it */
        snprintf(c->token, sizeof c->token, "%s", token ? token : a.token);
    if (*c->token && !token_fits(token ? token : c->token))
        return cli_fail(EXIT_USAGE,
                        "%s: the token is not one of a ladder's (64 hex digits): `fiel-ladder login` gets one",
                        command);
    return EXIT_FINE;
}
