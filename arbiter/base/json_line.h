/* json_line: an object as one line. */
#ifndef FIEL_JSON_LINE_H
#define FIEL_JSON_LINE_H

#include <jansson.h>
#include <stdio.h>

/* Writes it, compact, and frees it. */
void json_line(json_t *j, FILE *out);

#endif
