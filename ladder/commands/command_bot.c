/* command_bot: `fiel-ladder bot`: one's bots and their versions, over the API. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/key_proof.h"
#include "cli/command.h"
#include "cli/language.h"
#include "cli/path.h"
#include "filing/artifact.h"
#include "commands.h"
#include "record/identity.h"
#include "store/store.h"
#include "verbs.h"

/* --- a new version ----------------------------------------------------------------------------------------------------- */

/* What is sent: a program's files, or the binding of a bot that its author runs. */
struct sent {
    struct store_bytes tar;
    const char *run, *name;     /* run "": what is started is found there, by the file's name too */
    char binding[BINDING_TEXT]; /* "": none */
    char proof[KEY_PROOF_TEXT]; /* of its key, which lies beside it */
};

static int take_binding(const struct client *l, const struct choices *c, struct sent *out)
{
    struct binding b;
    struct identity key;
    char why[BINDING_WHY], path[PATH_MAX];
    const char *pub = c->operand[1];
    path_of(path, sizeof path, "%.*s.key", (int)strlen(pub) - 4, pub);
    if (binding_read(pub, &b, why) || identity_read(path, &key, why))
        return cli_fail(EXIT_USAGE, "%s: %s", c->command, why);
    binding_text(&b, out->binding);
    client_proof(l, c->operand[0], &key, 0, out->proof);
    identity_wipe(&key);
    return EXIT_FINE;
}

/* A folder is packed, a file goes as it is.  What is started in it is --run, else ./bot, else what the server finds. */
static int take_bot(const struct client *l, const struct choices *c, struct sent *out)
{
    struct stat s;
    char why[256], text[SAID_TEXT];
    const char *path = c->operand[1], *end = strrchr(path, '.');
    struct store_bytes *tar = &out->tar;
    *out = (struct sent){ .run = chosen(c, "run") ? chosen(c, "run") : "./bot", .name = basename(path) };
    if (stat(path, &s))
        return cli_fail(EXIT_USAGE, "%s: there is no %s", c->command, path);
    if (S_ISREG(s.st_mode) && end && !strcmp(end, ".pub"))
        return take_binding(l, c, out);
    if (S_ISDIR(s.st_mode) ? !artifact_pack(path, tar, why) : !artifact_read(path, tar, why))
        return cli_fail(EXIT_USAGE, "%s: %s", c->command, report_sentence(text, why));
    if (artifact_check(tar->data, tar->size, out->run, !*chosen(c, "build"), why))
        return EXIT_FINE;
    if (!chosen(c, "run"))
        return out->run = "", EXIT_FINE;
    store_free(tar);
    return cli_fail(EXIT_USAGE,
                    S_ISDIR(s.st_mode) ? "%s: %s" : "%s: %s; a program alone is sent without --run, and is found there",
                    c->command, report_sentence(text, why));
}

static const struct choice of_a_version[] = {
    CHOICES_CLIENT,
    { "run", "COMMAND", NULL, "what is started inside the folder   (./bot, else what is found)" },
    { "build", "COMMAND", "", "how it is built first, when it is sources" },
    { "ladders", "CODES", "", "where it plays, with commas between" },
    { "label", "TEXT", "", "what you call this version" },
    { "beside", NULL, NULL, "the versions before go on playing" },
    { 0 },
};

static int bot_submit(struct choices *c, struct client *l)
{
    struct sent sent;
    json_auto_t *answer = NULL;
    char path[CLIENT_PATH];
    int code;
    if (!verb_path(c->command, "/api/bots/BOT/versions", c->operand[0], path))
        return EXIT_USAGE;
    if ((code = take_bot(l, c, &sent)))
        return code;
    const char *bot = c->operand[0];
    struct client_field what = {
        .name = "artifact", .value = sent.name, .bytes = sent.tar.data, .size = sent.tar.size
    };
    if (*sent.binding)
        what = (struct client_field){ .name = "binding", .value = sent.binding };
    struct client_field fields[] = { what,
                                     { .name = "proof", .value = sent.proof },
                                     { .name = "run", .value = sent.run },
                                     { .name = "build", .value = chosen(c, "build") },
                                     { .name = "ladders", .value = chosen(c, "ladders") },
                                     { .name = "label", .value = chosen(c, "label") },
                                     { .name = "beside", .value = chosen(c, "beside") ? "1" : "" } };
    if (!(code = client_json(l, path, fields, sizeof fields / sizeof *fields, &answer)))
        report_answer(l, answer, NULL);
    if (!code && !l->json)
        report_flow(4, T("%s#%s: %s: `fiel-ladder bot show %s` tells its state, `fiel-ladder bot log '%s#%s'` why"),
                    bot, json_word(answer, "number"), report_name(json_word(answer, "state")), bot, bot,
                    json_word(answer, "number"));
    store_free(&sent.tar);
    return code;
}

/* --- a bot that its author runs ------------------------------------------------------------------------------------------ */

/* Made when missing. */
static int take_key(const char *bot, const char *path, struct identity *key)
{
    char why[BINDING_WHY], name[BINDING_NAME];
    size_t n = 0;
    for (; bot[n] && n < sizeof name - 1; n++) /* another author's bot of that name has another */
        name[n] = bot[n] == '/' ? '.' : (char)tolower((unsigned char)bot[n]);
    name[n] = '\0';
    if (!access(path, F_OK))
        return identity_read(path, key, why) ? cli_fail(EXIT_ENVIRONMENT, "bot remote: %s", why) : EXIT_FINE;
    identity_make(key, name);
    return identity_write(path, key)
               ? cli_fail(EXIT_ENVIRONMENT, "bot remote: %s: %s: type it in a folder of yours", path, strerror(errno))
               : EXIT_FINE;
}

/* A person who is signed in nowhere gets an account with this key, or, where the name is taken, shows by its password that it is theirs. */
static int come_in(struct client *l, const struct choices *c, const char *author, const struct identity *key)
{
    char path[CLIENT_PATH];
    int code = *l->token ? EXIT_FINE : client_account_file(c, path);
    if (*l->token || code)
        return code;
    l->quiet = true;
    code = client_sign_in(l, author, true, "fiel-ladder", NULL, key, path);
    l->quiet = false;
    return code == EXIT_NEGATIVE ? client_ask_in(l, author, false, "fiel-ladder", path) : code;
}

static int tell_remote(const struct client *l, const json_t *answer, const char *bot, const char *key)
{
    char word[COMMAND_SHELL];
    const char *start = json_word(answer, "start");
    if (l->json)
        return report_answer(l, answer, NULL), EXIT_FINE;
    if (!*start)
        return report_flow(4, T("%s is registered: its host tells how it is started"), bot), EXIT_FINE;
    report_flow(4, T("%s is registered. Leave this running (a bot by lines: `fiel bridge lines` before it):"), bot);
    printf("  .%s %s --key %s\n", strchr(bot, '/'), start, command_shell(key, word));
    return EXIT_FINE;
}

static const struct choice of_a_remote[] = { CHOICES_CLIENT,
                                             { "key", "FILE", NULL, "its key, made when missing   (BOT.key)" },
                                             { "ladders", "CODES", "", "where it plays   (all that take it)" },
                                             { 0 } };

static int bot_remote(struct choices *c, struct client *l)
{
    struct identity key;
    struct binding b;
    json_auto_t *answer = NULL;
    char path[CLIENT_PATH], file[CLIENT_PATH], author[STORE_NAME], text[BINDING_TEXT], proof[KEY_PROOF_TEXT];
    int code;
    if (!verb_path(c->command, "/api/bots/BOT/versions", c->operand[0], path))
        return EXIT_USAGE;
    const char *name = strchr(c->operand[0], '/') + 1;
    snprintf(author, sizeof author, "%.*s", (int)(name - 1 - c->operand[0]), c->operand[0]);
    path_of(file, sizeof file, chosen(c, "key") ? "%s" : "%s.key", chosen(c, "key") ? chosen(c, "key") : name);
    if (sodium_init() < 0 || (code = take_key(c->operand[0], file, &key)))
        return EXIT_ENVIRONMENT;
    identity_bind(&key, 0, &b);
    binding_text(&b, text);
    struct client_field fields[] = { { .name = "binding", .value = text },
                                     { .name = "proof", .value = proof },
                                     { .name = "ladders", .value = chosen(c, "ladders") } };
    code = come_in(l, c, author, &key);
    client_proof(l, c->operand[0], &key, 0, proof);
    identity_wipe(&key);
    if (!code)
        code = client_json(l, path, fields, sizeof fields / sizeof *fields, &answer);
    return code ? code : tell_remote(l, answer, c->operand[0], file);
}

/* --- all of them --------------------------------------------------------------------------------------------------------- */

static const struct report_column of_bot[] = { { "author", REPORT_TEXT },
                                               { "bot", REPORT_TEXT },
                                               { "number", REPORT_TEXT },
                                               { "state", REPORT_NAME },
                                               { "reason", REPORT_SENTENCE },
                                               { "about", REPORT_TEXT },
                                               { 0 } };
static const struct report_column of_version[] = { { "number", REPORT_TEXT },     { "state", REPORT_NAME },
                                                   { "ladder", REPORT_TEXT },     { "place", REPORT_TEXT },
                                                   { "elo", REPORT_TEXT },        { "label", REPORT_TEXT },
                                                   { "reason", REPORT_SENTENCE }, { 0 } };
static const struct choice whose[] = { CHOICES_CLIENT, { "author", "NAME", NULL, "of this author alone" }, { 0 } };
static const struct verb_field about[] = { { "about", "2" }, { 0 } };
static const struct verb_field no_more[] = { { "reason", "=" }, { 0 } };

int ladder_bot(int argc, char **argv)
{
    static const struct verb list[] = {
        { VERB_ASKS("list", "the bots of a ladder", "fiel-ladder bot list --server https://ladder.example --author ana",
                    "The bots of a ladder, a hundred at a time, with their newest version and its state.", NULL, whose,
                    "/api/bots?author", NULL, of_bot) },
        { VERB_ASKS("show", "one bot's versions, their states and places", "fiel-ladder bot show ana/truquero",
                    "Its versions: number, state, and of one that has played ladder, place and Elo.", " AUTHOR/BOT",
                    NULL, "/api/bots/BOT", NULL, of_version),
          .list = "versions" },
        { VERB_ASKS("about", "what is said of it", "fiel-ladder bot about ana/truquero 'Bluffs now and then.'",
                    "What is said of a bot of one's own, instead of what was said before; '' says nothing.",
                    " AUTHOR/BOT TEXT", NULL, "/api/bots/BOT/about", about, NULL) },
        { VERB_CLIENT("submit", "a new version, or a new bot: a folder, a file or a NAME.pub",
                      "fiel-ladder bot submit ana/truquero ./truquero --ladders argentino --build make",
                      "Sends a new version, of a new bot too: a folder, or a tar of one, with a Linux program or its "
                      "sources; a program\n"
                      "alone, as bot.py; or NAME.pub, the binding of a bot that you run yourself, with its NAME.key "
                      "beside it.  It plays\n"
                      "when it has passed a match: `fiel-ladder bot show` tells.",
                      " AUTHOR/BOT FOLDER|FILE|NAME.pub", of_a_version, bot_submit) },
        { VERB_CLIENT("remote", "a bot that runs at your own machine, in one command",
                      "fiel-ladder bot remote ana/far --server https://ladder.example",
                      "A bot that you run yourself: makes its key, and the account where there is none, registers\n"
                      "the bot, and prints the command that starts it.",
                      " AUTHOR/BOT", of_a_remote, bot_remote) },
        { VERB_ASKS("log", "what a version's build and validation printed", "fiel-ladder bot log 'ana/truquero#3'",
                    "What the version's build and validation printed: for its author and hosts.", " AUTHOR/BOT#NUMBER",
                    NULL, "/api/bots/VERSION/log", NULL, NULL),
          .raw = true },
        { VERB_ASKS("disable", "a version plays no more, for now", "fiel-ladder bot disable 'ana/truquero#3'",
                    "It plays no more, until it is validated again.", " AUTHOR/BOT#NUMBER", NULL,
                    "/api/bots/VERSION/disable", no_more, NULL) },
        { VERB_ASKS("retire", "a version plays no more, for good", "fiel-ladder bot retire 'ana/truquero#3'",
                    "It plays no more, for good; its results stay.", " AUTHOR/BOT#NUMBER", NULL,
                    "/api/bots/VERSION/retire", no_more, NULL) },
        { VERB_ASKS("remove", "a bot that has never played goes", "fiel-ladder bot remove ana/truquero",
                    "A bot of one's own that has never played goes with its versions, and its name is free.",
                    " AUTHOR/BOT", NULL, "/api/bots/BOT/remove", no_more, NULL) },
        { VERB_ASKS("again", "a disabled version is validated once more", "fiel-ladder bot again 'ana/truquero#3'",
                    "What is disabled is validated once more.", " AUTHOR/BOT#NUMBER", NULL, "/api/bots/VERSION/again",
                    no_more, NULL) },
        { 0 },
    };
    return verbs_run("bot", "fiel-ladder bot submit ana/truquero ./truquero --ladders argentino", VERBS_BY_HTTP, list,
                     argc, argv);
}
