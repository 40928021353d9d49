/* jail_status: what this machine holds of a jail, asked of the arbiter (`fiel jail-test --quick`) before anything is played. */
#ifndef FIEL_LADDER_JAIL_STATUS_H
#define FIEL_LADDER_JAIL_STATUS_H

enum jail_status { JAIL_STATUS_ALL, JAIL_STATUS_LESS, JAIL_STATUS_RUNTIME, JAIL_STATUS_UNKNOWN };
enum { JAIL_STATUS_TEXT = 1024 };

/* Matches of two bots, with little memory each, for which there is room at once, and megabytes. */
struct jail_room {
    long long matches, each_mib, mib;
};

/* All that strict demands; or less, of which the runtime may be all (JAIL_STATUS_RUNTIME), and `text` names what is missing, with the remedies: "own pages: ...; own user: ..."; or the
 * arbiter `fiel` could not be asked, and `text` says why, and there is no room. */
enum jail_status ask_jail_status(const char *fiel, struct jail_room *room, char text[JAIL_STATUS_TEXT]);

#endif
