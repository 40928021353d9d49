#include "json_line.h"

void json_line(json_t *j, FILE *out)
{
    json_dumpf(j, out, JSON_COMPACT);
    fputc('\n', out);
    json_decref(j);
}
