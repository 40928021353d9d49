/* test_main: the main of a program of tests that has none of its own. */
#include "test.h"

enum { LONGEST_S = 1800 }; /* a bound for hangs */

int main(void)
{
    alarm(LONGEST_S);
    return tests_run();
}
