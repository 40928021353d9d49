/* frames: what our own processes send each other over SOCK_SEQPACKET pairs, in one table.
 *
 * A line names the frames that one kind of process may send to another: X(kind, bytes of its struct, least and most bytes
 * behind it).  What they mean stands in link.h, control.h, jail/keeper.h and door/door.h; who uses a line includes
 * that header.  A receiver looks up every frame that comes in the line of its sender, and then looks at each field:
 * also a process that was taken over sends nothing else.  One that does is dealt with as if it had crashed. */
#ifndef FIEL_FRAMES_H
#define FIEL_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAMES_SEAT_TO_REFEREE(X) \
    X(SEAT_READY, SEAT_HEAD, 1, LINK_ENDPOINT - 1) \
    X(SEAT_ENVELOPE, SEAT_HEAD, sizeof(struct seat_message), \
      SEAT_MESSAGES * sizeof(struct seat_message) + ENVELOPE_MAX) \
    X(SEAT_MALFORMED, SEAT_HEAD, 0, ENVELOPE_MAX) \
    X(SEAT_SILENCE, SEAT_HEAD, 0, 0) \
    X(SEAT_CONNECTED, SEAT_HEAD, 0, 0) \
    X(SEAT_GONE, SEAT_HEAD, 0, 0)
#define FRAMES_REFEREE_TO_SEAT(X) \
    X(TO_SEND, sizeof(struct to_seat), 0, ENVELOPE_MAX) \
    X(TO_CLOSE, sizeof(struct to_seat), 0, 0)
#define FRAMES_SUPERVISOR_TO_REFEREE(X) \
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

/* A frame of this kind and length (as recv with MSG_TRUNC tells it) is one of these. */
bool frame_listed(const struct frame_row *rows, unsigned count, uint8_t kind, size_t length);
#define FRAME_LISTED(rows, kind, length) frame_listed(rows, sizeof(rows) / sizeof *(rows), kind, length)

/* What receivers look at in fields: a text ends within its room; and is UTF-8 without control characters; bytes are zero. */
bool frame_ends(const char *text, size_t room);
bool frame_text(const char *text, size_t room);
bool frame_zero(const void *bytes, size_t size);

#endif
