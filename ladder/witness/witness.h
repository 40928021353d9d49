/* witness: what a witness knows of the logs of others and what it signs: C2SP tlog-witness, without the HTTP around it.
 *
 * Of each log it keeps the newest checkpoint that it has cosigned, with that cosignature, in a file named by the SHA-256 of the
 * log's name.  The file is on the disk before anybody sees the cosignature, so whenever this program is killed it has signed one
 * root of a size at the most, and no smaller size after a larger one.  One process at a time has the folder, and its calls come
 * from any thread. */
#ifndef FIEL_WITNESS_H
#define FIEL_WITNESS_H

#include <pthread.h>

#include "log/policy.h"

enum {
    WITNESS_WHY = 512,
    WITNESS_PROOF = 63,
    WITNESS_BODY = NOTE_MAX + 64 * 46,
    WITNESS_KEPT = NOTE_SIGNED + 2 * COSIGNATURE_LINE /* what is kept of a log: a text, the log's line and ours */
};

struct witness {
    struct note_signer signer;
    struct policy logs; /* its log lines: whose checkpoints are looked at */
    int folder, lock;
    pthread_mutex_t turn;
};

/* Takes the folder, which is made where it is missing.  -1 and a sentence: a file that cannot be read, another process there. */
int witness_open(struct witness *w, const char *folder, const char *key_file, const char *logs_file,
                 char why[WITNESS_WHY]);
void witness_close(struct witness *w);

struct witness_answer {
    unsigned status;  /* of HTTP: 200, 400, 403, 404, 409, 422, 500 */
    const char *type; /* of the text */
    char text[WITNESS_KEPT +
              1]; /* of 200 the cosignature's line or what is kept, of 409 the size that is known, else a sentence */
};
/* `POST add-checkpoint` with these bytes at this time, in seconds since 1970. */
void witness_add(struct witness *w, const char *body, size_t size, uint64_t now, struct witness_answer *out);
/* `GET HASH/checkpoint`: the newest one of the log with this hash of its name, in hex; 404. */
void witness_newest(struct witness *w, const char *hash, struct witness_answer *out);

#endif
