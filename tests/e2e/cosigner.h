/* cosigner: a witness of one log for tests of who asks (C2SP tlog-witness): POST add-checkpoint, and nothing else.  It goes on from what
 * it has signed, which it keeps in a file. */
#ifndef FIEL_TESTS_COSIGNER_H
#define FIEL_TESTS_COSIGNER_H

#include "served.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <time.h>

#include "log/proof.h"
#include "support/cosign.h"
#include "support/tree_extends.h"

/* A socket at which somebody may be waited for, and its address. */
static inline int doors(char url[128])
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof at;
    int door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(door >= 0 && bind(door, (struct sockaddr *)&at, size) == 0 && listen(door, 8) == 0);
    assert_int_equal(getsockname(door, (struct sockaddr *)&at, &size), 0);
    snprintf(url, 128, "http://127.0.0.1:%u/", ntohs(at.sin_port));
    return door;
}

static inline void answer(int fd, const char *status, const char *text)
{
    dprintf(fd, "HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s", status, strlen(text), text);
}

/* The body of a request that came whole; NULL: it did not. */
static inline char *body_of(int fd, char *bytes, size_t room)
{
    size_t got = 0;
    for (ssize_t n; got + 1 < room && (n = read(fd, bytes + got, room - 1 - got)) > 0;) {
        bytes[got += (size_t)n] = '\0';
        char *body = strstr(bytes, "\r\n\r\n"), *length = strcasestr(bytes, "\r\nContent-Length: ");
        if (body && length && strlen(body + 4) >= (size_t)atol(length + 18))
            return strncmp(bytes, "POST /add-checkpoint ", 21) ? NULL : body + 4;
    }
    return NULL;
}

/* A checkpoint is signed where it has grown out of the one in the file `state`, and then it takes its place. */
static inline void cosign(const struct note_signer *w, const struct note_key *log, const char *state, const char *body,
                          int fd)
{
    struct checkpoint from = { .size = 0 }, to;
    struct tree_proof proof;
    char line[COSIGNATURE_LINE], *stop;
    uint64_t old = strtoull(body + strlen("old "), &stop, 10);
    const char *note = stop + 1, *end = body + strlen(body);
    FILE *f = fopen(state, "r");
    (void)!tree_root(&(struct tree){ 0 }, 0, from.root);
    if (f && fread(&from, sizeof from, 1, f) != 1)
        abort();
    if (f)
        fclose(f);
    if (strncmp(body, "old ", 4) != 0 || !proof_lines_read(&note, end, &proof) ||
        checkpoint_open(note, (size_t)(end - note), log, &to))
        answer(fd, "403 Forbidden", "not this log's\n");
    else if (from.size != old && snprintf(line, sizeof line, "%" PRIu64 "\n", from.size) > 0)
        answer(fd, "409 Conflict", line);
    else if (old == to.size && memcmp(from.root, to.root, TREE_HASH) != 0)
        answer(fd, "422 Unprocessable Content", "another root was cosigned at this size: the log is forked\n");
    else if (!tree_extends(from.root, old, to.root, to.size, &proof))
        answer(fd, "422 Unprocessable Content",
               "the proof does not lead from the tree that was cosigned to this one\n");
    else {
        spill(state, &to, sizeof to);
        checkpoint_cosign(w, note, (size_t)(end - note), (uint64_t)time(NULL), line);
        answer(fd, "200 OK", line);
    }
}

/* A process that cosigns this log, and its address; it ends by a signal. */
static inline pid_t cosigner_start(const struct note_signer *w, const char *log, const char *state, char url[128])
{
    static char bytes[NOTE_MAX + 4096];
    struct note_key key;
    int door = doors(url);
    assert_null(note_key_parse(log, &key));
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves nobody behind */
        for (int fd; (fd = accept(door, NULL, NULL)) >= 0; close(fd)) {
            const char *body = body_of(fd, bytes, sizeof bytes);
            if (body)
                cosign(w, &key, state, body, fd);
        }
        _exit(1);
    }
    close(door);
    return pid;
}

#endif
