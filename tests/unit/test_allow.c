/* allow: a folder of .pub files is read whole or not at all. */
#include "support/test.h"

#include <sys/socket.h>

#include "door/allow.h"
#include "door/door.h"
#include "record/identity.h"
#include "support/folder.h"

static void put(const char *file, const struct binding *b)
{
    char path[160], text[BINDING_TEXT];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    binding_text(b, text);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static struct identity person(const char *name, struct binding *b)
{
    struct identity i;
    identity_make(&i, name);
    identity_bind(&i, 0, b);
    return i;
}

static void refused(const char *words)
{
    struct allow_list l;
    char why[BINDING_WHY];
    assert_int_equal(allow_read(folder, &l, why), -1);
    assert_null(l.entry);
    assert_int_equal(l.count, 0);
    assert_holds(why, words);
}

TEST_WITH(test_no_folder, folder_make, NULL)
{
    rmdir(folder);
    refused("No such file or directory: name a folder of .pub files");
}

TEST_WITH(test_one_bad_file, folder_make, folder_remove)
{
    struct binding b;
    person("ana", &b);
    put("ana.pub", &b);
    b.not_after = 1; /* not what was signed */
    strcpy(b.name, "bea");
    put("bea.pub", &b);
    refused("bea.pub: line 6 (signature)");
}

TEST_WITH(test_taken_twice, folder_make, folder_remove)
{
    struct binding a, b;
    struct identity ana = person("ana", &a), bea = person("ana", &b);
    put("1.pub", &a);
    put("2.pub", &b);
    refused("2.pub: its name is that of ana already");
    strcpy(ana.name, "carla");
    identity_bind(&ana, 0, &b);
    put("2.pub", &b);
    refused("2.pub: its signing key is that of ana already");
    strcpy(bea.name, "bea");
    memcpy(bea.curve, ana.curve, sizeof bea.curve);
    identity_bind(&bea, 0, &b);
    put("2.pub", &b);
    refused("2.pub: its transport key is that of ana already");
}

TEST_WITH(test_what_is_there, folder_make, folder_remove)
{
    struct allow_list l;
    struct binding a, b;
    char why[BINDING_WHY];
    assert_int_equal(allow_read(folder, &l, why), 0);
    assert_int_equal(l.count, 0);
    allow_free(&l);
    person("ana", &a);
    person("bea", &b);
    put("b.pub", &b);
    put("a.pub", &a);
    b.signature[0] ^= 1;
    put("note.txt", &b);
    put(".hidden.pub", &b);
    put(".pub", &b);
    assert_int_equal(allow_read(folder, &l, why), 0);
    assert_int_equal(l.count, 2);
    assert_string_equal(l.entry[0].name, "ana");
    assert_string_equal(l.entry[1].name, "bea");
    assert_ptr_equal(allow_find(&l, b.key), &l.entry[1]);
    assert_null(allow_find(&l, b.curve));
    allow_free(&l);
}

/* More than the link holds at once: it waits for the door, whatever the link's mode. */
TEST(test_sent_to_the_door)
{
    enum { MANY = 3000 };
    struct allow_list l = { calloc(MANY, sizeof *l.entry), MANY };
    int link[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, link), 0);
    fcntl(link[0], F_SETFL, O_NONBLOCK);
    for (unsigned i = 0; i < MANY; i++)
        snprintf(l.entry[i].name, sizeof l.entry[i].name, "bot-%u", i);
    pid_t child = fork();
    if (child == 0)
        _exit(allow_send(&l, link[0]) != 0);
    close(link[0]);
    struct to_door f;
    unsigned lists = 0, allowed = 0, adopted = 0;
    ssize_t n;
    while ((n = recv(link[1], &f, sizeof f, 0)) > 0) {
        assert_int_equal(n, sizeof f);
        assert_in_range(f.kind, DOOR_LIST, DOOR_ADOPT);
        if (f.kind == DOOR_ALLOW)
            assert_string_equal(f.name, l.entry[allowed].name);
        lists += f.kind == DOOR_LIST;
        allowed += f.kind == DOOR_ALLOW;
        adopted += f.kind == DOOR_ADOPT;
    }
    assert_int_equal(lists, 1);
    assert_int_equal(allowed, MANY);
    assert_int_equal(adopted, 1);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    close(link[1]);
    allow_free(&l);
}
