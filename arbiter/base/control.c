#include "control.h"

#include "frames.h"

static const struct frame_row rows[] = { FRAMES_REFEREE_TO_SUPERVISOR(FRAME_ROW) };

static bool result_holds(const struct control_result *r)
{
    return r->result.scorers <= SCORERS_MAX && r->result.winner <= r->result.scorers && r->complete <= 1 &&
           r->waits <= 1 && frame_ends(r->log_error, sizeof r->log_error) &&
           frame_ends(r->log_lacks, sizeof r->log_lacks);
}

bool control_from_referee_wrong(const struct control_frame *f, size_t length, unsigned parties)
{
    if (length != sizeof *f || !FRAME_LISTED(rows, f->kind, length))
        return true;
    switch ((enum control_kind)f->kind) {
    case CONTROL_SEAT_READY:
    case CONTROL_SEAT_WRONG: return f->seat >= parties || !frame_ends(f->text, sizeof f->text);
    case CONTROL_SEAT_HANGS: return f->seat >= parties;
    case CONTROL_GAME: return f->game.winner > SCORERS_MAX || (f->game.seat >= parties && f->game.seat != NOBODY);
    case CONTROL_FAULT: return f->fault.seat >= parties && f->fault.seat != NOBODY;
    case CONTROL_RESULT: return !result_holds(&f->result);
    case CONTROL_ERROR: return !frame_ends(f->error.text, sizeof f->error.text);
    case CONTROL_READY:
    case CONTROL_OFFERED:
    case CONTROL_PROGRESS:
    case CONTROL_CLOSING: return false;
    case CONTROL_BOT_ENDED:
    case CONTROL_SEAT_ENDED:
    case CONTROL_CANCEL:
    case CONTROL_REVEAL:
    case CONTROL_ALIVE: break; /* what a supervisor says */
    }
    return true;
}
