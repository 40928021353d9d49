/* matrix: the little linear algebra that ratings need: symmetric, dense, row by row.
 *
 * Everything is a product of rows with rows, four at a time, so that a processor's vectors are used and each number is
 * fetched once for four.  Every sum runs in one fixed order, so the same input gives the same bits with the same compiler. */
#ifndef FIEL_LEAGUE_MATRIX_H
#define FIEL_LEAGUE_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

/* A = L L' in place: the lower triangle of `a` (n by n) becomes L, the upper is left alone.
 * False when A is not positive definite; `a` is then spoilt. */
bool matrix_cholesky(double *a, size_t n);

/* Solves L L' x = b in place of b. */
void matrix_solve(const double *l, size_t n, double *b);

/* The whole inverse of L L' into `out` (n by n, symmetric); `l` is spoilt. */
void matrix_inverse(double *l, size_t n, double *out);

#endif
