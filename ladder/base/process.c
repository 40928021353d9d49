/* process: signals are taken by one thread that waits for them; files are found from the program's own place. */
#include "process.h"

#include <libgen.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

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

void process_beside(char *path, size_t room, const char *file)
{
    char self[400];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    snprintf(path, room, "%s/%s", dirname(self), file);
}

void process_web(const char *web_given, const char *wasm_given, char web[PROCESS_WEB], char wasm[PROCESS_WEB])
{
    process_beside(web, 512, "../lib/fiel/web");
    process_beside(wasm, PROCESS_WEB, "../lib/fiel/web/fiel.wasm");
    if (access(web, R_OK)) {
        process_beside(web, 512, "../../ladder/web");
        process_beside(wasm, PROCESS_WEB, "../web/fiel.wasm");
    }
    if (web_given)
        snprintf(web, PROCESS_WEB, "%s", web_given);
    if (wasm_given)
        snprintf(wasm, PROCESS_WEB, "%s", wasm_given);
}

void process_machine(char name[PROCESS_MACHINE])
{
    FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");
    bool told = f && fscanf(f, "%63s", name) == 1;
    if (f)
        fclose(f);
    if (told)
        return;
    gethostname(name, PROCESS_MACHINE);
    name[PROCESS_MACHINE - 1] = '\0';
}
