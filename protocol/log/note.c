#include "log/note.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { ED25519 = 0x01, KEY_DATA = 33, SIGNED = 4 + 64 };

#define DASH "\xe2\x80\x94 " /* U+2014 and a space */
static const char secret_prefix[] = "PRIVATE+KEY+";

bool note_name_fits(const char *name)
{
    size_t n = strlen(name);
    if (n == 0 || n >= NOTE_NAME)
        return false;
    for (; *name; name++)
        if (*name <= ' ' || *name > '~' || *name == '+')
            return false;
    return true;
}

static void key_id(struct note_key *k)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    static const uint8_t middle[2] = { '\n', ED25519 };
    crypto_hash_sha256_state s;
    crypto_hash_sha256_init(&s);
    crypto_hash_sha256_update(&s, (const uint8_t *)k->name, strlen(k->name));
    crypto_hash_sha256_update(&s, middle, sizeof middle);
    crypto_hash_sha256_update(&s, k->public_key, sizeof k->public_key);
    crypto_hash_sha256_final(&s, hash);
    memcpy(k->id, hash, sizeof k->id);
}

bool note_signer_make(struct note_signer *s, const char *name, const uint8_t seed[32])
{
    if (!note_name_fits(name))
        return false;
    memset(s, 0, sizeof *s);
    memcpy(s->key.name, name, strlen(name));
    crypto_sign_seed_keypair(s->key.public_key, s->secret, seed);
    key_id(&s->key);
    return true;
}

/* PREFIX NAME+hex(id)+base64(type | 32 bytes) */
static char *key_line(const char *prefix, const struct note_key *k, const uint8_t bytes[32], char text[NOTE_KEY_TEXT])
{
    uint8_t data[KEY_DATA] = { ED25519 };
    char id[2 * sizeof k->id + 1], coded[sodium_base64_ENCODED_LEN(KEY_DATA, sodium_base64_VARIANT_ORIGINAL)];
    memcpy(data + 1, bytes, 32);
    sodium_bin2hex(id, sizeof id, k->id, sizeof k->id);
    sodium_bin2base64(coded, sizeof coded, data, sizeof data, sodium_base64_VARIANT_ORIGINAL);
    snprintf(text, NOTE_KEY_TEXT, "%s%s+%s+%s", prefix, k->name, id, coded);
    sodium_memzero(data, sizeof data);
    sodium_memzero(coded, sizeof coded);
    return text;
}

char *note_key_text(const struct note_key *k, char text[NOTE_KEY_TEXT]) { return key_line("", k, k->public_key, text); }

char *note_signer_text(const struct note_signer *s, char text[NOTE_KEY_TEXT])
{
    return key_line(secret_prefix, &s->key, s->secret, text); /* the first half of an Ed25519 secret is its seed */
}

/* Takes "NAME+ID+DATA" apart; the id is what the line says, not yet what it should be.  A key has one line. */
static const char *key_line_parse(const char *text, struct note_key *k, uint8_t bytes[32])
{
    uint8_t data[KEY_DATA + 1];
    size_t n = 0;
    const char *id = strchr(text, '+'), *coded = id ? strchr(id + 1, '+') : NULL;
    if (!coded)
        return "not NAME+ID+KEY";
    memset(k, 0, sizeof *k);
    if ((size_t)(id - text) >= sizeof k->name)
        return "the name is longer than 63 bytes";
    memcpy(k->name, text, (size_t)(id - text));
    if (!note_name_fits(k->name))
        return "the name has to be printable ASCII without spaces";
    if (strspn(id + 1, "0123456789abcdef") != 8 || coded != id + 9)
        return "the id is not 8 hex digits in lower case";
    sodium_hex2bin(k->id, sizeof k->id, id + 1, 8, NULL, &n, NULL);
    if (sodium_base642bin(data, sizeof data, coded + 1, strlen(coded + 1), NULL, &n, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        n != KEY_DATA)
        return "the key is not base64 of 33 bytes";
    if (data[0] != ED25519)
        return "only Ed25519 keys (type 1) are known";
    memcpy(bytes, data + 1, 32);
    sodium_memzero(data, sizeof data);
    return NULL;
}

/* The id is a check sum of name and key: a mistyped line is found. */
static const char *key_id_check(struct note_key *k)
{
    uint8_t said[sizeof k->id];
    memcpy(said, k->id, sizeof said);
    key_id(k);
    return memcmp(said, k->id, sizeof said) ? "the id does not belong to this name and key" : NULL;
}

const char *note_key_parse(const char *text, struct note_key *out)
{
    struct note_key k;
    uint8_t bytes[32];
    const char *wrong = key_line_parse(text, &k, bytes);
    if (wrong)
        return wrong;
    memcpy(k.public_key, bytes, sizeof bytes);
    wrong = key_id_check(&k);
    if (!wrong)
        *out = k;
    return wrong;
}

const char *note_signer_parse(const char *text, struct note_signer *out)
{
    struct note_key said;
    uint8_t seed[32];
    if (strncmp(text, secret_prefix, sizeof secret_prefix - 1) != 0)
        return "a secret key starts with PRIVATE+KEY+";
    const char *wrong = key_line_parse(text + sizeof secret_prefix - 1, &said, seed);
    if (wrong)
        return wrong;
    struct note_signer s;
    note_signer_make(&s, said.name, seed);
    sodium_memzero(seed, sizeof seed);
    wrong = memcmp(said.id, s.key.id, sizeof said.id) ? "the id does not belong to this name and key" : NULL;
    if (!wrong)
        *out = s;
    sodium_memzero(&s, sizeof s);
    return wrong;
}

size_t checkpoint_sign(const struct note_signer *s, uint64_t size, const uint8_t root[TREE_HASH],
                       char text[CHECKPOINT_TEXT])
{
    char coded[sodium_base64_ENCODED_LEN(SIGNED, sodium_base64_VARIANT_ORIGINAL)];
    uint8_t mark[SIGNED];
    sodium_bin2base64(coded, sizeof coded, root, TREE_HASH, sodium_base64_VARIANT_ORIGINAL);
    int n = snprintf(text, CHECKPOINT_TEXT, "%s\n%" PRIu64 "\n%s\n", s->key.name, size, coded);
    memcpy(mark, s->key.id, sizeof s->key.id);
    crypto_sign_detached(mark + sizeof s->key.id, NULL, (const uint8_t *)text, (unsigned long long)n, s->secret);
    sodium_bin2base64(coded, sizeof coded, mark, sizeof mark, sodium_base64_VARIANT_ORIGINAL);
    n += snprintf(text + n, CHECKPOINT_TEXT - (size_t)n, "\n" DASH "%s %s\n", s->key.name, coded);
    assert(n > 0 && n < CHECKPOINT_TEXT);
    return (size_t)n;
}

/* One "— NAME base64" line [line, end): 1 a good signature of k, 0 somebody else's, -1 not such a line,
 * -2 k's name and id, and it does not hold. */
static int signature_line(const char *line, const char *end, const struct note_key *k, const char *text, size_t size)
{
    uint8_t mark[256];
    size_t n, name = strlen(k->name);
    const size_t dash = sizeof DASH - 1;
    if ((size_t)(end - line) < dash || memcmp(line, DASH, dash) != 0)
        return -1;
    line += dash;
    const char *space = memchr(line, ' ', (size_t)(end - line));
    if (!space || space == line)
        return -1;
    if (sodium_base642bin(mark, sizeof mark, space + 1, (size_t)(end - space - 1), NULL, &n, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        n < sizeof k->id + 1)
        return -1;
    if ((size_t)(space - line) != name || memcmp(line, k->name, name) != 0 || memcmp(mark, k->id, sizeof k->id) != 0)
        return 0;
    return n == SIGNED &&
                   crypto_sign_verify_detached(mark + sizeof k->id, (const uint8_t *)text, size, k->public_key) == 0
               ? 1
               : -2;
}

/* The text of a note ends at its last empty line; *size becomes its length.  NULL, or what is wrong. */
static const char *note_open(const char *note, size_t *size, const struct note_key *k)
{
    size_t n = *size, text = 0;
    if (n == 0 || n > NOTE_MAX || note[n - 1] != '\n' || memchr(note, '\0', n))
        return "not a signed note";
    for (size_t i = 1; i < n; i++)
        if (note[i] == '\n' && note[i - 1] == '\n')
            text = i;
    if (text == 0 || text + 1 >= n)
        return "not a signed note";
    bool held = false;
    for (const char *line = note + text + 1; line < note + n;) {
        const char *end = memchr(line, '\n', (size_t)(note + n - line));
        int got = signature_line(line, end, k, note, text);
        if (got == -1)
            return "a signature line is not well formed";
        if (got == -2)
            return "the signature does not hold";
        held |= got == 1;
        line = end + 1;
    }
    if (!held)
        return "not signed by this key";
    *size = text;
    return NULL;
}

/* The line at *at without its newline, as a string; false at the end or when it does not fit. */
static bool take_line(const char **at, const char *end, char *out, size_t room)
{
    const char *stop = *at < end ? memchr(*at, '\n', (size_t)(end - *at)) : NULL;
    if (!stop || (size_t)(stop - *at) >= room)
        return false;
    memcpy(out, *at, (size_t)(stop - *at));
    out[stop - *at] = '\0';
    *at = stop + 1;
    return true;
}

/* Decimal without leading zeros. */
static bool parse_size(const char *text, uint64_t *out)
{
    uint64_t v = 0;
    if (!*text || (text[0] == '0' && text[1]))
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || v > (UINT64_MAX - 9) / 10)
            return false;
        v = 10 * v + (uint64_t)(*text - '0');
    }
    *out = v;
    return true;
}

const char *checkpoint_open(const char *text, size_t size, const struct note_key *k, struct checkpoint *out)
{
    struct checkpoint c = { .size = 0 };
    char number[24], coded[64];
    size_t n = 0;
    const char *wrong = note_open(text, &size, k), *at = text;
    if (wrong)
        return wrong;
    if (!take_line(&at, text + size, c.origin, sizeof c.origin) || strcmp(c.origin, k->name) != 0)
        return "the checkpoint of another log";
    if (!take_line(&at, text + size, number, sizeof number) || !parse_size(number, &c.size))
        return "the second line of the checkpoint is not a size";
    if (!take_line(&at, text + size, coded, sizeof coded) ||
        sodium_base642bin(c.root, sizeof c.root, coded, strlen(coded), NULL, &n, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        n != sizeof c.root)
        return "the third line of the checkpoint is not a root";
    *out = c;
    return NULL;
}
