/* keys: `fiel keys` as a user calls it, and a key in the match log. */
#include "folder.h"

#include "record/identity.h"

static void expect(struct run r, int code, const char *out, const char *err)
{
    if (r.code != code)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    if (out)
        assert_says(r.out, out);
    if (err)
        assert_says(r.err, err);
    run_free(&r);
}

TEST_WITH(test_wrong_words, folder_make, folder_remove)
{
    expect(run("fiel", "keys", NULL), 2, NULL, "fiel: keys: say new NAME");
    expect(run("fiel", "keys", "make", NULL), 2, NULL, "fiel keys --help");
    expect(run("fiel", "keys", "new", NULL), 2, NULL, "keys new: say");
    expect(run("fiel", "keys", "new", "a/b", NULL), 2, NULL, "'a/b' cannot be a name");
    expect(run("fiel", "keys", "new", "a", "b", NULL), 2, NULL, "'b' is one word too many");
    expect(run("fiel", "keys", "new", "a", "--not-after", "tomorrow", NULL), 2, NULL, "'tomorrow' is no day");
    expect(run("fiel", "keys", "new", "a", "--not-after", "2027-06-31", NULL), 2, NULL, "is no day");
    expect(run("fiel", "keys", "new", "a", "--size", "2", NULL), 2, NULL, "unknown option --size");
    expect(run("fiel", "keys", "bind", in_dir("a.pub"), NULL), 2, NULL, "keys bind: say");
    expect(run("fiel", "keys", "bind", in_dir("a.key"), NULL), 3, NULL, "No such file");
    expect(run("fiel", "keys", "show", in_dir("a.pub"), NULL), 1, NULL, "No such file");
    expect(run("fiel", "keys", "new", "a", "--dir", in_dir("no"), NULL), 3, NULL, "No such file");
    expect(run("fiel", "keys", "--help", NULL), 0, "usage: fiel keys", NULL);
}

TEST_WITH(test_new_keys, folder_make, folder_remove)
{
    struct stat s;
    expect(run("fiel", "keys", "new", "ana", "--dir", folder, NULL), 0, "give this to the host", NULL);
    assert_int_equal(stat(in_dir("ana.key"), &s), 0);
    assert_int_equal(s.st_mode & 07777, 0600);
    expect(run("fiel", "keys", "new", "ana", "--dir", folder, NULL), 3, NULL, "is not written over");
    assert_int_equal(unlink(in_dir("ana.pub")), 0);
    expect(run("fiel", "keys", "new", "ana", "--dir", folder, NULL), 3, NULL, "File exists");
    assert_int_not_equal(stat(in_dir("ana.pub"), &s), 0);
}

/* What counted once: no command makes such a file any more. */
static void spill_expired(const char *path)
{
    struct identity i;
    struct binding b;
    char text[BINDING_TEXT];
    identity_make(&i, "old");
    identity_bind(&i, 1583020799, &b); /* the end of 2020-02-29, UTC */
    spill(path, text, binding_text(&b, text));
}

TEST_WITH(test_bound_again, folder_make, folder_remove)
{
    expect(run("fiel", "keys", "new", "ana", "--dir", folder, "--not-after", "2020-02-29", NULL), 2, NULL, "is over");
    spill_expired(in_dir("old.pub"));
    expect(run("fiel", "keys", "show", in_dir("old.pub"), NULL), 0, "2020-02-29 23:59 UTC (expired", NULL);
    expect(run("fiel", "keys", "new", "ana", "--dir", folder, "--not-after", "2999-01-01", NULL), 0, NULL, NULL);
    OWNED char *before = slurp(in_dir("ana.key"), NULL);
    expect(run("fiel", "keys", "bind", in_dir("ana.key"), NULL), 0, "ana.pub", NULL);
    expect(run("fiel", "keys", "show", in_dir("ana.pub"), NULL), 0, "not after   never", NULL);
    expect(run("fiel", "keys", "bind", in_dir("ana.key"), "--name", "ana-2", NULL), 0, "ana-2.pub", NULL);
    expect(run("fiel", "keys", "show", in_dir("ana-2.pub"), NULL), 0, "name        ana-2\n", NULL);
    expect(run("fiel", "keys", "show", in_dir("ana.key"), NULL), 0, "a secret key", NULL);
    OWNED char *after = slurp(in_dir("ana.key"), NULL);
    assert_string_equal(before, after);
    chmod(in_dir("ana.key"), 0644);
    expect(run("fiel", "keys", "bind", in_dir("ana.key"), NULL), 3, NULL, "others may read this secret");
}

TEST_WITH(test_key_in_the_log, folder_make, folder_remove)
{
    const char *logs = in_dir("logs");
    char secret[128];
    snprintf(secret, sizeof secret, "%s/logs.secret", folder);
    expect(run("fiel", "keys", "new", "ana", "--dir", folder, NULL), 0, NULL, NULL);
    expect(run("fiel", "log", "create", logs, "--name", "fiel.example/t", "--key", secret, NULL), 0, NULL, NULL);
    char pub[128];
    snprintf(pub, sizeof pub, "%s/ana.pub", folder);
    expect(run("fiel", "log", "add", logs, in_dir("bea.pub"), "--key", secret, NULL), 3, NULL, "No such file");
    expect(run("fiel", "log", "add", logs, pub, "--key", secret, NULL), 0, NULL, NULL);
    expect(run("fiel", "log", "add", logs, pub, "--key", secret, NULL), 0, NULL, NULL);
    expect(run("fiel-audit", "log", logs, NULL), 0, "1 key,", NULL);
    expect(run("fiel", "keys", "bind", in_dir("ana.key"), "--not-after", "2030-01-01", NULL), 0, NULL, NULL);
    expect(run("fiel", "log", "add", logs, pub, "--key", secret, NULL), 0, NULL, NULL);
    expect(run("fiel-audit", "log", logs, NULL), 0, "2 keys", NULL);
}

/* The host's own: its public half stands beside it, a match names it, and the secret one is not taken for it. */
TEST_WITH(test_key_of_the_arbiter, folder_make, folder_remove)
{
    char secret[128], beside[140];
    snprintf(secret, sizeof secret, "%s/host", folder);
    snprintf(beside, sizeof beside, "%s.pub", secret);
    OWNED char *replay = path_in(folder, "m.replay");
    expect(run("fiel", "match", "--jail", "none", "--key", secret, "--replay", replay, "--bot", "random", "--bot",
               "random", NULL),
           0, "/host.pub", NULL);
    expect(run("fiel-audit", "--key", beside, replay, NULL), 0, ": valid", NULL);
    expect(run("fiel-audit", "--key", secret, replay, NULL), 2, NULL, "holds the secret key: give ");
    expect(run("fiel-audit", "--second", "--key", beside, replay, NULL), 0, ": valid", NULL);
    expect(run("fiel-audit", "--second", "--key", secret, replay, NULL), 2, NULL, "holds the secret key: give ");
    expect(run("fiel-audit", "--key", in_dir("no.pub"), replay, NULL), 2, NULL, "No such file");
}

/* A series has one key for all its records. */
TEST_WITH(test_key_of_a_series, folder_make, folder_remove)
{
    OWNED char *secret = path_in(folder, "host"), *beside = path_in(folder, "host.pub"), *to = path_in(folder, "cup");
    OWNED char *record = path_in(to, "001-a-b/000001/0001a.replay");
    expect(run("fiel", "tournament", "--jail", "none", "--key", secret, "--to", to, "--pairs", "1", "--bot", "a=random",
               "--bot", "b=random", NULL),
           0, NULL, NULL);
    expect(run("fiel-audit", "--key", beside, record, NULL), 0, ": valid", NULL);
    expect(run("fiel", "tournament", "--key", to, "--to", record, "--bot", "a=random", "--bot", "b=random", NULL), 3,
           NULL, "--key: ");
}
