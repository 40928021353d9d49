/* sample.h: how much of what every test goes through is gone through under the sanitizers.
 *
 * The same code runs many times slower there, and what is looked for is memory that is misused, not the rare hand: one
 * case in SAMPLE is enough.  A plain build takes all of them. */
#ifndef TESTS_SAMPLE_H
#define TESTS_SAMPLE_H

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SAMPLE = 8 };
#else
enum { SAMPLE = 1 };
#endif

#endif
