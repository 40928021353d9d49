/* received: what a server answers, as libcurl hands it over, bounded. */
#ifndef FIEL_LADDER_RECEIVED_H
#define FIEL_LADDER_RECEIVED_H

#include <stddef.h>

struct received {
    char *bytes; /* NULL, or allocated and ended by a NUL; whoever asked frees it */
    size_t size, most;
};

/* For CURLOPT_WRITEFUNCTION, with a struct received as its data: 0, which ends the transfer, when there would be more than `most`
 * bytes or no memory for them; what came before stays. */
size_t received_take(char *bytes, size_t one, size_t count, void *received);

#endif
