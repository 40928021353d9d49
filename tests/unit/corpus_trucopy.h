/* corpus_trucopy: the ways of truco-py, the engine that the Uruguayan hands were recorded from. */
#ifndef TESTS_CORPUS_TRUCOPY_H
#define TESTS_CORPUS_TRUCOPY_H

#include "corpus.h"

/* Where it leaves the seeds: hands are replayed up to there. */
static const struct reason trucopy_faults[] = {
    { "envido-after-truco-was-wanted",
      "\"No se puede echar envido [...] después de haber querido el truco\" [3 s13]; who says retruco wanted it" },
    { "resto-refused-pays-the-rivals-flores",
      "\"[si] su envite no ha sido aceptado, sólo cobra el valor de sus flores; para cobrar las del adversario "
      "debe haber una contraflor por parte de éste\" [3 s24]" },
};

/* The engine's word for ours: a holder of a flor that bets nothing, and the number that is no number. */
static inline const char *our_word(const char *theirs)
{
    if (strcmp(theirs, "flor-pass") == 0)
        return "pass";
    if (strcmp(theirs, "envido-2") == 0)
        return "envido";
    return strcmp(theirs, "flor-envido-2") == 0 ? "flor-envido" : theirs;
}

static inline bool is_trucopy(const json_t *line) { return strcmp(text_at(line, "oracle"), "truco-py") == 0; }

static inline const char *act_at(const json_t *line, size_t step)
{
    return text_at(json_array_get(at(line, "steps"), step), "act");
}

/* Whether truco has been wanted before `step`: by quiero, or by the next step said as an answer. */
static inline bool truco_wanted(const json_t *line, size_t step)
{
    bool envido = false, truco = false;
    for (size_t i = 0; i < step; i++) {
        const char *word = act_at(line, i);
        if (strcmp(word, "retruco") == 0 || strcmp(word, "vale-cuatro") == 0 ||
            (strcmp(word, "quiero") == 0 && truco && !envido))
            return true;
        truco |= strcmp(word, "truco") == 0;
        envido = strstr(word, "envido") != NULL && strncmp(word, "flor-", 5) != 0;
    }
    return false;
}

/* Whether the contraflor al resto that is refused at `step` answered a bet: the bets before it were wanted. */
static inline bool resto_refused(const json_t *line, size_t step)
{
    bool raised = step >= 2 && strncmp(act_at(line, step - 2), "flor-", 5) == 0 &&
                  strcmp(act_at(line, step - 2), "flor-pass") != 0;
    return raised && strcmp(act_at(line, step), "con-flor-me-achico") == 0 &&
           strcmp(act_at(line, step - 1), "contraflor-al-resto") == 0;
}

/* Where truco-py leaves the seeds, at the first such step: *step; NULL when it does not. */
static inline const struct reason *departure(const json_t *line, size_t *step)
{
    size_t n = json_array_size(at(line, "steps"));
    const char *name = NULL;
    if (!is_trucopy(line))
        return NULL;
    for (*step = 0; *step < n && !name; ++*step) {
        if (contains(at(json_array_get(at(line, "steps"), *step), "legal"), "envido") && truco_wanted(line, *step))
            name = "envido-after-truco-was-wanted";
        if (resto_refused(line, *step))
            name = "resto-refused-pays-the-rivals-flores";
    }
    --*step;
    return name ? reason_of(trucopy_faults, sizeof trucopy_faults / sizeof *trucopy_faults, name) : NULL;
}

static inline bool has_played(const json_t *line, size_t step, int seat)
{
    while (step-- > 0)
        if (number_at(json_array_get(at(line, "steps"), step), "seat") == seat &&
            strncmp(act_at(line, step), "play", 4) == 0)
            return true;
    return false;
}

/* A first real envido beyond the falta, which counts as envido here, is no word of truco-py. */
static inline bool beyond_the_falta(const struct corpus *c, const char *word)
{
    bool real = strcmp(word, "real-envido") == 0 || strcmp(word, "flor-real-envido") == 0;
    bool first = !in_phase(c, "envido") && (!in_phase(c, "flor") || legal(c, "pass"));
    return is_trucopy(c->line) && real && first && !legal(c, "envido-3") && !legal(c, "flor-envido-3");
}

/* truco-py lists few of the numbers that may be bet, no plain contraflor, and lets nobody raise an envido
 * after his card (seed 003 section 11 lets everybody respond). */
static inline bool only_ours(const struct corpus *c, size_t step, const char *word)
{
    const json_t *s = json_array_get(at(c->line, "steps"), step);
    bool bet = strstr(word, "envido") != NULL;
    if (!is_trucopy(c->line))
        return false;
    if (bet && in_phase(c, "envido") && has_played(c->line, step, number_at(s, "seat")))
        return true;
    return beyond_the_falta(c, word) || strcmp(word, "contraflor") == 0 || (bet && strpbrk(word, "0123456789") != NULL);
}

#endif
