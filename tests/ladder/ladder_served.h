/* ladder_served: `fiel-ladder serve` as a process of its own, and what the kernel tells of it. */
#ifndef FIEL_TESTS_LADDER_SERVED_H
#define FIEL_TESTS_LADDER_SERVED_H

#include <dirent.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "ladder_site.h"
#include "support/built.h"
#include "support/status.h"

struct served {
    pid_t pid;
    int port;
};

/* A store on the disk, in a folder of its own, with so many authors, who have a bot and a token each: `author` gets the header lines. */
static inline void served_store(char folder[64], char where[128], char author[][200], int authors)
{
    struct site site = { 0 };
    struct store_error e;
    char token[TOKEN_TEXT];
    int64_t bot;
    scratch_make(folder);
    snprintf(where, 128, "sqlite:%s/ladder.db", folder);
    FINE(store_open(&site.store, where, STORE_CREATE, &e));
    for (int i = 0; i < authors; i++) {
        struct bot b = { .name = "bot" };
        char name[16];
        snprintf(name, sizeof name, "ana%d", i);
        b.person = world_person(site.store, name, ROLE_AUTHOR);
        FINE(store_bot_add(site.store, &b, &bot, &e));
        FINE(session_open(&site, b.person, "token", "", 3600000, token, &e));
        snprintf(author[i], 200, "Authorization: Bearer %s\r\n", token);
    }
    store_close(&site.store);
}

/* Serves this store; `words` are further options, which end with NULL. */
static inline void served_start(struct served *s, const char *where, const char *const *words)
{
    char program[512], line[128] = "";
    const char *argv[32] = { program, "serve", "--store", where, "--listen", "127.0.0.1:0", "--tables", "0" };
    int out[2], n = 8;
    pid_t parent = getpid();
    snprintf(program, sizeof program, "%s/bin/fiel-ladder", build_dir());
    while (words && *words)
        argv[n++] = *words++;
    if (pipe(out) || (s->pid = fork()) < 0)
        abort();
    if (!s->pid) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        signal(SIGXFSZ, SIG_IGN); /* a limit on a file's size is then a full disk to it */
        dup2(out[1], 1);
        close(out[0]);
        if (getppid() == parent)
            execv(program, (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(out[1]);
    FILE *f = fdopen(out[0], "r");
    if (!f || !fgets(line, sizeof line, f))
        abort();
    fclose(f);
    s->port = atoi(strrchr(line, ':') + 1);
}

/* Its wait status; one that was ended already is fine. */
static inline int served_end(struct served *s, int sig)
{
    int status = 0;
    if (s->pid) {
        kill(s->pid, sig);
        waitpid(s->pid, &status, 0);
    }
    s->pid = 0;
    return status;
}

/* From here on the most that was resident is counted anew. */
static inline void served_forget_most(const struct served *s)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/clear_refs", (int)s->pid);
    FILE *f = fopen(path, "w");
    if (!f || fputs("5", f) < 0 || fclose(f))
        abort();
}

/* Bytes that lie before the program's sockets, unread. */
static inline unsigned long served_unread(const struct served *s)
{
    char line[512];
    unsigned long all = 0, from, to, state, sends, waits;
    FILE *f = fopen("/proc/net/tcp", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "%*d: %*x:%lx %*x:%lx %lx %lx:%lx", &from, &to, &state, &sends, &waits) == 5 &&
            from == (unsigned long)s->port && state == 1)
            all += waits;
    if (f)
        fclose(f);
    return all;
}

/* Until a condition holds: asked again and again, with a deadline that is for failures alone. */
#define SERVED_UNTIL(condition) \
    do { \
        for (time_t began_ = time(NULL); !(condition) && time(NULL) - began_ < 60;) \
            ; \
        if (!(condition)) \
            fail_msg("never: %s", #condition); \
    } while (0)

/* Files without a name that the program holds open: how many, and their bytes. */
static inline unsigned served_nameless(const struct served *s, uint64_t *bytes)
{
    char folder[64], path[400], to[512];
    struct dirent *entry;
    struct stat st;
    unsigned count = 0;
    snprintf(folder, sizeof folder, "/proc/%d/fd", (int)s->pid);
    DIR *d = opendir(folder);
    *bytes = 0;
    while (d && (entry = readdir(d))) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        ssize_t n = readlink(path, to, sizeof to - 1);
        to[n > 0 ? n : 0] = '\0';
        if (!strstr(to, " (deleted)") || !strstr(to, "/fiel-t-") || stat(path, &st))
            continue;
        count++;
        *bytes += (uint64_t)st.st_size;
    }
    if (d)
        closedir(d);
    return count;
}

#endif
