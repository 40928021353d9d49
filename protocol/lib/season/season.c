/* season: what both know who write an index and who read one: the text of each line. */
#include "season/season.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "season/season_lines.h"

enum { SEASON_NAME_IN = 512 }; /* the longest name of a file in the folder */

char *season_record(char out[SEASON_RECORD], const uint8_t hash[HASH])
{
    char hex[2 * HASH + 1];
    snprintf(out, SEASON_RECORD, "records/%.2s/%s", hex_text(hex, hash, HASH), hex);
    return out;
}

/* --- what the folder holds -------------------------------------------------------------------------------- */

/* One step from `at`, which is closed. */
static int step(int at, const char *name, const char **why)
{
    int fd = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        *why = errno == ELOOP ? "it is a link, and no file of this folder" : strerror(errno);
    close(at);
    return fd;
}

static int open_kind(const char *folder, const char *name, mode_t kind, const char **why)
{
    char path[SEASON_NAME_IN], *rest = NULL;
    struct stat st;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        *why = strerror(errno);
    if (snprintf(path, sizeof path, "%s", name) >= (int)sizeof path)
        *path = '\0';
    for (char *part = strtok_r(path, "/", &rest); fd >= 0 && part; part = strtok_r(NULL, "/", &rest))
        fd = step(fd, part, why);
    if (fd >= 0 && (fstat(fd, &st) || (st.st_mode & S_IFMT) != kind)) {
        *why = kind == S_IFREG ? "it is no regular file" : "it is no folder";
        close(fd);
        fd = -1;
    }
    return fd;
}

int season_open(const char *folder, const char *name, const char **why)
{
    return open_kind(folder, name, S_IFREG, why);
}

int season_open_folder(const char *folder, const char *name, const char **why)
{
    return open_kind(folder, name, S_IFDIR, why);
}

/* --- the text of a line, without its end ------------------------------------------------------------------ */

static void text_word(char line[SEASON_LINE], const char *word, const char *value)
{
    snprintf(line, SEASON_LINE, "%s %s", word, value);
}

void season_head_text(char line[SEASON_LINE], const struct season_head *h, enum season_head_line which)
{
    char hex[2 * HASH + 1];
    switch (which) {
    case SEASON_FORM: snprintf(line, SEASON_LINE, "fiel-season 1"); break;
    case SEASON_NAMED: text_word(line, "season", h->name); break;
    case SEASON_LADDER: text_word(line, "ladder", h->ladder); break;
    case SEASON_RULES: text_word(line, "rules", h->rules); break;
    case SEASON_TABLE: snprintf(line, SEASON_LINE, "table %" PRIu32 " %" PRIu32, h->seats, h->games); break;
    case SEASON_CHECKPOINT: text_word(line, "checkpoint", h->logged ? hex_text(hex, h->checkpoint, HASH) : "-"); break;
    case SEASON_HEAD_LINES: break;
    }
}

void season_bot_text(char line[SEASON_LINE], const struct season_bot *b)
{
    char hex[2 * HASH + 1];
    snprintf(line, SEASON_LINE, "bot %s %s %s", b->remote ? "remote" : "hosted", hex_text(hex, b->id, HASH), b->name);
}

void season_pair_text(char line[SEASON_LINE], const struct season_pair *p)
{
    const struct played *r = &p->result;
    char hex[2 * HASH + 1];
    int n = snprintf(line, SEASON_LINE, "pair %" PRIu64 " %" PRIu32 " %" PRId64 " %" PRId64 " %" PRId64, r->pair,
                     r->legs, r->score, r->margin, r->hands);
    for (uint32_t i = 0; i < r->seats; i++)
        n += snprintf(line + n, SEASON_LINE - (size_t)n, " %" PRIu32, r->bot[i]);
    for (uint32_t i = 0; i < r->played; i++)
        n += snprintf(line + n, SEASON_LINE - (size_t)n, " %s", hex_text(hex, p->record[i], HASH));
}

void season_anchor_text(char line[SEASON_LINE], const struct season_anchor *a)
{
    snprintf(line, SEASON_LINE, "anchor %" PRIu32 " %.9f", a->bot, a->elo);
}

void season_place_text(char line[SEASON_LINE], const struct season_place *p)
{
    snprintf(line, SEASON_LINE, "place %" PRIu32 " %.6f %.6f %.6f %" PRIu64, p->bot, p->elo, p->low, p->high, p->pairs);
}

void season_key_text(char line[SEASON_LINE], const uint8_t key[KEY_PUBLIC])
{
    char hex[2 * KEY_PUBLIC + 1];
    text_word(line, "key", hex_text(hex, key, KEY_PUBLIC));
}

void season_signature_text(char line[SEASON_LINE], const uint8_t signature[SIGNATURE])
{
    char hex[2 * SIGNATURE + 1];
    text_word(line, "signature", hex_text(hex, signature, SIGNATURE));
}

void season_message(struct message *m, const uint8_t sum[HASH])
{
    message_start(m, "fiel/season");
    message_bytes(m, sum, HASH);
}

/* --- writing ---------------------------------------------------------------------------------------------- */

void season_begin(struct season_out *o, FILE *to)
{
    o->to = to;
    crypto_generichash_init(&o->sum, NULL, 0, HASH);
}

static void put(struct season_out *o, const char line[SEASON_LINE])
{
    size_t size = strlen(line);
    crypto_generichash_update(&o->sum, (const uint8_t *)line, size);
    crypto_generichash_update(&o->sum, (const uint8_t *)"\n", 1);
    fprintf(o->to, "%s\n", line);
}

void season_put_head(struct season_out *o, const struct season_head *h)
{
    char line[SEASON_LINE];
    for (enum season_head_line i = SEASON_FORM; i < SEASON_HEAD_LINES; i++) {
        season_head_text(line, h, i);
        put(o, line);
    }
}

void season_put_bot(struct season_out *o, const struct season_bot *b)
{
    char line[SEASON_LINE];
    season_bot_text(line, b);
    put(o, line);
}

void season_put_pair(struct season_out *o, const struct season_pair *p)
{
    char line[SEASON_LINE];
    season_pair_text(line, p);
    put(o, line);
}

void season_put_anchor(struct season_out *o, const struct season_anchor *a)
{
    char line[SEASON_LINE];
    season_anchor_text(line, a);
    put(o, line);
}

void season_put_place(struct season_out *o, const struct season_place *p)
{
    char line[SEASON_LINE];
    season_place_text(line, p);
    put(o, line);
}

void season_sign(struct season_out *o, const uint8_t key[KEY_PUBLIC], const uint8_t secret[KEY_SECRET])
{
    char line[SEASON_LINE];
    uint8_t sum[HASH], signature[SIGNATURE];
    struct message m;
    season_key_text(line, key);
    put(o, line);
    crypto_generichash_final(&o->sum, sum, HASH);
    season_message(&m, sum);
    sign_message(signature, secret, &m);
    season_signature_text(line, signature);
    fprintf(o->to, "%s\n", line);
}
