/* version: which libfiel this is, and what its soname promises: see fiel.h, How it grows. */
#include "fiel.h"

#define TEXT(number) #number
#define DOTTED(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *fiel_version(void) { return DOTTED(FIEL_VERSION_MAJOR, FIEL_VERSION_MINOR, FIEL_VERSION_PATCH); }

/* The sizes that libfiel.so.0 was first given away with, where a pointer has eight bytes.  One that does not hold is a field that
 * took no room, or a new soname. */
#define STAYS(type, size) _Static_assert(sizeof(void *) != 8 || sizeof(type) == (size), "libfiel.so.0: " #type)
STAYS(struct action, 2);
STAYS(struct sign, 2);
STAYS(struct rules, 160);
STAYS(struct open, 352);
STAYS(struct position, 408);
STAYS(struct view, 400);
STAYS(struct view_bet, 16);
STAYS(struct fiel_random, 8);
STAYS(struct fiel_clock, 64);
STAYS(struct fiel_request, 872);
STAYS(struct fiel_callbacks, 192);
