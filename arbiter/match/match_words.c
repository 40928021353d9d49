/* match_words: numbers, durations, clocks and command lines as text. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cli.h"
#include "match_options.h"

/* --- single words ------------------------------------------------------------------------------ */

int number_read(const char *text, uint32_t low, uint32_t high, uint32_t *out, char why[WHY])
{
    char *end;
    errno = 0;
    unsigned long n = strtoul(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && !errno && n >= low && n <= high) {
        *out = (uint32_t)n;
        return 0;
    }
    snprintf(why, WHY, "'%.40s' is not a whole number from %u to %u", text, low, high);
    return -1;
}

int text_read(const char *text, char *out, size_t cap, char why[WHY])
{
    size_t n = strlen(text);
    if (n && n < cap) {
        memcpy(out, text, n + 1);
        return 0;
    }
    snprintf(why, WHY, n ? "that is longer than %zu characters" : "it is empty: leave the option out", cap - 1);
    return -1;
}

int word_read(const char *text, const char *const *words, uint8_t *out, char why[WHY])
{
    size_t n;
    for (uint8_t i = 0; words[i]; i++)
        if (!strcmp(text, words[i]))
            return *out = i, 0;
    n = (size_t)snprintf(why, WHY, "'%.40s' is not one of:", text);
    for (; *words && n < WHY; words++)
        n += (size_t)snprintf(why + n, WHY - n, " %s", *words);
    return -1;
}

/* --- durations --------------------------------------------------------------------------------- */

static const struct unit {
    const char *name;
    int64_t us;
} units[] = { { "h", INT64_C(3600000000) }, { "m", 60000000 }, { "s", 1000000 }, { "ms", 1000 }, { "us", 1 } };
enum { UNITS = sizeof units / sizeof *units };

int duration_read(const char *text, int64_t *out_us, char why[WHY])
{
    int64_t n = 0;
    const char *end = text;
    for (; isdigit((unsigned char)*end); end++) {
        n = n * 10 + (*end - '0');
        if (n > CLOCK_LONGEST)
            break;
    }
    for (int i = 0; i < UNITS && end > text; i++) {
        if (strcmp(end, units[i].name))
            continue;
        if (n > CLOCK_LONGEST / units[i].us)
            break;
        *out_us = n * units[i].us;
        return 0;
    }
    snprintf(why, WHY,
             "'%.40s' is not a duration: a whole number and h, m, s, ms or us, as 30s or 100ms, at most 2400h", text);
    return -1;
}

char *duration_text(int64_t us, char text[32])
{
    int i = 0;
    while (i < UNITS - 1 && (us % units[i].us || us < units[i].us))
        i++;
    snprintf(text, 32, "%lld%s", (long long)(us / units[i].us), us ? units[i].name : "s");
    return text;
}

int size_read(const char *text, uint64_t *out, char why[WHY])
{
    const unsigned long least = 16, most = 1ul << 20; /* MiB */
    char *end;
    unsigned long n = isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : 0;
    unsigned shift = n && !strcmp(end, "G") ? 10 : 0;
    if (n && n <= most >> shift && n << shift >= least && (shift || !strcmp(end, "M"))) {
        *out = (uint64_t)n << shift << 20;
        return 0;
    }
    snprintf(why, WHY, "'%.40s' is not a size from 16M to 1024G: a whole number and M or G, as 512M", text);
    return -1;
}

/* --- the clock --------------------------------------------------------------------------------- */

static const char *const clock_keys[] = { "bank", "inc", "cap", "grace", "start", "duty", NULL };

static int64_t *clock_field(struct match_options *o, const char *key)
{
    int64_t *fields[] = { &o->clock.bank_us,  &o->clock.inc_us, &o->clock.cap_us,
                          &o->clock.grace_us, &o->start_us,     &o->duty_us };
    for (int i = 0; clock_keys[i]; i++)
        if (!strcmp(key, clock_keys[i]))
            return fields[i];
    return NULL;
}

/* One "key=duration". */
static int clock_item(char *item, struct match_options *o, char why[WHY])
{
    char *value = strchr(item, '=');
    const char *near;
    if (!value) {
        snprintf(why, WHY, "'%.40s' is not key=duration, as bank=30s", item);
        return -1;
    }
    *value++ = '\0';
    int64_t *field = clock_field(o, item);
    if (field)
        return duration_read(value, field, why);
    near = cli_nearest(item, clock_keys);
    snprintf(why, WHY, "a clock has no '%.40s'%s%s%s; it has bank, inc, cap, grace, start and duty", item,
             near ? ", did you mean '" : "", near ? near : "", near ? "'" : "");
    return -1;
}

int clock_read(const char *text, struct match_options *o, char why[WHY])
{
    char copy[256], *rest = copy, *item;
    struct match_options set = *o;
    if (strlen(text) >= sizeof copy) {
        snprintf(why, WHY, "a clock is at most %zu characters long", sizeof copy - 1);
        return -1;
    }
    strcpy(copy, text);
    while ((item = strsep(&rest, ",")))
        if (clock_item(item, &set, why))
            return -1;
    if (!set.clock.cap_us || !set.clock.bank_us || !set.start_us || !set.duty_us) {
        snprintf(why, WHY, "bank, cap, start and duty must be longer than nothing");
        return -1;
    }
    o->clock = set.clock;
    o->start_us = set.start_us;
    o->duty_us = set.duty_us;
    return 0;
}

char *clock_text(const struct match_options *o, char text[160])
{
    char t[6][32];
    snprintf(text, 160, "bank=%s,inc=%s,cap=%s,grace=%s,start=%s,duty=%s", duration_text(o->clock.bank_us, t[0]),
             duration_text(o->clock.inc_us, t[1]), duration_text(o->clock.cap_us, t[2]),
             duration_text(o->clock.grace_us, t[3]), duration_text(o->start_us, t[4]), duration_text(o->duty_us, t[5]));
    return text;
}

/* --- command lines ----------------------------------------------------------------------------- */

int command_split(const char *text, struct bot_command *out, char why[WHY])
{
    struct bot_command c = { 0 };
    if (command_words(text, c.words, &c.argc, why))
        return -1;
    *out = c;
    return 0;
}

/* --- programs ---------------------------------------------------------------------------------- */

const char *bundled_folder(void)
{
    static const char *const beside[] = { "../bots", "../lib/fiel/bots", NULL };
    static char folder[PATH_MAX];
    char self[PATH_MAX], path[PATH_MAX + 32], *slash;
    struct stat s;
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0)
        return "";
    self[n] = '\0';
    slash = strrchr(self, '/');
    *slash = '\0';
    for (int i = 0; beside[i]; i++) {
        snprintf(path, sizeof path, "%s/%s", self, beside[i]);
        if (!stat(path, &s) && S_ISDIR(s.st_mode) && realpath(path, folder))
            return folder;
    }
    return "";
}

/* Programs that a command becomes lie there, too; nobody plays against them. */
static bool plays(const char *path, const char *name)
{
    static const char *const others[] = { "conformance", "corte", "persona" };
    struct stat s;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(name, others[i]))
            return false;
    return !stat(path, &s) && S_ISREG(s.st_mode) && s.st_mode & 0111;
}

void bundled_names(char *out, size_t cap)
{
    size_t n = 0;
    struct dirent **entries;
    int count = *bundled_folder() ? scandir(bundled_folder(), &entries, NULL, alphasort) : 0;
    snprintf(out, cap, "a bundled bot");
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", bundled_folder(), entries[i]->d_name);
        if (plays(path, entries[i]->d_name) && n < cap)
            n += (size_t)snprintf(out + n, cap - n, "%s%s", n ? ", " : "", entries[i]->d_name);
        free(entries[i]);
    }
    if (count > 0)
        free(entries);
}

/* 1: an executable file; 0: nothing there; -1: something else, said in `why`. */
static int look_at(const char *path, const char *said, char why[WHY])
{
    struct stat s;
    if (stat(path, &s))
        return 0;
    if (S_ISREG(s.st_mode) && !access(path, X_OK))
        return 1;
    if (S_ISDIR(s.st_mode))
        snprintf(why, WHY, "bot '%.200s' is a folder: give the program in it", said);
    else if (!S_ISREG(s.st_mode))
        snprintf(why, WHY, "bot '%.200s' is not a program: give an executable file", said);
    else
        snprintf(why, WHY, "bot '%.200s' is not executable: try chmod +x %.200s", said, said);
    return -1;
}

/* The file that somebody meant whose path has blanks and stands in no quotes: all words with a blank between them. */
static bool meant_whole(const struct bot_command *c, char path[BOT_TEXT])
{
    const char *word = c->words;
    size_t n = 0;
    for (unsigned i = 0; i < c->argc; i++, word += strlen(word) + 1)
        n += (size_t)snprintf(path + n, BOT_TEXT - n, "%s%s", i ? " " : "", word);
    return c->argc > 1 && !access(path, X_OK);
}

static void say_missing(const char *said, const char *bundled, char why[WHY])
{
    if (!strchr(said, '/') && !access(said, X_OK))
        snprintf(why, WHY, "there is no bot '%.200s': did you mean ./%.200s?", said, said);
    else
        snprintf(why, WHY, "there is no bot '%.200s': give a path, as ./mybot, or one of those in %.100s", said,
                 *bundled ? bundled : "the bots folder");
}

int command_find(struct bot_command *c, char why[WHY])
{
    char path[PATH_MAX], whole[PATH_MAX], meant[BOT_TEXT];
    const char *said = c->words, *bundled = bundled_folder();
    int found = 0;
    if (*said != '/' && *said != '.' && *bundled) {
        snprintf(path, sizeof path, "%s/%s", bundled, said);
        found = look_at(path, said, why);
        if (found < 0)
            found = 0; /* bots/bad is a folder, and no bot */
    }
    if (!found && strchr(said, '/')) {
        snprintf(path, sizeof path, "%s", said);
        found = look_at(path, said, why);
    }
    if (found <= 0 && meant_whole(c, meant)) /* whatever its first word leads to */
        snprintf(
            why, WHY,
            "there is no bot '%.100s': blanks part words: put quotes around a path that has some: --bot \"'%.200s'\"",
            said, meant);
    else if (!found)
        say_missing(said, bundled, why);
    if (found <= 0)
        return -1;
    if (!realpath(path, whole)) {
        snprintf(why, WHY, "the way to bot '%.200s' cannot be followed (%s): move it to where this user may go", said,
                 strerror(errno));
        return -1;
    }
    if (strlen(whole) >= sizeof c->path) {
        snprintf(why, WHY, "the path of bot '%.200s' is too long: move it", said);
        return -1;
    }
    strcpy(c->path, whole);
    return 0;
}
