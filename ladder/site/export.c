/* export: every page once, from the front page on. */
#include "export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/path.h"
#include "cli/say.h"
#include "base/client.h"
#include "record/folders.h"
#include "record/whole.h"
#include "site/session/site.h"

struct url {
    struct url *next; /* of the same bucket */
    char text[];
};

struct making {
    struct client client;
    int folder;
    struct url **bucket, **queue;
    size_t buckets, met, room, done;
    struct exported *out;
    bool failed; /* memory, or a file: said */
};

/* --- which there are ----------------------------------------------------------------------------------------------------- */

static size_t place(const struct making *m, const char *text)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a: for a table of our own pages */
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return (size_t)(h % m->buckets);
}

static void forget(struct making *m, const char *why)
{
    if (!m->failed)
        cli_fail(EXIT_ENVIRONMENT, "export: %s", why);
    m->failed = true;
}

static void meet(void *arg, const char *text)
{
    struct making *m = arg;
    size_t at = place(m, text);
    for (const struct url *u = m->bucket[at]; u; u = u->next)
        if (!strcmp(u->text, text))
            return;
    if (m->met == m->room) {
        size_t room = m->room ? 2 * m->room : 1024;
        struct url **more = realloc(m->queue, room * sizeof *more);
        if (!more) {
            forget(m, "no memory: free some and export again");
            return;
        }
        m->queue = more;
        m->room = room;
    }
    struct url *u = malloc(sizeof *u + strlen(text) + 1);
    if (!u) {
        forget(m, "no memory: free some and export again");
        return;
    }
    strcpy(u->text, text);
    u->next = m->bucket[at];
    m->bucket[at] = m->queue[m->met++] = u;
}

/* --- files ---------------------------------------------------------------------------------------------------------------- */

static bool is_same(int folder, const char *file, const void *bytes, size_t size)
{
    struct stat s;
    int fd = openat(folder, file, O_RDONLY | O_CLOEXEC);
    bool same = fd >= 0 && !fstat(fd, &s) && s.st_size == (off_t)size;
    char *there = same ? malloc(size + 1) : NULL;
    size_t got = 0;
    for (ssize_t n; there && got < size && (n = read(fd, there + got, size - got)) > 0;)
        got += (size_t)n;
    same = same && there && got == size && !memcmp(there, bytes, size);
    free(there);
    if (fd >= 0)
        close(fd);
    return same;
}

static bool write_file(struct making *m, const char *file, const void *bytes, size_t size)
{
    char fresh[EXPORT_URL + 8], why[EXPORT_URL + 128];
    m->out->pages++;
    if (is_same(m->folder, file, bytes, size))
        return true;
    (void)folders_above_make(m->folder, file, 0755, false); /* where there are none, the file says why */
    path_of(fresh, sizeof fresh, "%s.new", file);
    int fd = openat(m->folder, fresh, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
    bool fine = fd >= 0 && write_whole(fd, bytes, size) == size;
    if (fd >= 0)
        fine = !close(fd) && fine;
    if (fine && !renameat(m->folder, fresh, m->folder, file))
        return m->out->written++, true;
    snprintf(why, sizeof why, "%s: %s: make room, or name another folder", file, strerror(errno));
    unlinkat(m->folder, fresh, 0);
    forget(m, why);
    return false;
}

static bool take_asset(void *arg, const char *name, const void *bytes, size_t size)
{
    char file[EXPORT_URL];
    snprintf(file, sizeof file, "static/%.500s", name);
    return write_file(arg, file, bytes, size);
}

/* --- pages ----------------------------------------------------------------------------------------------------------------- */

/* A ladder's table stands there for programs, too. */
static void meet_table(struct making *m, const char *url)
{
    char table[EXPORT_URL + 32];
    if (strncmp(url, "/ladders/", 9) != 0 || strchr(url, '?'))
        return;
    snprintf(table, sizeof table, "/api%s/standings", url);
    meet(m, table);
}

static bool is_page(const char *file)
{
    size_t n = strlen(file);
    return n > 5 && !strcmp(file + n - 5, ".html");
}

static int make_page(struct making *m, const char *url)
{
    struct client_answer a;
    struct page page = { 0 };
    char file[EXPORT_URL];
    bool immutable = !strncmp(url, "/replays/", 9);
    if (!export_file(url, file) || !strncmp(url, "/static/", 8))
        return EXIT_FINE; /* of those there are all already */
    if (immutable && !faccessat(m->folder, file, F_OK, 0))
        return m->out->pages++, EXIT_FINE;
    int code = client_ask(&m->client, url, NULL, 0, &a);
    if (!code && is_page(file)) {
        export_links(url, a.body ? a.body : "", &page, meet, m);
        code = !page.failed && write_file(m, file, page.data ? page.data : "", page.size) ? EXIT_FINE
                                                                                          : EXIT_ENVIRONMENT;
        meet_table(m, url);
    } else if (!code) {
        code = write_file(m, file, a.body ? a.body : "", a.size) ? EXIT_FINE : EXIT_ENVIRONMENT;
    }
    page_free(&page);
    free(a.body);
    return code;
}

int export_site(const char *server, const struct assets *assets, const char *folder, struct exported *out)
{
    struct making m = { .client = { .command = "export" }, .buckets = 65536, .out = out };
    int code = EXIT_ENVIRONMENT;
    *out = (struct exported){ 0 };
    snprintf(m.client.server, sizeof m.client.server, "%s", server);
    mkdir(folder, 0755);
    m.folder = open(folder, O_DIRECTORY | O_CLOEXEC);
    if (m.folder < 0)
        return cli_fail(EXIT_USAGE, "export: %s: %s: name a folder that can be made", folder, strerror(errno));
    m.bucket = calloc(m.buckets, sizeof *m.bucket);
    if (m.bucket) {
        meet(&m, "/");
        meet(&m, "/api/ladders");
        code = assets_each(assets, take_asset, &m) ? EXIT_FINE : EXIT_ENVIRONMENT;
    }
    for (; !code && !m.failed && m.done < m.met; m.done++)
        code = make_page(&m, m.queue[m.done]->text);
    for (size_t i = 0; i < m.met; i++)
        free(m.queue[i]);
    free(m.queue);
    free(m.bucket);
    close(m.folder);
    return m.failed ? EXIT_ENVIRONMENT : code;
}
