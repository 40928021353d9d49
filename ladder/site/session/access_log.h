/* access_log: a line for each request, for who keeps the site; and what failed sign-ins say on standard error. */
#ifndef FIEL_LADDER_ACCESS_LOG_H
#define FIEL_LADDER_ACCESS_LOG_H

#include "site.h"

/* Lines go behind what the file has; a file that is not there is made, for its owner and group.  NULL and a sentence.  A file that is
 * rotated has to be copied and cut (logrotate's copytruncate). */
struct access_log *access_log_open(const char *path, char why[256]);
void access_log_close(struct access_log *log); /* NULL is fine */

/* The server's `served`: time, address, method, path, status and bytes; the path without its query, and in percent what a log's reader
 * could take for something else.  The status is - where the request never came whole. */
void access_log_served(struct http_request *r, unsigned status, size_t bytes);

/* Tells who failed to come in, as a sentence that has the address and, of an account that there is, its name.  Anything else may be a
 * password in the wrong field. */
void sign_in_failed(struct http_request *r, const char *name);

#endif
