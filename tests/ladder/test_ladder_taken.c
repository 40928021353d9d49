/* A reader of the site that a stranger took over: what it can say, and what becomes of that.  It says it in the place of a function of ours
 * that runs in no other process. */

#include <math.h>
#include <sodium.h>

#include "support/test.h"
#include "filing/same_match.h"
#include "filing/filing.h"
#include "filing/prove.h"
#include "ladder_site.h"
#include "site/play/story.h"

enum lie { HONEST, A_RESULT, NO_SIDE, NO_NUMBER, NO_END, MARKUP, A_HASH };
static enum lie lie;
static struct store_bytes record;

bool __real_filing_read(const struct audit_report *r, const void *replay, size_t size, struct leg *f);
bool __wrap_filing_read(const struct audit_report *r, const void *replay, size_t size, struct leg *f);
bool __wrap_filing_read(const struct audit_report *r, const void *replay, size_t size, struct leg *f)
{
    bool fine = __real_filing_read(r, replay, size, f);
    if (lie == A_RESULT)
        f->points[0] = 99;
    if (lie == NO_SIDE)
        f->winner = 77;
    if (lie == NO_NUMBER)
        f->luck = NAN;
    if (lie == NO_END)
        memset(f->fault_text, 'x', sizeof f->fault_text);
    f->record = f->seat[0].log = "where nothing is";
    f->record_size = f->seat[0].log_size = SIZE_MAX;
    return fine;
}

/* The record is not that of a match that was ordered. */
const char *__wrap_same_match_differs(const struct same_match *b, const struct audit_report *r,
                                      char why[SAME_MATCH_WHY]);
const char *__wrap_same_match_differs(const struct same_match *b, const struct audit_report *r,
                                      char why[SAME_MATCH_WHY])
{
    (void)b, (void)r, (void)why;
    return NULL;
}

void __real_page_text(struct page *p, const char *text);
void __wrap_page_text(struct page *p, const char *text);
void __wrap_page_text(struct page *p, const char *text)
{
    __real_page_text(p, text);
    if (lie == MARKUP)
        page_put(p, "<script src=\"//elsewhere\"></script>");
}

int __real_crypto_pwhash(unsigned char *out, unsigned long long n, const char *text, unsigned long long size,
                         const unsigned char *salt, unsigned long long passes, size_t memory, int how);
int __wrap_crypto_pwhash(unsigned char *out, unsigned long long n, const char *text, unsigned long long size,
                         const unsigned char *salt, unsigned long long passes, size_t memory, int how);
int __wrap_crypto_pwhash(unsigned char *out, unsigned long long n, const char *text, unsigned long long size,
                         const unsigned char *salt, unsigned long long passes, size_t memory, int how)
{
    if (lie != A_HASH)
        return __real_crypto_pwhash(out, n, text, size, salt, passes, memory, how);
    memset(out, 0, n); /* it never had the one that it would have to say */
    return 0;
}

BEFORE_ALL(start)
{
    struct replay file;
    assert_int_equal(replay_load(&file, "tests/vectors/example.replay"), 0);
    record = (struct store_bytes){ (void *)(uintptr_t)file.bytes, file.size };
    return sodium_init() < 0;
}

static bool proves(enum lie says, struct proved *out)
{
    static struct order o;
    const struct paper papers[2] = { { record.data, record.size } };
    lie = says;
    prove_records(&o, NULL, true, papers, out);
    lie = HONEST;
    return out->fine;
}

/* Any result of its own record, of which test_ladder_same_match holds that it is named; and nothing that is no result. */
TEST(a_result_can_be_wrong_and_is_one)
{
    static struct proved out;
    assert_true(proves(HONEST, &out));
    int64_t points = out.leg[0].points[0];
    assert_int_not_equal(points, 99);
    assert_true(proves(A_RESULT, &out));
    assert_int_equal(out.leg[0].points[0], 99);
    assert_ptr_equal(out.leg[0].record, record.data); /* ours, whatever it said */
    assert_int_equal(out.leg[0].record_size, record.size);
    assert_null(out.leg[0].seat[0].log);
    assert_false(proves(NO_SIDE, &out));
    assert_false(proves(NO_NUMBER, &out));
    assert_false(proves(NO_END, &out));
}

TEST(a_story_is_text)
{
    struct guest guest = { .language = "en" };
    struct http_request r = { .guest = &guest };
    for (int taken = 0; taken < 2; taken++) {
        AUTO(page_free) struct page p = { 0 };
        struct story s;
        lie = taken ? MARKUP : HONEST;
        story_read(&r, &record, &s);
        lie = HONEST;
        assert_non_null(s.text);
        assert_int_equal(strstr(s.text, "<script") != NULL, taken); /* it was said */
        put_story(&r, &p, &s);
        assert_null(strstr(p.data, "<script"));
        assert_int_equal(strstr(p.data, "<h3>") != NULL, !taken);
        assert_int_equal(strstr(p.data, "cannot be read") != NULL, taken);
        free(s.text);
    }
}

/* One that works out a password lets nobody in; and hashes are libsodium's, as they were before a reader made them. */
TEST(a_password_opens_nothing)
{
    AUTO(here_stop) struct here here;
    struct person p;
    struct store_error e;
    int64_t id;
    here_start(&here);
    FINE(account_make(here.site.store, "iris", "long enough 1", ROLE_AUTHOR, &id, &e));
    FINE(account_enter(here.site.store, "iris", "long enough 1", &p, &e));
    assert_int_equal(crypto_pwhash_str_verify(p.password, "long enough 1", 13), 0);
    assert_int_equal(crypto_pwhash_str_needs_rehash(p.password, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                                    crypto_pwhash_MEMLIMIT_INTERACTIVE),
                     0);
    lie = A_HASH;
    assert_int_equal(account_enter(here.site.store, "iris", "another one", &p, &e), STORE_NOT_FOUND);
    lie = HONEST;
}
