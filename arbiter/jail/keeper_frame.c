/* keeper_frame: what a supervisor and a keeper look at in each other's frames before they believe them. */
#include <signal.h>
#include <string.h>

#include "keeper.h"

enum { EXIT_MOST = 255, ERRNO_MOST = 4095 /* of the kernel */ };

static bool no_stop(const struct jail_stop *s)
{
    return s->layer == 0 && s->error == 0 && frame_zero(s->step, sizeof s->step);
}

static bool stop_holds(const struct jail_stop *s)
{
    return s->layer >= 0 && s->layer <= JAIL_LAYERS && s->error >= 0 && s->error <= ERRNO_MOST &&
           frame_text(s->step, sizeof s->step);
}

static bool no_ending(const struct ending *e)
{
    return e->exit_code == 0 && e->signal == 0 && e->memory_kib == 0 && e->cpu_s == 0;
}

static bool ending_holds(const struct ending *e)
{
    return e->exit_code >= 0 && e->exit_code <= EXIT_MOST && e->signal >= 0 && e->signal < NSIG &&
           (e->exit_code == 0 || e->signal == 0) && e->memory_kib >= 0 && e->cpu_s >= 0;
}

static const char *keeper_fields(const void *frame, size_t length, unsigned parties)
{
    const struct keeper_frame *f = frame;
    bool stop = f->kind == KEEPER_FAILED, ending = f->kind == KEEPER_ENDED;
    (void)length;
    (void)parties;
    return (stop ? stop_holds(&f->stop) : no_stop(&f->stop)) &&
                   (ending ? ending_holds(&f->ending) : no_ending(&f->ending))
               ? NULL
               : FRAME_FIELD;
}
FRAME_LINE(frames_keeper_to_supervisor, "keeper", "supervisor", FRAMES_KEEPER_TO_SUPERVISOR, 0, keeper_fields);

/* A word is its kind alone. */
FRAME_LINE(frames_supervisor_to_keeper, "supervisor", "keeper", FRAMES_SUPERVISOR_TO_KEEPER, KEEPER_START, NULL);
