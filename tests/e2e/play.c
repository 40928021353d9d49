/* fiel play: a person at a terminal, whose keys come from here.  The cursor appears exactly when a key is waited for:
 * that is when one is sent. */
#include "process.h"
#include "support/terminal.h"

#include <glob.h>
#include <jansson.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <termios.h>

enum { SCREEN = 1 << 16, KEYS_MOST = 4000 };

struct person {
    char dir[64], replay[96];
    int terminal;
    pid_t pid;
    char page[SCREEN];  /* the last page that asks for a key, without its colours */
    char bytes[SCREEN]; /* as they came, since the page before */
    size_t size;
    bool ended;
};
#define OWNED_PERSON AUTO(person_gone) struct person
static void person_gone(struct person *x) { scratch_remove(x->dir); }

static const char CURSOR[] = "\033[?25h", HOME[] = "\033[H";

/* `fiel play` at a terminal of this size; `more` ends with NULL. */
static void sit_down(struct person *p, unsigned short rows, unsigned short columns, const char *const *more)
{
    const char *words[WORDS_MAX] = { fiel(), "play", "--name", "ana", "--replay", p->replay };
    struct winsize size = { .ws_row = rows, .ws_col = columns };
    memset(p, 0, sizeof *p);
    scratch(p->dir);
    snprintf(p->replay, sizeof p->replay, "%s/m.replay", p->dir);
    for (int n = 6; *more; n++)
        words[n] = *more++;
    p->pid = forkpty(&p->terminal, NULL, NULL, &size);
    assert_true(p->pid >= 0);
    if (p->pid == 0) {
        setenv("LANG", "C.UTF-8", 1);
        setenv("TMPDIR", p->dir, 1);
        setenv("TERM", getenv("PLAY_TERM") ? getenv("PLAY_TERM") : "xterm", 1);
        unsetenv("LC_ALL");
        unsetenv("LANGUAGE"); /* make sets it */
        execv(fiel(), (char *const *)(uintptr_t)words);
        _exit(127);
    }
}

/* Text without what steers the terminal. */
static void plain(char *out, const char *from, size_t size)
{
    for (const char *end = from + size; from < end; from++) {
        if (*from == '\033' && from + 1 < end && from[1] == '[') {
            from += 2;
            while (from < end && !(*from >= 0x40 && *from <= 0x7e))
                from++;
        } else if (*from != '\r')
            *out++ = *from;
    }
    *out = 0;
}

static char *find(char *in, size_t size, const char *what) { return memmem(in, size, what, strlen(what)); }

/* The next page that asks; false when the program has ended instead, and `page` is what it said last. */
static bool page_next(struct person *p)
{
    char *cursor;
    while (!(cursor = find(p->bytes, p->size, CURSOR))) {
        assert_in_range(p->size, 0, sizeof p->bytes - 5000);
        ssize_t n = read(p->terminal, p->bytes + p->size, 4096);
        if (n <= 0) {
            plain(p->page, p->bytes, p->size);
            return !(p->ended = true);
        }
        p->size += (size_t)n;
    }
    char *from = p->bytes, *home;
    while ((home = find(from, (size_t)(cursor - from), HOME)))
        from = home + sizeof HOME - 1;
    plain(p->page, from, (size_t)(cursor - from));
    cursor += sizeof CURSOR - 1;
    p->size -= (size_t)(cursor - p->bytes);
    memmove(p->bytes, cursor, p->size);
    return true;
}

static void press(struct person *p, char key) { assert_int_equal(write(p->terminal, &key, 1), 1); }

/* Presses a key and waits for the next page. */
static bool go_on(struct person *p, char key)
{
    press(p, key);
    return page_next(p);
}

/* The page behind this key says so. */
static void sees(struct person *p, char key, const char *says)
{
    assert_true(go_on(p, key));
    assert_says(p->page, says);
}

/* To the end, without a key. */
static void watch(struct person *p)
{
    while (page_next(p))
        ;
}

static void type(struct person *p, const char *text)
{
    for (; *text; text++)
        assert_true(go_on(p, *text));
}

/* Tries one key after the other until the match is over: the wrong ones are explained and change nothing.  Enter says a number, where one
 * of these keys asked for it. */
static void play_on(struct person *p)
{
    static const char keys[] = "1\rn2qp3vbdj";
    for (unsigned i = 0; i < KEYS_MOST; i++)
        if (!go_on(p, keys[i % (sizeof keys - 1)]))
            return;
    fail_msg("no end after %d keys: %s", KEYS_MOST, p->page);
}

/* How the program ended. */
static int stand_up(struct person *p)
{
    int status;
    close(p->terminal);
    assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The last page says so, and the program ends with this code. */
static void leaves(struct person *p, int code, const char *says)
{
    assert_says(p->page, says);
    assert_int_equal(stand_up(p), code);
}

/* The record is whole and right, nobody was at fault; 1 when the person's side won. */
static int person_won(const struct person *p)
{
    struct run r = run("fiel-audit", "--json", p->replay, NULL);
    json_auto_t *j = json_loads(r.out, 0, NULL);
    if (r.code || !j)
        fail_msg("fiel-audit: %s%s", r.out, r.err);
    run_free(&r);
    r = run("fiel", "replay", "--json", p->replay, NULL);
    assert_int_equal(r.code, 0);
    assert_null(strstr(r.out, "\"event\":\"fault\""));
    int won = strstr(r.out, "\"event\":\"result\",\"winner\":0") != NULL;
    run_free(&r);
    return won;
}

static void a_whole_game(const char *rules, const char *seats, const char *partner)
{
    OWNED_PERSON p;
    const char *const words[] = { "--rules", rules, "--seats", seats, "--partner", partner, "cauto", NULL };
    sit_down(&p, 24, 80, words);
    assert_true(page_next(&p));
    assert_says(p.page, "your hand");
    play_on(&p);
    leaves(&p, 0, *seats > '3' ? "Winners: " : "Winner: ");
    person_won(&p);
}

TEST(argentino) { a_whole_game("argentino-flor,target=6", "2", "cauto"); }

TEST(uruguayo) { a_whole_game("uruguayo,target=6", "4", "random"); }

TEST(paulista) { a_whole_game("paulista,target=6", "4", "cauto"); }

TEST(truc) { a_whole_game("truc-y-flou,target=6", "6", "cauto"); }

TEST(gallo) { a_whole_game("argentino,target=6", "3", "cauto"); }

TEST(signs) { a_whole_game("gauderio,target=4,signs=on", "4", "cauto"); }

static const char *const two[] = { "--rules", "argentino,target=4", "cauto", NULL };

/* Until it is the person's turn and not only the end of a hand. */
static void wait_for_turn(struct person *p)
{
    assert_true(page_next(p));
    while (strstr(p->page, "Any key goes on"))
        assert_true(go_on(p, ' '));
}

static void sit_and_wait(struct person *p)
{
    sit_down(p, 24, 80, two);
    wait_for_turn(p);
}

TEST(a_wrong_key_is_explained)
{
    OWNED_PERSON p;
    sit_and_wait(&p);
    sees(&p, 'z', "That key does nothing here."); /* quiero_mazo=off */
    sees(&p, 'b', "son buenas: no, ");            /* nothing was declared yet */
    sees(&p, '#', "That key does nothing here.");
    sees(&p, '?', "What your hand is worth");
    assert_says(p.page, "Your envido is ");
    assert_says(p.page, "Strongest first:  1e 1b 7e 7o 3e=3b=3o=3c");
    sees(&p, ' ', "your hand");
    assert_int_equal(stand_up(&p), 0);
}

TEST(a_refused_call_is_explained)
{
    OWNED_PERSON p;
    sit_and_wait(&p);
    type(&p, ":vale cuatro");
    sees(&p, '\r', "vale cuatro!: no, ");
    type(&p, ":hello");
    sees(&p, '\r', "\"hello\" is no word of this table.");
    type(&p, ":play 1");
    sees(&p, '\033', "your hand");
    assert_int_equal(stand_up(&p), 0);
}

/* A question, and then the rest is given up: no fault. */
TEST(leaving)
{
    OWNED_PERSON p;
    sit_and_wait(&p);
    sees(&p, 3, "Leave?");
    assert_true(go_on(&p, 'n'));
    assert_null(strstr(p.page, "Leave?"));
    assert_true(go_on(&p, 3));
    press(&p, 'y');
    watch(&p);
    leaves(&p, 0, "Winner: cauto");
    assert_int_equal(person_won(&p), 0);
}

TEST(the_keyboard_ends)
{
    OWNED_PERSON p;
    sit_and_wait(&p);
    stand_up(&p); /* a terminal that is closed; whether it can still be told does not matter */
    assert_int_equal(person_won(&p), 0);
}

/* Without a terminal: the table in lines, and nobody who answers.  (test_ladder_play plays by them.) */
TEST(lines_that_nobody_answers)
{
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    run_says(run("fiel", "play", "--lines", "--name", "ana", "--names", "ana,el-otro", "--rules", "argentino,target=4",
                 "--replay", replay, "cauto", NULL),
             3, "{\"event\":\"table\",\"names\":[\"ana\",\"el-otro\"],\"target\":4,",
             "\"view\":{\"rules\":\"argentino,target=4\",", "{\"event\":\"table\",\"request\":1,",
             "{\"event\":\"result\",\"outcome\":\"void\"", NULL); /* cancelled */
}

/* --- without a terminal, by a program ------------------------------------------------------------------------- */

struct shower {
    pid_t pid;
    FILE *from;
    int to;
};

static struct shower show(const char *replay)
{
    int in[2], out[2];
    assert_int_equal(pipe2(in, O_CLOEXEC) | pipe2(out, O_CLOEXEC), 0);
    pid_t pid = begin_words((struct streams){ .fd = { in[0], out[1] } },
                            (const char *const[]){ fiel(), "play", "--lines", "--name", "ana", "--rules",
                                                   "paulista,target=6", "--replay", replay, "cauto", NULL });
    close(in[0]);
    close(out[1]);
    return (struct shower){ pid, fdopen(out[0], "r"), in[1] };
}

/* What may be done first: a card, a call, or to go on to the next hand. */
static void answer_thrice(const struct shower *s, const json_t *table)
{
    json_int_t request = json_integer_value(json_object_get(table, "request"));
    const char *word = json_string_value(json_array_get(json_object_get(table, "legal"), 0));
    char line[96], lines[288];
    snprintf(line, sizeof line, "{\"do\":\"%s\",\"request\":%d}\n", word, (int)request);
    snprintf(lines, sizeof lines, "%s%s%s", line, line, line);
    assert_int_equal(write(s->to, lines, strlen(lines)), strlen(lines));
}

/* Each answer comes three times at once: those behind the first belong to nothing, and nobody hears of them. */
TEST(lines_said_thrice)
{
    char *line = NULL;
    size_t room = 0;
    json_int_t answered = 0;
    bool result = false;
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    struct shower s = show(replay);
    while (getline(&line, &room, s.from) > 0) {
        json_auto_t *j = json_loads(line, 0, NULL);
        json_int_t request = json_integer_value(json_object_get(j, "request"));
        assert_non_null(j);
        assert_null(json_object_get(j, "refused"));
        result |= strstr(line, "\"event\":\"result\"") != NULL;
        if (request > answered)
            answer_thrice(&s, j);
        answered = request > answered ? request : answered;
    }
    free(line);
    fclose(s.from);
    close(s.to);
    assert_int_equal(waitpid(s.pid, NULL, 0), s.pid);
    assert_true(result && answered > 2);
    struct person p;
    snprintf(p.replay, sizeof p.replay, "%s", replay);
    person_won(&p); /* or lost: nobody was at fault */
}

static unsigned rows_of(const char *page)
{
    unsigned n = 1;
    for (; *page; page++)
        n += *page == '\n';
    return n;
}

TEST(another_size)
{
    OWNED_PERSON p;
    const struct winsize small = { .ws_row = 9, .ws_col = 34 };
    sit_and_wait(&p);
    assert_int_equal(rows_of(p.page), 24);
    assert_int_equal(ioctl(p.terminal, TIOCSWINSZ, &small), 0);
    assert_true(page_next(&p));
    assert_int_equal(rows_of(p.page), 9);
    assert_says(p.page, "your hand");
    assert_true(go_on(&p, '?'));
    assert_int_equal(rows_of(p.page), 9);
    stand_up(&p);
}

/* Nothing beyond ASCII, no colour, where that is wished. */
TEST(a_plain_terminal)
{
    OWNED_PERSON p;
    const char *const words[] = { "--ascii", "cauto", NULL };
    setenv("NO_COLOR", "1", 1);
    sit_down(&p, 24, 80, words);
    unsetenv("NO_COLOR");
    char *all = p.bytes;
    wait_for_turn(&p);
    for (const char *c = p.page; *c; c++)
        assert_in_range(*c, '\n', '~');
    assert_null(find(all, p.size, "\033[0;"));
    stand_up(&p);
}

/* One that only prints on: the keyboard ends as soon as it asks, and not one sequence has come. */
TEST(a_dumb_terminal)
{
    OWNED_PERSON p;
    const char keyboard_ends = 4;
    setenv("PLAY_TERM", "dumb", 1);
    sit_down(&p, 24, 80, two);
    unsetenv("PLAY_TERM");
    for (ssize_t n = 1; n > 0 && !find(p.bytes, p.size, "? help"); p.size += n > 0 ? (size_t)n : 0)
        n = read(p.terminal, p.bytes + p.size, sizeof p.bytes - p.size);
    assert_non_null(find(p.bytes, p.size, "your hand"));
    press(&p, keyboard_ends);
    watch(&p);
    assert_says(p.page, "Winner: cauto");
    assert_null(memchr(p.bytes, '\033', p.size));
    assert_int_equal(stand_up(&p), 0);
}

/* Nobody presses anything: the clock ends it, and the program notices. */
TEST(no_time_left)
{
    OWNED_PERSON p;
    const char *const words[] = { "--rules", "argentino,target=4",
                                  "--clock", "bank=1s,inc=0ms,cap=1s,grace=0ms,start=60s",
                                  "cauto",   NULL };
    sit_down(&p, 24, 80, words);
    watch(&p);
    assert_says(p.page, "fault of ana: timeout");
    leaves(&p, 0, "Winner: cauto");
}

/* --- however it ends -------------------------------------------------------------------------------------------- */

/* The screen and the keyboard are as they were, and no folder is left. */
static void nothing_is_left(struct person *p)
{
    struct termios now;
    char pattern[128];
    glob_t left;
    watch(p);
    assert_non_null(find(p->bytes, p->size, "\033[?1049l"));
    assert_int_equal(tcgetattr(p->terminal, &now), 0);
    assert_true((now.c_lflag & ICANON) && (now.c_lflag & ECHO));
    snprintf(pattern, sizeof pattern, "%s/fiel-play-*", p->dir);
    assert_int_equal(glob(pattern, 0, NULL, &left), GLOB_NOMATCH);
}

static void killed_by(int signal)
{
    OWNED_PERSON p;
    sit_and_wait(&p);
    assert_int_equal(kill(p.pid, signal), 0);
    nothing_is_left(&p);
    leaves(&p, 128 + signal, "No winner: void.");
}

TEST(terminated)
{
    killed_by(SIGTERM);
    killed_by(SIGQUIT);
}

/* As if the keyboard had ended: the match ends by its rules. */
TEST(hung_up)
{
    OWNED_PERSON p;
    sit_and_wait(&p);
    assert_int_equal(kill(p.pid, SIGHUP), 0);
    nothing_is_left(&p);
    leaves(&p, 0, "Winner: cauto");
    assert_int_equal(person_won(&p), 0);
}

/* What ctrl-C is when somebody else sends it: the person is asked. */
TEST(interrupted)
{
    OWNED_PERSON p;
    sit_and_wait(&p);
    assert_int_equal(kill(p.pid, SIGINT), 0);
    assert_true(page_next(&p));
    assert_says(p.page, "Leave?");
    sees(&p, 'n', "your hand");
    assert_int_equal(kill(p.pid, SIGTERM), 0);
    nothing_is_left(&p);
    assert_int_equal(stand_up(&p), 128 + SIGTERM);
}

/* It cannot give the terminal back itself: that is done for it. */
TEST(the_keeper_is_killed)
{
    OWNED_PERSON p;
    sit_and_wait(&p);
    pid_t keeper = process_below(p.pid, "persona");
    assert_true(keeper > 0);
    assert_int_equal(kill(keeper, SIGKILL), 0);
    nothing_is_left(&p);
    leaves(&p, 3, "No winner: void.");
}

/* --- in other languages ------------------------------------------------------------------------------------------- */

TEST(portuguese)
{
    OWNED_PERSON p;
    const char *const words[] = { "--rules", "gauderio,target=4", "--lang", "pt", "cauto", NULL };
    sit_down(&p, 24, 80, words);
    assert_true(page_next(&p));
    while (strstr(p.page, "Qualquer tecla segue"))
        sees(&p, ' ', "cartas");
    type(&p, ":vale quatro");
    sees(&p, '\r', "vale quatro!: não, ");
    sees(&p, '?', "Quanto valem as suas cartas");
    assert_true(go_on(&p, ' '));
    sees(&p, 3, "Sai?");
    press(&p, 's');
    watch(&p);
    leaves(&p, 0, "Venceu cauto.");
}

/* As the locale says, of a terminal without accents. */
TEST(spanish)
{
    OWNED_PERSON p;
    const char *const words[] = { "--ascii", "--rules", "uruguayo,target=4", "cauto", NULL };
    unsetenv("LANGUAGE");
    setenv("LC_MESSAGES", "es_UY.UTF-8", 1);
    sit_down(&p, 24, 80, words);
    unsetenv("LC_MESSAGES");
    assert_true(page_next(&p));
    assert_says(p.page, "tus cartas");
    for (const char *c = p.page; *c; c++)
        assert_in_range(*c, '\n', '~');
    play_on(&p);
    leaves(&p, 0, "Gan");
    person_won(&p);
}

TEST(words_that_are_wrong)
{
    ends(3, "a person plays at a terminal, and this is none", "fiel", "play", NULL);
    ends(2, "'9' is not a whole number from 2 to 8", "fiel", "play", "--seats", "9", NULL);
    ends(2, "did you mean --against?", "fiel", "play", "--agianst", "cauto", NULL);
    ends(2, "'latin' is not spoken here: take en, es or pt", "fiel", "play", "--lang", "latin", NULL);
    ends(2, "is no name", "fiel", "play", "--name", "a b", NULL);
    OWNED_PERSON p;
    const char *const nobody[] = { "nobody", NULL };
    sit_down(&p, 24, 80, nobody);
    assert_false(page_next(&p));
    leaves(&p, 2, "there is no bot 'nobody'");
}

int main(void)
{
    if (no_terminal("a person at a terminal"))
        return 0;
    alarm(600); /* a bound for hangs */
    return tests_run();
}
