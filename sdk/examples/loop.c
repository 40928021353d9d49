/* loop: a bot with a loop of its own.  It says yes when the odds are even, and plays the weakest card that takes the trick. */
#include <fiel.h>
#include <stdio.h>

static struct action choose(const struct fiel_request *r, struct fiel_random *dice)
{
    const struct action *yes = hint_find(r->legal, r->n, ACT_QUIERO), *no = hint_find(r->legal, r->n, ACT_NO_QUIERO);
    struct action best = r->legal[0];
    if (yes && no)
        return r->view.open.phase == PHASE_STAKE && hint_chance(&r->view, CARD_NONE, 60, dice) > 0.5 ? *yes : *no;
    for (int i = 0; i < r->n && r->legal[i].kind == ACT_PLAY; i++) {
        bool takes = view_takes(&r->view, r->legal[i].arg), took = view_takes(&r->view, best.arg);
        if (takes > took || (takes == took && view_compare(&r->view, r->legal[i].arg, best.arg) < 0))
            best = r->legal[i];
    }
    return best;
}

int main(void)
{
    char why[FIEL_WHY];
    struct fiel_random dice = { 1 };
    struct fiel_request r;
    struct fiel_bot *b = fiel_open("loop", NULL, why);
    if (!b)
        return fprintf(stderr, "fiel: %s\n", why), 3;
    while (fiel_next(b, &r, -1) == FIEL_ASKED)
        fiel_answer(b, choose(&r, &dice));
    return fiel_close(&b);
}
