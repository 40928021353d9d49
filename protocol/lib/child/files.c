/* files: see files.h. */
#include "child/files.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "cli/owned.h"

bool seat_log_find(char *path, size_t room, uint64_t seat)
{
    char end[32];
    bool found = false;
    size_t used = strlen(path), tail, length = (size_t)snprintf(end, sizeof end, SEAT_LOG_END, seat);
    OPENED_DIR DIR *folder = opendir(path);
    for (struct dirent *d; folder && !found && (d = readdir(folder));) {
        tail = strlen(d->d_name);
        found = tail > length && !strcmp(d->d_name + tail - length, end) && used + 1 + tail < room;
        if (found)
            snprintf(path + used, room - used, "/%s", d->d_name);
    }
    return found;
}
