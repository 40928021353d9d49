/* where: see where.h. */
#include "where.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/said.h"
#include "rules/text.h"

static const char *const ops[] = { "=", "!=", "<", "<=", ">", ">=" };

/* --- reading ---------------------------------------------------------------------------------------------- */

static void list_fields(char *out, size_t size)
{
    size_t n = strlen(out);
    for (unsigned f = 0; f < DECISION_FIELD_COUNT && n < size; f++)
        n += (size_t)snprintf(out + n, size - n, "%s%s", f ? ", " : "", decision_fields[f].name);
}

static int no_field(const char *name, char why[WHERE_WHY])
{
    const char *known[DECISION_FIELD_COUNT];
    for (unsigned f = 0; f < DECISION_FIELD_COUNT; f++)
        known[f] = decision_fields[f].name;
    const char *near = text_nearest(name, known, DECISION_FIELD_COUNT);
    snprintf(why, WHERE_WHY, "a decision has no '%.40s'%s%s%s; it has ", name, near ? ", did you mean '" : "",
             near ? near : "", near ? "'?" : "");
    list_fields(why, WHERE_WHY);
    return -1;
}

static int find_field(const char *name, enum decision_field *out, char why[WHERE_WHY])
{
    for (unsigned f = 0; f < DECISION_FIELD_COUNT; f++)
        if (strcmp(decision_fields[f].name, name) == 0) {
            *out = (enum decision_field)f;
            return 0;
        }
    return no_field(name, why);
}

/* Reads the operator at `text`; its length, 0 for none. */
static size_t read_op(const char *text, struct condition *c)
{
    size_t best = 0;
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
        if (!strncmp(text, ops[i], strlen(ops[i])) && strlen(ops[i]) > best) {
            best = strlen(ops[i]);
            c->op = i;
        }
    return best;
}

static bool is_number(const char *text, int64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoll(text, &end, 10);
    return end != text && !*end && !errno;
}

/* The next of the values; false when there is none.  They are not empty. */
static bool next_value(const char **rest, char out[WHERE_TEXT])
{
    size_t n = strcspn(*rest, ",");
    if (!n)
        return false;
    memcpy(out, *rest, n);
    out[n] = '\0';
    *rest += n + ((*rest)[n] == ',');
    return true;
}

static int check_values(const struct condition *c, char why[WHERE_WHY])
{
    const char *rest = c->values, *name = decision_fields[c->field].name;
    enum field_kind kind = decision_fields[c->field].kind;
    char value[WHERE_TEXT];
    int64_t number;
    card_t card;
    if (!*rest || strstr(rest, ",,") || *rest == ',' || rest[strlen(rest) - 1] == ',')
        return snprintf(why, WHERE_WHY, "'%s%s%.60s': a value is missing", name, ops[c->op], c->values), -1;
    if (kind != FIELD_NUMBER && c->op > WHERE_IS_NOT)
        return snprintf(why, WHERE_WHY, "%s is compared by = and != alone: it is no number", name), -1;
    while (next_value(&rest, value)) {
        if (kind == FIELD_NUMBER && !is_number(value, &number))
            return snprintf(why, WHERE_WHY, "%s is a number, and '%.60s' is none", name, value), -1;
        if (kind == FIELD_CARDS && !card_parse(value, &card))
            return snprintf(why, WHERE_WHY, "%s are cards, and '%.60s' is none: 1e to 12c, or AS to KH", name, value),
                   -1;
    }
    return 0;
}

static int read_condition(struct condition *c, const char *text, char why[WHERE_WHY])
{
    char name[40];
    size_t n = 0, op;
    while (islower((unsigned char)text[n]) || text[n] == '_')
        n++;
    snprintf(name, sizeof name, "%.*s", (int)(n < 39 ? n : 39), text);
    memset(c, 0, sizeof *c);
    op = read_op(text + n, c);
    if (!n || !op) {
        snprintf(why, WHERE_WHY, "'%.60s' is no condition: it is FIELD=VALUE, also != < <= > >=, and FIELD one of ",
                 text);
        list_fields(why, WHERE_WHY);
        return -1;
    }
    if (find_field(name, &c->field, why))
        return -1;
    snprintf(c->values, sizeof c->values, "%s", text + n + op);
    return check_values(c, why);
}

int where_read(struct where *w, const char *text, char why[WHERE_WHY])
{
    char copy[WHERE_TEXT], *rest = copy, *word;
    memset(w, 0, sizeof *w);
    if (strlen(text) >= sizeof copy)
        return snprintf(why, WHERE_WHY, "it is longer than %zu characters", sizeof copy - 1), -1;
    strcpy(copy, text);
    while ((word = strsep(&rest, " \t"))) {
        if (!*word)
            continue;
        if (w->count == WHERE_MAX)
            return snprintf(why, WHERE_WHY, "there are more than %d conditions", WHERE_MAX), -1;
        if (read_condition(&w->condition[w->count++], word, why))
            return -1;
    }
    return w->count ? 0 : (snprintf(why, WHERE_WHY, "it is empty: say what a decision must be, as said=no-quiero"), -1);
}

/* --- comparing ---------------------------------------------------------------------------------------------- */

static bool number_fits(const struct condition *c, int64_t have, const char *value)
{
    int64_t want = strtoll(value, NULL, 10);
    switch (c->op) {
    case WHERE_IS:
    case WHERE_IS_NOT: return have == want;
    case WHERE_LESS: return have < want;
    case WHERE_AT_MOST: return have <= want;
    case WHERE_MORE: return have > want;
    case WHERE_AT_LEAST: return have >= want;
    }
    return false;
}

/* The same card by any of its names. */
static bool card_among(const char *cards, const char *value)
{
    char list[DECISION_TEXT], *rest = list, *word;
    card_t want, have;
    if (!card_parse(value, &want))
        return false;
    snprintf(list, sizeof list, "%s", cards);
    while ((word = strsep(&rest, " ")))
        if (card_parse(word, &have) && have == want)
            return true;
    return false;
}

static bool value_fits(const struct condition *c, const struct decision *d, const char *value)
{
    switch (decision_fields[c->field].kind) {
    case FIELD_NUMBER: return number_fits(c, d->number[c->field], value);
    case FIELD_WORD: return strcmp(d->text[c->field], value) == 0;
    case FIELD_CARDS: return card_among(d->text[c->field], value);
    }
    return false;
}

static bool condition_fits(const struct condition *c, const struct decision *d)
{
    const char *rest = c->values;
    char value[WHERE_TEXT];
    bool any = false;
    while (!any && next_value(&rest, value))
        any = value_fits(c, d, value);
    return any != (c->op == WHERE_IS_NOT);
}

static void note_word(struct condition *c, const char *word)
{
    for (unsigned i = 0; i < c->seen_count; i++)
        if (!strcmp(c->seen[i], word))
            return;
    if (c->seen_count < WHERE_SEEN)
        snprintf(c->seen[c->seen_count++], DECISION_TEXT, "%s", word);
}

bool where_fits(struct where *w, const struct decision *d)
{
    bool all = true;
    for (unsigned i = 0; i < w->count; i++) {
        struct condition *c = &w->condition[i];
        if (decision_fields[c->field].kind == FIELD_WORD)
            note_word(c, d->text[c->field]);
        all &= condition_fits(c, d);
    }
    return all;
}

static bool was_seen(const struct condition *c, const char *word)
{
    for (unsigned i = 0; i < c->seen_count; i++)
        if (!strcmp(c->seen[i], word))
            return true;
    return c->seen_count == WHERE_SEEN; /* more than are kept: perhaps */
}

bool where_unheard(const struct where *w, char why[WHERE_WHY])
{
    for (unsigned i = 0; i < w->count; i++) {
        const struct condition *c = &w->condition[i];
        const char *rest = c->values;
        char value[WHERE_TEXT], seen[WHERE_WHY - 160];
        if (decision_fields[c->field].kind != FIELD_WORD || !c->seen_count)
            continue;
        while (next_value(&rest, value)) {
            if (was_seen(c, value))
                continue;
            size_t n = 0;
            for (unsigned k = 0; k < c->seen_count && n < sizeof seen; k++)
                n += (size_t)snprintf(seen + n, sizeof seen - n, "%s%s", k ? ", " : "", c->seen[k]);
            said_put(why, WHERE_WHY, NULL, "no decision has %s '%.60s': there are %s", decision_fields[c->field].name,
                     value, seen);
            return true;
        }
    }
    return false;
}
