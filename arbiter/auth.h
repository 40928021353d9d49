/* auth: who may speak on a seat's socket.
 *
 * CURVE alone admits every client that knows the server's key, and without a ZAP handler libzmq admits
 * everybody.  So the handler runs before any socket binds, the domain is enforced, exactly one key is
 * let in, and each message's User-Id is looked at: it is set by the handler and a client cannot override it.
 */
#ifndef FIEL_AUTH_H
#define FIEL_AUTH_H

#include <stdbool.h>
#include <stdint.h>
#include <zmq.h>

enum { CURVE_KEY = 32, USER_ID = 65 /* hex of the key and a NUL */ };

struct auth;

/* Starts the ZAP handler of this context, which lets in the holder of `allowed` alone.  NULL and errno
 * on failure.  The context must have no handler yet; call before any socket of it binds. */
struct auth *auth_start(void *context, const uint8_t allowed[CURVE_KEY]);

/* Shuts the context down (zmq_ctx_shutdown), waits for the handler and frees; NULL is fine.
 * Sockets are the caller's to close; zmq_ctx_term is the caller's to call afterwards. */
void auth_stop(struct auth **auth);

/* Makes `socket` a CURVE server under the handler's rule.  -1 and errno.  Call before it binds. */
int auth_serve(void *socket, const uint8_t secret[CURVE_KEY]);

/* True when this part came from the holder of the allowed key. */
bool auth_holds(const struct auth *auth, zmq_msg_t *part);

/* Proves on a socket of its own at `endpoint` that a stranger is turned away and a known key is let in
 * under its own User-Id.  NULL, or a sentence that says which of it does not hold. */
const char *auth_self_test(struct auth *auth, const char *endpoint);

/* A CURVE pair in binary. */
void auth_keypair(uint8_t public_key[CURVE_KEY], uint8_t secret[CURVE_KEY]);

#endif
