/* http_body: what comes with a request, as fields; between http.c and http_body.c. */
#ifndef FIEL_LADDER_HTTP_BODY_H
#define FIEL_LADDER_HTTP_BODY_H

#include "http.h"

struct http_body {
    struct http_request *request;         /* whose fields are filled */
    struct MHD_PostProcessor *form;       /* NULL: no form, the bytes are one field named "" */
    int (*spool)(struct http_request *r); /* as in the plan */
    size_t taken, most;                   /* bytes */
    size_t text;                          /* of them in memory: HTTP_FORM_MAX at the most */
    unsigned status;                      /* not 0: refused, and why */
};

/* Before the first byte; r->connection and r->takes_file are set. */
void body_begin(struct http_body *b, struct http_request *r, size_t most, int (*spool)(struct http_request *r));
/* What is refused is read to its end and forgotten, so that the answer arrives. */
void body_take(struct http_body *b, const char *bytes, size_t size);
/* After the last byte: the status it is refused with, or 0. */
unsigned body_end(struct http_body *b);
/* Forgets the fields and closes the file; a body that never began is fine. */
void body_free(struct http_body *b);

#endif
