/* people: the pages on which people sign up, sign in and see what is theirs. */
#ifndef FIEL_LADDER_PEOPLE_H
#define FIEL_LADDER_PEOPLE_H

#include "site/session/account.h"

/* A new account, whose password is printed, or for one that is there this role and nothing else (command_person.c).  An exit code. */
int person_command(struct store *s, const char *name, enum role role, bool json);

http_handler page_me;

extern const struct http_route people_routes[];

#endif
