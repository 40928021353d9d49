/* match_options: what the user asks of `fiel match`, checked as far as it can be without starting anything.
 */
#ifndef FIEL_MATCH_OPTIONS_H
#define FIEL_MATCH_OPTIONS_H

#include "base/bot_command.h"
#include "course/clock.h"
#include "base/control.h"
#include "base/cpu.h"
#include "cli/owned.h"
#include "cli/words.h"
#include "rules/position.h"

enum { EVENTS_NONE = -1 };
enum { WHY = SPAN_WHY, SHOWS = 4 };

/* Where the seats of remote bots are. */
struct seat_address {
    char host[56];        /* "192.0.2.7" or "[2001:db8::7]"; "": not given */
    uint16_t first, last; /* ports; 0: any */
};

struct match_options {
    struct rules rules;
    char rules_text[RULES_TEXT]; /* canonical */
    unsigned seats, cutters;
    uint32_t games, hands_max;
    uint32_t tables; /* 0 is one */
    bool by_turns;   /* they are played one after the other: a leg of so many games */
    struct clock_rule clock;
    int64_t start_us, duty_us;
    uint32_t tick_us;    /* 0: none */
    uint32_t sign_every; /* 0 until match_settle */
    uint32_t note_bytes;
    uint8_t on_timeout, sign, seed_fixed;
    uint8_t seed[32];
    bool json, blind;
    char host[HOST_TEXT];
    uint8_t log_policy[32];
    uint32_t disturb;               /* this seat's bot is killed once, and its line is cut once; FIEL_NOBODY */
    int events;                     /* descriptor that is told what happens; EVENTS_NONE */
    uint8_t jail;                   /* enum jail_level */
    uint32_t uid[2];                /* from, to: the users of hosted bots and of seat processes */
    uint64_t bot_memory;            /* bytes of address space of a bot */
    bool memory_given;              /* else it is less where the machine has not so much */
    char show[SHOWS][CONTROL_PATH]; /* folders that the bots may read besides their own */
    unsigned shows;
    bool duplicate;        /* `pairs` duplicate pairs instead of a match of `games` */
    bool duplicate_unheld; /* with remote bots too, who may remember the first leg */
    uint32_t pairs;
    int cpu;                   /* a CPU's number, CPU_AUTO or CPU_NONE */
    char replay[CONTROL_PATH]; /* "" until match_files names one; of pairs: their folder */
    char key[CONTROL_PATH];    /* "": a key for this match alone */
    char logs[CONTROL_PATH];   /* "": beside the replay */
    char resume[CONTROL_PATH]; /* "": a new match */
    bool give_up;              /* what is resumed is closed as void */
    char match_log[CONTROL_PATH], match_log_key[CONTROL_PATH]; /* "": the match is not logged */
    char log_policy_file[CONTROL_PATH];                        /* "": none */
    struct bot_command bot[PARTIES_MAX];                       /* of the seats, then of the cutters */
    struct seat_address address;
    char name[PARTIES_MAX][NAME_TEXT]; /* distinct, never empty */
};

static inline unsigned options_parties(const struct match_options *o) { return o->seats + o->cutters; }
/* Of duplicate pairs: games of a leg, and pairs that are played side by side.  One of the two is 1. */
static inline uint32_t options_leg_games(const struct match_options *o) { return o->by_turns ? o->tables : 1; }
static inline uint32_t options_beside(const struct match_options *o)
{
    return o->by_turns || !o->tables ? 1 : o->tables;
}

enum { OPTIONS_GO = -1 }; /* else an exit code: an error was said, or --help */

/* Reads the command's arguments.  argv[0] is its name. */
int match_options_read(struct match_options *o, int argc, char **argv);

/* --- the parts, each -1 and a sentence in `why` on failure, *out untouched ------------------------ */

/* "256M", "2G": a whole number of MiB or GiB, 16M to 1024G, in bytes. */
int size_read(const char *text, uint64_t *out, char why[WHY]);
/* "bank=30s,inc=100ms,..." over what the options hold already. */
int clock_read(const char *text, struct match_options *o, char why[WHY]);
/* "bank=30s,inc=100ms,cap=5s,grace=50ms,start=10s,duty=1m" */
char *clock_text(const struct match_options *o, char text[CLOCK_TEXT]);

/* A command line into words: blanks part them, '...' and "..." and \x hold them together. */
int command_split(const char *text, struct bot_command *out, char why[WHY]);
/* The command that stands for a bot that is started by hand (--attach), and waits in its place.  -1: too long. */
int command_attach(struct bot_command *c, char why[WHY]);
/* What is typed instead of it, its record at `record`; NULL: it is another command. */
const char *command_attached(const struct bot_command *c, const char *record, char text[2 * BOT_TEXT]);
/* Finds the program of a split command: a path, or a bundled bot's name. */
int command_find(struct bot_command *c, char why[WHY]);
/* It is a script that some editor has made into one whose interpreter nobody finds; what that is, in `why`. */
bool command_garbled(const struct bot_command *c, char why[WHY]);
/* A remote bot from the file of its binding. */
int remote_read(const char *path, struct bot_command *out, char why[WHY]);
/* "HOST", "HOST:PORT" or "HOST:PORT-PORT" */
int address_read(const char *text, struct seat_address *out, char why[WHY]);

#endif
