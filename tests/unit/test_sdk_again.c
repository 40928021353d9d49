/* again: a record that makes no sense ends before a callback hears a card or a seat that there is not. */
#include "support/test.h"

#include "again.h"
#include "record/deal.h"
#include "record/replay.h"
#include "support/samples.h"
#include "support/folder.h"

static char path[SCRATCH_ROOM + 16];
FOLDER_FOR_ALL
static unsigned heard;

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    (void)v, (void)n, (void)user;
    return legal[0];
}

static void hand_start(unsigned hand, unsigned mano, const card_t cards[FIEL_HELD_MAX], void *user)
{
    (void)hand, (void)mano, (void)user;
    for (unsigned i = 0; i < 3; i++)
        assert_true(cards[i] < FIEL_CARDS);
    heard++;
}

static void acted(int seat, struct action a, int value, void *user)
{
    (void)a, (void)value, (void)user;
    assert_in_range(seat, 0, 1);
    heard++;
}

static void shown(int seat, card_t card, void *user)
{
    (void)seat, (void)user;
    assert_true(card < FIEL_CARDS);
    heard++;
}

/* A record of an OFFER and this message, put to a bot in seat 0: the exit code. */
static int again_with(const struct packer *m)
{
    static uint8_t bytes[OFFER_MAX], told[2 * OFFER_MAX];
    struct replay_writer *w = replay_create(path);
    struct offer o;
    struct packer p, t;
    sample_offer(&o);
    pack_start(&p, bytes, sizeof bytes);
    pack_offer(&p, &o);
    pack_start(&t, told, sizeof told);
    pack_msg_offer(&t, bytes, p.size, 0, counting(3, ID));
    assert_false(p.bad || t.bad || m->bad);
    assert_int_equal(replay_append(w, REC_HEADER, 0, 0, NULL, 0), 0);
    assert_int_equal(replay_append(w, MSG_OFFER, 255, 1, told, t.size), 0);
    assert_int_equal(replay_append(w, m->bytes[1], 255, 2, m->bytes, m->size), 0);
    assert_int_equal(replay_flush(w), 0);
    replay_abandon(&w);
    heard = 0;
    int code = again_run(&(struct again_words){ .replay = path },
                         &(struct fiel_callbacks){ decide, .hand_start = hand_start, .acted = acted, .shown = shown });
    assert_int_equal(remove(path), 0);
    return code;
}

static struct packer *message(void)
{
    static uint8_t bytes[4096];
    static struct packer p;
    pack_start(&p, bytes, sizeof bytes);
    return &p;
}

/* So many openings, all of this card. */
static const uint8_t *openings(uint8_t card, unsigned count)
{
    static uint8_t bytes[FIEL_HELD_MAX * OPENING];
    memset(bytes, 0, sizeof bytes);
    for (unsigned i = 0; i < count; i++)
        bytes[i * OPENING + 1] = card;
    return bytes;
}

TEST(test_cards)
{
    struct packer *p = message();
    pack_msg_cards(p, 0, 1, openings(FIEL_CARDS - 1, 3), 3 * OPENING);
    assert_int_equal(again_with(p), 0);
    assert_int_equal(heard, 1);
    p = message();
    pack_msg_cards(p, 0, 1, openings(FIEL_CARDS, 3), 3 * OPENING);
    assert_int_equal(again_with(p), 1);
    assert_int_equal(heard, 0);
    p = message();
    pack_msg_show(p, 0, 1, openings(200, 1), OPENING);
    assert_int_equal(again_with(p), 1);
    assert_int_equal(heard, 0);
}

TEST(test_seats)
{
    struct packer *p = message();
    pack_msg_act(p, 0, 1, action_code((struct action){ ACT_QUIERO, 0 }), 0, NULL, 0);
    assert_int_equal(again_with(p), 0);
    assert_int_equal(heard, 1);
    p = message();
    pack_msg_act(p, 0, 7, action_code((struct action){ ACT_QUIERO, 0 }), 0, NULL, 0);
    assert_int_equal(again_with(p), 1);
    assert_int_equal(heard, 0);
}

BEFORE_ALL(name_path)
{
    snprintf(path, sizeof path, "%s/m.replay", folder);
    return 0;
}
