/* access_log: each line is one write to a file that is open for appending, so that lines of several threads stay whole. */
#include "access_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "account.h"
#include "cli/say.h"
#include "forms.h"

struct access_log {
    int fd;
    atomic_bool lost; /* a line could not be written, which is said once */
};

enum { LINE = 4096, WORD_MOST = 1000 };

struct access_log *access_log_open(const char *path, char why[256])
{
    struct access_log *log = calloc(1, sizeof *log);
    if (log && (log->fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640)) >= 0)
        return log;
    snprintf(why, 256, "--access-log %.120s cannot be written: %s: choose another file", path, strerror(errno));
    free(log);
    return NULL;
}

void access_log_close(struct access_log *log)
{
    if (log)
        close(log->fd);
    free(log);
}

/* A stranger's word in one line: what is no plain letter of ASCII is in percent. */
static void put_word(char out[3 * WORD_MOST + 1], const char *word)
{
    for (size_t i = 0; word[i] && i < WORD_MOST; i++) {
        unsigned char c = (unsigned char)word[i];
        if (c > ' ' && c < 0x7f && !strchr("\"%\\", c))
            *out++ = (char)c;
        else
            out += sprintf(out, "%%%02X", c);
    }
    *out = '\0';
}

void access_log_served(struct http_request *r, unsigned status, size_t bytes)
{
    struct access_log *log = site_of(r)->access;
    char room[64], address[3 * WORD_MOST + 1], path[3 * WORD_MOST + 1], method[3 * WORD_MOST + 1], line[LINE], when[32];
    char code[16] = "-";
    time_t now = time(NULL);
    struct tm utc;
    if (!log)
        return;
    put_word(address, client_address(r, room));
    put_word(method, r->method);
    put_word(path, r->path);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    if (status)
        snprintf(code, sizeof code, "%u", status);
    int n = snprintf(line, sizeof line, "%s %.200s %.40s %.3200s %s %zu\n", when, address, method, path, code, bytes);
    if (write(log->fd, line, (size_t)n) != n && !atomic_exchange(&log->lost, true))
        cli_fail(0, "serve: a line of the access log could not be written: %s: make room on its disk", strerror(errno));
}

void sign_in_failed(struct http_request *r, const char *name)
{
    char room[64], address[3 * WORD_MOST + 1];
    struct person who;
    struct store_error e;
    bool there = store_person_named(store_of(r), name, &who, &e) == STORE_OK;
    put_word(address, client_address(r, room));
    cli_fail(0, "sign-in failed from %.200s: %s%s%s", address, there ? "'" : "",
             there ? who.name : "a name that nobody has", there ? "'" : "");
    explicit_bzero(&who, sizeof who);
}
