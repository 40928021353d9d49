/* witnessed: what a replay says a match was, against what its bots wrote down (tests/shim/witness.c).
 *
 * A bot's every life heard a part of the match from its start.  Each of them must be how the finished record begins:
 * nothing that was told was lost, changed or told twice.  Every action of the seat in the record must be one that the
 * bot gave at that very point. */
#ifndef FIEL_TESTS_WITNESSED_H
#define FIEL_TESTS_WITNESSED_H

#include "process.h"

#include "record/deal.h"
#include "record/replay.h"
#include "rules/position.h"
#include "wire/codec.h"

enum { TRUTHS_MAX = 20000, LINE_MAX_WIT = 64, LIVES_GIVEN = 8, BEYOND = 3 };

struct truth {
    char line[LINE_MAX_WIT]; /* as the witness writes it; of H, G and M less than it writes */
    int seat;                /* of an action, else -1 */
    bool by_rules;           /* an action that nobody was asked for */
};

struct finished {
    struct truth *told;
    unsigned count, seats, table, hands; /* hands of this table */
    uint8_t match_id[HASH];
    bool complete, opened;
    struct result result;
};

static inline void told(struct finished *f, int seat, const char *line)
{
    assert_true(f->count < TRUTHS_MAX);
    struct truth *t = &f->told[f->count++];
    snprintf(t->line, sizeof t->line, "%s", line);
    t->seat = seat;
}

static inline void told_message(struct finished *f, const struct msg *m)
{
    char line[LINE_MAX_WIT];
    struct action a;
    switch (m->type) {
    case MSG_OFFER: {
        struct offer o;
        assert_true(read_offer(m->blob, m->blob_size, &o));
        f->seats = o.seats;
        deal_match_id(f->match_id, m->blob, m->blob_size);
        return;
    }
    case MSG_OPEN: f->opened = true; return;
    case MSG_DEAL:
        if (m->table != f->table) { /* the next game of a leg */
            assert_int_equal(m->table, ++f->table);
            f->hands = 0;
        }
        assert_int_equal(m->hand, ++f->hands); /* each hand once, in order */
        snprintf(line, sizeof line, "H %u %u ", m->hand, m->mano);
        break;
    case MSG_ACT:
        a = action_of_code(m->action);
        snprintf(line, sizeof line, "A %u %u ", m->seat, a.kind);
        if (a.arg != CARD_HIDDEN)
            snprintf(line, sizeof line, "A %u %u %u %u\n", m->seat, a.kind, a.arg, m->value);
        break;
    case MSG_HAND_END: snprintf(line, sizeof line, "E %u %u\n", m->score[0], m->score[1]); break;
    case MSG_GAME_END: strcpy(line, "G "); break;
    case MSG_RESULT:
        assert_true(read_result(m->blob, m->blob_size, &f->result));
        strcpy(line, "M ");
        break;
    default: return;
    }
    told(f, m->type == MSG_ACT ? m->seat : -1, line);
}

/* Reads a replay; false: there is none. */
static inline bool finished_read(struct finished *f, const char *path)
{
    struct replay r;
    struct record rec;
    struct msg m;
    memset(f, 0, sizeof *f);
    if (replay_load(&r, path))
        return false;
    f->told = calloc(TRUTHS_MAX, sizeof *f->told);
    assert_non_null(f->told);
    while (replay_next(&r, &rec))
        if (rec.type < REC_HEADER && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK)
            told_message(f, &m);
    f->complete = r.end == REPLAY_COMPLETE;
    replay_unload(&r);
    return true;
}

static inline void finished_free(struct finished *f)
{
    free(f->told);
    f->told = NULL;
}

/* What was given at each point of the match, over all lives of one bot. */
struct given {
    char line[LIVES_GIVEN][LINE_MAX_WIT];
    unsigned count;
};

static inline bool was_given(const struct given *g, const char *act)
{
    unsigned seat, kind, arg, k, a;
    int n = sscanf(act, "A %u %u %u", &seat, &kind, &arg);
    if (g->count == 0)
        return true; /* nobody was asked: the rules did it, or the clock, which the auditor judges */
    for (unsigned i = 0; i < g->count; i++)
        if (sscanf(g->line[i], "D %u %u", &k, &a) == 2 && k == kind && (n < 3 || a == arg))
            return true;
    return false;
}

struct witness_sum {
    int winner; /* the last that was told, -1: none was */
    unsigned lives, told, given, heard_the_end;
};

/* Checks one seat's ledger, if its bot lived long enough to have one. */
static inline void witnessed_seat(const struct finished *f, const char *folder, unsigned seat, struct witness_sum *sum)
{
    char path[512], id[2 * HASH + 1], line[LINE_MAX_WIT];
    hex_text(id, f->match_id, HASH);
    snprintf(path, sizeof path, "%s/%s.%u", folder, id, seat);
    FILE *in = fopen(path, "r");
    if (!in)
        return;
    OWNED struct given *given = calloc(f->count + 1, sizeof *given);
    char(*cards)[LINE_MAX_WIT] = calloc(f->count + 1, sizeof *cards);
    assert_non_null(given);
    assert_non_null(cards);
    unsigned at = 0, beyond = 0;
    while (fgets(line, sizeof line, in)) {
        if (!strchr(line, '\n'))
            break; /* killed inside its own write */
        if (sscanf(line, "M %d", &sum->winner) == 1)
            sum->heard_the_end++;
        if (*line == 'S') {
            at = beyond = 0;
            sum->lives++;
        } else if (*line == 'D') {
            if (given[at].count < LIVES_GIVEN)
                strcpy(given[at].line[given[at].count++], line);
            sum->given++;
        } else {
            if (at == f->count && !f->complete && *line != 'H' && beyond < BEYOND) {
                beyond += *line == 'A'; /* what was on its way when the record failed is told with the void result */
                continue;
            }
            if (at >= f->count || strncmp(line, f->told[at].line, strlen(f->told[at].line)) != 0)
                fail_msg("%s: told %s, and in the record there is %s", path, line,
                         at < f->count ? f->told[at].line : "nothing");
            if (*line == 'H') {
                assert_true(!*cards[at] || strcmp(cards[at], line) == 0); /* one deal of a hand */
                strcpy(cards[at], line);
            }
            at++;
            sum->told++;
        }
    }
    fclose(in);
    for (unsigned i = 0; i < f->count; i++)
        if (f->told[i].seat == (int)seat && !was_given(&given[i], f->told[i].line))
            fail_msg("%s: the record has %s where the bot gave %s", path, f->told[i].line, given[i].line[0]);
    free(cards);
}

static inline void witnessed(const struct finished *f, const char *folder, struct witness_sum *sum)
{
    for (unsigned seat = 0; seat < f->seats; seat++)
        witnessed_seat(f, folder, seat, sum);
}

static inline void print_witnesses(const struct witness_sum *sum)
{
    printf("  bots: %u lives, %u events told, %u actions given, %u heard the result; nothing lost, doubled or dealt "
           "twice\n",
           sum->lives, sum->told, sum->given, sum->heard_the_end);
}

#endif
