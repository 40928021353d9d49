/* matrix: Cholesky's decomposition (Golub & Van Loan, Matrix Computations, 4.2) and what follows from it. */
#include "matrix.h"

#include <math.h>
#include <string.h>

#define SINGULAR 1e-12 /* of a pivot nothing but rounding is left */

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

bool matrix_cholesky(double *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double *row = a + i * n;
        for (size_t j = 0; j < i; j++)
            row[j] = (row[j] - dot(row, a + j * n, j)) / a[j * n + j];
        double pivot = row[i] - dot(row, row, i);
        if (!(pivot > SINGULAR * row[i]))
            return false;
        row[i] = sqrt(pivot);
    }
    return true;
}

void matrix_solve(const double *l, size_t n, double *b)
{
    for (size_t i = 0; i < n; i++)
        b[i] = (b[i] - dot(l + i * n, b, i)) / l[i * n + i];
    for (size_t i = n; i-- > 0;) {
        b[i] /= l[i * n + i];
        for (size_t j = 0; j < i; j++)
            b[j] -= l[i * n + j] * b[i];
    }
}

void matrix_inverse(const double *l, size_t n, double *out)
{
    memset(out, 0, n * n * sizeof *out);
    for (size_t i = 0; i < n; i++) {
        out[i * n + i] = 1;
        matrix_solve(l, n, out + i * n);
    }
    for (size_t i = 0; i < n; i++) /* the two halves differ in their last bits: one of them counts */
        for (size_t j = 0; j < i; j++)
            out[j * n + i] = out[i * n + j];
}

void matrix_multiply(const double *a, const double *b, size_t n, double *out)
{
    memset(out, 0, n * n * sizeof *out);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            double f = a[i * n + k];
            if (f != 0)
                for (size_t j = 0; j < n; j++)
                    out[i * n + j] += f * b[k * n + j];
        }
}
