/* auth_probe: what auth_self_test.c needs of auth.c, and nobody else. */
#ifndef FIEL_AUTH_PROBE_H
#define FIEL_AUTH_PROBE_H

#include "auth.h"

/* The name under which libzmq tells of a connection: its CURVE key in hex. */
void auth_user_id(char out[USER_ID], const uint8_t key[CURVE_KEY]);
/* The ZeroMQ context that its sockets are made in. */
void *auth_context(const struct auth *auth);

/* One key more that is let in beside the list, until it is forgotten. */
void auth_probe_admit(struct auth *auth, const uint8_t curve[CURVE_KEY], const uint8_t user[CURVE_KEY]);
void auth_probe_forget(struct auth *auth);

#endif
