/* learn: what a rival does, learned from what it did, and the best answer to it, learned from hands against that model.
 *
 * A seat's view is put into classes four times, from few to many (cards by strength, envido, calls, tricks, what is on the table).  What
 * a fine class has little of is taken from the coarser one.  Nothing is told of the other seats' cards: the model holds what the rival
 * does with its own, and the answer knows its own alone. */
#ifndef FIEL_CONTRA_LEARN_H
#define FIEL_CONTRA_LEARN_H

#include "fiel.h"

enum { LEARN_LEVELS = 4, LEARN_TABLE = 1 << 21 };

/* Of a class and one action in it how often, and what it came to on average. */
struct learn_cell {
    uint64_t key; /* 0: free */
    float mean, count;
};
/* A hash table; no cell is added to one that is nearly full. */
struct learned {
    struct learn_cell *cell; /* LEARN_TABLE of them */
    uint32_t used;
};

/* A view by its classes, and what may be done in it. */
struct learn_state {
    uint64_t level[LEARN_LEVELS];
    uint8_t act[FIEL_LEGAL_MAX]; /* of each legal action its class: a word, or a card by its place among those held */
    int n;
};

bool learned_new(struct learned *t); /* empty; false: no memory */
void learned_free(struct learned *t);
/* Of a file that learned_save wrote; false and errno, and the table is as it was. */
bool learned_load(struct learned *t, const char *path);
/* All cells that were met `least` times and more; on the disk when it returns. */
bool learned_save(const struct learned *t, const char *path, float least);

void learn_look(struct learn_state *s, const struct view *v, const struct action *legal, int n);
/* The class of an action that may lack in `legal`, as a card that was played face down. */
uint8_t learn_class(const struct view *v, struct action a);

/* The rival did this here. */
void model_saw(struct learned *model, const struct learn_state *s, uint8_t act);
/* What it would do, drawn as often as it does it. */
int model_draw(const struct learned *model, const struct learn_state *s, struct fiel_random *dice);

/* The best answer, -1 where it never met anything like this; what it is worth from here on goes into *value. */
int answer_best(const struct learned *answer, const struct learn_state *s, double *value);

/* How the hands are dealt and the other side decides. */
struct learn_game {
    bool (*deal)(struct position *pos, struct fiel_random *dice, void *user); /* the next hand; false: there is none */
    int (*rival)(const struct view *v, const struct learn_state *s, const struct action *legal,
                 struct fiel_random *dice, void *user);
    void *user;
};
/* So many hands against it, from *pos on, in turn on both sides; Watkins' Q(lambda) with lambda 1 over the classes.  False: no hand could be
 * dealt, or a rule was broken. */
bool answer_learn(struct learned *answer, struct position *pos, const struct learn_game *game, uint32_t hands,
                  struct fiel_random *dice);

#endif
