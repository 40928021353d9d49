/* words: what people call what the store has a name for. */
#ifndef FIEL_LADDER_WORDS_H
#define FIEL_LADDER_WORDS_H

/* A role, a state or a kind by the store's name for it ("round-robin"), in "en", "es" or "pt"; the name itself when there is no word. */
const char *name_in(const char *name, const char *language);

#endif
