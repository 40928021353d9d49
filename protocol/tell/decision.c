/* decision: see decision.h. */
#include "decision.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cells.h"
#include "cli/json_out.h"
#include "cli/language.h"
#include "rules/values.h"
#include "rules/worth.h"
#include "seat_line.h"

const struct decision_field_row decision_fields[DECISION_FIELD_COUNT] = {
#define X(name, text, kind, meaning) { text, meaning, FIELD_##kind },
    DECISION_FIELDS(X)
#undef X
};

/* --- from the table to a row ----------------------------------------------------------------------------- */

static void set_word(struct decision *d, enum decision_field f, const char *word)
{
    snprintf(d->text[f], DECISION_TEXT, "%s", word);
}

static void add_card(struct decision *d, enum decision_field f, const struct open *o, card_t card)
{
    char name[CARD_TEXT];
    size_t n = strlen(d->text[f]);
    if (card < FIEL_CARDS)
        snprintf(d->text[f] + n, DECISION_TEXT - n, "%s%s", n ? " " : "", card_name(o, card, name));
}

/* The call that the seat is to answer. */
static struct action open_call(const struct open *o, unsigned *caller)
{
    *caller = o->phase == PHASE_STAKE ? o->stake_seat : o->phase == PHASE_ENVIDO ? o->envido_seat : o->flor_seat;
    if (o->phase == PHASE_STAKE && o->stake_called)
        return (struct action){ ACT_RAISE, o->stake_called };
    if (o->phase == PHASE_ENVIDO)
        return (struct action){ o->envido_last, 0 };
    if (o->phase == PHASE_FLOR)
        return (struct action){ o->flor_last, 0 };
    return (struct action){ 0, 0 };
}

/* The word of an action without its card or seat. */
static void set_action(struct decision *d, enum decision_field f, const struct open *o, struct action a)
{
    char words[ACTION_TEXT] = "none";
    if (a.kind)
        action_text(o, a, words);
    words[strcspn(words, " ")] = '\0';
    set_word(d, f, words);
}

static void set_cards(struct decision *d, const struct position *pos, unsigned seat)
{
    const struct open *o = &pos->open;
    const card_t *dealt = pos->dealt[seat];
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++) {
        add_card(d, DECIDED_DEALT, o, dealt[k]);
        if (!(o->gone[seat] >> k & 1u))
            add_card(d, DECIDED_HOLDS, o, dealt[k]);
    }
    add_card(d, DECIDED_VIRA, o, o->vira);
    bool seen = dealt[0] < FIEL_CARDS && dealt[1] < FIEL_CARDS && dealt[2] < FIEL_CARDS;
    d->legals = seen ? position_legal(pos, (int)seat, d->legal) : 0;
    d->number[DECIDED_ENVIDO] = seen && o->rules.opt[OPT_ENVIDO] != ENVIDO_NONE ? envido_value(o, dealt) : 0;
    bool flor = o->rules.opt[OPT_FLOR] == ON || o->rules.opt[OPT_ENVIDO] == ENVIDO_EMBIT;
    d->number[DECIDED_FLOR] = seen && flor && flor_held(o, dealt) ? flor_value(o, dealt) : 0;
}

static void set_score(struct decision *d, const struct open *o, unsigned seat)
{
    unsigned own = rules_scorer(&o->rules, o->seats, seat), scorers = rules_scorers(&o->rules, o->seats);
    d->number[DECIDED_SCORE] = o->score[own];
    for (unsigned s = 0; s < scorers; s++)
        if (s != own && o->score[s] > d->number[DECIDED_RIVALS])
            d->number[DECIDED_RIVALS] = o->score[s];
    d->number[DECIDED_AHEAD] = d->number[DECIDED_SCORE] - d->number[DECIDED_RIVALS];
}

static struct decision *row_add(struct decisions *all)
{
    if (all->count == all->room) {
        size_t room = all->room ? 2 * all->room : 64;
        struct decision *more = realloc(all->list, room * sizeof *more);
        all->out_of_memory |= !more;
        if (!more)
            return NULL;
        all->list = more;
        all->room = room;
    }
    struct decision *d = &all->list[all->count++];
    memset(d, 0, sizeof *d);
    return d;
}

/* struct teller's `decided`. */
static void decided(void *user, const struct position *before, struct action a, const struct tell_line *line)
{
    struct decisions *all = user;
    const struct open *o = &before->open;
    struct decision *d = row_add(all);
    unsigned seat = line->seat, caller;
    char name[2 * NAME_TEXT];
    if (!d)
        return;
    d->action = a;
    d->side = side_of(o, seat);
    d->number[DECIDED_GAME] = o->game;
    d->number[DECIDED_TABLE] = all->teller->table;
    d->number[DECIDED_HAND] = o->hand;
    d->number[DECIDED_DECISION] = ++all->made[seat];
    d->number[DECIDED_SEAT] = seat;
    set_word(d, DECIDED_BOT, tell_name(name, sizeof name, all->teller, seat, true, DECISION_TEXT - 4));
    d->number[DECIDED_MANO] = seat == o->mano;
    phase_word(o->phase, d->text[DECIDED_PHASE]);
    d->number[DECIDED_TRICK] = o->trick + 1;
    set_action(d, DECIDED_CALL, o, open_call(o, &caller));
    d->number[DECIDED_CALLER] = strcmp(d->text[DECIDED_CALL], "none") && caller < o->seats ? (int64_t)caller : -1;
    set_action(d, DECIDED_SAID, o, a);
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD)
        add_card(d, DECIDED_CARD, o, a.arg);
    set_cards(d, before, seat);
    set_score(d, o, seat);
    d->number[DECIDED_STAKE] = o->stake;
    d->number[DECIDED_USED_US] = line->timed ? (int64_t)line->used_us : 0;
    d->number[DECIDED_BANK_US] = (int64_t)line->bank_us;
}

/* --- a chapter --------------------------------------------------------------------------------------------- */

void decisions_listen(struct decisions *d, struct teller *t)
{
    *d = (struct decisions){ .teller = t };
    t->decided = decided;
    t->user = d;
}

bool decisions_next(struct decisions *d, struct teller *t)
{
    d->count = 0;
    if (!tell_next(t))
        return false;
    for (size_t i = 0; i < d->count; i++) {
        struct decision *one = &d->list[i];
        for (unsigned k = 0; k < 4; k++)
            one->number[DECIDED_GAIN] += t->chapter.points[k][one->side] - t->chapter.points[k][1 - one->side];
    }
    return true;
}

void decisions_end(struct decisions *d)
{
    free(d->list);
    d->list = NULL;
    d->count = d->room = 0;
}

/* --- rows ----------------------------------------------------------------------------------------------------- */

void decision_csv_head(FILE *out)
{
    fputs("file", out);
    for (unsigned f = 0; f < DECISION_FIELD_COUNT; f++)
        fprintf(out, ",%s", decision_fields[f].name);
    fputs("\r\n", out);
}

void decision_csv(FILE *out, const char *file, const struct decision *d)
{
    cell_csv(out, file);
    for (unsigned f = 0; f < DECISION_FIELD_COUNT; f++) {
        fputc(',', out);
        if (decision_fields[f].kind == FIELD_NUMBER)
            fprintf(out, "%" PRId64, d->number[f]);
        else
            cell_csv(out, d->text[f]);
    }
    fputs("\r\n", out);
}

static void json_cards(struct json_out *j, const char *key, const char *text)
{
    char cards[DECISION_TEXT], *rest = cards, *card;
    snprintf(cards, sizeof cards, "%s", text);
    out_open(j, key, '[');
    while ((card = strsep(&rest, " ")))
        if (*card)
            out_text(j, NULL, card);
    out_close(j, ']');
}

void decision_json(FILE *out, const char *file, const struct decision *d)
{
    struct json_out j = { .to = out };
    out_open(&j, NULL, '{');
    out_text(&j, "event", "decision");
    out_text(&j, "file", file);
    for (unsigned f = 0; f < DECISION_FIELD_COUNT; f++)
        switch (decision_fields[f].kind) {
        case FIELD_NUMBER: out_signed(&j, decision_fields[f].name, d->number[f]); break;
        case FIELD_WORD: out_text(&j, decision_fields[f].name, d->text[f]); break;
        case FIELD_CARDS: json_cards(&j, decision_fields[f].name, d->text[f]); break;
        }
    out_close(&j, '}');
    fputc('\n', out);
}

void decision_sentence(FILE *out, const struct decision *d)
{
    bool asked = strcmp(d->text[DECIDED_CALL], "none") != 0;
    fprintf(out, T("hand %jd, %jd-%jd: %s"), d->number[DECIDED_HAND], d->number[DECIDED_SCORE],
            d->number[DECIDED_RIVALS], d->text[DECIDED_BOT]);
    if (asked)
        fprintf(out, T(" is asked %s"), d->text[DECIDED_CALL]);
    fprintf(out, T(", holds %s: %s%s%s"), *d->text[DECIDED_HOLDS] ? d->text[DECIDED_HOLDS] : T("nothing"),
            d->text[DECIDED_SAID], *d->text[DECIDED_CARD] ? " " : "", d->text[DECIDED_CARD]);
}
