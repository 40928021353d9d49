/* keeper_frame: what a supervisor looks at in a frame of a keeper before it believes it. */
#include <signal.h>
#include <string.h>

#include "base/frames.h"
#include "keeper.h"

enum { EXIT_MOST = 255, ERRNO_MOST = 4095 /* of the kernel */ };

static const struct frame_row rows[] = { FRAMES_KEEPER_TO_SUPERVISOR(FRAME_ROW) };

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

bool keeper_frame_wrong(const struct keeper_frame *f, size_t length)
{
    if (length != sizeof *f || !FRAME_LISTED(rows, f->kind, length))
        return true;
    bool stop = f->kind == KEEPER_FAILED, ending = f->kind == KEEPER_ENDED;
    return !(stop ? stop_holds(&f->stop) : no_stop(&f->stop)) ||
           !(ending ? ending_holds(&f->ending) : no_ending(&f->ending));
}
