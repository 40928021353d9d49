/* measure_notes: the folder of --replays: a folder of records for each pair, or for those played at once, and measure.jsonl, whose first line says what is
 * measured and whose others are a pair each.  So nothing that was played is lost, and the same words go on. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jail/build_tree.h"
#include "base/cli.h"
#include "cli/temporary.h"
#include "measure.h"

static const char notes_name[] = "measure.jsonl";

void notes_path(const struct measure *m, uint32_t number, char path[CONTROL_PATH])
{
    snprintf(path, CONTROL_PATH, "%s/%06u", m->folder, number);
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
        if (!same && !(same = json_equal(head, j)))
            code = cli_fail(
                EXIT_USAGE,
                "measure: %s is of another measurement: other bots, rules, seats, clock or tables: name another "
                "folder",
                path);
        else if (j && measured_read(j, &number, &one) && !(code = measure_room(m, number))) {
            m->pair[number] = one;
            m->found++;
        }
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

int notes_open(struct measure *m)
{
    char path[CONTROL_PATH + 32];
    int code = open_folder(m);
    if (!code)
        code = measure_room(m, 1);
    if (code)
        return code;
    snprintf(path, sizeof path, "%s/%s", m->folder, notes_name);
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
        json_dumpf(head, m->notes, JSON_COMPACT);
        json_decref(head);
    }
    fputc('\n', m->notes); /* also behind a line that was cut short */
    fflush(m->notes);
    return EXIT_FINE;
}

void notes_add(struct measure *m, uint32_t number, uint32_t count)
{
    for (uint32_t i = number; i < number + count; i++) {
        json_t *j = measured_json(i, &m->pair[i]);
        json_dumpf(j, m->notes, JSON_COMPACT);
        fputc('\n', m->notes);
        json_decref(j);
    }
    fflush(m->notes);
}

void notes_close(struct measure *m)
{
    if (m->notes)
        fclose(m->notes);
    if (!m->keeps && *m->folder)
        tree_remove(m->folder);
    free(m->pair);
}
