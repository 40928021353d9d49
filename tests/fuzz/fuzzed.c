/* fuzzed: plays every kept input of a fuzz target: one of these programs for each target.
 *
 * The program's name says which: build/tests/fuzz/fuzz_log reads tests/corpus/fuzz/log.  Files may be named instead. */
#include <dirent.h>
#include <libgen.h>
#include <limits.h>

#include "fuzz.h"

static void play_file(const char *path)
{
    static uint8_t bytes[1 << 20];
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        perror(path);
        exit(1);
    }
    size_t size = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    OWNED uint8_t *exact = copy_of(bytes, size);
    LLVMFuzzerTestOneInput(exact, size);
}

static unsigned play_folder(const char *folder)
{
    char path[PATH_MAX + 256];
    unsigned played = 0;
    DIR *d = opendir(folder);
    if (d == NULL) {
        perror(folder);
        exit(1);
    }
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        play_file(path);
        played++;
    }
    closedir(d);
    return played;
}

int main(int argc, char **argv)
{
    char folder[PATH_MAX];
    for (int i = 1; i < argc; i++)
        play_file(argv[i]);
    if (argc > 1)
        return 0;
    snprintf(folder, sizeof folder, "tests/corpus/fuzz/%s", basename(argv[0]) + strlen("fuzz_"));
    unsigned played = play_folder(folder);
    printf("%s: %u inputs\n", folder, played);
    return played > 0 ? 0 : 1;
}
