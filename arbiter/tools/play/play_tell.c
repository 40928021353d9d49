/* play_tell: what came of a match that a person played, in the person's language. */
#include <stdio.h>
#include <string.h>

#include "base/cli.h"
#include "base/event_fault.h"
#include "child/events.h"
#include "cli/cells.h"
#include "cli/command.h"
#include "cli/language.h"
#include "play.h"
#include "rules/position.h"

/* What `fiel match` says for others than the person: how it jails, what its seats write, how it goes on. */
static bool is_aside(const char *line)
{
    return !strncmp(line, "fiel: seat ", 11) || !strncmp(line, "fiel: the bots are jailed", 25) ||
           strstr(line, "--resume");
}

/* Why there is no match: what `fiel match` printed about it. */
static void say_what_it_said(const char *said)
{
    char line[1024];
    OPENED FILE *f = fopen(said, "re");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "fiel:", 5) && !is_aside(line))
            fputs(line, stderr);
}

int play_tell_line(const json_t *end, const char *said, int match_code)
{
    if (end && json_dumpf(end, stdout, JSON_COMPACT) == 0)
        putchar('\n');
    if (strcmp(json_text(end, "event"), "result") != 0) {
        say_what_it_said(said);
        return match_code ? match_code : EXIT_ENVIRONMENT;
    }
    return match_code;
}

static void print_games(const json_t *end)
{
    json_t *seat;
    size_t i;
    json_array_foreach(json_object_get(end, "seats"), i, seat)
    {
        long long games = json_integer_value(json_object_get(seat, "games"));
        long long points = json_integer_value(json_object_get(seat, "points"));
        cell_left(stdout, 20, json_text(seat, "name"));
        putchar(' ');
        printf(TN("%3lld game   ", "%3lld games  ", (uint64_t)games), games);
        printf(TN("%4lld point\n", "%4lld points\n", (uint64_t)points), points);
    }
}

static const char *outcome_words(const char *outcome)
{
    if (!strcmp(outcome, "void"))
        return T("void");
    return !strcmp(outcome, "cancelled") ? T("it was cancelled") : outcome;
}

int play_tell(const json_t *end, const char *said, int match_code)
{
    const char *names[FIEL_SEATS_MAX], *replay = json_text(end, "replay");
    json_t *fault;
    size_t i, winners = 0;
    char winner[1024], words[FAULT_NAMED], word[COMMAND_SHELL];
    struct event_fault f;
    if (strcmp(json_text(end, "event"), "result") != 0) {
        say_what_it_said(said);
        return match_code ? match_code : EXIT_ENVIRONMENT;
    }
    print_games(end);
    json_array_foreach(json_object_get(end, "faults"), i, fault) if (event_fault_read(fault, &f))
        printf(T("fault of %s: %s\n"), f.by, event_fault_told(&f, language_spoken(), words));
    json_array_foreach(json_object_get(end, "winner_names"), i,
                       fault) if (winners < FIEL_SEATS_MAX && json_string_value(fault))
        names[winners++] = json_string_value(fault);
    language_list(winner, sizeof winner, names, winners);
    if (winners > 1)
        printf(T("Winners: %s.\n"), winner);
    else if (winners)
        printf(T("Winner: %s.\n"), winner);
    else
        printf(T("No winner: %s.\n"), outcome_words(json_text(end, "outcome")));
    command_shell(replay, word);
    printf(T("  fiel-audit %s   proves it\n  fiel replay %s   tells it\n"), word, word);
    return match_code;
}
