/* check_report: the verdict for a person, one line a check and then the remedies; and for a machine. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "cli/cells.h"
#include "cli/language.h"
#include "tell/seat_line.h"

static const char *const names[] = {
#define X(name, text, what) text,
    CHECK_LINES(X)
#undef X
};
static const char *const marks[] = { N_("not tried"), N_("pass"), N_("note"), N_("FAIL") };

bool check_passed(const struct trial *c)
{
    for (unsigned i = 0; i < LINES; i++)
        if (c->line[i].mark == MARK_FAIL)
            return false;
    return true;
}

static const char *colour_of(enum mark m, bool colour)
{
    if (!colour)
        return "";
    return m == MARK_FAIL ? "\033[31m" : m == MARK_PASS ? "\033[32m" : m == MARK_NOTE ? "\033[33m" : "\033[2m";
}

enum { SAYS_AT = 24 };

/* A line that was not tried has nothing behind its mark, not even a blank. */
static void text_line(const char *name, const struct check_line *l, bool colour)
{
    fputs("  ", stdout);
    cell_left(stdout, 11, T(name));
    fputs(colour_of(l->mark, colour), stdout);
    cell_left(stdout, *l->says ? 11 : 0, T(marks[l->mark]));
    fputs(colour ? "\033[0m" : "", stdout);
    cell_flow(stdout, SAYS_AT, SAYS_AT, l->says);
    putchar('\n');
}

void check_text(const struct trial *c, bool colour)
{
    char words[3 * CHECK_SAYS];
    bool any = false;
    snprintf(words, sizeof words, T("%s: %s, %u seats%s%s"), c->bot, c->rules_text, c->seats,
             *c->clock_text ? ", " : "", c->clock_text);
    cell_flow(stdout, 0, 2, words);
    puts("\n");
    for (unsigned i = 0; i < LINES; i++)
        text_line(names[i], &c->line[i], colour);
    for (unsigned i = 0; i < LINES; i++)
        if (*c->line[i].remedy) {
            printf("%s  %s: ", any ? "" : "\n", T(names[i]));
            cell_flow(stdout, 4 + cell_columns(T(names[i])), 4, c->line[i].remedy);
            putchar('\n');
            any = true;
        }
    printf("\n%s\n", check_passed(c) ? T("A ladder would admit it.") : T("A ladder would not admit it."));
}

/* "play": 120, "envido": 7: its own actions. */
static json_t *said(const struct trial *c)
{
    static const char *const words[ACTION_LAST + 1] = {
#define X(name, number, word) [ACT_##name] = word,
        FIEL_ACTIONS(X)
#undef X
    };
    json_t *j = json_object();
    for (unsigned k = 1; k <= ACTION_LAST; k++) {
        const char *word = *words[k] ? words[k] : k == ACT_RAISE ? "raise" : "embit";
        if (c->seen.said[k])
            json_object_set_new(j, word, json_integer((json_int_t)c->seen.said[k]));
    }
    return j;
}

static json_t *counts(const struct trial *c)
{
    json_t *phases = json_object();
    char word[PHASE_TEXT];
    for (unsigned p = 1; p < 32; p++)
        if (c->seen.phase[p])
            json_object_set_new(phases, phase_word(p, word), json_integer((json_int_t)c->seen.phase[p]));
    return phases;
}

void check_json(const struct trial *c)
{
    json_t *j = json_pack("{s:s, s:s, s:i, s:s, s:s, s:b}", "bot", c->bot, "rules", c->rules_text, "seats",
                          (int)c->seats, "clock", c->clock_text, "jail", c->jail, "passed", check_passed(c)),
           *lines = json_array();
    for (unsigned i = 0; i < LINES; i++) {
        const struct check_line *l = &c->line[i];
        json_array_append_new(lines, json_pack("{s:s, s:s, s:s, s:s}", "check", names[i], "mark",
                                               l->mark == MARK_FAIL        ? "fail"
                                               : l->mark == MARK_NOT_TRIED ? "not-tried"
                                                                           : marks[l->mark],
                                               "says", l->says, "remedy", l->remedy));
    }
    json_object_set_new(j, "checks", lines);
    json_object_set_new(j, "requests", counts(c));
    json_object_set_new(j, "actions", said(c));
    json_object_set_new(j, "decisions", json_integer((json_int_t)c->usage.decisions));
    json_object_set_new(j, "max_us", json_integer(c->usage.max_us));
    json_object_set_new(j, "mean_us",
                        json_real(c->usage.decisions ? c->usage.total_us / (double)c->usage.decisions : 0));
    json_object_set_new(j, "memory_kib", json_integer((json_int_t)c->usage.memory_kib));
    json_dumpf(j, stdout, JSON_COMPACT | JSON_ENSURE_ASCII);
    putchar('\n');
    json_decref(j);
}
