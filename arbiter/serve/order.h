/* order: a match that somebody has ordered, as a value and as JSON (spec/CONTROL.md). */
#ifndef FIEL_ORDER_H
#define FIEL_ORDER_H

#include <jansson.h>

#include "cli/command.h"
#include "door/allow.h"
#include "config.h"
#include "match/match_options.h"

enum {
    BOT_NAME = NAME_TEXT - 8,
    /* with its NUL; a second bot of the same name gets "-2" */ ORDER_BOT = BOT_NAME + 8,
    ORDER_REF = 65,
    ORDER_WHY = WHY,
    ORDER_COMMAND = 2 * CONTROL_PATH + COMMAND_TEXT, /* a path, quoted, and a line of words */
    CUTTERS_MAX = 8
};
#define REMOTE "remote:"

struct order {
    uint64_t id;            /* from 1; 0: not accepted yet */
    int64_t accepted;       /* unix seconds */
    char who[BINDING_NAME]; /* the operator */
    char ref[ORDER_REF];    /* the operator's own word for it, "" none: the same word is the same order */
    char rules[RULES_TEXT];
    unsigned seats, games; /* games: pairs of a duplicate order */
    uint32_t games_a_leg;  /* of a duplicate order; 0 is one */
    uint32_t hands_max;    /* 0: enough for all games */
    uint32_t note_bytes;   /* of the notes of a seat in a match */
    bool duplicate;
    bool blind;      /* its players are told no names, whatever the house does */
    bool strangers;  /* its hosted bots are not the host's own: no pair of theirs is played unheld */
    char clock[160]; /* whole */
    uint8_t sign, on_timeout;
    char bot[FIEL_SEATS_MAX][ORDER_BOT]; /* by seat: "cauto", or "remote:NAME" */
    bool artifacts;                      /* what is played is named, by seat; zeros: by the program's own bytes */
    uint8_t artifact[FIEL_SEATS_MAX][ID];
    char cutter[CUTTERS_MAX][ORDER_BOT];
    unsigned cutters;
    /* While it is not over: */
    bool cancelled;     /* its operator wants no more of it; kept on the disk */
    unsigned tries;     /* how often its match ended without a result */
    bool given_up;      /* too often: it is resumed once more, only to be closed as void */
    int64_t not_before; /* milliseconds: no new try earlier */
    bool held;          /* somebody else plays its match, and that was said */
    uint64_t copies;    /* what its bots' files take in memory; 0: not counted yet */
    bool looked, begun; /* its record was looked for since it last stood still; there is one to go on with */
};

/* Reads what a request or a file says, with the configuration's defaults, and checks all that can be checked without
 * looking at the disk.  -1 and a sentence that names the thing and the remedy; *out is untouched then. */
int order_read(const json_t *j, const struct config *c, struct order *out, char why[ORDER_WHY]);
/* The same, whole; a new reference. */
json_t *order_json(const struct order *o);

/* "remote:NAME" -> "NAME"; NULL: hosted. */
const char *order_remote(const char *bot);
/* Its name, without that, and without the "lines:" of one that plays by lines (spec/LINES.md). */
const char *order_name(const char *bot);
/* The command of a hosted bot, as --bot takes it: of FOLDER/NAME, of FOLDER/NAME/bot, or what the line FOLDER/NAME/run says, as a ladder's
 * worker hands bots in: a program below that folder and its words.  -1 and a sentence. */
int order_program(const struct config *c, const char *name, char command[ORDER_COMMAND], char why[ORDER_WHY]);
/* The binding of this name; NULL: it is not on the list. */
const struct binding *order_binding(const struct allow_list *bots, const char *name);
/* A pair of strangers' bots is played where the configured jail is strict, or the host wants it all the same.  -1 and a
 * sentence. */
int order_held(const struct order *o, const struct config *c, char why[ORDER_WHY]);
/* Every bot is there: a program, or a binding on the allow list that has not run out.  -1 and a sentence. */
int order_bots_there(const struct order *o, const struct config *c, const struct allow_list *bots, char why[ORDER_WHY]);

#endif
