/* read: every entry of a log, in order, for who checks what is in it. */
#ifndef FIEL_LOG_READ_H
#define FIEL_LOG_READ_H

#include "log/entry.h"
#include "log/tiles.h"

enum { LOG_READ_WHY = 256 };
/* `e` points into memory that is gone afterwards; entries that cannot be read are left out. */
typedef void log_take(void *arg, uint64_t index, const struct entry *e);
/* Entries `from` to `size` - 1 of the log in this open directory.  -1 and a sentence; some may have been told. */
int log_read_entries(int folder, uint64_t from, uint64_t size, log_take *take, void *arg, char why[LOG_READ_WHY]);
/* All that are under the log's checkpoint, which the key beside it must have signed; the tree is the monitor's to check. */
int log_read(const char *folder, log_take *take, void *arg, char why[LOG_READ_WHY]);

#endif
