/* control: what the supervisor of a match and its referee say to each other, over a SOCK_SEQPACKET pair.
 *
 * `fiel referee --control FD --seat FD --seat FD ...`: all descriptors are inherited; the n-th --seat is
 * seat n, and behind the seats come the cutters.  The first packet on the control descriptor, and no other, is one struct referee_config;
 * every other packet is one struct control_frame.  Same machine, same binary: host byte order and layout. */
#ifndef FIEL_CONTROL_H
#define FIEL_CONTROL_H

#include "frames.h"
#include "wire/codec.h"

enum { CONTROL_PATH = 512, CONTROL_TEXT = 256 };

/* A match that has a record in `replay` already: it goes on; or the machine went down in between, so that bots may
 * have been told more than the record holds; or nobody goes on with it any more: then it is void, unless its result is there. */
enum resume_how { RESUME_NOT, RESUME_GO_ON, RESUME_VOID, RESUME_GIVE_UP };

/* What the match is to be.  Times are microseconds. */
struct referee_config {
    uint8_t kind; /* CONTROL_CONFIG */
    char tournament[TOURNAMENT_MAX];
    uint64_t number;
    char rules[RULES_TEXT];
    uint32_t games, hands_max; /* hands_max: T, the length of the chains of cuts, which ends each table */
    uint32_t tables;           /* 0 is one; the games are shared out */
    uint8_t seats, cutters;
    char name[FIEL_SEATS_MAX][NAME_TEXT]; /* "" takes the name that the bot says in its HELLO */
    uint8_t held[PARTIES_MAX];            /* enum held_by: what keeps each bot and cutter, for the OFFER */
    uint8_t bound[PARTIES_MAX][32];       /* the Ed25519 key that a remote bot or cutter must say there; zeros: any */
    uint8_t server[PARTIES_MAX][32];      /* CURVE public keys of the seat processes, for HEADER; zeros: none */
    uint8_t bots[PARTIES_MAX][32];        /* H of the artifact that is played there; zeros: not known */
    int64_t bank_us, inc_us, cap_us, grace_us, start_us, duty_us;
    uint32_t tick_us;   /* 0: nothing waits for a tick */
    uint8_t on_timeout; /* 0 lose the game, 1 default action */
    uint8_t sign;       /* enum sign_policy */
    uint32_t sign_every, note_bytes;
    uint8_t by_turns;   /* tables one after the other */
    uint8_t reveal;     /* enum reveal_policy */
    uint8_t blind;      /* 1: the OFFER says neither names nor artifacts; HEADER does */
    uint8_t resume;     /* enum resume_how; `seed` is its S then */
    uint8_t seed_fixed; /* 1: `seed` is S, for debugging; 0: the referee draws S */
    uint8_t seed[32];
    uint8_t key[64];           /* the arbiter's Ed25519 secret key */
    char replay[CONTROL_PATH]; /* created new, never overwritten */
    uint8_t log_policy[32];    /* H of the match log's policy file; zeros: none */
    char host[HOST_TEXT];
    char log_key[LOG_KEY_TEXT]; /* the match log's public key, for the OFFER; "": not logged */
    char secret[CONTROL_PATH];  /* S, mode 0600, from before OFFER until REVEAL is on disk */
    /* The second leg of a pair: the record of the first so far, and where its S is kept; "": no second leg. */
    char primary[CONTROL_PATH], primary_secret[CONTROL_PATH];
};

enum control_kind {
    /* supervisor -> referee */
    CONTROL_CONFIG = 24, /* struct referee_config: what the match is to be */
    CONTROL_BOT_ENDED =
        25, /* ended: the bot's process ended; `restarted` 1: it is being started again; neither that nor
                             * `arbiter`: the bot has lost by it, as with SEAT_ENDED */
    CONTROL_SEAT_ENDED = 26, /* ended: the seat process ended; `restarted` 1: the new one's descriptor comes
                             * with this packet (SCM_RIGHTS) */
    CONTROL_CANCEL = 27,     /* end the match as cancelled; the end of the control connection is no cancel:
                             * the record stays as it is, to be resumed */
    CONTROL_REVEAL = 28,     /* reveal: the twin is over: close the record (after a result that waits) */
    CONTROL_ALIVE =
        29, /* the supervisor runs: about once a second until the match has begun, for a bot can only be there once it
                             * was started; where this stays away, nobody's start limit runs */
    /* referee -> supervisor */
    CONTROL_READY = 32,      /* the replay is created: start the bots now, the start limit runs */
    CONTROL_SEAT_READY = 33, /* that seat's process hears its bot */
    CONTROL_OFFERED = 40,    /* every bot has said who it is: what it needs to say so again is worth keeping;
                             * the referee waits for a byte on its descriptor --kept FD */
    CONTROL_PROGRESS = 34,   /* progress; at most ten a second */
    CONTROL_GAME = 35,       /* game: a game is over */
    CONTROL_FAULT = 36,      /* fault: it happened, with its effect */
    CONTROL_SEAT_HANGS = 37, /* the seat process does not answer: end it, then say CONTROL_SEAT_ENDED */
    CONTROL_SEAT_WRONG = 41, /* text: what is wrong with a frame that the seat process sent; it is not listened to any
                             * more: end it, then say CONTROL_SEAT_ENDED */
    CONTROL_CLOSING = 42,    /* the seat processes are told to end: from here on they may */
    CONTROL_RESULT = 38,     /* result: the match is over and the replay complete.  The last frame, unless the
                             * record waits for CONTROL_REVEAL: then it comes once more after that. */
    CONTROL_ERROR = 39,      /* error: no result can be given, or (after a void RESULT) why the replay is not
                             * complete.  The last frame. */
};

struct control_ended {
    int32_t exit_code, signal; /* one of them; the other is 0 */
    uint8_t restarted;
    uint8_t arbiter; /* not 0: an enum arbiter_code: it is not the bot's doing, and nothing takes its place: VOID */
    uint8_t limit;   /* not 0: ended by a limit set on it (number of the RLIMIT_ + 1):
                                         * FAULT_RESOURCES of the bot */
    uint32_t used;   /* how much it had used when it hit its limit: MiB, seconds of CPU */
};
struct control_reveal {
    int64_t not_before_us; /* when the twin was over by its own record, whose time may be ahead */
};
struct control_progress {
    uint32_t hand, hands, game, games_done; /* hand in play, hands finished, game in play */
    uint32_t games[FIEL_SCORERS_MAX + 1];   /* as in struct result */
    uint16_t score[FIEL_SCORERS_MAX];       /* of the game in play */
};
struct control_game {
    uint32_t table, game;
    uint8_t winner;       /* scorer, or drawn, as in struct result */
    uint8_t reason, seat; /* enum end_reason; whose fault, or FIEL_NOBODY */
    uint16_t score[FIEL_SCORERS_MAX];
    uint32_t games[FIEL_SCORERS_MAX + 1];
};
struct control_fault {
    uint8_t seat, fault, effect; /* FIEL_NOBODY when it is the arbiter's */
    uint64_t a, b;
    uint32_t table;
};
struct control_seat_stats {
    uint64_t decisions, faults, timeouts;
    int64_t total_us, max_us; /* thinking, seat's stamps */
    int64_t paused_us;        /* of its time was nobody's */
    uint64_t spared;          /* of its decisions would have been timeouts, had that been charged */
};
struct control_result {
    struct result result;
    uint8_t complete;               /* 1: the replay has its trailer */
    uint8_t waits;                  /* 1: the first leg of a pair, whose twin can be dealt now */
    uint64_t hands;                 /* hands that count for the next two */
    int64_t diff_sum, diff_squares; /* side 0's points minus side 1's, hand by hand: mean and interval */
    int64_t elapsed_us;             /* from the first deal to the result */
    int64_t work_us;                /* the referee's own time for all decisions, and per decision: */
    int64_t work_p50_us, work_p99_us;
    char log_error[CONTROL_TEXT]; /* "", or why the result is not in the match log */
    char log_lacks[CONTROL_TEXT]; /* "", or whose cosignatures the record's proof lacks */
    struct control_seat_stats seat[FIEL_SEATS_MAX];
};
struct control_error {
    int32_t number;          /* errno, or 0 */
    char text[CONTROL_TEXT]; /* a sentence: what went wrong and what to do about it */
};

struct control_frame {
    uint8_t kind;     /* enum control_kind */
    uint8_t seat;     /* of *_ENDED, SEAT_* */
    uint16_t process; /* of SEAT_HANGS, SEAT_WRONG: so many processes of this seat ended before, as far as
                                         * the referee has heard: another one may stand in its place by now */
    union {
        struct control_ended ended;
        struct control_reveal reveal;
        struct control_progress progress;
        struct control_game game;
        struct control_fault fault;
        struct control_result result;
        struct control_error error;
        char text[CONTROL_TEXT];
    };
};

/* Both look at every field (control.c); of a configuration referee_new looks at what it says. */
extern const struct frame_line frames_supervisor_to_referee, frames_referee_to_supervisor;

#endif
