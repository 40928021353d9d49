/* client: a ladder's API (API.md), asked over HTTP or HTTPS by the commands that a person runs somewhere else. */
#ifndef FIEL_LADDER_CLIENT_H
#define FIEL_LADDER_CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { CLIENT_URL = 256, CLIENT_TOKEN = 65, CLIENT_PATH = 512, CLIENT_MOST = 64 << 20, CLIENT_REFUSAL = 1024 };

struct client {
    const char *command; /* "bot show", for what is said */
    const char *ca;
    bool json, quiet; /* quiet: a refusal is EXIT_NEGATIVE and not said, but of a proof, 404 */
    char server[CLIENT_URL], token[CLIENT_TOKEN]; /* token: "" without one */
};

struct client_field {
    const char *name, *value;
    const void *bytes; /* a file of so many bytes, whose name is the value where there is one */
    size_t size;
};
struct client_answer {
    long status;
    char *body; /* NUL-terminated */
    size_t size;
};
/* POST with the fields as multipart/form-data, GET when `fields` is NULL.  EXIT_FINE and the answer, whose body is the caller's to free; else an exit
 * code, and what the server or the network says was said: EXIT_USAGE for what it refuses, EXIT_ENVIRONMENT for the rest. */
int client_ask(const struct client *c, const char *path, const struct client_field *fields, size_t count,
               struct client_answer *out);
/* The same for answers that are JSON; *out is the caller's to give back. */
int client_json(const struct client *c, const char *path, const struct client_field *fields, size_t count,
                json_t **out);

/* The value of a key as clean text, whatever the server sends, numbers too; "" when there is none.  Good until the sixteenth next call. */
const char *json_word(const json_t *o, const char *key);

#endif
