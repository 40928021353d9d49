/* ladder_pg: a PostgreSQL server of the test's own: in a scratch folder, on a unix socket, without tcp and
 * without fsync.  It dies with
 * the test.  Servers do not run as root, so root starts it as another user. */
#ifndef FIEL_TESTS_LADDER_PG_H
#define FIEL_TESTS_LADDER_PG_H

#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/await.h"
#include "support/scratch.h"
#include "support/skipped.h"

struct pg_server {
    char folder[SCRATCH_ROOM], programs[256];
    const char *listen; /* "" for none but the unix socket */
    pid_t pid;
    unsigned databases;
};

/* The newest installed server's programs; "" when there is none. */
static void pg_find(char out[256])
{
    glob_t found;
    out[0] = '\0';
    if (glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &found))
        return;
    snprintf(out, 256, "%s", found.gl_pathv[found.gl_pathc - 1]);
    *strrchr(out, '/') = '\0';
    globfree(&found);
}

static const struct passwd *pg_user(void)
{
    const struct passwd *user = geteuid() ? NULL : getpwnam("postgres");
    return user || geteuid() ? user : getpwnam("nobody");
}

/* Starts a program of the server with its output in the folder's log. */
static pid_t pg_start(const struct pg_server *s, const char *program, char **argv)
{
    char path[512], log[128];
    const struct passwd *user = pg_user();
    pid_t parent = getpid(), pid = fork();
    if (pid)
        return pid;
    snprintf(path, sizeof path, "%s/%s", s->programs, program);
    snprintf(log, sizeof log, "%s/log", s->folder);
    if (user && (setgroups(0, NULL) || setgid(user->pw_gid) || setuid(user->pw_uid)))
        _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (getppid() != parent)
        _exit(125);
    int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(fd, 1);
    dup2(fd, 2);
    argv[0] = path; /* by which the server finds its other programs */
    if (chdir(s->folder) == 0)
        execv(path, argv);
    _exit(127);
}

/* 0 when it can be asked, -1 when it ended instead.  `watch` is of its data's folder, from before it began. */
static int pg_ready(const struct pg_server *s, int watch)
{
    char address[256];
    int process = await_process(s->pid);
    bool ready;
    snprintf(address, sizeof address, "postgresql://fiel@/postgres?host=%s", s->folder);
    do /* it tells its state in data/postmaster.pid */
        ready = PQping(address) == PQPING_OK;
    while (!ready && await_change(watch, process));
    close(process);
    return ready ? 0 : -1;
}

static void pg_run(struct pg_server *s)
{
    char data[128], sockets[160], listen[128];
    snprintf(data, sizeof data, "%s/data", s->folder);
    snprintf(listen, sizeof listen, "listen_addresses=%s", s->listen);
    snprintf(sockets, sizeof sockets, "unix_socket_directories=%s", s->folder);
    char *server[] = { "postgres",           "-D", data,        "-c", listen, "-c", sockets, "-c",
                       "max_connections=60", "-c", "fsync=off", NULL };
    int watch = await_folder(data);
    s->pid = pg_start(s, "postgres", server);
    if (pg_ready(s, watch))
        abort();
    close(watch);
}

/* Anyone who comes by TCP is let in. */
static void pg_let_in(const struct pg_server *s)
{
    char path[160];
    snprintf(path, sizeof path, "%s/data/pg_hba.conf", s->folder);
    FILE *f = *s->listen ? fopen(path, "a") : NULL;
    if (f && (fputs("host all all 0.0.0.0/0 trust\n", f) < 0 || fclose(f)))
        abort();
}

/* False, with the reason printed, when there is none to start. */
static bool pg_open_at(struct pg_server *s, const char *listen)
{
    char data[128];
    int status;
    *s = (struct pg_server){ .listen = listen };
    pg_find(s->programs);
    if (!*s->programs) {
        skipped("PostgreSQL", "no server of it is installed: make deps-test installs it");
        return false;
    }
    scratch_quick(s->folder);
    if (pg_user() && chown(s->folder, pg_user()->pw_uid, pg_user()->pw_gid)) {
        skipped("PostgreSQL", "it does not run as root, and nobody else can be given a folder here: %s",
                strerror(errno));
        scratch_remove(s->folder);
        return false;
    }
    snprintf(data, sizeof data, "%s/data", s->folder);
    char *init[] = { "initdb", "-D", data, "-A", "trust", "-U", "fiel", "-E", "UTF8", "--locale=C", "--no-sync", NULL };
    pid_t pid = pg_start(s, "initdb", init);
    if (waitpid(pid, &status, 0) != pid || status)
        abort();
    pg_let_in(s);
    pg_run(s);
    return true;
}

static inline bool pg_open(struct pg_server *s) { return pg_open_at(s, ""); }

/* The address of a new, empty database. */
static inline void pg_database(struct pg_server *s, char out[256])
{
    char sql[64];
    snprintf(out, 256, "postgresql://fiel@/postgres?host=%s", s->folder);
    PGconn *c = PQconnectdb(out);
    snprintf(sql, sizeof sql, "create database t%u", ++s->databases);
    PGresult *r = PQexec(c, sql);
    if (PQresultStatus(r) != PGRES_COMMAND_OK)
        abort();
    PQclear(r);
    PQfinish(c);
    snprintf(out, 256, "postgresql://fiel@/t%u?host=%s", s->databases, s->folder);
}

static void pg_end(struct pg_server *s, int sig)
{
    kill(s->pid, sig);
    waitpid(s->pid, NULL, 0);
}

static void pg_close(struct pg_server *s)
{
    pg_end(s, SIGQUIT);
    scratch_remove(s->folder);
}

#endif
