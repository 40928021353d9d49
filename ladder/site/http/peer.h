/* peer: whose the other end of a line within this machine is, as the kernel tells it. */
#ifndef FIEL_LADDER_PEER_H
#define FIEL_LADDER_PEER_H

#include <stdint.h>

/* The user whose program holds the other end of this connected TCP socket; -1: it is on another machine, or gone already. */
int64_t peer_user(int fd);

#endif
