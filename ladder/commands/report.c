/* report: see report.h. */
#include "report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/client.h"
#include "cli/cells.h"
#include "cli/language.h"
#include "cli/say.h"
#include "site/words/words.h"
#include "store/store.h"

enum { COLUMNS = 12 };

const char *report_sentence(char out[SAID_TEXT], const char *said)
{
    return said_text(out, SAID_TEXT, language_spoken(), said);
}

int report_store(const char *command, const struct store_error *e)
{
    bool usage = e->code == STORE_INVALID || e->code == STORE_NOT_FOUND || e->code == STORE_EXISTS ||
                 e->code == STORE_STALE;
    char text[SAID_TEXT];
    return cli_fail(usage ? EXIT_USAGE : EXIT_ENVIRONMENT, "%s: %s", command, report_sentence(text, e->said));
}

const char *report_name(const char *name)
{
    return language_spoken() == ENGLISH ? name : name_in(name, language_name(language_spoken()));
}

void report_flow(int hang, const char *format, ...)
{
    OWNED char *text = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&text, format, args) >= 0)
        cell_flow(stdout, 0, hang, text);
    va_end(args);
    putchar('\n');
}

int report_object(const char *command, json_t *object)
{
    OWNED char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (!text)
        return cli_fail(EXIT_ENVIRONMENT,
                        "%s: what is to be told is no UTF-8, or there is no memory for it: leave out --json", command);
    puts(text);
    return EXIT_FINE;
}

/* A path may be any bytes. */
static json_t *any_string(const char *sentence)
{
    char text[SAID_TEXT];
    json_t *string = json_string(sentence);
    snprintf(text, sizeof text, "%s", sentence);
    for (char *c = text; !string && *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return string ? string : json_string(text);
}

void report_finding(void *findings, const char *sentence)
{
    struct report_findings *f = findings;
    if (f->list) {
        json_array_append_new(f->list, any_string(sentence));
    } else {
        cell_flow(f->out, 0, 4, sentence);
        fputc('\n', f->out);
    }
}

/* --- what a server answered -------------------------------------------------------------------------------------------- */

/* "12 pairs, goes on" */
static const char *progress_of(const char *object, char text[SAID_TEXT])
{
    static const struct {
        const char *verdict;
        const char *word;
    } verdicts[] = { { "goes on", N_("goes on") },
                     { "better", N_("the second is better") },
                     { "not better", N_("the second is not better") } };
    const char *verdict = "";
    json_auto_t *o = json_loads(object, 0, NULL);
    json_int_t pairs;
    *text = '\0';
    if (json_unpack(o, "{s:s,s:I}", "verdict", &verdict, "pairs", &pairs) == 0)
        for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
            if (!strcmp(verdict, verdicts[i].verdict))
                snprintf(text, SAID_TEXT, "%lld %s, %s", (long long)pairs, T("pairs"), T(verdicts[i].word));
    return text;
}

static const char *value_of(const json_t *o, const struct report_column *column, char text[SAID_TEXT])
{
    const char *word = json_word(o, column->key);
    return column->kind == REPORT_NAME       ? report_name(word)
           : column->kind == REPORT_SENTENCE ? report_sentence(text, word)
           : column->kind == REPORT_PROGRESS ? progress_of(word, text)
                                             : word;
}

static void measure_row(const json_t *o, const struct report_column *columns, int width[COLUMNS])
{
    char text[SAID_TEXT];
    for (size_t i = 0; columns[i].key && i < COLUMNS; i++) {
        int wide = cell_columns(value_of(o, &columns[i], text));
        width[i] = wide > width[i] ? wide : width[i];
    }
}

/* What is too long goes on in the next line, further in. */
static void print_row(const json_t *o, const struct report_column *columns, const int width[COLUMNS])
{
    char text[SAID_TEXT], *row = NULL;
    size_t size;
    FILE *f = open_memstream(&row, &size);
    for (size_t i = 0; f && columns[i].key && i < COLUMNS; i++) {
        fputs(i && width[i] ? "  " : "", f); /* a column that nobody has is none */
        cell_left(f, width[i], value_of(o, &columns[i], text));
    }
    if (f && !fclose(f))
        cell_flow(stdout, 0, 4, row);
    free(row);
    putchar('\n');
}

void report_answer(const struct client *c, const json_t *answer, const struct report_column *columns)
{
    int width[COLUMNS] = { 0 };
    const json_t *o;
    size_t i;
    if (c->json) {
        json_dumpf(answer, stdout, JSON_INDENT(1) | JSON_ENSURE_ASCII);
        putchar('\n');
    } else if (columns && json_is_array(answer)) {
        json_array_foreach(answer, i, o) measure_row(o, columns, width);
        json_array_foreach(answer, i, o) print_row(o, columns, width);
    } else if (columns) {
        measure_row(answer, columns, width);
        print_row(answer, columns, width);
    }
}
