/* secrets: every kind of them, in two tables. */
#include "secrets.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "record/replay.h"

enum { LOOKED_AT = 128, HEX_KEY = 64, RAW_KEY = 32 };

static const char *const ends[] = { SECRET_RECORD, SECRET_SEED, SECRET_NOTE, SECRET_NOTE_NEW, SECRET_LOCK };

static const char *const beginnings[] = {
    REPLAY_NAME,           SECRET_STATE_BEGINS, "fiel-key ", /* fiel keys new: record/identity.h */
    "PRIVATE+KEY+",                                          /* fiel log create: log/note.h */
    "[account]\nserver =",                                   /* a ladder's token: ladder/base/client_account.c */
};

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

/* The key of an arbiter, a daemon or an operator: 64 hex digits, and the end of the line. */
static bool is_hex_key(const char *text, size_t size)
{
    if (size == HEX_KEY + 1 && text[HEX_KEY] == '\n')
        size--;
    for (size_t i = 0; i < size; i++)
        if (!isxdigit((unsigned char)text[i]))
            return false;
    return size == HEX_KEY;
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
    /* A key as bytes: S, and what libfiel keeps in its state folder. */
    return is_note(text, size) || is_hex_key(text, size) || (s->st_size == RAW_KEY && !(s->st_mode & 077));
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

bool secret_file(const char *path, const struct stat *s)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    char text[LOOKED_AT];
    if (S_ISDIR(s->st_mode))
        return ends_with(name, SECRET_LOGS) || is_temporary(path);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_with(name, ends[i]))
            return true;
    if (is_log(name))
        return true;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, sizeof text) : -1;
    if (fd >= 0)
        close(fd);
    return n > 0 && holds_secret(text, (size_t)n, s);
}
