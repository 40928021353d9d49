/* manual: every command has its page, every option of its --help stands in it, and bash knows both. */
#include "folder.h"

static bool begins(const char *line, const char *with) { return strncmp(line, with, strlen(with)) == 0; }

/* Every "  --option" at the beginning of a line of the help is a heading of the page. */
static void options_are_there(const char *help, const char *page, const char *name)
{
    char word[64], quoted[160];
    for (const char *line = help; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (!begins(line, "  --"))
            continue;
        int size = 0, to = snprintf(quoted, sizeof quoted, ".B ");
        while (size < 63 && (line[2 + size] == '-' || (line[2 + size] >= 'a' && line[2 + size] <= 'z')))
            size++;
        snprintf(word, sizeof word, "%.*s", size, line + 2);
        for (const char *c = word; *c; c++)
            to += snprintf(quoted + to, sizeof quoted - (size_t)to, *c == '-' ? "\\-" : "%c", *c);
        if (!strstr(page, quoted))
            fail_msg("%s: %s is not in its page", name, word);
    }
}

static void one_page(const char *program, const char *command)
{
    char name[96], file[128], here[512];
    snprintf(name, sizeof name, "%s%s%s", program, *command ? "-" : "", command);
    snprintf(file, sizeof file, "%s.1", name);
    OWNED_RUN r = *command ? run(program, command, "--help", NULL) : run(program, "--help", NULL);
    if (r.code)
        fail_msg("%s --help: exit %d", name, r.code);
    OWNED char *page = slurp(in_dir(file), NULL);
    assert_says(page, ".SH SYNOPSIS");
    assert_says(page, ".SH DESCRIPTION");
    options_are_there(r.out, page, name);
    assert_non_null(getcwd(here, sizeof here));
    if (strstr(page, here))
        fail_msg("%s: %s, which is of this machine, is in its page", name, here);
}

/* The pages of a program's commands; how many there are. */
static unsigned pages_of(const char *program)
{
    char command[64];
    unsigned n = 0;
    OWNED_RUN r = run(program, "help", "all", NULL);
    one_page(program, "");
    for (const char *line = r.out; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (sscanf(line, "  %63[a-z-]", command) != 1 || !begins(line, "  ") || begins(line, "   "))
            continue;
        if (!strcmp(command, program))
            continue; /* the example */
        one_page(program, command);
        n++;
    }
    return n;
}

TEST_WITH(every_command_has_its_page, folder_make, folder_remove)
{
    char bin[512];
    snprintf(bin, sizeof bin, "%s/bin", build_dir());
    const char *const words[] = { "/bin/sh", "protocol/lib/cli/manual.sh", bin, folder, "1.2.3", NULL };
    run_says(run_words(words, NULL), 0, NULL);
    assert_true(pages_of("fiel") >= 15);
    assert_true(pages_of("fiel-ladder") >= 10);
    one_page("fiel-audit", "");
    one_page("fiel-audit", "log");
    one_page("fiel-audit", "season");
    one_page("fiel-witness", "");
    OWNED char *config = slurp(in_dir("serve.conf.5"), NULL);
    assert_says(config, "at_once");
}

/* Asks bash as the key does: words[] of the line, the last one to be completed. */
static void assert_completes(const char *line, const char *program, const char *with)
{
    char script[1024];
    const char *const words[] = { "/bin/bash", "-c", script, NULL };
    snprintf(script, sizeof script,
             "PATH=%s/bin:$PATH; source protocol/lib/cli/completion.bash; COMP_WORDS=(%s); "
             "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _fiel %s; echo \" ${COMPREPLY[*]} \"",
             build_dir(), line, program);
    run_says(run_words(words, NULL), 0, with, NULL);
}

TEST(bash_knows_the_words)
{
    assert_completes("fiel me", "fiel", " measure ");
    assert_completes("fiel match --rep", "fiel", " --replay ");
    assert_completes("fiel match --rules argentino-", "fiel", " argentino-flor ");
    assert_completes("fiel-ladder st", "fiel-ladder", " standings ");
    assert_completes("fiel-audit --pa", "fiel-audit", " --pair ");
    assert_completes("fiel-audit log --si", "fiel-audit", " --since ");
}
