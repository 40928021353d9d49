/* lobby_words: --connect or --seat and what goes with it, out of a bot's command line. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lobby.h"

static int wrong(char why[LOBBY_WHY], const char *what, const char *remedy)
{
    snprintf(why, LOBBY_WHY, "%s: %s", what, remedy);
    return -1;
}

/* The value of word i, "--name VALUE" or "--name=VALUE"; NULL when it is another word.  *missing: it has none. */
static const char *value(int argc, char *const *argv, int i, const char *name, bool *missing)
{
    size_t size = strlen(name);
    if (strncmp(argv[i], name, size) != 0)
        return NULL;
    if (argv[i][size] == '=')
        return argv[i] + size + 1;
    if (argv[i][size] != '\0')
        return NULL;
    *missing = i + 1 >= argc;
    return *missing ? "" : argv[i + 1];
}

/* Copies a word's value; -1 and a sentence when there is none or it is too long. */
static int take(int argc, char *const *argv, const char *name, char *out, size_t room, char why[LOBBY_WHY])
{
    bool missing = false;
    out[0] = '\0';
    for (int i = 1; i < argc; i++) {
        const char *text = value(argc, argv, i, name, &missing);
        if (text && (missing || *text == '\0' || strlen(text) >= room))
            return wrong(why, name,
                         "its value is missing or too long: --connect tcp://HOST:PORT --server HEX --key FILE");
        if (text)
            memcpy(out, text, strlen(text) + 1);
    }
    return 0;
}

/* Beside NAME.key: the folder NAME.state. */
static int state_beside(struct lobby_words *w, char why[LOBBY_WHY])
{
    size_t size = strlen(w->key);
    if (size > 4 && strcmp(w->key + size - 4, ".key") == 0)
        size -= 4;
    if (snprintf(w->state, sizeof w->state, "%.*s.state", (int)size, w->key) < (int)sizeof w->state)
        return 0;
    return wrong(why, "--key", "its path is too long: name a folder with --state DIR");
}

int lobby_words_read(struct lobby_words *w, int argc, char *const *argv, char why[LOBBY_WHY])
{
    char server[80], seat[ENDPOINT_MAX];
    memset(w, 0, sizeof *w);
    if (take(argc, argv, "--connect", w->connect, sizeof w->connect, why) != 0 ||
        take(argc, argv, "--seat", seat, sizeof seat, why) != 0)
        return -1;
    if (!*w->connect && !*seat)
        return 0;
    if (*w->connect && *seat)
        return wrong(why, "--seat", "a bot goes to one seat, or waits at a door with --connect: take one of them");
    w->seat = *seat != '\0';
    if (w->seat)
        memcpy(w->connect, seat, sizeof seat);
    if (take(argc, argv, "--server", server, sizeof server, why) != 0 ||
        take(argc, argv, "--key", w->key, sizeof w->key, why) != 0 ||
        take(argc, argv, "--state", w->state, sizeof w->state, why) != 0)
        return -1;
    for (int i = 1; i < argc; i++)
        w->once |= strcmp(argv[i], "--once") == 0;
    if (strncmp(w->connect, "tcp://", 6) != 0)
        return wrong(why, w->seat ? "--seat" : "--connect", "say tcp://HOST:PORT, as the host gave it to you");
    if (!*server)
        return wrong(why, "--server is missing", "it is the door's or seat's public key, 64 hex digits, from the host");
    if (!hex_parse(w->server, sizeof w->server, server))
        return wrong(why, "--server", "the door's or seat's public key is 64 hex digits, from the host");
    if (!*w->key)
        return wrong(why, "--key is missing", "name your .key file; `fiel keys new NAME` makes one");
    return *w->state || state_beside(w, why) == 0 ? 1 : -1;
}

/* fiel_run() is not given argv, so that the smallest bot stays one line.  glibc tells its constructors the words; another libc does not,
 * and there the kernel is asked, which takes a /proc that the bot may read: behind Landlock alone, as in a container, it may not. */
#ifdef __GLIBC__
static int words_told;
static char **words;

__attribute__((constructor)) static void keep_words(int argc, char **argv)
{
    words_told = argc;
    words = argv;
}

int lobby_command_line(char **argv, int room)
{
    int argc = 0;
    for (; argc < words_told && argc < room; argc++)
        argv[argc] = words[argc];
    return argc;
}
#else
int lobby_command_line(char **argv, int room)
{
    static char text[65536];
    size_t size = 0;
    ssize_t n = 0;
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC), argc = 0;
    while (fd >= 0 && size < sizeof text - 1 && (n = read(fd, text + size, sizeof text - 1 - size)) > 0)
        size += (size_t)n;
    if (fd >= 0)
        close(fd);
    for (size_t at = 0; at < size && argc < room; at += strlen(text + at) + 1)
        argv[argc++] = text + at;
    return argc;
}
#endif
