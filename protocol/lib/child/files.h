/* files: how the files are called that a match leaves. */
#ifndef FIEL_CHILD_FILES_H
#define FIEL_CHILD_FILES_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

/* A leg of a duplicate match, "0001a": the number of its pair, from 1, and 'a' or 'b'.  In the folder of records it is NAME.replay, and
 * among the logs a folder. */
#define LEG_NAME "%04u%c"
/* What a bot printed is NAME-seatN.log in the folder of logs, whatever the bot is called; takes the seat as an uint64_t. */
#define SEAT_LOG_END "-seat%" PRIu64 ".log"

/* From the folder of logs in `path`, which has room for `room` bytes, to the log of that seat in it; false: there is none, and path
 * is as it was. */
bool seat_log_find(char *path, size_t room, uint64_t seat);

#endif
