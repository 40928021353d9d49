/* play_tell: what came of a match that a person played, in the person's language. */
#include <stdio.h>
#include <string.h>

#include "base/cli.h"
#include "child/told.h"
#include "cli/cells.h"
#include "cli/language.h"
#include "tell/tell.h"
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
    FILE *f = fopen(said, "re");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "fiel:", 5) && !is_aside(line))
            fputs(line, stderr);
    if (f)
        fclose(f);
}

int play_tell_line(const json_t *end, const char *said, int match_code)
{
    if (end && json_dumpf(end, stdout, JSON_COMPACT) == 0)
        putchar('\n');
    if (strcmp(told_text(end, "event"), "result") != 0) {
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
        cell_left(stdout, 20, told_text(seat, "name"));
        putchar(' ');
        printf(games == 1 ? tongue("%3lld game   ", "%3lld partido   ", "%3lld jogo   ")
                          : tongue("%3lld games  ", "%3lld partidos  ", "%3lld jogos  "),
               games);
        printf(points == 1 ? tongue("%4lld point\n", "%4lld punto\n", "%4lld ponto\n")
                           : tongue("%4lld points\n", "%4lld puntos\n", "%4lld pontos\n"),
               points);
    }
}

static const char *outcome_words(const char *outcome)
{
    if (!strcmp(outcome, "void"))
        return tongue("void", "anulada", "anulada");
    return !strcmp(outcome, "cancelled") ? tongue("cancelled", "cancelada", "cancelada") : outcome;
}

int play_tell(const json_t *end, const char *said, int match_code)
{
    const char *names[SEATS_MAX], *replay = told_text(end, "replay");
    json_t *fault;
    size_t i, winners = 0;
    char winner[1024], words[640];
    if (strcmp(told_text(end, "event"), "result") != 0) {
        say_what_it_said(said);
        return match_code ? match_code : EXIT_ENVIRONMENT;
    }
    print_games(end);
    json_array_foreach(json_object_get(end, "faults"), i, fault)
        printf(tongue("fault of %s: %s\n", "falta de %s: %s\n", "falta de %s: %s\n"), told_text(fault, "name"),
               tell_behind(words, sizeof words, told_text(fault, "text"), 1));
    json_array_foreach(json_object_get(end, "winner_names"), i,
                       fault) if (winners < SEATS_MAX && json_string_value(fault))
        names[winners++] = json_string_value(fault);
    language_list(winner, sizeof winner, names, winners);
    if (winners > 1)
        printf(tongue("Winners: %s.\n", "Ganaron %s.\n", "Venceram %s.\n"), winner);
    else if (winners)
        printf(tongue("Winner: %s.\n", "Ganó %s.\n", "Venceu %s.\n"), winner);
    else
        printf(tongue("No winner: %s.\n", "No ganó nadie: %s.\n", "Ninguém venceu: %s.\n"),
               outcome_words(told_text(end, "outcome")));
    printf(tongue("  fiel-audit %s   proves it\n  fiel replay %s   tells it\n",
                  "  fiel-audit %s   lo demuestra\n  fiel replay %s   lo cuenta\n",
                  "  fiel-audit %s   prova\n  fiel replay %s   conta\n"),
           replay, replay);
    return match_code;
}
