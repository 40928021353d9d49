/* fuzz_script: what the scripts of two targets share: a table of the bytes' choice, words that a seat may say, a match that is
 * killed and resumed. */
#ifndef TESTS_FUZZ_SCRIPT_H
#define TESTS_FUZZ_SCRIPT_H

#include "fuzz.h"
#include "support/sim_resume.h"

/* --- the table ------------------------------------------------------------------------------------ */

static const char *const tables[] = {
    "argentino,target=15",
    "argentino-flor",
    "argentino-flor,flor_policy=manual_seed003",
    "argentino-flor,declare=auto",
    "argentino,signs=on,signs_per_decision=2",
    "paulista,signs=on,sign_seen=128",
    "paulista,ferro_blind=yes",
    "mineiro",
    "gauderio",
    "uruguayo",
    "venezolano",
    "truc-y-flou",
    "argentino-flor,gallo=fijo",
};

/* Two seats, unless the rules take as many as the bytes say. */
FUZZ bool choose(struct bytes *b, struct referee_config *c)
{
    struct rules r;
    struct position pos;
    char why[RULES_ERROR_TEXT];
    const char *text = tables[take(b) % (sizeof tables / sizeof *tables)];
    unsigned how = take(b), seats = 2 + take(b) % 7;
    if (rules_parse(text, &r, why) != 0)
        return false;
    while (position_new(&pos, &r, (int)seats, why) != 0)
        if (++seats > FIEL_SEATS_MAX)
            seats = 2;
    *c = sim_config(text, 1 + (how & 1));
    c->seats = (uint8_t)seats;
    c->hands_max = 1 + take(b) % 4;
    c->sign = how >> 1 & 1;
    c->on_timeout = how >> 2 & 1;
    c->tick_us = how >> 3 & 1 ? 5000 : 0;
    c->reveal = how >> 4 & 1 && seats % 2 == 0 ? REVEAL_PAIR : REVEAL_MATCH;
    c->cutters = c->reveal == REVEAL_PAIR ? 0 : how >> 5 & 3;
    return true;
}

/* One message of a kind that the seat may say, whether now or not. */
FUZZ void pack_word(struct packer *p, struct sim_bot *copy, struct bytes *b)
{
    uint8_t noise[SIGNATURE];
    uint16_t signs[4];
    unsigned what = take(b), more = take(b), count = more % 5 == 4 ? 3 : 0;
    memset(noise, (int)more, sizeof noise);
    for (unsigned i = 0; i < count; i++)
        signs[i] = (uint16_t)take16(b);
    switch (what % 10) {
    case 0:
        say_with_signs(p, copy, copy->seat, copy->request, copy->legal[more % (FIEL_LEGAL_MAX + LEGAL_PLAIN)], signs,
                       count);
        break;
    case 1: say_answer(p, copy, copy->seat, copy->request, take16(b)); break;
    case 2: say_answer(p, copy, more % 8, copy->request - more / 64, copy->legal[0]); break;
    case 3:
        copy->hand = copy->offer.hands_max > 0 ? (copy->hand + more % 3) % copy->offer.hands_max : 0;
        say_cut(p, copy);
        break;
    case 4: say_sign(p, copy); break;
    case 5: say_join(p, copy); break;
    case 6:
        copy->have -= copy->have > more % 4 ? more % 4 : 0;
        say_hello(p, copy);
        break;
    case 7: say_protest(p, copy, more, "why not"); break;
    case 8: pack_msg_hand_sign(p, 0, copy->hand, noise); break;
    default: pack_msg_cut(p, more & 1, copy->hand + 1, noise);
    }
}

/* Killed anywhere, it could have been resumed. */
FUZZ void resume(const struct sim *s, const struct referee_config *c, uint8_t seed, unsigned where)
{
    struct sim *again = sim_resumed(c, seed, s->record.bytes, s->record.size * where / 256);
    if (again != NULL)
        sim_free(again);
}

#endif
