#include "record/binding.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "record/lines.h"
#include "record/transcript.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

bool binding_name_fits(const char *name)
{
    size_t size = strlen(name);
    return size >= 1 && size < BINDING_NAME && strspn(name, LETTERS "._-") == size && strspn(name, LETTERS) > 0;
}

static void what_is_signed(struct message *m, const struct binding *b)
{
    bind_message(m, b->name, b->key, b->curve, b->not_after);
}

void binding_sign(struct binding *b, const uint8_t secret[KEY_SECRET])
{
    struct message m;
    what_is_signed(&m, b);
    sign_message(b->signature, secret, &m);
}

bool binding_holds(const struct binding *b)
{
    struct message m;
    if (!binding_name_fits(b->name))
        return false;
    what_is_signed(&m, b);
    return verify_message(b->signature, b->key, &m);
}

bool binding_expired(const struct binding *b, uint64_t now) { return b->not_after && now > b->not_after; }

size_t binding_text(const struct binding *b, char text[BINDING_TEXT])
{
    char key[65], curve[65], signature[129];
    int n = snprintf(text, BINDING_TEXT,
                     "fiel-bind 1\nname %s\ned25519 %s\ncurve25519 %s\nnot_after %" PRIu64 "\nsignature %s\n", b->name,
                     hex_text(key, b->key, KEY_PUBLIC), hex_text(curve, b->curve, 32), b->not_after,
                     hex_text(signature, b->signature, SIGNATURE));
    return (size_t)n;
}

static bool name_line(struct lines *l, char name[BINDING_NAME])
{
    if (!line_text(l, "name", name, BINDING_NAME))
        return false;
    return binding_name_fits(name) || line_wrong(l, "name", "only letters a-z, digits, '.', '_' and '-' make a name");
}

int binding_parse(const char *text, size_t size, struct binding *b, char why[BINDING_WHY])
{
    struct binding read = { 0 };
    char version[8];
    struct lines l = { .at = text,
                       .end = text + size,
                       .why = why,
                       .room = BINDING_WHY,
                       .remedy = "it is the .pub file whole that is wanted, as `fiel keys` made it" };
    if (!line_text(&l, "fiel-bind", version, sizeof version))
        return -1;
    if (strcmp(version, "1") != 0)
        return line_wrong(&l, "fiel-bind", "this program knows version 1 alone"), -1;
    if (!name_line(&l, read.name) || !line_hex(&l, "ed25519", read.key, KEY_PUBLIC) ||
        !line_hex(&l, "curve25519", read.curve, 32) || !line_number(&l, "not_after", &read.not_after) ||
        !line_hex(&l, "signature", read.signature, SIGNATURE))
        return -1;
    if (!binding_holds(&read))
        return line_wrong(&l, "signature", "it is not that of the lines above"), -1;
    if (!lines_end(&l))
        return -1;
    *b = read;
    return 0;
}

int binding_read(const char *path, struct binding *b, char why[BINDING_WHY])
{
    char text[BINDING_TEXT], what[BINDING_WHY];
    const char *wrong;
    unsigned mode;
    long size = lines_read(path, text, sizeof text, &mode, &wrong);
    if (size >= 0 && binding_parse(text, (size_t)size, b, what) == 0)
        return 0;
    if (size >= 0)
        snprintf(why, BINDING_WHY, "%.120s: %.190s", path, what);
    else
        snprintf(why, BINDING_WHY, "%.120s: %.64s: name a .pub file that `fiel keys new` made", path, wrong);
    return -1;
}
