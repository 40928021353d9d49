/* referee_main: `fiel referee`: its files, its seed, the match, and the files away again when there was none. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/record_lock.h"
#include "cli/number.h"
#include "jail/confine.h"
#include "referee_shell.h"

enum { RECORD_FAILED = -1 /* and errno */ };

static int fail(struct shell *s, int error, const char *text)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = CONTROL_ERROR;
    f.error.number = error;
    snprintf(f.error.text, sizeof f.error.text, "%s", text);
    shell_tell(s, &f);
    return EXIT_ENVIRONMENT;
}

static int fail_path(struct shell *s, const char *what, const char *path, const char *todo)
{
    char text[CONTROL_TEXT];
    int error = errno;
    snprintf(text, sizeof text, "%s %.120s: %s: %s", what, path, strerror(error), todo);
    return fail(s, error, text);
}

/* With a fixed S the nonce is fixed too, so that the whole match can be had again. */
static void draw(struct referee_config *c, uint8_t nonce[HASH])
{
    struct message m;
    if (!c->seed_fixed) {
        randombytes_buf(c->seed, sizeof c->seed);
        randombytes_buf(nonce, HASH);
        return;
    }
    message_start(&m, "fiel/fixed-nonce");
    message_bytes(&m, c->seed, HASH);
    hash(nonce, &m);
}

/* Up to a multiple of the tick: the ticks of the machine's clock are those of the record, too. */
static int64_t whole_ticks(int64_t us, int64_t tick_us)
{
    int64_t past = tick_us > 0 ? us % tick_us : 0;
    return past > 0 ? us - past + tick_us : us - past;
}

/* Plays the match again up to where its record ends; from there its time goes on. */
static int go_on(struct shell *s, int64_t tick_us, char why[CONTROL_TEXT])
{
    int64_t last;
    int (*resume)(struct referee *, const struct replay *, int64_t *,
                  char[CONTROL_TEXT]) = s->resume == RESUME_VOID      ? referee_resume_lost
                                        : s->resume == RESUME_GIVE_UP ? referee_give_up
                                                                      : referee_resume;
    int bad = resume(s->referee, &s->begun.file, &last, why);
    s->clock_offset = bad == 0 ? whole_ticks(last - shell_now(s), tick_us) : 0;
    return bad;
}

/* Plays the match whose files are there. */
static int run(struct shell *s, struct referee_config *c, const uint8_t nonce[HASH])
{
    struct referee_ports ports = {
        s,         shell_send, shell_notify, s->journal, referee_log_port(&s->log), shell_unrecorded, shell_bytes_show,
        shell_read
    };
    char why[CONTROL_TEXT];
    s->referee = referee_new(c, c->seed, nonce, &ports, why);
    bool twin = c->primary[0] != '\0';
    int64_t tick_us = c->tick_us;
    sodium_memzero(c, sizeof *c);
    if (s->referee == NULL || (twin && referee_twin(s->referee, &s->primary, why) != 0))
        return fail(s, 0, why);
    if (s->begun.bytes != NULL && go_on(s, tick_us, why) != 0)
        return fail(s, 0, why);
    if (s->begun.bytes == NULL && referee_start(s->referee, shell_now(s)) != 0)
        return RECORD_FAILED;
    while (!referee_over(s->referee) && !s->parked)
        shell_turn(s);
    return EXIT_FINE;
}

/* --- its files, by their names ---------------------------------------------------------------------- */

/* What is opened before this process gives up its files. */
struct opened {
    char path[CONTROL_PATH];
    int primary; /* the record of the first leg; -1: no second one */
};

/* S: drawn, that of the first leg, or the one that the match began with. */
static int take_seed(struct shell *s, struct referee_config *c, uint8_t nonce[HASH])
{
    c->primary[sizeof c->primary - 1] = c->primary_secret[sizeof c->primary_secret - 1] = '\0';
    if (c->resume && (s->secret = journal_load_seed(c->secret, c->seed)) < 0)
        return fail_path(s, "the seed of the match cannot be read from", c->secret,
                         "without it the match cannot be resumed");
    int other = c->primary[0] != '\0' ? journal_load_seed(c->primary_secret, c->seed) : -1;
    if (other >= 0)
        close(other);
    else if (c->primary[0] != '\0')
        return fail_path(s, "the seed of the first leg cannot be read from", c->primary_secret,
                         "leave the files of a match alone while it runs");
    else if (!c->resume)
        draw(c, nonce);
    return EXIT_FINE;
}

/* On the disk only where something outlives the machine: a log's entry, or the other leg of a pair. */
static int keep_seed(struct shell *s, const struct referee_config *c)
{
    bool durable = s->log.pen >= 0 || c->reveal == REVEAL_PAIR || c->primary[0] != '\0';
    if (c->resume || c->secret[0] == '\0' || (s->secret = journal_keep_seed(c->secret, c->seed, durable)) >= 0)
        return EXIT_FINE;
    return fail_path(s, "the seed cannot be kept in", c->secret, "choose a folder that this program may write");
}

static int open_files(struct shell *s, struct referee_config *c, struct opened *o, uint8_t nonce[HASH])
{
    int status = take_seed(s, c, nonce);
    if (status == EXIT_FINE && c->primary[0] != '\0' && (o->primary = open(c->primary, O_RDONLY | O_CLOEXEC)) < 0)
        status = fail_path(s, "the first leg cannot be read:", c->primary,
                           "leave the files of a match alone while it runs");
    if (status == EXIT_FINE)
        status = keep_seed(s, c);
    if (status != EXIT_FINE)
        return status;
    s->file = c->resume ? journal_open_again(o->path, &s->journal) : journal_open(o->path, &s->journal);
    return s->file != NULL ? EXIT_FINE : RECORD_FAILED;
}

/* --- what stands in them ---------------------------------------------------------------------------- */

/* The twin has the primary's nonce, and deals what its parties have cut. */
static int take_primary(struct shell *s, const struct opened *o, uint8_t nonce[HASH])
{
    const struct primary_reader by = { s, shell_read };
    struct replay r;
    if (replay_load_from(&r, o->primary) != 0)
        return fail_path(s, "the first leg cannot be read:", "", "leave the files of a match alone while it runs");
    bool whole = primary_read(&s->primary, &r, &by);
    replay_unload(&r);
    memcpy(nonce, s->primary.nonce, HASH);
    return whole ? EXIT_FINE : fail(s, 0, "the record of the first leg does not hold what its twin is dealt from");
}

/* What a match that is resumed was dealt from, and what there is of it. */
static int take_begun(struct shell *s, const struct opened *o, uint8_t nonce[HASH])
{
    char why[CONTROL_TEXT];
    if (record_begun_load(&s->begun, &s->journal, o->path, s->resume != RESUME_GO_ON, why) != 0)
        return fail(s, 0, why);
    memcpy(nonce, s->begun.nonce, HASH);
    return journal_go_on(s->file, s->begun.size) == 0 ? EXIT_FINE : RECORD_FAILED;
}

/* From here on this process has what it has open, and reads what others wrote. */
static int play_opened(struct shell *s, struct referee_config *c, const struct opened *o, uint8_t nonce[HASH])
{
    const char *wrong = confine(&(struct confine){ .uid = s->uid, .keeps = true });
    int status = wrong != NULL ? fail(s, 0, wrong) : EXIT_FINE;
    if (status == EXIT_FINE && s->resume)
        status = take_begun(s, o, nonce);
    if (status == EXIT_FINE && o->primary >= 0)
        status = take_primary(s, o, nonce);
    return status == EXIT_FINE ? run(s, c, nonce) : status;
}

/* The files, the match, and no S where there was none; a process that may remove names takes the files away. */
static int play(struct shell *s, struct referee_config *c)
{
    struct opened o = { .primary = -1 };
    char why[CONTROL_TEXT];
    uint8_t nonce[HASH];
    c->replay[sizeof c->replay - 1] = c->secret[sizeof c->secret - 1] = '\0';
    memcpy(o.path, c->replay, sizeof o.path);
    s->resume = c->resume;
    s->log.doubt = c->resume;
    s->log.number = c->number;
    int status = open_files(s, c, &o, nonce);
    if (status == EXIT_FINE)
        status = play_opened(s, c, &o, nonce);
    if (status == RECORD_FAILED)
        status = fail_path(s, "the replay cannot be written:", o.path,
                           "choose a new file name where there is room and this program may write");
    if (status != EXIT_FINE && !s->resume) {
        shell_unrecorded(s);
        referee_log_finish(&s->log, false, NULL, &s->journal,
                           why); /* the number was given out: say that no match came of it */
    }
    journal_close(&s->file);
    record_begun_free(&s->begun);
    referee_free(&s->referee);
    return status;
}

/* --- the command ---------------------------------------------------------------------------------- */

static void help(void)
{
    fputs("usage: fiel referee --control FD --seat FD --seat FD ...\n\n"
          "The referee of one match: rules, deal, clocks and record.\n"
          "`fiel match` starts it with all descriptors open; there is no use for it by hand.\n",
          stdout);
}

static bool options_read(struct shell *s, int argc, char **argv, bool *reads)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        uint64_t given;
        if (!whole_number(argv[i + 1], 0, INT_MAX, &given))
            return false;
        int fd = (int)given;
        if (strcmp(argv[i], "--control") == 0)
            s->control = fd;
        else if (strcmp(argv[i], "--kept") == 0)
            s->kept = fd;
        else if (strcmp(argv[i], "--lock") == 0)
            s->lock = fd;
        else if (strcmp(argv[i], "--pen") == 0)
            s->log.pen = fd;
        else if (strcmp(argv[i], "--uid") == 0)
            s->uid = (uint32_t)given;
        else if (strcmp(argv[i], "--reads") == 0)
            *reads = given > 0;
        else if (strcmp(argv[i], "--seat") == 0 && s->seats < PARTIES_MAX)
            s->seat[s->seats++] = fd;
        else
            return false;
    }
    return argc % 2 == 1 && s->control >= 0 && s->seats > 0;
}

/* Bots run as the same user may not look into this process; what a terminal sends is the supervisor's
 * affair. */
static void settle_process(void)
{
#if !defined(__SANITIZE_ADDRESS__)
    (void)prctl(PR_SET_DUMPABLE, 0);
#endif
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
}

/* Before this process knows anything, and before any descriptor but what it was given is open. */
static bool readers_start(struct shell *s, char *name, bool reads)
{
    s->doubts = reading_start(READING_DOUBTS, s->uid, name);
    s->reads = s->doubts >= 0 && reads ? reading_start(READING_RECORD, s->uid, name) : -1;
    return s->doubts >= 0 && (!reads || s->reads >= 0);
}

/* The first packet is the configuration.  False: it is not, and *wrong says why where something came. */
static bool config_came(const struct shell *s, struct referee_config *c, const char **wrong)
{
    const struct frame_way way = { &frames_supervisor_to_referee, s->control, -1, 0 };
    struct pollfd p = { .fd = s->control, .events = POLLIN };
    struct frame_in in;
    enum frame_came came;
    do
        while (poll(&p, 1, -1) < 0 && errno == EINTR)
            continue;
    while ((came = frame_take(&way, c, sizeof *c, &in)) == FRAME_NONE);
    *wrong = in.wrong == NULL && came == FRAME_CAME && c->kind != CONTROL_CONFIG ? "comes before its configuration"
                                                                                 : in.wrong;
    return came == FRAME_CAME && *wrong == NULL;
}

static int no_supervisor(const char *wrong)
{
    return cli_fail(EXIT_ENVIRONMENT,
                    "referee: it listens no more, because a frame of the supervisor %s: what is recorded stays, and "
                    "`fiel match --resume` goes on with it",
                    wrong);
}

int cli_referee(int argc, char **argv)
{
    struct referee_config config;
    const char *wrong = NULL;
    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return help(), EXIT_FINE;
    struct shell *s = calloc(1, sizeof *s);
    if (s == NULL)
        return cli_fail(EXIT_ENVIRONMENT, "referee: out of memory: free some and play again");
    s->control = s->kept = s->lock = s->doubts = s->reads = s->secret = s->log.pen = -1;
    int status;
    bool reads = false;
    if (!options_read(s, argc, argv, &reads)) {
        status = cli_fail(EXIT_USAGE, "referee: --control and --seat are needed: let `fiel match` start it");
    } else if (!readers_start(s, argv[0], reads)) {
        status = cli_fail(EXIT_ENVIRONMENT, "referee: no process to read with: %s: free some resources and play again",
                          strerror(errno));
    } else if (sodium_init() < 0 || !config_came(s, &config, &wrong)) {
        status = wrong != NULL
                     ? no_supervisor(wrong)
                     : cli_fail(EXIT_ENVIRONMENT, "referee: no configuration came: let `fiel match` start it");
    } else if ((unsigned)config.seats + config.cutters != s->seats) {
        status = fail(s, 0, "the match has another number of parties than descriptors were given");
    } else if (s->lock >= 0 && record_lock_referee(s->lock) != 0) {
        status = fail(s, 0, "another referee has the record: wait until it has ended");
    } else {
        settle_process();
        status = play(s, &config);
        if (status == EXIT_FINE && s->wrong != NULL)
            status = no_supervisor(s->wrong);
    }
    shell_tell_rest(s);
    free(s);
    return status;
}
