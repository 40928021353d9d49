/* near: doubles that may differ by so much.  cmocka's own comparison rounds them to floats first. */
#ifndef TESTS_NEAR_H
#define TESTS_NEAR_H

#include <math.h>

#define assert_near(value, want, within) \
    do { \
        double near_value = (value), near_want = (want); \
        if (!(fabs(near_value - near_want) <= (within))) \
            fail_msg(#value " is %.9g, not %.9g", near_value, near_want); \
    } while (0)

#endif
