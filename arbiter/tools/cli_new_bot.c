/* cli_new_bot: `fiel new-bot`, a folder with a working, tested bot, from a template of files.
 *
 * A language is a folder of templates (sdk/templates in the source, share/fiel/templates when installed); `.every` has the files
 * of all languages.  The files of both are copied with @NAME@ replaced, and @RUN@, what runs the bot: the language's `.run`.  The
 * file `.every/.next` (`.next.es`, `.next.pt`) is not copied but printed: what to do next. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/cli.h"
#include "cli/beside.h"
#include "cli/language.h"
#include "cli/owned.h"
#include "cli/path.h"
#include "cli/words.h"

enum { TEMPLATES = 16, NAME_LONGEST = 39 };
#define TEMPLATE_LARGEST (1 << 20)

struct new_bot {
    const char *name, *language;
    char *run;             /* "lines:./bot.py" */
    char folder[PATH_MAX]; /* of all templates */
    char *known[TEMPLATES + 1];
};

static const char
    help[] = "usage: fiel new-bot NAME --lang LANGUAGE\n"
             "\n"
             "  $ fiel new-bot mine --lang c\n"
             "  $ cd mine && make test\n"
             "\n"
             "Makes the folder NAME with a bot that plays, a test of it, and the archive that a ladder takes.\n"
             "\n"
             "What it tells is in the language of your locale (LC_ALL, LANG); --lang is the bot's.\n"
             "\n"
             "  --lang LANGUAGE    one of: ";

/* --- the templates --------------------------------------------------------------------------------------- */

/* Where the templates are; false: they are not there. */
static bool find_folder(char folder[PATH_MAX])
{
    static const char *const places[] = { "../../sdk/templates", "../share/fiel/templates", NULL };
    return beside_first(folder, places);
}

static void languages_find(struct new_bot *b)
{
    struct dirent **entry;
    int n = find_folder(b->folder) ? scandir(b->folder, &entry, NULL, alphasort) : 0, known = 0;
    for (int i = 0; i < n; i++) {
        if (entry[i]->d_name[0] != '.' && known < TEMPLATES)
            b->known[known++] = strdup(entry[i]->d_name);
        free(entry[i]);
    }
    if (n > 0)
        free(entry);
}

static void languages_forget(struct new_bot *b)
{
    for (int i = 0; b->known[i]; i++)
        free(b->known[i]);
}

/* "c, js, python" */
static const char *languages_text(const struct new_bot *b, char *text, size_t room)
{
    size_t used = 0;
    *text = '\0';
    for (int i = 0; b->known[i] && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? ", " : "", b->known[i]);
    return text;
}

static void more(void)
{
    struct new_bot b = { 0 };
    char known[256];
    languages_find(&b);
    printf("%s\n\nExit: 0 made, 2 wrong usage or the folder is there already, 3 it cannot be written.\n",
           languages_text(&b, known, sizeof known));
    languages_forget(&b);
}

/* --- what is asked --------------------------------------------------------------------------------------- */

static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/* The names that a ladder takes. */
static bool name_fits(const char *name)
{
    size_t n = strlen(name);
    if (n == 0 || n > NAME_LONGEST || !letter(name[0]) || !letter(name[n - 1]))
        return false;
    for (; *name; name++)
        if (!letter(*name) && !strchr("-_.", *name))
            return false;
    return true;
}

static int check_language(const struct new_bot *b)
{
    char known[256];
    languages_text(b, known, sizeof known);
    if (!b->known[0])
        return cli_fail(EXIT_ENVIRONMENT, "new-bot: there are no templates beside this program: install fiel whole");
    if (!b->language)
        return cli_fail(EXIT_USAGE, "new-bot: in which language? --lang takes one of: %s", known);
    for (int i = 0; b->known[i]; i++)
        if (!strcmp(b->known[i], b->language))
            return EXIT_FINE;
    return cli_fail(
        EXIT_USAGE,
        "new-bot: there is no template in '%s': --lang takes one of: %s; `lines` is a beginning for any other "
        "language",
        b->language, known);
}

static const struct cli_option options[] = { { "lang", "LANGUAGE", CLI_INTO(struct new_bot, language) }, { 0 } };

/* What is asked for, of the words that are no options. */
static int check(struct new_bot *b, const char *name)
{
    b->name = name;
    if (!b->name)
        return cli_fail(EXIT_USAGE, "new-bot: the bot needs a name: fiel new-bot NAME --lang LANGUAGE");
    if (!name_fits(b->name))
        return cli_fail(
            EXIT_USAGE,
            "new-bot: '%s' is no name for a bot: up to %d letters a-z, digits, '-', '_' and '.', with a letter "
            "or digit first and last",
            b->name, NAME_LONGEST);
    return check_language(b);
}

/* --- copying ------------------------------------------------------------------------------------------------ */

static int unreadable(const char *path)
{
    return cli_fail(EXIT_ENVIRONMENT, "new-bot: %s: %s: install fiel whole", path, strerror(errno));
}

/* The whole file with a NUL behind it, the caller's to free; NULL and errno. */
static char *read_whole(const char *path)
{
    struct stat s;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char *text = NULL;
    if (fd >= 0 && !fstat(fd, &s)) {
        errno = EFBIG;
        if (s.st_size < TEMPLATE_LARGEST && (text = calloc(1, (size_t)s.st_size + 1)) &&
            read(fd, text, (size_t)s.st_size) != s.st_size) {
            free(text);
            text = NULL;
        }
    }
    close_fd(&fd);
    return text;
}

/* The text with name and run in their places; any other @ stays. */
static void put_filled(FILE *out, const char *text, const struct new_bot *b)
{
    for (const char *at; (at = strchr(text, '@'));) {
        const char *with = !strncmp(at, "@NAME@", 6) ? b->name : !strncmp(at, "@RUN@", 5) ? b->run : NULL;
        fprintf(out, "%.*s%s", (int)(at - text), text, with ? with : "@");
        text = (with ? strchr(at + 1, '@') : at) + 1;
    }
    fputs(text, out);
}

/* What begins with #! is made to be run, however it was installed: packages of Debian have no executable .js. */
static int copy_file(const char *from, const char *to, const struct new_bot *b)
{
    char *text = read_whole(from);
    if (!text)
        return unreadable(from);
    int fd = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, !strncmp(text, "#!", 2) ? 0777 : 0666);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (out)
        put_filled(out, text, b);
    free(text);
    if (out && !ferror(out) && !fclose(out))
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT, "new-bot: %s: %s: make it a place that can be written", to, strerror(errno));
}

static int make_folder(const char *to)
{
    if (!mkdir(to, 0777))
        return EXIT_FINE;
    return errno == EEXIST
               ? cli_fail(EXIT_USAGE, "new-bot: %s is there already: choose another name, or remove it first", to)
               : cli_fail(EXIT_ENVIRONMENT, "new-bot: %s: %s: go where you may write", to, strerror(errno));
}

/* What is in this folder, but for what new-bot itself reads: names with a dot. */
static int copy_files(const char *from, const struct new_bot *b)
{
    struct dirent *e;
    int code = EXIT_FINE;
    OPENED_DIR DIR *d = opendir(from);
    if (!d)
        return unreadable(from);
    while (!code && (e = readdir(d))) {
        char source[PATH_MAX], target[PATH_MAX];
        if (e->d_name[0] == '.' && strcmp(e->d_name, ".gitignore") != 0)
            continue;
        path_of(source, sizeof source, "%s/%s", from, e->d_name);
        path_of(target, sizeof target, "%s/%s", b->name, e->d_name);
        code = copy_file(source, target, b);
    }
    return code;
}

/* --- what is said ------------------------------------------------------------------------------------------- */

/* Whether the shell finds this very program as `fiel`. */
static bool on_path(const char *self)
{
    char *copy = getenv("PATH") ? strdup(getenv("PATH")) : NULL, *rest = copy, *folder;
    char path[PATH_MAX], found[PATH_MAX];
    bool yes = false;
    while (!yes && rest && (folder = strsep(&rest, ":"))) {
        path_of(path, sizeof path, "%s/fiel", folder);
        if (realpath(path, found)) {
            yes = !strcmp(found, self);
            break; /* the first one is the one that is run */
        }
    }
    free(copy);
    return yes;
}

static void tell_next(const struct new_bot *b, const char *every)
{
    char self[PATH_MAX], path[PATH_MAX];
    printf(T("%s is made.  Next:\n\n  cd %s\n"), b->name, b->name);
    if (beside(self, "fiel") && !on_path(self)) {
        *strrchr(self, '/') = '\0';
        printf("  export PATH=\"%s:$PATH\"\n", self);
    }
    bool english = language_spoken() == ENGLISH;
    path_of(path, sizeof path, "%s/.next%s%s", every, english ? "" : ".",
            english ? "" : language_name(language_spoken()));
    OWNED char *text = read_whole(path);
    if (text)
        put_filled(stdout, text, b);
    else
        puts("  cat README.md");
}

static int make_bot(struct new_bot *b)
{
    char from[PATH_MAX], every[PATH_MAX], run[PATH_MAX];
    path_of(from, sizeof from, "%s/%s", b->folder, b->language);
    path_of(every, sizeof every, "%s/.every", b->folder);
    if (!(b->run = read_whole(path_of(run, sizeof run, "%s/.run", from))))
        return unreadable(run);
    b->run[strcspn(b->run, "\n")] = '\0';
    int code = make_folder(b->name);
    code = code ? code : copy_files(from, b);
    code = code ? code : copy_files(every, b);
    if (!code)
        tell_next(b, every);
    free(b->run);
    return code;
}

int cli_new_bot(int argc, char **argv)
{
    struct new_bot b = { 0 };
    static const struct cli_words takes = { "new-bot",    options,   help,
                                            .more = more, .most = 1, .remedy = "one bot at a time" };
    int code;
    language_speak(language_of_environment()); /* --lang is taken: it is the bot's */
    if (!cli_words_read(&takes, &b, &argc, argv, &code))
        return code;
    languages_find(&b);
    code = check(&b, argv[1]);
    if (!code)
        code = make_bot(&b);
    languages_forget(&b);
    return code;
}
