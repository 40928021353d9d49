/* ladder_pack: archives as authors send them, and as they should not. */
#ifndef FIEL_TESTS_LADDER_PACK_H
#define FIEL_TESTS_LADDER_PACK_H

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <string.h>

struct packed {
    char bytes[8 << 20];
    size_t size;
};

static inline struct archive *pack_begin(struct packed *p)
{
    struct archive *a = archive_write_new();
    archive_write_set_format_pax_restricted(a);
    archive_write_add_filter_gzip(a);
    archive_write_open_memory(a, p->bytes, sizeof p->bytes, &p->size);
    return a;
}

static inline void pack_one(struct archive *a, const char *name, mode_t type, const char *link, const void *bytes,
                            size_t size)
{
    struct archive_entry *x = archive_entry_new();
    archive_entry_set_pathname(x, name);
    archive_entry_set_filetype(x, type);
    archive_entry_set_perm(x, 0755);
    archive_entry_set_size(x, (la_int64_t)size);
    if (link)
        archive_entry_set_symlink(x, link);
    assert_int_equal(archive_write_header(a, x), ARCHIVE_OK);
    if (size)
        assert_int_equal(archive_write_data(a, bytes, size), size);
    archive_entry_free(x);
}

static inline void pack_end(struct archive *a)
{
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
}

/* A file of this machine under that name. */
static inline void pack_file(struct archive *a, const char *name, const char *path)
{
    static char bytes[8 << 20];
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    pack_one(a, name, AE_IFREG, NULL, bytes, size);
}

#endif
