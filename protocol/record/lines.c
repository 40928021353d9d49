#include "record/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/crypto.h"

enum { LINE_MAX_BYTES = 256 };

bool line_wrong(struct lines *l, const char *word, const char *what)
{
    snprintf(l->why, l->room, "line %u (%s): %s: %s", l->number, word, what, l->remedy);
    return false;
}

bool line_text(struct lines *l, const char *word, char *value, size_t cap)
{
    size_t left = (size_t)(l->end - l->at), head = strlen(word);
    const char *newline = left > 0 ? memchr(l->at, '\n', left) : NULL;
    l->number++;
    if (!newline)
        return line_wrong(l, word, left > 0 ? "it has no end" : "it is missing");
    size_t size = (size_t)(newline - l->at);
    if (size <= head || memcmp(l->at, word, head) != 0 || l->at[head] != ' ')
        return line_wrong(l, word, "another line stands here");
    size -= head + 1;
    if (size == 0 || size >= cap || memchr(l->at, '\0', head + 1 + size))
        return line_wrong(l, word, size == 0 ? "its value is missing" : "its value is too long, or no text");
    memcpy(value, l->at + head + 1, size);
    value[size] = '\0';
    l->at = newline + 1;
    return true;
}

bool line_hex(struct lines *l, const char *word, void *bytes, size_t size)
{
    char text[LINE_MAX_BYTES], what[48];
    if (!line_text(l, word, text, sizeof text))
        return false;
    if (strspn(text, "0123456789abcdef") == 2 * size && hex_parse(bytes, size, text))
        return true;
    snprintf(what, sizeof what, "it does not hold %zu hex digits of 0-9a-f", 2 * size);
    return line_wrong(l, word, what);
}

bool line_number(struct lines *l, const char *word, uint64_t *number)
{
    char text[LINE_MAX_BYTES];
    if (!line_text(l, word, text, sizeof text))
        return false;
    uint64_t n = 0;
    size_t digits = strspn(text, "0123456789");
    bool fits = text[digits] == '\0' && digits <= 18 && (digits == 1 || text[0] != '0');
    for (size_t i = 0; fits && i < digits; i++)
        n = n * 10 + (uint64_t)(text[i] - '0');
    if (!fits)
        return line_wrong(l, word, "it holds no number of seconds");
    *number = n;
    return true;
}

bool lines_end(struct lines *l)
{
    if (l->at == l->end)
        return true;
    l->number++;
    return line_wrong(l, "end", "something follows the last line");
}

long lines_read(const char *path, char *text, size_t cap, unsigned *mode, const char **wrong)
{
    struct stat s;
    long size = -1;
    /* Without O_NONBLOCK a FIFO would hold us here. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    *wrong = NULL;
    if (fd < 0 || fstat(fd, &s) != 0)
        *wrong = strerror(errno);
    else if (!S_ISREG(s.st_mode))
        *wrong = "not a file";
    else if ((size = read(fd, text, cap)) < 0)
        *wrong = strerror(errno);
    else if ((size_t)size >= cap)
        *wrong = "too long";
    if (fd >= 0)
        close(fd);
    if (*wrong)
        return -1;
    *mode = s.st_mode & 07777;
    text[size] = '\0';
    return size;
}
