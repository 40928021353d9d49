/* test: what a program of cmocka's tests begins with.  cmocka.h asks for four headers before it, and gives each test a state that most
 * do not use. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define STATE void **state __attribute__((unused))

#endif
