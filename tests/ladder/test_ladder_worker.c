/* The worker with real matches: what is submitted is unpacked, played in a jail, audited, filed; and what goes wrong
 * lands on its owner. */

#include <sqlite3.h>

#include "support/test.h"
#include "cli/said.h"
#include "audit/audit.h"
#include "filing/artifact.h"
#include "filing/same_match.h"
#include "ladder_hosted.h"
#include "ladder_verified.h"
#include "tell/tell.h"
#include "store/store_live.h"
#include "store/store_trail.h"
#include "worker/worker_job.h"

#include "ladder_played.h"

static char played[SCRATCH_ROOM + 16]; /* where the worker unpacks and plays: blanks and quotes are no matter */
static struct worker_plan plan;
static unsigned stores;
static char lax[128];

/* --- archives ------------------------------------------------------------------------------------------- */

TEST(what_reaches_out_is_refused)
{
    static struct packed p;
    char why[256];
    static const struct {
        const char *name;
        mode_t type;
        const char *link, *says;
    } bad[] = {
        { "/etc/passwd", AE_IFREG, NULL, "outside" },
        { "a/../../b", AE_IFREG, NULL, "outside" },
        { "link", AE_IFLNK, "/etc/passwd", "is a link" },
        { "pipe", AE_IFIFO, NULL, "neither" },
        { "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a", AE_IFREG, NULL, "too deep" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct archive *a = pack_begin(&p);
        pack_one(a, "bot", AE_IFREG, NULL, "x", 1);
        pack_one(a, bad[i].name, bad[i].type, bad[i].link, "", 0);
        pack_end(a);
        assert_false(artifact_check(p.bytes, p.size, "./bot", true, why));
        if (!strstr(why, bad[i].says))
            fail_msg("%s: %s", bad[i].name, why);
    }
    struct archive *a = pack_begin(&p);
    for (int i = 0; i <= ARTIFACT_FILES; i++) {
        char name[32];
        snprintf(name, sizeof name, "f%d", i);
        pack_one(a, name, AE_IFREG, NULL, "", 0);
    }
    pack_end(a);
    assert_false(artifact_check(p.bytes, p.size, "./f0", true, why));
    assert_non_null(strstr(why, "one too many"));
    assert_false(artifact_check("no archive at all", 17, "./bot", true, why));
    assert_false(artifact_check("", 0, "./bot", true, why));
    assert_false(artifact_check(p.bytes, p.size, "/bin/sh -c true", true, why));
    assert_non_null(strstr(why, "must begin with a program"));
}

TEST(a_program_that_is_not_there)
{
    static struct packed p;
    char why[256];
    pack_program(&p, "inside/bot", "cauto");
    assert_true(artifact_check(p.bytes, p.size, "./inside/bot --x", true, why));
    assert_false(artifact_check(p.bytes, p.size, "./bot", true, why));
    assert_non_null(strstr(said_text(why, sizeof why, ENGLISH, why), "no executable file 'bot'"));
}

/* --- work ------------------------------------------------------------------------------------------------- */

static int64_t submit(const char *name, const char *program, const char *run)
{
    return hosted_version(&w, 0, name, program, run);
}

static enum version_state state_of(int64_t id, char reason[STORE_TEXT])
{
    struct version v;
    FINE(store_version(store, id, &v, &e));
    said_text(reason, STORE_TEXT, ENGLISH, v.reason);
    return v.state;
}

static int set_up(STATE)
{
    char where[128];
    snprintf(where, sizeof where, "sqlite:%s/%u.db", folder, stores++);
    FINE(store_open(&store, where, STORE_CREATE, &e));
    world_found(&w, store, &world_short, "{\"open\":1,\"note_bytes\":99}");
    plan = (struct worker_plan){
        .queue = queue_local(store), .name = "w1", .fiel = fiel, .jail = "basic", .folder = played, .over = &over
    };
    return 0;
}

static int tear_down(STATE)
{
    queue_close(plan.queue);
    store_close(&store);
    return 0;
}

TEST_WITH(from_submission_to_the_table, set_up, tear_down)
{
    struct leg leg[4];
    char reason[STORE_TEXT];
    int64_t a = submit("honest", "cauto", "./inside/bot"), b = submit("wild", "random", "./inside/bot --seed 7");
    work(&plan, WORK_DONE);
    work(&plan, WORK_DONE);
    work(&plan, WORK_NONE);
    if (state_of(a, reason) != VERSION_ACTIVE || state_of(b, reason) != VERSION_ACTIVE)
        fail_msg("not admitted: %s", reason);
    FINE(schedule_step(store, &e));
    work(&plan, WORK_DONE);
    assert_int_equal(world_all_legs(store, leg, 4), 2);
    assert_int_equal(leg[0].pair, leg[1].pair);
    assert_true(leg[0].hands > 0 && leg[0].seat[0].decisions > 0 && leg[0].seat[0].used_us > 0);
    assert_int_equal(leg[0].seat[0].version, leg[1].seat[1].version); /* sides exchanged */
    world_verifies(&w, 1, 2);
    struct pair longer[1] = { { .version = { a, b }, .games = 2 } };
    struct event cup = { .ladder = w.ladder, .kind = EVENT_LADDER, .name = "Cup", .cfg = "{}", .state = EVENT_RUNNING };
    struct plan own = { .next_round = 1, .progress = "{}", .pair = longer, .pairs = 1 };
    struct verified all;
    FINE(store_event_add(store, &cup, "hilda", &own.event, &e));
    FINE(store_plan(store, &own, &e));
    work(&plan, WORK_DONE);
    FINE(verify_ladder(store, NULL, NULL, fail_told, NULL, &all, &e)); /* also of an event with games of its own */
    assert_int_equal(all.pairs, 2);
}

/* A bot that knew its rival could lose to a friend: no seat is told a name or a program, and the record, which nobody at the table sees, has
 * both. */
TEST_WITH(nobody_is_told_who_his_rival_is, set_up, tear_down)
{
    struct leg leg[2];
    struct store_bytes record;
    static struct audit_report report;
    submit("honest", "cauto", "./inside/bot");
    submit("wild", "random", "./inside/bot");
    work(&plan, WORK_DONE);
    work(&plan, WORK_DONE);
    FINE(schedule_step(store, &e));
    work(&plan, WORK_DONE);
    size_t n = world_all_legs(store, leg, 2);
    assert_int_equal(n, 2);
    for (size_t i = 0; i < n; i++) {
        static const uint8_t unknown[STORE_HASH];
        OWNED char *said = NULL;
        size_t size;
        FINE(store_get(store, leg[i].replay, &record, &e));
        assert_int_equal(audit_bytes(record.data, record.size, NULL, &report), 0);
        assert_true(report.offer.blind);
        assert_string_equal(report.offer.name[0], "seat 0");
        assert_string_equal(report.offer.name[1], "seat 1");
        assert_memory_not_equal(report.bots[0], unknown, STORE_HASH);
        FILE *out = open_memstream(&said, &size);
        static struct teller t;
        tell_start(&t, record.data, record.size);
        assert_true(tell_next(&t));
        tell_json_head(out, &t);
        tell_end(&t);
        fclose(out);
        if (!strstr(said, "honest-1") || !strstr(said, "wild-1") || strstr(said, "seat 0"))
            fail_msg("the replay does not say who played: %s", said);
        store_free(&record);
    }
}

/* From here on somebody can sign in as the author: their bots are no more the host's own. */
static void make_a_stranger(void)
{
    struct person_change c = { .password = "$argon2id$x" };
    FINE(store_person_change(store, w.author, &c, "ana", &e));
}

static void assert_legs(size_t want, bool unheld)
{
    struct leg leg[8];
    size_t n = world_all_legs(store, leg, 8);
    assert_int_equal(n, want);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(leg[i].unheld, unheld);
}

/* A worker whose jail does not demand all that a pair needs takes no pairs of authors' bots, admissions neither, says why, and
 * leaves them to who does. */
TEST_WITH(strangers_play_no_unheld_pairs, set_up, tear_down)
{
    struct job job[4];
    struct job_filter f = { .state = JOB_QUEUED, .kind = -1 };
    char reason[STORE_TEXT];
    size_t n;
    int64_t a = submit("honest", "cauto", "./inside/bot"), b;
    make_a_stranger();
    w.author = world_person(store, "rosa", ROLE_AUTHOR);
    b = submit("wild", "random", "./inside/bot");
    make_a_stranger();
    plan.jail = "none";
    assert_true(worker_refuses_strangers(&plan));
    work(&plan, WORK_NONE);
    assert_int_equal(state_of(a, reason), VERSION_PENDING);
    assert_string_equal(reason, STORE_UNHELD);
    FINE(store_jobs(store, &f, job, 4, &n, &e));
    assert_int_equal(n, 2);
    assert_string_equal(job[0].reason, STORE_UNHELD);
    plan.unheld = true; /* for those who know what they do */
    work(&plan, WORK_DONE);
    work(&plan, WORK_DONE);
    assert_int_equal(state_of(a, reason), VERSION_ACTIVE);
    assert_string_equal(reason, "");
    assert_int_equal(state_of(b, reason), VERSION_ACTIVE);
    FINE(schedule_step(store, &e));
    plan.unheld = false;
    work(&plan, WORK_NONE);
    FINE(store_jobs(store, &f, job, 4, &n, &e));
    assert_int_equal(n, 1);
    assert_string_equal(job[0].reason, STORE_UNHELD);
    assert_legs(0, false);
    plan.unheld = true;
    work(&plan, WORK_DONE);
    assert_legs(2, true);
}

/* Anyone who waits for a strict worker is told so although this one has something else to do all the time. */
TEST_WITH(who_waits_is_told_on_a_busy_ladder, set_up, tear_down)
{
    struct wish wish = { .worker = "judge", .lease_ms = 60000, .no_strangers = true };
    static struct order o;
    char reason[STORE_TEXT];
    int64_t ana = w.author, a = submit("honest", "cauto", "./inside/bot"), b;
    make_a_stranger();
    w.author = world_person(store, "rosa", ROLE_AUTHOR); /* nobody can sign in as her: her bots are the host's own */
    b = submit("wild", "random", "./inside/bot");
    w.author = ana;
    FINE(store_lease(store, &wish, &o, &e));
    assert_int_equal(o.seat[0].version, b);
    assert_int_equal(state_of(a, reason), VERSION_PENDING);
    assert_string_equal(reason, STORE_UNHELD);
    wish.no_strangers = false;
    FINE(store_lease(store, &wish, &o, &e));
    assert_int_equal(o.seat[0].version, a);
}

static void count(void *arg, const char *sentence)
{
    assert_non_null(strstr(sentence, "unheld: filed as 0, its record says 1"));
    ++*(unsigned *)arg;
}

/* The host's own play in any jail, and it is told; what is told follows from the records. */
TEST_WITH(the_hosts_own_play_unheld_pairs, set_up, tear_down)
{
    struct verified v;
    char file[128], reason[STORE_TEXT];
    sqlite3 *db;
    unsigned wrong = 0;
    int64_t a = submit("honest", "cauto", "./inside/bot");
    submit("wild", "random", "./inside/bot");
    plan.jail = "none";
    work(&plan, WORK_DONE);
    work(&plan, WORK_DONE);
    assert_int_equal(state_of(a, reason), VERSION_ACTIVE);
    FINE(schedule_step(store, &e));
    work(&plan, WORK_DONE);
    assert_legs(2, true);
    struct ladder l = world_verifies(&w, 1, 2);
    snprintf(file, sizeof file, "%s/%u.db", folder, stores - 1);
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "update leg set unheld = 0", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    FINE(verify_ladder(store, &l, NULL, count, &wrong, &v, &e));
    assert_int_equal(wrong, 2); /* of each leg */
    assert_int_equal(v.wrong, 2);
}

/* A folder of jobs of 294 bytes, and of the most that `--work` takes: no path below it is cut. */
TEST_WITH(a_long_way_to_the_jobs, set_up, tear_down)
{
    char deep[WORK_HOME + 1], reason[STORE_TEXT];
    plan.jail = "none";
    for (size_t size = 294; size <= WORK_HOME; size += WORK_HOME - 294) {
        int n = snprintf(deep, sizeof deep, "%s/", played);
        memset(deep + n, 'd', size - (size_t)n);
        deep[n + 100] = '\0'; /* no name has more than 255 */
        assert_true(!mkdir(deep, 0755) || errno == EEXIST);
        deep[n + 100] = '/';
        deep[size] = '\0';
        assert_int_equal(mkdir(deep, 0755), 0);
        plan.folder = deep;
        int64_t id = submit(size == 294 ? "deep" : "deeper", "cauto", "./inside/bot");
        work(&plan, WORK_DONE);
        assert_int_equal(state_of(id, reason), VERSION_ACTIVE);
    }
}

/* Played elsewhere and brought as if it were held: it is not filed. */
TEST_WITH(an_unheld_pair_of_strangers_is_not_filed, set_up, tear_down)
{
    struct job job[4];
    struct job_filter f = { .state = JOB_QUEUED, .kind = JOB_PLAY };
    size_t n;
    submit("honest", "cauto", "./inside/bot");
    submit("wild", "random", "./inside/bot");
    plan.jail = "none";
    work(&plan, WORK_DONE);
    work(&plan, WORK_DONE);
    FINE(schedule_step(store, &e));
    make_a_stranger();
    plan.jail = "strict";
    plan.fiel = lax; /* an arbiter that takes another jail than it was told to */
    work(&plan, WORK_FAILED);
    assert_non_null(strstr(e.text, "a pair of authors' bots that is unheld: seat 0 in no jail"));
    FINE(store_jobs(store, &f, job, 4, &n, &e));
    assert_int_equal(n, 1);
    assert_legs(0, false);
    struct bot_voids voids[4];
    FINE(store_voids(store, voids, 4, &n, &e)); /* nobody could lose by it: that is counted */
    assert_int_equal(n, 2);
    assert_int_equal(voids[0].voids + voids[1].voids, 2);
}

/* What the arbiter could not do is the reason, not how a person would go on after it. */
TEST_WITH(why_the_arbiter_refused_is_told, set_up, tear_down)
{
    char *runtime = getenv("FIEL_RUNTIME"), *kept = runtime ? strdup(runtime) : NULL;
    submit("honest", "cauto", "./inside/bot");
    plan.jail = "strict";
    setenv("FIEL_RUNTIME", "/no/such/folder", 1);
    work(&plan, WORK_FAILED);
    if (kept)
        setenv("FIEL_RUNTIME", kept, 1);
    else
        unsetenv("FIEL_RUNTIME");
    free(kept);
    assert_holds(e.text, "--jail=strict cannot be held");
}

TEST_WITH(a_bot_that_fails_is_not_admitted, set_up, tear_down)
{
    char reason[STORE_TEXT];
    struct validation v[2];
    size_t n;
    int64_t id = submit("crasher", "bad/crash", "./inside/bot");
    work(&plan, WORK_DONE);
    assert_int_equal(state_of(id, reason), VERSION_DISABLED);
    assert_non_null(strstr(reason, "in a match against itself: seat ")); /* either: both crash at once */
    assert_non_null(strstr(reason, ": its process "));                   /* ended by a signal, or by a sanitizer */
    FINE(store_validations(store, id, v, 2, &n, &e));
    assert_int_equal(n, 1);
    assert_false(v[0].passed);
}

/* A bot with one key in every match cannot play a pair: that is its own fault, and it is told. */
TEST_WITH(a_key_of_the_first_leg_is_not_admitted, set_up, tear_down)
{
    char reason[STORE_TEXT];
    int64_t id = submit("one", "bad/one_key", "./inside/bot");
    work(&plan, WORK_DONE);
    assert_int_equal(state_of(id, reason), VERSION_DISABLED);
    assert_non_null(strstr(reason, "key of the first leg; every match needs a fresh one"));
}

/* Let in all the same, it freezes no rating: each of its pairs is filed with its fault, and it is disabled in the end. */
TEST_WITH(who_spoils_its_pairs_is_disabled, set_up, tear_down)
{
    struct job_filter waits = { .state = JOB_QUEUED, .kind = JOB_VALIDATE };
    struct pair_filter f = { .round = -1, .state = -1 };
    struct pair pair[2 * FAILING];
    struct notice note[8];
    struct job job;
    char reason[STORE_TEXT];
    unsigned told = 0;
    size_t n, rounds = 0;
    int64_t honest = submit("honest", "cauto", "./inside/bot"), one;
    work(&plan, WORK_DONE);
    one = submit("one", "bad/one_key", "./inside/bot");
    FINE(store_jobs(store, &waits, &job, 1, &n, &e));
    FINE(store_job_cancel(store, job.id, "hilda", &e));
    FINE(store_version_move(store, one, VERSION_PENDING, VERSION_ACTIVE, "as it is", "hilda", &e));
    store_shift(store, 1000);
    while (state_of(one, reason) == VERSION_ACTIVE && rounds++ < FAILING) {
        FINE(schedule_step(store, &e));
        work(&plan, WORK_DONE);
    }
    assert_int_equal(rounds, FAILING);
    assert_int_equal(state_of(one, reason), VERSION_DISABLED);
    assert_non_null(strstr(reason, "at fault in 8 of its newest 16 matches (seat "));
    assert_int_equal(state_of(honest, reason), VERSION_ACTIVE);
    FINE(store_pairs(store, &f, pair, 2 * FAILING, &n, &e));
    assert_int_equal(n, FAILING);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(pair[i].state, PAIR_DONE);
    FINE(store_notices(store, w.author, 0, note, 8, &n, &e));
    for (size_t i = 0; i < n; i++)
        told += note[i].version == one && strstr(note[i].text, "every match needs a fresh one") != NULL;
    assert_int_equal(told, 2); /* its first fault, and why it plays no more */
}

/* A command that is none is its author's fault, no matter who let it in; and is not let in. */
TEST_WITH(a_quote_that_stays_open_is_the_authors, set_up, tear_down)
{
    char reason[STORE_TEXT], why[256];
    static struct packed p;
    pack_program(&p, "inside/bot", "cauto");
    assert_false(artifact_check(p.bytes, p.size, "./inside/bot --name O'Brien", true, why));
    assert_non_null(strstr(why, "a quote is not closed"));
    assert_false(artifact_check(p.bytes, p.size, "'./inside/bot'", true, why));
    assert_non_null(strstr(why, "without quotes"));
    assert_true(artifact_check(p.bytes, p.size, "./inside/bot 'a b'", true, why));
    int64_t id = submit("irish", "cauto", "./inside/bot --name O'Brien");
    work(&plan, WORK_DONE);
    assert_int_equal(state_of(id, reason), VERSION_DISABLED);
    assert_non_null(strstr(reason, "a quote is not closed"));
}

/* The notes that were taken. */
static unsigned notes_of(const struct leg *leg)
{
    struct store_bytes bytes;
    struct replay record;
    struct record rec;
    unsigned notes = 0;
    FINE(store_get(store, leg->replay, &bytes, &e));
    replay_over(&record, bytes.data, bytes.size);
    while (replay_next(&record, &rec))
        notes += rec.type == MSG_NOTE;
    store_free(&bytes);
    return notes;
}

/* A version whose command says so plays by lines (spec/LINES.md), against one that does not; its event takes one of its notes in a leg. */
TEST_WITH(one_plays_by_lines, set_up, tear_down)
{
    static const char bot[] = "#!/usr/bin/python3\n"
                              "import json, sys\n"
                              "for line in sys.stdin:\n"
                              "    legal = json.loads(line).get('legal')\n"
                              "    if legal: print(json.dumps({'do': legal[0], 'note': 60 * 'x'}), flush=True)\n";
    static struct packed p;
    struct version v = { .run = "lines:./bot" };
    struct leg leg[4];
    char reason[STORE_TEXT];
    size_t n;
    struct archive *a = pack_begin(&p);
    pack_one(a, "bot", AE_IFREG, NULL, bot, strlen(bot));
    pack_end(a);
    int64_t id = world_send(&w, "liner", v, p.bytes, p.size), other = submit("wild", "random", "./inside/bot --seed 7");
    work(&plan, WORK_DONE);
    work(&plan, WORK_DONE);
    if (state_of(id, reason) != VERSION_ACTIVE || state_of(other, reason) != VERSION_ACTIVE)
        fail_msg("not admitted: %s", reason);
    FINE(schedule_step(store, &e));
    work(&plan, WORK_DONE);
    n = world_all_legs(store, leg, 4);
    assert_int_equal(n, 2);
    assert_true(leg[0].hands > 0 && leg[0].fault == FAULT_NONE);
    assert_int_equal(notes_of(&leg[0]) + notes_of(&leg[1]), 2);
}

/* Told to end amid its work: the job is as if never leased. */
TEST_WITH(an_end_gives_the_job_back, set_up, tear_down)
{
    char reason[STORE_TEXT];
    int64_t id = submit("late", "cauto", "./inside/bot");
    atomic_store(&over, true);
    work(&plan, WORK_FAILED);
    atomic_store(&over, false);
    assert_int_equal(world_counts(store).jobs[JOB_QUEUED], 1);
    work(&plan, WORK_DONE);
    assert_int_equal(state_of(id, reason), VERSION_ACTIVE);
}

TEST_WITH(an_arbiter_that_is_not_there_is_not_the_bots_fault, set_up, tear_down)
{
    char reason[STORE_TEXT];
    int64_t id = submit("patient", "cauto", "./inside/bot");
    plan.fiel = "/nowhere/fiel";
    work(&plan, WORK_FAILED);
    plan.fiel = fiel;
    assert_int_equal(state_of(id, reason), VERSION_PENDING);
    store_shift(store, 60000);
    work(&plan, WORK_DONE);
    assert_int_equal(state_of(id, reason), VERSION_ACTIVE);
}

/* Anyone who kills a match is named: that is no complaint of the arbiter's. */
TEST_WITH(a_match_that_was_killed_says_so, set_up, tear_down)
{
    char killed[SCRATCH_ROOM + 16];
    FILE *f;
    submit("patient", "cauto", "./inside/bot");
    snprintf(killed, sizeof killed, "%s/killed", folder);
    assert_non_null(f = fopen(killed, "w"));
    fputs("#!/bin/sh\necho 'fiel: all is well' >&2\nkill -9 $$\n", f);
    assert_int_equal(fchmod(fileno(f), 0755) | fclose(f), 0);
    plan.fiel = killed;
    work(&plan, WORK_FAILED);
    plan.fiel = fiel;
    assert_non_null(strstr(e.text, "the arbiter: it was ended by signal 9 (Killed)"));
}

/* An arbiter that plays something else, and plays it well: a valid record of another match. */
TEST_WITH(another_match_than_was_ordered_is_not_filed, set_up, tear_down)
{
    char path[64], script[1024], reason[STORE_TEXT];
    snprintf(path, sizeof path, "%s/other", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    snprintf(script, sizeof script,
             "#!/bin/sh\nfor a do shift; [ \"$a\" != argentino,target=15 ] || a=argentino,target=6; set -- \"$@\" "
             "\"$a\"; done\n"
             "exec %s \"$@\"\n",
             fiel);
    fputs(script, f);
    fclose(f);
    assert_int_equal(chmod(path, 0755), 0);
    int64_t id = submit("patient", "cauto", "./inside/bot");
    plan.fiel = path;
    work(&plan, WORK_FAILED);
    plan.fiel = fiel;
    assert_holds(e.text, "another match than was ordered");
    assert_int_equal(state_of(id, reason), VERSION_PENDING);
}

/* An arbiter, or a worker, that keeps the second leg to itself. */
TEST_WITH(half_a_pair_is_not_filed, set_up, tear_down)
{
    char path[64];
    snprintf(path, sizeof path, "%s/half", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(
        f,
        "#!/bin/sh\n'%s' \"$@\"; code=$?\nwhile [ \"$1\" != --replay ]; do shift; done\nrm -f \"$2\"/*b.replay; exit "
        "$code\n",
        fiel);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(path, 0755), 0);
    submit("honest", "cauto", "./inside/bot");
    submit("wild", "random", "./inside/bot");
    work(&plan, WORK_DONE);
    work(&plan, WORK_DONE);
    FINE(schedule_step(store, &e));
    plan.fiel = path;
    work(&plan, WORK_FAILED);
    assert_holds(e.text, "half a pair: its first leg was played to its end");
}

/* A void would count as a draw; and a party more than was ordered could stop what its friend loses. */
TEST(what_was_not_to_be_played_is_not_filed)
{
    static struct audit_report r;
    const struct ladder any = { .rules = "argentino,target=15" };
    const struct same_match b = { .ladder = &any, .seats = 2, .games = 1 };
    char why[SAME_MATCH_WHY];
    r = (struct audit_report){ .has_result = true, .offer = { .seats = 2, .tables = 1, .at_once = 1, .games = 1 } };
    strcpy(r.offer.rules, "argentino,target=15");
    assert_null(same_match_differs(&b, &r, why));
    r.result.outcome = END_VOID;
    assert_string_equal(same_match_differs(&b, &r, why), "it is void, and counts for nobody");
    r.result.outcome = END_STOPPED;
    r.offer.cutters = 1;
    assert_string_equal(same_match_differs(&b, &r, why), "it has a cutter, and none was to sit there");
}

/* `fiel` that plays without a jail, whatever it is asked. */
BEFORE_ALL(make_lax)
{
    snprintf(lax, sizeof lax, "%s/lax", folder);
    FILE *f = fopen(lax, "w");
    assert_non_null(f);
    fprintf(f,
            "#!/bin/sh\nfor a in \"$@\"; do shift; [ \"$a\" = strict ] && a=none; set -- \"$@\" \"$a\"; done\nexec "
            "'%s' \"$@\"\n",
            fiel);
    assert_int_equal(fclose(f), 0);
    snprintf(played, sizeof played, "%s/it's \"here\"", folder);
    return chmod(lax, 0755) | mkdir(played, 0755);
}

int main(void) { return tests_in_folder(scratch_make); }
