/* play_words: cards by their names. */
#ifndef FIEL_LADDER_PLAY_WORDS_H
#define FIEL_LADDER_PLAY_WORDS_H

enum { CARD_WORDS = 48 };

/* "7 espadas" of a card's name at the table; `language` is "en", "es" or "pt". */
void play_card(const char *name, const char *language, char out[CARD_WORDS]);

#endif
