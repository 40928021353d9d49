/* received: see received.h; the answer is one block that grows. */
#include "received.h"
#include "cli/language.h"

#include <stdlib.h>
#include <string.h>

enum { CONNECT_SECONDS = 15, STALLED_SECONDS = 60 };

/* For CURLOPT_WRITEFUNCTION. */
static size_t take(char *bytes, size_t one, size_t count, void *received)
{
    struct received *r = received;
    size_t size = one * count;
    char *more = size > r->most - r->size ? NULL : realloc(r->bytes, r->size + size + 1);
    if (!more)
        return 0;
    memcpy(more + r->size, bytes, size);
    r->bytes = more;
    r->size += size;
    r->bytes[r->size] = '\0';
    return size;
}

void received_from(CURL *curl, const char *server, const char *ca, char why[CURL_ERROR_SIZE])
{
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "fiel-ladder/" FIEL_VERSION);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)STALLED_SECONDS);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
    if (!strncmp(server, "http://", 7))
        curl_easy_setopt(curl, CURLOPT_PROXY, "");
    if (ca)
        curl_easy_setopt(curl, CURLOPT_CAINFO, ca);
}

const char *received_wrong(CURLcode bad, const char *why)
{
    switch ((int)bad) {
    case CURLE_COULDNT_RESOLVE_HOST: return N_("no host has that name");
    case CURLE_COULDNT_CONNECT: return N_("nobody takes a connection there");
    case CURLE_OPERATION_TIMEDOUT: return N_("no answer came in time");
    case CURLE_PEER_FAILED_VERIFICATION: return N_("nobody who is trusted here vouches for its certificate");
    default: return *why ? why : curl_easy_strerror(bad);
    }
}
