/* laws: what must hold of every decision, whatever is played.
 *
 * A law looks at the state before a decision and after it, and gives NULL or the sentence that is broken.  The
 * fuzzer and the random hands of the tests are judged by the same ones. */
#ifndef TESTS_LAWS_H
#define TESTS_LAWS_H

#include <stdbool.h>
#include <string.h>

#include "rules/position.h"
#include "rules/values.h"
#include "wire/codec.h"

typedef const char *law(const struct position *before, int seat, struct action a, const struct position *after);

static inline bool on_list(const struct action *list, int n, struct action a)
{
    for (int i = 0; i < n; i++)
        if (action_code(list[i]) == action_code(a))
            return true;
    return false;
}

static inline const char *law_state(const struct position *before, int seat, struct action a,
                                    const struct position *after)
{
    (void)before, (void)seat, (void)a;
    return position_check(after);
}

/* What a side's scorers have gained, all the same; -1 when they have not. */
static inline int grown(const struct open *b, const struct open *o, unsigned side)
{
    int points = -1;
    for (unsigned s = 0; s < o->scorers; s++) {
        int more = o->score[s] - b->score[s];
        if (o->scorers > 2 && side_of(o, s) != side)
            continue;
        if (o->scorers == 2 && s != side)
            continue;
        if (points >= 0 && more != points)
            return -1;
        points = more;
    }
    return points;
}

/* Points never fall, and what a side gains is written down in the accounts of the hand. */
static inline const char *law_points(const struct position *before, int seat, struct action a,
                                     const struct position *after)
{
    const struct open *b = &before->open, *o = &after->open;
    (void)seat, (void)a;
    for (int side = 0; side < 2; side++) {
        int truco = o->points_truco[side] - b->points_truco[side],
            envido = o->points_envido[side] - b->points_envido[side],
            flor = o->points_flor[side] - b->points_flor[side], bonus = o->points_bonus[side] - b->points_bonus[side];
        if (truco < 0 || envido < 0 || flor < 0 || bonus < 0)
            return "points fell";
        if (grown(b, o, (unsigned)side) != truco + envido + flor + bonus)
            return "the score grew by something else than the accounts of the hand";
    }
    return NULL;
}

/* --- the legal list and position_apply agree over the whole vocabulary --- */

static inline const char *one_word(const struct position *pos, int seat, struct action a, const struct action *list,
                                   int n)
{
    struct position out, untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    out = untouched;
    enum rule_error e = position_apply(pos, seat, a, &out);
    if ((e == RULE_OK) != on_list(list, n, a))
        return "the legal list and position_apply differ";
    if (e != RULE_OK && memcmp(&out, &untouched, sizeof out) != 0)
        return "a refused action changed something";
    return rule_error_text(e)[0] != '\0' ? NULL : "a refusal has no sentence";
}

static inline const char *law_vocabulary(const struct position *before, int seat, struct action a,
                                         const struct position *after)
{
    struct action list[FIEL_LEGAL_MAX];
    const char *wrong = NULL;
    (void)seat, (void)a, (void)after;
    for (int s = 0; s < before->open.seats && !wrong; s++) {
        int n = position_legal(before, s, list);
        if (s != position_turn(before) && n != 0)
            return "a seat that is not on turn has a list";
        for (unsigned kind = 0; kind <= ACTION_LAST + 1; kind++)
            for (unsigned arg = 0; arg < 256 && !wrong; arg += arg == 48 ? 200 : 1)
                wrong = one_word(before, s, (struct action){ (uint8_t)kind, (uint8_t)arg }, list, n);
    }
    return wrong;
}

/* Every legal action has a word, and the word means the action. */
static inline const char *law_word(const struct position *before, int seat, struct action a,
                                   const struct position *after)
{
    char text[ACTION_TEXT];
    struct action back = { 0, 0 };
    (void)seat, (void)after;
    action_text(&before->open, a, text);
    if (action_parse(&before->open, text, &back) != RULE_OK || action_code(back) != action_code(a))
        return "a legal action has no word of its own";
    return NULL;
}

/* Applying beside the state and in place give the same, so that taking a decision back is having kept the state
 * before it. */
static inline const char *law_beside(const struct position *before, int seat, struct action a,
                                     const struct position *after)
{
    struct position out, kept = *before;
    memset(&out, 0xee, sizeof out);
    if (position_apply(before, seat, a, &out) != RULE_OK || memcmp(&out, after, sizeof out) != 0)
        return "beside the state it comes out otherwise";
    return memcmp(&kept, before, sizeof kept) == 0 ? NULL : "the state before it has changed";
}

/* --- what a seat sees --- */

/* Whether seat `s` may know the cards of seat `t`: its own but in an iron hand played unseen, its partners'
 * at eleven, where its side is the one that chooses or eleven_view=both. */
static inline bool may_know(const struct open *o, unsigned s, unsigned t)
{
    bool chooses = o->eleven != ELEVEN_NONE && o->eleven != ELEVEN_IRON;
    bool shown = chooses && (o->eleven_side == side_of(o, s) || o->rules.opt[OPT_ELEVEN_VIEW] == ELEVEN_VIEW_BOTH);
    if (s == t)
        return o->eleven != ELEVEN_IRON || o->rules.opt[OPT_FERRO_BLIND] == FERRO_SEEN;
    return side_of(o, s) == side_of(o, t) && shown;
}

/* Another world that looks the same to seat `s`: all cards that it may not know become others. */
static inline struct position other_world(const struct position *pos, unsigned s, unsigned step)
{
    struct position world = *pos;
    for (unsigned t = 0; t < pos->open.seats; t++)
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            if (world.dealt[t][k] < FIEL_CARDS && !may_know(&pos->open, s, t) &&
                !(s == t && (pos->open.gone[s] >> k & 1u) != 0))
                world.dealt[t][k] = (card_t)((world.dealt[t][k] + step) % FIEL_CARDS);
    return world;
}

static inline const char *one_view(const struct position *pos, unsigned s, unsigned step)
{
    struct view v, w;
    struct action list[FIEL_LEGAL_MAX], other[FIEL_LEGAL_MAX];
    struct position world = other_world(pos, s, step);
    memset(&v, 0, sizeof v);
    memset(&w, 0, sizeof w);
    position_view(pos, (int)s, &v);
    position_view(&world, (int)s, &w);
    if (memcmp(&v, &w, sizeof v) != 0)
        return "a view tells what its seat may not know";
    for (unsigned t = 0; t < FIEL_SEATS_MAX; t++)
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            if (t != s && !may_know(&pos->open, s, t) && v.known[t][k] != CARD_NONE)
                return "a view holds another seat's cards";
    int n = view_legal(&v, list);
    if (n != position_legal(pos, (int)s, other))
        return "a view has another list than the match";
    int plain = n;
    for (int i = 0; i < n; i++) {
        plain -= bet_by_number(list[i]);
        if (action_code(list[i]) != action_code(other[i]))
            return "a view has another list than the match";
    }
    return plain <= LEGAL_PLAIN ? NULL : "a list is longer than a REQUEST is filled up to";
}

/* The view and the legal list of a seat are the same in every world that looks the same to it. */
static inline const char *law_view(const struct position *before, int seat, struct action a,
                                   const struct position *after)
{
    const char *wrong = NULL;
    (void)before, (void)a;
    for (unsigned s = 0; s < after->open.seats && !wrong; s++)
        wrong = one_view(after, s, 1u + (unsigned)seat);
    return wrong;
}

#endif
