/* process: signals are taken by one thread that waits for them; files are found from the program's own place. */
#include "process.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/beside.h"
#include "cli/owned.h"

static void ends(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
}

void process_block_signals(void)
{
    sigset_t set;
    ends(&set);
    sigaddset(&set, SIGPIPE);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

void process_wait(void)
{
    sigset_t set;
    int signal;
    ends(&set);
    while (sigwait(&set, &signal) != 0)
        ;
}

void process_web(const char *web_given, const char *wasm_given, char web[PATH_MAX], char wasm[PATH_MAX])
{
    static const char *const webs[] = { "../lib/fiel/web", "../../ladder/web", NULL };
    static const char *const wasms[] = { "../lib/fiel/web/fiel.wasm", "../web/fiel.wasm", NULL };
    beside_first(web, webs);
    beside_first(wasm, wasms);
    if (web_given)
        snprintf(web, PATH_MAX, "%s", web_given);
    if (wasm_given)
        snprintf(wasm, PATH_MAX, "%s", wasm_given);
}

void process_machine(char name[PROCESS_MACHINE])
{
    OPENED FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");
    bool told = f && fscanf(f, "%63s", name) == 1;
    if (told)
        return;
    gethostname(name, PROCESS_MACHINE);
    name[PROCESS_MACHINE - 1] = '\0';
}
