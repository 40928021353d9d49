/* Pages: what strangers wrote never becomes markup, script or address. */

#include "support/test.h"
#include "site/http/cache.h"
#include "site/http/page.h"
#include "store/store_disputes.h"
#include "store/store_jobs.h"
#include "store/store_people.h"
#include "site/words/words.h"

TEST(what_strangers_write_stays_text)
{
    struct page p = { 0 };
    page_text(&p, "<script>alert(\"1\" & '2')</script>");
    assert_string_equal(p.data, "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;");
    page_free(&p);
    page_json(&p, "</script>\"\\\n\x7f&é");
    assert_string_equal(p.data, "\"\\u003c/script\\u003e\\\"\\\\\\u000a\\u007f\\u0026é\"");
    page_free(&p);
    page_address(&p, "../a b?c=\"<%é");
    assert_string_equal(p.data, "..%2Fa%20b%3Fc%3D%22%3C%25%C3%A9");
    page_free(&p);
}

TEST(holes_are_filled_by_their_kind)
{
    struct page p = { 0 };
    page_fill(&p, "<a href=\"/b/{a}\" data-x={j}>{}</a>{h}{} {y}", "a/b", "\"", "<", "<hr>", NULL);
    assert_string_equal(p.data, "<a href=\"/b/a%2Fb\" data-x=\"\\\"\">&lt;</a><hr> {y}");
    page_free(&p);
    const uint8_t bytes[32] = { 0xf1, [31] = 0xe1 };
    page_fill(&p, "{d} {b}{b}, {x}", INT64_MIN, true, false, bytes);
    assert_string_equal(p.data, "-9223372036854775808 truefalse, f10000000000000000000000000000000000000000000000000000"
                                "00000000e1");
    page_free(&p);
    p.language = SPANISH;
    page_fill(&p, "{u} {0} {3}%{t}{t} {w}", UINT32_MAX, 2.5, -0.0625, INT64_C(0), INT64_C(86400000), "decisions");
    assert_string_equal(p.data, "4294967295 2 -0.062%<time datetime=\"1970-01-02 00:00Z\"><span>1970-01-02</span> 00:00"
                                "</time> decisiones");
    page_free(&p);
}

TEST(a_page_grows)
{
    struct page p = { 0 };
    for (int i = 0; i < 10000; i++)
        page_format(&p, "%d,", i % 10);
    assert_int_equal(p.size, 20000);
    assert_int_equal(strlen(p.data), p.size);
    page_free(&p);
    page_free(&p);
    page_format(&p, "<%0*d>", 5000, 7); /* more than there was room for */
    assert_int_equal(p.size, 5002);
    assert_string_equal(p.data + 4999, "07>");
    page_free(&p);
}

/* Whatever the store calls a state has words in every language. */
TEST(states_have_words)
{
    static const struct {
        const char *const *names;
        int count;
    } all[] = {
        { role_names, ROLES },
        { event_kind_names, EVENT_KINDS },
        { event_state_names, EVENT_STATES },
        { version_state_names, VERSION_STATES },
        { dispute_state_names, DISPUTE_STATES },
        { job_kind_names, JOB_KINDS },
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (int i = 0; i < all[k].count; i++) {
            const char *name = all[k].names[i], *spanish = name_in(name, "es");
            if (!strcmp(spanish, name))
                fail_msg("%s has no word in Spanish", name);
        }
    assert_string_equal(name_in("paused", "pt"), "em pausa");
    assert_string_equal(name_in("roundrobin", "en"), "round robin");
    assert_string_equal(name_in("unheard-of", "es"), "unheard-of");
}

TEST(pieces_are_kept_for_a_while)
{
    struct cache *k = cache_make();
    AUTO(page_free) struct page p = { 0 };
    char key[2 * CACHE_KEY];
    assert_non_null(k);
    assert_false(cache_take(k, "a", &p));
    assert_false(cache_take(k, "", &p));
    cache_put(k, "", "nothing", 7);
    assert_false(cache_take(k, "", &p));
    cache_put(k, "a", "<1>", 3);
    cache_put(k, "a", "<2>", 3);
    page_put(&p, "before ");
    assert_true(cache_take(k, "a", &p));
    assert_string_equal(p.data, "before <2>");
    cache_age(k, CACHE_MS);
    assert_false(cache_take(k, "a", &p));
    for (int i = 0; i <= CACHE_PIECES; i++) { /* one more than there are places: the oldest goes */
        cache_age(k, 1);
        snprintf(key, sizeof key, "%d", i);
        cache_put(k, key, key, strlen(key));
    }
    assert_false(cache_take(k, "0", &p));
    assert_true(cache_take(k, "1", &p));
    memset(key, 'k', sizeof key - 1);
    key[sizeof key - 1] = '\0';
    cache_put(k, key, "too long a key", 14);
    assert_false(cache_take(k, key, &p));
    cache_put(NULL, "a", "x", 1);
    assert_false(cache_take(NULL, "a", &p));
    cache_free(NULL);
    cache_free(k);
}
