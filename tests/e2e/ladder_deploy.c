/* ladder_deploy: what a host installs: an installed tree that runs from elsewhere, units, schedulers' files whose every command
 * line is one that fiel-ladder takes, the configuration file, the numbers. */
#include "process.h"
#include "units.h"
#include "support/skipped.h"
#include "support/dial.h"
#include "support/folder.h"

static char tree[160];
FOLDER_FOR_ALL

/* --- the tree ------------------------------------------------------------------------------------------------ */

static struct run installed(const char *program, const char *const *words)
{
    char path[256];
    const char *argv[24] = { path };
    snprintf(path, sizeof path, "%s/opt/fiel/bin/%s", tree, program);
    for (int i = 0; words[i] && i < 22; i++)
        argv[i + 1] = words[i];
    return run_words(argv, NULL);
}

static void assert_fine(struct run r)
{
    if (r.code)
        fail_msg("%d: %s%s", r.code, r.out, r.err);
    run_free(&r);
}

/* What this build was made with, from its folder's name: build-clang, build-address-undefined. */
static void flavour(char word[64])
{
    const char *name = strrchr(build_dir(), '/'), *more;
    name = name ? name + 1 : build_dir();
    more = strncmp(name, "build-", 6) ? NULL : name + 6;
    snprintf(word, 64, "%s%s", !more ? "CC=cc" : !strcmp(more, "clang") ? "CC=" : "SANITIZE=", more ? more : "");
    for (char *c = word; !strncmp(word, "SANITIZE", 8) && *c; c++)
        if (*c == '-')
            *c = ',';
}

TEST(an_installed_tree_runs_from_elsewhere)
{
    char store[160], destdir[200], build[128], made[256], with[64];
    flavour(with);
    snprintf(tree, sizeof tree, "%s/tree", folder);
    snprintf(destdir, sizeof destdir, "DESTDIR=%s", tree);
    snprintf(build, sizeof build, "B=%s", build_dir());
    const char *const make[] = { "/usr/bin/make",    "-s",    "-o",  "all", "install",
                                 "PREFIX=/opt/fiel", destdir, build, with,  NULL };
    unsetenv("MAKEFLAGS");
    mode_t before = umask(077); /* what is installed is everybody's to read all the same */
    assert_fine(run_words(make, NULL));
    umask(before);
    snprintf(store, sizeof store, "sqlite:%s/ladder.db", folder);
    char here[512];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir("/"), 0);
    assert_fine(installed("fiel-ladder", (const char *const[]){ "init", "--store", store, NULL }));
    assert_fine(installed("fiel-ladder", (const char *const[]){ "serve", "--check", "--store", store, NULL }));
    assert_fine(
        installed("fiel-ladder", (const char *const[]){ "worker", "--check", "--server", "http://127.0.0.1:8080",
                                                        "--worker-key", "worker.key", NULL }));
    assert_fine(installed("fiel", (const char *const[]){ "match", "--help", NULL }));
    assert_int_equal(chdir(here), 0);
    static const char *const files[] = { "lib/systemd/system/fiel-ladder.service",
                                         "lib/systemd/system/fiel-ladder-worker@.service",
                                         "share/fiel/fiel-ladder.conf",
                                         "share/fiel/worker.slurm",
                                         "share/fiel/worker-vm.sh",
                                         "share/fiel/kubernetes.yaml",
                                         "share/fiel/nginx.conf",
                                         "lib/fiel/web/fiel.wasm",
                                         "lib/fiel/web/vendor/libsodium-sumo.mjs",
                                         "lib/pkgconfig/fiel.pc",
                                         "share/fiel/templates/c/bot.c" };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(made, sizeof made, "%s/opt/fiel/%s", tree, files[i]);
        OWNED char *text = slurp(made, NULL);
        struct stat s;
        assert_true(!stat(made, &s) && (s.st_mode & 0444) == 0444);
        if (strstr(files[i], ".service"))
            assert_non_null(strstr(text, "/opt/fiel/bin/fiel-ladder"));
    }
    snprintf(made, sizeof made, "%s/opt/fiel/lib/fiel/web/wasm.c", tree); /* what a browser does not get */
    assert_int_equal(access(made, F_OK), -1);
}

/* --- what schedulers are told ---------------------------------------------------------------------------------- */

/* The words of a command line, quoted or not, from the one behind fiel-ladder's name on; how many there are. */
static size_t words_of(const char *line, const char *words[24])
{
    static char text[1024];
    size_t n = 0;
    char *to = text;
    for (const char *at = line; *at && *at != ']' && *at != '\n';) {
        while (*at == ' ' || *at == ',' || *at == '"')
            at++;
        if (!*at || *at == ']' || *at == '\n' || *at == '&')
            break;
        words[n++] = to;
        for (; *at && !strchr(" ,\"]\n", *at); at++)
            *to++ = *at;
        *to++ = '\0';
        if (!strncmp(words[n - 1], "$", 1)) /* a shell's: what the host gives */
            n--;
    }
    words[n] = NULL;
    return n;
}

/* Has fiel-ladder look at the words alone. */
static void take_command(const char *line)
{
    const char *words[24];
    size_t n = words_of(line, words);
    words[n++] = strcmp(words[0], "init") == 0 ? "--help" : "--check";
    words[n] = NULL;
    OWNED_RUN r = installed("fiel-ladder", words);
    if (r.code)
        fail_msg("%s: %s", line, r.err);
}

static unsigned take_commands(const char *path, const char *mark)
{
    OWNED char *text = slurp(path, NULL);
    unsigned found = 0;
    for (char *at = text; (at = strstr(at, mark)); found++)
        take_command(at += strlen(mark));
    return found;
}

TEST(every_command_line_is_one)
{
    assert_int_equal(take_commands("ladder/deploy/kubernetes.yaml", "command: [\"fiel-ladder\""), 3);
    assert_int_equal(take_commands("ladder/deploy/Containerfile", "\nCMD [\"fiel-ladder\""), 1);
    char *slurm = slurp("ladder/deploy/worker.slurm", NULL), *line = strstr(slurm, "fiel-ladder}\" ");
    assert_non_null(line);
    take_command("worker --server https://ladder.example --worker-key worker.key --workers 1");
    assert_non_null(strstr(line, "worker --workers 1 --work")); /* the same words, with the shell's between */
    free(slurm);
    const char *const sh[] = { "/bin/sh", "-n", "ladder/deploy/worker.slurm", NULL };
    assert_fine(run_words(sh, NULL));
}

/* A virtual machine a worker: the command that it shows is one, and what is missing is said.  It boots by hand alone (SECURITY.md). */
TEST(a_virtual_machine_says_what_it_wants)
{
    static const char shown[] = "fiel-ladder worker --server http://10.0.2.2:8080 "
                                "--private-net --worker-key /etc/fiel/worker.key --jail strict";
    const char *const sh[] = { "/bin/sh", "-n", "ladder/deploy/worker-vm.sh", NULL };
    const char *const none[] = { "/bin/sh", "ladder/deploy/worker-vm.sh", "/nowhere", ".", "true", NULL };
    OWNED char *script = slurp("ladder/deploy/worker-vm.sh", NULL);
    assert_non_null(strstr(script, shown));
    take_command("worker --server http://10.0.2.2:8080 --private-net --worker-key worker.key --jail strict");
    assert_fine(run_words(sh, NULL));
    OWNED_RUN r = run_words(none, NULL);
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "a kernel, a folder and a command are wanted"));
}

TEST(the_manifest_is_yaml)
{
    static const char *const words[] = {
        "/usr/bin/python3", "-c",
        "import sys\n"
        "try: import yaml\n"
        "except ImportError: sys.exit(77)\n"
        "kinds = [d['kind'] for d in yaml.safe_load_all(open('ladder/deploy/kubernetes.yaml'))]\n"
        "print(' '.join(kinds))",
        NULL
    };
    struct run r = run_words(words, NULL);
    if (r.code == 77 || r.code == 127) {
        skipped("the manifest of Kubernetes", "there is no python3-yaml here");
        run_free(&r);
        skip();
    }
    assert_string_equal(r.out,
                        "Service StatefulSet StatefulSet PodDisruptionBudget HorizontalPodAutoscaler NetworkPolicy\n");
    run_free(&r);
}

TEST(units_are_closed)
{
    static const struct unit units[] = { { "ladder/deploy/fiel-ladder.service", "--threshold=13" },
                                         { "ladder/deploy/fiel-ladder-worker@.service", "--threshold=47" } };
    assert_units_closed(units, 2);
}

/* Every option of a daemon has its line in the file. */
static void assert_all_are_there(const char *command)
{
    char *text = slurp("ladder/fiel-ladder.conf", NULL), name[64], line[80];
    OWNED_RUN r = installed("fiel-ladder", (const char *const[]){ command, "--help", NULL });
    for (const char *at = r.out; (at = strstr(at, "\n  --"));) {
        at += 5;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " \n"), at);
        snprintf(line, sizeof line, "%s = ", name);
        if (strcmp(name, "help") && strcmp(name, "check") && strcmp(name, "config") && !strstr(text, line))
            fail_msg("fiel-ladder.conf says nothing of '%s'", name);
    }
    free(text);
}

/* The file that hosts begin with: it is taken as it is, and every key that is commented out is one too. */
TEST(every_key_of_the_configuration_is_known)
{
    char path[128], *text = slurp("ladder/fiel-ladder.conf", NULL), all[16384] = "[ladder]\n";
    unsigned keys = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        const char *key = line + (!strncmp(line, "# ", 2) ? 2 : 0);
        size_t name = strspn(key, "abcdefghijklmnopqrstuvwxyz-");
        if (!name || strncmp(key + name, " = ", 3))
            continue;
        if (strncmp(key, "arbiter", 7) && strncmp(key, "key", 3) && strncmp(key, "w", 1) && strncmp(key, "match", 5) &&
            strncmp(key, "log-policy", 10) && strncmp(key, "signing", 7) &&
            strncmp(key, "ca", 2)) /* files that are not here, and what is about them */
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s\n", key);
        keys++;
    }
    free(text);
    assert_true(keys >= 19);
    assert_all_are_there("serve");
    assert_all_are_there("worker");
    snprintf(path, sizeof path, "%s/all.conf", folder);
    spill(path, all, strlen(all));
    assert_fine(installed("fiel-ladder", (const char *const[]){ "serve", "--config", path, "--check", NULL }));
    assert_fine(installed("fiel-ladder", (const char *const[]){ "worker", "--config", "ladder/fiel-ladder.conf",
                                                                "--server", "https://ladder.example", "--worker-key",
                                                                "worker.key", "--check", NULL }));
    assert_int_equal(strlen(strcat(all, "sing-up = open\n")) > 0, 1);
    spill(path, all, strlen(all));
    OWNED_RUN r = installed("fiel-ladder", (const char *const[]){ "serve", "--config", path, "--check", NULL });
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "there is no option 'sing-up'"));
}

/* A unit's --check has to say what a start would. */
TEST(numbers_are_looked_at)
{
    static const char *const wrong[] = { "--threads",   "0",  "--workers", "65",   "--quota",      "0",
                                         "--keep-free", "-1", "--tables",  "many", "--table-idle", "1" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i += 2) {
        OWNED_RUN r = installed("fiel-ladder",
                                (const char *const[]){ "serve", wrong[i], wrong[i + 1], "--check", NULL });
        if (r.code != 2 || !strstr(r.err, wrong[i]))
            fail_msg("serve --check %s %s: exit %d\n%s", wrong[i], wrong[i + 1], r.code, r.err);
    }
}

TEST(half_an_arbiter_is_refused)
{
    OWNED_RUN r = installed("fiel-ladder",
                            (const char *const[]){ "worker", "--server", "https://ladder.example", "--worker-key",
                                                   "worker.key", "--arbiter", "tcp://127.0.0.1:1", "--check", NULL });
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "with --arbiter go --arbiter-key, --arbiter-bots and --key"));
}

/* --- the numbers -------------------------------------------------------------------------------------------------- */

static char *get(unsigned port, const char *path)
{
    static char text[65536];
    char ask[256];
    size_t n = 0;
    int fd = dial_port((int)port);
    int size = snprintf(ask, sizeof ask, "GET %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n", path);
    assert_int_equal(write(fd, ask, (size_t)size), size);
    for (ssize_t got; n < sizeof text - 1 && (got = read(fd, text + n, sizeof text - 1 - n)) > 0;)
        n += (size_t)got;
    close(fd);
    text[n] = '\0';
    return text;
}

/* What a unit or a manifest runs before it serves makes the store, else a host's first start ends. */
TEST(they_come_up_on_an_empty_store)
{
    static const char *const lines[][2] = {
        { "ladder/deploy/kubernetes.yaml", "command: [\"fiel-ladder\"" },
        { "ladder/deploy/fiel-ladder.service", "ExecStartPre=/usr/local/bin/fiel-ladder" },
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char store[160];
        const char *words[24];
        snprintf(store, sizeof store, "sqlite:%s/empty-%zu.db", folder, i);
        OWNED char *text = slurp(lines[i][0], NULL);
        for (char *at = text; (at = strstr(at, lines[i][1]));) {
            size_t n = words_of(at += strlen(lines[i][1]), words);
            if (strcmp(words[0], "init") != 0)
                continue;
            n = n > 2 && !strcmp(words[1], "--config") ? 1 : n; /* the file's store is another */
            words[n++] = "--store";
            words[n++] = store;
            words[n] = NULL;
            assert_fine(installed("fiel-ladder", words));
        }
        OWNED_RUN r = installed("fiel-ladder", (const char *const[]){ "standings", "--store", store, NULL });
        if (!strstr(r.err, "this store has no ladder yet")) /* there is a store */
            fail_msg("%s: %s", lines[i][0], r.err);
    }
}

/* The text format 0.0.4: every family has HELP, then TYPE, then its samples, once; every sample is NAME{LABEL="..."} NUMBER. */
static void assert_prometheus(char *text)
{
    char name[128] = "", help[128] = "", type[32] = "", seen[8192] = "";
    unsigned families = 0;
    double value;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (sscanf(line, "# HELP %127s", help) == 1)
            continue;
        if (sscanf(line, "# TYPE %127s %31s", name, type) == 2) {
            char mark[160];
            snprintf(mark, sizeof mark, " %s ", name);
            assert_string_equal(name, help);
            assert_null(strstr(seen, mark));
            strcat(seen, mark);
            assert_true(!strcmp(type, "gauge") || !strcmp(type, "counter") || !strcmp(type, "histogram"));
            assert_int_equal(!strcmp(type, "counter"), strlen(name) > 6 && !strcmp(name + strlen(name) - 6, "_total"));
            families++;
            continue;
        }
        size_t size = strspn(line, "abcdefghijklmnopqrstuvwxyz_");
        assert_int_equal(strncmp(line, name, strlen(name)), 0);
        const char *rest = line + size, *kind = line + strlen(name);
        assert_int_equal(size > strlen(name), !strcmp(type, "histogram"));
        assert_true(kind == rest || !strncmp(kind, "_bucket{", 8) || !strncmp(kind, "_sum ", 5) ||
                    !strncmp(kind, "_count ", 7));
        if (*rest == '{')
            rest = strchr(rest, '}') + 1;
        if (sscanf(rest, " %lf", &value) != 1)
            fail_msg("no sample: %s", line);
    }
    assert_true(families >= 15);
}

TEST(the_numbers_are_told_where_they_are_asked_for)
{
    char path[256], store[160], out[160], line[256];
    unsigned pages, numbers;
    int ends[2];
    snprintf(path, sizeof path, "%s/opt/fiel/bin/fiel-ladder", tree);
    snprintf(store, sizeof store, "sqlite:%s/ladder.db", folder);
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t pid = begin_words((struct streams){ .fd = { [1] = ends[1] } },
                            (const char *const[]){ path, "serve", "--store", store, "--listen", "127.0.0.1:0",
                                                   "--metrics", "127.0.0.1:0", NULL });
    close(ends[1]);
    FILE *said = fdopen(ends[0], "r");
    assert_non_null(fgets(line, sizeof line, said));
    assert_int_equal(sscanf(line, "http://127.0.0.1:%u", &pages), 1);
    assert_non_null(fgets(out, sizeof out, said));
    assert_int_equal(sscanf(out, "http://127.0.0.1:%u/metrics", &numbers), 1);
    assert_non_null(strstr(get(pages, "/metrics"), "404")); /* not among the pages */
    assert_non_null(strstr(get(numbers, "/"), "404"));      /* and no pages among the numbers */
    char *text = get(numbers, "/metrics"), *body = strstr(text, "\r\n\r\n");
    assert_non_null(strstr(text, "200 OK"));
    assert_non_null(strstr(body, "\nfiel_ladder_http_requests_total{code=\"4xx\"} 1\n"));
    assert_non_null(strstr(body, "\nfiel_ladder_jobs{state=\"queued\"} 0\n"));
    assert_prometheus(body + 4);
    kill(pid, SIGTERM);
    assert_int_equal(waitpid(pid, &ends[0], 0), pid);
    assert_int_equal(ends[0], 0);
    fclose(said);
}
