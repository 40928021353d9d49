/* client: a ladder's API (API.md), asked over HTTP or HTTPS by the commands that a person runs somewhere else.
 *
 * Who asks is known by a token, which is never an argument (others see those): it stands in the environment or in a file that is
 * its owner's alone, and goes to the server that it came from and to no other. */
#ifndef FIEL_LADDER_CLIENT_H
#define FIEL_LADDER_CLIENT_H

#include <jansson.h>

#include "choices.h"

enum { CLIENT_URL = 256, CLIENT_TOKEN = 65, CLIENT_PATH = 512, CLIENT_MOST = 64 << 20 };

#define CHOICES_CLIENT \
    { "server", "URL", NULL, "the ladder's address   (that of the account)" }, \
        { "account", "FILE", NULL, "where `fiel-ladder login` put the token   (~/.config/fiel/ladder.account)" }, \
        { "ca", "FILE", NULL, "who vouches for the server, for hosts with an authority of their own" }, \
    { \
        "json", NULL, NULL, "what the ladder answered, as JSON" \
    }

struct client {
    const char *command; /* "bot show", for what is said */
    const char *ca;
    bool json;
    char server[CLIENT_URL], token[CLIENT_TOKEN]; /* token: "" without one */
};
/* Reads server and token for this command: flags, then FIEL_LADDER_SERVER and FIEL_LADDER_TOKEN, then the account's file, which
 * must not be readable for others.  An exit code; what is wrong was said. */
int client_open(struct client *c, const char *command, const struct choices *chosen);
/* Both: the command's words, then who it asks.  False: *code is what to exit with. */
bool client_begin(struct client *c, struct choices *words, int argc, char **argv, int *code);
/* "https://host:port", or "http://" to this machine alone, where nobody listens on the way; false and said. */
bool client_server_fits(const char *command, const char *server);

/* How a sentence with which a server refuses is said to whoever asked; NULL, as long as nobody sets it: as it came. */
enum { CLIENT_REFUSAL = 1024 };
extern const char *(*client_says)(char out[CLIENT_REFUSAL], const char *english);

struct client_field {
    const char *name, *value;
    const void *bytes; /* instead of a value: a file of so many bytes */
    size_t size;
};
struct client_answer {
    long status;
    char *body; /* NUL-terminated */
    size_t size;
};
/* POST with the fields, GET when `fields` is NULL.  EXIT_FINE and the answer, whose body is the caller's to free; else an exit
 * code, and what the server or the network says was said: EXIT_USAGE for what it refuses, EXIT_ENVIRONMENT for the rest. */
int client_ask(const struct client *c, const char *path, const struct client_field *fields, size_t count,
               struct client_answer *out);
/* The same for answers that are JSON; *out is the caller's to give back. */
int client_json(const struct client *c, const char *path, const struct client_field *fields, size_t count,
                json_t **out);

/* Where the account is kept without --account; false: no home. */
bool client_account_path(char path[CLIENT_PATH]);
/* Writes server and token there for the owner alone.  An exit code; said. */
int client_account_save(const char *command, const char *path, const char *server, const char *token);

/* The value of a key as clean text, whatever the server sends, numbers too; "" when there is none.  Good until the sixteenth next call. */
const char *json_word(const json_t *o, const char *key);

#endif
