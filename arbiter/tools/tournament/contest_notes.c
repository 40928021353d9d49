/* contest_notes: the folder of a tournament: a folder of records for each meeting, and tournament.jsonl, whose first line says what is
 * played, and whose others which meetings were drawn, and what came of a pair.  Each line is on the disk before anything follows from
 * it; one that was cut short when its writer was killed is cut off. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/durable.h"
#include "base/secrets.h"
#include "cli/path.h"
#include "contest.h"
#include "match/match_options.h"
#include "record/whole.h"

enum { NOTES_PATH = CONTEST_FOLDER + 32, NO_BOT = -1 };

static void notes_path(const struct contest_wish *w, const char *folder, char path[NOTES_PATH])
{
    path_of(path, NOTES_PATH, "%s/%s", folder, w->by->notes);
}

void contest_meeting_path(const struct contest *c, uint32_t meeting, char path[CONTROL_PATH])
{
    const struct meeting *m = &c->met[meeting];
    if (c->wish->by->alone)
        path_of(path, CONTROL_PATH, "%s", c->folder);
    else
        path_of(path, CONTROL_PATH, "%s/%03u-%s-%s", c->folder, meeting + 1, c->wish->bot[m->a].name,
                c->wish->bot[m->b].name);
}

void contest_pairs_path(const struct contest *c, uint32_t meeting, uint32_t number, char path[CONTROL_PATH])
{
    contest_meeting_path(c, meeting, path);
    size_t n = strlen(path);
    snprintf(path + n, CONTROL_PATH - n, "/%06u", number);
}

/* --- the first line ------------------------------------------------------------------------------------------ */

static json_t *head_of(const struct contest_wish *w)
{
    char here[PATH_MAX];
    json_t *bots = json_array();
    for (uint32_t i = 0; i < w->bots; i++)
        json_array_append_new(bots, json_pack("{s:s,s:s,s:s}", "name", w->bot[i].name, "command", w->bot[i].command,
                                              "files", w->bot[i].files));
    return json_pack("{s:i,s:s,s:o,s:s,s:s,s:s,s:s,s:s,s:s*,s:I,s:I,s:I,s:I,s:I,s:b}", "fiel-tournament", 1, "from",
                     getcwd(here, sizeof here) ? here : "/", "bots", bots, "kind", w->kind, "rules", w->words.rules,
                     "seats", w->words.seats, "clock", w->words.clock, "jail", w->words.jail, "key", w->words.key,
                     "rounds", (json_int_t)w->rounds, "heads", (json_int_t)w->heads, "pairs", (json_int_t)w->pairs,
                     "tables", (json_int_t)w->tables, "games_a_leg", (json_int_t)w->words.games_a_leg, "replays",
                     !w->no_replays);
}

static bool take_bots(struct contest_wish *w, const json_t *list)
{
    json_t *bot;
    size_t i;
    if (json_array_size(list) > CONTEST_BOTS)
        return false;
    json_array_foreach(list, i, bot)
    {
        const char *name = json_string_value(json_object_get(bot, "name"));
        const char *command = json_string_value(json_object_get(bot, "command"));
        if (!name || !command || strlen(name) >= CONTEST_NAME || strlen(command) >= COMMAND_TEXT || strchr(name, '/'))
            return false;
        strcpy(w->bot[i].name, name);
        strcpy(w->bot[i].command, command);
        w->bot[i].files = json_string_value(json_object_get(bot, "files"));
    }
    w->bots = (uint32_t)json_array_size(list);
    return true;
}

/* What the first line says, or false: it is none. */
static bool take_head(struct contest_wish *w)
{
    json_int_t version = 0, rounds = 0, heads = 0, pairs = 0, tables = 0, games = 1;
    int replays = 1;
    json_t *bots = NULL;
    if (json_unpack(w->head, "{s:I,s:o,s:s,s:s,s:s,s:s,s:s,s?s,s:I,s:I,s:I,s:I,s?I,s:b}", "fiel-tournament", &version,
                    "bots", &bots, "kind", &w->kind, "rules", &w->words.rules, "seats", &w->words.seats, "clock",
                    &w->words.clock, "jail", &w->words.jail, "key", &w->words.key, "rounds", &rounds, "heads", &heads,
                    "pairs", &pairs, "tables", &tables, "games_a_leg", &games, "replays", &replays) ||
        version != 1 || pairs < 1 || pairs > w->by->most || tables < 1 || tables > CONTEST_PAIRS || games < 1 ||
        games > PAIR_GAMES_MOST || rounds < 0 || rounds > CONTEST_PAIRS || heads < 0 || heads > CONTEST_BOTS ||
        strlen(w->words.seats) != 1)
        return false;
    w->rounds = !strcmp(w->kind, "gauntlet") ? 0 : (uint32_t)rounds;
    w->heads = (uint32_t)heads;
    w->pairs = (uint32_t)pairs;
    w->tables = (uint32_t)tables;
    w->words.games_a_leg = (uint32_t)games;
    w->no_replays = !replays;
    return take_bots(w, bots);
}

/* The first line of the notes, which w->head keeps; false and errno: there is no such file. */
static bool read_head(struct contest_wish *w, const char *path)
{
    OWNED char *line = NULL;
    size_t room = 0;
    OPENED FILE *f = fopen(path, "re");
    int error = errno;
    w->head = f && getline(&line, &room, f) > 0 ? json_loads(line, 0, NULL) : NULL;
    errno = error;
    return f != NULL;
}

int contest_head(struct contest_wish *w)
{
    static char folder[PATH_MAX];
    char path[NOTES_PATH];
    if (!realpath(w->resume, folder) || strlen(folder) >= CONTEST_FOLDER)
        return cli_fail(EXIT_USAGE, "tournament: --resume: %.200s: %s: name the folder of a tournament", w->resume,
                        errno ? strerror(errno) : "its path is too long");
    notes_path(w, folder, path);
    if (!read_head(w, path))
        return cli_fail(EXIT_USAGE, "tournament: --resume: %s: %s: name the folder of a tournament", path,
                        strerror(errno));
    if (!w->head || !take_head(w))
        return cli_fail(EXIT_USAGE, "tournament: --resume: %s does not begin as the notes of a tournament do", path);
    const char *from = json_string_value(json_object_get(w->head, "from"));
    if (!from || chdir(from))
        return cli_fail(EXIT_ENVIRONMENT,
                        "tournament: the folder %.300s, from which the bots were named, cannot be entered: %s: put it "
                        "back",
                        from ? from : "?", strerror(errno));
    w->to = folder;
    return EXIT_FINE;
}

/* Whether two are of one: of as many pairs as they like. */
static bool is_same(const struct contest_wish *a, const struct contest_wish *b)
{
    bool same = a->bots == b->bots && a->tables == b->tables && a->words.games_a_leg == b->words.games_a_leg &&
                !strcmp(a->words.rules, b->words.rules) && !strcmp(a->words.seats, b->words.seats) &&
                !strcmp(a->words.clock, b->words.clock);
    for (uint32_t i = 0; same && i < a->bots; i++)
        same = !strcmp(a->bot[i].command, b->bot[i].command);
    return same;
}

/* --- making and opening -------------------------------------------------------------------------------------- */

static int take_lock(struct contest *c)
{
    char path[RECORD_LOCK_PATH];
    enum record_holder by;
    pid_t pid;
    path_of(path, sizeof path, "%s/%s.lock", c->folder, c->wish->by->name);
    if (!record_lock_take(&c->lock, path, 0, &by, &pid))
        return EXIT_FINE;
    if (by == HOLDER_NONE)
        return cli_fail(EXIT_ENVIRONMENT, "%s: %s cannot be locked: %s", c->wish->by->name, path, strerror(errno));
    return cli_fail(EXIT_ENVIRONMENT, "%s: %s is being played by process %d: wait for it, or end it", c->wish->by->name,
                    c->folder, (int)pid);
}

static int notes_fail(const struct contest *c)
{
    return cli_fail(EXIT_ENVIRONMENT, "%s: %s/%s cannot be written: %s: make room there", c->wish->by->name, c->folder,
                    c->wish->by->notes, strerror(errno));
}

int contest_create(struct contest *c)
{
    char path[NOTES_PATH], *text;
    const char *to = c->wish->to;
    bool made = false;
    errno = 0;
    if (strlen(to) >= CONTEST_FOLDER || (!(made = !mkdir(to, 0777)) && (errno != EEXIST || !c->wish->by->alone)))
        return errno == EEXIST
                   ? cli_fail(EXIT_USAGE,
                              "tournament: %.200s is there already: go on with it by --resume %.200s, or "
                              "name another by --to",
                              to, to)
                   : cli_fail(EXIT_USAGE, "%s: %s: %.200s cannot be made: %s: name a folder where you may write",
                              c->wish->by->name, c->wish->by->to, to, errno ? strerror(errno) : "its path is too long");
    snprintf(c->folder, sizeof c->folder, "%s", to);
    notes_path(c->wish, to, path);
    json_auto_t *head = head_of(c->wish);
    text = head ? json_dumps(head, JSON_COMPACT) : NULL;
    size_t n = text ? strlen(text) : 0;
    if (text)
        text[n] = '\n'; /* in the place of its NUL */
    int bad = text ? durable_write(path, text, n + 1, 0666) : -1, error = errno;
    free(text);
    if (!bad && (c->notes = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)) >= 0)
        return take_lock(c);
    errno = bad ? error : errno;
    int code = notes_fail(c);
    unlink(path);
    if (made)
        rmdir(to);
    return code;
}

/* --- the lines --------------------------------------------------------------------------------------------------- */

/* Adds a line that is whole and on the disk, or nothing, and gives it back. */
static int add_line(struct contest *c, json_t *line)
{
    char *text = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    if (!text)
        return errno = ENOMEM, -1;
    size_t n = strlen(text);
    off_t end = lseek(c->notes, 0, SEEK_END);
    text[n] = '\n';
    int bad = end < 0 || write_whole(c->notes, text, n + 1) != n + 1 || fdatasync(c->notes) ? -1 : 0, error = errno;
    free(text);
    if (bad && end >= 0 && ftruncate(c->notes, end))
        error = errno;
    errno = error;
    return bad;
}

static json_int_t number_of(uint32_t bot) { return bot == PAIRING_BYE ? NO_BOT : (json_int_t)bot; }

int contest_note_drawn(struct contest *c, uint32_t count)
{
    json_t *list = json_array();
    for (uint32_t i = c->meetings - count; i < c->meetings; i++)
        json_array_append_new(
            list, json_pack("[I,I,I]", (json_int_t)c->met[i].round, number_of(c->met[i].a), number_of(c->met[i].b)));
    return add_line(c, json_pack("{s:o}", "drawn", list));
}

int contest_note_pairs(struct contest *c, uint32_t meeting, uint32_t number, uint32_t count, const struct measured *m)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        json_t *one = measured_json(number + i, &m[i]);
        if (m[i].fault.fault != FAULT_NONE) {
            event_fault_write(one, &m[i].fault);
            json_object_set_new(one, "fault_bot", json_integer(m[i].fault_bot));
        }
        json_array_append_new(list, one);
    }
    return add_line(c, json_pack("{s:I,s:o}", "meeting", (json_int_t)meeting, "pairs", list));
}

int contest_note_replaced(struct contest *c, uint32_t bot, const char *name, const char *files)
{
    return add_line(c, json_pack("{s:I,s:s,s:s}", "replaced", (json_int_t)bot, "name", name, "files", files));
}

static bool take_replaced(struct contest *c, const json_t *line)
{
    json_int_t bot = 0;
    const char *name, *files;
    if (json_unpack((json_t *)(uintptr_t)line, "{s:I,s:s,s:s}", "replaced", &bot, "name", &name, "files", &files) ||
        bot < 0 || bot >= c->plan.entrants || c->wish->bots == CONTEST_BOTS || strlen(name) >= CONTEST_NAME ||
        strchr(name, '/'))
        return false;
    files = strdup(files); /* as long as this process */
    return files && !contest_replaced(c, (uint32_t)bot, name, files);
}

static bool take_drawn(struct contest *c, const json_t *list)
{
    json_t *one;
    size_t i;
    json_array_foreach(list, i, one)
    {
        json_int_t round, a, b, n = c->plan.entrants;
        if (json_unpack(one, "[I,I,I]", &round, &a, &b) || round < 0 || round > CONTEST_PAIRS || a < 0 || a >= n ||
            b < NO_BOT || b >= n || a == b ||
            contest_drawn(c, (uint32_t)round, (uint32_t)a, b == NO_BOT ? PAIRING_BYE : (uint32_t)b))
            return false;
    }
    return true;
}

static bool take_pairs(struct contest *c, const json_t *line)
{
    json_int_t meeting = json_integer_value(json_object_get(line, "meeting"));
    json_t *one;
    size_t i;
    if (meeting < 0 || meeting >= c->meetings)
        return false;
    json_array_foreach(json_object_get(line, "pairs"), i, one)
    {
        struct measured m;
        uint32_t number;
        if (!measured_read(one, &number, &m))
            return false;
        event_fault_read(one, &m.fault);
        m.fault_bot = json_integer_value(json_object_get(one, "fault_bot")) == 1;
        c->found += contest_count(c, (uint32_t)meeting, number, &m);
    }
    return true;
}

/* All lines behind the first; *whole is where the last one ends that is whole.  An exit code. */
static int take_lines(struct contest *c, FILE *f, const char *path, off_t *whole)
{
    OWNED char *line = NULL;
    size_t room = 0;
    ssize_t n;
    bool fine = true;
    for (unsigned at = 1; fine && (n = getline(&line, &room, f)) > 0 && line[n - 1] == '\n'; at++) {
        json_auto_t *j = json_loads(line, 0, NULL);
        const json_t *drawn = json_object_get(j, "drawn");
        fine = at == 1 || (j && (drawn                            ? take_drawn(c, drawn)
                                 : json_object_get(j, "replaced") ? take_replaced(c, j)
                                                                  : take_pairs(c, j)));
        if (!fine)
            (void)cli_fail(EXIT_ENVIRONMENT,
                           "%s: %s: line %u makes no sense: take it and all behind it away to play them again",
                           c->wish->by->name, path, at);
        *whole += n;
    }
    return fine ? EXIT_FINE : EXIT_ENVIRONMENT;
}

int contest_take_up(struct contest *c)
{
    char path[NOTES_PATH];
    off_t whole = 0;
    snprintf(c->folder, sizeof c->folder, "%s", c->wish->to);
    notes_path(c->wish, c->folder, path);
    int code = take_lock(c);
    if (code)
        return code;
    OPENED FILE *f = fopen(path, "re");
    c->notes = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    code = f && c->notes >= 0 ? take_lines(c, f, path, &whole) : notes_fail(c);
    if (!code && ftruncate(c->notes, whole))
        code = notes_fail(c);
    return code;
}

int contest_join(struct contest *c)
{
    static struct contest_wish was; /* for its size */
    char path[NOTES_PATH];
    struct contest_wish *w = c->wish;
    was.by = w->by;
    notes_path(w, w->to, path);
    if (!read_head(&was, path))
        return contest_create(c);
    w->head = was.head;
    if (!was.head || !take_head(&was) || !is_same(&was, w))
        return cli_fail(
            EXIT_USAGE,
            "%s: %s is of another measurement: other bots, rules, seats, clock, tables or games: name another "
            "folder",
            w->by->name, path);
    for (uint32_t i = 0; i < w->bots; i++)
        w->bot[i].files = was.bot[i].files;
    return contest_take_up(c);
}

void contest_close(struct contest *c)
{
    close_fd(&c->notes);
    record_lock_drop(&c->lock);
    contest_free(c);
}
