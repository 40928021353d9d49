/* No decision takes memory: from the first REQUEST to the last the referee with its record, the decoder of the
 * seats and libfiel ask for none, whatever is played and signed. */
#include "support/test.h"

#include "support/by_call.h"
#include "support/random.h"

/* --- who asks for memory ---------------------------------------------------------------------------- */

static volatile unsigned long taken; /* so often memory was asked for */

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif

#ifdef SANITIZED
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, size_t), void (*)(const volatile void *));
static void given(const volatile void *p, size_t size)
{
    (void)p;
    (void)size;
    taken++;
}
static void freed(const volatile void *p) { (void)p; }
static void watch(void) { __sanitizer_install_malloc_and_free_hooks(given, freed); }
#else
/* The C library's own, which these stand before for the whole program and its libraries. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *malloc(size_t size)
{
    taken++;
    return __libc_malloc(size);
}
void *calloc(size_t n, size_t size)
{
    taken++;
    return __libc_calloc(n, size);
}
void *realloc(void *p, size_t size)
{
    taken++;
    return __libc_realloc(p, size);
}
static void watch(void) {}
#endif

TEST(test_the_watch_sees_memory_taken)
{
    unsigned long before = taken;
    void *volatile p = malloc(1);
    assert_true(taken > before);
    free(p);
}

/* --- whole matches ---------------------------------------------------------------------------------- */

static unsigned long decisions;

/* Any legal action, but no giving up while there is anything else: hands are to have all that they may. */
static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct action a = legal[random_below(user, (unsigned)n)];
    (void)v;
    decisions++;
    return a.kind == ACT_MAZO ? legal[0] : a;
}

/* Nothing from the first decision to the result, at so many tables. */
static void expect_none_at(const char *rules, unsigned seats, unsigned tables, unsigned games, enum sign_policy sign)
{
    struct random random = { 5 };
    struct fiel_callbacks calls = { .decide = decide, .user = &random };
    struct by_call *c = call_start_at(rules, seats, tables, games, sign, &calls);
    unsigned long before = decisions;
    while (decisions == before && call_turn(c))
        continue;
    unsigned long at_first = taken;
    while (!c->over && call_turn(c))
        assert_int_equal(taken - at_first, 0);
    assert_true(c->over && c->result.complete && c->result.result.outcome == END_PLAYED);
    assert_true(decisions - before > 100);
    call_end(c);
}

static void expect_nothing_taken(const char *rules, unsigned seats, enum sign_policy sign)
{
    expect_none_at(rules, seats, 1, 12, sign);
}

TEST(test_two_seats)
{
    expect_nothing_taken("argentino-flor", 2, SIGN_HAND);
    expect_nothing_taken("uruguayo", 2, SIGN_HAND);
}

TEST(test_every_decision_is_signed) { expect_nothing_taken("argentino", 2, SIGN_DECISION); }

TEST(test_partners_make_signs) { expect_nothing_taken("venezolano,signs=on", 4, SIGN_HAND); }

TEST(test_several_tables) { expect_none_at("argentino", 2, 8, 24, SIGN_HAND); }

TEST(test_larger_tables)
{
    expect_nothing_taken("argentino", 3, SIGN_HAND);
    expect_nothing_taken("truc-y-flou", 6, SIGN_HAND);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    watch();
    return tests_run();
}
