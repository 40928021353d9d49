/* seat_log: the file with what a bot printed: NAME-seatN.log in a match's folder of logs, whatever the bot is called. */
#ifndef FIEL_CHILD_SEAT_LOG_H
#define FIEL_CHILD_SEAT_LOG_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

/* Behind the bot's name; takes the seat as an uint64_t. */
#define SEAT_LOG_END "-seat%" PRIu64 ".log"

/* From the folder of logs in `path`, which has room for `room` bytes, to the log of that seat in it; false: there is none, and path
 * is as it was. */
bool seat_log_find(char *path, size_t room, uint64_t seat);

#endif
