/* play_words: cards by their names. */
#ifndef FIEL_LADDER_PLAY_WORDS_H
#define FIEL_LADDER_PLAY_WORDS_H

/* "7 de espadas" of a card's name at the table; `language` is "en", "es" or "pt". */
void play_card(const char *name, const char *language, char out[48]);

#endif
