/* tell_json: a match as one JSON object per line, for programs that read along. */
#include "cli/json_out.h"
#include "tell.h"

static struct json_out event(FILE *out, const char *name)
{
    struct json_out j = { .to = out };
    out_open(&j, NULL, '{');
    out_text(&j, "event", name);
    return j;
}

static void put_key(struct json_out *j, const char *key, const uint8_t bytes[ID]) { out_hex(j, key, bytes, ID); }

static void put_pair(struct json_out *j, const char *key, uint64_t a, uint64_t b)
{
    out_open(j, key, '[');
    out_number(j, NULL, a);
    out_number(j, NULL, b);
    out_close(j, ']');
}

static void put_scores(struct json_out *j, const char *key, const struct teller *t, const uint16_t *score)
{
    out_open(j, key, '[');
    for (unsigned s = 0; s < tell_scorers(t); s++)
        out_number(j, NULL, score[s]);
    out_close(j, ']');
}

/* Games with the drawn ones last, partidas and points, by scorer. */
static void put_totals(struct json_out *j, const struct result *r)
{
    out_open(j, "games", '[');
    for (unsigned s = 0; s <= r->scorers; s++)
        out_number(j, NULL, r->games[s]);
    out_close(j, ']');
    out_open(j, "partidas", '[');
    for (unsigned s = 0; s < r->scorers; s++)
        out_number(j, NULL, r->partidas[s]);
    out_close(j, ']');
    out_open(j, "points", '[');
    for (unsigned s = 0; s < r->scorers; s++)
        out_signed(j, NULL, r->points[s]);
    out_close(j, ']');
}

/* A side or scorer by its number, "tie" for the number after the last, or null. */
static void put_winner(struct json_out *j, const char *key, unsigned side, unsigned last)
{
    if (side == last)
        out_text(j, key, "tie");
    else
        out_number_if(j, key, side < last, side);
}

static void put_card(struct json_out *j, const char *key, const struct teller *t, card_t card)
{
    char text[CARD_TEXT];
    out_text(j, key, card < FIEL_CARDS ? card_name(&t->position.open, card, text) : NULL);
}

/* --- before and after ------------------------------------------------------------------------- */

/* Seats, or those who only cut: their numbers go on behind the seats'. */
static void put_parties(struct json_out *j, const struct offer *o, bool seats)
{
    unsigned end = o->seats + (seats ? 0u : o->cutters);
    out_open(j, seats ? "seats" : "cutters", '[');
    for (unsigned i = seats ? 0 : o->seats; i < end; i++) {
        out_open(j, NULL, '{');
        out_number(j, seats ? "seat" : "party", i);
        if (seats)
            out_text(j, "name", o->name[i]);
        put_key(j, "key", o->key[i]);
        out_text(j, "held", held_word(o->held[i]));
        out_close(j, '}');
    }
    out_close(j, ']');
}

static void put_clock(struct json_out *j, const struct offer *o)
{
    out_open(j, "clock", '{');
    out_number(j, "bank_us", o->bank_us);
    out_number(j, "inc_us", o->inc_us);
    out_number(j, "cap_us", o->cap_us);
    out_number(j, "grace_us", o->grace_us);
    out_close(j, '}');
}

void tell_json_head(FILE *out, const struct teller *t)
{
    const struct offer *o = &t->offer;
    struct json_out j = event(out, "match");
    if (t->has_offer) {
        out_text(&j, "rules", o->rules);
        out_number(&j, "games", o->games);
        if (o->at_once > 1) {
            out_number(&j, "tables", o->tables);
            out_number(&j, "table", t->table);
        }
        if (offer_of_pair(o)) {
            out_text(&j, "leg", o->twin_size ? "b" : "a");
            out_bool(&j, "unheld", offer_unheld(o));
        }
        put_parties(&j, o, true);
        put_parties(&j, o, false);
        put_clock(&j, o);
        put_key(&j, "arbiter", o->arbiter);
        out_text(&j, "engine", o->engine);
        out_text(&j, "seed", o->seed_source == SEED_FIXED ? "fixed" : "drawn");
    }
    out_end(&j);
}

void tell_json_tail(FILE *out, const struct teller *t)
{
    const struct result *r = &t->result;
    if (t->has_result) {
        struct json_out j = event(out, "result");
        put_winner(&j, "winner", r->winner, r->scorers);
        out_text(&j, "outcome", end_word(r->outcome));
        put_totals(&j, r);
        out_number(&j, "hands", r->hands);
        if (r->fault) {
            out_text(&j, "fault", fault_name((enum fault)r->fault));
            out_number(&j, "fault_seat", r->fault_seat);
        }
        out_end(&j);
    }
    struct json_out j = event(out, "end");
    out_open(&j, "notes_dropped", '[');
    for (unsigned i = 0; i < t->offer.seats; i++)
        out_number(&j, NULL, t->dropped[i]);
    out_close(&j, ']');
    out_bool(&j, "complete", !t->why);
    out_number(&j, "records", t->number);
    out_text(&j, "why", t->why);
    out_end(&j);
}

/* --- a hand ----------------------------------------------------------------------------------- */

static unsigned held(const struct tell_chapter *c, unsigned seat)
{
    unsigned n = 0;
    while (n < FIEL_HELD_MAX && c->dealt[seat][n] != CARD_NONE)
        n++;
    return n;
}

static void put_hand(FILE *out, const struct teller *t)
{
    const struct tell_chapter *c = &t->chapter;
    struct json_out j = event(out, "hand");
    out_number(&j, "hand", c->hand);
    out_number(&j, "game", c->game);
    out_number(&j, "mano", c->mano);
    put_scores(&j, "score", t, c->score);
    out_open(&j, "sides", '[');
    for (unsigned i = 0; i < c->seats; i++)
        out_number(&j, NULL, side_of(&t->position.open, i));
    out_close(&j, ']');
    put_card(&j, "vira", t, c->vira);
    out_open(&j, "dealt", '[');
    for (unsigned i = 0; i < c->seats; i++) {
        out_open(&j, NULL, '[');
        for (unsigned k = 0; k < held(c, i); k++)
            put_card(&j, NULL, t, c->dealt[i][k]);
        out_close(&j, ']');
    }
    out_close(&j, ']');
    out_open(&j, "seen", '[');
    for (unsigned i = 0; i < c->seats; i++) {
        out_open(&j, NULL, '[');
        for (unsigned k = 0; k < held(c, i); k++)
            out_bool(&j, NULL, c->seen[i] >> k & 1u);
        out_close(&j, ']');
    }
    out_close(&j, ']');
    out_end(&j);
}

static void put_action(struct json_out *j, const struct teller *t, const struct tell_line *line)
{
    bool plays = line->action.kind == ACT_PLAY || line->action.kind == ACT_PLAY_DOWN ||
                 line->action.kind == ACT_DISCARD;
    char says[TELL_WORDS * 2];
    out_text(j, "do", line->words);
    if (plays)
        put_card(j, "card", t, line->action.arg);
    else
        out_text(j, "says", tell_speech(says, sizeof says, t, line, true));
    if (line->action.kind == ACT_DECLARE)
        out_number(j, "value", line->value);
}

static void put_decision(struct json_out *j, const struct teller *t, const struct tell_line *line)
{
    char note[TELL_NOTE];
    put_action(j, t, line);
    out_text(j, "by", line->kind == TELL_NEWS ? "rules" : "seat");
    if (line->note_size > 0)
        out_text(j, "note", tell_note(note, line, true));
    if (!line->timed)
        return;
    out_number(j, "used_us", line->used_us);
    out_number(j, "bank_us", line->bank_us);
}

static void put_fault(struct json_out *j, const struct tell_line *line)
{
    static const char *const effects[] = { "noted", "refused", "game", "match", "default-action", "void", "stopped" };
    out_text(j, "fault", fault_name((enum fault)line->fault));
    out_text(j, "effect", line->effect < sizeof effects / sizeof *effects ? effects[line->effect] : "unknown");
    out_number(j, "a", line->a);
    out_number(j, "b", line->b);
}

static void put_points(struct json_out *j, const struct tell_chapter *c)
{
    static const char *const accounts[] = { "envido", "flor", "truco", "bonus" };
    out_open(j, "points", '{');
    for (unsigned i = 0; i < 4; i++)
        put_pair(j, accounts[i], c->points[i][0], c->points[i][1]);
    out_close(j, '}');
}

static void put_shown(struct json_out *j, const struct teller *t, const struct tell_line *line)
{
    const struct tell_chapter *c = &t->chapter;
    out_open(j, "cards", '[');
    for (unsigned k = 0; k < FIEL_HELD_MAX && line->seat < FIEL_SEATS_MAX; k++)
        if (line->value >> k & 1u)
            put_card(j, NULL, t, c->dealt[line->seat][k]);
    out_close(j, ']');
}

static void put_seat_event(struct json_out *j, const struct tell_line *line)
{
    static const char *const names[] = { "",          "connected",     "left",  "exited",
                                         "restarted", "bot-restarted", "limit", "resumed" };
    out_text(j, "what", line->value < sizeof names / sizeof *names ? names[line->value] : "unknown");
    out_number(j, "detail", line->a);
}

static void put_bits(struct json_out *j, const char *key, unsigned mask)
{
    out_open(j, key, '[');
    for (unsigned i = 0; i < FIEL_SEATS_MAX; i++)
        if (mask >> i & 1u)
            out_number(j, NULL, i);
    out_close(j, ']');
}

/* `seen` are the rivals who caught it. */
static void put_sign(struct json_out *j, const struct tell_line *line)
{
    struct sign s = sign_of_code(line->value);
    out_text(j, "word", sign_text(s.word));
    out_number(j, "to", s.to);
    put_bits(j, "seen", (unsigned)line->a & ~(1u << line->seat) & ~(1u << s.to));
}

/* What is of this kind of line alone. */
static void put_rest(struct json_out *j, const struct teller *t, const struct tell_line *line)
{
    char says[TELL_WORDS];
    switch (line->kind) {
    case TELL_ACT:
    case TELL_NEWS: put_decision(j, t, line); break;
    case TELL_TRICK:
        out_number(j, "trick", line->trick + 1u);
        put_winner(j, "winner", line->winner, FIEL_TIE);
        break;
    case TELL_DUEL: put_bits(j, "seats", line->value); break;
    case TELL_REFUSED:
        put_action(j, t, line);
        out_number(j, "error", line->value);
        break;
    case TELL_IGNORED: out_number(j, "request", line->number); break;
    case TELL_FAULT: put_fault(j, line); break;
    case TELL_PROTEST:
        out_number(j, "code", line->a);
        out_text(j, "says", tell_clean(says, sizeof says, line->words, true, sizeof says));
        break;
    case TELL_BACK: out_number(j, "have", line->a); break;
    case TELL_SEAT: put_seat_event(j, line); break;
    case TELL_SHOW: put_shown(j, t, line); break;
    case TELL_SIGN: put_sign(j, line); break;
    case TELL_HAND_END:
        put_points(j, &t->chapter);
        put_scores(j, "score", t, line->score);
        break;
    case TELL_GAME_END:
        out_number(j, "game", line->number);
        put_winner(j, "winner", line->winner, tell_scorers(t));
        out_text(j, "reason", end_word(line->reason));
        put_scores(j, "score", t, line->score);
        break;
    case TELL_RESULT: break;
    }
}

static void put_line(FILE *out, const struct teller *t, const struct tell_line *line)
{
    static const char *const names[] = { "act",  "act",  "trick", "duel",     "refused",  "ignored", "fault", "protest",
                                         "back", "seat", "show",  "hand-end", "game-end", "result",  "sign" };
    const struct tell_chapter *c = &t->chapter;
    char words[512];
    if (line->kind == TELL_RESULT)
        return; /* told at the end */
    struct json_out j = event(out, names[line->kind]);
    if (c->hand)
        out_number(&j, "hand", c->hand);
    if (line->seat != FIEL_NOBODY)
        out_number(&j, "seat", line->seat);
    put_rest(&j, t, line);
    if (*tell_sentence(words, sizeof words, t, line))
        out_text(&j, "text", words);
    out_number(&j, "us", line->us - t->began_us);
    out_end(&j);
}

void tell_json_chapter(FILE *out, const struct teller *t)
{
    const struct tell_chapter *c = &t->chapter;
    if (c->hand)
        put_hand(out, t);
    for (size_t i = 0; i < c->count; i++)
        put_line(out, t, &c->lines[i]);
}
