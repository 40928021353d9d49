/* Pages: what strangers wrote never becomes markup, script or address. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "page.h"

static void what_strangers_write_stays_text(void **state)
{
    (void)state;
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

static void holes_are_filled_by_their_kind(void **state)
{
    (void)state;
    struct page p = { 0 };
    page_fill(&p, "<a href=\"/b/{a}\" data-x={j}>{}</a>{h}{} {x}", "a/b", "\"", "<", "<hr>", NULL);
    assert_string_equal(p.data, "<a href=\"/b/a%2Fb\" data-x=\"\\\"\">&lt;</a><hr> {x}");
    page_free(&p);
}

static void a_page_grows(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_strangers_write_stays_text),
        cmocka_unit_test(holes_are_filled_by_their_kind),
        cmocka_unit_test(a_page_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
