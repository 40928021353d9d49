/* command_worker: plays for a ladder whose store several processes may open. */
#include <sodium.h>

#include "base/choices.h"
#include "commands.h"
#include "worker/crew.h"
#include "base/process.h"

static const struct choice table[] = {
    CHOICE_STORE,
    CHOICE_CONFIG,
    { "workers", "N", "1", "matches played at once" },
    CHOICES_CREW,
    { "check", NULL, NULL, "look at the options alone, and end" },
    { 0 },
};

int ladder_worker(int argc, char **argv)
{
    struct choices c = {
        .command = "worker",
        .example = "fiel-ladder worker --store postgresql:///fiel --workers 4",
        .operands = "",
        .says = "Plays what a ladder has planned, audits it and files it.  Any number of workers on any hosts; one\n"
                "that is killed loses nothing.  A store of SQLite belongs to `fiel-ladder serve --workers N`.\n"
                "With --arbiter a `fiel serve` plays, and remote bots may.",
        .table = table,
    };
    char fiel[512];
    struct crew_plan plan = { .fiel = fiel };
    struct worker_arbiter arbiter;
    struct store_error e;
    long workers;
    int code;
    if (!choices_read(&c, argc, argv, &code) || !chosen_number(&c, "workers", 1, 256, &workers, &code))
        return code;
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "worker: no randomness on this machine");
    process_block_signals();
    process_beside(fiel, sizeof fiel, "fiel");
    if (!crew_chosen(&c, &plan, &arbiter, &code) || chosen(&c, "check"))
        return code;
    if (store_open(&plan.store, chosen(&c, "store"), STORE_SERVE, &e))
        return cli_fail(EXIT_ENVIRONMENT, "%s", e.text);
    plan.count = (unsigned)workers;
    if (!crew_look(c.command, &plan, &code)) {
        store_close(&plan.store);
        return code;
    }
    struct crew *crew = crew_start(&plan);
    code = crew ? EXIT_FINE : cli_fail(EXIT_ENVIRONMENT, "worker: no threads: free some resources and start again");
    if (crew)
        process_wait();
    crew_stop(crew);
    store_close(&plan.store);
    return code;
}
