/* match_remote: parties whose bots run elsewhere and come over tcp: who may sit there, and where they are called to. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "base/cli.h"
#include "match.h"
#include "match_events.h"
#include "match_resume.h"
#include "record/binding.h"

int remote_read(const char *path, struct bot_command *out, char why[WHY])
{
    struct binding b;
    struct bot_command c = { .argc = 1, .remote = true };
    if (binding_read(path, &b, why))
        return -1;
    if (binding_expired(&b, (uint64_t)time(NULL)))
        return why_not(why, WHY, "%.200s: the binding of %s is no longer valid: ask for a new one", path, b.name);
    snprintf(c.words, sizeof c.words, "%s", b.name);
    memcpy(c.key, b.key, sizeof c.key);
    memcpy(c.curve, b.curve, sizeof c.curve);
    *out = c;
    return 0;
}

/* --- the address ---------------------------------------------------------------------------------- */

/* "9000" or "9000-9100" */
static bool ports_read(const char *text, struct seat_address *a)
{
    char *end;
    unsigned long first = strtoul(text, &end, 10), last = first;
    if (*text < '0' || *text > '9')
        return false;
    if (*end == '-' && end[1] >= '0' && end[1] <= '9')
        last = strtoul(end + 1, &end, 10);
    if (*end || first < 1 || last < first || last > 65535)
        return false;
    a->first = (uint16_t)first;
    a->last = (uint16_t)last;
    return true;
}

/* An address of one machine, which bots can call. */
static bool host_fits(const char *host)
{
    struct in_addr four;
    struct in6_addr six;
    char bare[sizeof((struct seat_address *)0)->host];
    size_t n = strlen(host);
    if (inet_pton(AF_INET, host, &four) == 1)
        return four.s_addr != htonl(INADDR_ANY);
    if (n < 3 || host[0] != '[' || host[n - 1] != ']')
        return false;
    memcpy(bare, host + 1, n - 2);
    bare[n - 2] = '\0';
    return inet_pton(AF_INET6, bare, &six) == 1 && !IN6_IS_ADDR_UNSPECIFIED(&six);
}

int address_read(const char *text, struct seat_address *out, char why[WHY])
{
    struct seat_address a = { 0 };
    const char *from = *text == '[' ? strchr(text, ']') : text, *colon = from ? strchr(from, ':') : NULL;
    size_t n = colon ? (size_t)(colon - text) : strlen(text);
    if (n < sizeof a.host)
        memcpy(a.host, text, n);
    if (host_fits(a.host) && (!colon || ports_read(colon + 1, &a))) {
        *out = a;
        return 0;
    }
    return why_not(
        why, WHY,
        "'%.80s' is no address that bots can call: a number of this machine, and ports where only some are open: "
        "192.0.2.7, 192.0.2.7:9000-9100 or [2001:db8::7]:9000",
        text);
}

/* --- where a seat may be -------------------------------------------------------------------------- */

bool match_hosts(const struct match_run *m)
{
    for (unsigned i = 0; i < options_parties(&m->options); i++)
        if (!party_remote(m, i))
            return true;
    return false;
}

void remote_name_socket(const struct match_options *o, struct seat_config *c)
{
    const struct seat_address *a = &o->address;
    c->port_first = a->first;
    c->port_last = a->last;
    if (a->first)
        snprintf(c->endpoint, SEAT_ENDPOINT, "tcp://%s:%u", a->host,
                 a->first + randombytes_uniform((uint32_t)(a->last - a->first) + 1));
    else
        snprintf(c->endpoint, SEAT_ENDPOINT, "tcp://%s:*", a->host);
}

void remote_ready(struct match_run *m, unsigned seat)
{
    struct party_run *c = &m->party[seat];
    char hex[2 * CURVE_KEY + 1];
    hex_text(hex, c->server_key, CURVE_KEY);
    report_clear(&m->report);
    fprintf(stderr, "fiel: seat %u waits for %s at %s, server key %s\n", seat, m->options.name[seat],
            c->config.endpoint, hex);
    events_seat(m, seat);
}
