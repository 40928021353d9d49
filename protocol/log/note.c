#include "log/note.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "wire/strict.h"

enum { KEY_DATA = 33, KEY_ID = 4, TIME = 8, SIGNED = KEY_ID + 64, COSIGNED_BYTES = KEY_ID + TIME + 64, ID_CODED = 8 };
enum { COSIGNED_MESSAGE = NOTE_SIGNED + 64 }; /* with its two lines before the text */

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
    const uint8_t middle[2] = { '\n', k->type };
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
    s->key.type = NOTE_LOG;
    memcpy(s->key.name, name, strlen(name));
    crypto_sign_seed_keypair(s->key.public_key, s->secret, seed);
    key_id(&s->key);
    return true;
}

/* PREFIX NAME+hex(id)+base64(type | 32 bytes) */
static char *key_line(const char *prefix, const struct note_key *k, const uint8_t bytes[32], char text[NOTE_KEY_TEXT])
{
    uint8_t data[KEY_DATA] = { k->type };
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
static const char *key_line_parse(const char *text, enum note_type type, struct note_key *k, uint8_t bytes[32])
{
    uint8_t data[KEY_DATA + 1];
    size_t n = 0;
    const char *id = strchr(text, '+'), *coded = id ? strchr(id + 1, '+') : NULL;
    if (!coded)
        return "not NAME+ID+KEY";
    memset(k, 0, sizeof *k);
    if ((size_t)(id - text) >= sizeof k->name)
        return "the name is longer than 255 bytes";
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
    if (data[0] != type)
        return type == NOTE_LOG ? "it is no log's key: only Ed25519 keys (type 1) are known"
                                : "it is no witness's key: only those for Ed25519 cosignatures (type 4) are known";
    k->type = data[0];
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

static const char *key_parse(const char *text, enum note_type type, struct note_key *out)
{
    struct note_key k;
    uint8_t bytes[32];
    const char *wrong = key_line_parse(text, type, &k, bytes);
    if (wrong)
        return wrong;
    memcpy(k.public_key, bytes, sizeof bytes);
    wrong = key_id_check(&k);
    if (!wrong)
        *out = k;
    return wrong;
}

const char *note_key_parse(const char *text, struct note_key *out) { return key_parse(text, NOTE_LOG, out); }

const char *witness_key_parse(const char *text, struct note_key *out) { return key_parse(text, NOTE_WITNESS, out); }

const char *note_signer_parse(const char *text, struct note_signer *out)
{
    struct note_key said;
    uint8_t seed[32];
    if (strncmp(text, secret_prefix, sizeof secret_prefix - 1) != 0)
        return "a secret key starts with PRIVATE+KEY+";
    const char *wrong = key_line_parse(text + sizeof secret_prefix - 1, NOTE_LOG, &said, seed);
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

/* What a cosignature is of: two lines before the text of a note (note_text).  Its length. */
static size_t cosigned_message(uint64_t time, const char *text, size_t size, uint8_t message[COSIGNED_MESSAGE])
{
    size_t head = (size_t)snprintf((char *)message, COSIGNED_MESSAGE, "cosignature/v1\ntime %" PRIu64 "\n", time);
    assert(size <= COSIGNED_MESSAGE - head);
    memcpy(message + head, text, size);
    return head + size;
}

static uint64_t big_endian(const uint8_t bytes[TIME])
{
    uint64_t v = 0;
    for (unsigned i = 0; i < TIME; i++)
        v = v << 8 | bytes[i];
    return v;
}

/* Behind the key's id: 64 bytes of signature, or a time and them.  *time is 0 of a log's. */
static bool signature_holds(const uint8_t *mark, size_t n, const struct note_key *k, const char *text, size_t size,
                            uint64_t *time)
{
    uint8_t message[COSIGNED_MESSAGE];
    *time = 0;
    if (k->type == NOTE_LOG)
        return n == SIGNED &&
               crypto_sign_verify_detached(mark + KEY_ID, (const uint8_t *)text, size, k->public_key) == 0;
    if (n != COSIGNED_BYTES)
        return false;
    *time = big_endian(mark + KEY_ID);
    size = cosigned_message(*time, text, size, message);
    return *time <= INT64_MAX && crypto_sign_verify_detached(mark + KEY_ID + TIME, message, size, k->public_key) == 0;
}

/* Base64 in whole groups of four, of a key's id and a byte at least. */
static bool is_base64(const char *text, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (n < ID_CODED || n % 4 != 0)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!strchr(digits, text[i]) && !(text[i] == '=' && (i + 1 == n || (i + 2 == n && text[n - 1] == '='))))
            return false;
    return true;
}

/* One "— NAME base64" line [line, end): 1 a good signature of k, made at *time, 0 somebody else's, of any length, -1 not such a
 * line, -2 k's name and id, and it does not hold. */
static int signature_line(const char *line, const char *end, const struct note_key *k, const char *text, size_t size,
                          uint64_t *time)
{
    uint8_t mark[COSIGNED_BYTES + 2];
    size_t n, name = strlen(k->name);
    const size_t dash = sizeof DASH - 1;
    if ((size_t)(end - line) < dash || memcmp(line, DASH, dash) != 0)
        return -1;
    line += dash;
    const char *space = memchr(line, ' ', (size_t)(end - line));
    if (!space || space == line || !is_base64(space + 1, (size_t)(end - space - 1)))
        return -1;
    if ((size_t)(space - line) != name || memcmp(line, k->name, name) != 0 ||
        sodium_base642bin(mark, sizeof mark, space + 1, ID_CODED, NULL, &n, NULL, sodium_base64_VARIANT_ORIGINAL) !=
            0 ||
        memcmp(mark, k->id, sizeof k->id) != 0)
        return 0;
    if (sodium_base642bin(mark, sizeof mark, space + 1, (size_t)(end - space - 1), NULL, &n, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0)
        return -2;
    return signature_holds(mark, n, k, text, size, time) ? 1 : -2;
}

/* signed-note: "valid UTF-8", and no "ASCII control characters (those below U+0020) other than newline". */
static bool is_text(const char *note, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)note[i] < ' ' && note[i] != '\n')
            return false;
    return utf8_valid(note, n);
}

/* The text of a note ends at its last empty line.  Its length, or 0: it is none, or longer than any that we read. */
static size_t note_text(const char *note, size_t n)
{
    size_t text = 0;
    if (n == 0 || n > NOTE_MAX || note[n - 1] != '\n' || !is_text(note, n))
        return 0;
    for (size_t i = 1; i < n; i++)
        if (note[i] == '\n' && note[i - 1] == '\n')
            text = i;
    return text + 1 < n && text < NOTE_SIGNED ? text : 0;
}

/* Looks at every line under the text: 1 one is of k and holds, the latest at *time, 0 none is k's, -1 and -2 as above. */
static int note_signed(const char *note, size_t n, size_t text, const struct note_key *k, uint64_t *time)
{
    int held = 0;
    *time = 0;
    for (const char *line = note + text + 1; line < note + n;) {
        uint64_t at;
        const char *end = memchr(line, '\n', (size_t)(note + n - line));
        int got = signature_line(line, end, k, note, text, &at);
        if (got < 0)
            return got;
        if (got == 1)
            *time = held && *time > at ? *time : at;
        held |= got;
        line = end + 1;
    }
    return held;
}

/* *size becomes the length of the text.  NULL, or what is wrong. */
static const char *note_open(const char *note, size_t *size, const struct note_key *k)
{
    uint64_t time;
    size_t text = note_text(note, *size);
    if (text == 0)
        return "not a signed note";
    switch (note_signed(note, *size, text, k, &time)) {
    case 1: *size = text; return NULL;
    case 0: return "not signed by this key";
    case -1: return "a signature line is not well formed";
    default: return "the signature does not hold";
    }
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

bool note_number(const char *text, uint64_t *out)
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

/* The three lines of the text [text, end). */
static const char *checkpoint_read(const char *text, const char *end, struct checkpoint *out)
{
    struct checkpoint c = { .size = 0 };
    char number[24], coded[64];
    size_t n = 0;
    if (!take_line(&text, end, c.origin, sizeof c.origin))
        return "the first line of the checkpoint is no log's name of at most 255 bytes";
    if (!take_line(&text, end, number, sizeof number) || !note_number(number, &c.size))
        return "the second line of the checkpoint is not a size";
    if (!take_line(&text, end, coded, sizeof coded) ||
        sodium_base642bin(c.root, sizeof c.root, coded, strlen(coded), NULL, &n, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        n != sizeof c.root)
        return "the third line of the checkpoint is not a root";
    if (text < end && (*text == '\n' || memmem(text, (size_t)(end - text), "\n\n", 2)))
        return "an extension line of the checkpoint is empty";
    *out = c;
    return NULL;
}

const char *checkpoint_open(const char *text, size_t size, const struct note_key *k, struct checkpoint *out)
{
    struct checkpoint c;
    const char *wrong = note_open(text, &size, k);
    if (!wrong)
        wrong = checkpoint_read(text, text + size, &c);
    if (!wrong && strcmp(c.origin, k->name) != 0)
        wrong = "the checkpoint of another log";
    if (!wrong)
        *out = c;
    return wrong;
}

const char *checkpoint_peek(const char *text, size_t size, struct checkpoint *out)
{
    size_t n = note_text(text, size);
    return n ? checkpoint_read(text, text + n, out) : "not a signed note";
}

enum cosigned checkpoint_cosigned(const char *text, size_t size, const struct note_key *witness, uint64_t *time)
{
    size_t n = note_text(text, size);
    int got = n ? note_signed(text, size, n, witness, time) : -1;
    return got == 1 ? COSIGNED : got == 0 ? COSIGNED_NOT : COSIGNED_WRONG;
}

size_t checkpoint_head(const char *text, size_t size)
{
    size_t n = note_text(text, size);
    return n ? n + 1 : 0;
}

unsigned checkpoint_lines(const char *text, size_t size)
{
    unsigned count = 0;
    size_t n = note_text(text, size);
    for (size_t i = n + 1; n && i < size; i++)
        count += text[i] == '\n';
    return count;
}
