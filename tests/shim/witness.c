/* witness: a bot that plays any legal action and writes down all that it is told and all that it says.
 *
 *     witness FOLDER
 *
 * Into FOLDER/MATCH.SEAT, one line for each thing, with one write each, so that what is there was there before the
 * process was killed.  "S" begins a life: a bot that was killed and started again hears the match from its start.
 * What it is told: H hand and own cards, A seat and action, E score, G winner, M winner.  What it says: D action. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fiel.h"

struct bot {
    const char *folder;
    int file;
    struct fiel_random dice;
};

static void put(struct bot *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct bot *b, const char *format, ...)
{
    char line[256];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (b->file >= 0 && write(b->file, line, (size_t)n) != n)
        b->file = -1;
}

static void match_start(const struct fiel_match *m, void *user)
{
    struct bot *b = user;
    char path[512], id[65];
    for (unsigned i = 0; i < 32; i++)
        snprintf(id + 2 * i, 3, "%02x", m->id[i]);
    snprintf(path, sizeof path, "%s/%s.%u", b->folder, id, m->seat);
    b->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    memcpy(&b->dice.state, m->id, sizeof b->dice.state);
    b->dice.state += m->seat;
    put(b, "S\n");
}

static void hand_start(unsigned hand, unsigned mano, const card_t cards[FIEL_HELD_MAX], void *user)
{
    put(user, "H %u %u %u %u %u\n", hand, mano, cards[0], cards[1], cards[2]);
}

static void acted(int seat, struct action a, int value, void *user)
{
    put(user, "A %d %u %u %d\n", seat, a.kind, a.arg, value);
}

static void hand_end(const uint16_t score[FIEL_SCORERS_MAX], void *user) { put(user, "E %u %u\n", score[0], score[1]); }

static void game_end(int winner, void *user) { put(user, "G %d\n", winner); }

static void match_end(int winner, int mine, void *user)
{
    (void)mine;
    put(user, "M %d\n", winner);
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct bot *b = user;
    (void)v;
    struct action a = legal[fiel_random_below(&b->dice, (unsigned)n)];
    put(b, "D %u %u\n", a.kind, a.arg);
    return a;
}

int main(int argc, char **argv)
{
    struct bot b = { .folder = argc > 1 ? argv[1] : ".", .file = -1 };
    struct fiel_callbacks calls = { .decide = decide,
                                    .match_start = match_start,
                                    .hand_start = hand_start,
                                    .acted = acted,
                                    .hand_end = hand_end,
                                    .game_end = game_end,
                                    .match_end = match_end,
                                    .user = &b };
    return fiel_run_with("witness", &calls);
}
