/* season: the index of a closed season (SEASON.md): which pairs counted, what came of them, which records prove it, and the table
 * that follows.
 *
 * It is text, a line a fact, signed at its end.  A line is read as it would be written, or not at all.  A reader needs memory for
 * one line. */
#ifndef FIEL_SEASON_H
#define FIEL_SEASON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <sodium.h>

#include "league/played.h"
#include "record/crypto.h"

enum { SEASON_NAME = 64, SEASON_RULES_TEXT = 2048, SEASON_BOT = 192, SEASON_LINE = 4096, SEASON_WHY = 256 };

struct season_head {
    char name[SEASON_NAME], ladder[SEASON_NAME];
    char rules[SEASON_RULES_TEXT]; /* as an OFFER has them */
    uint32_t seats, games;         /* games of a plain match; a leg of a pair has one */
    bool logged;                   /* the folder holds the match log's checkpoint, and this is its hash */
    uint8_t checkpoint[HASH];
};

/* Bots are numbered from 0 as they stand. */
struct season_bot {
    bool remote;
    uint8_t id[HASH]; /* its signing key where it is remote, else H of the archive that plays */
    char name[SEASON_BOT];
};

/* Of `result` the pair, legs, bots, score, margin and hands are written; `played` is the number of records. */
struct season_pair {
    struct played result;
    uint8_t record[PLAYED_LEGS][HASH];
};

/* Elo counts from this bot; none has played: there is no anchor. */
struct season_anchor {
    uint32_t bot;
    double elo;
};

/* By place, from the first. */
struct season_place {
    uint32_t bot;
    double elo, low, high;
    uint64_t pairs;
};

/* --- writing: head, bots, pairs, anchor, places, each kind in this order ---------------------------------- */
struct season_out {
    FILE *to; /* the caller's; what fails is seen by ferror() */
    crypto_generichash_state sum;
};
/* An index, line by line, in this order: head, bots, pairs, anchors, places, the signature over all of it.  That a line could not be
 * written shows in the stream. */
void season_begin(struct season_out *o, FILE *to);
void season_put_head(struct season_out *o, const struct season_head *h);
void season_put_bot(struct season_out *o, const struct season_bot *b);
void season_put_pair(struct season_out *o, const struct season_pair *p);
void season_put_anchor(struct season_out *o, const struct season_anchor *a);
void season_put_place(struct season_out *o, const struct season_place *p);
void season_sign(struct season_out *o, const uint8_t key[KEY_PUBLIC], const uint8_t secret[KEY_SECRET]);

/* --- reading ----------------------------------------------------------------------------------------------- */
/* What stands in the index, as it is read; any may be NULL.  False ends the reading: the function that took it knows why. */
struct season_take {
    void *arg;
    bool (*head)(void *arg, const struct season_head *h);
    bool (*bot)(void *arg, const struct season_bot *b);
    bool (*pair)(void *arg, const struct season_pair *p);
    bool (*anchor)(void *arg, const struct season_anchor *a);
    bool (*place)(void *arg, const struct season_place *p);
};
/* Who signed it, and H of what was signed. */
struct season_seal {
    uint8_t key[KEY_PUBLIC], sum[HASH];
};
/* Reads from where `from` stands to its end; it stays open.  -1 and the middle of a sentence about the file; "" when a taker ended it. */
int season_read(FILE *from, const struct season_take *take, struct season_seal *seal, char why[SEASON_WHY]);

enum { SEASON_RECORD = 16 + 2 * HASH };
/* Where a record lies in the archive's folder: "records/ab/abcd...". */
char *season_record(char out[SEASON_RECORD], const uint8_t hash[HASH]);

/* Opens a file of the folder to read it, or a folder in it.  What is reached through a link is none of its own, and what is neither
 * could hold a reader up for ever.  -1, and *why is the middle of a sentence. */
int season_open(const char *folder, const char *name, const char **why);
int season_open_folder(const char *folder, const char *name, const char **why);

#endif
