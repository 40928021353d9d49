/* live_tell: from a public record to its lines. */
#include "live_tell.h"

#include <string.h>

#include "cli/json_out.h"
#include "tell/speech.h"

void live_tell_start(struct live_tell *t, unsigned leg, bool closed)
{
    *t = (struct live_tell){ .leg = leg, .closed = closed };
}

static struct json_out event(const struct live_tell *t, FILE *out, const char *name)
{
    struct json_out j = { .to = out };
    out_open(&j, NULL, '{');
    out_text(&j, "event", name);
    out_number(&j, "leg", t->leg);
    return j;
}

static void put_card(struct json_out *j, const char *key, const struct live_tell *t, unsigned card)
{
    char text[CARD_TEXT];
    out_text(j, key, card < FIEL_CARDS ? card_name(&t->teller.position.open, (card_t)card, text) : NULL);
}

static void put_score(struct json_out *j, const struct live_tell *t, const uint16_t *score)
{
    out_open(j, "score", '[');
    for (unsigned s = 0; s < tell_scorers(&t->teller); s++)
        out_number(j, NULL, score[s]);
    out_close(j, ']');
}

static void put_winner(struct json_out *j, const struct live_tell *t, unsigned winner)
{
    if (winner < tell_scorers(&t->teller))
        out_number(j, "winner", winner);
    else
        out_text(j, "winner", "tie");
}

static void put_names(struct json_out *j, const struct live_tell *t)
{
    out_open(j, "names", '[');
    for (unsigned i = 0; i < t->teller.offer.seats; i++)
        out_text(j, NULL, t->teller.offer.name[i]);
    out_close(j, ']');
}

/* OPEN holds the offer: whose rules they are and who sits there. */
static void opened(struct live_tell *t, const struct msg *m, FILE *out)
{
    struct reader r;
    struct offer *o = &t->teller.offer;
    size_t size = 0;
    char why[RULES_ERROR_TEXT];
    read_start(&r, m->blob, m->blob_size);
    read_array(&r, 2);
    const uint8_t *offer = read_bin(&r, &size);
    if (r.bad || !read_offer(offer, size, o) || position_named(&t->teller.position, o->rules, o->seats, NULL, why))
        return;
    t->teller.has_offer = true;
    tell_players(&t->teller);
    t->game = 1;
    struct json_out j = event(t, out, "match");
    out_text(&j, "rules", o->rules);
    out_number(&j, "games", o->games);
    out_bool(&j, "closed", t->closed);
    put_names(&j, t);
    out_end(&j);
}

/* Everybody sees whose side a seat is on, and how many cards it is given. */
static void put_held(struct json_out *j, const struct live_tell *t, unsigned mano)
{
    const struct offer *o = &t->teller.offer;
    unsigned gallo = rules_gallo(&t->teller.position.open.rules, o->seats, mano);
    out_open(j, "sides", '[');
    for (unsigned i = 0; i < o->seats; i++)
        out_number(j, NULL, gallo < o->seats ? i != gallo : i % 2);
    out_close(j, ']');
    out_open(j, "held", '[');
    for (unsigned i = 0; i < o->seats; i++)
        out_number(j, NULL, i == gallo ? 4 : 3);
    out_close(j, ']');
}

static void dealt(struct live_tell *t, const struct msg *m, FILE *out)
{
    t->teller.position.open.phase = PHASE_PLAY;
    struct json_out j = event(t, out, t->closed ? "closed-hand" : "hand");
    out_number(&j, "hand", m->hand);
    put_names(&j, t);
    if (!t->closed) {
        out_number(&j, "game", t->game);
        out_number(&j, "mano", m->mano);
        put_score(&j, t, t->score);
        put_card(&j, "vira", t, m->blob2_size == OPENING ? m->blob2[1] : CARD_NONE);
        put_held(&j, t, m->mano);
    }
    out_end(&j);
}

static void acted(struct live_tell *t, const struct msg *m, FILE *out)
{
    struct tell_line line = {
        .kind = TELL_ACT, .seat = m->seat, .action = action_of_code(m->action), .value = m->value
    };
    struct action *a = &line.action;
    char word[ACTION_TEXT], says[TELL_WORDS * 2];
    bool downed = a->kind == ACT_PLAY_DOWN || a->kind == ACT_DISCARD;
    if (a->kind == ACT_PLAY_BLIND && m->value < FIEL_CARDS)
        *a = (struct action){ ACT_PLAY, (uint8_t)m->value };
    if (downed)
        a->arg = CARD_HIDDEN;
    snprintf(line.words, sizeof line.words, "%s", action_text(&t->teller.position.open, *a, word));
    struct json_out j = event(t, out, "act");
    out_number(&j, "seat", m->seat);
    out_text(&j, "do", line.words);
    if (downed || a->kind == ACT_PLAY)
        put_card(&j, "card", t, a->arg);
    else
        out_text(&j, "says", tell_speech(says, sizeof says, &t->teller, &line, true));
    out_end(&j);
    speech_heard(&t->teller.position.open, action_of_code(m->action));
}

static void shown(const struct live_tell *t, const struct msg *m, FILE *out)
{
    struct json_out j = event(t, out, "show");
    out_number(&j, "seat", m->seat);
    out_open(&j, "cards", '[');
    for (size_t at = 0; at + OPENING <= m->blob_size; at += OPENING)
        put_card(&j, NULL, t, m->blob[at + 1]);
    out_close(&j, ']');
    out_end(&j);
}

static void hand_ended(struct live_tell *t, const struct msg *m, FILE *out)
{
    memcpy(t->score, m->score, sizeof t->score);
    struct json_out j = event(t, out, "hand-end");
    out_number(&j, "hand", m->hand);
    put_score(&j, t, m->score);
    out_end(&j);
}

static void game_ended(const struct live_tell *t, const struct msg *m, FILE *out)
{
    struct json_out j = event(t, out, "game-end");
    out_number(&j, "game", game_of_match(&t->teller.offer, m->table, m->game));
    put_winner(&j, t, m->winner);
    put_score(&j, t, m->score);
    out_end(&j);
}

static void faulted(const struct live_tell *t, const struct msg *m, FILE *out)
{
    char text[FAULT_SAID];
    struct json_out j = event(t, out, "fault");
    if (m->seat < t->teller.offer.seats)
        out_number(&j, "seat", m->seat);
    out_text(&j, "fault", fault_name((enum fault)m->fault));
    if (!t->closed)
        out_text(&j, "text", fault_told(text, ENGLISH, m->fault, m->a, m->b));
    out_end(&j);
}

static void resulted(struct live_tell *t, const struct msg *m, FILE *out)
{
    struct result r;
    if (!read_result(m->blob, m->blob_size, &r))
        return;
    t->over = true;
    struct json_out j = event(t, out, t->closed ? "over" : "result");
    if (!t->closed) {
        put_winner(&j, t, r.winner);
        out_open(&j, "games", '[');
        for (unsigned s = 0; s < r.scorers; s++)
            out_number(&j, NULL, r.games[s]);
        out_close(&j, ']');
    }
    out_end(&j);
}

/* GAME_END comes before its hand's HAND_END: the next hand begins with the next game, at nothing. */
static void next_game(struct live_tell *t, const struct msg *m)
{
    if (m->type == MSG_GAME_END) {
        t->game = game_of_match(&t->teller.offer, m->table, m->game) + 1;
        t->begins = true;
    } else if (m->type == MSG_DEAL && t->begins) {
        memset(t->score, 0, sizeof t->score);
        t->begins = false;
    }
}

static void told_openly(struct live_tell *t, const struct msg *m, FILE *out)
{
    switch (m->type) {
    case MSG_ACT: acted(t, m, out); break;
    case MSG_SHOW: shown(t, m, out); break;
    case MSG_HAND_END: hand_ended(t, m, out); break;
    case MSG_GAME_END: game_ended(t, m, out); break;
    default: break;
    }
}

void live_tell_record(struct live_tell *t, const struct record *rec, FILE *out)
{
    struct msg m;
    tell_header(&t->teller, rec);
    if (rec->visibility != VISIBLE_ALL || rec->type >= REC_HEADER ||
        msg_read(rec->payload, rec->size, FROM_ARBITER, &m))
        return;
    if (m.type == MSG_OPEN && !t->teller.has_offer)
        opened(t, &m, out);
    if (!t->teller.has_offer)
        return;
    next_game(t, &m);
    switch (m.type) {
    case MSG_DEAL: dealt(t, &m, out); break;
    case MSG_FAULT: faulted(t, &m, out); break;
    case MSG_RESULT: resulted(t, &m, out); break;
    default:
        if (!t->closed)
            told_openly(t, &m, out);
    }
}
