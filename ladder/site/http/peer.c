/* peer: see peer.h. */
#include "peer.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "cli/owned.h"

enum { END = 48, ESTABLISHED = 1 };

/* As /proc/net/tcp writes it: the address by words as they lie in memory. */
static void end_text(char out[END], const struct sockaddr_storage *a)
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)a;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)a;
    uint32_t word[4];
    size_t words = a->ss_family == AF_INET ? 1 : 4, n = 0;
    memcpy(word, words == 1 ? (const void *)&four->sin_addr : &six->sin6_addr, words * sizeof *word);
    for (size_t i = 0; i < words; i++)
        n += (size_t)snprintf(out + n, END - n, "%08X", word[i]);
    snprintf(out + n, END - n, ":%04X", ntohs(words == 1 ? four->sin_port : six->sin6_port));
}

int64_t peer_user(int fd)
{
    struct sockaddr_storage theirs = { 0 }, ours = { 0 };
    socklen_t size = sizeof theirs, our_size = sizeof ours;
    char line[256], from[END], to[END], their_end[END], our_end[END];
    unsigned state, user;
    int64_t found = -1;
    if (getpeername(fd, (struct sockaddr *)&theirs, &size) || getsockname(fd, (struct sockaddr *)&ours, &our_size) ||
        (theirs.ss_family != AF_INET && theirs.ss_family != AF_INET6))
        return -1;
    end_text(their_end, &theirs);
    end_text(our_end, &ours);
    OPENED FILE *f = fopen(theirs.ss_family == AF_INET ? "/proc/self/net/tcp" : "/proc/self/net/tcp6", "re");
    while (f && found < 0 && fgets(line, sizeof line, f))
        if (sscanf(line, "%*u: %47s %47s %x %*s %*s %*s %u", from, to, &state, &user) == 4 &&
            state == ESTABLISHED && /* what was closed is nobody's, which the kernel calls 0 */
            !strcmp(from, their_end) && !strcmp(to, our_end))
            found = user;
    return found;
}
