/* referee_main: `fiel referee`: its files, its seed, the match, and the files away again when there was none. */
#include <errno.h>
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
#include "referee_shell.h"

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

/* The twin has the primary's S and nonce, and deals what its parties have cut. */
static int take_primary(struct shell *s, struct referee_config *c, uint8_t nonce[HASH])
{
    struct replay r;
    c->primary[sizeof c->primary - 1] = c->primary_secret[sizeof c->primary_secret - 1] = '\0';
    if (journal_load_seed(c->primary_secret, c->seed) != 0)
        return fail_path(s, "the seed of the first leg cannot be read from", c->primary_secret,
                         "leave the files of a match alone while it runs");
    if (replay_load(&r, c->primary) != 0)
        return fail_path(s, "the first leg cannot be read:", c->primary,
                         "leave the files of a match alone while it runs");
    bool whole = primary_read(&s->primary, &r);
    replay_unload(&r);
    memcpy(nonce, s->primary.nonce, HASH);
    return whole ? EXIT_FINE : fail(s, 0, "the record of the first leg does not hold what its twin is dealt from");
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
static int run(struct shell *s, struct referee_config *c, const struct journal *journal, const uint8_t nonce[HASH])
{
    struct referee_ports ports = {
        s, shell_send, shell_notify, *journal, referee_log_port(&s->log), shell_unrecorded, shell_bytes_show
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
        return -1;
    while (!referee_over(s->referee) && !s->parked)
        shell_turn(s);
    return EXIT_FINE;
}

/* What a match that is resumed was dealt from. */
static int take_begun(struct shell *s, struct referee_config *c, uint8_t nonce[HASH])
{
    char why[CONTROL_TEXT];
    s->resume = c->resume;
    if (record_begun_load(&s->begun, c->replay, c->resume != RESUME_GO_ON, why) != 0)
        return fail(s, 0, why);
    if (journal_load_seed(c->secret, c->seed) != 0)
        return fail_path(s, "the seed of the match cannot be read from", c->secret,
                         "without it the match cannot be resumed");
    memcpy(nonce, s->begun.nonce, HASH);
    return EXIT_FINE;
}

/* S and the nonce: drawn, those of the first leg, or those that the match began with. */
static int take_seed(struct shell *s, struct referee_config *c, uint8_t nonce[HASH])
{
    int status = EXIT_FINE;
    if (c->resume)
        status = take_begun(s, c, nonce);
    if (status == EXIT_FINE && c->primary[0] != '\0')
        return take_primary(s, c, nonce);
    if (c->resume)
        return status;
    draw(c, nonce);
    return EXIT_FINE;
}

/* On the disk only where something outlives the machine: a log's entry, or the other leg of a pair. */
static int keep_seed(struct shell *s, const struct referee_config *c)
{
    bool durable = s->log.on || c->reveal == REVEAL_PAIR || c->primary[0] != '\0';
    if (c->resume || s->secret[0] == '\0' || journal_keep_seed(s->secret, c->seed, durable) == 0)
        return EXIT_FINE;
    return fail_path(s, "the seed cannot be kept in", s->secret, "choose a folder that this program may write");
}

/* There was no match: what was made for it goes again.  What was there before stays. */
static void take_away(struct shell *s, const char *record)
{
    char why[CONTROL_TEXT];
    if (s->begun.bytes != NULL)
        return;
    if (record != NULL)
        unlink(record);
    if (s->secret[0] != '\0')
        (void)journal_drop_seed(s->secret);
    referee_log_finish(&s->log, false, NULL, why); /* the number was given out: say that no match came of it */
}

/* The files, the match, and the files away again when there was none. */
static int play(struct shell *s, struct referee_config *c)
{
    struct journal journal;
    struct journal_file *file = NULL;
    char path[CONTROL_PATH], why[CONTROL_TEXT];
    uint8_t nonce[HASH];
    c->replay[sizeof c->replay - 1] = c->secret[sizeof c->secret - 1] = '\0';
    memcpy(path, c->replay, sizeof path);
    memcpy(s->secret, c->secret, sizeof s->secret);
    int status = take_seed(s, c, nonce);
    if (status == EXIT_FINE && referee_log_start(&s->log, c, why) != 0)
        status = fail(s, 0, why);
    if (status == EXIT_FINE)
        status = keep_seed(s, c);
    if (status != EXIT_FINE)
        return status;
    file = s->begun.bytes != NULL ? journal_go_on(path, s->begun.size, &journal) : journal_open(path, &journal);
    status = file != NULL ? run(s, c, &journal, nonce) : -1;
    if (status < 0)
        status = fail_path(s, "the replay cannot be written:", path,
                           "choose a new file name where there is room and this program may write");
    if (status != EXIT_FINE)
        take_away(s, file != NULL ? path : NULL);
    journal_close(&file);
    referee_log_wipe(&s->log);
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

static bool options_read(struct shell *s, int argc, char **argv)
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
    s->control = s->kept = s->lock = -1;
    int status;
    if (!options_read(s, argc, argv)) {
        status = cli_fail(EXIT_USAGE, "referee: --control and --seat are needed: let `fiel match` start it");
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
    free(s);
    return status;
}
