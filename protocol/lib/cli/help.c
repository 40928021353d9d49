/* help: see help.h. */
#include "cli/help.h"
#include "cli/lang.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HELP_COLUMNS = 80 };

/* One line of a text; `size` without its end. */
struct help_line {
    const char *text;
    size_t size;
};

static struct help_line line_at(const char *text) { return (struct help_line){ text, strcspn(text, "\n") }; }

static const char *after(struct help_line l) { return l.text + l.size + (l.text[l.size] == '\n'); }

static size_t blanks(struct help_line l)
{
    size_t n = 0;
    while (n < l.size && l.text[n] == ' ')
        n++;
    return n;
}

static size_t columns_of(const char *text, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < size; i++)
        n += (text[i] & 0xc0) != 0x80;
    return n;
}

/* The column of the text of a row "  --option VALUE  what it does"; 0: it is no row. */
static size_t row_of(struct help_line l)
{
    size_t at = 2;
    if (blanks(l) != 2)
        return 0;
    while (at + 1 < l.size && !(l.text[at] == ' ' && l.text[at + 1] == ' '))
        at++;
    while (at < l.size && l.text[at] == ' ')
        at++;
    return at < l.size && at < 40 ? at : 0;
}

static bool is_example(struct help_line l)
{
    static const char *const starts[] = { "  $ ", "  fiel", "  make ", "  cd " };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (l.size >= strlen(starts[i]) && !strncmp(l.text, starts[i], strlen(starts[i])))
            return true;
    return false;
}

/* Words on lines of so many columns; what does not fit goes on below, at `hang`. */
struct flow {
    FILE *out;
    size_t at, hang, columns;
};

static void put(struct flow *f, const char *word, size_t size, size_t gap)
{
    size_t wide = columns_of(word, size);
    if (f->at > f->hang && f->at + gap + wide > f->columns) {
        size_t hang = f->hang + wide <= f->columns ? f->hang : wide + 4 <= f->columns ? f->columns - wide : 4;
        fprintf(f->out, "\n%*s", (int)hang, "");
        f->at = hang;
        gap = 0;
    }
    fprintf(f->out, "%*s%.*s", (int)gap, "", (int)size, word);
    f->at += gap + wide;
}

/* The words of a line, with the blanks between them as they are. */
static void put_words(struct flow *f, struct help_line l, size_t gap)
{
    for (size_t i = blanks(l); i < l.size;) {
        size_t n = 0;
        while (i + n < l.size && l.text[i + n] != ' ')
            n++;
        put(f, l.text + i, n, gap);
        for (gap = 0, i += n; i < l.size && l.text[i] == ' '; i++)
            gap++;
    }
}

/* Whether `next` goes on what began with a line of this indentation and came to `last`: an option's text below itself, or a
 * paragraph up to a sentence that ends with its line. */
static bool goes_on(struct help_line last, struct help_line next, size_t hang, bool row)
{
    bool ended = last.size && last.text[last.size - 1] == '.';
    return last.size && next.size && blanks(next) == hang && (row || (hang == 0 && !ended));
}

/* The block that begins here; what follows it. */
static const char *fold_block(FILE *out, const char *text, size_t columns)
{
    struct help_line first = line_at(text), l = first;
    bool usage = !strncmp(text, "usage: ", 7), example = is_example(first);
    size_t row = example || usage ? 0 : row_of(first), hang = usage ? 7 : row ? row : blanks(first);
    struct flow f = { out, blanks(first), example ? hang + 4 : hang, columns };
    bool wide = columns_of(first.text, first.size) > columns;
    const char *end = after(first);
    for (; !example && !usage && *end && goes_on(l, line_at(end), hang, row); end = after(l)) {
        l = line_at(end);
        wide |= columns_of(l.text, l.size) > columns;
    }
    if (!wide) {
        fwrite(text, 1, (size_t)(end - text), out);
        return end;
    }
    fprintf(out, "%*s", (int)blanks(first), "");
    put_words(&f, first, 0);
    for (const char *at = after(first); at < end; at = after(l)) {
        l = line_at(at);
        put_words(&f, l, 1);
    }
    fputc('\n', out);
    return end;
}

/* A command's --help on `out`, no line wider than so many columns: paragraphs and the texts of options flow, examples, which
 * begin with "  $ " or a program's name, and usage lines stand as they are written unless they are wider. */
static void help_fold(FILE *out, const char *text, unsigned columns)
{
    while (*text)
        text = fold_block(out, text, columns);
}

/* What standard output took, NUL-terminated; NULL and errno. */
static char *read_back(int fd)
{
    off_t size = lseek(fd, 0, SEEK_END);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text && pread(fd, text, (size_t)size, 0) == size)
        return text[size] = '\0', text;
    free(text);
    return NULL;
}

/* The command in a process of its own, because some become another program: what it exits with. */
static int run_into(int fd, cli_command *run, const char *name)
{
    char *words[] = { (char *)(uintptr_t)name, (char[]){ "--help" }, NULL };
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int code = dup2(fd, STDOUT_FILENO) < 0 ? EXIT_ENVIRONMENT : run(2, words);
        fflush(stdout);
        _exit(code);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_ENVIRONMENT;
}

int help_of(cli_command *run, const char *name, bool speaks)
{
    int fd = memfd_create("help", MFD_CLOEXEC), code = fd < 0 ? EXIT_ENVIRONMENT : run_into(fd, run, name);
    char *said = fd < 0 ? NULL : read_back(fd), *text = said && speaks ? lang_help(said) : said;
    if (text)
        help_fold(stdout, text, HELP_COLUMNS);
    else
        code = cli_fail(EXIT_ENVIRONMENT, "%s --help: %s: try again", name, strerror(errno));
    if (fd >= 0)
        close(fd);
    if (text != said)
        free(text);
    free(said);
    return code;
}

static bool is_device(int fd)
{
    struct stat s;
    return !fstat(fd, &s) && S_ISCHR(s.st_mode);
}

int cli_finish(int code)
{
    bool failed = ferror(stdout);
    errno = 0;
    if (failed) { /* when it did, nobody kept why: once more */
        clearerr(stdout);
        fputc('\n', stdout);
    }
    bool flushed = !fflush(stdout);
    if ((flushed && !failed) || (errno == EIO && is_device(STDOUT_FILENO)))
        return code; /* a terminal that was closed has nobody to be told */
    if (code == EXIT_ENVIRONMENT && *cli_said())
        return code; /* the command has said it with more */
    return cli_fail(EXIT_ENVIRONMENT, "what was told could not be written: %s: make room, or send it elsewhere",
                    errno ? strerror(errno) : "part of it is lost");
}
