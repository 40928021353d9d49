/* measure_notes: the folder of --replays: a folder of records for each pair, or for those played at once, and measure.jsonl, whose first line says what is
 * measured and whose others are a pair each.  So nothing that was played is lost, and the same words go on. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jail/build_tree.h"
#include "base/cli.h"
#include "base/secrets.h"
#include "cli/path.h"
#include "cli/temporary.h"
#include "measure.h"
#include "tools/pairs/pair_check.h"

static const char notes_name[] = SECRET_MEASURE;

void notes_path(const struct measure *m, uint32_t number, char path[CONTROL_PATH])
{
    path_of(path, CONTROL_PATH, "%s/%06u", m->folder, number);
}

/* What must be the same for two runs to be one measurement. */
static json_t *notes_head(const struct measure_wish *w)
{
    return json_pack("{s:i,s:s,s:s,s:s,s:s,s:s,s:I}", "fiel-measure", 1, "first", w->bot[0], "second", w->bot[1],
                     "rules", w->rules, "seats", w->seats, "clock", w->clock, "tables", (json_int_t)w->tables);
}

int measure_room(struct measure *m, uint32_t number)
{
    uint32_t room = m->room ? m->room : 64;
    while (room <= number)
        room *= 2;
    struct measured *more = realloc(m->pair, room * sizeof *more);
    if (!more)
        return cli_fail(EXIT_ENVIRONMENT, "measure: out of memory: close something and measure again");
    memset(more + m->room, 0, (room - m->room) * sizeof *more);
    m->pair = more;
    m->room = room;
    return EXIT_FINE;
}

/* What the bots are by the notes, or else are now. */
static int take_files(struct measure *m, const json_t *files)
{
    for (unsigned b = 0; b < MEASURE_BOTS; b++) {
        const char *then = json_string_value(json_array_get(files, b));
        m->files[b] = then ? strdup(then) : pair_bot_files(m->wish->bot[b], m->wish->jail);
        if (!m->files[b])
            return cli_fail(EXIT_ENVIRONMENT, "measure: out of memory: close something and measure again");
    }
    return EXIT_FINE;
}

/* The lines of an earlier run.  One that was cut short when it was killed is passed over: its pair is played again. */
static int take_up(struct measure *m, FILE *f, const char *path)
{
    json_t *head = notes_head(m->wish), *j;
    char *line = NULL;
    size_t room = 0;
    bool same = false;
    int code = EXIT_FINE;
    while (!code && getline(&line, &room, f) > 0) {
        struct measured one;
        uint32_t number;
        j = json_loads(line, 0, NULL);
        json_t *files = same ? NULL : json_incref(json_object_get(j, "files"));
        (void)(files && json_object_del(j, "files"));
        if (!same && !(same = json_equal(head, j)))
            code = cli_fail(
                EXIT_USAGE,
                "measure: %s is of another measurement: other bots, rules, seats, clock or tables: name another "
                "folder",
                path);
        else if (!m->files[0])
            code = take_files(m, files);
        else if (j && measured_read(j, &number, &one) && !(code = measure_room(m, number))) {
            m->pair[number] = one;
            m->found++;
        }
        json_decref(files);
        json_decref(j);
    }
    json_decref(head);
    free(line);
    return code;
}

static int open_folder(struct measure *m)
{
    m->keeps = m->wish->replays != NULL;
    if (m->keeps && strlen(m->wish->replays) >= sizeof m->folder)
        return cli_fail(EXIT_USAGE, "measure: --replays: the folder's path is too long");
    if (m->keeps) {
        snprintf(m->folder, sizeof m->folder, "%s", m->wish->replays);
        return !mkdir(m->folder, 0777) || errno == EEXIST
                   ? EXIT_FINE
                   : cli_fail(EXIT_ENVIRONMENT, "measure: %s cannot be made: %s: name a folder where you may write",
                              m->folder, strerror(errno));
    }
    return temporary_folder(m->folder, sizeof m->folder, "fiel-measure")
               ? EXIT_FINE
               : cli_fail(EXIT_ENVIRONMENT, "measure: no temporary folder: %s: set TMPDIR to one you may write",
                          strerror(errno));
}

/* All that was added is there. */
static int notes_kept(struct measure *m)
{
    return !fflush(m->notes) && !ferror(m->notes)
               ? EXIT_FINE
               : cli_fail(EXIT_ENVIRONMENT, "measure: %s/%s cannot be written: %s: make room there", m->folder,
                          notes_name, strerror(errno));
}

int notes_open(struct measure *m)
{
    char path[CONTROL_PATH + 32];
    int code = open_folder(m);
    if (!code)
        code = measure_room(m, 1);
    if (code)
        return code;
    path_of(path, sizeof path, "%s/%s", m->folder, notes_name);
    FILE *f = fopen(path, "re");
    if (f) {
        code = take_up(m, f, path);
        fclose(f);
    }
    if (code)
        return code;
    m->notes = fopen(path, "ae");
    if (!m->notes)
        return cli_fail(EXIT_ENVIRONMENT, "measure: %s cannot be written: %s: make room there", path, strerror(errno));
    if (!f) {
        json_t *head = notes_head(m->wish);
        code = take_files(m, NULL);
        if (!code)
            json_object_set_new(head, "files", json_pack("[s,s]", m->files[0], m->files[1]));
        json_dumpf(head, m->notes, JSON_COMPACT);
        json_decref(head);
    }
    fputc('\n', m->notes); /* also behind a line that was cut short */
    return code ? code : notes_kept(m);
}

int notes_add(struct measure *m, uint32_t number, uint32_t count)
{
    for (uint32_t i = number; i < number + count; i++) {
        json_t *j = measured_json(i, &m->pair[i]);
        json_dumpf(j, m->notes, JSON_COMPACT);
        fputc('\n', m->notes);
        json_decref(j);
    }
    return notes_kept(m);
}

void notes_close(struct measure *m)
{
    if (m->notes)
        fclose(m->notes);
    if (!m->keeps && *m->folder)
        tree_remove(m->folder);
    for (unsigned b = 0; b < MEASURE_BOTS; b++)
        free(m->files[b]);
    free(m->pair);
}
