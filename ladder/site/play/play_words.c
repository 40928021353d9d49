/* play_words: the tables. */
#include "play_words.h"

#include <stdio.h>
#include <string.h>

static unsigned place(const char *language) { return !strcmp(language, "es") ? 1 : !strcmp(language, "pt") ? 2 : 0; }

const char *play_word(enum play_word w, const char *language)
{
    static const char *const words[PLAY_WORD_COUNT][3] = {
#define X(name, english, spanish, portuguese) [PLAY_##name] = { english, spanish, portuguese },
        PLAY_WORDS(X)
#undef X
    };
    return words[w][place(language)];
}

void play_card(const char *name, const char *language, char out[48])
{
    static const char *const suits[][4] = {
        { "o", "oros", "oros", "ouros" },         { "c", "copas", "copas", "copas" },
        { "e", "espadas", "espadas", "espadas" }, { "b", "bastos", "bastos", "bastos" },
        { "S", "spades", "picas", "espadas" },    { "C", "clubs", "tréboles", "paus" },
        { "H", "hearts", "corazones", "copas" },  { "D", "diamonds", "diamantes", "ouros" },
    };
    size_t n = strlen(name);
    for (size_t i = 0; n && i < sizeof suits / sizeof *suits; i++)
        if (name[n - 1] == *suits[i][0]) {
            snprintf(out, 48, "%.*s %s%s", (int)(n - 1 < 8 ? n - 1 : 8), name, place(language) ? "de " : "",
                     suits[i][1 + place(language)]);
            return;
        }
    snprintf(out, 48, "%.40s", name);
}
