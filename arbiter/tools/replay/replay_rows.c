/* replay_rows: decisions of one or more records, as rows or as the hands in which they were made. */
#include <inttypes.h>
#include <string.h>

#include "base/cli.h"
#include "cli/said.h"
#include "replay_more.h"
#include "archive/archive.h"
#include "tell/tell_row.h"
#include "tell/where.h"

struct rows {
    enum replay_form form;
    const struct tell_style *style;
    struct where *where; /* NULL: all */
    uint64_t seen, meant, hands;
};

int replay_listen(const char *path, uint32_t table, struct replay *file, struct teller *t, struct decisions *d)
{
    const char *why;
    if (archived_load(file, path, &why))
        return cli_fail(EXIT_ENVIRONMENT, "%s: %s: name a replay that you may read", path, why);
    tell_start(t, file->bytes, file->size);
    t->table = table;
    decisions_listen(d, t);
    if (decisions_next(d, t) && t->file.end != REPLAY_NOT_A_REPLAY && t->file.end != REPLAY_OTHER_VERSION)
        return EXIT_FINE;
    bool other = t->file.end == REPLAY_OTHER_VERSION;
    tell_end(t);
    replay_unload(file);
    if (other)
        return cli_fail(EXIT_ENVIRONMENT, "%s %s", path, replay_end_text(REPLAY_OTHER_VERSION));
    return cli_fail(EXIT_ENVIRONMENT, "%s %s: give a file that `fiel match --replay` wrote", path,
                    replay_end_text(REPLAY_NOT_A_REPLAY));
}

static void take_chapter(struct rows *r, const char *path, const struct teller *t, const struct decisions *d)
{
    bool told = false;
    for (size_t i = 0; i < d->count; i++) {
        const struct decision *one = &d->list[i];
        r->seen++;
        if (r->where && !where_fits(r->where, one))
            continue;
        r->meant++;
        if (r->form == FORM_CSV)
            decision_csv(r->style->out, path, one);
        else if (r->form == FORM_JSON)
            decision_json(r->style->out, path, one);
        told = true;
    }
    r->hands += told;
    if (told && r->form == FORM_TEXT)
        tell_text_chapter(r->style, t);
}

/* One table of it; *tables becomes how many there are. */
static int take_table(struct rows *r, const char *path, uint32_t table, uint32_t *tables)
{
    struct replay file;
    struct teller t;
    struct decisions d;
    int code = replay_listen(path, table, &file, &t, &d);
    if (code)
        return code;
    do
        take_chapter(r, path, &t, &d);
    while (decisions_next(&d, &t));
    *tables = t.offer.at_once;
    if (d.out_of_memory)
        code = cli_fail(EXIT_ENVIRONMENT, "out of memory: close something and try again");
    else if (t.damaged)
        code = cli_fail(EXIT_NEGATIVE, T("%s: the story stops at record %llu: %s"), path, (unsigned long long)t.number,
                        T(t.why));
    decisions_end(&d);
    tell_end(&t);
    replay_unload(&file);
    return code;
}

static int take_file(struct rows *r, const char *path)
{
    uint32_t tables = 1;
    int code = EXIT_FINE;
    for (uint32_t table = 0; table < tables && code == EXIT_FINE; table++)
        code = take_table(r, path, table, &tables);
    return code;
}

/* Nothing was meant: that is an answer, unless a word was never said. */
static int nothing(const struct rows *r)
{
    char why[WHERE_WHY];
    if (where_unheard(r->where, why))
        return cli_fail(EXIT_NEGATIVE, "--where: %s", said_text(why, sizeof why, language_spoken(), why));
    return cli_fail(EXIT_NEGATIVE, T("--where: none of %llu decisions is like that"), (unsigned long long)r->seen);
}

/* "3 of 700 decisions, in 3 hands" */
static void tell_total(const struct rows *r)
{
    struct row row = { r->style, 0 };
    char text[ROW_TEXT];
    snprintf(text, sizeof text, TN("%ju of %ju decisions, in %ju hand", "%ju of %ju decisions, in %ju hands", r->hands),
             r->meant, r->seen, r->hands);
    row_end(&row);
    row_put(&row, PAINT_PLAIN, text);
    row_end(&row);
}

int replay_rows(const struct replay_files *files, const char *where, enum replay_form form,
                const struct tell_style *style)
{
    struct where which;
    char why[WHERE_WHY];
    struct rows r = { form, style, where ? &which : NULL, 0, 0, 0 };
    int code = EXIT_FINE;
    if (where && where_read(&which, where, why))
        return cli_fail(EXIT_USAGE, "--where: %s", why);
    if (form == FORM_CSV)
        decision_csv_head(style->out);
    for (unsigned i = 0; i < files->count && (code == EXIT_FINE || code == EXIT_NEGATIVE); i++) {
        int one = take_file(&r, files->path[i]);
        code = one ? one : code;
    }
    if (code == EXIT_FINE && where && !r.meant)
        return nothing(&r);
    if (form == FORM_TEXT && r.meant)
        tell_total(&r);
    return code;
}
