/* secret: the file with the secret key of a log. */
#include "log/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "record/whole.h"

int note_secret_keep(const char *path, const struct note_signer *s)
{
    char line[NOTE_KEY_TEXT + 1];
    note_signer_text(s, line);
    strcat(line, "\n");
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool kept = fd >= 0 && write_whole(fd, line, strlen(line)) == strlen(line) && fsync(fd) == 0;
    int error = errno;
    if (fd >= 0)
        close(fd);
    if (fd >= 0 && !kept)
        unlink(path);
    sodium_memzero(line, sizeof line);
    errno = error;
    return kept ? 0 : -1;
}

int note_secret_load(const char *path, struct note_signer *s, char why[NOTE_SECRET_WHY])
{
    char line[NOTE_KEY_TEXT + 2] = "";
    FILE *f = fopen(path, "re");
    const char *wrong = f ? NULL : strerror(errno);
    if (f && !fgets(line, sizeof line, f))
        wrong = "is empty: it should hold PRIVATE+KEY+...";
    if (f)
        fclose(f);
    line[strcspn(line, "\r\n")] = '\0';
    if (!wrong)
        wrong = note_signer_parse(line, s);
    sodium_memzero(line, sizeof line);
    if (wrong)
        snprintf(why, NOTE_SECRET_WHY, "%.128s: %.100s", path, wrong);
    return wrong ? -1 : 0;
}
