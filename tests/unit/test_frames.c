/* test_frames: what the supervisor and `fiel serve` believe of the frames of their processes, field by field; and the table of all. */
#include <sys/socket.h>

#include "support/test.h"

#include "base/control.h"
#include "base/link.h"
#include "door/door.h"
#include "jail/keeper.h"
#include "referee/pen.h"
#include "seat/looks.h"

static const struct frame_line *const lines[] = {
    &frames_seat_to_referee,
    &frames_referee_to_seat,
    &frames_supervisor_to_referee,
    &frames_referee_to_supervisor,
    &frames_supervisor_to_keeper,
    &frames_keeper_to_supervisor,
    &frames_serve_to_door,
    &frames_door_to_serve,
    &frames_referee_to_reader,
    &frames_reader_to_referee,
    &frames_to_pen,
    &frames_from_pen,
    &frames_seat_to_supervisor,
    &frames_supervisor_to_seat,
};
enum { LINES = sizeof lines / sizeof lines[0], LONGEST = 1 << 17 };

static uint8_t any[LONGEST];

static bool listed(const struct frame_line *line, uint8_t kind, size_t length)
{
    any[0] = kind;
    return frame_listed(line, any, length) == NULL;
}

/* A kind is in one line and once, has a name, and its lengths are taken and no others. */
TEST(the_table)
{
    for (unsigned kind = 0; kind < 256; kind++) {
        unsigned here = 0;
        for (unsigned l = 0; l < LINES; l++) {
            unsigned before = here;
            for (unsigned i = 0; i < lines[l]->count; i++) {
                const struct frame_row *r = &lines[l]->row[i];
                if (r->kind != kind)
                    continue;
                here++;
                assert_true(strlen(r->name) > 4 && r->size > 0 && r->least <= r->most);
                assert_true(r->size + r->most < LONGEST);
                assert_true(listed(lines[l], r->kind, r->size + r->least));
                assert_true(listed(lines[l], r->kind, r->size + r->most));
                assert_false(listed(lines[l], r->kind, r->size + r->least - 1));
                assert_false(listed(lines[l], r->kind, r->size + r->most + 1));
            }
            if (here == before)
                assert_false(listed(lines[l], (uint8_t)kind, lines[l]->row[0].size));
        }
        assert_true(here <= 1);
    }
}

/* --- what a seat's process asks of its bot's threads ------------------------------------------------ */

TEST(looks)
{
    const struct look good = { .kind = LOOK_ASKED, .what = LOOK_FOLDER, .id = 7 },
                      wrong[] = { { .kind = LOOK_OPENED, .id = 7 },
                                  { .kind = LOOK_ASKED, .what = LOOK_FOLDER + 1, .id = 7 },
                                  { .kind = LOOK_ASKED, .id = 0 },
                                  { .kind = LOOK_ASKED, .id = -1 },
                                  { .kind = LOOK_ASKED, .pad = { 0, 1 }, .id = 7 } };
    assert_null(frame_wrong(&frames_seat_to_supervisor, &good, sizeof good, 0));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(frame_wrong(&frames_seat_to_supervisor, &wrong[i], sizeof wrong[i], 0));
}

/* --- a keeper ------------------------------------------------------------------------------------- */

static bool keeper_frame_wrong(const struct keeper_frame *f, size_t length)
{
    return frame_wrong(&frames_keeper_to_supervisor, f, length, 0) != NULL;
}

static struct keeper_frame keeper(uint8_t kind)
{
    struct keeper_frame f;
    memset(&f, 0, sizeof f);
    f.kind = kind;
    return f;
}

#define WRONG_KEEPER(kind_, change) \
    do { \
        struct keeper_frame f = keeper(kind_); \
        assert_false(keeper_frame_wrong(&f, sizeof f)); \
        change; \
        assert_true(keeper_frame_wrong(&f, sizeof f)); \
    } while (0)

TEST(keepers)
{
    struct keeper_frame good = keeper(KEEPER_ENDED);
    good.ending = (struct ending){ .signal = SIGKILL, .memory_kib = 5, .cpu_s = 1 };
    assert_false(keeper_frame_wrong(&good, sizeof good));
    assert_true(keeper_frame_wrong(&good, sizeof good - 1));
    assert_true(keeper_frame_wrong(&good, sizeof good + 1));
    assert_true(keeper_frame_wrong(&good, 1));
    good.ending = (struct ending){ .exit_code = 255 };
    assert_false(keeper_frame_wrong(&good, sizeof good));
    WRONG_KEEPER(KEEPER_STARTED, f.kind = 0);
    WRONG_KEEPER(KEEPER_STARTED, f.kind = KEEPER_KEPT + 1);
    WRONG_KEEPER(KEEPER_STARTED, f.stop.error = 1);
    WRONG_KEEPER(KEEPER_KEPT, f.ending.signal = 9);
    WRONG_KEEPER(KEEPER_FAILED, memset(f.stop.step, 'x', sizeof f.stop.step)); /* no end */
    WRONG_KEEPER(KEEPER_FAILED, f.stop.step[0] = '\033');
    WRONG_KEEPER(KEEPER_FAILED, f.stop.layer = JAIL_LAYERS + 1);
    WRONG_KEEPER(KEEPER_FAILED, f.stop.layer = -1);
    WRONG_KEEPER(KEEPER_FAILED, f.stop.error = -1);
    WRONG_KEEPER(KEEPER_FAILED, f.ending.exit_code = 1);
    WRONG_KEEPER(KEEPER_ENDED, f.ending.exit_code = 256);
    WRONG_KEEPER(KEEPER_ENDED, f.ending.exit_code = -1);
    WRONG_KEEPER(KEEPER_ENDED, f.ending.signal = NSIG);
    WRONG_KEEPER(KEEPER_ENDED, f.ending.memory_kib = -1);
    WRONG_KEEPER(KEEPER_ENDED, f.ending.cpu_s = -1);
    WRONG_KEEPER(KEEPER_ENDED, (f.ending.exit_code = 1, f.ending.signal = 9));
}

/* --- the door ------------------------------------------------------------------------------------- */

static bool from_door_wrong(const struct from_door *f, size_t length)
{
    return frame_wrong(&frames_door_to_serve, f, length, 0) != NULL;
}

static struct from_door door(uint8_t kind)
{
    struct from_door f;
    memset(&f, 0, sizeof f);
    f.kind = kind;
    if (kind == DOOR_WAITING || kind == DOOR_GONE || kind == DOOR_FLOOD || kind == DOOR_REFUSED ||
        kind == DOOR_DECLINED)
        strcpy(f.name, "ana");
    if (kind == DOOR_CALLED)
        strcpy(f.label, "m-17");
    if (kind == DOOR_GONE)
        f.reason = GONE_LINE;
    return f;
}

#define WRONG_DOOR(kind_, change) \
    do { \
        struct from_door f = door(kind_); \
        assert_false(from_door_wrong(&f, sizeof f)); \
        change; \
        assert_true(from_door_wrong(&f, sizeof f)); \
    } while (0)

TEST(doors)
{
    for (uint8_t kind = DOOR_READY; kind <= DOOR_REFUSED; kind++) {
        struct from_door good = door(kind);
        assert_false(from_door_wrong(&good, sizeof good));
        assert_true(from_door_wrong(&good, sizeof good - 1));
        assert_true(from_door_wrong(&good, sizeof good + 1));
        WRONG_DOOR(kind, f.pad[0] = 1);
        WRONG_DOOR(kind, memset(f.text, 'x', sizeof f.text));
        WRONG_DOOR(kind, memset(f.name, 'x', sizeof f.name));
        WRONG_DOOR(kind, memset(f.label, 'x', sizeof f.label));
        WRONG_DOOR(kind, f.role = 2);
        WRONG_DOOR(kind, f.reason = 5);
        WRONG_DOOR(kind, f.kind = 0);
        WRONG_DOOR(kind, f.kind = 99);
    }
    WRONG_DOOR(DOOR_WAITING, *f.name = '\0');
    WRONG_DOOR(DOOR_WAITING, strcpy(f.name, "../ana"));
    WRONG_DOOR(DOOR_WAITING, f.count = 1);
    WRONG_DOOR(DOOR_WAITING, strcpy(f.text, "x"));
    WRONG_DOOR(DOOR_GONE, f.reason = 0);
    WRONG_DOOR(DOOR_ADOPTED, f.key[3] = 1);
    WRONG_DOOR(DOOR_READY, strcpy(f.name, "ana"));
    WRONG_DOOR(DOOR_REFUSED, strcpy(f.text, "a\nb"));
}

/* --- the referee ---------------------------------------------------------------------------------- */

enum { PARTIES = 3 };

static bool control_from_referee_wrong(const struct control_frame *f, size_t length, unsigned parties)
{
    return frame_wrong(&frames_referee_to_supervisor, f, length, parties) != NULL;
}

static struct control_frame control(uint8_t kind)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = kind;
    return f;
}

#define WRONG_CONTROL(kind_, change) \
    do { \
        struct control_frame f = control(kind_); \
        assert_false(control_from_referee_wrong(&f, sizeof f, PARTIES)); \
        change; \
        assert_true(control_from_referee_wrong(&f, sizeof f, PARTIES)); \
    } while (0)

TEST(referees)
{
    struct control_frame whole = control(CONTROL_READY);
    assert_true(control_from_referee_wrong(&whole, sizeof whole - 1, PARTIES));
    WRONG_CONTROL(CONTROL_READY, f.kind = CONTROL_CANCEL); /* what a supervisor says */
    WRONG_CONTROL(CONTROL_READY, f.kind = 0);
    WRONG_CONTROL(CONTROL_SEAT_READY, f.seat = PARTIES);
    WRONG_CONTROL(CONTROL_SEAT_WRONG, memset(f.text, 'x', sizeof f.text));
    WRONG_CONTROL(CONTROL_SEAT_HANGS, f.seat = 255);
    WRONG_CONTROL(CONTROL_SEAT_WRONG, f.seat = PARTIES);
    WRONG_CONTROL(CONTROL_GAME, f.game.winner = FIEL_SCORERS_MAX + 1);
    WRONG_CONTROL(CONTROL_GAME, f.game.seat = PARTIES);
    WRONG_CONTROL(CONTROL_FAULT, f.fault.seat = PARTIES);
    WRONG_CONTROL(CONTROL_RESULT, f.result.result.scorers = FIEL_SCORERS_MAX + 1);
    WRONG_CONTROL(CONTROL_RESULT, f.result.result.winner = 1);
    WRONG_CONTROL(CONTROL_RESULT, memset(f.result.log_error, 'x', sizeof f.result.log_error));
    WRONG_CONTROL(CONTROL_ERROR, memset(f.error.text, 'x', sizeof f.error.text));
}

/* --- a peer that has gone ----------------------------------------------------------------------------- */

/* One end says a last word and goes, with something unread of the other, who still takes that word. */
static void last_word(const struct frame_line *line, const void *frame, size_t size)
{
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
    const struct frame_way way = { .line = line, .fd = pair[0], .party = -1 };
    struct frame_in in;
    assert_int_equal(send(pair[0], "unread", 6, MSG_NOSIGNAL), 6);
    assert_int_equal(send(pair[1], frame, size, MSG_NOSIGNAL), size);
    close(pair[1]);
    assert_int_equal(frame_take(&way, any, sizeof any, &in), FRAME_CAME);
    assert_int_equal(in.length, size);
    assert_memory_equal(any, frame, size);
    assert_int_equal(frame_take(&way, any, sizeof any, &in), FRAME_END);
    close(pair[0]);
}

TEST(last_words)
{
    const struct to_seat bye = { .kind = TO_CLOSE };
    const struct control_frame cancel = control(CONTROL_CANCEL);
    last_word(&frames_referee_to_seat, &bye, sizeof bye);
    last_word(&frames_supervisor_to_referee, &cancel, sizeof cancel); /* a line that may carry a descriptor */
}
