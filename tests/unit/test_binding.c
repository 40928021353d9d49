/* binding and identity: the two files by which a bot is known, and everything that is not one. */
#include "support/test.h"

#include "record/identity.h"
#include "support/folder.h"

FOLDER_FOR_ALL

static char *in_folder(const char *name)
{
    static char path[96];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void spill(const char *path, const char *text, size_t size)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, size, f), size);
    fclose(f);
}

static struct binding example(char text[BINDING_TEXT])
{
    struct identity i;
    struct binding b;
    identity_make(&i, "ana-2.1");
    identity_bind(&i, 1800000000, &b);
    binding_text(&b, text);
    return b;
}

static int parse(const char *text, char why[BINDING_WHY])
{
    struct binding b;
    why[0] = '\0';
    return binding_parse(text, strlen(text), &b, why);
}

TEST(test_there_and_back)
{
    char text[BINDING_TEXT], again[BINDING_TEXT], why[BINDING_WHY];
    struct binding b = example(text), read;
    assert_int_equal(binding_parse(text, strlen(text), &read, why), 0);
    assert_memory_equal(&b, &read, sizeof b);
    assert_int_equal(binding_text(&read, again), strlen(text));
    assert_string_equal(text, again);
}

/* Every byte counts: changed to anything else the file is none, or another one that does not hold. */
TEST(test_every_byte)
{
    char text[BINDING_TEXT], bad[BINDING_TEXT], why[BINDING_WHY];
    example(text);
    for (size_t at = 0; text[at]; at++) {
        static const char other[] = { 'x', '0', '\n', ' ', '\xff' };
        for (size_t k = 0; k < sizeof other; k++) {
            if (text[at] == other[k])
                continue;
            strcpy(bad, text);
            bad[at] = other[k];
            if (parse(bad, why) == 0)
                fail_msg("byte %zu may be %d", at, other[k]);
            assert_holds(why, "line ");
            assert_holds(why, "fiel keys");
        }
    }
}

TEST(test_every_length)
{
    char text[BINDING_TEXT], why[BINDING_WHY];
    struct binding b;
    example(text);
    size_t size = strlen(text);
    for (size_t n = 0; n < size; n++)
        assert_int_equal(binding_parse(text, n, &b, why), -1);
    strcat(text, "\n");
    assert_int_equal(parse(text, why), -1);
    assert_holds(why, "line 7 (end): something follows");
    text[size] = '\0';
    assert_int_equal(binding_parse(text, size + 1, &b, why), -1); /* a NUL behind it */
}

/* One line of the example as it should not be, and what is said of it. */
static void line_refused(unsigned line, const char *instead, const char *said)
{
    char text[BINDING_TEXT], bad[2 * BINDING_TEXT], why[BINDING_WHY];
    example(text);
    char *at = text;
    for (unsigned i = 1; i < line; i++)
        at = strchr(at, '\n') + 1;
    snprintf(bad, sizeof bad, "%.*s%s%s", (int)(at - text), text, instead, strchr(at, '\n'));
    assert_int_equal(parse(bad, why), -1);
    assert_holds(why, said);
}

TEST(test_lines)
{
    char z[200];
    memset(z, 'z', sizeof z);
    z[70] = '\0';
    memcpy(z, "name ", 5);
    line_refused(1, "fiel-bind 2", "line 1 (fiel-bind): this program knows version 1");
    line_refused(1, "fiel-key 1", "line 1 (fiel-bind): another line stands here");
    line_refused(2, "name", "line 2 (name): another line");
    line_refused(2, "name ", "line 2 (name): its value is missing");
    line_refused(2, z, "line 2 (name): its value is too long");
    line_refused(2, "name ana/..", "line 2 (name): only letters");
    line_refused(2, "name -rf", "line 2 (name): only letters");
    line_refused(2, "name .ana", "line 2 (name): only letters");
    line_refused(2, "name ana ", "line 2 (name): only letters");
    line_refused(2, "name ana\r", "line 2 (name): only letters");
    line_refused(3, "ed25519 00", "line 3 (ed25519): it does not hold 64 hex digits");
    line_refused(4, "curve25519 x", "line 4 (curve25519): it does not hold 64");
    line_refused(5, "not_after -1", "line 5 (not_after): it holds no number");
    line_refused(5, "not_after 01", "line 5 (not_after): it holds no number");
    line_refused(5, "not_after 99999999999999999999", "line 5 (not_after): it holds no number");
    line_refused(5, "not_after 1800000001", "line 6 (signature): it is not that of the lines above");
    line_refused(6, "signature 00", "line 6 (signature): it does not hold 128 hex digits");
}

TEST(test_expiry)
{
    struct binding b = { .not_after = 100 };
    assert_false(binding_expired(&b, 100));
    assert_true(binding_expired(&b, 101));
    b.not_after = 0;
    assert_false(binding_expired(&b, UINT64_MAX));
}

TEST(test_names)
{
    static const char *good[] = { "a", "9", "Maestro-2.0_b" },
                      *bad[] = { "", ".a", "-a", "_a", "a b", "a/b", "\xc3\xb1" };
    char name[BINDING_NAME + 1];
    for (size_t i = 0; i < 3; i++)
        assert_true(binding_name_fits(good[i]));
    for (size_t i = 0; i < 7; i++)
        assert_false(binding_name_fits(bad[i]));
    memset(name, 'a', sizeof name);
    name[BINDING_NAME - 1] = '\0';
    assert_true(binding_name_fits(name));
    name[BINDING_NAME - 1] = 'a';
    name[BINDING_NAME] = '\0';
    assert_false(binding_name_fits(name));
}

TEST(test_files)
{
    char text[BINDING_TEXT], why[BINDING_WHY];
    struct binding b = example(text), read;
    char *path = in_folder("ana.pub");
    assert_int_equal(binding_read(path, &read, why), -1);
    assert_holds(why, path);
    assert_holds(why, "No such file");
    spill(path, text, strlen(text));
    assert_int_equal(binding_read(path, &read, why), 0);
    assert_memory_equal(&b, &read, sizeof b);
    spill(path, text, 40);
    assert_int_equal(binding_read(path, &read, why), -1);
    assert_holds(why, path);
    assert_holds(why, "line 3");
    char much[BINDING_TEXT + 1];
    memset(much, 'a', sizeof much);
    spill(path, much, BINDING_TEXT);
    assert_int_equal(binding_read(path, &read, why), -1);
    assert_holds(why, "too long");
    assert_int_equal(binding_read(folder, &read, why), -1);
    assert_holds(why, "not a file");
    path = in_folder("pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(binding_read(path, &read, why), -1);
    assert_holds(why, "not a file");
}

TEST(test_identity)
{
    struct identity i, read;
    struct stat s;
    char why[BINDING_WHY], *path = in_folder("ana.key");
    identity_make(&i, "ana");
    assert_int_equal(identity_write(path, &i), 0);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 07777, 0600);
    assert_int_equal(identity_read(path, &read, why), 0);
    assert_memory_equal(&i, &read, sizeof i);
    assert_int_equal(identity_write(path, &i), -1);
    assert_int_equal(errno, EEXIST);
    chmod(path, 0640);
    assert_int_equal(identity_read(path, &read, why), -1);
    assert_holds(why, "others may read");
    static const struct identity nothing;
    assert_memory_equal(&read, &nothing, sizeof read);
    assert_int_equal(identity_write(in_folder("no/ana.key"), &i), -1);
}

TEST(test_bad_identities)
{
    struct identity i;
    char text[IDENTITY_TEXT + 1], why[BINDING_WHY], *path = in_folder("bad.key");
    static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";
    int size = snprintf(text, sizeof text, "fiel-key 1\nname ana\ned25519-secret %s\ncurve25519-secret %s\n", zeros,
                        zeros);
    umask(077);
    spill(path, text, (size_t)size);
    assert_int_equal(identity_read(path, &i, why), 0);
    for (int n = 0; n < size; n++) {
        spill(path, text, (size_t)n);
        assert_int_equal(identity_read(path, &i, why), -1);
        assert_holds(why, "fiel keys new");
    }
    strcat(text, "x");
    spill(path, text, strlen(text));
    assert_int_equal(identity_read(path, &i, why), -1);
    assert_holds(why, "line 5");
    assert_int_equal(identity_read(in_folder("ana.pub"), &i, why), -1);
}
