/* decision: every decision of a match as a row of fields, for statistics. */
#ifndef FIEL_DECISION_H
#define FIEL_DECISION_H

#include "tell.h"

/* X(NAME, "name", KIND, "meaning")  A number, a word, or cards, parted by blanks. */
#define DECISION_FIELDS(X) \
    X(GAME, "game", NUMBER, "number of the game in the match, from 1") \
    X(HAND, "hand", NUMBER, "number of the hand in the match, from 1") \
    X(DECISION, "decision", NUMBER, "number of the decision among all of its seat, from 1") \
    X(SEAT, "seat", NUMBER, "who decides, from 0") \
    X(BOT, "bot", WORD, "its name") \
    X(MANO, "mano", NUMBER, "1 when the seat leads the hand, else 0") \
    X(PHASE, "phase", WORD, "what it is asked: play, stake, envido, declare, flor, accuse, raise, eleven, discard") \
    X(TRICK, "trick", NUMBER, "the trick in play, 1 to 3") \
    X(CALL, "call", WORD, "the call that waits for an answer: truco, envido, ...; none") \
    X(CALLER, "caller", NUMBER, "the seat that said it; -1") \
    X(SAID, "said", WORD, "what it decides: play, truco, no-quiero, ...") \
    X(CARD, "card", CARDS, "the card it plays") \
    X(HOLDS, "holds", CARDS, "the cards it still has") \
    X(DEALT, "dealt", CARDS, "the cards it was dealt") \
    X(VIRA, "vira", CARDS, "the turned card") \
    X(ENVIDO, "envido", NUMBER, "what its cards are worth in envido") \
    X(FLOR, "flor", NUMBER, "the value of its flor; 0 when it has none") \
    X(SCORE, "score", NUMBER, "points of its side before the decision") \
    X(RIVALS, "rivals", NUMBER, "points of the other side, of three the higher one") \
    X(AHEAD, "ahead", NUMBER, "score minus rivals") \
    X(STAKE, "stake", NUMBER, "steps of truco that are accepted") \
    X(USED_US, "used_us", NUMBER, "how long it took, in microseconds") \
    X(BANK_US, "bank_us", NUMBER, "what was left of its time for the game before it") \
    X(GAIN, "gain", NUMBER, "points that its side won in this hand, minus those of the others") \
    X(TABLE, "table", NUMBER, "of a match at several tables, from 0")

enum decision_field {
#define X(name, text, kind, meaning) DECIDED_##name,
    DECISION_FIELDS(X)
#undef X
        DECISION_FIELD_COUNT
};
enum field_kind { FIELD_NUMBER, FIELD_WORD, FIELD_CARDS };
struct decision_field_row {
    const char *name, *meaning;
    enum field_kind kind;
};
extern const struct decision_field_row decision_fields[DECISION_FIELD_COUNT];

enum { DECISION_TEXT = NAME_TEXT };
struct decision {
    int64_t number[DECISION_FIELD_COUNT];
    char text[DECISION_FIELD_COUNT][DECISION_TEXT];
    struct action action, legal[FIEL_LEGAL_MAX];
    int legals; /* how many it had, 0 where not all of its cards are known */
    unsigned side;
};

/* The decisions of the chapter that was told last, in their order. */
struct decisions {
    const struct teller *teller;
    struct decision *list;
    size_t count, room;
    uint32_t made[FIEL_SEATS_MAX];
    bool out_of_memory;
};

/* Listens to a teller that was just started; the first chapter may be read then. */
void decisions_listen(struct decisions *d, struct teller *t);
/* tell_next, and the decisions of that chapter in d->list; false at the end. */
bool decisions_next(struct decisions *d, struct teller *t);
void decisions_end(struct decisions *d);

/* Rows for other programs: names first, one line each. */
void decision_csv_head(FILE *out);
void decision_csv(FILE *out, const char *file, const struct decision *d);
void decision_json(FILE *out, const char *file, const struct decision *d);
/* "cauto is asked truco by ana, holds 1e 4b: no-quiero" */
void decision_sentence(FILE *out, const struct decision *d);

#endif
