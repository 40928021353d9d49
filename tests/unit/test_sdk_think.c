/* A bot thinks in a thread of its own while others are asked: never while another callback runs, and it comes back when told.
 * `make race` runs this under the thread sanitizer. */
#include "support/test.h"

#include <pthread.h>
#include <semaphore.h>

#include "think.h"

/* Plain fields, read and written on both sides: what keeps them apart is the thinker alone. */
struct mind {
    unsigned begun, ended, hand;
    bool stop_at_once;
    sem_t at_it;
};

static void think(const struct view *v, const struct fiel_wait *wait, void *user)
{
    struct mind *m = user;
    m->begun++;
    m->hand = v->open.hand;
    sem_post(&m->at_it);
    while (fiel_waiting(wait) && !m->stop_at_once)
        sched_yield();
    m->ended++;
}

TEST(test_there_and_back)
{
    struct mind m = { 0 };
    struct view v;
    memset(&v, 0, sizeof v);
    sem_init(&m.at_it, 0, 0);
    struct thinker *t = thinker_new(think, &m);
    assert_non_null(t);
    for (unsigned i = 1; i <= 50; i++) {
        v.open.hand = i;
        thinking_begin(t, &v);
        v.open.hand = 0; /* it has a copy */
        sem_wait(&m.at_it);
        thinking_end(t);
        assert_int_equal(m.hand, i);
        assert_int_equal(m.begun, i);
        assert_int_equal(m.ended, i);
    }
    thinker_free(&t);
    assert_null(t);
}

/* Ended before it began to run, or begun again, or done before it is ended. */
TEST(test_in_any_order)
{
    struct mind m = { .stop_at_once = true };
    struct view v;
    memset(&v, 0, sizeof v);
    sem_init(&m.at_it, 0, 0);
    struct thinker *t = thinker_new(think, &m);
    assert_non_null(t);
    for (unsigned i = 0; i < 2000; i++) {
        thinking_begin(t, &v);
        if (i % 3 == 0)
            thinking_begin(t, &v);
        if (i % 5)
            thinking_end(t);
    }
    thinking_end(t);
    assert_int_equal(m.begun, m.ended);
    thinking_end(t); /* nobody thinks: nothing to wait for */
    thinking_begin(t, &v);
    thinker_free(&t);
    thinker_free(&t);
    thinking_begin(NULL, &v);
    thinking_end(NULL);
}
