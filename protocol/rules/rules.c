/* rules: variants as text, "argentino,flor=on,target=15", and back. */
#include "rules.h"

#include <stdbool.h>
#include <string.h>

#include "text.h"

const struct option_row option_rows[OPT_COUNT] = {
#define X(id, text, allowed, number, in, from, what) { text, allowed, number, in, from, what },
    FIEL_OPTIONS(X)
#undef X
};

const struct preset_row preset_rows[PRESET_COUNT] = {
#define X(id, text, mark, differs, what) { text, mark, differs, what },
    FIEL_PRESETS(X)
#undef X
};

const struct alias_row alias_rows[ALIAS_COUNT] = {
#define X(text, allowed, in, what) { text, allowed, in, what },
    FIEL_ALIASES(X)
#undef X
};

static bool same_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && strncmp(word, text, length) == 0;
}

/* --- values --- */

/* The index of `word` in "a|b|c", or -1. */
static int value_index(const char *values, const char *word, size_t length)
{
    int index = 0;
    for (const char *v = values; *v != '\0'; index++) {
        size_t n = strcspn(v, "|");
        if (n == length && strncmp(v, word, n) == 0)
            return index;
        v += n;
        v += *v == '|';
    }
    return -1;
}

static unsigned number_at(const char **text)
{
    unsigned n = 0;
    for (; **text >= '0' && **text <= '9' && n < 10000; (*text)++)
        n = n * 10 + (unsigned)(**text - '0');
    return n;
}

/* A number within "#low-high", or -1. */
static int value_number(const char *values, const char *word, size_t length)
{
    const char *v = values + 1, *w = word;
    unsigned low = number_at(&v);
    v++;
    unsigned high = number_at(&v), n = number_at(&w);
    bool whole = length > 0 && length < 5 && w == word + length && (length == 1 || word[0] != '0');
    return whole && n >= low && n <= high ? (int)n : -1;
}

char *option_value_text(enum option k, unsigned value, char *text, size_t size)
{
    const struct option_row *row = &option_rows[k];
    text_set(text, size, "");
    if (row->values[0] == '#') {
        text_add_number(text, size, value);
        return text;
    }
    const char *v = row->values;
    for (unsigned i = 0; i < value && *v != '\0'; i++) {
        v += strcspn(v, "|");
        v += *v == '|';
    }
    text_add_part(text, size, v, strcspn(v, "|"));
    return text;
}

bool option_in_preset(enum option k, enum preset p)
{
    return strchr(option_rows[k].presets, preset_rows[p].letter) != NULL;
}

/* --- what is wrong, in one sentence --- */

enum { WORD_MAX = 40, VALUES_MAX = 8 };

static void why_word(char *why, const char *what, const char *word, size_t length)
{
    text_set(why, RULES_ERROR_TEXT, "no ");
    text_add(why, RULES_ERROR_TEXT, what);
    text_add(why, RULES_ERROR_TEXT, " \"");
    text_add_part(why, RULES_ERROR_TEXT, word, length < WORD_MAX ? length : WORD_MAX);
    text_add(why, RULES_ERROR_TEXT, "\"");
}

static void why_nearest(char *why, const char *word, size_t length, const char *const *known, size_t count)
{
    char own[WORD_MAX + 1] = "";
    text_add_part(own, sizeof own, word, length);
    const char *near = text_nearest(own, known, count);
    if (near != NULL) {
        text_add(why, RULES_ERROR_TEXT, "; did you mean \"");
        text_add(why, RULES_ERROR_TEXT, near);
        text_add(why, RULES_ERROR_TEXT, "\"?");
    }
}

static int why_preset(char *why, const char *word, size_t length)
{
    const char *known[PRESET_COUNT];
    for (size_t i = 0; i < PRESET_COUNT; i++)
        known[i] = preset_rows[i].name;
    why_word(why, "preset", word, length);
    why_nearest(why, word, length, known, PRESET_COUNT);
    text_add(why, RULES_ERROR_TEXT, " (fiel rules lists them)");
    return -1;
}

/* An option that other presets have, or none. */
static int why_elsewhere(char *why, enum preset p, enum option k)
{
    bool first = true;
    text_set(why, RULES_ERROR_TEXT, "option \"");
    text_add(why, RULES_ERROR_TEXT, option_rows[k].name);
    if (option_rows[k].presets[0] == '\0') {
        text_add(why, RULES_ERROR_TEXT, "\" is what makes a preset: choose another preset (fiel rules lists them)");
        return -1;
    }
    text_add(why, RULES_ERROR_TEXT, "\" means nothing in ");
    text_add(why, RULES_ERROR_TEXT, preset_rows[p].name);
    for (unsigned i = 0; i < PRESET_COUNT; i++) {
        if (!option_in_preset(k, (enum preset)i))
            continue;
        text_add(why, RULES_ERROR_TEXT, first ? ": it is one of " : ", ");
        text_add(why, RULES_ERROR_TEXT, preset_rows[i].name);
        first = false;
    }
    return -1;
}

static int why_option(char *why, enum preset p, const char *word, size_t length)
{
    const char *known[OPT_COUNT];
    size_t n = 0;
    for (unsigned k = 0; k < OPT_COUNT; k++)
        if (same_word(option_rows[k].name, word, length))
            return why_elsewhere(why, p, (enum option)k);
    for (unsigned k = 0; k < OPT_COUNT; k++)
        if (option_in_preset((enum option)k, p))
            known[n++] = option_rows[k].name;
    why_word(why, "option", word, length);
    text_add(why, RULES_ERROR_TEXT, " in ");
    text_add(why, RULES_ERROR_TEXT, preset_rows[p].name);
    why_nearest(why, word, length, known, n);
    text_add(why, RULES_ERROR_TEXT, " (fiel rules ");
    text_add(why, RULES_ERROR_TEXT, preset_rows[p].name);
    text_add(why, RULES_ERROR_TEXT, " lists them)");
    return -1;
}

static int why_value(char *why, enum option k, const char *word, size_t length)
{
    char names[VALUES_MAX][WORD_MAX];
    const char *known[VALUES_MAX];
    const struct option_row *row = &option_rows[k];
    size_t n = 0;
    why_word(why, "value", word, length);
    text_add(why, RULES_ERROR_TEXT, " for ");
    text_add(why, RULES_ERROR_TEXT, row->name);
    if (row->values[0] != '#') {
        for (unsigned i = 0; i < VALUES_MAX; i++) {
            option_value_text(k, i, names[n], WORD_MAX);
            if (names[n][0] != '\0') {
                known[n] = names[n];
                n++;
            }
        }
        why_nearest(why, word, length, known, n);
    }
    text_add(why, RULES_ERROR_TEXT, "; allowed: ");
    text_add(why, RULES_ERROR_TEXT, row->values[0] == '#' ? row->values + 1 : row->values);
    return -1;
}

/* A wrong value of a second name; -1 when `name` is one, else 0. */
static int why_alias(char *why, enum preset p, const char *name, size_t length, const char *value, size_t rest)
{
    size_t n = 0;
    for (size_t i = 0; i < ALIAS_COUNT; i++) {
        const struct alias_row *a = &alias_rows[i];
        if (!same_word(a->name, name, length) || strchr(a->presets, preset_rows[p].letter) == NULL)
            continue;
        if (n++ == 0) {
            why_word(why, "value", value, rest);
            text_add(why, RULES_ERROR_TEXT, " for ");
            text_add(why, RULES_ERROR_TEXT, a->name);
            text_add(why, RULES_ERROR_TEXT, "; allowed: ");
        } else {
            text_add(why, RULES_ERROR_TEXT, "|");
        }
        text_add(why, RULES_ERROR_TEXT, a->value);
    }
    return n > 0 ? -1 : 0;
}

/* --- text to rules --- */

static int find_option(enum preset p, const char *word, size_t length)
{
    for (unsigned k = 0; k < OPT_COUNT; k++) {
        if (option_in_preset((enum option)k, p) && same_word(option_rows[k].name, word, length))
            return (int)k;
    }
    return -1;
}

/* One "option=value" of `length` characters. `any` lets a preset's own row set structural options. */
static int set_option(struct rules *r, const char *item, size_t length, bool any, char *why)
{
    const char *equals = memchr(item, '=', length);
    size_t name = equals != NULL ? (size_t)(equals - item) : length;
    int k = -1;
    if (!any)
        k = find_option((enum preset)r->preset, item, name);
    else
        for (unsigned i = 0; i < OPT_COUNT && k < 0; i++)
            if (same_word(option_rows[i].name, item, name))
                k = (int)i;
    const char *value = item + name + (equals != NULL);
    size_t rest = length - name - (equals != NULL);
    if (k < 0)
        return why_alias(why, (enum preset)r->preset, item, name, value, rest) != 0
                   ? -1
                   : why_option(why, (enum preset)r->preset, item, name);
    const char *values = option_rows[k].values;
    int v = values[0] == '#' ? value_number(values, value, rest) : value_index(values, value, rest);
    if (v < 0)
        return why_value(why, (enum option)k, value, rest);
    r->opt[k] = (uint16_t)v;
    return 0;
}

/* The list that a second name stands for in this preset, or NULL. */
static const char *alias_of(enum preset p, const char *item, size_t length)
{
    const char *equals = memchr(item, '=', length);
    if (equals == NULL)
        return NULL;
    for (size_t i = 0; i < ALIAS_COUNT; i++)
        if (strchr(alias_rows[i].presets, preset_rows[p].letter) != NULL &&
            same_word(alias_rows[i].name, item, (size_t)(equals - item)) &&
            same_word(alias_rows[i].value, equals + 1, length - (size_t)(equals - item) - 1))
            return alias_rows[i].meaning;
    return NULL;
}

/* Every "option=value" of a comma list. */
static int set_options(struct rules *r, const char *list, bool any, char *why)
{
    while (*list != '\0') {
        size_t n = strcspn(list, ",");
        const char *alias = any ? NULL : alias_of((enum preset)r->preset, list, n);
        if (alias != NULL ? set_options(r, alias, true, why) != 0 : set_option(r, list, n, any, why) != 0)
            return -1;
        list += n;
        if (*list == ',' && *++list == '\0')
            return set_option(r, list, 0, any, why); /* a comma at the end names nothing */
    }
    return 0;
}

void rules_preset(struct rules *r, enum preset p)
{
    char unused[RULES_ERROR_TEXT];
    *r = (struct rules){ .preset = (uint16_t)p };
    for (unsigned k = 0; k < OPT_COUNT; k++)
        r->opt[k] = option_rows[k].number;
    set_options(r, preset_rows[p].row, true, unused);
}

int rules_parse(const char *text, struct rules *out, char why[RULES_ERROR_TEXT])
{
    struct rules r;
    size_t n = strcspn(text, ",");
    unsigned p = 0;
    while (p < PRESET_COUNT && !same_word(preset_rows[p].name, text, n))
        p++;
    if (p == PRESET_COUNT)
        return why_preset(why, text, n);
    rules_preset(&r, (enum preset)p);
    if (text[n] == ',' && text[n + 1] == '\0')
        return set_option(&r, "", 0, false, why);
    if (set_options(&r, text + n + (text[n] == ','), false, why) != 0)
        return -1;
    *out = r;
    return 0;
}

/* --- rules to text --- */

char *rules_text(const struct rules *r, char text[RULES_TEXT])
{
    struct rules plain;
    char value[WORD_MAX];
    rules_preset(&plain, (enum preset)r->preset);
    text_set(text, RULES_TEXT, preset_rows[r->preset].name);
    for (unsigned k = 0; k < OPT_COUNT; k++) {
        if (r->opt[k] == plain.opt[k])
            continue;
        text_add(text, RULES_TEXT, ",");
        text_add(text, RULES_TEXT, option_rows[k].name);
        text_add(text, RULES_TEXT, "=");
        text_add(text, RULES_TEXT, option_value_text((enum option)k, r->opt[k], value, sizeof value));
    }
    return text;
}
