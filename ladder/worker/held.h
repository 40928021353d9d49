/* held: what this machine holds of a jail, asked of the arbiter (`fiel jail-test --quick`) before anything is played. */
#ifndef FIEL_LADDER_HELD_H
#define FIEL_LADDER_HELD_H

enum held { HELD_ALL, HELD_LESS, HELD_UNKNOWN };
enum { HELD_TEXT = 1024 };

/* All that strict demands; or less, and `text` names what is missing, with the remedies: "own pages: ...; own user: ..."; or the
 * arbiter `fiel` could not be asked, and `text` says why. */
enum held held_here(const char *fiel, char text[HELD_TEXT]);

#endif
