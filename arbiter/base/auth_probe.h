/* auth_probe: what auth_self_test.c needs of auth.c, and nobody else. */
#ifndef FIEL_AUTH_PROBE_H
#define FIEL_AUTH_PROBE_H

#include "auth.h"

void auth_user_id(char out[USER_ID], const uint8_t key[CURVE_KEY]);
void *auth_context(const struct auth *auth);

/* One key more that is let in beside the list, until it is forgotten. */
void auth_probe_admit(struct auth *auth, const uint8_t curve[CURVE_KEY], const uint8_t user[CURVE_KEY]);
void auth_probe_forget(struct auth *auth);

#endif
