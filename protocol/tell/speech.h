/* speech: what is said at the table, as the people who play that game say it, in the language that is spoken. */
#ifndef FIEL_SPEECH_H
#define FIEL_SPEECH_H

#include <stdbool.h>

#include "cli/language.h"
#include "rules/position.h"

enum { SPEECH = 48 };

/* "¡real envido!", "con flor 4 envido!", "aceito", "me voy al mazo": an action that plays no card; `written` is what action_text
 * calls it.  Spanish exclamation marks open only with UTF-8. */
char *speech_of(const struct open *o, struct action a, const char *written, bool utf8, char out[SPEECH]);

/* For who knows only what is said: notes in *o what this action asks of the next to speak, as far as words depend on it. */
void speech_heard(struct open *o, struct action a);

/* What is asked of the seat that decides in this phase of a hand (enum phase): "What do you answer?" */
const char *speech_asked(unsigned phase, enum language l);

/* What a sign is called: "1e", "nada"; as sign_text has it where that is nobody's language. */
const char *sign_called(unsigned word);
/* What a sign looks like: "raises the eyebrows". */
const char *sign_told(unsigned word);

#endif
