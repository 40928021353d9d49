/* report: what the user of `fiel match` sees: one moving line, then the result as a table or as JSON. */
#ifndef FIEL_REPORT_H
#define FIEL_REPORT_H

#include <stdio.h>

#include "base/own_words.h"
#include "match_options.h"

enum { REPORT_FAULTS = 256 };

struct report {
    const struct match_options *options;
    FILE *line;      /* where the moving line goes; NULL: nowhere */
    char before[32]; /* what stands in front of it: "pair 3 of 20, " */
    bool drawn;      /* a moving line stands on the terminal */
    struct control_fault fault[REPORT_FAULTS];
    unsigned faults, faults_unkept; /* more than REPORT_FAULTS are only counted */
    bool complete;                  /* `result` is set */
    struct control_result result;
    struct bot_usage {
        uint32_t memory_kib;    /* most that it had resident; 0: nobody knows */
        uint32_t starts, lines; /* of its process, and of its seat's: a second line is another connection */
        uint8_t
            waits; /* enum life_read: how what it waited for a processor is read; LIFE_UNREAD: nothing of that is given back */
    } used[FIEL_SEATS_MAX];
    uint8_t held[PARTIES_MAX];           /* enum held_by, as the OFFER says it */
    char error[CONTROL_TEXT];            /* "" or why there is no result, or no complete replay */
    char log[PARTIES_MAX][CONTROL_PATH]; /* what each party printed; "" when it printed nothing */
};

/* An empty report; `line` is where lines for people go. */
void report_start(struct report *r, const struct match_options *o, FILE *line);
/* Takes what the referee says; frames that are not for the user are ignored. */
void report_take(struct report *r, const struct control_frame *f);
/* Sets what the record's proof lacks of the log's policy, from the record alone. */
void report_lacks(struct report *r);
/* Wipes the moving line, so that something else can be printed. */
void report_clear(struct report *r);
/* Prints what one of the match's processes has said, behind its name; `last`: it has ended. */
void report_hear(struct report *r, struct own_words *words, const char *who, bool last);

/* The whole result.  `colour`: the winner stands out. */
void report_table(const struct report *r, FILE *out, bool colour);
void report_json(const struct report *r, FILE *out);
/* What report_json prints, and one fault in it, for others to print: each is the caller's to free. */
struct json_t;
/* The result as docs/match.md has it; the caller gives it back. */
struct json_t *report_object(const struct report *r);
/* Why a match is void by the arbiter, enum arbiter_code; 0: it is not. */
uint64_t void_reason(const struct result *r);
/* {"reason", "text"}; null for 0. */
struct json_t *void_json(uint64_t reason);
struct json_t *fault_object(const struct report *r, const struct control_fault *f);

/* --- the parts ---------------------------------------------------------------------------------- */

/* Mean and half width of its 95% interval of side 0's points minus side 1's per hand; false with fewer than
 * two hands. */
bool report_per_hand(const struct control_result *c, double *mean, double *half);
/* The match counts for nobody: cancelled, failed by the arbiter, or stopped by a cutter before it was decided. */
bool report_void(const struct control_result *c);
/* "loses the match" */
const char *effect_text(enum fault_effect e);
/* A fault with what came of it, a line for people in their language. */
void report_fault(const struct match_options *o, const struct control_fault *f, FILE *out);
/* " at 4 tables", ", 5 games a leg"; "" for one. */
char *tables_told(uint32_t tables, char text[32]);
char *games_told(uint32_t leg_games, char text[32]);
/* "cauto", "cutter-1", "the arbiter" */
char *name_of_party(const struct match_options *o, unsigned party, char text[NAME_TEXT]);
/* "cauto", or "cauto and random" */
char *side_names(const struct match_options *o, unsigned side, char text[FIEL_SEATS_MAX * NAME_TEXT]);

#endif
