/* event_fault: see event_fault.h. */
#include "base/event_fault.h"

#include <string.h>

#include "child/events.h"

bool event_fault_read(const json_t *j, struct event_fault *f)
{
    *f = (struct event_fault){ .fault = fault_called(json_text(j, "fault")) };
    if (f->fault == FAULT_NONE)
        return false;
    snprintf(f->by, sizeof f->by, "%s", json_text(j, "name"));
    f->a = (uint64_t)json_integer_value(json_object_get(j, "a"));
    f->b = (uint64_t)json_integer_value(json_object_get(j, "b"));
    return true;
}

void event_fault_write(json_t *j, const struct event_fault *f)
{
    json_object_set_new(j, "name", json_string(f->by));
    json_object_set_new(j, "fault", json_string(fault_name(f->fault)));
    json_object_set_new(j, "a", json_integer((json_int_t)f->a));
    json_object_set_new(j, "b", json_integer((json_int_t)f->b));
}
