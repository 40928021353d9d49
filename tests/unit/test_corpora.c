/* Facts that this project did not make, replayed through `fiel table`: written cases, and hands recorded from
 * independent engines.  Run over tests/corpus, or over a folder of the whole files:
 *
 *     make corpora DIR=folder
 *
 * prints for each file how many of its lines agreed, were left out and why, and disagreed: none may. */
#include "support/test.h"

#include <dirent.h>

#include "corpus_cases.h"
#include "corpus_traces.h"
#include "corpus_vira.h"

static enum verdict replay_any_case(struct corpus *c)
{
    return strcmp(text_at(c->line, "variant"), "venezolano") == 0 ? replay_vira_case(c) : replay_case(c);
}

/* How a file's lines are replayed; NULL: not at all. */
static replay_line *replay_of(const char *name)
{
    if (strcmp(name, "truco_cases") == 0)
        return replay_any_case;
    if (strcmp(name, "giampiga_venezolano_table") == 0)
        return replay_vira;
    return recording_of(name) ? replay_hand : NULL;
}

/* True when it was a file of a corpus; adds to *sum. */
static bool run_file(const char *folder, const char *file, struct corpus *sum)
{
    char name[64], path[512];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(file, "."), file);
    replay_line *replay = replay_of(name);
    if (strstr(file, ".jsonl") == NULL || strcmp(name, "perft") == 0 || strcmp(name, "options") == 0)
        return false;
    if (!replay) {
        printf("%-32s not replayed: there is no such preset yet\n", name);
        return false;
    }
    struct corpus c = { .name = name };
    snprintf(path, sizeof path, "%s/%s", folder, file);
    corpus_run(&c, path, replay);
    corpus_print(&c);
    sum->lines += c.lines;
    for (unsigned v = AGREED; v <= DISAGREED; v++)
        sum->count[v] += c.count[v];
    return true;
}

/* The number of files that were run. */
static int run_folder(const char *folder, struct corpus *sum)
{
    struct dirent **names;
    int n = scandir(folder, &names, NULL, alphasort), files = 0;
    if (n < 0)
        fail_hard("the folder cannot be read");
    *sum = (struct corpus){ .name = "all" };
    for (int i = 0; i < n; i++) {
        files += run_file(folder, names[i]->d_name, sum);
        free(names[i]);
    }
    free(names);
    corpus_print(sum);
    return files;
}

TEST(nothing_disagrees)
{
    struct corpus sum;
    assert_int_equal(run_folder("tests/corpus", &sum), 14);
    assert_int_equal(sum.count[DISAGREED], 0);
    assert_int_equal(sum.lines, 2366);
    assert_true(sum.count[AGREED] > 2200);
}

int main(int argc, char **argv)
{
    struct corpus sum;
    signal(SIGPIPE, SIG_IGN);
    if (argc == 2)
        return run_folder(argv[1], &sum) == 0 || sum.count[DISAGREED] != 0;
    return tests_run(NULL, NULL);
}
