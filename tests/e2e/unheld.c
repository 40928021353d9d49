/* unheld: duplicate pairs whose bots are not kept from remembering the first leg: who refuses them, and who says so. */
#include "folder.h"

#include <jansson.h>

static const char *remote_word(void)
{
    static char word[256];
    struct run r = run("fiel", "keys", "new", "ana", "--dir", folder, NULL);
    run_free(&r); /* there already, the second time */
    snprintf(word, sizeof word, "remote:%s", in_dir("ana.pub"));
    return word;
}

static json_t *json_of(const struct run *r)
{
    json_t *j = json_loads(r->out, 0, NULL);
    if (!j)
        fail_msg("exit %d\n%s\n%s", r->code, r->out, r->err);
    return j;
}

static bool machine_holds(void)
{
    OWNED_RUN r = run("fiel", "jail-test", "--quick", NULL);
    return r.code == 0;
}

/* --- refused ------------------------------------------------------------------------------------- */

TEST_WITH(a_remote_bot_plays_no_pair, folder_make, folder_remove)
{
    run_complains(run("fiel", "match", "--duplicate", "--games", "1", "--bot", remote_word(), "--bot", "random",
                      "--seat-address", "127.0.0.1", "--clock", "start=4s", "--replay", in_dir("refused"), NULL),
                  2, "--duplicate: ana is remote: it remembers the first leg", "say --duplicate-unheld", NULL);
    assert_int_not_equal(access(in_dir("refused"), F_OK), 0); /* nothing was begun */
    ends(2, "a remote bot remembers the first leg of a pair", "fiel", "measure", remote_word(), "random", NULL);
}

/* For those who know what they do; that nobody comes makes no difference to what is said. */
TEST_WITH(unless_that_is_wanted, folder_make, folder_remove)
{
    OWNED_RUN r = run("fiel", "match", "--duplicate", "--duplicate-unheld", "--games", "1", "--bot", remote_word(),
                      "--bot", "random", "--seat-address", "127.0.0.1", "--clock", "start=4s", "--replay",
                      in_dir("wanted"), "--json", NULL);
    assert_int_equal(r.code, 0);
    json_t *j = json_of(&r),
           *leg = json_array_get(json_object_get(json_array_get(json_object_get(j, "list"), 0), "legs"), 0);
    assert_int_equal(json_integer_value(json_object_get(j, "unheld")), 1);
    assert_string_equal(json_string_value(json_array_get(json_object_get(leg, "held"), 0)), "remote");
    json_decref(j);
    ends(0, "unheld     seat 0 elsewhere", "fiel-audit", in_dir("wanted/0001a.replay"), NULL);
    ends(2, "--duplicate-unheld is about pairs", "fiel", "match", "--duplicate-unheld", "--bot", "random", "--bot",
         "random", NULL);
}

/* --- said ---------------------------------------------------------------------------------------- */

static void pairs_without_a_jail(const char *name, bool json, struct run *out)
{
    *out = run("fiel", "match", "--duplicate", "--jail", "none", "--games", "1", "--rules", "argentino,target=6",
               "--bot", "random", "--bot", "cauto", "--replay", in_dir(name), json ? "--json" : NULL, NULL);
    assert_int_equal(out->code, 0);
}

TEST_WITH(pairs_of_bots_without_a_jail_are_said_to_be, folder_make, folder_remove)
{
    struct run r;
    pairs_without_a_jail("none", false, &r);
    assert_says(r.out, "hands, unheld\n");
    assert_says(r.out, "1 pair is unheld (seat 0 in no jail, seat 1 in no jail)");
    run_free(&r);
    OWNED char *summary = slurp(in_dir("none/summary.txt"), NULL);
    assert_says(summary, "1 pair is unheld");
    run_says(run("fiel-audit", "--quiet", "--pair", in_dir("none/0001a.replay"), in_dir("none/0001b.replay"), NULL), 0,
             "a valid pair, unheld", NULL); /* and behind it what a fault decided */
    r = run("fiel-audit", "--json", "--pair", in_dir("none/0001a.replay"), in_dir("none/0001b.replay"), NULL);
    json_auto_t *j = json_of(&r);
    assert_true(json_is_true(json_object_get(j, "valid")) && json_is_true(json_object_get(j, "unheld")));
    run_free(&r);
    run_says(run("fiel", "replay", "--json", in_dir("none/0001b.replay"), NULL), ANY_CODE,
             "\"leg\":\"b\",\"unheld\":true", NULL);
    run_says(run("fiel", "replay", in_dir("none/0001b.replay"), NULL), ANY_CODE, "unheld", NULL);
}

TEST_WITH(measured_pairs_too, folder_make, folder_remove)
{
    run_says(run("fiel", "measure", "--pairs", "2", "--jail", "none", "--rules", "argentino,target=6", "random",
                 "cauto", NULL),
             ANY_CODE, "2 of the pairs unheld", NULL);
    OWNED_RUN r = run("fiel", "measure", "--pairs", "1", "--jail", "none", "--rules", "argentino,target=6", "--json",
                      "--replays", in_dir("kept"), "random", "cauto", NULL);
    json_auto_t *j = json_of(&r);
    assert_int_equal(json_integer_value(json_object_get(j, "unheld")), 1);
    json_decref(j);
    run_free(&r);
    r = run("fiel", "measure", "--pairs", "1", "--jail", "none", "--rules", "argentino,target=6", "--json", "--replays",
            in_dir("kept"), "random", "cauto", NULL); /* out of its notes */
    j = json_of(&r);
    assert_int_equal(json_integer_value(json_object_get(j, "unheld")), 1);
}

/* What holds is what counts, not the word that was asked with. */
TEST_WITH(what_holds_all_is_held_by_any_name, folder_make, folder_remove)
{
    bool all = machine_holds();
    OWNED_RUN r = run("fiel", "match", "--duplicate", "--jail", "basic", "--games", "1", "--rules",
                      "argentino,target=6", "--bot", "random", "--bot", "cauto", "--replay", in_dir("basic"), "--json",
                      NULL);
    assert_int_equal(r.code, 0);
    assert_true(!strstr(r.err, "all that --jail=strict demands") == !all);
    json_auto_t *j = json_of(&r);
    assert_int_equal(json_integer_value(json_object_get(j, "unheld")), all ? 0 : 1);
    run_free(&r);
    r = run("fiel-audit", "--quiet", "--pair", in_dir("basic/0001a.replay"), in_dir("basic/0001b.replay"), NULL);
    assert_says(r.out, all ? "a valid pair" : "a valid pair, unheld"); /* and behind it what a fault decided */
    assert_true(!strstr(r.out, "unheld") == all);
}

/* --- a match that goes on ------------------------------------------------------------------------ */

/* A bot in a folder of its own, played with until a game is over, and parked. */
static void parked(const char *bot)
{
    char line[1 << 14] = "";
    int lines[2], status;
    assert_int_equal(pipe2(lines, O_CLOEXEC), 0);
    pid_t pid = begin_words((struct streams){ .file = { NULL, "/dev/null", "/dev/null" }, .fd = { [3] = lines[1] } },
                            (const char *const[]){ fiel(), "match", "--events", "3", "--games", "200", "--bot", bot,
                                                   "--bot", "random", "--replay", in_dir("m.replay"), NULL });
    close(lines[1]);
    FILE *f = fdopen(lines[0], "r");
    while (fgets(line, sizeof line, f) && !strstr(line, "\"event\":\"game\""))
        continue;
    assert_non_null(strstr(line, "\"event\":\"game\""));
    assert_int_equal(kill(pid, SIGUSR1), 0);
    while (fgets(line, sizeof line, f))
        continue;
    fclose(f);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_non_null(strstr(line, "\"event\":\"parked\""));
}

/* Its OFFER says that all was held: no bot of it is started behind less, and with all of it again it goes on. */
TEST_WITH(a_match_goes_on_behind_no_less, folder_make, folder_remove)
{
    char from[512], bot[208], command[212], own[192];
    if (!machine_holds()) {
        print_message("this machine holds nothing that could be taken away: nothing to look at\n");
        return;
    }
    snprintf(from, sizeof from, "%s/bots/random", build_dir());
    snprintf(own, sizeof own, "%s", in_dir("bot"));
    snprintf(bot, sizeof bot, "%s/bot", own);
    assert_int_equal(mkdir(own, 0755), 0);
    copy_file(from, bot, 0755);
    snprintf(command, sizeof command, "'%s'", bot);
    parked(command);
    assert_int_equal(chmod(own, 0700), 0); /* a user of its own could not run it any more */
    run_complains(run("fiel", "match", "--resume", in_dir("m.replay"), NULL), 3,
                  "would be held by less than its OFFER says, without: own user", "goes on with it", NULL);
    assert_int_equal(chmod(own, 0755), 0);
    ends(0, "\"held\":\"strict\"", "fiel", "match", "--resume", in_dir("m.replay"), "--json", NULL);
    ends(0, "", "fiel-audit", "--quiet", in_dir("m.replay"), NULL);
}
