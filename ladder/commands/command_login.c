/* command_login: a token for this machine, and its end. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/key_proof.h"
#include "cli/language.h"
#include "client_account.h"
#include "commands.h"
#include "record/identity.h"
#include "verbs.h"

enum { PASSWORD = 300 };

/* A line from the terminal, which does not show it, or from whatever stdin is. */
static bool read_password(char out[PASSWORD])
{
    struct termios before, quiet;
    bool terminal = isatty(0) && !tcgetattr(0, &before);
    if (terminal) {
        quiet = before;
        quiet.c_lflag &= ~(tcflag_t)ECHO;
        fputs(T("password: "), stderr);
        tcsetattr(0, TCSAFLUSH, &quiet);
    }
    bool got = fgets(out, PASSWORD, stdin) != NULL;
    if (terminal) {
        tcsetattr(0, TCSAFLUSH, &before);
        fputc('\n', stderr);
    }
    if (got)
        out[strcspn(out, "\n")] = '\0';
    return got && *out;
}

int client_account_file(const struct choices *c, char path[CLIENT_PATH])
{
    const char *file = chosen(c, "account");
    if (file && snprintf(path, CLIENT_PATH, "%s", file) < CLIENT_PATH)
        return EXIT_FINE;
    return !file && client_account_path(path)
               ? EXIT_FINE
               : cli_fail(EXIT_USAGE, "%s: there is no home to keep the token in: say --account FILE", c->command);
}

/* Ends a token at its server, and says what the network says. */
static int end_token(const struct client *l)
{
    static const struct client_field own[] = { { .name = "session", .value = "" } };
    struct client_answer a = { 0 };
    int code = client_ask(l, "/api/me/tokens/end", own, 1, &a);
    free(a.body);
    return code;
}

/* A token that cannot be kept is ended: nobody has it, and nobody could end it later. */
static int keep_token(struct client *l, const char *path, const char *token)
{
    int code = client_account_save(l->command, path, l->server, token);
    snprintf(l->token, sizeof l->token, "%s", token);
    if (code)
        (void)end_token(l);
    return code;
}

int client_sign_in(struct client *l, const char *name, bool fresh, const char *label, const char *password,
                   const struct identity *key, const char *path)
{
    char proof[KEY_PROOF_TEXT];
    struct client_field f[] = { { .name = "name", .value = name },
                                { .name = key ? "proof" : "password", .value = key ? proof : password },
                                { .name = "label", .value = label } };
    json_t *answer = NULL;
    if (key)
        client_proof(l, name, key, 0, proof);
    int code = fresh ? client_json(l, "/api/accounts", f, 2, &answer) : EXIT_FINE;
    json_decref(answer);
    answer = NULL;
    if (key && fresh)
        client_proof(l, name, key, 1, proof);
    if (!code)
        code = client_json(l, "/api/tokens", f, 3, &answer);
    if (!code) {
        const char *token = json_string_value(json_object_get(answer, "token"));
        code = token && strlen(token) == CLIENT_TOKEN - 1
                   ? keep_token(l, path, token)
                   : cli_fail(EXIT_ENVIRONMENT, "%s: the server gave no token: is it a ladder?", l->command);
    }
    json_decref(answer);
    return code;
}

int client_ask_in(struct client *l, const char *name, bool fresh, const char *label, const char *path)
{
    char password[PASSWORD] = "";
    int code = read_password(password) ? client_sign_in(l, name, fresh, label, password, NULL, path)
                                       : cli_fail(EXIT_USAGE, "%s: a password is missing: type one", l->command);
    sodium_memzero(password, sizeof password);
    return code;
}

static int with_key(struct client *l, const struct choices *c, const char *path)
{
    struct identity key;
    char why[BINDING_WHY], proof[KEY_PROOF_TEXT];
    int code = EXIT_FINE;
    if (!chosen(c, "key"))
        return cli_fail(EXIT_USAGE, "login: whose proof?  Say --key NAME.key, too");
    if (identity_read(chosen(c, "key"), &key, why))
        return cli_fail(EXIT_ENVIRONMENT, "login: %s", why);
    if (!chosen(c, "proof")) {
        code = client_sign_in(l, c->operand[0], chosen(c, "new"), chosen(c, "label"), NULL, &key, path);
    } else {
        client_proof(l, c->operand[0], &key, 0, proof);
        puts(proof);
    }
    identity_wipe(&key);
    return code;
}

static int tell_signed_in(const char *name, const struct client *l, const char *path)
{
    if (l->json)
        return report_object(l->command,
                             json_pack("{s:s,s:s,s:s}", "name", name, "server", l->server, "account", path));
    report_flow(4, T("%s: signed in at %s; the token is in %s"), name, l->server, path);
    return EXIT_FINE;
}

static int login(struct choices *c)
{
    struct client l;
    char path[CLIENT_PATH];
    int code;
    if ((code = client_account_file(c, path)) || (code = client_open(&l, c->command, c)))
        return code;
    *l.token = '\0'; /* an older one is not asked with */
    if (chosen(c, "key") || chosen(c, "proof"))
        code = with_key(&l, c, path);
    else
        code = client_ask_in(&l, c->operand[0], chosen(c, "new"), chosen(c, "label"), path);
    return code || chosen(c, "proof") ? code : tell_signed_in(c->operand[0], &l, path);
}

int ladder_login(int argc, char **argv)
{
    static const struct choice table[] = {
        CHOICES_CLIENT,
        { "label", "TEXT", "fiel-ladder", "what the token is called among yours" },
        { "new", NULL, NULL, "make the account first" },
        { "key", "NAME.key", NULL, "instead of a password; `fiel keys new` makes it" },
        { "proof", NULL, NULL, "only print what a browser's form asks for; with --key" },
        { 0 }
    };
    static const struct verb come = {
        .example = "fiel-ladder login ana --server https://ladder.example",
        .says = "Asks for the password, or takes a key, gets a token and keeps it in a file that is "
                "yours alone, for `fiel-ladder bot`,\n"
                "`event` and `dispute`.",
        .operands = " NAME",
        .table = table,
        .run = login,
    };
    return verb_run("login", &come, argc, argv);
}

static int logout(struct choices *c, struct client *l)
{
    char path[CLIENT_PATH];
    int code = client_account_file(c, path);
    if (!code)
        code = end_token(l);
    if (!code)
        code = client_account_save(c->command, path, l->server, "");
    return code || !l->json ? code : report_object(c->command, json_pack("{s:s,s:b}", "server", l->server, "ended", 1));
}

int ladder_logout(int argc, char **argv)
{
    static const struct verb leave = { .example = "fiel-ladder logout",
                                       .says = "Ends this machine's token, there and here.",
                                       .asks = logout };
    return verb_run("logout", &leave, argc, argv);
}
