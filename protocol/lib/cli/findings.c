/* findings: one sentence at a time. */
#include "findings.h"

#include <stdarg.h>
#include <stdio.h>

void findings_add(const struct findings *f, const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    for (char *c = text; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    ++*f->wrong;
    f->tell(f->arg, text);
}
