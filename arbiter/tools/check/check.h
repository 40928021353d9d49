/* check: the verdict that a ladder would give on a bot, found by playing it: `fiel check`.
 *
 * Every match is one of `fiel match`, run as a program; what is judged is its result and its record. */
#ifndef FIEL_CHECK_H
#define FIEL_CHECK_H

#include <jansson.h>

#include "base/event_fault.h"
#include "child/match_argv.h"
#include "rules/position.h"

/* X(NAME, "name", "what is looked at") in the order in which they are tried and told */
#define CHECK_LINES(X) \
    X(JAIL, "jail", "what holds the bot while it plays") \
    X(ADMISSION, "admission", "a duplicate pair against itself, as a ladder admits") \
    X(MATCHES, "matches", "matches against the bundled bots") \
    X(ACTIONS, "actions", "whether every action was legal") \
    X(PHASES, "phases", "whether every kind of decision came up") \
    X(CLOCK, "clock", "the longest and the mean decision against the clock") \
    X(MEMORY, "memory", "the most that it had resident") \
    X(OUTPUT, "output", "how much it prints") \
    X(REPEAT, "repeat", "whether it decides the same when it is asked the same") \
    X(RETURN, "return", "killed in a match, and its line cut: does it come back")

enum check_line_name {
#define X(name, text, what) LINE_##name,
    CHECK_LINES(X)
#undef X
        LINES
};

enum mark { MARK_NOT_TRIED, MARK_PASS, MARK_NOTE, MARK_FAIL };

enum { CHECK_SAYS = 400, CHECK_FOLDER = 64, CHECK_PATH = 256 };

struct check_line {
    enum mark mark;
    char says[CHECK_SAYS], remedy[CHECK_SAYS]; /* remedy: "" none */
};

/* What the bot met and did, counted in the records. */
struct check_seen {
    uint64_t phase[32];             /* requests, by enum phase */
    uint64_t said[ACTION_LAST + 1]; /* its actions, by kind */
    uint64_t refused;               /* actions that were not legal */
    enum rule_error why;            /* of the last of them */
};

struct check_usage {
    uint64_t decisions, log_bytes, memory_kib;
    double total_us;
    int64_t max_us;
};

struct trial {
    const char *bot, *rules_text, *clock, *memory; /* clock, memory: NULL: as of fiel match */
    uint8_t level;                                 /* what was asked: enum jail_level */
    char jail[16];
    struct rules rules;
    unsigned seats;
    uint32_t games;
    bool json, keep;           /* its files */
    char folder[CHECK_FOLDER]; /* of this check's files; "" before there is one */
    unsigned runs;             /* matches so far */
    int status;                /* exit code of what cannot be judged here; EXIT_FINE */
    struct check_line line[LINES];
    struct check_seen seen;
    struct check_usage usage;
    char clock_text[160]; /* as the matches said it */
};

/* The seats of the bot where it plays against others: of three the first, else the even ones. */
static inline bool check_mine(const struct trial *c, unsigned seat)
{
    return c->seats == 3 ? seat == 0 : seat % 2 == 0;
}

/* --- check_run.c ------------------------------------------------------------------------------------ */

/* A match with these bots (rival NULL: against itself), where *a says, from match_begin on, what is not said by the check.  Its record is
 * c->folder/RUN.replay (of a pair: that folder).  The result is the caller's to free; NULL: none came, and `why` holds
 * what the program said last. */
json_t *check_match(struct trial *c, const char *rival, struct match_argv *a, char why[CHECK_SAYS]);
/* Where the record of the latest match is. */
void check_replay(const struct trial *c, char path[CHECK_PATH]);
/* The last line of a file that is not empty, made harmless; "" when there is none. */
void check_last_line(const char *path, char text[CHECK_SAYS]);
/* How many bytes bots printed in the latest match, and the newest file that has some, "" for none. */
uint64_t check_printed(const struct trial *c, char log[CHECK_PATH]);

/* The same program with these words: its exit code, or -1; what it printed on stdout is in the file `out`. */
int check_program(struct trial *c, const char *const *argv, char out[CHECK_PATH]);

/* --- check_try.c: the matches, and what they say; each sets its lines ------------------------------------ */

/* False: there is no sense in going on. */
bool check_admission(struct trial *c);
void check_matches(struct trial *c);
void check_return(struct trial *c);

/* What is known when all were played. */
void check_sum_up(struct trial *c);

/* --- check_fault.c ------------------------------------------------------------------------------------- */

/* What to do about a fault: a sentence.  Where it names the bot's log, the check's files are kept. */
void check_remedy(struct trial *c, const struct event_fault *f, const char *log, char remedy[CHECK_SAYS]);
/* The first fault of the bot in a result that is its loss, NULL: none.  Of a pair all faults are its own. */
const json_t *check_fault(const struct trial *c, const json_t *result);

/* --- check_seen.c -------------------------------------------------------------------------------------- */

/* Adds what the bot met in this record; a record that does not read adds what it has. */
void check_look(struct trial *c, const char *replay);
/* Bits of the phases that come up in these rules: found by playing many hands at random. */
uint32_t check_phases(const struct trial *c);
/* Whether both legs of a pair hold the same actions; else *hand is the first that differs. */
bool check_same(const char *first, const char *second, uint32_t *hand);

/* --- check_report.c ------------------------------------------------------------------------------------ */

/* What was found, for people and for programs, on standard output; and whether nothing failed. */
void check_text(const struct trial *c, bool colour);
void check_json(const struct trial *c);
bool check_passed(const struct trial *c);

#endif
