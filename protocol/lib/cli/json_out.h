/* json_out: JSON written straight to a stream, member by member; nothing is kept, nothing can fail but the stream. */
#ifndef FIEL_JSON_OUT_H
#define FIEL_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct json_out {
    FILE *to;
    bool more; /* something stands before the next member */
};

/* A key is NULL inside an array and at the very beginning.  `bracket` is '{' or '[', and '}' or ']'. */
void out_open(struct json_out *j, const char *key, char bracket);
void out_close(struct json_out *j, char bracket);
void out_end(struct json_out *j); /* the object, and its line */
void out_number(struct json_out *j, const char *key, uint64_t value);
void out_number_if(struct json_out *j, const char *key, bool there, uint64_t value); /* else null */
void out_signed(struct json_out *j, const char *key, int64_t value);
void out_real(struct json_out *j, const char *key, double value); /* six digits; null where it is not finite */
void out_bool(struct json_out *j, const char *key, bool value);
void out_null(struct json_out *j, const char *key);
/* Any bytes: control characters are escaped, what is not UTF-8 becomes U+FFFD.  NULL is null. */
void out_text(struct json_out *j, const char *key, const char *text);
void out_hex(struct json_out *j, const char *key, const uint8_t *bytes, size_t size);

#endif
