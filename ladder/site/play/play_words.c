/* play_words: see play_words.h. */
#include "play_words.h"

#include <stdio.h>
#include <string.h>

#include "cli/language.h"

void play_card(const char *name, const char *language, char out[CARD_WORDS])
{
    static const char *const suits[][2] = {
        { "o", N_(" oros") },   { "c", N_(" copas") }, { "e", N_(" espadas") }, { "b", N_(" bastos") },
        { "S", N_(" spades") }, { "C", N_(" clubs") }, { "H", N_(" hearts") },  { "D", N_(" diamonds") },
    };
    enum language l = language_called(language);
    size_t n = strlen(name);
    for (size_t i = 0; n && i < sizeof suits / sizeof *suits; i++)
        if (name[n - 1] == *suits[i][0]) {
            snprintf(out, CARD_WORDS, "%.*s%s", (int)(n - 1 < 8 ? n - 1 : 8), name, language_text(l, suits[i][1]));
            return;
        }
    snprintf(out, CARD_WORDS, "%.40s", name);
}
