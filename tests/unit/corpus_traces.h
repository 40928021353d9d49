/* corpus_traces: hands recorded from independent engines.
 *
 * A line is a hand: cards, acts, what the engine listed as legal before each act, what it refused, what was
 * paid.  tests/corpus/README.md says where they come from and what is left out of the comparison. */
#ifndef TESTS_CORPUS_TRACES_H
#define TESTS_CORPUS_TRACES_H

#include "corpus_trucopy.h"

/* A file of recordings, and the rules it is replayed under beside each line's own options. */
struct recording {
    const char *name, *rules;
};

#define ARGENTINE "envido_chain=strict,face_down=forbidden,declare=auto"
#define URUGUAYAN "uy_cap_two=lesser,truco_bars_envido=on,face_down=forbidden,mazo_scope=paso,declare=auto"

static const struct recording recordings[] = {
    { "trucoshi_argentino_2p_noflor", "argentino,truco_forfeits_envido=team," ARGENTINE },
    { "trucoshi_argentino_4p_noflor", "argentino,truco_forfeits_envido=team," ARGENTINE },
    { "trucoshi_argentino_6p_redondo", "argentino,truco_forfeits_envido=team," ARGENTINE },
    { "trucoshi_argentino_2p_flor",
      "argentino-flor,truco_forfeits_envido=team,flor_table=modern,resto=winner_takes_game," ARGENTINE },
    { "ezevillo_argentino_2p_noflor", "argentino,quiero_mazo=on," ARGENTINE },
    { "ctruco_paulista_2p", "paulista" },
    { "baixada_paulista_2p", "paulista" },
    { "minitruco_paulista_4p", "paulista" },
    { "minitruco_paulista-clean_4p", "paulista-limpo" },
    { "minitruco_mineiro_4p", "mineiro" },
    { "trucopy_uruguayo_2p", "uruguayo," URUGUAYAN },
    { "trucopy_uruguayo_6p", "uruguayo," URUGUAYAN },
};

/* Where an engine departs from the game, or from what is decided here: by the name of its fault, or the id of
 * the hand.  A hand with a fault is replayed as far as the engine is right. */
static const struct reason faults[] = {
    { "tied-tied-X",
      "\"In the case of two pardas, the winner of the remaining trick wins the round\" [2 Truco; 3 s14]" },
    { "no-end-at-target-while-truco-pending",
      "\"Usually as soon as one team goes over 30 points, the game is ended\" [2]" },
    { "partner-tie-lead-lowest-seat", "the partner who played first leads: ruling, partner_tie_lead=first" },
    { "trucoshi_argentino_4p_noflor-00792",
      "who gave up leads no more, the next of its side does [3 s14: \"éste queda solo en el juego defendiendo "
      "con sus cartas la suerte del equipo\"]" },
};

static inline const struct reason *fault_of(const json_t *line)
{
    const char *names[] = { text_at(line, "known_fault"), text_at(line, "id") };
    const struct reason *fault = reason_of(faults, sizeof faults / sizeof *faults, names[0]);
    return fault ? fault : reason_of(faults, sizeof faults / sizeof *faults, names[1]);
}

/* --- lists of what is legal --- */

/* The Brazilian engines say "raise" for whatever step comes next. */
static inline const char *theirs_of(const char *word)
{
    static const char *const steps[] = { "truco", "seis", "nove", "dez", "doze" };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (strcmp(word, steps[i]) == 0)
            return "raise";
    return word;
}

static inline bool lists(const json_t *ours, const char *theirs)
{
    size_t i;
    json_t *word;
    json_array_foreach(ours, i, word) if (strcmp(theirs_of(json_string_value(word)), theirs) == 0) return true;
    return contains(ours, theirs);
}

static inline bool gives_up_as_answer(const struct corpus *c, const char *word)
{
    return is_answer(c) && (strcmp(word, "mazo") == 0 || strcmp(word, "paso") == 0);
}

/* No engine offers mazo as an answer; pass is asked only here. */
static inline bool not_compared(const struct corpus *c, const json_t *step, const char *word)
{
    return contains(at(step, "legal_skip"), word) || strcmp(word, "pass") == 0 || strcmp(word, "flor-pass") == 0 ||
           gives_up_as_answer(c, word);
}

/* Each list holds the other. */
static inline bool same_legal(struct corpus *c, const json_t *step, size_t number)
{
    size_t i;
    json_t *word;
    const json_t *theirs = at(step, "legal"), *ours = at(c->answer, "legal");
    if (!json_is_array(theirs) || contains(theirs, "flor")) /* the engine lets a holder play without singing */
        return true;
    json_array_foreach(theirs, i, word)
    {
        const char *w = our_word(json_string_value(word));
        if (!not_compared(c, step, w) && !lists(ours, w))
            return differ(c, "step %zu: \"%s\" is not offered", number, w);
    }
    json_array_foreach(ours, i, word)
    {
        const char *w = json_string_value(word);
        if (!not_compared(c, step, w) && !only_ours(c, number, w) && !contains(theirs, theirs_of(w)) &&
            !contains(theirs, w))
            return differ(c, "step %zu: \"%s\" is offered", number, w);
    }
    return true;
}

/* What the engine refused is refused here too, and changes nothing. */
static inline bool same_refusals(struct corpus *c, size_t step)
{
    size_t i;
    json_t *probe;
    json_array_foreach(at(c->line, "probe"), i, probe)
    {
        const char *word = text_at(probe, "act");
        if ((size_t)number_at(probe, "step") != step || gives_up_as_answer(c, word) ||
            (legal(c, word) && only_ours(c, step, word)))
            continue;
        json_t *before = json_incref(c->answer);
        bool refused = !act(c, number_at(probe, "seat"), word);
        bool same = json_equal(at(before, "legal"), at(c->answer, "legal")) &&
                    json_equal(at(before, "turn"), at(c->answer, "turn")) &&
                    json_equal(at(before, "score"), at(c->answer, "score"));
        json_decref(before);
        if (!refused || !same)
            return differ(c, "step %zu: \"%s\" is refused by the engine", step, word);
    }
    return true;
}

/* --- scores --- */

static inline bool same_score(const struct corpus *c, const json_t *theirs)
{
    int target = number_at(c->line, "target");
    for (size_t side = 0; side < 2; side++) {
        int a = number_of(at(c->answer, "score"), side), b = number_of(theirs, side);
        if ((a < target ? a : target) != (b < target ? b : target))
            return false;
    }
    return true;
}

static inline bool same_hand(struct corpus *c, const json_t *result)
{
    const char *key;
    json_t *pair, *winner = at(result, "hand_winner"), *tricks = at(result, "tricks");
    const json_t *hand = at(c->answer, "hand");
    if (!json_is_true(at(hand, "over")))
        return differ(c, "the hand goes on");
    json_object_foreach(at(result, "points"), key,
                        pair) if (json_is_array(pair) &&
                                  !json_equal(pair, at(at(hand, "points"), key))) return differ(c, "another %s", key);
    if (strcmp(text_at(result, "hand_winner"), "draw") == 0 && !json_is_null(at(hand, "winner")))
        return differ(c, "somebody won the hand");
    if (json_is_integer(winner) && !json_equal(winner, at(hand, "winner")))
        return differ(c, "another winner of the hand");
    return !json_is_array(tricks) || json_equal(tricks, at(hand, "tricks")) || differ(c, "other tricks");
}

/* Where the target cuts the hand only scores can be compared. */
static inline bool same_result(struct corpus *c, const json_t *result)
{
    const json_t *score = at(result, "score");
    int target = number_at(c->line, "target");
    if (!same_score(c, score))
        return differ(c, "another score");
    return number_of(score, 0) >= target || number_of(score, 1) >= target || same_hand(c, result);
}

/* --- a hand --- */

/* Options that the preset settles, or that only the engine's players have. */
static inline bool says_nothing(const char *option)
{
    static const char *const names[] = { "flor", "deck", "answer_raise" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], option) == 0)
            return true;
    return false;
}

static inline void rules_of(const struct recording *r, const json_t *line, char *rules, size_t size)
{
    const char *key;
    json_t *value;
    snprintf(rules, size, "%s,target=%d", r->rules, number_at(line, "target"));
    json_object_foreach(at(line, "options"), key, value)
    {
        size_t used = strlen(rules);
        if (says_nothing(key) || json_is_null(value))
            continue;
        snprintf(rules + used, size - used, ",%s=", key);
        used = strlen(rules);
        if (json_is_integer(value))
            snprintf(rules + used, size - used, "%d", (int)json_integer_value(value));
        else
            for (const char *v = json_string_value(value); *v && used + 1 < size; v++, used++) {
                rules[used] = *v == ',' ? '-' : *v; /* "4,6,10,12" */
                rules[used + 1] = '\0';
            }
    }
}

static inline bool lay_hand(struct corpus *c, const struct recording *r)
{
    char rules[512];
    const json_t *l = c->line;
    rules_of(r, l, rules, sizeof rules);
    return ask(c, json_pack("{s:s,s:s,s:O,s:O,s:O,s:O,s:O*}", "op", "new", "rules", rules, "seats", at(l, "players"),
                            "score", at(l, "score"), "mano", at(l, "mano"), "hands", at(l, "hands"), "vira",
                            at(l, "vira"))) ||
           differ(c, "%s", text_at(c->answer, "message"));
}

/* The engine asks a rival without a flor nothing, and plays on after flor against flor; who bets is the first
 * holder of a side for truco-py. */
static inline bool pass_flor(struct corpus *c, const char *word, int seat)
{
    bool bet = strncmp(word, "con", 3) == 0 || strncmp(word, "flor-", 5) == 0;
    if (!in_phase(c, "flor") || !legal(c, "pass") || (bet && (turn(c) == seat || !is_trucopy(c->line))))
        return true;
    return act(c, turn(c), "pass") || differ(c, "%s", text_at(c->answer, "message"));
}

/* Whether the rules have sung for this seat already (flor_policy=auto), once. */
static inline bool sung_already(struct corpus *c, int seat, unsigned *told, const char *word)
{
    size_t i;
    json_t *who;
    if (strcmp(word, "flor") != 0 || (*told >> seat & 1u) != 0)
        return false;
    json_array_foreach(fact(c, "sang"), i, who) if (json_integer_value(who) == seat)
    {
        *told |= 1u << seat;
        return true;
    }
    return false;
}

/* Plays step `i`; *told: flores the trace has named. */
static inline bool play_step(struct corpus *c, size_t i, unsigned *told)
{
    const json_t *steps = at(c->line, "steps"), *step = json_array_get(steps, i);
    int seat = number_at(step, "seat");
    const char *word = our_word(text_at(step, "act"));
    if (sung_already(c, seat, told, word))
        return true;
    if (!pass_flor(c, text_at(step, "act"), seat) || !pass_on(c, seat) || !same_refusals(c, i) ||
        !same_legal(c, step, i))
        return false;
    if (!act(c, seat, word))
        return differ(c, "step %zu: \"%s\": %s", i, word, text_at(c->answer, "message"));
    bool last = i + 1 == json_array_size(steps); /* the engine may have closed the hand early */
    const json_t *score = at(step, "score");
    return last || !json_is_array(score) || same_score(c, score) || differ(c, "step %zu: another score", i);
}

/* The engine closed the hand on a card nobody could beat: any cards make the trick whole. */
static inline bool play_fill(struct corpus *c)
{
    size_t i;
    json_t *play;
    json_array_foreach(at(c->line, "fill"), i, play)
    {
        if (json_is_true(at(c->answer, "hand.over")))
            break;
        if (!act(c, number_at(play, "seat"), text_at(play, "act")))
            return differ(c, "fill: %s", text_at(c->answer, "message"));
    }
    return true;
}

static inline const struct recording *recording_of(const char *name)
{
    for (size_t i = 0; i < sizeof recordings / sizeof *recordings; i++)
        if (strcmp(recordings[i].name, name) == 0)
            return &recordings[i];
    return NULL;
}

static inline bool play_hand(struct corpus *c, size_t steps, const json_t *result)
{
    unsigned told = 0;
    if (!lay_hand(c, recording_of(c->name)))
        return false;
    for (size_t i = 0; i < steps; i++)
        if (!play_step(c, i, &told))
            return false;
    return pass_flor(c, "", -1) && play_fill(c) && (result == NULL || same_result(c, result));
}

static inline enum verdict replay_hand(struct corpus *c)
{
    const struct reason *fault = fault_of(c->line);
    bool known = at(c->line, "known_fault") != NULL;
    if (known && !fault) {
        differ(c, "a fault that nobody knows: %s", text_at(c->line, "known_fault"));
        return DISAGREED;
    }
    if (fault && !known)
        return leave_out(c, fault->name, fault->decided);
    size_t right;
    const struct reason *departs = departure(c->line, &right);
    if (departs)
        return play_hand(c, right, NULL) ? leave_out(c, departs->name, departs->decided) : DISAGREED;
    size_t steps = known ? (size_t)number_at(c->line, "valid_steps") : json_array_size(at(c->line, "steps"));
    if (!play_hand(c, steps, at(c->line, known ? "rules_result" : "result")))
        return DISAGREED;
    return known ? leave_out(c, fault->name, fault->decided) : AGREED;
}

#endif
