/* secrets: every kind of them, in two tables. */
#include "secrets.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "record/replay.h"

enum { LOOKED_AT = 4096, HEX_KEY = 64, RAW_KEY = 32 }; /* no reader of a key takes a longer file */

static const char *const ends[] = { SECRET_RECORD, SECRET_SEED,    SECRET_NOTE,      SECRET_NOTE_NEW,
                                    SECRET_LOCK,   SECRET_MEASURE, SECRET_TOURNAMENT };

/* Of bytes. */
static const char *const beginnings[] = { REPLAY_NAME, SECRET_STATE_BEGINS };

/* Of the first line of a text. */
static const char *const headings[] = {
    "fiel-key",     /* fiel keys new: record/identity.h */
    "PRIVATE+KEY+", /* fiel log create: log/note.h */
    "[account]",    /* fiel-ladder login */
};

/* Of a line of a text in which a key stands: a ladder's account, whose reader heeds neither section nor order
 * (ladder/base/client_account.c). */
#define TOKEN "token"

static bool begins_with(const char *text, size_t size, const char *with)
{
    size_t n = strlen(with);
    return size >= n && !memcmp(text, with, n);
}

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && !strcmp(name + n - m, end);
}

/* NAME-seat0.log: what a bot printed, in a folder that --logs named. */
static bool is_log(const char *name)
{
    const char *at = strstr(name, "-seat");
    for (const char *next = at; next; next = strstr(next + 1, "-seat"))
        at = next;
    return at && isdigit((unsigned char)at[5]) && ends_with(name, ".log");
}

/* The hex digits that the text begins with. */
static size_t hex_digits(const char *text, size_t size)
{
    size_t n = 0;
    while (n < size && isxdigit((unsigned char)text[n]))
        n++;
    return n;
}

/* As many in a row as a key has, and no more, anywhere. */
static bool names_key(const char *text, size_t size)
{
    for (size_t i = 0, n; i < size; i += n + 1)
        if ((n = hex_digits(text + i, size - i)) == HEX_KEY)
            return true;
    return false;
}

/* The next line that says anything, without the blanks around it; false: there is none. */
static bool next_line(const char **at, const char *end, const char **line, size_t *size)
{
    while (*at < end && isspace((unsigned char)**at))
        ++*at;
    if (*at == end)
        return false;
    const char *newline = memchr(*at, '\n', (size_t)(end - *at));
    *line = *at;
    *at = newline ? newline : end;
    *size = (size_t)(*at - *line);
    while (isspace((unsigned char)(*line)[*size - 1]))
        --*size;
    return true;
}

/* A text that some reader of a key might take, however it was edited: blanks, empty lines and carriage returns tell nothing.
 * In its first line the key of an arbiter, a daemon or an operator (64 hex digits) or a heading; in any line a token, which
 * may stand in the next one. */
static bool is_key_text(const char *text, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf"; /* what some editors put in front of UTF-8 */
    const char *at = text + (begins_with(text, size, mark) ? strlen(mark) : 0), *end = text + size, *line;
    size_t n;
    bool token = false;
    for (bool first = true; next_line(&at, end, &line, &n); first = false) {
        for (size_t i = 0; first && i < sizeof headings / sizeof *headings; i++)
            if (begins_with(line, n, headings[i]))
                return true;
        if ((first || token) && n == HEX_KEY && hex_digits(line, n) == n)
            return true;
        token = begins_with(line, n, TOKEN);
        if (token && names_key(line + strlen(TOKEN), n - strlen(TOKEN)))
            return true;
    }
    return false;
}

/* 32 bytes that nobody would call a text, or that nobody else may read: S, and what libfiel keeps in its state folder. */
static bool is_raw_key(const char *bytes, size_t size, const struct stat *s)
{
    bool text = true;
    for (size_t i = 0; i < size; i++)
        text = text && (isprint((unsigned char)bytes[i]) || isspace((unsigned char)bytes[i]));
    return s->st_size == RAW_KEY && (!text || !(s->st_mode & 077));
}

/* Plain memory that begins with the program's version, in 32 bytes, as no text does. */
static bool is_note(const char *text, size_t size)
{
    return begins_with(text, size, SECRET_NOTE_BEGINS) && size > 32 && !text[31] && isdigit((unsigned char)text[5]);
}

static bool holds_secret(const char *text, size_t size, const struct stat *s)
{
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (begins_with(text, size, beginnings[i]))
            return true;
    return is_note(text, size) || is_key_text(text, size) || is_raw_key(text, size, s);
}

/* A match's own temporary folder: the doors of its seats, what its bots keep. */
static bool is_temporary(const char *path)
{
    char seat[1024], jail[1024];
    if (snprintf(seat, sizeof seat, "%s/seat0", path) >= (int)sizeof seat ||
        snprintf(jail, sizeof jail, "%s/jail0", path) >= (int)sizeof jail)
        return false;
    return !access(seat, F_OK) && !access(jail, F_OK);
}

bool secret_name(const char *name, bool folder)
{
    if (folder)
        return ends_with(name, SECRET_LOGS);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_with(name, ends[i]))
            return true;
    return is_log(name);
}

bool secret_file(const char *path, const struct stat *s)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    char text[LOOKED_AT];
    if (secret_name(name, S_ISDIR(s->st_mode)))
        return true;
    if (S_ISDIR(s->st_mode))
        return is_temporary(path);
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, sizeof text) : -1;
    close_fd(&fd);
    return n > 0 && holds_secret(text, (size_t)n, s);
}
