/* worlds_bot: `worlds_bot FILE SEAT OUT`: plays its part of a world's script over its real socket, checks nothing, and
 * writes a line for every envelope that reached it: its size, except for the seat's own time, and the types of the messages in it. */
#define SIM_PARTIES 8
#include <stdio.h>

#include "connect.h"
#include "support/sim_bot.h"
#include "worlds_file.h"

static struct world_file file;
static unsigned step; /* of the script, so far */

/* The bytes of a number in a message. */
static size_t bytes_of(uint64_t number)
{
    uint8_t bytes[9];
    struct packer p;
    pack_start(&p, bytes, sizeof bytes);
    pack_uint(&p, number);
    return p.size;
}

/* REQUEST tells a seat how long its own last answer took, to the microsecond and in as few bytes as that needs: no two runs are
 * alike in that, whatever is hidden. */
static void write_line(FILE *out, const void *bytes, size_t size)
{
    struct envelope e;
    struct msg m;
    char kinds[4096] = "";
    size_t at = 0;
    for (enum wire_error error = envelope_hear(&e, bytes, size); error == WIRE_OK && e.left > 0;) {
        error = envelope_next(&e, FROM_ARBITER, &m);
        if (m.type == MSG_REQUEST)
            size -= bytes_of(m.used_us);
        at += (size_t)snprintf(kinds + at, sizeof kinds - at, " %u", m.type);
    }
    fprintf(out, "%zu:%s\n", size, kinds);
    fflush(out);
}

/* The seat's next decision: the script lies there for all seats. */
static unsigned next_code(unsigned seat)
{
    while (step < file.size && file.said[step].seat != seat)
        step++;
    assert(step < file.size);
    return file.said[step++].code;
}

static void speak(struct connection *c, struct sim_bot *b)
{
    static uint8_t out[ENVELOPE_MAX];
    struct packer p;
    if ((b->due & DUE_ANSWER) != 0) {
        b->due = 0;
        pack_start(&p, out, sizeof out);
        pack_array(&p, 2);
        pack_uint(&p, b->have);
        say_answer(&p, b, b->seat, b->request, next_code(b->seat));
        (void)connection_send(c, out, p.size);
        return;
    }
    size_t size = bot_say(b, ~0u, out);
    if (size > 0)
        (void)connection_send(c, out, size);
}

int main(int argc, char **argv)
{
    static uint8_t in[ENVELOPE_MAX];
    static struct sim_bot bot;
    struct seat_record record;
    struct connection c;
    char why[160];
    FILE *script = argc == 4 ? fopen(argv[1], "rb") : NULL, *out = argc == 4 ? fopen(argv[3], "w") : NULL;
    if (script == NULL || out == NULL || fread(&file, sizeof file, 1, script) != 1 || sodium_init() < 0 ||
        seat_record_read(SEAT_FD, &record, why) != 0 || connection_open(&c, &record) != 0)
        return 1;
    bot_start(&bot, (unsigned)atoi(argv[2]));
    memcpy(bot.server, record.server, sizeof bot.server);
    speak(&c, &bot);
    while (!bot.over) {
        long n = connection_receive(&c, in, sizeof in, true);
        if (n < 0)
            continue;
        write_line(out, in, (size_t)n);
        bot_take(&bot, in, (size_t)n);
        speak(&c, &bot);
    }
    connection_close(&c);
    return 0;
}
