/* loop: a bot whose author writes the loop.  See fiel.h, fiel_open. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "now.h"

struct fiel_bot {
    struct bot *bot;
    struct fiel_callbacks calls;
    char name[NAME_TEXT];
    bool over;
    enum played end;
    unsigned table; /* that was asked about last */
    int silent_ms;  /* since the last tick */
};

/* A bot that decides nothing would be a cutter; this one is never asked. */
static struct action nobody_decides(const struct view *v, const struct action *legal, int n, void *user)
{
    (void)v, (void)n, (void)user;
    return legal[0];
}

struct fiel_bot *fiel_open(const char *name, const struct fiel_callbacks *c, char why[FIEL_WHY])
{
    char sentence[FOLDER_MAX + 128] = "out of memory: give the bot more than a megabyte";
    struct fiel_bot *b = calloc(1, sizeof *b);
    if (b) {
        if (c)
            b->calls = *c;
        b->calls.decide = nobody_decides;
        b->calls.signs = NULL;
        b->calls.think = NULL;
        snprintf(b->name, sizeof b->name, "%s", name);
        b->bot = bot_hosted(b->name, &b->calls, NULL, sentence);
    }
    if (b && b->bot) {
        b->bot->party.own_loop = true;
        return b;
    }
    free(b);
    snprintf(why, FIEL_WHY, "%.*s", FIEL_WHY - 1, sentence);
    return NULL;
}

static bool asks(const struct party *p, const struct party_table *t)
{
    return t->hand.open && t->request.open && !t->request.answered && !t->request.decided && !p->catching_up &&
           !p->cut_short;
}

/* The table that the bot was asked at last, as long as it is, or else the first that asks; NULL: none does. */
static struct party_table *asked(struct fiel_bot *b)
{
    struct party *p = &b->bot->party;
    if (b->table < p->tables && asks(p, &p->table[b->table]))
        return &p->table[b->table];
    for (b->table = 0; b->table < p->tables; b->table++)
        if (asks(p, &p->table[b->table]))
            return &p->table[b->table];
    return NULL;
}

static void request_tell(struct fiel_bot *b, struct party_table *t, struct fiel_request *r)
{
    struct party *p = &b->bot->party;
    const struct party_request *q = &t->request;
    party_look_at(p, t);
    *r = (struct fiel_request){ .view = q->view,
                                .n = q->legal_count,
                                .table = t->number,
                                .clock = { .bank_us = q->bank_us, .budget_us = q->budget_us, .used_us = q->used_us },
                                .again = q->refused,
                                .signs_room = (int)signs_room(&q->view.open, t->hand.signs[p->seat]) };
    memcpy(r->legal, q->legal, sizeof r->legal);
}

/* Waits for so long at most; 1: something came, 0: nothing, -1: the arbiter is gone. */
static int wait_for(struct fiel_bot *b, int ms)
{
    if (connection_waits(&b->bot->line, ms))
        return 1;
    b->silent_ms += ms;
    if (b->silent_ms < CONNECTION_TICK_MS)
        return 0;
    b->silent_ms = 0;
    return bot_tick(b->bot);
}

/* There is nothing to wait for: the match is over, or must not go on. */
static bool ends(const struct fiel_bot *b) { return party_over(&b->bot->party) || b->bot->party.failed != CHECK_FINE; }

/* What is due leaves, what comes is taken, in so many milliseconds. */
static void go_on(struct fiel_bot *b, int ms)
{
    int came = 1;
    if (!ends(b))
        bot_send(b->bot);
    if (party_settle(&b->bot->party) == CHECK_FINE && !ends(b)) /* what was put off until the replies had left */
        came = wait_for(b, ms);
    if (came > 0)
        b->over = !bot_step(b->bot, &b->end);
    if (came >= 0)
        return;
    b->over = true;
    b->end = PLAY_LOST;
}

enum fiel_next fiel_next(struct fiel_bot *b, struct fiel_request *r, int wait_ms)
{
    int64_t until = now_ms() + wait_ms;
    for (bool first = true; !b->over; first = false) {
        int64_t left = wait_ms < 0 ? CONNECTION_TICK_MS : until - now_ms();
        struct party_table *t = asked(b);
        if (t) {
            request_tell(b, t, r);
            return FIEL_ASKED;
        }
        if (!first && left <= 0 && !ends(b))
            return FIEL_QUIET;
        go_on(b, left < 0 ? 0 : left < CONNECTION_TICK_MS ? (int)left : CONNECTION_TICK_MS);
    }
    return FIEL_OVER;
}

int fiel_answer_with(struct fiel_bot *b, struct action a, const struct sign *signs, int n)
{
    struct party *p = &b->bot->party;
    struct party_table *t = b->over ? NULL : asked(b);
    if (!t || n < 0 || (unsigned)n > signs_room(&t->request.view.open, t->hand.signs[p->seat]))
        return -1;
    struct party_request *q = &t->request;
    for (int i = 0; i < n; i++)
        q->sign[i] = sign_code(signs[i]);
    q->signs = (unsigned)n;
    q->signs_told = 0;
    q->action = a;
    q->decided = true;
    return 0;
}

int fiel_note(struct fiel_bot *b, const char *note)
{
    struct party_table *t = b->over ? NULL : asked(b);
    if (!t)
        return -1;
    request_note(&b->bot->party, &t->request, note);
    return 0;
}

int fiel_answer(struct fiel_bot *b, struct action a) { return fiel_answer_with(b, a, NULL, 0); }

int fiel_close(struct fiel_bot **b)
{
    if (!*b)
        return 0;
    if (!(*b)->over)
        bot_send((*b)->bot);
    int code = bot_hosted_end((*b)->bot, (*b)->over ? (*b)->end : PLAY_LEFT);
    free(*b);
    *b = NULL;
    return code;
}
