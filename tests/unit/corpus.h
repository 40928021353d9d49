/* corpus: one `fiel table` for a whole corpus, and what came out of each of its lines.
 *
 * A line is replayed by a function that tells its verdict; whatever does not agree is told in one sentence by
 * differ(), and the run goes on with the next line. */
#ifndef TESTS_CORPUS_H
#define TESTS_CORPUS_H

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "json_at.h"
#include "support/built.h"

enum verdict { AGREED, EXCLUDED, DISAGREED };

enum { REASONS = 12, WHY = 400 };

/* Why a line is not held against what it says, and the sentence that decides it. */
struct reason {
    const char *name, *decided;
};

struct corpus {
    const char *name; /* of the file, up to its first dot */
    unsigned lines, count[DISAGREED + 1];
    struct reason reason[REASONS];
    unsigned excluded[REASONS], reasons;
    /* the process */
    FILE *to, *from;
    pid_t process;
    char *text;
    size_t room;
    /* the line in play */
    const json_t *line;
    json_t *answer; /* the last one */
    char why[WHY];
};

/* --- verdicts --- */

/* The line disagrees, and how; false. */
__attribute__((format(printf, 2, 3))) static inline bool differ(struct corpus *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->why, sizeof c->why, format, args);
    va_end(args);
    return false;
}

static inline const struct reason *reason_of(const struct reason *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

/* The line is left out for this reason. */
static inline enum verdict leave_out(struct corpus *c, const char *name, const char *decided)
{
    unsigned i = 0;
    while (i < c->reasons && strcmp(c->reason[i].name, name) != 0)
        i++;
    if (i == REASONS) {
        differ(c, "one reason too many: %s", name);
        return DISAGREED;
    }
    c->reason[i] = (struct reason){ name, decided };
    c->excluded[i]++;
    c->reasons += i == c->reasons;
    return EXCLUDED;
}

/* --- the process --- */

static inline void fail_hard(const char *what)
{
    fprintf(stderr, "corpus: %s\n", what);
    exit(1);
}

static inline void corpus_open(struct corpus *c)
{
    int in[2], out[2];
    char path[512];
    snprintf(path, sizeof path, "%s/bin/fiel", build_dir());
    if (pipe(in) != 0 || pipe(out) != 0 || (c->process = fork()) < 0)
        fail_hard("no process for fiel table");
    if (c->process == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[0]), close(in[1]), close(out[0]), close(out[1]);
        execl(path, "fiel", "table", (char *)NULL);
        _exit(127);
    }
    close(in[0]), close(out[1]);
    c->to = fdopen(in[1], "w");
    c->from = fdopen(out[0], "r");
    if (!c->to || !c->from)
        fail_hard("no pipe to fiel table");
}

/* True when the program came to a clean end. */
static inline bool corpus_close(struct corpus *c)
{
    int status = -1;
    json_decref(c->answer);
    c->answer = NULL;
    fclose(c->to);
    fclose(c->from);
    waitpid(c->process, &status, 0);
    free(c->text);
    c->text = NULL;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* One request, which is taken over; its answer is c->answer.  False when it was refused. */
static inline bool ask(struct corpus *c, json_t *request)
{
    if (!request || json_dumpf(request, c->to, JSON_COMPACT) != 0 || fputc('\n', c->to) == EOF || fflush(c->to) != 0 ||
        getline(&c->text, &c->room, c->from) <= 0)
        fail_hard("fiel table does not answer: is it built?");
    json_decref(request);
    json_decref(c->answer);
    c->answer = json_loads(c->text, 0, NULL);
    if (!json_is_object(c->answer))
        fail_hard("fiel table answers something else than an object");
    return is_ok(c->answer);
}

static inline bool act(struct corpus *c, int seat, const char *word) { return ask(c, act_request(seat, word)); }

static inline int turn(const struct corpus *c)
{
    return json_is_integer(at(c->answer, "turn")) ? number_at(c->answer, "turn") : -1;
}

static inline bool in_phase(const struct corpus *c, const char *phase)
{
    return strcmp(text_at(c->answer, "phase"), phase) == 0;
}

static inline bool legal(const struct corpus *c, const char *word) { return contains(at(c->answer, "legal"), word); }

static inline bool is_answer(const struct corpus *c)
{
    return in_phase(c, "stake") || in_phase(c, "envido") || in_phase(c, "eleven");
}

/* Members of a side leave the answer to the one that the engine let answer. */
static inline bool pass_on(struct corpus *c, int seat)
{
    while (is_answer(c) && turn(c) != seat && legal(c, "pass"))
        if (!act(c, turn(c), "pass"))
            return differ(c, "%s", text_at(c->answer, "message"));
    return true;
}

/* A public fact, as seat 0 sees it; borrowed until the next request.  The last answer is kept aside. */
static inline json_t *fact(struct corpus *c, const char *name)
{
    ask(c, json_pack("{s:s,s:i}", "op", "view", "seat", 0));
    return at(at(c->answer, "view"), name);
}

/* --- a file --- */

typedef enum verdict replay_line(struct corpus *c);

/* Every line of the file, plain or gzipped; disagreements are told at once. */
static inline void corpus_run(struct corpus *c, const char *path, replay_line *replay)
{
    bool packed = strcmp(path + strlen(path) - 3, ".gz") == 0;
    char command[600], *text = NULL;
    size_t room = 0;
    snprintf(command, sizeof command, "gzip -dc '%s'", path);
    FILE *f = packed ? popen(command, "r") : fopen(path, "r");
    if (!f)
        fail_hard("a file of the corpus cannot be read: run the tests from the root of the project");
    corpus_open(c);
    while (getline(&text, &room, f) > 0) {
        json_t *line = json_loads(text, 0, NULL);
        if (!line)
            fail_hard("a line of the corpus is no JSON");
        c->line = line;
        snprintf(c->why, sizeof c->why, "no reason given");
        enum verdict v = replay(c);
        c->lines++;
        c->count[v]++;
        if (v == DISAGREED && c->count[v] <= 10)
            printf("%s: DISAGREED: %s: %s\n", c->name, text_at(line, "id"), c->why);
        json_decref(line);
    }
    free(text);
    if (packed ? pclose(f) != 0 : fclose(f) != 0)
        fail_hard("a file of the corpus cannot be read to its end");
    if (!corpus_close(c))
        fail_hard("fiel table did not end well");
}

static inline void corpus_print(const struct corpus *c)
{
    printf("%-32s %5u lines %6u agreed %4u excluded %3u disagreed\n", c->name, c->lines, c->count[AGREED],
           c->count[EXCLUDED], c->count[DISAGREED]);
    for (unsigned i = 0; i < c->reasons; i++)
        printf("%32s %5u %s: %s\n", "", c->excluded[i], c->reason[i].name, c->reason[i].decided);
}

#endif
