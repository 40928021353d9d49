/* door_frame: what `fiel serve` and the door look at in each other's frames before they believe them. */
#include <string.h>

#include "door.h"
#include "record/binding.h"

/* --- from the door ----------------------------------------------------------------------------------------- */

/* What a frame of a kind may have besides. */
struct has {
    bool key, name, maybe_name, label, words /* in the label's place */, text, count, role;
    uint8_t reason_least, reason_most;
};

static const struct has of_kind[] = {
    [DOOR_READY] = { .key = true, .text = true, .count = true },
    [DOOR_ADOPTED] = { .count = true },
    [DOOR_WAITING] = { .key = true, .name = true, .role = true },
    [DOOR_GONE] = { .key = true, .name = true, .reason_least = GONE_LINE, .reason_most = GONE_EXPIRED },
    [DOOR_CALLED] = { .key = true,
                      .maybe_name = true,
                      .label = true,
                      .reason_least = CALLED_SENT,
                      .reason_most = CALLED_LOST },
    [DOOR_DECLINED] = { .key = true, .name = true, .words = true, .text = true },
    [DOOR_FLOOD] = { .key = true, .name = true, .count = true },
    [DOOR_REFUSED] = { .key = true, .name = true, .text = true },
};

/* A binding's name, or none where there is to be none. */
static bool name_holds(const char *name, size_t room, bool there)
{
    return there ? frame_text(name, room) && binding_name_fits(name) : frame_zero(name, room);
}

static const char *from_door_fields(const void *frame, size_t length, unsigned parties)
{
    const struct from_door *f = frame;
    const struct has *h = &of_kind[f->kind];
    (void)length;
    (void)parties;
    bool wrong = f->reason < h->reason_least || f->reason > h->reason_most || f->role > (h->role ? DOOR_CUTS : 0) ||
                 !frame_zero(f->pad, sizeof f->pad) || (!h->count && f->count != 0) ||
                 (!h->key && !frame_zero(f->key, sizeof f->key)) ||
                 !name_holds(f->name, sizeof f->name, h->name || (h->maybe_name && *f->name)) ||
                 !(h->words ? frame_text(f->label, sizeof f->label)
                            : name_holds(f->label, sizeof f->label, h->label)) ||
                 !(h->text ? frame_text(f->text, sizeof f->text) : frame_zero(f->text, sizeof f->text));
    return wrong ? FRAME_FIELD : NULL;
}
FRAME_LINE(frames_door_to_serve, "door", "daemon", FRAMES_DOOR_TO_SERVE, 0, from_door_fields);

/* --- from the daemon ---------------------------------------------------------------------------------------- */

/* The label of a call is the host's word to a bot, which looks at it itself: a bot trusts no host (e2e/lobby). */
static const char *to_door_fields(const void *frame, size_t length, unsigned parties)
{
    const struct to_door *f = frame;
    bool allow = f->kind == DOOR_ALLOW, call = f->kind == DOOR_CALL, of_a_bot = allow || call;
    (void)length;
    (void)parties;
    bool wrong = !frame_zero(f->pad, sizeof f->pad) || (!allow && f->not_after != 0) ||
                 !(call ? *f->name && frame_ends(f->name, sizeof f->name)
                        : name_holds(f->name, sizeof f->name, allow)) ||
                 (!of_a_bot && !(frame_zero(f->key, sizeof f->key) && frame_zero(f->curve, sizeof f->curve))) ||
                 !(call ? *f->endpoint && frame_text(f->endpoint, sizeof f->endpoint)
                        : frame_zero(f->endpoint, sizeof f->endpoint));
    return wrong ? FRAME_FIELD : NULL;
}
FRAME_LINE(frames_serve_to_door, "daemon", "door", FRAMES_SERVE_TO_DOOR, 0, to_door_fields);
