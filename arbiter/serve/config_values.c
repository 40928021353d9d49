/* config_values: from the text of a value to what it means. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/number.h"
#include "config.h"
#include "jail/jail.h"
#include "match/match_options.h"
#include "cli/say.h"

static int64_t *number_of(struct config *c, const struct config_key *k)
{
    return (int64_t *)(void *)((char *)c + k->at);
}

static char *text_of(struct config *c, const struct config_key *k) { return (char *)c + k->at; }

static int read_number(const char *text, const struct config_key *k, int64_t *out, char why[CONFIG_WHY])
{
    uint64_t n;
    if (whole_number(text, (uint64_t)k->min, (uint64_t)k->max, &n)) {
        *out = (int64_t)n;
        return 0;
    }
    return why_not(why, CONFIG_WHY, "'%.60s' is not a whole number from %lld to %lld", text, (long long)k->min,
                   (long long)k->max);
}

static int read_duration(const char *text, const struct config_key *k, int64_t *out, char why[CONFIG_WHY])
{
    char least[32], most[32];
    int64_t us;
    if (duration_read(text, &us, why))
        return -1;
    if (us >= k->min && us <= k->max) {
        *out = us;
        return 0;
    }
    return why_not(why, CONFIG_WHY, "'%.60s' is not from %s to %s", text, duration_text(k->min, least),
                   duration_text(k->max, most));
}

static int read_choice(const char *text, const struct config_key *k, int64_t *out, char why[CONFIG_WHY])
{
    size_t n = strlen(text);
    const char *word = k->words;
    for (int64_t i = 0; *word; i++) {
        size_t length = strcspn(word, " ");
        if (n == length && !memcmp(word, text, n))
            return *out = i, 0;
        word += length + (word[length] == ' ');
    }
    return why_not(why, CONFIG_WHY, "'%.60s' is not one of: %s", text, k->words);
}

/* What libzmq takes and what we can tell others: tcp://HOST:PORT, ipc:///PATH. */
static int good_endpoint(const char *text, char why[CONFIG_WHY])
{
    const char *port = strrchr(text, ':');
    if (!*text)
        return 0;
    if (!strncmp(text, "ipc:///", 7) && text[7] && strlen(text) < 107) /* as long as a sockaddr_un is */
        return 0;
    if (!strncmp(text, "tcp://", 6) && port > text + 6 && (!strcmp(port, ":*") || atoi(port + 1) > 0) &&
        atoi(port + 1) < 65536)
        return 0;
    return why_not(why, CONFIG_WHY,
                   "'%.100s' is not an address as tcp://127.0.0.1:7440, tcp://*:7440 or ipc:///run/fiel/control", text);
}

/* "7500-7999" or "": any. */
static int good_ports(const char *text, char why[CONFIG_WHY])
{
    unsigned first, last;
    char rest;
    if (!*text || (sscanf(text, "%5u-%5u%c", &first, &last, &rest) == 2 && isdigit((unsigned char)*text) &&
                   first >= 1 && first <= last && last <= 65535))
        return 0;
    return why_not(why, CONFIG_WHY, "'%.60s' is not a range of ports, as 7500-7999; leave it empty for any", text);
}

static int good_host(const char *text, char why[CONFIG_WHY])
{
    struct seat_address a;
    if (address_read(text, &a, why))
        return -1;
    return a.first ? why_not(why, CONFIG_WHY, "'%.60s' has ports: say them as seat_ports", text) : 0;
}

int config_cores(const char *text, cpu_set_t *out, char why[CONFIG_WHY])
{
    cpu_set_t ours, set;
    char *end;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof ours, &ours))
        CPU_ZERO(&ours);
    bool good = !strcmp(text, "all");
    if (good)
        set = ours;
    for (const char *at = text; !good;) {
        unsigned long first = strtoul(at, &end, 10), last = first;
        if (!isdigit((unsigned char)*at))
            break;
        if (*end == '-' && isdigit((unsigned char)end[1]))
            last = strtoul(end + 1, &end, 10);
        if (first > last || last >= CPU_SETSIZE || (*end && *end != ','))
            break;
        for (; first <= last && CPU_ISSET(first, &ours); first++)
            CPU_SET(first, &set);
        if (first <= last)
            return why_not(why, CONFIG_WHY, "CPU %lu is not there, or not ours to use: name others, or 'all'", first);
        good = !*end;
        at = end + 1;
    }
    if (good)
        *out = set;
    else
        snprintf(why, CONFIG_WHY, "'%.60s' is not 'all' or a list of CPUs, as 0,2-3", text);
    return good ? 0 : -1;
}

static int good_clock(const char *text, char why[CONFIG_WHY])
{
    static struct match_options o; /* static for its size */
    o.clock = (struct clock_rule){ .bank_us = 1, .cap_us = 1 };
    o.start_us = o.duty_us = 1; /* what the text leaves out comes from the match's defaults, which are good */
    return clock_read(text, &o, why);
}

static int good_text(const struct config_key *k, const char *text, char why[CONFIG_WHY])
{
    uint32_t first, last;
    uint64_t size;
    cpu_set_t cores;
    switch (k->type) {
    case CONFIG_ENDPOINT: return good_endpoint(text, why);
    case CONFIG_PORTS: return good_ports(text, why);
    case CONFIG_HOST: return good_host(text, why);
    case CONFIG_CLOCK: return good_clock(text, why);
    case CONFIG_SIZE: return size_read(text, &size, why);
    case CONFIG_CORES: return config_cores(text, &cores, why);
    case CONFIG_UIDS:
        if (!jail_uids_read(text, &first, &last))
            return 0;
        return why_not(why, CONFIG_WHY, "'%.60s' is not a range of user ids above 0, as 70000-70099", text);
    case CONFIG_STATE:
        if (*text)
            return 0;
        return why_not(why, CONFIG_WHY, "it is empty: name a folder");
    case CONFIG_STRING:
        if (!k->max || strlen(text) <= (size_t)k->max)
            return 0;
        return why_not(why, CONFIG_WHY, "it is longer than %lld bytes: shorten it", (long long)k->max);
    case CONFIG_FILE: break;
    case CONFIG_NUMBER:
    case CONFIG_DURATION:
    case CONFIG_CHOICE: break;
    }
    return 0;
}

static int take_text(struct config *c, const struct config_key *k, const char *text, char why[CONFIG_WHY])
{
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            return why_not(why, CONFIG_WHY, "there is a control character in it: take it out");
    if (strlen(text) >= CONFIG_TEXT)
        return why_not(why, CONFIG_WHY, "it is longer than %d characters", CONFIG_TEXT - 1);
    if (good_text(k, text, why))
        return -1;
    strcpy(text_of(c, k), text);
    return 0;
}

int config_value(struct config *c, const struct config_key *k, const char *text, char why[CONFIG_WHY])
{
    switch (k->type) {
    case CONFIG_NUMBER: return read_number(text, k, number_of(c, k), why);
    case CONFIG_DURATION: return read_duration(text, k, number_of(c, k), why);
    case CONFIG_CHOICE: return read_choice(text, k, number_of(c, k), why);
    case CONFIG_STRING:
    case CONFIG_FILE:
    case CONFIG_STATE:
    case CONFIG_ENDPOINT:
    case CONFIG_CLOCK:
    case CONFIG_SIZE:
    case CONFIG_CORES:
    case CONFIG_PORTS:
    case CONFIG_UIDS:
    case CONFIG_HOST: break;
    }
    return take_text(c, k, text, why);
}
