/* again: see again.h. */
#include "again.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/deal.h"
#include "party.h"
#include "record/replay.h"
#include "wire/codec.h"

struct again {
    const struct fiel_callbacks *calls;
    unsigned seat;
    bool offered;
    struct offer offer;
    struct rules rules;
    struct fiel_match match;
    const char *names[FIEL_SEATS_MAX];
    unsigned mano;     /* of the newest DEAL */
    bool asked;        /* a request waits for what the seat did then */
    uint32_t decision; /* how many it made so far */
};

/* --- the words ------------------------------------------------------------------------------------------- */

static const char *value_of(int argc, char *const *argv, const char *name)
{
    size_t n = strlen(name);
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], name, n) != 0)
            continue;
        if (argv[i][n] == '=')
            return argv[i] + n + 1;
        if (argv[i][n] == '\0')
            return i + 1 < argc ? argv[i + 1] : "";
    }
    return NULL;
}

int again_words_read(struct again_words *w, int argc, char *const *argv, char why[AGAIN_WHY])
{
    const char *seat = value_of(argc, argv, "--seat");
    *w = (struct again_words){ .replay = value_of(argc, argv, "--again") };
    if (!w->replay)
        return 0;
    bool known = seat && *seat >= '0' && *seat <= '7' && !seat[1];
    w->seat = known ? (unsigned)(*seat - '0') : 0;
    if (known && *w->replay)
        return 1;
    snprintf(why, AGAIN_WHY, "--again needs a record and a seat from 0 to 7: --again REPLAY --seat N");
    return -1;
}

/* --- what was told --------------------------------------------------------------------------------------- */

static bool took_offer(struct again *a, const struct msg *m)
{
    char why[RULES_ERROR_TEXT];
    if (a->offered)
        return true;
    if (!read_offer(m->blob, m->blob_size, &a->offer) || rules_parse(a->offer.rules, &a->rules, why) != 0)
        return false;
    if (a->seat >= a->offer.seats)
        return false;
    a->offered = true;
    deal_match_id(a->match.id, m->blob, m->blob_size);
    match_announce(&a->match, &a->offer, &a->rules, a->seat, a->names, a->calls);
    return true;
}

/* Every card of its openings is one. */
static bool cards_fit(const struct msg *m)
{
    bool fit = true;
    for (size_t at = 0; at + OPENING <= m->blob_size; at += OPENING)
        fit &= m->blob[at + 1] < FIEL_CARDS;
    return fit;
}

static void took_cards(struct again *a, const struct msg *m)
{
    card_t cards[FIEL_HELD_MAX] = { CARD_NONE, CARD_NONE, CARD_NONE, CARD_NONE };
    bool unseen = m->blob_size == 0;
    for (size_t k = 0; k < FIEL_HELD_MAX; k++)
        if (k * OPENING < m->blob_size)
            cards[k] = m->blob[k * OPENING + 1];
        else if (unseen && k < 3)
            cards[k] = CARD_HIDDEN;
    a->asked = false;
    if (a->calls->hand_start)
        a->calls->hand_start(m->hand, a->mano, cards, a->calls->user);
}

static void took_act(struct again *a, const struct msg *m)
{
    if (m->seat == a->seat && a->asked) {
        a->asked = false;
        a->decision++;
    }
    if (a->calls->acted)
        a->calls->acted(m->seat, action_of_code(m->action), m->value, a->calls->user);
}

static void took_shown(struct again *a, const struct msg *m)
{
    for (size_t at = 0; a->calls->shown && at + OPENING <= m->blob_size; at += OPENING)
        a->calls->shown(m->seat, m->blob[at + 1], a->calls->user);
}

/* --- what is asked ---------------------------------------------------------------------------------------- */

/* The bot is asked as libfiel asks it in a match; its signs are not told to anybody. */
static bool took_request(struct again *a, const struct msg *m)
{
    struct view v;
    struct action legal[FIEL_LEGAL_MAX], said;
    struct sign signs[SIGNS_MOST];
    struct reader r;
    struct fiel_clock clock = { .bank_us = m->bank_us, .budget_us = m->budget_us, .used_us = m->used_us };
    char words[ACTION_TEXT];
    read_start(&r, m->view, m->view_size);
    read_view(&r, &v, &a->rules);
    int n = r.bad || v.seat != a->seat ? 0 : view_legal(&v, legal);
    if (n < 1)
        return false;
    if (a->calls->asked)
        a->calls->asked(&clock, a->calls->user);
    unsigned room = signs_room(&v.open, 0);
    if (a->calls->signs && room)
        (void)a->calls->signs(&v, (int)room, signs, a->calls->user);
    a->asked = v.open.phase != PHASE_SIGNS;
    if (!a->asked)
        return true;
    said = a->calls->decide(&v, legal, n, a->calls->user);
    printf("{\"again\":1,\"decision\":%u,\"action\":%u,\"words\":\"%s\"}\n", a->decision + 1, action_code(said),
           action_text(&v.open, said, words));
    return true;
}

/* --- all of it --------------------------------------------------------------------------------------------- */

/* One message to the seat; false where the record makes no sense. */
static bool took(struct again *a, const struct msg *m)
{
    const struct fiel_callbacks *c = a->calls;
    if (m->type == MSG_OFFER)
        return took_offer(a, m);
    bool by_seat = m->type == MSG_ACT || m->type == MSG_SHOW || m->type == MSG_SIGN;
    if (!a->offered || (by_seat && m->seat >= a->offer.seats) || m->table >= FIEL_TABLES)
        return false;
    if (c->table)
        c->table(m->table, c->user);
    switch (m->type) {
    case MSG_DEAL: a->mano = m->mano; break;
    case MSG_CARDS:
        if (!cards_fit(m))
            return false;
        took_cards(a, m);
        break;
    case MSG_ACT: took_act(a, m); break;
    case MSG_REQUEST: return took_request(a, m);
    case MSG_SHOW:
        if (!cards_fit(m))
            return false;
        took_shown(a, m);
        break;
    case MSG_SIGN:
        if (c->sign_seen)
            c->sign_seen(m->seat, sign_of_code(m->sign[0]), c->user);
        break;
    case MSG_GAME_END:
        if (c->game_end)
            c->game_end(m->winner, c->user);
        break;
    case MSG_HAND_END:
        if (c->hand_end)
            c->hand_end(m->score, c->user);
        break;
    case MSG_RESULT: {
        struct result result;
        if (read_result(m->blob, m->blob_size, &result) && c->match_end)
            c->match_end(result.winner, a->match.side, c->user);
        break;
    }
    default: break;
    }
    return true;
}

static int complain(int code, const char *what, const char *more)
{
    fprintf(stderr, "fiel: %s: %s\n", what, more);
    return code;
}

int again_run(const struct again_words *w, const struct fiel_callbacks *calls)
{
    struct replay file;
    struct record rec;
    struct msg m;
    bool fine = true;
    if (!calls->decide)
        return complain(2, w->replay, "a cutter decides nothing: there is nothing to ask it again");
    struct again *a = calloc(1, sizeof *a);
    if (!a || replay_load(&file, w->replay) != 0) {
        free(a);
        return complain(3, w->replay, strerror(errno));
    }
    a->calls = calls;
    a->seat = w->seat;
    while (fine && replay_next(&file, &rec))
        if (rec.type < REC_HEADER && visible_for(rec.visibility, w->seat))
            fine = msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK && took(a, &m);
    bool told = a->offered;
    replay_unload(&file);
    free(a);
    if (!told)
        return complain(2, w->replay, "no match of this version with such a seat is told there");
    if (!fine)
        return complain(1, w->replay, "it does not make sense from here on: fiel-audit says more");
    return fflush(stdout) == 0 ? 0 : complain(3, "standard output", strerror(errno));
}
