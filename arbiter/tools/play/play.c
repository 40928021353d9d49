/* play: see play.h.
 *
 * A hosted bot has no terminal, and must not have one.  So the person's program, persona of bots/, is a remote bot: its seat is
 * at a port of this machine's loopback that lets in one key, which is made for this match, and it finds that seat on its
 * descriptor 3 as every bot does.  The match itself is an ordinary `fiel match`, in a session of its own so that
 * ctrl-C is the person's alone. */
#include "play.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cli.h"
#include "child/events.h"
#include "cli/bundled.h"
#include "cli/language.h"
#include "cli/path.h"
#include "cli/temporary.h"
#include "jail/build_tree.h"
#include "match/match.h"
#include "record/identity.h"
#include "base/spawn_match.h"
#include "play_guard.h"
#include "wire/pack.h"

enum { FOLDER = 64, FILE_PATH = FOLDER + 96 };

struct play {
    const struct play_wish *wish;
    struct identity person;
    char folder[FOLDER], said[FILE_PATH]; /* of this process; what the match prints */
    struct child match;
    int events;
    struct event_lines told; /* what came of the next line */
    struct child persona;    /* pid 0: not started, or over */
    json_t *end;             /* the last event */
    bool cancelled;          /* said to the match, once: a second time it would not close its record */
    struct play_guard guard;
};

/* --- what the match needs --------------------------------------------------------------------------------- */

static void choose_name(struct play *p)
{
    const struct passwd *user = getpwuid(getuid());
    const char *name = p->wish->name                              ? p->wish->name
                       : user && binding_name_fits(user->pw_name) ? user->pw_name
                                                                  : "person";
    identity_make(&p->person, name);
}

static int write_file(const char *path, const void *bytes, size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool written = fd >= 0 && write(fd, bytes, size) == (ssize_t)size;
    close_fd(&fd);
    return written ? 0 : -1;
}

/* The person's binding, and the state folder in which the program finds the key of it. */
static int make_folder(struct play *p)
{
    struct binding binding;
    char text[BINDING_TEXT], path[FILE_PATH];
    if (!temporary_folder(p->folder, FOLDER, "fiel-play"))
        return -1;
    path_of(p->said, sizeof p->said, "%s/said", p->folder);
    identity_bind(&p->person, 0, &binding);
    size_t size = binding_text(&binding, text);
    path_of(path, sizeof path, "%s/%s.pub", p->folder, p->person.name);
    if (write_file(path, text, size))
        return -1;
    path_of(path, sizeof path, "%s/state", p->folder);
    if (mkdir(path, 0700))
        return -1;
    path_of(path, sizeof path, "%s/state/signing-key", p->folder);
    return write_file(path, p->person.seed, sizeof p->person.seed);
}

/* As few as the rules allow; 2 where there are no such rules, which the match will say. */
static unsigned seats_of(const struct play_wish *w)
{
    struct rules rules;
    char why[RULES_ERROR_TEXT];
    unsigned fewest = w->seats || rules_parse(w->rules, &rules, why) ? w->seats : position_fewest(&rules, 2);
    return fewest ? fewest : 2;
}

/* Who sits in seat 1 and up: partners where the person's side sits, which among three is nobody's. */
static const char *bot_of(const struct play_wish *w, unsigned seats, unsigned seat)
{
    bool partner = seats % 2 == 0 && seat % 2 == 0;
    unsigned n = partner ? w->partners : w->againsts, place = seats % 2 ? seat - 1 : partner ? seat / 2 - 1 : seat / 2;
    const char *const *list = partner ? w->partner : w->against;
    return n ? list[place < n ? place : n - 1] : strrchr(RUNGS, ',') + 1;
}

static void play_words(const struct play *p, struct match_argv *a)
{
    const struct play_wish *w = p->wish;
    unsigned count = seats_of(w);
    match_begin(a);
    match_flag(a, "--json", true);
    match_say(a, "--cpu", "none");
    match_say(a, "--seat-address", "127.0.0.1");
    match_say(a, "--rules", w->rules);
    match_say(a, "--games", w->games);
    match_say(a, "--clock", w->clock);
    match_say(a, "--jail", w->jail);
    match_count(a, "--seats", count);
    match_say(a, "--names", w->names);
    match_say(a, "--replay", w->replay);
    match_print(a, "--bot", "remote:%s/%s.pub", p->folder, p->person.name);
    for (unsigned seat = 1; seat < count; seat++)
        match_say(a, "--bot", bot_of(w, count, seat));
}

static int start_match(struct play *p)
{
    struct match_argv argv;
    const char *step;
    play_words(p, &argv);
    if (!spawn_match(&p->match, &argv, p->said, false, &p->events, &step))
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT, "play: the match cannot be started, %s: %s: free some resources", step,
                    strerror(errno));
}

/* --- the person's program --------------------------------------------------------------------------------- */

/* What it finds on descriptor 3, where its seat is. */
static int seat_record(const struct play *p, const json_t *seat)
{
    uint8_t bytes[1024], server[32];
    char state[FILE_PATH];
    const char *endpoint = json_string_value(json_object_get(seat, "endpoint"));
    const char *key = json_string_value(json_object_get(seat, "server_key"));
    struct packer out;
    if (!endpoint || !key || !hex_parse(server, sizeof server, key))
        return -1;
    path_of(state, sizeof state, "%s/state", p->folder);
    pack_start(&out, bytes, sizeof bytes);
    pack_array(&out, 6);
    pack_uint(&out, PROTOCOL_VERSION);
    pack_str(&out, endpoint);
    pack_bin(&out, server, sizeof server);
    pack_bin(&out, p->person.curve, 32);
    pack_bin(&out, p->person.curve_secret, 32);
    pack_str(&out, state);
    int fd = out.bad ? -1 : memory_file("record", bytes, out.size);
    sodium_memzero(bytes, sizeof bytes);
    return fd;
}

/* It keeps our terminal, or our standard input and output, and process group; it goes when we go. */
static void become_persona(const struct play *p, int record)
{
    char path[PATH_MAX + 16];
    const char *words[] = { "persona", language_name(language_spoken()),
                            p->wish->lines   ? "--lines"
                            : p->wish->ascii ? "--ascii"
                                             : NULL,
                            NULL };
    path_of(path, sizeof path, "%s/persona", bundled_folder());
    sigprocmask(SIG_SETMASK, &p->guard.before, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && dup2(record, 3) == 3 && fcntl(3, F_SETFD, 0) == 0)
        execv(path, (char *const *)(uintptr_t)words);
    fprintf(stderr, "fiel: play: %s cannot be started: %s: install fiel whole\n", path, strerror(errno));
    _exit(EXIT_ENVIRONMENT);
}

/* A match without its person is cancelled. */
static void cancel(struct play *p)
{
    if (!p->end && !p->cancelled)
        kill(p->match.pid, SIGTERM);
    p->cancelled = true;
}

static void start_persona(struct play *p, const json_t *seat)
{
    int record = seat_record(p, seat);
    pid_t pid = record >= 0 ? fork() : -1;
    if (pid == 0)
        become_persona(p, record);
    if (pid > 0)
        p->persona = (struct child){ pid, (int)syscall(SYS_pidfd_open, pid, 0) };
    else
        cancel(p);
    close_fd(&record);
}

/* --- the match, as it is told --------------------------------------------------------------------------------- */

static void take_event(void *who, const char *line, size_t size, json_t *j)
{
    struct play *p = who;
    (void)line;
    (void)size;
    if (!strcmp(event_name(j), "seat") && !p->persona.pid)
        start_persona(p, j);
    if (event_last(j) && !p->end)
        p->end = json_incref(j);
}

/* The person's program is over: before the match is, there is no match without it. */
static void persona_ended(struct play *p)
{
    int status = 0;
    waitpid(p->persona.pid, &status, 0);
    close(p->persona.fd);
    p->persona = (struct child){ 0, -1 };
    if (WIFSIGNALED(status))
        guard_screen(&p->guard);
    cancel(p);
}

/* Ends the person's program, and the match when it is not over by itself. */
static void stop(struct play *p)
{
    if (p->persona.pid)
        kill(p->persona.pid, SIGTERM);
    cancel(p);
}

/* Until the last word of the match, and the person's program is over.  Of a program that shows the table only its end is
 * looked for: then nobody plays any more. */
static void follow(struct play *p)
{
    int shower = p->wish->lines ? STDIN_FILENO : -1;
    for (bool open = true; open || p->persona.pid;) {
        struct pollfd watched[4] = { { open ? p->events : -1, POLLIN, 0 },
                                     { p->persona.pid ? p->persona.fd : -1, POLLIN, 0 },
                                     { p->guard.fd, POLLIN, 0 },
                                     { shower, 0, 0 } };
        if (poll(watched, 4, -1) < 0 && errno != EINTR)
            break;
        if (watched[2].revents)
            guard_hear(&p->guard, p->persona.pid);
        if (watched[1].revents)
            persona_ended(p);
        if (watched[0].revents)
            open = event_read(&p->told, p->events, take_event, p) != EVENT_END;
        if (p->guard.ended_by || (!open && !p->end) || watched[3].revents)
            stop(p);
        if (watched[3].revents)
            shower = -1;
    }
}

/* --- the whole ------------------------------------------------------------------------------------------------- */

static int play(struct play *p)
{
    struct ending e;
    if (make_folder(p))
        return cli_fail(EXIT_ENVIRONMENT, "play: no temporary folder: %s: set TMPDIR to one you may write",
                        strerror(errno));
    int code = start_match(p);
    if (code)
        return code;
    follow(p);
    child_wait(&p->match, -1);
    child_reap(&p->match, &e);
    code = e.signal ? EXIT_ENVIRONMENT : e.exit_code;
    return p->wish->lines ? play_tell_line(p->end, p->said, code) : play_tell(p->end, p->said, code);
}

int play_match(const struct play_wish *w)
{
    struct play p = { .wish = w, .events = -1 };
    if (!w->lines && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
        return cli_fail(EXIT_ENVIRONMENT,
                        "play: a person plays at a terminal, and this is none: run it in one, or let bots play "
                        "with fiel match");
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "play: no randomness: try again");
    if (w->lines)
        signal(SIGPIPE, SIG_IGN); /* the reader of the lines may go before we have tidied up */
    if (guard_start(&p.guard, !w->lines))
        return cli_fail(EXIT_ENVIRONMENT, "play: this terminal cannot be asked: %s: take another", strerror(errno));
    choose_name(&p);
    int code = play(&p);
    close_fd(&p.events);
    event_free(&p.told);
    json_decref(p.end);
    identity_wipe(&p.person);
    if (*p.folder)
        tree_remove(p.folder);
    guard_end(&p.guard);
    return code;
}
