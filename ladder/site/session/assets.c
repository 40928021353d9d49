/* assets: the files of ladder/web, read once, given out with their hash as the tag. */
#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/crypto.h"
#include "cli/path.h"
#include "site.h"

enum { ASSET_PATH = 512, ASSET_MOST = 8 << 20 };

struct asset {
    char name[128], tag[40]; /* "vendor/libsodium-sumo.mjs", "\"0f...\"" */
    const char *type;
    char *bytes;
    size_t size;
};

struct assets {
    struct asset *list;
    size_t count;
};

/* Only kinds that a browser is meant to have: the folder may hold sources too. */
static const char *type_of(const char *name)
{
    static const char *const known[][2] = {
        { ".mjs", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".svg", "image/svg+xml" },
        { ".wasm", "application/wasm" },
        { ".gz", "application/gzip" },
        { ".png", "image/png" },
        { ".ico", "image/x-icon" },
        { ".txt", "text/plain; charset=utf-8" },
        { ".LICENSE", "text/plain; charset=utf-8" },
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof known / sizeof *known; i++)
        if (!strcmp(dot, known[i][0]))
            return known[i][1];
    return NULL;
}

static bool read_file(const char *path, struct asset *a)
{
    OPENED FILE *f = fopen(path, "rb");
    uint8_t sum[HASH];
    char hex[33];
    if (!f)
        return false;
    a->bytes = malloc(ASSET_MOST);
    a->size = a->bytes ? fread(a->bytes, 1, ASSET_MOST, f) : 0;
    bool whole = a->bytes && !ferror(f) && a->size < ASSET_MOST;
    if (!whole) {
        free(a->bytes);
        return false;
    }
    char *fit = realloc(a->bytes, a->size ? a->size : 1);
    if (fit)
        a->bytes = fit;
    hash_bytes(sum, a->bytes, a->size);
    snprintf(a->tag, sizeof a->tag, "\"%s\"", sodium_bin2hex(hex, sizeof hex, sum, 16));
    return true;
}

static bool add(struct assets *all, const char *path, const char *name)
{
    struct asset a = { .type = type_of(name) };
    if (!a.type)
        return true;
    struct asset *more = realloc(all->list, (all->count + 1) * sizeof *more);
    if (!more)
        return false;
    all->list = more;
    snprintf(a.name, sizeof a.name, "%s", name);
    if (!read_file(path, &a))
        return false;
    all->list[all->count++] = a;
    return true;
}

/* The files of folder/inside. */
static bool add_folder(struct assets *all, const char *folder, const char *inside)
{
    char path[ASSET_PATH], name[128];
    path_of(path, sizeof path, "%s/%s", folder, inside);
    OPENED_DIR DIR *d = opendir(path);
    bool fine = d;
    for (struct dirent *e; fine && (e = readdir(d));) {
        if (e->d_name[0] == '.')
            continue;
        bool fits = snprintf(path, sizeof path, "%s/%s%s", folder, inside, e->d_name) < (int)sizeof path &&
                    snprintf(name, sizeof name, "%s%s", inside, e->d_name) < (int)sizeof name;
        fine = !fits || add(all, path, name);
    }
    return fine;
}

/* The kits lie beside the auditor; a build without them hands out none. */
static bool add_kits(struct assets *all, const char *wasm)
{
    static const char *const kits[] = { "kit-python.tar.gz", "kit-js.tar.gz", "kit-lines.tar.gz", "kit-c.tar.gz" };
    const char *slash = strrchr(wasm, '/');
    char path[ASSET_PATH];
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof kits / sizeof *kits; i++) {
        path_of(path, sizeof path, "%.*s%s", slash ? (int)(slash + 1 - wasm) : 0, wasm, kits[i]);
        fine = access(path, R_OK) || add(all, path, kits[i]);
    }
    return fine;
}

struct assets *assets_load(const char *folder, const char *wasm, char why[256])
{
    struct assets *all = calloc(1, sizeof *all);
    if (all && add_folder(all, folder, "") && add_folder(all, folder, "vendor/") && add(all, wasm, "fiel.wasm") &&
        add_kits(all, wasm))
        return all;
    snprintf(why, 256,
             "the files for browsers cannot be read from %.80s and %.80s: %s: name them with --web and --wasm", folder,
             wasm, strerror(errno));
    assets_free(all);
    return NULL;
}

void assets_free(struct assets *a)
{
    for (size_t i = 0; a && i < a->count; i++)
        free(a->list[i].bytes);
    if (a)
        free(a->list);
    free(a);
}

static const struct asset *asset_named(const struct assets *a, const char *name)
{
    for (size_t i = 0; i < a->count; i++)
        if (!strcmp(a->list[i].name, name))
            return &a->list[i];
    return NULL;
}

bool assets_file(const struct assets *a, const char *name, const void **bytes, size_t *size)
{
    const struct asset *file = a ? asset_named(a, name) : NULL;
    *bytes = file ? file->bytes : NULL;
    *size = file ? file->size : 0;
    return file;
}

void assets_symbol(const struct assets *a, const char *kind, const char *name, struct page *out)
{
    char mark[64];
    const struct asset *deck = asset_named(a, "cards.svg");
    size_t wanted = (size_t)snprintf(mark, sizeof mark, " id=\"%s%s\"", kind, name);
    const char *at = deck ? memmem(deck->bytes, deck->size, mark, wanted < sizeof mark ? wanted : 0) : NULL;
    if (!at || wanted >= sizeof mark)
        return;
    const char *line = at, *end = memchr(at, '\n', (size_t)(deck->bytes + deck->size - at));
    while (line > deck->bytes && line[-1] != '\n')
        line--;
    page_bytes(out, line, (size_t)((end ? end : deck->bytes + deck->size) - line));
}

unsigned assets_serve(struct http_request *r, struct http_answer *a)
{
    const struct assets *all = site_of(r)->assets;
    const char *name = r->path + strlen("/static/"), *held = http_asked(r, "If-None-Match");
    const struct asset *file = asset_named(all, name);
    if (!file)
        return 404;
    http_header(a, "ETag", "%s", file->tag);
    a->cache = "public, max-age=300";
    a->type = file->type;
    if (held && !strcmp(held, file->tag))
        return 304;
    page_bytes(&a->page, file->bytes, file->size);
    return 200;
}
