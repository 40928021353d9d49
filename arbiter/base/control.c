/* control: what a supervisor and its referee look at in each other's frames before they believe them. */
#include "control.h"

#include <signal.h>
#include <sys/resource.h>

enum { EXIT_MOST = 255 };
#define MOMENT_MOST (INT64_C(1) << 55) /* microseconds: a thousand years, so that no sum of some overflows */

/* --- from the referee ----------------------------------------------------------------------------------- */

static bool result_holds(const struct control_result *r)
{
    return r->result.scorers <= FIEL_SCORERS_MAX && r->result.winner <= r->result.scorers && r->complete <= 1 &&
           r->waits <= 1 && frame_ends(r->log_error, sizeof r->log_error) &&
           frame_ends(r->log_lacks, sizeof r->log_lacks);
}

static bool from_referee_holds(const struct control_frame *f, unsigned parties)
{
    switch ((enum control_kind)f->kind) {
    case CONTROL_SEAT_WRONG: return f->seat < parties && frame_ends(f->text, sizeof f->text);
    case CONTROL_SEAT_READY:
    case CONTROL_SEAT_HANGS: return f->seat < parties;
    case CONTROL_GAME:
        return f->game.winner <= FIEL_SCORERS_MAX && (f->game.seat < parties || f->game.seat == FIEL_NOBODY);
    case CONTROL_FAULT: return f->fault.seat < parties || f->fault.seat == FIEL_NOBODY;
    case CONTROL_RESULT: return result_holds(&f->result);
    case CONTROL_ERROR: return frame_ends(f->error.text, sizeof f->error.text);
    case CONTROL_READY:
    case CONTROL_OFFERED:
    case CONTROL_PROGRESS:
    case CONTROL_CLOSING: return true;
    case CONTROL_CONFIG:
    case CONTROL_BOT_ENDED:
    case CONTROL_SEAT_ENDED:
    case CONTROL_CANCEL:
    case CONTROL_REVEAL:
    case CONTROL_ALIVE: break; /* what a supervisor says */
    }
    return false;
}

static const char *from_referee_fields(const void *frame, size_t length, unsigned parties)
{
    (void)length;
    return from_referee_holds(frame, parties) ? NULL : FRAME_FIELD;
}
FRAME_LINE(frames_referee_to_supervisor, "referee", "supervisor", FRAMES_REFEREE_TO_SUPERVISOR, 0, from_referee_fields);

/* --- from the supervisor --------------------------------------------------------------------------------- */

static bool arbiter_code_holds(unsigned code)
{
    switch (code) {
#define X(name, number, text) case number:
        ARBITER_CODES(X)
#undef X
    case 0: return true;
    default: return false;
    }
}

static bool ended_holds(const struct control_ended *e)
{
    return e->exit_code >= 0 && e->exit_code <= EXIT_MOST && e->signal >= 0 && e->signal < NSIG &&
           (e->exit_code == 0 || e->signal == 0) && e->restarted <= 1 && !(e->restarted && e->arbiter) &&
           arbiter_code_holds(e->arbiter) && e->limit <= RLIM_NLIMITS;
}

/* Behind the fields of its kind there is nothing. */
static bool nothing_behind(const struct control_frame *f, size_t fields)
{
    size_t used = offsetof(struct control_frame, ended) + fields;
    return f->process == 0 && frame_zero((const uint8_t *)f + used, sizeof *f - used);
}

static bool from_supervisor_holds(const struct control_frame *f, unsigned parties)
{
    switch ((enum control_kind)f->kind) {
    case CONTROL_BOT_ENDED:
    case CONTROL_SEAT_ENDED: return f->seat < parties && nothing_behind(f, sizeof f->ended) && ended_holds(&f->ended);
    case CONTROL_REVEAL:
        return f->seat == 0 && nothing_behind(f, sizeof f->reveal) && f->reveal.not_before_us >= 0 &&
               f->reveal.not_before_us <= MOMENT_MOST;
    case CONTROL_CANCEL:
    case CONTROL_ALIVE: return f->seat == 0 && nothing_behind(f, 0);
    case CONTROL_CONFIG: return true; /* that this is the first one, and its fields, the referee looks at */
    case CONTROL_READY:
    case CONTROL_SEAT_READY:
    case CONTROL_OFFERED:
    case CONTROL_PROGRESS:
    case CONTROL_GAME:
    case CONTROL_FAULT:
    case CONTROL_SEAT_HANGS:
    case CONTROL_SEAT_WRONG:
    case CONTROL_CLOSING:
    case CONTROL_RESULT:
    case CONTROL_ERROR: break; /* what a referee says */
    }
    return false;
}

static const char *from_supervisor_fields(const void *frame, size_t length, unsigned parties)
{
    (void)length;
    return from_supervisor_holds(frame, parties) ? NULL : FRAME_FIELD;
}
FRAME_LINE(frames_supervisor_to_referee, "supervisor", "referee", FRAMES_SUPERVISOR_TO_REFEREE, CONTROL_SEAT_ENDED,
           from_supervisor_fields);
