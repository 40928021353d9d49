/* menu: what may be done now, a key for each. */
#ifndef PERSONA_MENU_H
#define PERSONA_MENU_H

#include "fiel.h"

enum choice_kind {
    CHOICE_DO,     /* the action itself */
    CHOICE_CARD,   /* the same, with a card that is drawn under its key */
    CHOICE_DOWN,   /* one of my cards, face down: which? */
    CHOICE_BET,    /* a bet by a number: how many? */
    CHOICE_ACCUSE, /* a rival: who? */
};
enum { CHOICES = 48, LABEL = 48 };

struct choice {
    char key;
    enum choice_kind kind;
    struct action action; /* of a BET the least that is legal, arg 0 as its number */
    char label[LABEL];
};

struct menu {
    struct choice choice[CHOICES];
    unsigned count;
    struct action legal[FIEL_LEGAL_MAX];
    int legal_count;
};

/* The menu of these legal actions; the choice of a key, NULL: none has it; and whether an action is legal here. */
void menu_make(struct menu *m, const struct view *v, const struct action *legal, int n, bool utf8);
const struct choice *menu_find(const struct menu *m, int key);
bool menu_legal(const struct menu *m, struct action a);

/* Points that a bet by a number is for: envido is 2 and real envido 3. */
unsigned bet_number(struct action a);
/* The legal action of this kind with this number; false when there is none. */
bool menu_bet(const struct menu *m, enum action_kind kind, unsigned number, struct action *out);

/* What ends the hand soonest, and breaks no rule: for a person who leaves, or has no time left. */
struct action menu_give_up(const struct action *legal, int n);

/* The action of this variant that a key would mean if it were legal, to explain why it is not; false for none. */
bool key_meant(const struct view *v, int key, struct action *out);

/* The key under which the person's n-th card lies. */
static inline char card_key(unsigned place) { return (char)('1' + place); }

#endif
