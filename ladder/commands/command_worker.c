/* command_worker: plays for a ladder elsewhere, which it asks by its API. */
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "cli/beside.h"
#include "commands.h"
#include "verbs.h"
#include "worker/crew.h"

const struct choice worker_options[] = {
    { "server", "URL", NULL, "the ladder's address, https://ladder.example" },
    { "worker-key", "FILE", NULL, "the key that its host made for this worker (fiel-ladder worker-key new)" },
    { "ca", "FILE", NULL, "who vouches for the server, for hosts with an authority of their own" },
    { "private-net", NULL, NULL, "http:// beyond this machine: nobody else is on the way there" },
    CHOICE_CONFIG,
    { "workers", "N", "1", "matches played at once" },
    CHOICES_CREW,
    { "check", NULL, NULL, "look at the options alone, and end" },
    { 0 },
};

/* The token, from a file that is its owner's alone. */
static int read_key(const char *path, char token[CLIENT_TOKEN])
{
    struct stat s;
    char text[CLIENT_TOKEN + 2] = "";
    OPENED_FD int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return cli_fail(EXIT_ENVIRONMENT,
                        "worker: --worker-key %s: %s: name the file that `fiel-ladder worker-key new` wrote", path,
                        strerror(errno));
    bool open_to_all = fstat(fd, &s) || s.st_mode & 007;
    ssize_t n = read(fd, text, sizeof text - 1);
    if (open_to_all)
        return cli_fail(EXIT_ENVIRONMENT, "worker: others may read %s, which is a key: chmod 600 %s", path, path);
    text[strcspn(text, "\n")] = '\0';
    if (n < CLIENT_TOKEN - 1 || strlen(text) != CLIENT_TOKEN - 1 ||
        strspn(text, "0123456789abcdef") != CLIENT_TOKEN - 1)
        return cli_fail(EXIT_USAGE,
                        "worker: %s is no worker's key: the ladder's host makes one with `fiel-ladder worker-key new`",
                        path);
    memcpy(token, text, CLIENT_TOKEN);
    return EXIT_FINE;
}

static int site_chosen(const struct choices *c, struct queue_site *site, char token[CLIENT_TOKEN])
{
    bool alone;
    int code;
    const char *server = chosen(c, "server"), *key = chosen(c, "worker-key");
    if (!server || !key)
        return cli_fail(EXIT_USAGE, "worker: it needs --server URL and --worker-key FILE: on the ladder's own machine "
                                    "`fiel-ladder serve --workers N` plays without");
    if (!chosen_flag(c, "private-net", &alone, &code))
        return code;
    if (!(alone && !strncmp(server, "http://", 7) && server[7]) && !client_server_fits("worker", server))
        return EXIT_USAGE;
    *site = (struct queue_site){ .server = server, .ca = chosen(c, "ca"), .token = token };
    return chosen(c, "check") ? EXIT_FINE : read_key(key, token);
}

static int work(struct choices *c)
{
    char fiel[PATH_MAX], token[CLIENT_TOKEN] = "";
    struct crew_plan plan = { .hand.fiel = fiel };
    struct queue_site site;
    struct worker_arbiter arbiter;
    long workers;
    int code;
    if (!chosen_number(c, "workers", 1, 256, &workers, &code))
        return code;
    if (sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT))
        return cli_fail(EXIT_ENVIRONMENT, "worker: no randomness, or no memory, on this machine");
    process_block_signals();
    beside(fiel, "fiel");
    if ((code = site_chosen(c, &site, token)) || (code = crew_chosen(c, &plan, &arbiter)) || chosen(c, "check"))
        return code;
    plan.count = (unsigned)workers;
    plan.site = &site;
    if ((code = crew_look(c->command, &plan)))
        return code;
    struct crew *crew = crew_start(&plan);
    code = crew ? EXIT_FINE : cli_fail(EXIT_ENVIRONMENT, "worker: no threads: free some resources and start again");
    if (crew)
        process_wait();
    crew_stop(crew);
    sodium_memzero(token, sizeof token);
    curl_global_cleanup();
    return code;
}

int ladder_worker(int argc, char **argv)
{
    static const struct verb daemon = {
        .example = "fiel-ladder worker --server https://ladder.example --worker-key worker.key --workers 4",
        .says = "Plays what a ladder has planned and brings it what was recorded, which the ladder audits and files.\n"
                "It has a key of its own and no rights on the ladder's store.  Any number of workers on any hosts; "
                "one\n"
                "that is killed loses nothing.  With --arbiter a `fiel serve` plays, and remote bots may.",
        .table = worker_options,
        .run = work,
    };
    return verb_run("worker", &daemon, argc, argv);
}
