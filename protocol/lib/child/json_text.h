/* json_text: what stands under a key of a JSON object that somebody else wrote. */
#ifndef FIEL_JSON_TEXT_H
#define FIEL_JSON_TEXT_H

#include <jansson.h>

/* The text under a key; "" where there is none. */
static inline const char *json_text(const json_t *j, const char *key)
{
    const char *text = json_string_value(json_object_get(j, key));
    return text ? text : "";
}

#endif
