/* matrix: Cholesky's decomposition (Golub & Van Loan, Matrix Computations, 4.2) and what follows from it. */
#include "matrix.h"

#include <math.h>
#include <string.h>

#define SINGULAR 1e-12 /* of a pivot nothing but rounding is left */

/* --- rows with rows --------------------------------------------------------------------------------- */

typedef double lanes __attribute__((vector_size(16)));
enum { LANES = 2, ROWS = 4, TILE = 32 /* rows that stay in the cache while others pass */ };

static inline lanes load(const double *at)
{
    lanes x;
    memcpy(&x, at, sizeof x);
    return x;
}

/* out[k] = row b + k * stride with row a, n numbers each.  Two sums for each, written out: they stay in registers. */
static void dot_four(const double *a, const double *b, size_t stride, size_t n, double out[ROWS])
{
    const double *b1 = b + stride, *b2 = b1 + stride, *b3 = b2 + stride;
    lanes s0 = { 0 }, s1 = s0, s2 = s0, s3 = s0, t0 = s0, t1 = s0, t2 = s0, t3 = s0;
    size_t i = 0;
    for (; i + 2 * LANES <= n; i += 2 * LANES) {
        lanes x = load(a + i), y = load(a + i + LANES);
        s0 += x * load(b + i), t0 += y * load(b + i + LANES);
        s1 += x * load(b1 + i), t1 += y * load(b1 + i + LANES);
        s2 += x * load(b2 + i), t2 += y * load(b2 + i + LANES);
        s3 += x * load(b3 + i), t3 += y * load(b3 + i + LANES);
    }
    s0 += t0, s1 += t1, s2 += t2, s3 += t3;
    out[0] = s0[0] + s0[1], out[1] = s1[0] + s1[1], out[2] = s2[0] + s2[1], out[3] = s3[0] + s3[1];
    for (; i < n; i++)
        out[0] += a[i] * b[i], out[1] += a[i] * b1[i], out[2] += a[i] * b2[i], out[3] += a[i] * b3[i];
}

static double dot(const double *a, const double *b, size_t n)
{
    double out[ROWS];
    dot_four(b, a, 0, n, out);
    return out[0];
}

/* --- decomposition ------------------------------------------------------------------------------------ */

/* Row i from column `from` on; the columns before are done. */
static bool finish_row(double *a, size_t n, size_t i, size_t from)
{
    double *row = a + i * n;
    for (size_t j = from; j < i; j++)
        row[j] = (row[j] - dot(row, a + j * n, j)) / a[j * n + j];
    double pivot = row[i] - dot(row, row, i);
    if (!(pivot > SINGULAR * row[i]))
        return false;
    row[i] = sqrt(pivot);
    return true;
}

bool matrix_cholesky(double *a, size_t n)
{
    for (size_t i = 0; i < n; i += ROWS) {
        double *row = a + i * n, part[ROWS];
        bool four = i + ROWS <= n;
        for (size_t j = 0; four && j < i; j++) {
            dot_four(a + j * n, row, n, j, part);
            for (size_t k = 0; k < ROWS; k++)
                row[k * n + j] = (row[k * n + j] - part[k]) / a[j * n + j];
        }
        for (size_t k = 0; k < ROWS && i + k < n; k++)
            if (!finish_row(a, n, i + k, four ? i : 0))
                return false;
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

/* --- products ------------------------------------------------------------------------------------------- */

/* out = t t', of triangles t whose row i begins at column i. */
static void square(const double *t, size_t n, double *out)
{
    for (size_t first = 0; first < n; first += TILE)
        for (size_t i = first; i < n; i++) {
            size_t end = first + TILE < i + 1 ? first + TILE : i + 1, j = first;
            for (; j + ROWS <= end; j += ROWS)
                dot_four(t + i * n + i, t + j * n + i, n, n - i, out + i * n + j);
            for (; j < end; j++)
                out[i * n + j] = dot(t + i * n + i, t + j * n + i, n - i);
        }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            out[j * n + i] = out[i * n + j];
}

/* t's row c becomes column c of L's inverse, c to c + 3: zero above the diagonal. */
static void invert_columns(const double *l, size_t n, size_t c, double *t)
{
    size_t count = c + ROWS <= n ? ROWS : n - c;
    double part[ROWS];
    memset(t + c * n, 0, count * n * sizeof *t);
    for (size_t i = c; i < n; i++)
        for (size_t k = 0; k < count; k++) {
            double *row = t + (c + k) * n;
            if (count < ROWS)
                part[k] = dot(l + i * n + c, row + c, i - c);
            else if (k == 0)
                dot_four(l + i * n + c, row + c, n, i - c, part);
            row[i] = i < c + k ? 0 : ((i == c + k) - part[k]) / l[i * n + i];
        }
}

void matrix_inverse(double *l, size_t n, double *out)
{
    for (size_t c = 0; c < n; c += ROWS)
        invert_columns(l, n, c, out);
    memcpy(l, out, n * n * sizeof *l); /* the columns of L's inverse, as rows: their products are the inverse of L L' */
    square(l, n, out);
}
