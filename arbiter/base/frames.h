/* frames: what our own processes send each other over SOCK_SEQPACKET pairs, in one table, and how a frame is received.
 *
 * A line is the frames that one kind of process may send to another: X(kind, bytes of its struct, least and most bytes behind it).
 * The first byte of a frame is its kind, and no two lines share one.  What frames mean stands in link.h, control.h, jail/keeper.h and
 * door/door.h; who uses a line includes that header.  Every receiver takes its frames by frame_take, which looks each one up in the line
 * of its sender and then looks at each field: also a process that was taken over sends nothing else.  One that does is dealt with as if
 * it had crashed.  A process that receives what its own parent may not send ends itself. */
#ifndef FIEL_FRAMES_H
#define FIEL_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bytes.h"

#define FRAMES_SEAT_TO_REFEREE(X) \
    X(SEAT_READY, SEAT_HEAD, 0, 0) \
    X(SEAT_ENVELOPE, SEAT_HEAD, sizeof(struct seat_message), \
      SEAT_MESSAGES * sizeof(struct seat_message) + ENVELOPE_MAX) \
    X(SEAT_MALFORMED, SEAT_HEAD, 0, ENVELOPE_MAX) \
    X(SEAT_SILENCE, SEAT_HEAD, 0, 0) \
    X(SEAT_CONNECTED, SEAT_HEAD, 0, 0) \
    X(SEAT_GONE, SEAT_HEAD, 0, 0)
#define FRAMES_REFEREE_TO_SEAT(X) \
    X(TO_SEND, sizeof(struct to_seat), 0, ENVELOPE_MAX) \
    X(TO_CLOSE, sizeof(struct to_seat), 0, 0)
#define FRAMES_SEAT_TO_SUPERVISOR(X) X(LOOK_ASKED, sizeof(struct look), 0, 0)
#define FRAMES_SUPERVISOR_TO_SEAT(X) X(LOOK_OPENED, sizeof(struct look), 0, 0)
#define FRAMES_REFEREE_TO_READER(X) X(TO_READER, sizeof(struct to_reader), 0, ENVELOPE_MAX)
#define FRAMES_READER_TO_REFEREE(X) X(FROM_READER, FROM_READER_HEAD, 0, SEAT_MESSAGES * sizeof(struct seat_message))
#define FRAMES_TO_PEN(X) \
    X(PEN_HELLO, sizeof(struct to_pen), 0, 0) \
    X(PEN_RESERVE, sizeof(struct to_pen), 1, PATH_MAX) \
    X(PEN_OPEN, sizeof(struct to_pen), 1, ENTRY_MAX) \
    X(PEN_UNOPENED, sizeof(struct to_pen), 1, LOG_WHY) \
    X(PEN_IS_OPEN, sizeof(struct to_pen), 0, 0) \
    X(PEN_END, sizeof(struct to_pen), 1, PEN_RESULT)
#define FRAMES_FROM_PEN(X) X(PEN_SAYS, sizeof(struct from_pen), 0, 0)
#define FRAMES_SUPERVISOR_TO_REFEREE(X) \
    X(CONTROL_CONFIG, sizeof(struct referee_config), 0, 0) \
    X(CONTROL_BOT_ENDED, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_SEAT_ENDED, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_CANCEL, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_REVEAL, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_ALIVE, sizeof(struct control_frame), 0, 0)
#define FRAMES_REFEREE_TO_SUPERVISOR(X) \
    X(CONTROL_READY, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_SEAT_READY, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_OFFERED, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_PROGRESS, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_GAME, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_FAULT, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_SEAT_HANGS, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_SEAT_WRONG, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_CLOSING, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_RESULT, sizeof(struct control_frame), 0, 0) \
    X(CONTROL_ERROR, sizeof(struct control_frame), 0, 0)
#define FRAMES_SUPERVISOR_TO_KEEPER(X) \
    X(KEEPER_START, 1, 0, 0) \
    X(KEEPER_KEEP, 1, 0, 0) \
    X(KEEPER_KILL, 1, 0, 0)
#define FRAMES_KEEPER_TO_SUPERVISOR(X) \
    X(KEEPER_STARTED, sizeof(struct keeper_frame), 0, 0) \
    X(KEEPER_FAILED, sizeof(struct keeper_frame), 0, 0) \
    X(KEEPER_ENDED, sizeof(struct keeper_frame), 0, 0) \
    X(KEEPER_KEPT, sizeof(struct keeper_frame), 0, 0)
#define FRAMES_SERVE_TO_DOOR(X) \
    X(DOOR_LIST, sizeof(struct to_door), 0, 0) \
    X(DOOR_ALLOW, sizeof(struct to_door), 0, 0) \
    X(DOOR_ADOPT, sizeof(struct to_door), 0, 0) \
    X(DOOR_CALL, sizeof(struct to_door), 0, 0) \
    X(DOOR_CLOSE, sizeof(struct to_door), 0, 0)
#define FRAMES_DOOR_TO_SERVE(X) \
    X(DOOR_READY, sizeof(struct from_door), 0, 0) \
    X(DOOR_ADOPTED, sizeof(struct from_door), 0, 0) \
    X(DOOR_WAITING, sizeof(struct from_door), 0, 0) \
    X(DOOR_GONE, sizeof(struct from_door), 0, 0) \
    X(DOOR_CALLED, sizeof(struct from_door), 0, 0) \
    X(DOOR_DECLINED, sizeof(struct from_door), 0, 0) \
    X(DOOR_FLOOD, sizeof(struct from_door), 0, 0) \
    X(DOOR_REFUSED, sizeof(struct from_door), 0, 0)

struct frame_row {
    const char *name;
    uint8_t kind;
    size_t size, least, most; /* of its struct; behind it */
};
#define FRAME_ROW(kind_, size_, least_, most_) { #kind_, kind_, size_, least_, most_ },

struct frame_line {
    const char *from, *to; /* "seat process", "referee" */
    const struct frame_row *row;
    unsigned count;
    uint8_t carries; /* the kind with which a descriptor may come; 0: none */
    /* Looks at the fields of a frame whose kind and length are in a row.  `parties` of the match, 0 where no field names one.  NULL, or
     * what is wrong as the end of a sentence that begins with "a frame". */
    const char *(*fields)(const void *frame, size_t length, unsigned parties);
};
#define FRAME_LINE(line, from_, to_, LIST, carries_, fields_) \
    static const struct frame_row line##_rows[] = { LIST(FRAME_ROW) }; \
    const struct frame_line line = { .from = from_, \
                                     .to = to_, \
                                     .row = line##_rows, \
                                     .count = sizeof line##_rows / sizeof line##_rows[0], \
                                     .carries = carries_, \
                                     .fields = fields_ }

#define FRAME_FIELD "has a field that its kind does not have, or that is out of range"

/* A frame of this line by its kind and its length alone.  NULL, or the end of a sentence, as all here. */
const char *frame_listed(const struct frame_line *line, const void *frame, size_t length);
/* That, and then every field. */
const char *frame_wrong(const struct frame_line *line, const void *frame, size_t length, unsigned parties);

/* Where frames come in. */
struct frame_way {
    const struct frame_line *line;
    int fd;
    int party;        /* whose, for the trace; -1: nobody's */
    unsigned parties; /* of the match; 0: no field names one */
};
struct frame_in {
    size_t length;
    const char *wrong; /* of FRAME_WRONG */
    int carried;       /* of FRAME_CAME: the descriptor that came with it and is the caller's; -1: none */
};
enum frame_came { FRAME_NONE, FRAME_CAME, FRAME_WRONG, FRAME_END /* nobody is at the other end any more */ };
/* The next packet, without waiting, into `room` of `size` bytes, as many as the longest frame of the line has.  After FRAME_WRONG nothing
 * of it may be used, and its sender is not to be listened to any more. */
enum frame_came frame_take(const struct frame_way *way, void *room, size_t size, struct frame_in *in);

/* One frame, with a descriptor when `carried` is not -1; -1 and errno. */
int frame_put(int fd, const void *frame, size_t length, int carried, int flags);

/* What --trace says: with "frames" this process, and every one of ours that it starts, writes a line to stderr for each frame that it
 * takes: who sent it, its name and its length, never what is in it.  -1: it is another word, and nothing has changed. */
int frame_trace(const char *what);
bool frame_traced(void);

/* What receivers look at in fields: a text ends within its room; and is UTF-8 without control characters; bytes are zero. */
bool frame_ends(const char *text, size_t room);
bool frame_text(const char *text, size_t room);
bool frame_zero(const void *bytes, size_t size);

#endif
