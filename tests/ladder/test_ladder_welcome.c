/* What a stranger sees first, and what the host says there: the front page, the host's words and what is refused of them. */
#include <sodium.h>

#include "ladder_site.h"
#include "site/session/host_words.h"
#include "support/test.h"

static struct here here;
static char cookie[256], form[128];

/* A host who is signed in; `form` is what their forms carry. */
static void sign_in(void)
{
    char token[TOKEN_TEXT];
    struct store_error e;
    assert_int_equal(session_open(&here.site, here.world.host, "browser", "", 1000000, token, &e), STORE_OK);
    snprintf(cookie, sizeof cookie, "Cookie: fiel=%s\r\nOrigin: http://here\r\n", token);
    struct reply y = here_get(&here, "/host/words", cookie);
    assert_int_equal(y.status, 200);
    const char *at = strstr(y.body, "name=\"form\" value=\"");
    assert_non_null(at);
    snprintf(form, sizeof form, "form=%.64s", at + strlen("name=\"form\" value=\""));
    reply_free(&y);
}

static int start(void **state)
{
    (void)state;
    here_start(&here);
    world_make(&here.world, here.site.store);
    sign_in();
    return 0;
}

static int stop(void **state)
{
    (void)state;
    here_stop(&here);
    return 0;
}

static struct reply words(const char *what, const char *fields)
{
    static char all[3 * WORDS_MOST + 1024];
    snprintf(all, sizeof all, "%s&what=%s&%s", form, what, fields);
    return here_post(&here, "/host/words", cookie, all);
}

static void holds(const struct reply *y, const char *part)
{
    if (!strstr(y->body, part))
        fail_msg("'%s' is not in: %.3000s", part, y->body);
}

static void lacks(const struct reply *y, const char *part)
{
    if (strstr(y->body, part))
        fail_msg("'%s' is in: %.3000s", part, y->body);
}

TEST(the_front_page_says_what_this_is)
{
    struct reply y = here_get(&here, "/", NULL);
    assert_int_equal(y.status, 200);
    assert_true(strlen(y.all) < 40 << 10); /* with site.css under 60 kB: e2e/web reads the whole */
    holds(&y, "href=\"/start\">Enter a bot</a>");
    holds(&y, "<h1>Programs play truco here");
    holds(&y, "Newest matches");
    reply_free(&y);
}

TEST(a_host_says_it_in_their_own_words)
{
    struct reply y = words("see",
                           "about=site&title=Truco+%3Cb%3E&sentence=Bots+juegan&text=%23+Bienvenidos%0A%0A**hoy**");
    assert_int_equal(y.status, 200);
    holds(&y, "<h2>Bienvenidos</h2>");
    holds(&y, "value=\"Bots juegan\"");
    reply_free(&y);
    y = here_get(&here, "/", NULL);
    lacks(&y, "Bienvenidos");
    reply_free(&y);
    y = words("keep",
              "about=site&title=Truco+%3Cb%3E&sentence=Bots+juegan&text=%23+Bienvenidos%0A%0A**hoy**&logo=%3Csvg/%3E");
    assert_int_equal(y.status, 303);
    reply_free(&y);
    y = here_get(&here, "/", NULL);
    holds(&y, "<h2>Bienvenidos</h2>");
    holds(&y, "<strong>hoy</strong>");
    holds(&y, "Truco &lt;b&gt;</a>");
    holds(&y, "<p>Bots juegan</p>");
    holds(&y, "src=\"/logo.svg\"");
    lacks(&y, "/host/words"); /* a visitor changes nothing */
    reply_free(&y);
    y = here_get(&here, "/logo.svg", NULL);
    holds(&y, "<svg/>");
    assert_non_null(strstr(y.all, "default-src 'none'; style-src 'unsafe-inline'; sandbox"));
    reply_free(&y);
}

TEST(ladders_and_events_have_words_of_their_own)
{
    struct reply y = words("keep", "about=ladder.argentino-1v1&text=Premio:+un+mate");
    assert_int_equal(y.status, 303);
    reply_free(&y);
    y = here_get(&here, "/ladders/argentino-1v1", NULL);
    holds(&y, "Premio: un mate");
    reply_free(&y);
    y = words("keep", "about=event.1&text=Desde+el+lunes");
    assert_int_equal(y.status, 303);
    reply_free(&y);
    y = here_get(&here, "/events/1", NULL);
    holds(&y, "Desde el lunes");
    reply_free(&y);
    static const char *const nothing[] = { "about=ladder.none", "about=event.99", "about=event.1x",
                                           "about=", "about=other" };
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        y = words("keep", nothing[i]);
        assert_int_equal(y.status, 404);
        reply_free(&y);
    }
}

TEST(hostile_words_are_refused_at_their_field_and_kept)
{
    static const struct {
        const char *text, *why, *typed;
    } rows[] = {
        { "%3Cscript%3Ealert(1)%3C/script%3E", "this is HTML", "&lt;script&gt;" },
        { "a+%3Cimg+src%3Dx%3E+b", "this is HTML", "&lt;img src=x&gt;" },
        { "[a](javascript:alert(1))", "a link begins with", "javascript:alert" },
        { "[a](JaVaScRiPt:alert(1))", "a link begins with", "JaVaScRiPt" },
        { "%3Cjavascript:alert(1)%3E", "a link begins with", "javascript" },
        { "[a](data:text/html,x)", "a link begins with", "data:" },
        { "![a](https://other.example/x.png)", "an image is of this site", "other.example" },
        { "![a](//other.example/x.png)", "an image is of this site", "other.example" },
        { "![a](/%5C%5Cother.example/x.png)", "an image is of this site", "other.example" },
        { ">>>>>>>>>>>>>>>>>>+x", "too deep", "&gt;&gt;" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char fields[512];
        snprintf(fields, sizeof fields, "about=event.1&text=%s", rows[i].text);
        struct reply y = words("keep", fields);
        assert_int_equal(y.status, 400);
        holds(&y, rows[i].why);
        holds(&y, rows[i].typed);
        holds(&y, "name=\"text\" aria-invalid=\"true\"");
        reply_free(&y);
        y = here_get(&here, "/events/1", NULL);
        lacks(&y, "other.example");
        lacks(&y, "alert");
        reply_free(&y);
    }
}

TEST(words_are_bounded)
{
    static char fields[3 * WORDS_MOST];
    snprintf(fields, sizeof fields, "about=event.1&text=%0*d", WORDS_MOST + 1, 0);
    struct reply y = words("keep", fields);
    assert_int_equal(y.status, 400);
    holds(&y, "that is 4001 bytes, and 4000 are taken");
    reply_free(&y);
    static const char nested[][4] = { ">", "-+", "[", "*a+", "![", "`" }; /* what other readers of Markdown choke on */
    for (size_t i = 0; i < sizeof nested / sizeof *nested; i++) {
        size_t n = (size_t)snprintf(fields, sizeof fields, "about=event.1&text=");
        while (n + strlen(nested[i]) < 3900)
            n += (size_t)snprintf(fields + n, sizeof fields - n, "%s", nested[i]);
        y = words("see", fields);
        assert_true(y.status == 200 || y.status == 400);
        assert_true(strlen(y.all) < 100 << 10);
        reply_free(&y);
    }
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    return tests_run(start, stop);
}
