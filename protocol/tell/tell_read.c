/* tell_read: records to chapters; what came is told here, what was said in tell_said.c. */
#include <stdlib.h>
#include <string.h>

#include "cli/language.h"
#include "record/header.h"
#include "record/inputs.h"
#include "tell_read.h"

bool tell_stop(struct teller *t, const char *why)
{
    if (!t->why)
        t->why = why;
    t->damaged = true;
    return false;
}

struct tell_line *tell_line_add(struct teller *t, enum tell_kind kind, unsigned seat)
{
    struct tell_chapter *c = &t->chapter;
    if (c->count == c->room) {
        size_t room = c->room ? 2 * c->room : 64;
        struct tell_line *more = realloc(c->lines, room * sizeof *more);
        if (!more) {
            tell_stop(t, "there is no memory for more");
            return NULL;
        }
        c->lines = more;
        c->room = room;
    }
    struct tell_line *line = &c->lines[c->count++];
    *line = (struct tell_line){ .kind = kind, .seat = (uint8_t)seat, .us = t->rec.us };
    return line;
}

/* --- what came -------------------------------------------------------------------------------- */

static bool protested(struct teller *t, unsigned seat, const struct msg *m)
{
    struct tell_line *line = tell_line_add(t, TELL_PROTEST, seat);
    if (!line)
        return false;
    line->a = m->code;
    snprintf(line->words, sizeof line->words, "%.*s", TELL_WORDS - 1, m->text);
    return true;
}

static bool came_message(struct teller *t, unsigned seat, unsigned verdict, unsigned fault, const struct msg *m)
{
    struct tell_line *line;
    if (m->type == MSG_ANSWER && m->table != t->table)
        return true;
    if (m->type == MSG_PROTEST)
        return protested(t, seat, m);
    if (m->type == MSG_HELLO && t->has_offer && verdict == VERDICT_ACCEPTED) {
        if (!(line = tell_line_add(t, TELL_BACK, seat)))
            return false;
        line->a = m->have;
    }
    if (m->type != MSG_ANSWER)
        return true;
    t->refused[seat] = action_of_code(m->action);
    t->note[seat] = m->blob;
    t->note_size[seat] = m->blob_size;
    t->noted[seat] = false;
    if (verdict != VERDICT_IGNORED || fault != FAULT_UNASKED)
        return true;
    if (!(line = tell_line_add(t, TELL_IGNORED, seat)))
        return false;
    line->number = m->request;
    return true;
}

/* How many decisions share the time of an envelope, at least one. */
static unsigned answers_in(struct envelope e)
{
    struct msg m;
    unsigned answers = 0;
    while (e.left && !envelope_next(&e, FROM_BOT, &m))
        answers += m.type == MSG_ANSWER;
    return answers ? answers : 1;
}

/* REC_RECEIVED: the time of a decision, and what the arbiter's messages do not tell. */
static bool came(struct teller *t)
{
    struct rec_received in;
    struct envelope e;
    struct msg m;
    if (!rec_received_read(&t->rec, &in) || in.party >= PARTIES_MAX)
        return true;
    t->timed[in.party] = in.left_us && in.came_us >= in.left_us;
    t->used_us[in.party] = in.came_us - in.left_us;
    if (envelope_open(&e, in.bytes, in.size))
        return true;
    if (t->has_offer && t->offer.tables > 1)
        t->used_us[in.party] /= answers_in(e);
    while (e.left && !envelope_next(&e, FROM_BOT, &m))
        if (!came_message(t, in.party, in.verdict, in.fault, &m))
            return false;
    return true;
}

static bool seat_changed(struct teller *t)
{
    struct rec_seat in;
    if (!rec_seat_read(&t->rec, &in) || in.event == SEAT_EVENT_CONNECTED)
        return true;
    struct tell_line *line = tell_line_add(t, TELL_SEAT, in.party);
    if (!line)
        return false;
    line->value = in.event;
    line->a = in.detail;
    return true;
}

/* --- chapters --------------------------------------------------------------------------------- */

void tell_start(struct teller *t, const void *bytes, size_t size)
{
    *t = (struct teller){ 0 };
    replay_over(&t->file, bytes, size);
}

void tell_header(struct teller *t, const struct record *rec)
{
    struct header h;
    if (rec->type == REC_HEADER && header_read(rec, &h))
        memcpy(t->player, h.offer.name, sizeof t->player);
}

void tell_players(struct teller *t)
{
    for (unsigned i = 0; t->offer.blind && i < t->offer.seats; i++)
        if (*t->player[i])
            memcpy(t->offer.name[i], t->player[i], NAME_TEXT);
}

/* t->rec is of the table that is told: where there are several it is one of them, or of games that follow each other the one that is
 * played. */
static bool of_table(const struct teller *t)
{
    struct msg m;
    return t->offer.at_once < 2 || msg_read(t->rec.payload, t->rec.size, FROM_ARBITER, &m) || m.table == t->table;
}

/* A message of another table, by its first bytes alone: a record of many tables is gone through once for each. */
static bool said_elsewhere(const struct teller *t)
{
    const uint8_t *at = t->rec.payload;
    uint32_t table;
    bool of_one = t->rec.type == MSG_DEAL || t->rec.type == MSG_CARDS || t->rec.type == MSG_ACT ||
                  t->rec.type == MSG_REQUEST || t->rec.type == MSG_SEAL || t->rec.type == MSG_SHOW ||
                  t->rec.type == MSG_HAND_END;
    if (t->offer.at_once < 2 || !of_one || t->rec.size < 5 || (at[0] & 0xf0) != 0x90 || at[1] != t->rec.type)
        return false;
    if (at[2] < 0x80)
        table = at[2];
    else if (at[2] == 0xcc)
        table = at[3];
    else if (at[2] == 0xcd)
        table = (uint32_t)at[3] << 8 | at[4];
    else
        return false;
    return table != t->table;
}

/* DEAL begins a chapter. */
static bool begin_hand(struct teller *t)
{
    struct msg m;
    struct tell_chapter *c = &t->chapter;
    char why[RULES_ERROR_TEXT];
    if (msg_read(t->rec.payload, t->rec.size, FROM_ARBITER, &m) || m.type != MSG_DEAL || !t->has_offer)
        return tell_stop(t, "a deal that cannot be read");
    *c = (struct tell_chapter){ .hand = m.hand, .seats = t->offer.seats, .lines = c->lines, .room = c->room };
    memset(c->dealt, CARD_NONE, sizeof c->dealt);
    c->vira = CARD_NONE;
    if (m.table != t->table && position_named(&t->position, t->offer.rules, t->offer.seats, NULL, why))
        return tell_stop(t, "the next game cannot begin");
    t->table = m.table;
    memcpy(c->bank_us, t->bank_us, sizeof c->bank_us);
    t->deal_mano = m.mano;
    t->vira = m.blob2_size == OPENING ? m.blob2[1] : CARD_NONE;
    t->cards_told = 0;
    t->pending = false;
    return true;
}

static bool take(struct teller *t)
{
    if (t->number == 1)
        t->began_us = t->rec.us;
    if (t->rec.us < t->began_us)
        return tell_stop(t, "the clock runs backwards");
    if (t->rec.type == REC_RECEIVED)
        return came(t);
    if (t->rec.type == REC_SEAT)
        return seat_changed(t);
    tell_header(t, &t->rec);
    return t->rec.type >= REC_HEADER || tell_said(t);
}

/* The records are over and no trailer came. */
static void file_ended(struct teller *t)
{
    if (t->file.end == REPLAY_NO_TRAILER)
        t->why = N_("the match is not over yet, or the end of its file is missing");
    else if (t->file.end == REPLAY_TRUNCATED)
        t->why = N_("the file ends in the middle of a record");
    else
        tell_stop(t, replay_end_text(t->file.end));
}

bool tell_next(struct teller *t)
{
    if (t->number && !t->pending)
        return false;
    if (t->pending && !begin_hand(t))
        return false;
    while (!t->why && replay_next(&t->file, &t->rec)) {
        t->number++;
        if (said_elsewhere(t))
            continue;
        if (t->rec.type == MSG_DEAL && of_table(t)) {
            t->pending = true;
            return true;
        }
        take(t);
    }
    if (!t->number)
        t->number = 1; /* chapter 0 was told, empty as it is */
    if (!t->why && t->file.end != REPLAY_COMPLETE)
        file_ended(t);
    return true;
}

void tell_end(struct teller *t)
{
    free(t->chapter.lines);
    t->chapter.lines = NULL;
}
