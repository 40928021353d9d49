/* received: how a ladder elsewhere is asked, and what it answers, bounded: by libcurl. */
#ifndef FIEL_LADDER_RECEIVED_H
#define FIEL_LADDER_RECEIVED_H

#include <curl/curl.h>
#include <stddef.h>

struct received {
    char *bytes; /* NULL, or allocated and ended by a NUL; the caller frees it */
    size_t size, most;
};

/* What holds of every question to this server, whose certificate `ca` vouches for (NULL: those of the machine): plain HTTP goes to this
 * machine or a net of one's own and over no proxy, nothing leads elsewhere, and a line that is dead is given up.  `why` is what libcurl
 * says of a failure; the answer goes to the struct received that the caller names
 * (CURLOPT_WRITEDATA); one of more than `most` bytes, or for which there is no memory, ends the transfer, and what came before stays. */
void received_from(CURL *curl, const char *server, const char *ca, char why[CURL_ERROR_SIZE]);

/* Why a question came to nothing: a sentence of ours for what is usual (a message of po/), else what libcurl says, in `why` or of the code. */
const char *received_wrong(CURLcode bad, const char *why);

#endif
