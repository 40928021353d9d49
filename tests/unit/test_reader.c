/* reader: a child that was taken over, and neither says anything nor ends, is left to itself no longer than its time. */
#include "support/test.h"

#include "child/reader.h"

static const char word[] = "read";

static void says_a_word(int to, int from, const void *order)
{
    (void)from;
    (void)order;
    (void)reader_tell(to, word, sizeof word);
}

/* Nobody ever writes to what it reads from. */
static void says_a_word_and_waits(int to, int from, const void *order)
{
    char byte;
    says_a_word(to, from, order);
    (void)!read(from, &byte, 1);
}

TEST(what_it_says_is_heard)
{
    struct reader_child r;
    char heard[sizeof word];
    assert_true(reader_start(&r, &(struct reader_job){ .read = says_a_word, .from = -1 }));
    assert_true(reader_hear(&r, heard, sizeof heard));
    assert_string_equal(heard, word);
    assert_false(reader_hear(&r, heard, 1));
    assert_true(reader_end(&r));
}

TEST(one_that_waits_for_ever_is_ended)
{
    struct reader_child r;
    char heard[sizeof word];
    int nobody[2];
    assert_int_equal(pipe(nobody), 0);
    assert_true(reader_start(&r, &(struct reader_job){ .read = says_a_word_and_waits, .from = nobody[0] }));
    assert_true(reader_hear(&r, heard, sizeof heard));
    r.until_ms = 0;
    assert_false(reader_hear(&r, heard, 1));
    assert_true(reader_end(&r));
    assert_int_equal(kill(r.pid, 0), -1);
    close(nobody[0]);
    close(nobody[1]);
}

/* --- the room ------------------------------------------------------------------------------------------------------------ */

/* What a program has later: in its memory, and as a descriptor. */
static char secret[32] = "nothing";

static void says_what_it_finds(int to, int from, const void *order)
{
    struct {
        char secret[sizeof secret];
        uint8_t open;
    } found = { .open = 0 };
    (void)from;
    memcpy(found.secret, secret, sizeof secret);
    for (int fd = 2; fd < 64; fd++)
        found.open |= lseek(fd, 0, SEEK_CUR) >= 0;
    (void)reader_tell(to, &found, sizeof found);
    (void)reader_tell(to, order, sizeof word);
}

static void finds(const char *what)
{
    struct reader_child r;
    char heard[sizeof secret], asked[sizeof word];
    uint8_t open = 1;
    assert_true(reader_start(
        &r, &(struct reader_job){ .read = says_what_it_finds, .order = word, .order_size = sizeof word, .from = -1 }));
    assert_true(reader_hear(&r, heard, sizeof heard) && reader_hear(&r, &open, 1) &&
                reader_hear(&r, asked, sizeof asked));
    assert_true(reader_end(&r));
    assert_string_equal(heard, what);
    assert_int_equal(open, 0);
    assert_string_equal(asked, word);
}

/* Ends the process that was started last. */
static void end_newest(void)
{
    char path[64], text[256] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(text, sizeof text, f));
    fclose(f);
    text[strlen(text) - 1] = '\0'; /* a blank */
    char *last = strrchr(text, ' ');
    assert_int_equal(kill((pid_t)strtol(last ? last : text, NULL, 10), SIGKILL), 0);
}

/* The last test: from here on all readers are the room's. */
TEST(one_of_the_room_has_nothing_that_came_later)
{
    int fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    strcpy(secret, "a key");
    finds("a key"); /* one that is forked of this program has all of its memory */
    strcpy(secret, "nothing");
    assert_true(reader_room());
    strcpy(secret, "a key");
    for (int i = 0; i < 3; i++) {
        finds("nothing");
        what_it_says_is_heard(state);
        end_newest(); /* another room takes its place */
    }
    close(fd);
}
