/* looks: the files below /proc that a seat's process reads of its bot's threads (waits.h), and may not open, because a process that may open one of
 * a process may read the command lines and sockets of all.  The supervisor, which knows which process the bot is, opens them and hands them
 * over; read they are as often as one likes. */
#ifndef FIEL_LOOKS_H
#define FIEL_LOOKS_H

#include "base/frames.h"

enum look_kind {
    LOOK_ASKED = 112,
    LOOK_OPENED = 113 /* with the descriptor, or without where there is no such file */
};
enum look_what { LOOK_STAT, LOOK_SCHEDSTAT, LOOK_CHILDREN, LOOK_FILES, LOOK_FOLDER = LOOK_FILES /* of its threads */ };
struct look {
    uint8_t kind, what, pad[2];
    int32_t id; /* of the thread; of the folder, of the process */
};
extern const struct frame_line frames_seat_to_supervisor, frames_supervisor_to_seat;

/* In the seat's process.  A descriptor; -1 and errno: ENOENT there is no such thread, or another one for want of an answer in time. */
int look_ask(int link, enum look_what what, int id);
/* In the supervisor: answers some of what stands there, of the process whose folder of threads is `tasks` (-1: none).  FRAME_WRONG and
 * *wrong, or FRAME_END: it asks no more. */
enum frame_came looks_answer(int link, int pid, int tasks, const char **wrong);

#endif
