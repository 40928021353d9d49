/* referee_shell: what `fiel referee` has around the referee: its descriptors, its clock, its books. */
#ifndef FIEL_REFEREE_SHELL_H
#define FIEL_REFEREE_SHELL_H

#include "reading.h"
#include "record_begun.h"
#include "referee.h"
#include "referee_log.h"

enum {
    WORK_BUCKETS = 4096,                 /* one per microsecond; the last one holds the rest */
    RESTS = TABLES_MAX + 2 * PARTIES_MAX /* what one input has to tell: the end of every game, faults */
};

/* A frame of a seat: from_seat_size() bytes of `head`, and the raw ones behind them. */
union seat_packet {
    struct from_seat head;
    uint8_t bytes[sizeof(struct from_seat) + ENVELOPE_MAX];
};

struct shell {
    int control;                   /* -1 once the supervisor is gone */
    int lock;                      /* the file beside the record that says who plays it; -1: none */
    int kept;                      /* readable once the bots' state is kept; -1: nobody keeps it */
    int seat[PARTIES_MAX];         /* of the seats, then the cutters; -1 while there is no process */
    uint16_t process[PARTIES_MAX]; /* so many ended before */
    bool bound[PARTIES_MAX];       /* that process has said where it is bound */
    bool line[PARTIES_MAX];        /* its seat process says that a bot's line stands */
    struct leaving {               /* its bot's end, which waits for what the bot said before; until_us 0: none does */
        struct control_ended ended;
        int64_t until_us;
    } leaving[PARTIES_MAX];
    unsigned seats;    /* how many of both */
    uint32_t uid;      /* who this process and its readers become (confine.h) */
    int doubts, reads; /* those who read (reading.h); -1: nothing is to be read */
    int secret;        /* the file with S; -1: none */
    struct journal_file *file;
    struct journal journal; /* its record */
    struct referee *referee;
    struct primary primary; /* of the second leg of a pair */
    struct referee_logging log;
    struct record_begun begun; /* of a match that is resumed */
    uint8_t resume;            /* enum resume_how */
    int64_t clock_offset;      /* so that its time goes on where the record ends */
    int64_t heard_us;          /* when the supervisor said last that it runs; 0: never */
    bool parked;               /* the supervisor is gone: the record stays as it is */
    const char *wrong;         /* or a frame of it was none of a supervisor's: what is wrong with it; NULL: nothing */
    int64_t work_us;
    uint64_t work[WORK_BUCKETS], decisions;
    union seat_packet in;
    struct control_frame rest[RESTS]; /* what the supervisor's line had no room for */
    unsigned untold;                  /* so many */
};

/* CLOCK_MONOTONIC in microseconds, from where the record of a resumed match ends. */
int64_t shell_now(const struct shell *s);
/* Tells the supervisor.  Who waits for it in the middle of an input lets clocks run that nobody sees: what finds no room is kept, until
 * shell_tell_rest waits for room between two inputs. */
void shell_tell(struct shell *s, const struct control_frame *f);
void shell_tell_rest(struct shell *s);

/* The ports of the referee; ctx is the shell. */
void shell_send(void *ctx, unsigned seat, const struct to_seat *head, const void *envelope);
void shell_notify(void *ctx, const struct control_frame *f);
/* Has the bytes read by who can do nothing else (reading.h). */
int shell_bytes_show(void *ctx, const void *raw, size_t size, uint32_t tables);
bool shell_read(void *ctx, const void *raw, size_t size, uint32_t tables, struct from_seat *f);
/* Takes S away, without which nobody goes on with the match. */
void shell_unrecorded(void *ctx);

/* Sleeps until a frame or the referee's deadline.  What a bot said before it ended counts: its end is told to the referee behind the end
 * of its line, and the end of a seat process behind all that this sent. */
void shell_turn(struct shell *s);

#endif
