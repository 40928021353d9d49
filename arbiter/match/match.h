/* match: the supervisor of one match.  It starts the referee, a seat per bot and the bots, watches them end,
 * and reads nothing that a bot wrote. */
#ifndef FIEL_MATCH_SUPERVISOR_H
#define FIEL_MATCH_SUPERVISOR_H

#include "jail/jail.h"
#include "jail/keeper.h"
#include "match_deaths.h"
#include "match_options.h"
#include "report.h"
#include "referee/pen.h"
#include "seat/looks.h"
#include "seat/seat.h"
#include "base/own_words.h"
#include "base/record_lock.h"
#include "base/spawn.h"
#include "child/stall.h"

enum {
    FAREWELL_MS = 5000, /* a bot elsewhere sees after 2.5 s that its line is dead, and tries again once a second */
    TEMP_PATH = 64,
    TEMP_BASE = TEMP_PATH - sizeof "/fiel-XXXXXX", /* the longest path of where it lies */
};

/* One party: the bot, its seat process, and what both need to be started again. */
struct party_run {
    struct child seat, bot; /* the bot's keeper */
    struct own_words words,
        keeper_words; /* of the seat's process, and of its keeper, which moves what the bot prints */
    int keeper;       /* to it; -1: none */
    int process;      /* a file with the bot's process number, for its seat's process; -1: none */
    int pid, tasks,
        looks; /* that; its folder of threads; and what its seat's process asks of them by (seat/looks.h); -1: none */
    int listener;           /* the socket that its seats' processes listen at, one after the other; -1: none yet */
    bool playing;           /* the bot runs */
    bool keeping, starting; /* its keeper was told to keep its files, to start it, and has not answered */
    uint32_t uid;           /* the bot's user, when it has one */
    char cgroup[JAIL_PATH], share[JAIL_PATH]; /* as in its plan */
    struct jail_plan *plan; /* of its bot, from jail_prepare on; before what was seen of its folder, or NULL */
    struct bridge_run {
        struct child process;
        uint32_t uid; /* its user, when it has one */
        struct stall look;
        bool lost;         /* it has ended: its program was ended for that */
        struct ending how; /* and its seat's process, as it has */
    } bridge;              /* of a bot that plays by lines */
    struct seat_config config;
    uint8_t server_key[CURVE_KEY], bot_secret[CURVE_KEY];
    unsigned seat_starts, bot_starts;
    uint8_t ended[DEATH_ROWS];        /* how often a process of it has ended so */
    bool seat_ready;                  /* its process has said where it is */
    bool ours;                        /* its process was ended by us */
    bool keeper_looped, keeper_wrong; /* its keeper was: it ran in a loop, or sent what none of ours sends */
    struct stall seat_look, keeper_look, inside_look; /* inside: the keeper's process behind its walls */
    char log[CONTROL_PATH];
};

/* What an earlier leg of a series has tried, in this process, and no later one tries again. */
struct tried {
    struct jail_probe jail; /* holds nothing: no leg has */
    bool sockets;           /* this libzmq turns strangers away */
};

struct match_run {
    struct match_options options;
    const char *files; /* of its bots, when it or its series began (bot_files.h) */
    struct report report;
    int64_t still_ms,
        alive_ms; /* when its processes were looked at last; and the referee was told that this one runs */
    struct stall referee_look, reader_look, pen_look, asks_look;
    struct record_lock lock; /* of its record, from before anything is started to the end */
    char temp[TEMP_PATH];    /* our folder, 0700; "" before there is one */
    int temp_lock; /* which says that it is needed; -1: none, or the match is resumed, and its note says that */
    char logs[CONTROL_PATH];
    bool own_logs;           /* we made that folder for this match */
    char seed[CONTROL_PATH]; /* where the referee keeps S while the match runs; "" before */
    uint8_t key[64];         /* the arbiter's Ed25519 secret key */
    uint64_t number;         /* in the match log; 0: not logged */
    bool resume;             /* the match goes on from its record */
    int cpu;
    int control;                     /* to the referee; -1 when there is none */
    int kept;                        /* to it, too: a byte says that the bots' state is kept; -1: said */
    struct child referee, pen, asks; /* the last two: of the match log, and its witnesses */
    struct own_words referee_words, pen_words;
    uint32_t referee_uid; /* its user's; 0: ours */
    int to_pen;           /* our end, and the referee's; -1: there is none */
    char log_key[LOG_KEY_TEXT];
    struct jail_probe jail; /* what the bots are held by */
    /* A leg of a pair (pairs.c). */
    uint8_t reveal;                                         /* enum reveal_policy */
    char primary[CONTROL_PATH], primary_seed[CONTROL_PATH]; /* of a twin: the first leg's record and S */
    const struct match_run *first;                          /* of a twin: the first leg, whose referee waits */
    bool announced;                                         /* what holds the bots was said before */
    struct tried *tried;                                    /* of its series; NULL: a match by itself */
    uint32_t pair;                                          /* its number, from 1; 0: no leg */
    char leg;                                               /* 'a' or 'b' */
    struct party_run party[PARTIES_MAX];                    /* of the seats, then of the cutters */
    uint32_t killed_in, cut_in; /* --disturb: the hands in which the bot was killed and its line cut; 0: not yet */
    bool began_keeping;         /* every bot has said who it is */
    bool power_cut; /* the machine went down in between, and not all that its bots heard is in the record: it is void */
    bool prepared;  /* the names of its files were free, and are ours */
    bool closing;   /* the seat processes were told to end */
    bool referee_ready;
    bool ready; /* the referee and every seat are, and the bots are started: nobody has heard of the match before */
    bool began, cancelled, over;
    uint64_t memory_kills[2]; /* how often the memory killer had struck, at the last look but one and at the last */
    int64_t looked_ms;        /* when that was */
    bool parked;              /* asked to stop where it is */
    bool resumable;           /* it ended without a result, and can go on */
};

/* It is resumed only to be closed as void, and no bot is started. */
static inline bool match_only_closes(const struct match_run *m)
{
    return m->resume && (m->power_cut || m->options.give_up);
}

/* --- match.c ------------------------------------------------------------------------------------- */
/* Once per process, before the first match: its signals as a descriptor; -1: an error was printed. */
int match_signals(void);
void match_say_before(const struct match_options *o);
struct match_run *match_run_new(void); /* NULL: no memory */
void match_run_free(struct match_run *m);
/* One match from its first file to the last, all its processes ended, except for the referee of a first leg
 * whose result waits for match_reveal; an exit code. */
int match_play(struct match_run *m, int signals);
/* There is no result that its record holds whole, and record and seed are there: the match can go on.  (Where a void
 * result was told without the record, the referee has taken the seed away.) */
bool match_resumable(const struct match_run *m);
/* Played, or decided by a bot's fault, with a whole replay: an exit code. */
int match_verdict(const struct report *r);

/* --- match_files.c: each prints what went wrong and returns an exit code, or EXIT_FINE ---------- */
/* The arbiter's key, made when missing; of no path ("") one for now. */
int files_key(const char *command, const char *path, uint8_t secret[64]);
int files_prepare(struct match_run *m); /* names and folders; nothing is started yet */
/* Nobody was told anything of the match: its record and seed go, where this process made them. */
void files_take_back(struct match_run *m);
int files_resume(struct match_run *m);    /* the same names again; the folders are there */
int files_temp_anew(struct match_run *m); /* a folder in the place of one that went with the machine */
void files_sweep(void);                   /* takes away what killed matches have left (match_left.h) */
/* A name of its own for a replay that was given none: the date, chance and `end`. */
void files_name(struct match_options *o, const char *end);
/* "some.replay" and ".logs" make "some.logs"; too long a path is printed. */
int files_beside(const struct match_options *o, const char *end, char out[CONTROL_PATH]);
int files_open_state(const struct match_run *m, unsigned seat); /* a descriptor, or -1 and errno */
int files_open_log(struct party_run *c);                        /* a descriptor, or -1 and errno */
void files_settle_logs(struct match_run *m);                    /* removes those that stayed empty */
void files_remove(struct match_run *m);                         /* the temporary folder with all that is in it */
/* Reads the key, or makes one and keeps it there.  -1 and a sentence. */
int key_load(const char *path, uint8_t secret[64], char why[WHY]);

/* --- match_start.c: -1 and a printed error ------------------------------------------------------- */
void start_keys(struct match_run *m); /* the CURVE pairs of all parties; never fails */
int start_referee(struct match_run *m, int links[PARTIES_MAX]);
int start_seat(struct match_run *m, unsigned seat, int link);
/* A user of its own for a process of ours, where root may give it one: *uid, when it is 0.  -1 and a printed error. */
int user_claim(const struct match_run *m, uint32_t *uid);
/* The users of its processes are another match's; the referee's, which may wait for a twin, where this is said. */
void users_release(struct match_run *m, bool referee);
/* Starts a command of this very program, whose stderr is `words`. */
int start_own(struct match_run *m, struct child *c, struct own_words *words, struct spawn *s, char *const *argv);
/* A memory file that holds these bytes, to be read from its start; -1 and errno. */
int memory_file(const char *name, const void *bytes, size_t size);

/* --- match_pen.c --------------------------------------------------------------------------------- */

/* The pen of the match log, and who asks its witnesses, where they do not run yet; an exit code of what was printed. */
int pen_start(struct match_run *m);
void pen_end(struct match_run *m);
/* Asks it (referee/pen.h).  False: `why` is a sentence. */
bool pen_does(struct match_run *m, uint8_t kind, const char *text, struct from_pen *said);

/* --- match_jail.c -------------------------------------------------------------------------------- */

/* Finds out what holds, says it in one line, gives every party its user and its bot's plan, and m->report.held; an exit code of what was
 * printed. */
int jail_prepare(struct match_run *m);
/* Of a plan what is the bot's: its program, its folder, what its command names and --show. */
void jail_show_bot(const struct match_options *o, const struct bot_command *c, struct jail_plan *p);
/* After every bot is gone. */
void jail_end(struct match_run *m);

/* --- match_bot.c --------------------------------------------------------------------------------- */
/* Its bots are what they were; else the first that is not was told. */
bool match_bots_same(const struct match_run *m, const struct bot_command *of); /* as bot_files_same */

/* What a bot, or its bridge, finds on descriptor 3, as a descriptor: its seat and its folder, as it reaches them; -1 and errno. */
int bot_record(const struct party_run *c, const char *endpoint, const char *folder);
/* The keeper goes into the jail at once; the bot is started later.  -1 and a printed error. */
int start_keeper(struct match_run *m, unsigned seat);
enum bot_start { BOT_STARTED, BOT_UNFIT, BOT_NO_PROCESS };
/* Starts the bot of a party through its keeper, and the keeper where there is none; a keeper that ends meanwhile is replaced a few times.
 * Whether it runs; what is wrong was printed.  BOT_UNFIT is its own affair; after BOT_NO_PROCESS the match is void; m->over is set where its
 * jail is not to be had here. */
enum bot_start start_bot(struct match_run *m, unsigned seat);
/* It has ended: its seat's process looks at it no more. */
void bot_gone(struct match_run *m, unsigned seat);
/* Something the keeper said; false when there is nothing (more).  A keeper that says what none of ours says is ended. */
bool keeper_says(struct match_run *m, unsigned seat, struct keeper_frame *f);
/* False: nobody takes it. */
bool keeper_tell(struct match_run *m, unsigned seat, enum keeper_word word);
/* Ends the keeper, and with it the bot, where they still run; *e is how the keeper ended.  Another one may be started. */
void keeper_let_go(struct match_run *m, unsigned seat, struct ending *e);
void keep_state(struct match_run *m); /* the files of all bots, as they are now; kept_all says when it is done */
/* The referee, which waits for it, may make the offer once no keeper has still to answer. */
void kept_all(struct match_run *m);

/* --- match_bridge.c: what stands between a bot that plays by lines and its seat ----------------------------- */

static inline bool party_lines(const struct match_run *m, unsigned seat) { return m->options.bot[seat].lines; }
/* Its user, its folder, and its way to the seat; -1 and a printed error. */
int bridge_prepare(struct match_run *m, unsigned seat);
/* Starts it; *program is the other end of its line, which its program gets and the caller closes.  -1 and a printed error. */
int bridge_start(struct match_run *m, unsigned seat, int *program);
/* It has ended: of itself, because its program has or the match is over, or else all three processes of its seat are started again, and
 * how it ended says whose the second time is (match_deaths.h). */
void bridge_ended(struct match_run *m, unsigned seat);
/* Its program has ended.  It says what that one wrote before, and leaves; in so many milliseconds it is ended. */
void bridge_let_go(struct match_run *m, unsigned seat, int ms);

/* --- match_remote.c ------------------------------------------------------------------------------ */

static inline bool party_remote(const struct match_run *m, unsigned seat) { return m->options.bot[seat].remote; }
/* Some bot of this match runs here. */
bool match_hosts(const struct match_run *m);
/* Where a new match's seat tries to be. */
void remote_name_socket(const struct match_options *o, struct seat_config *c);
/* Its process hears: where is told. */
void remote_ready(struct match_run *m, unsigned seat);

/* --- match_watch.c ------------------------------------------------------------------------------- */
int watch_match(struct match_run *m, int signals); /* until the result, or the end of the referee */
/* One frame, with a descriptor when `fd` is not -1.  A referee that is gone is seen by its pidfd. */
void watch_tell_referee(struct match_run *m, const struct control_frame *f, int fd);
void watch_take_frames(struct match_run *m); /* all that stand there from the referee */
void watch_note_usage(struct match_run *m, unsigned seat, const struct ending *e);
/* As report_hear. */
void watch_hear(struct match_run *m, unsigned seat, struct own_words *words, bool last);

/* --- match_still.c: processes that stand still, and such as run and answer no more ------------------------ */
/* Sets going again every process of this match that has been stopped for two looks, and ends a referee or a keeper that runs in an endless loop, which
 * then is gone like one that crashed; looks at most once in STALL_MS. */
void still_look(struct match_run *m);
/* A seat's process that does not answer is only stopped: it is set going.  False: it is not stopped. */
bool still_seat(struct match_run *m, unsigned seat);
/* Tells the referee that this process runs, until the match has begun. */
void still_alive(struct match_run *m);
/* This process went to sleep then, for at most so many milliseconds, and has just woken up: for how many more it stood still. */
int64_t still_own(int64_t before_us, int sleeps_ms);

/* --- match_deaths.c: who answers for the end of a process ------------------------------------------- */
/* Called now and then: what the memory killer has done long ago explains no death that comes later. */
void death_look(struct match_run *m);
/* A process of this party has ended so.  Sets limit and used, or arbiter, of *out; none of them: it crashed.  True: it is to be started again
 * instead. */
bool death_judge(struct match_run *m, unsigned seat, enum death_of of, const struct ending *e,
                 struct control_ended *out);

/* --- match_end.c --------------------------------------------------------------------------------- */
void watch_endings(struct match_run *m); /* lets everybody leave, then ends who did not */
/* The twin is over (NULL: none was played): the first leg's record is closed. */
void match_reveal(struct match_run *m, const struct match_run *twin);

#endif
