/* own_words: what a process says that may be a stranger's by now is lines of printable ASCII, so long and so many in a second, and it neither
 * waits for its reader nor keeps it busy. */

#include "support/test.h"

#include "base/own_words.h"
#include "cli/now.h"

static struct own_words words;

static int says(const char *text)
{
    int end = own_words_open(&words);
    assert_true(end > 0);
    assert_int_equal(write(end, text, strlen(text)), strlen(text));
    return end;
}

TEST(lines_are_clean)
{
    close(says("\033]0;owned\007\n\n{\"a\":1}\r\nhalf a"));
    assert_string_equal(own_words_next(&words), "?]0;owned?");
    assert_string_equal(own_words_next(&words), "{\"a\":1}?");
    assert_null(own_words_next(&words));
    assert_int_equal(own_words_due(&words), -1); /* it has closed its end: nobody is woken by that again */
    assert_string_equal(own_words_last(&words), "half a");
    assert_null(own_words_last(&words));
}

TEST(a_long_one_becomes_several)
{
    static char text[2 * OWN_WORDS_LINE + 11];
    memset(text, 'x', sizeof text - 1);
    close(says(text));
    assert_int_equal(strlen(own_words_last(&words)), OWN_WORDS_LINE);
    assert_int_equal(strlen(own_words_last(&words)), OWN_WORDS_LINE);
    assert_int_equal(strlen(own_words_last(&words)), 10);
    assert_null(own_words_last(&words));
}

TEST(so_many_in_a_second)
{
    unsigned read = 0, said = 0;
    int64_t began = now_ms() / 1000;
    int end = says("");
    while (write(end, "flood\n", 6) == 6) /* until the pipe is full, and then it does not wait */
        said++;
    while (own_words_next(&words))
        read++;
    int64_t seconds = now_ms() / 1000 - began + 1;
    assert_true(said > 1000 && read >= OWN_WORDS_MOST && read <= OWN_WORDS_MOST * (uint64_t)seconds);
    close(end);
    while (own_words_last(&words))
        read++;
    assert_true(read < said);
}
