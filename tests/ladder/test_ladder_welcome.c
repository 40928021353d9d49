/* What a stranger sees first, and what the host says there: the front page, the host's words and what is refused of them. */
#include <archive.h>
#include <archive_entry.h>
#include <sys/mman.h>

#include "ladder_site.h"
#include "filing/found.h"
#include "site/session/host_words.h"
#include "support/test.h"

HERE_FOR_ALL
static struct browser hilda;

BEFORE_ALL(start)
{
    browser_come_in(&hilda, &here, here.world.host);
    return 0;
}

static struct reply words(const char *what, const char *fields)
{
    static char all[3 * WORDS_MOST + 1024];
    snprintf(all, sizeof all, "form=%s&what=%s&%s", hilda.form, what, fields);
    return here_post(&here, "/host/words", hilda.cookie, all);
}

static void holds(const struct reply *y, const char *part) { assert_holds(y->body, part); }

static void lacks(const struct reply *y, const char *part)
{
    if (strstr(y->body, part))
        fail_msg("'%s' is in: %.3000s", part, y->body);
}

static void answers(struct reply y, int status, const char *part)
{
    assert_int_equal(y.status, status);
    holds(&y, part);
    reply_free(&y);
}

TEST(the_front_page_says_what_this_is)
{
    OWNED_REPLY y = here_get(&here, "/", NULL);
    assert_int_equal(y.status, 200);
    assert_true(strlen(y.all) < 40 << 10); /* with site.css under 60 kB: e2e/web reads the whole */
    holds(&y, "href=\"/start\">Enter a bot</a>");
    holds(&y, "<h1>Programs play truco here");
    holds(&y, "Newest matches");
}

TEST(a_host_says_it_in_their_own_words)
{
    OWNED_REPLY y = words("see",
                          "about=site&title=Truco+%3Cb%3E&sentence=Bots+juegan&text=%23+Bienvenidos%0A%0A**hoy**");
    assert_int_equal(y.status, 200);
    holds(&y, "<h2>Bienvenidos</h2>");
    holds(&y, "value=\"Bots juegan\"");
    reply_free(&y);
    y = here_get(&here, "/", NULL);
    lacks(&y, "Bienvenidos");
    reply_free(&y);
    STATUS(
        303,
        words("keep",
              "about=site&title=Truco+%3Cb%3E&sentence=Bots+juegan&text=%23+Bienvenidos%0A%0A**hoy**&logo=%3Csvg/%3E"));
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
}

TEST(ladders_and_events_have_words_of_their_own)
{
    STATUS(303, words("keep", "about=ladder.argentino-1v1&text=Premio:+un+mate"));
    answers(here_get(&here, "/ladders/argentino-1v1", NULL), 200, "Premio: un mate");
    STATUS(303, words("keep", "about=event.1&text=Desde+el+lunes"));
    answers(here_get(&here, "/events/1", NULL), 200, "Desde el lunes");
    static const char *const nothing[] = { "about=ladder.none", "about=event.99", "about=event.1x",
                                           "about=", "about=other" };
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        STATUS(404, words("keep", nothing[i]));
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
        OWNED_REPLY y = words("keep", fields);
        assert_int_equal(y.status, 400);
        holds(&y, rows[i].why);
        holds(&y, rows[i].typed);
        holds(&y, "name=\"text\" rows=\"10\" aria-invalid=\"true\"");
        reply_free(&y);
        y = here_get(&here, "/events/1", NULL);
        lacks(&y, "other.example");
        lacks(&y, "alert");
    }
}

TEST(words_are_bounded)
{
    static char fields[3 * WORDS_MOST];
    snprintf(fields, sizeof fields, "about=event.1&text=%0*d", WORDS_MOST + 1, 0);
    answers(words("keep", fields), 400, "that is 4001 bytes, and 4000 are taken");
    static const char nested[][4] = { ">", "-+", "[", "*a+", "![", "`" }; /* what other readers of Markdown choke on */
    for (size_t i = 0; i < sizeof nested / sizeof *nested; i++) {
        size_t n = (size_t)snprintf(fields, sizeof fields, "about=event.1&text=");
        while (n + strlen(nested[i]) < 3900)
            n += (size_t)snprintf(fields + n, sizeof fields - n, "%s", nested[i]);
        OWNED_REPLY y = words("see", fields);
        assert_true(y.status == 200 || y.status == 400);
        assert_true(strlen(y.all) < 100 << 10);
    }
}

/* --- entering -------------------------------------------------------------------------------------------------------- */

static const char lines_bot[] = "import sys\r\nfor line in sys.stdin: print('{}')\r\n";

/* A zip or tar with one file of so many bytes, the text first. */
static int archive_of(bool zip, const char *path, const char *text, size_t size)
{
    static char block[1 << 20];
    int fd = memfd_create("archive", MFD_CLOEXEC);
    struct archive *a = archive_write_new();
    struct archive_entry *x = archive_entry_new();
    assert_int_equal(zip ? archive_write_set_format_zip(a) : archive_write_set_format_ustar(a), ARCHIVE_OK);
    assert_int_equal(archive_write_open_fd(a, fd), ARCHIVE_OK);
    archive_entry_set_pathname(x, path);
    archive_entry_set_filetype(x, AE_IFREG);
    archive_entry_set_perm(x, 0644);
    archive_entry_set_size(x, (la_int64_t)size);
    assert_int_equal(archive_write_header(a, x), ARCHIVE_OK);
    archive_write_data(a, text, strlen(text));
    for (size_t left = size - strlen(text); left > 0;) {
        la_ssize_t n = archive_write_data(a, block, left < sizeof block ? left : sizeof block);
        assert_true(n > 0);
        left -= (size_t)n;
    }
    archive_write_close(a);
    archive_write_free(a);
    archive_entry_free(x);
    return fd;
}

static int file_of(const char *bytes, size_t size)
{
    int fd = memfd_create("file", MFD_CLOEXEC);
    assert_int_equal(write(fd, bytes, size), (ssize_t)size);
    return fd;
}

/* What is found in that, or the sentence; closes it. */
static const char *found_in(int fd, const char *name)
{
    static char said[1024];
    char why[256];
    struct found f;
    bool fine = found_make(fd, name, NULL, 0, &f, why);
    snprintf(said, sizeof said, "%s%s%s", fine ? f.run : why, fine && *f.build ? ", built by " : "",
             fine ? f.build : "");
    close(fd);
    store_free(&f.tar);
    return said;
}

TEST(what_is_to_be_started_is_found)
{
    char path[512];
    snprintf(path, sizeof path, "%s/bots/random", build_dir());
    size_t n = strlen(lines_bot);
    assert_string_equal(found_in(file_of(lines_bot, n), "liebre.py"), "lines:./bot.py");
    assert_string_equal(found_in(file_of("x", 1), "liebre.js"), "lines:./bot.js");
    assert_string_equal(found_in(file_of("#!/bin/sh\r\nexit\n", 16), "liebre"), "lines:./bot");
    assert_string_equal(found_in(open(path, O_RDONLY | O_CLOEXEC), "random"), "./bot"); /* it was linked with libfiel */
    assert_string_equal(found_in(archive_of(true, "mi-bot/bot.py", lines_bot, n), "a.zip"), "lines:./mi-bot/bot.py");
    assert_string_equal(found_in(archive_of(false, "bot.py", lines_bot, n), "a.tar"), "lines:./bot.py");
    assert_string_equal(found_in(archive_of(true, "x/Makefile", "bot:", 4), "a.zip"),
                        "./x/bot, built by make -C x/ bot");
}

TEST(what_cannot_be_entered_says_why)
{
    char room[SCRATCH_ROOM + 8];
    snprintf(room, sizeof room, "%s/room", here.folder);
    assert_int_equal(mkdir(room, 0700), 0);
    assert_int_equal(setenv("TMPDIR", room, 1), 0);
    const struct {
        int fd;
        const char *why;
    } rows[] = {
        { file_of("", 0), "this is no whole zip or tar" },
        { file_of("hello\n", 6), "this is no whole zip or tar" },
        { file_of("PK\3\4 and no more", 16), "this is no whole zip or tar" },
        { archive_of(true, "readme.txt", "x", 1), "nothing to start was found: call the program bot" },
        { archive_of(true, "../bot.py", "x", 1), "would lie outside of its folder" },
        { archive_of(true, "bot.py", "x", (256ull << 20) + 1), "larger than 256 MiB unpacked" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *said = found_in(rows[i].fd, "a");
        if (!strstr(said, rows[i].why))
            fail_msg("%zu: '%s' is not in: %s", i, rows[i].why, said);
    }
    unsetenv("TMPDIR");
    assert_int_equal(rmdir(room), 0); /* nothing is left */
}

static struct reply hand_in(const char *file, const char *bytes, const char *name)
{
    static char body[8192], head[1024];
    size_t n = (size_t)snprintf(
        body, sizeof body,
        "--bb\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\n%s\r\n--bb\r\n"
        "Content-Disposition: form-data; name=\"name\"\r\n\r\n%s\r\n--bb\r\nContent-Disposition: "
        "form-data; name=\"ladders\"\r\n\r\nargentino-1v1\r\n--bb\r\nContent-Disposition: form-data; "
        "name=\"artifact\"; filename=\"%s\"\r\n\r\n%s\r\n--bb--\r\n",
        hilda.form, name, file, bytes);
    snprintf(head, sizeof head, "%sContent-Type: multipart/form-data; boundary=bb\r\n", hilda.cookie);
    return here_ask(&here, "POST", "/start", head, body, n);
}

TEST(a_file_alone_is_entered_and_its_way_is_told)
{
    OWNED_REPLY y = here_get(&here, "/start", NULL);
    holds(&y, "name=\"to\" value=\"/start\""); /* a stranger is asked who they are, and comes back */
    holds(&y, "64 MiB");
    reply_free(&y);
    y = hand_in("Mi Liebre.py", lines_bot, "");
    assert_int_equal(y.status, 303);
    assert_non_null(strstr(y.all, "Location: /bots/hilda/mi-liebre/versions/1\r\n"));
    reply_free(&y);
    y = here_get(&here, "/bots/hilda/mi-liebre/versions/1", hilda.cookie);
    holds(&y, "<code>lines:./bot.py</code>");
    holds(&y, "no worker is here now: the host starts them"); /* what waits says why */
    holds(&y, "id=\"way\" data-lives");
    reply_free(&y);
    answers(here_get(&here, "/host", hilda.cookie), 200,
            "<h2>Needs you</h2><ul><li>no worker is here, so nothing is played");
    answers(here_get(&here, "/host", hilda.cookie), 200,
            "<li>1 <a href=\"#pending\">version waits to be admitted</a></li>");
    answers(here_get(&here, "/host", hilda.cookie), 200, "<span class=\"number\">#1</span>: no worker is here now");
    y = hand_in("kit-python.py", lines_bot, ""); /* a kit is called as the person who hands it in */
    assert_non_null(strstr(y.all, "Location: /bots/hilda/hilda/versions/1\r\n"));
    reply_free(&y);
    answers(hand_in("bot.txt", "hello", "una ñ"), 400, "value=\"una ñ\" maxlength=\"39\" aria-invalid=\"true\"");
    y = hand_in("bot.txt", "hello", "nada");
    assert_int_equal(y.status, 400);
    holds(&y, "required aria-invalid=\"true\"");
    holds(&y, "this is no whole zip or tar");
    holds(&y, "value=\"nada\"");
}
