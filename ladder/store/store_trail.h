/* store_trail: notices to people, and the trail of who did what. */
#ifndef FIEL_LADDER_STORE_TRAIL_H
#define FIEL_LADDER_STORE_TRAIL_H

#include "store.h"

struct notice {
    int64_t id, person, version, leg; /* 0: not about one */
    char kind[32];                    /* "admitted", "refused", "first-fault", "state", "dispute" */
    char text[STORE_TEXT];
    int64_t created_ms, read_ms; /* 0: not read */
};
int store_notices(struct store *s, int64_t person, int64_t before, struct notice *out, size_t max, size_t *n,
                  struct store_error *e);
int store_notices_read(struct store *s, int64_t person, int64_t up_to, struct store_error *e);

/* The trail is append-only: the database refuses to change or delete a line, and every line's hash covers the one before: hash =
 * H("fiel/trail" | before | at_ms | actor | action | subject | detail), see store_trail.c. */
struct trail_line {
    int64_t id, at_ms;
    char actor[STORE_NAME], action[STORE_NAME], subject[STORE_NAME], detail[STORE_LONG];
    uint8_t hash[STORE_HASH];
};
/* The newest lines. */
int store_trail(struct store *s, int64_t before, struct trail_line *out, size_t max, size_t *n, struct store_error *e);
/* Those with this subject: "pair", 17. */
int store_trail_about(struct store *s, const char *what, int64_t id, struct trail_line *out, size_t max, size_t *n,
                      struct store_error *e);

#endif
