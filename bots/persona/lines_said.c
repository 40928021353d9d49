/* lines_said: what was said and done a while ago, each as a piece of JSON, until newer ones take its place. */
#include <stdlib.h>
#include <string.h>

#include "cli/json_out.h"
#include "lines.h"

/* The next place, as something to write to; it is done when it is closed. */
static struct json_out say(struct lines *l)
{
    char *place = l->said[l->said_count++ % LINES_SAID];
    memset(place, 0, LINES_TEXT);
    struct json_out j = { .to = fmemopen(place, LINES_TEXT - 1, "w") };
    if (!j.to)
        abort(); /* a few bytes */
    out_open(&j, NULL, '{');
    return j;
}

static void said(struct json_out *j)
{
    out_close(j, '}');
    fclose(j->to);
}

void lines_out_card(struct json_out *j, const char *key, const struct open *o, card_t card)
{
    char name[CARD_TEXT];
    if (card < CARDS)
        out_text(j, key, card_name(o, card, name));
    else if (card == CARD_NONE)
        out_null(j, key);
    else
        out_text(j, key, "down");
}

void lines_hand(struct lines *l)
{
    struct json_out j = say(l);
    out_number(&j, "hand", l->table.view.open.hand);
    out_number(&j, "mano", l->table.view.open.mano);
    said(&j);
}

void lines_acted(struct lines *l, unsigned seat, struct action a, unsigned value)
{
    const struct open *o = &l->table.view.open;
    char words[SPEECH];
    if (a.kind == ACT_SILENT)
        return;
    struct json_out j = say(l);
    out_number(&j, "seat", seat);
    out_number(&j, "act", a.kind);
    out_text(&j, "says", speech(o, a, true, words));
    if (a.kind == ACT_PLAY)
        lines_out_card(&j, "card", o, a.arg);
    if (a.kind == ACT_PLAY_BLIND)
        lines_out_card(&j, "card", o, (card_t)value);
    if (a.kind == ACT_DECLARE)
        out_number(&j, "value", value);
    said(&j);
}

void lines_card(struct lines *l, unsigned seat, card_t card)
{
    if (card >= CARDS)
        return;
    struct json_out j = say(l);
    out_number(&j, "seat", seat);
    lines_out_card(&j, "shows", &l->table.view.open, card);
    said(&j);
}

void lines_sign(struct lines *l, unsigned seat, const char *sign)
{
    struct json_out j = say(l);
    out_number(&j, "seat", seat);
    out_text(&j, "sign", sign);
    said(&j);
}

void lines_points(struct lines *l, const uint16_t gained[SCORERS_MAX])
{
    struct json_out j = say(l);
    out_open(&j, "points", '[');
    for (unsigned s = 0; s < l->table.scorers; s++)
        out_number(&j, NULL, gained[s]);
    out_close(&j, ']');
    said(&j);
}

void lines_game(struct lines *l, int winner)
{
    struct json_out j = say(l);
    out_number(&j, "game", l->table.game);
    out_signed(&j, "winner", winner < (int)l->table.scorers ? winner : -1);
    said(&j);
}

void lines_late(struct lines *l)
{
    struct json_out j = say(l);
    out_bool(&j, "late", true);
    said(&j);
}

void lines_tell_said(struct json_out *j, const struct lines *l)
{
    unsigned first = l->said_count > LINES_SAID ? l->said_count - LINES_SAID : 0;
    out_open(j, "said", '[');
    for (unsigned i = first; i < l->said_count; i++)
        fprintf(j->to, "%s%s", i > first ? "," : "", l->said[i % LINES_SAID]);
    out_close(j, ']');
}
