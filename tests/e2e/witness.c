/* witness: two hosts whose logs the other's witness cosigns (cosigner.h); a host that shows two logs; a witness that is away. */
#include "cosigner.h"

/* A host: its log, the witness that it runs for others, and what it asks for itself. */
struct host {
    char dir[SCRATCH_ROOM], log_key[256], witness_key[NOTE_KEY_TEXT], url[128];
    struct note_signer signer;
    pid_t witness;
};

static char *file(const struct host *h, const char *name)
{
    static char path[8][SCRATCH_ROOM + 64];
    static unsigned next;
    char *out = path[next++ % 8];
    snprintf(out, sizeof path[0], "%s/%s", h->dir, name);
    return out;
}

static void spill_lines(const char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void spill_lines(const char *path, const char *format, ...)
{
    char text[2048];
    va_list list;
    va_start(list, format);
    int n = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    assert_true(n > 0 && n < (int)sizeof text);
    spill(path, text, (size_t)n);
}

static void must(struct run *r, int code)
{
    if (r->code != code)
        fail_msg("exit %d, not %d\n%s\n%s", r->code, code, r->out, r->err);
}

/* The first word of what a program printed, which is a key. */
static void keep_key(struct run *r, char key[256])
{
    must(r, 0);
    snprintf(key, 256, "%.*s", (int)strcspn(r->out, "\n"), r->out);
    run_free(r);
}

static void host_make(struct host *h, const char *name)
{
    char log[64], witness[64];
    memset(h, 0, sizeof *h);
    scratch(h->dir);
    snprintf(log, sizeof log, "%s.example/log", name);
    snprintf(witness, sizeof witness, "%s.example/witness", name);
    struct run r = run("fiel", "log", "create", file(h, "log"), "--name", log, "--key", file(h, "log.secret"), NULL);
    keep_key(&r, h->log_key);
    const uint8_t seed[32] = { (uint8_t)*name };
    assert_true(witness_signer_make(&h->signer, witness, seed));
    note_key_text(&h->signer.key, h->witness_key);
}

/* `of` cosigns the log of `whose`. */
static void witness_start(struct host *of, const struct host *whose)
{
    of->witness = cosigner_start(&of->signer, whose->log_key, file(of, "state"), of->url);
}

static void witness_end(struct host *of)
{
    assert_int_equal(kill(of->witness, SIGKILL), 0);
    assert_int_equal(waitpid(of->witness, NULL, 0), of->witness);
    of->witness = 0;
}

/* Whom the host asks, and whom its readers believe. */
static void policy_make(const struct host *h, const struct host *witness)
{
    spill_lines(file(h, "policy"), "log %s\nwitness other %s %s\nquorum other\n", h->log_key, witness->witness_key,
                witness->url);
}

/* A short match in this log; what the host was told on the way. */
static struct run play(const struct host *h, const char *log, const char *replay)
{
    struct run r = run("fiel", "match", "--games", "1", "--rules", "argentino,target=15", "--bot", "cauto", "--bot",
                       "random", "--match-log", file(h, log), "--match-log-key", file(h, "log.secret"), "--log-policy",
                       file(h, "policy"), "--replay", file(h, replay), NULL);
    must(&r, 0);
    return r;
}

static void must_audit(const struct host *h, const char *replay, bool policy, int code, const char *says)
{
    struct run r = policy ? run("fiel-audit", "--policy", file(h, "policy"), file(h, replay), NULL)
                          : run("fiel-audit", file(h, replay), NULL);
    run_says(r, code, says, NULL);
}

static void must_monitor(const struct host *h, const char *log, bool policy, int code, const char *says)
{
    struct run r = policy ? run("fiel-audit", "log", "--policy", file(h, "policy"), file(h, log), NULL)
                          : run("fiel-audit", "log", file(h, log), NULL);
    run_says(r, code, says, NULL);
}

/* The cosigned log by Go's own packages, where Go is there. */
static void check_with_go(const struct host *h, const struct host *witness)
{
    setenv("GO111MODULE", "off", 1);
    setenv("GOPATH", "/usr/share/gocode", 1);
    setenv("GOCACHE", file(h, "go"), 1);
    const char *const words[] = { "/usr/bin/go",        "run", "tests/go/checklog.go", file(h, "log"),
                                  witness->witness_key, NULL };
    if (access(words[0], X_OK) != 0 || access("/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog", R_OK) != 0) {
        print_message("not verified by Go: golang-go and golang-golang-x-mod-dev are not installed (make deps-ci)\n");
        return;
    }
    run_says(run_words(words, NULL), 0, NULL);
}

static void pair_make(struct host *ana, struct host *juana)
{
    host_make(ana, "ana");
    host_make(juana, "juana");
    witness_start(ana, juana);
    witness_start(juana, ana);
    policy_make(ana, juana);
    policy_make(juana, ana);
}

static void pair_end(struct host *ana, struct host *juana)
{
    if (ana->witness)
        witness_end(ana);
    if (juana->witness)
        witness_end(juana);
    scratch_remove(ana->dir);
    scratch_remove(juana->dir);
}

TEST(two_hosts_witness_for_each_other)
{
    struct host ana, juana;
    pair_make(&ana, &juana);
    for (int i = 0; i < 2; i++) {
        const struct host *h = i ? &juana : &ana;
        OWNED_RUN r = play(h, "log", "m1.replay");
        assert_null(strstr(r.err, "witness"));
        must_audit(h, "m1.replay", true, 0, "valid; witnessed by 1 of 1, which is the quorum other");
        must_audit(h, "m1.replay", false, 0, "1 signature beside the log's, not looked at");
        must_monitor(h, "log", true, 0, "1 of 1 have cosigned the checkpoint, which is the quorum other");
    }
    check_with_go(&ana, &juana);
    /* The same policy is not that of the other host's log. */
    run_says(run("fiel-audit", "--policy", file(&ana, "policy"), file(&juana, "m1.replay"), NULL), 1,
             "its log is none of the policy's", NULL);
    pair_end(&ana, &juana);
}

/* A host copies its log and lets it grow on both sides: each by itself is valid, which is the hole.  The witness has seen one. */
TEST(a_host_that_shows_two_logs)
{
    struct host ana, juana;
    pair_make(&ana, &juana);
    struct run r = play(&ana, "log", "m1.replay");
    run_free(&r);
    const char *const copy[] = { "/bin/cp", "-R", file(&ana, "log"), file(&ana, "fork"), NULL };
    run_says(run_words(copy, NULL), 0, NULL);
    r = play(&ana, "log", "m2.replay");
    assert_null(strstr(r.err, "witness"));
    run_free(&r);
    /* At three and four entries the witness knows six; with seven the tree has not grown out of those six. */
    run_complains(play(&ana, "fork", "m3.replay"), ANY_CODE,
                  "0 of 1 witnesses have cosigned the log at 4 entries, which is not the quorum other",
                  "it has seen 6 entries of this log, and here are 4", NULL);
    run_complains(run("fiel", "log", "witness", file(&ana, "fork"), "--key", file(&ana, "log.secret"), "--log-policy",
                      file(&ana, "policy"), NULL),
                  1, "it answered 422: another root was cosigned at this size: the log is forked", NULL);
    r = play(&ana, "fork", "m4.replay");
    run_free(&r);
    run_complains(run("fiel", "log", "witness", file(&ana, "fork"), "--key", file(&ana, "log.secret"), "--log-policy",
                      file(&ana, "policy"), NULL),
                  1, "it answered 422: the proof does not lead from the tree that was cosigned to this one", NULL);
    /* Without a policy nobody finds it out, neither here nor in what was before witnesses. */
    must_audit(&ana, "m2.replay", false, 0, "valid");
    must_audit(&ana, "m3.replay", false, 0, "valid");
    must_audit(&ana, "m4.replay", false, 0, "its host's word");
    must_monitor(&ana, "fork", false, 0, "valid");
    must_audit(&ana, "m2.replay", true, 0, "witnessed by 1 of 1");
    must_audit(&ana, "m3.replay", true, 1, "NOT witnessed");
    must_audit(&ana, "m4.replay", true, 1, "its checkpoint is cosigned by nobody, which is not the quorum other");
    must_monitor(&ana, "fork", true, 1, "not witnessed: 0 of 1 have cosigned the checkpoint");
    must_monitor(&ana, "log", true, 0, "1 of 1 have cosigned");
    pair_end(&ana, &juana);
}

/* Nobody who is away stops a match; it says what is missing, and the log is cosigned later, its record is not. */
TEST(a_witness_that_is_away)
{
    struct host ana, juana;
    pair_make(&ana, &juana);
    struct run r = play(&ana, "log", "m1.replay");
    run_free(&r);
    witness_end(&juana);
    run_complains(play(&ana, "log", "m2.replay"), ANY_CODE,
                  "0 of 1 witnesses have cosigned the log at 4 entries, which is not the quorum other: other at "
                  "http://127.0.0.1:",
                  NULL);
    must_audit(&ana, "m2.replay", true, 1, "NOT witnessed");
    must_monitor(&ana, "log", true, 1, "not witnessed");
    run_says(run("fiel", "match", "--json", "--games", "1", "--rules", "argentino,target=15", "--bot", "cauto", "--bot",
                 "random", "--match-log", file(&ana, "log"), "--match-log-key", file(&ana, "log.secret"),
                 "--log-policy", file(&ana, "policy"), "--replay", file(&ana, "json.replay"), NULL),
             0, "0 of 1 witnesses have cosigned the log at 7 entries, which is not the quorum other", NULL);
    run_complains(run("fiel", "log", "witness", file(&ana, "log"), "--key", file(&ana, "log.secret"), "--log-policy",
                      file(&ana, "policy"), "--lang", "es", NULL),
                  1, "which is not the quorum other: other at http://127.0.0.1:", ": nobody takes a connection there",
                  NULL);
    witness_start(&juana, &ana); /* with what it had seen, at another address */
    policy_make(&ana, &juana);
    run_says(run("fiel", "log", "witness", file(&ana, "log"), "--key", file(&ana, "log.secret"), "--log-policy",
                 file(&ana, "policy"), NULL),
             0, NULL);
    must_monitor(&ana, "log", true, 0, "1 of 1 have cosigned");
    must_audit(&ana, "m2.replay", true, 1, "NOT witnessed");
    r = play(&ana, "log", "m3.replay");
    run_free(&r);
    must_audit(&ana, "m3.replay", true, 0, "witnessed by 1 of 1");
    pair_end(&ana, &juana);
}

/* One answer each to so many who come, at the address that stands in `url`. */
static pid_t answers(char url[128], int times, const char *status, const char *text)
{
    int door = doors(url);
    pid_t pid = fork();
    if (pid == 0) {
        ssize_t n = 1;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        while (times-- > 0 && n > 0) {
            char request[65536];
            int fd = accept(door, NULL, NULL);
            n = read(fd, request, sizeof request);
            answer(fd, status, text);
            close(fd);
        }
        _exit(n <= 0);
    }
    close(door);
    return pid;
}

/* A witness that has cosigned all of ana's log, and then answers so whenever its host asks. */
static struct run asked_again(struct host *ana, struct host *juana, int times, const char *status, const char *text)
{
    int ended;
    pair_make(ana, juana);
    struct run r = play(ana, "log", "m1.replay"); /* three entries, and its line is under their checkpoint */
    run_free(&r);
    witness_end(juana);
    juana->witness = answers(juana->url, times, status, text);
    policy_make(ana, juana);
    r = run("fiel-witness", "ask", file(ana, "log"), "--policy", file(ana, "policy"), NULL);
    must(&r, 1);
    assert_int_equal(waitpid(juana->witness, &ended, 0), juana->witness);
    assert_int_equal(ended, 0);
    juana->witness = 0;
    return r;
}

/* That a witness has signed a checkpoint once does not make another's line its own. */
TEST(an_answer_counts_by_itself)
{
    struct host ana, juana;
    run_complains(asked_again(&ana, &juana, 1, "200 OK", "\xe2\x80\x94 anybody.example/x AAAAAAAA\n"), ANY_CODE,
                  "it signed nothing that holds by its key in the policy", NULL);
    pair_end(&ana, &juana);
}

/* Another root at the size that a witness has cosigned is answered 422 since July 2026, and was answered 409 before, with the size or
 * without: there are such witnesses.  A 409 with another size is the ordinary one, and one that helps nobody is told. */
TEST(a_fork_by_the_older_specification)
{
    static const struct {
        const char *text;
        int times;
        const char *says;
    } row[] = { { "", 1, "it has cosigned another root at this size: the log is forked" },
                { "3\n", 1, "it has cosigned another root at this size: the log is forked" },
                { "9\n", 1, "it has seen 9 entries of this log, and here are 3" },
                { "1\n", 2, "it answers 409 and no size from which it could be asked again" } };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct host ana, juana;
        run_complains(asked_again(&ana, &juana, row[i].times, "409 Conflict", row[i].text), ANY_CODE, row[i].says,
                      NULL);
        pair_end(&ana, &juana);
    }
}

/* A log that asks many may end it before all have answered: those who have are heard at once. */
TEST(a_cosignature_is_told_before_the_next_answers)
{
    struct host ana, juana;
    char url[128], program[512], first[512] = "", bytes[64];
    int told[2], status, door = doors(url);
    pair_make(&ana, &juana);
    spill_lines(file(&ana, "policy"), "witness one %s %s\nwitness two %s %s\ngroup both all one two\nquorum both\n",
                juana.witness_key, juana.url, ana.witness_key, url);
    snprintf(program, sizeof program, "%s/bin/fiel-witness", build_dir());
    assert_int_equal(pipe2(told, O_CLOEXEC), 0);
    pid_t pid = begin_words(
        (struct streams){ .fd = { [1] = told[1], [2] = told[1] } },
        (const char *const[]){ program, "ask", file(&ana, "log"), "--policy", file(&ana, "policy"), NULL });
    int fd = accept(door, NULL, NULL); /* the second is asked, and says nothing */
    assert_true(read(fd, bytes, sizeof bytes) > 0);
    assert_true(read(told[0], first, sizeof first - 1) > 0);
    assert_says(first, "\xe2\x80\x94 juana.example/witness ");
    close(fd);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    close(told[0]);
    close(told[1]);
    close(door);
    pair_end(&ana, &juana);
}

/* What the daemon counts: records whose log lacked the quorum, in its status and in its metrics. */
static void must_count(const struct served *s, int unwitnessed)
{
    char line[64];
    struct run r = ask(s, "status", "--json", NULL);
    json_auto_t *j = json_of(&r);
    assert_int_equal(json_integer_value(json_object_get(j, "unwitnessed")), unwitnessed);
    snprintf(line, sizeof line, "\nfiel_unwitnessed_total %d\n", unwitnessed);
    run_says(ask(s, "status", "--metrics", NULL), ANY_CODE, line, NULL);
    assert_int_equal(logged(s, "\"match-unwitnessed\""), unwitnessed);
}

/* Orders it, with one more option when there is one; its result once it is over. */
static json_t *must_end(const struct served *s, const char *option)
{
    struct run r = ask(s, "order", "--bot", "cauto", "--bot", "random", "--games", "1", "--rules",
                       "argentino,target=15", "--json", option, NULL);
    must(&r, 0);
    json_t *j = json_of(&r), *result = json_incref(json_object_get(j, "result"));
    json_decref(j);
    return result;
}

static void must_lack(const json_t *result)
{
    const char *said = json_string_value(json_object_get(result, "log_lacks"));
    if (!said)
        fail_msg("%s", json_dumps(result, 0));
    assert_says(said, "0 of 1 witnesses have cosigned the log at ");
}

/* Anyone who watches a daemon is told of a quorum that is missing, match by match, while there is time to ask the witness. */
TEST(a_daemon_tells_what_lacks)
{
    struct host ana, juana;
    struct served s;
    char config[600];
    pair_make(&ana, &juana);
    snprintf(config, sizeof config, PLAIN "[log]\nfolder = %s\nkey = %s\npolicy = %s\n", file(&ana, "log"),
             file(&ana, "log.secret"), file(&ana, "policy"));
    served_start(&s, config);
    json_t *result = must_end(&s, NULL);
    assert_null(json_object_get(result, "log_lacks"));
    json_decref(result);
    must_count(&s, 0);
    witness_end(&juana);
    result = must_end(&s, NULL);
    must_lack(result);
    json_decref(result);
    must_count(&s, 1);
    result = must_end(&s, "--duplicate");
    json_t *legs = json_object_get(json_array_get(json_object_get(result, "list"), 0), "legs");
    assert_int_equal(json_array_size(legs), 2);
    for (size_t i = 0; i < 2; i++)
        must_lack(json_array_get(legs, i));
    json_decref(result);
    must_count(&s, 3);
    served_end(&s);
    pair_end(&ana, &juana);
}

/* What a result says that is read from a record: of a series that was broken off, of a match that went on in another process, and of one
 * that was over before anybody wrote it down.  Only why the witness has not signed stands in no record. */
TEST(what_lacks_is_told_from_records)
{
    struct host ana, juana;
    struct served s;
    char config[600], done[160], order[160], events[160];
    pair_make(&ana, &juana);
    witness_end(&juana);
    snprintf(config, sizeof config,
             "[matches]\njail = none\nat_once = 2\ntick = 5ms\n[log]\nfolder = %s\nkey = %s\npolicy = %s\n",
             file(&ana, "log"), file(&ana, "log.secret"), file(&ana, "policy"));
    served_start(&s, config);
    run_says(ask(&s, "order", "--bot", "cauto", "--bot", "random", "--games", "2", "--rules", "argentino,target=15",
                 "--duplicate", "--detach", NULL),
             0, NULL);
    file_is_there(&s, "00000001.pairs/0002a.replay");
    assert_int_equal(daemon_end(&s, SIGKILL), 128 + SIGKILL);
    daemon_start(&s);
    json_t *j = end_of(&s, 1), *list = json_object_get(json_object_get(j, "result"), "list");
    assert_int_equal(json_array_size(list), 2);
    for (size_t i = 0; i < 4; i++)
        must_lack(json_array_get(json_object_get(json_array_get(list, i / 2), "legs"), i % 2));
    json_decref(j);
    assert_int_equal(order_games(&s, "4"), 2);
    record_moves(&s, 2, 10000);
    assert_int_equal(daemon_end(&s, SIGKILL), 128 + SIGKILL);
    daemon_start(&s);
    j = end_of(&s, 2);
    must_lack(json_object_get(j, "result"));
    json_decref(j);
    assert_int_equal(daemon_end(&s, SIGTERM), 0);
    snprintf(done, sizeof done, "%s/done/00000002.json", s.state);
    snprintf(order, sizeof order, "%s/orders/00000002.json", s.state);
    snprintf(events, sizeof events, "%s/records/00000002.events", s.state);
    assert_int_equal(rename(done, order), 0);
    assert_int_equal(unlink(events), 0);
    daemon_start(&s);
    j = end_of(&s, 2);
    assert_true(json_is_true(json_object_get(json_object_get(j, "result"), "from_record")));
    must_lack(json_object_get(j, "result"));
    json_decref(j);
    assert_int_equal(logged(&s, "\"match-unwitnessed\""), 6); /* of four legs, and twice of a match that ended twice */
    served_end(&s);
    pair_end(&ana, &juana);
}

TEST(words_that_are_refused)
{
    struct host ana, juana;
    host_make(&ana, "ana");
    host_make(&juana, "juana");
    spill_lines(file(&ana, "policy"), "witness other %s\nquorum nobody\n", juana.witness_key);
    run_complains(run("fiel", "match", "--bot", "random", "--bot", "random", "--match-log", file(&ana, "log"),
                      "--match-log-key", file(&ana, "log.secret"), "--log-policy", file(&ana, "policy"), NULL),
                  2, "policy: line 2: no witness or group nobody stands before this line", NULL);
    run_complains(run("fiel-audit", "--policy", file(&ana, "policy"), "none.replay", NULL), 2,
                  "line 2: no witness or group nobody", NULL);
    run_says(run("fiel-witness", "ask", file(&ana, "log"), "--bogus", NULL), 2, NULL);
    run_complains(run("fiel-witness", "serve", NULL), 2, "witness: say fiel-witness ask DIR --policy FILE", NULL);
    run_says(run("fiel-witness", "--help", NULL), 0, "usage: fiel-witness ask DIR --policy FILE", NULL);
    run_complains(run("fiel", "log", "witness", file(&ana, "log"), "--key", file(&ana, "log.secret"), NULL), 2,
                  "--log-policy FILE names them", NULL);
    scratch_remove(ana.dir);
    scratch_remove(juana.dir);
}
