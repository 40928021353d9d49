/* door_frame: what `fiel serve` looks at in a frame of the door before it believes it. */
#include <string.h>

#include "base/frames.h"
#include "door.h"
#include "record/binding.h"

static const struct frame_row rows[] = { FRAMES_DOOR_TO_SERVE(FRAME_ROW) };

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

bool from_door_wrong(const struct from_door *f, size_t length)
{
    if (length != sizeof *f || !FRAME_LISTED(rows, f->kind, length))
        return true;
    const struct has *h = &of_kind[f->kind];
    return f->reason < h->reason_least || f->reason > h->reason_most || f->role > (h->role ? DOOR_CUTS : 0) ||
           !frame_zero(f->pad, sizeof f->pad) || (!h->count && f->count != 0) ||
           (!h->key && !frame_zero(f->key, sizeof f->key)) ||
           !name_holds(f->name, sizeof f->name, h->name || (h->maybe_name && *f->name)) ||
           !(h->words ? frame_text(f->label, sizeof f->label) : name_holds(f->label, sizeof f->label, h->label)) ||
           !(h->text ? frame_text(f->text, sizeof f->text) : frame_zero(f->text, sizeof f->text));
}
