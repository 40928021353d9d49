#include "record/identity.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "record/lines.h"

/* The public halves. */
static bool derive(struct identity *i)
{
    crypto_sign_seed_keypair(i->key, i->secret, i->seed);
    return crypto_scalarmult_base(i->curve, i->curve_secret) == 0;
}

void identity_make(struct identity *i, const char *name)
{
    memset(i, 0, sizeof *i);
    snprintf(i->name, sizeof i->name, "%s", name);
    do {
        randombytes_buf(i->seed, sizeof i->seed);
        randombytes_buf(i->curve_secret, sizeof i->curve_secret);
    } while (!derive(i));
}

void identity_wipe(struct identity *i) { sodium_memzero(i, sizeof *i); }

void identity_bind(const struct identity *i, uint64_t not_after, struct binding *b)
{
    memset(b, 0, sizeof *b);
    memcpy(b->name, i->name, sizeof b->name);
    memcpy(b->key, i->key, KEY_PUBLIC);
    memcpy(b->curve, i->curve, sizeof b->curve);
    b->not_after = not_after;
    binding_sign(b, i->secret);
}

static bool parse(const char *text, size_t size, struct identity *i, char why[BINDING_WHY])
{
    char version[8];
    struct lines l = { .at = text,
                       .end = text + size,
                       .why = why,
                       .room = BINDING_WHY,
                       .remedy = "it is the .key file whole that is wanted, as `fiel keys new` made it" };
    if (!line_text(&l, "fiel-key", version, sizeof version))
        return false;
    if (strcmp(version, "1") != 0)
        return line_wrong(&l, "fiel-key", "this program knows version 1 alone");
    if (!line_text(&l, "name", i->name, sizeof i->name))
        return false;
    if (!binding_name_fits(i->name))
        return line_wrong(&l, "name", "only letters a-z, digits, '.', '_' and '-' make a name");
    if (!line_hex(&l, "ed25519-secret", i->seed, sizeof i->seed) ||
        !line_hex(&l, "curve25519-secret", i->curve_secret, sizeof i->curve_secret))
        return false;
    return lines_end(&l) && (derive(i) || line_wrong(&l, "curve25519-secret", "no key"));
}

int identity_read(const char *path, struct identity *i, char why[BINDING_WHY])
{
    char text[IDENTITY_TEXT], what[BINDING_WHY] = "";
    const char *wrong;
    unsigned mode;
    bool good = false;
    memset(i, 0, sizeof *i);
    long size = lines_read(path, text, sizeof text, &mode, &wrong);
    if (size < 0)
        snprintf(why, BINDING_WHY, "%.120s: %.64s: name a .key file; `fiel keys new NAME` makes one", path, wrong);
    else if (mode & 077)
        snprintf(why, BINDING_WHY, "%.120s: others may read this secret: chmod 600 it, or make a new one if they did",
                 path);
    else if (!(good = parse(text, (size_t)size, i, what)))
        snprintf(why, BINDING_WHY, "%.120s: %.190s", path, what);
    sodium_memzero(text, sizeof text);
    if (!good)
        identity_wipe(i);
    return good ? 0 : -1;
}

int identity_write(const char *path, const struct identity *i)
{
    char text[IDENTITY_TEXT], seed[65], curve[65];
    int size = snprintf(text, sizeof text, "fiel-key 1\nname %s\ned25519-secret %s\ncurve25519-secret %s\n", i->name,
                        hex_text(seed, i->seed, sizeof i->seed),
                        hex_text(curve, i->curve_secret, sizeof i->curve_secret));
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool kept = fd >= 0 && write(fd, text, (size_t)size) == size && fsync(fd) == 0;
    int error = errno;
    if (fd >= 0)
        close(fd);
    if (fd >= 0 && !kept)
        unlink(path);
    sodium_memzero(text, sizeof text);
    sodium_memzero(seed, sizeof seed);
    sodium_memzero(curve, sizeof curve);
    errno = error;
    return kept ? 0 : -1;
}
