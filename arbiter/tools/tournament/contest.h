/* contest: `fiel tournament`: many bots on one machine, in duplicate pairs, as round robin, gauntlet or Swiss.  `fiel measure` is one of two
 * bots, which ends as soon as enough is known (tools/measure/).
 *
 * Who meets whom follows from the plan and the results (league/tournament.h), and both are in the folder's notes: a tournament
 * that was killed goes on from them, and plays again at most the pairs that were being played. */
#ifndef FIEL_CONTEST_H
#define FIEL_CONTEST_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/record_lock.h"
#include "cli/command.h"
#include "cli/owned.h"
#include "league/tournament.h"
#include "tools/pairs/measured.h"
#include "tools/pairs/pair_job.h"

enum { CONTEST_BOTS = 128, CONTEST_NAME = 33, CONTEST_FOLDER = 360, CONTEST_PAIRS = 200000 };

struct contest;

/* The command that plays one. */
struct contest_command {
    const char *name;  /* "tournament": how messages name it */
    const char *notes; /* the file's name in its folder */
    const char *go_on; /* what is said of a folder that is full: "go on by --resume" */
    const char *to;    /* the option that names the folder: "--to" */
    uint32_t most;     /* pairs */
    /* The two bots meet once, their pairs lie in the folder itself, and the same words again go on with it. */
    bool alone;
    /* The pairs of a match are over; false: they do not count, and c->failed says why.  NULL: all count. */
    bool (*plays)(struct contest *c, const struct pair_outcome *out);
    /* They were counted, and noted; c->enough ends it. */
    void (*counted)(struct contest *c, uint32_t meeting);
};

struct contest_bot {
    char name[CONTEST_NAME]; /* cli/name.h, with '.', '_', '+' and '-'; "": the match names it */
    char command[COMMAND_TEXT];
    const char *files; /* what it is (match/bot_files.h); NULL until contest_settle has looked, or the notes say it */
};

/* What is asked for.  A number that was not given is 0, a text NULL, until contest_settle. */
struct contest_wish {
    const struct contest_command *by;
    struct contest_bot bot[CONTEST_BOTS]; /* in the order in which they stand */
    uint32_t bots;
    struct pair_words words; /* of every pair; its bots are set for each */
    const char *kind;        /* of what is resumed this and the words belong to `head` */
    uint32_t rounds, heads, pairs, tables, seed, jobs;
    const char *to, *resume, *csv;
    bool json, no_replays, accept_new;
    json_t *head; /* the first line of the notes */
};

/* A pair of a bot whose program was replaced. */
struct former {
    struct meeting of; /* `a` and `b` are who played it */
    uint32_t number;
    struct measured pair;
};

/* What is shown on stderr: a table that settles, drawn over itself, on a terminal; a line for each meeting elsewhere. */
struct contest_shown {
    bool table;
    unsigned lines; /* of the table that stands there */
    int64_t last_ms;
};

struct contest {
    struct contest_wish *wish;
    struct tournament plan;
    struct meeting *met;    /* those that were drawn */
    struct measured **pair; /* of each its pairs, by number from 1 */
    uint32_t meetings, room;
    struct former *former; /* of bots behind the plan's entrants, whom nobody meets any more */
    uint32_t formers;
    uint32_t played, planned; /* pairs */
    uint32_t unheld;
    uint32_t voids; /* how often the machine had no process or memory for a pair, and it was played again */
    uint32_t found; /* pairs that an earlier run has left */
    struct pair_job job[PAIR_JOBS];
    uint32_t of[PAIR_JOBS]; /* each job's meeting */
    char folder[CONTEST_FOLDER];
    int notes; /* descriptor */
    struct record_lock lock;
    int64_t began_ms;
    bool interrupted, enough;
    char failed[MEASURE_WHY]; /* "" or why it ended before its end */
    int failed_code;
    struct contest_shown shown;
    void *with; /* the command's own */
};

extern const struct contest_command contest_tournament;

/* The options of a series that are about its table (cli/words.h), where `play` is the wish's part that is a contest_wish. */
#define CONTEST_TABLE(type, play) \
    { "rules", "RULES", CLI_INTO(type, play words.rules), "preset,option=value,...   (argentino; see fiel rules)" }, \
        { "seats", "N", CLI_INTO(type, play words.seats), "seats at the table, each bot on one side   (2)" }, \
        { "clock", "CLOCK", CLI_INTO(type, play words.clock), "as of fiel match" }, \
        { "jail", "HOW", CLI_INTO(type, play words.jail), "as of fiel match   (basic)" }, \
    { \
        "key", "FILE", CLI_INTO(type, play words.key), \
            "the key that signs every record, as of fiel match   (one for each match)" \
    }

/* Plays it, tells it, and returns an exit code. */
int contest_run(struct contest_wish *w);
/* Plays what is left of it, until it is over, enough, interrupted or failed; an exit code where nothing could be begun. */
int contest_play(struct contest *c);
/* Why it ends before its end, the first time. */
void contest_fail(struct contest *c, int code, const char *text);

/* --- contest_bots.c: who plays; each an exit code, with what is wrong printed ------------------------- */

/* A bot without a name of its own. */
int contest_bot_take(struct contest_wish *w, const char *command);
/* "NAME=COMMAND" or "COMMAND", whose program then names the bot. */
int contest_bot_add(struct contest_wish *w, const char *text);
/* A file with one of them on each line; empty lines and those that begin with '#' are passed over. */
int contest_bots_read(struct contest_wish *w, const char *path);
/* Names are distinct, programs are there, rules, seats and clock can be played: what would else be found out by the first match.
 * Fills in what was not given, and draws the order where a seed was. */
int contest_settle(struct contest_wish *w);
/* Of what is resumed no bot is another program; or it is accepted as a new one, and noted.  An exit code. */
int contest_same(struct contest *c);

/* --- contest_plan.c: what is to be played, from what was; no process, no file ------------------------- */

/* The plan of what is asked for, nothing drawn. */
void contest_plan(struct contest *c, struct contest_wish *w);
/* Draws the meetings that are due and were not drawn yet; how many, from met[meetings - that] on.  -1: no memory. */
int contest_draw(struct contest *c);
/* A meeting becomes one of the drawn; -1: no memory. */
int contest_drawn(struct contest *c, uint32_t round, uint32_t a, uint32_t b);
/* A pair of a meeting is over.  False when there is no such pair, or it was over already: nothing has changed then. */
bool contest_count(struct contest *c, uint32_t meeting, uint32_t number, const struct measured *m);
/* The next pairs to be played: of the meeting that has begun the fewest, so that all of them grow side by side.  `count` of them from
 * `number` on, at most as many as there are tables.  False: all that is drawn is played or being played. */
bool contest_next(const struct contest *c, uint32_t *meeting, uint32_t *number, uint32_t *count);
bool contest_over(const struct contest *c);
/* The first bot's share of a pair, 0 to 1. */
double contest_share(const struct contest *c, const struct measured *m);
/* Another program has this bot's place, under a name of its own, and meets everybody anew: the one that had it stands behind all others, with the
 * pairs that were played.  -1: no memory. */
int contest_replaced(struct contest *c, uint32_t bot, const char *name, const char *files);
void contest_free(struct contest *c);

/* For every pair that was played, also by bots that were replaced. */
typedef void contest_visit(const struct meeting *of, uint32_t number, const struct measured *m, void *with);
void contest_each(const struct contest *c, contest_visit *visit, void *with);

struct contest_row {
    uint32_t bot, place, band; /* from 1; bots of one band are not yet distinguishable.  band 0: nothing is known */
    uint32_t pairs;
    double elo, elo_half, score, per_hand, per_hand_half; /* halves of 95% intervals; not finite: not known */
    double points, buchholz;                              /* of meetings */
    struct measured_use use;
    const struct event_fault *fault; /* the first, NULL */
};
/* The table of all bots, also of those that were replaced, the first first: a Swiss by its points, the others by their strength.  False: no memory. */
bool contest_table(const struct contest *c, struct contest_row row[CONTEST_BOTS]);

/* --- contest_notes.c: the folder ----------------------------------------------------------------------- */

/* Makes the folder with the first line of its notes, and locks it; an exit code. */
int contest_create(struct contest *c);
/* Of one that is alone: the folder may be there, and what was played in it is taken up where it is of the same bots, rules, seats, clock
 * and tables; an exit code. */
int contest_join(struct contest *c);
/* What is asked for, from the notes of the folder that is to be resumed; an exit code. */
int contest_head(struct contest_wish *w);
/* Takes up what the notes tell; an exit code. */
int contest_take_up(struct contest *c);
/* The last `count` meetings were drawn; this bot is replaced from here on; these pairs of a job are over.  On the disk when it returns; -1 and errno: the notes are as they
 * were. */
int contest_note_drawn(struct contest *c, uint32_t count);
int contest_note_replaced(struct contest *c, uint32_t bot, const char *name, const char *files);
int contest_note_pairs(struct contest *c, uint32_t meeting, uint32_t number, uint32_t count, const struct measured *m);
/* Where the records of a meeting are, and of the pairs that begin with this one. */
void contest_meeting_path(const struct contest *c, uint32_t meeting, char path[CONTROL_PATH]);
void contest_pairs_path(const struct contest *c, uint32_t meeting, uint32_t number, char path[CONTROL_PATH]);
void contest_close(struct contest *c);

/* --- contest_tell.c ----------------------------------------------------------------------------------------- */

/* The table as lines, at most so many of them (0: all); how many were written. */
unsigned contest_print(const struct contest *c, FILE *out, unsigned most);
/* What is added to it in the end. */
void contest_print_end(const struct contest *c, FILE *out);
/* One line: a meeting that is over. */
void contest_print_meeting(const struct contest *c, uint32_t meeting, FILE *out);

/* --- contest_out.c ------------------------------------------------------------------------------------------ */

/* The table and all that was asked for, as docs/tournament.md has it. */
void contest_json(const struct contest *c, FILE *out);
/* A row for each pair; -1 and errno. */
int contest_csv(const struct contest *c, const char *path);

#endif
