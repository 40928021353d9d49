/* client_account: which server a command asks, and who one is there.
 *
 * Who asks is known by a token, which is never an argument (others see those): it stands in the environment or in a file that is
 * its owner's alone, and goes to the server that it came from and to no other. */
#ifndef FIEL_LADDER_CLIENT_ACCOUNT_H
#define FIEL_LADDER_CLIENT_ACCOUNT_H

#include "base/choices.h"
#include "base/client.h"

#define CHOICES_CLIENT \
    { "server", "URL", NULL, "the ladder's address   (that of the account)" }, \
        { "account", "FILE", NULL, "where `fiel-ladder login` put the token   (~/.config/fiel/ladder.account)" }, \
        { "ca", "FILE", NULL, "who vouches for the server, for hosts with an authority of their own" }, \
    { \
        "json", NULL, NULL, "what the ladder answered, as JSON" \
    }

/* Reads server and token for this command: flags, then FIEL_LADDER_SERVER and FIEL_LADDER_TOKEN, then the account's file, which
 * must not be readable for others.  An exit code; what is wrong was said. */
int client_open(struct client *c, const char *command, const struct choices *chosen);
/* "https://host:port", or "http://" to this machine alone, where nobody listens on the way; false and said. */
bool client_server_fits(const char *command, const char *server);

/* A proof for this name there (base/key_proof.h).  It counts once, and one second has one: the `nth` of this command. */
struct identity;
void client_proof(const struct client *c, const char *name, const struct identity *key, int nth, char *proof);

/* Signs `name` in at l->server by password or key, with `fresh` as an account that is made, and keeps the token, in l as well, in the
 * file `path`.  An exit code; said. */
int client_sign_in(struct client *l, const char *name, bool fresh, const char *label, const char *password,
                   const struct identity *key, const char *path);
/* Asks for the password, at the terminal or on stdin, and signs in with it. */
int client_ask_in(struct client *l, const char *name, bool fresh, const char *label, const char *path);
/* Where it is to be kept: --account, or the usual place.  An exit code; said. */
int client_account_file(const struct choices *c, char path[CLIENT_PATH]);

/* Where the account is kept without --account; false: no home. */
bool client_account_path(char path[CLIENT_PATH]);
/* Writes server and token there for the owner alone.  An exit code; said. */
int client_account_save(const char *command, const char *path, const char *server, const char *token);

#endif
