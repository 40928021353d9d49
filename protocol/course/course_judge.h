/* course_judge: what a message is worth, before anything is done about it. */
#ifndef FIEL_COURSE_JUDGE_H
#define FIEL_COURSE_JUDGE_H

#include "course_state.h"

/* What one message is, and what has to be done about it. */
struct judgement {
    enum verdict verdict;
    enum fault fault;
    uint64_t a, b; /* of the fault */
};

/* One envelope while it is judged. */
struct intake {
    unsigned seat;
    int64_t left, came; /* clamped */
    const uint8_t *raw; /* its bytes */
    uint64_t number;    /* of the envelope */
    unsigned answers;   /* so many in it were accepted: their requests are closed for the rest */
    unsigned duties;    /* cuts and signatures of hands in it that were accepted */
    int64_t duty_asked; /* when the earliest of those was asked for */
    bool signs;         /* it is about the signature of HANDS_END */
    bool hand_signed;   /* a hand signature in it was accepted: a cut may follow */
    unsigned judged;    /* messages before this one: a HELLO stands first */
};

static inline struct judgement at_fault(enum fault f, uint64_t a, uint64_t b)
{
    return (struct judgement){ .verdict = VERDICT_FAULT, .fault = f, .a = a, .b = b };
}

/* What `m` is at this stage; an accepted answer leaves the state after it in t->next.  *in learns what of the
 * envelope was accepted. */
struct judgement judge(struct course *co, struct table *t, struct intake *in, const struct seat_message *m);
/* The fault of not saying in time what is owed. */
struct judgement judge_overdue(const struct course *co, const struct table *t, const struct intake *in);

#endif
