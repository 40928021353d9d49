/* config: what a host writes is read as it stands, and what is wrong is named with its line. */

#include "support/test.h"

#include "serve/config.h"
#include "jail/jail.h"
#include "support/folder.h"

FOLDER_FOR_ALL
static char path[SCRATCH_ROOM + 16];

struct said {
    unsigned count;
    char text[8192];
};

static void listen(void *who, const char *sentence)
{
    struct said *s = who;
    size_t n = strlen(s->text);
    s->count++;
    snprintf(s->text + n, sizeof s->text - n, "%s\n", sentence);
}

static void write_file(const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static unsigned read_text(const char *text, struct config *c, struct said *s)
{
    write_file(text);
    memset(s, 0, sizeof *s);
    unsigned wrong = config_read(c, path, listen, s);
    assert_int_equal(wrong, s->count);
    return wrong;
}

/* The one sentence that this file brings about ends with these words. */
static void assert_wrong(const char *text, const char *words)
{
    struct config c;
    struct said s;
    if (read_text(text, &c, &s) != 1 || !strstr(s.text, words))
        fail_msg("expected \"%s\" of\n%s\nbut %u were said:\n%s", words, text, s.count, s.text);
}

TEST(mistakes_are_named_with_their_line)
{
    assert_wrong("[matches]\ngames_most = 5\nat_onse = 2\n",
                 "conf:3: there is no key 'at_onse' in [matches]: did you mean 'at_once'?");
    assert_wrong("[matchs]\nat_once = 2\n", "conf:1: there is no section [matchs]: did you mean [matches]?");
    assert_wrong("[quite different]\n", "conf:1: there is no section [quite different]: --print-config shows all");
    assert_wrong("at_once = 2\n", "conf:1: a key stands before the first [section]");
    assert_wrong("[matches]\nat_once = 2\nat_once = 3\n", "conf:3: at_once is given twice");
    assert_wrong("[matches]\n\n# fine\nwhat is this\n", "conf:4: this is neither");
    assert_wrong("[control]\naddress =\n", "[control] address is empty");
    assert_wrong("[log]\nfolder = log\n", "folder and key go together");
}

TEST(values_have_limits)
{
    assert_wrong("[matches]\nat_once = 1001\n", "conf:2: at_once: '1001' is not a whole number from 0 to 1000");
    assert_wrong("[matches]\nat_once = -1\n", "'-1' is not a whole number");
    assert_wrong("[matches]\nat_once = 1x\n", "'1x' is not a whole number");
    assert_wrong("[matches]\nat_once = 99999999999999999999\n", "is not a whole number");
    assert_wrong("[matches]\njail = strickt\n", "'strickt' is not one of: strict basic none");
    assert_wrong("[matches]\njail = \n", "'' is not one of: strict basic none");
    assert_wrong("[matches]\ncores = 5000\n", "cores: ");
    assert_wrong("[matches]\ncores = 0-\n", "is not 'all' or a list of CPUs");
    assert_wrong("[matches]\nclock = bank=30\n", "clock: ");
    assert_wrong("[matches]\nuids = 0-5\n", "user ids above 0");
    assert_wrong("[matches]\nbot_memory = 1K\n", "is not a size");
    assert_wrong("[door]\naddress = udp://1.2.3.4:5\n", "is not an address");
    assert_wrong("[door]\naddress = tcp://1.2.3.4\n", "is not an address");
    assert_wrong("[door]\naddress = tcp://1.2.3.4:99999\n", "is not an address");
    assert_wrong("[door]\nseat_ports = 7999-7500\n", "is not a range of ports");
    assert_wrong("[door]\nseat_host = bots.example.org\n", "is no address that bots can call: a number");
    assert_wrong("[arbiter]\nstop_limit = soon\n", "'soon' is not a duration");
    assert_wrong("[metrics]\ninterval = 1ms\n", "is not from 1s to 24h");
    assert_wrong("[folders]\nstate =\n", "it is empty");
    assert_wrong("[folders]\nbots = a\x01z\n", "control character");
}

/* libinih would cut such a line in two and take the second half for another key. */
TEST(long_lines_are_refused_whole)
{
    char text[1024];
    snprintf(text, sizeof text, "[matches]\n# %0600d\nat_once = 3\n", 1);
    assert_wrong(text, "conf:2: the line is too long");
    snprintf(text, sizeof text, "[folders]\nbots = %0190d\n", 1);
    assert_wrong(text, "conf:2: the line is too long");
}

TEST(every_mistake_is_told)
{
    struct config c;
    struct said s;
    assert_int_equal(read_text("[matches]\nat_once = x\nfoo = 1\n[nope]\nbar = 2\n", &c, &s), 3);
}

TEST(a_file_that_is_not_there)
{
    struct config c;
    struct said s = { 0 };
    assert_int_equal(config_read(&c, "/nowhere/at/all.conf", listen, &s), 1);
    assert_non_null(strstr(s.text, "--print-config"));
}

TEST(values_are_taken)
{
    struct config c;
    struct said s;
    char bots[64];
    assert_int_equal(
        read_text("[folders]\nstate = here\nbots = /srv/bots\n[matches]\nat_once = 7\njail = none ; a remark\n"
                  "[arbiter]\non_stop = finish\nstop_limit = 2m\n",
                  &c, &s),
        0);
    snprintf(bots, sizeof bots, "%s/here", folder);
    assert_string_equal(c.state, bots); /* beside the file */
    assert_string_equal(c.bots, "/srv/bots");
    strcat(bots, "/operators");
    assert_string_equal(c.operators, bots); /* below the state */
    assert_int_equal(c.at_once, 7);
    assert_int_equal(c.jail, JAIL_NONE);
    assert_int_equal(c.on_stop, STOP_FINISH);
    assert_int_equal(c.stop_us, 120000000);
    assert_int_equal(c.sign, 1); /* decision, where a file says nothing */
    assert_string_equal(c.match_log, "");
}

/* What is printed is a file, and it says what is so without it. */
TEST(the_printed_file_is_the_default)
{
    struct config printed, empty;
    struct said s = { 0 };
    FILE *f = fopen(path, "w");
    config_print(f);
    fclose(f);
    assert_int_equal(config_read(&printed, path, listen, &s), 0);
    config_defaults(&empty, "/var/lib/fiel");
    assert_memory_equal(&printed, &empty, sizeof empty);
}

TEST(a_reload_takes_what_it_may)
{
    struct config now, new;
    struct said s;
    char word[32];
    assert_int_equal(read_text("[matches]\nat_once = 7\n", &now, &s), 0);
    assert_int_equal(
        read_text("[matches]\nat_once = 9\njail = basic\n[control]\naddress = tcp://127.0.0.1:1\n", &new, &s), 0);
    config_take(&now, &new, listen, &s);
    assert_int_equal(s.count, 3);
    assert_int_equal(now.at_once, 9);
    assert_string_equal(config_word(&now, "matches", "jail", word), "basic");
    assert_string_equal(now.control, "tcp://127.0.0.1:7441");
    assert_non_null(strstr(s.text, "[control] address has changed in the file: it takes effect at the next start"));
}

BEFORE_ALL(name_path)
{
    snprintf(path, sizeof path, "%s/fiel.conf", folder);
    return 0;
}
