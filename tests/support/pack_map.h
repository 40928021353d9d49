/* pack_map: no message of ours has a map, and the strict check knows them. */
#ifndef FIEL_TEST_PACK_MAP_H
#define FIEL_TEST_PACK_MAP_H

#include "wire/pack.h"

/* The header of an array, made that of a map. */
static inline void pack_map(struct packer *p, size_t pairs)
{
    size_t at = p->size;
    pack_array(p, pairs);
    if (p->size > at)
        p->bytes[at] = (uint8_t)(p->bytes[at] < 0xa0 ? p->bytes[at] - 0x10 : p->bytes[at] + 2);
}

#endif
