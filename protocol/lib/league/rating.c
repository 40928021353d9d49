/* rating: the fit, its error and what is told of it.
 *
 *   maximise  sum w (s ln p + (1 - s) ln(1 - p)) - lambda/2 sum theta^2,   p = 1 / (1 + exp(-x theta))
 *   gradient  g = sum w (s - p) x - lambda theta      x: +1 for each member of side 0, -1 of side 1
 *   Hessian   H = sum w p(1 - p) x x' + lambda I      w = games / phi
 *   error     V = H^-1
 *
 * phi is the dispersion: the clusters' squared residuals over what independent games would leave.  lambda = 1 / (WIDER spread)^2:
 * a prior as wide as the field would pull in a bot at its edge, and that interval would not hold the truth. */
#include "rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "matrix.h"

enum { NEWTON_STEPS = 60, ROUNDS = 40 };
#define NEWTON_END 1e-10
#define NEAR_THE_TOP 0.1
#define ROUNDS_END 1e-4   /* relative change of what is fitted beside the strengths */
#define WIDER 2.5         /* the prior's standard deviation, in spreads of the field */
#define KNOWN_BOTS 2.     /* what is assumed of the spread weighs as much as so many bots */
#define KNOWN_CLUSTERS 20 /* and of the dispersion as so many clusters */
#define KNOWN_DISPERSION 0.8
#define LEAST_DISPERSION \
    0.2                  /* where the stronger one always wins, nothing is left from which to tell either of the two */
#define MOST_SPREAD 600. /* Elo */

struct fit {
    size_t n, units;
    const struct rating_unit *unit;
    double lambda, phi;
    double *theta, *g, *h;
};

static double games(const struct rating_unit *u) { return u->games ? u->games : 1; }
static double weight(const struct fit *f, const struct rating_unit *u) { return games(u) / f->phi; }

static double margin(const struct fit *f, const struct rating_unit *u)
{
    double eta = 0;
    for (unsigned i = 0; i < u->members; i++)
        eta += f->theta[u->side[0][i]] - f->theta[u->side[1][i]];
    return eta;
}

static double chance(double eta) { return 1 / (1 + exp(-eta)); }

/* m += weight x x', x of unit u. */
static void add_square(double *m, size_t n, const struct rating_unit *u, double weight)
{
    for (unsigned i = 0; i < 2u * u->members; i++)
        for (unsigned j = 0; j < 2u * u->members; j++) {
            unsigned a = i / u->members, b = j / u->members;
            size_t row = u->side[a][i % u->members], column = u->side[b][j % u->members];
            m[row * n + column] += a == b ? weight : -weight;
        }
}

/* x'y of two units: whom they share. */
static double shared(const struct rating_unit *u, const struct rating_unit *w)
{
    double sum = 0;
    for (unsigned i = 0; i < 2u * u->members; i++)
        for (unsigned j = 0; j < 2u * w->members; j++) {
            unsigned a = i / u->members, b = j / w->members;
            if (u->side[a][i % u->members] == w->side[b][j % w->members])
                sum += a == b ? 1 : -1;
        }
    return sum;
}

static void add_once(double *v, const struct rating_unit *u, double weight)
{
    for (unsigned i = 0; i < u->members; i++) {
        v[u->side[0][i]] += weight;
        v[u->side[1][i]] -= weight;
    }
}

/* Without a prior only differences count: the last bot's row and column say that its strength stays. */
static void pin(struct fit *f)
{
    if (f->lambda > 0 || !f->n)
        return;
    size_t last = f->n - 1;
    for (size_t i = 0; i < f->n; i++)
        f->h[i * f->n + last] = f->h[last * f->n + i] = 0;
    f->h[last * f->n + last] = 1;
}

/* g at theta. */
static void slope(struct fit *f)
{
    for (size_t i = 0; i < f->n; i++)
        f->g[i] = -f->lambda * f->theta[i];
    for (size_t i = 0; i < f->units; i++)
        add_once(f->g, &f->unit[i], weight(f, &f->unit[i]) * (f->unit[i].score - chance(margin(f, &f->unit[i]))));
    if (f->lambda <= 0 && f->n) /* only differences count: the last bot's strength stays where it is */
        f->g[f->n - 1] = 0;
}

/* H at theta, decomposed; false when it has no inverse. */
static bool decompose(struct fit *f)
{
    memset(f->h, 0, f->n * f->n * sizeof *f->h);
    for (size_t i = 0; i < f->n; i++)
        f->h[i * f->n + i] = f->lambda;
    for (size_t i = 0; i < f->units; i++) {
        double p = chance(margin(f, &f->unit[i]));
        add_square(f->h, f->n, &f->unit[i], weight(f, &f->unit[i]) * p * (1 - p));
    }
    pin(f);
    return matrix_cholesky(f->h, f->n);
}

/* A log-likelihood this flat has its top at infinity. */
static bool lost(const struct fit *f)
{
    for (size_t i = 0; i < f->n; i++)
        if (!isfinite(f->theta[i]) || fabs(f->theta[i]) > 40)
            return true;
    return false;
}

/* One step with the Hessian as it was decomposed last; the largest change of a strength. */
static double step(struct fit *f)
{
    double most = 0;
    slope(f);
    matrix_solve(f->h, f->n, f->g);
    for (size_t i = 0; i < f->n; i++) {
        double d = fmax(-2, fmin(2, f->g[i])); /* far from the top a whole step can overshoot */
        f->theta[i] += d;
        most = fmax(most, fabs(d));
    }
    return most;
}

/* To the top.  Near it the Hessian hardly changes: the same one does while every step is far smaller than the one
 * before.  In the end f->h is the decomposed Hessian at the top. */
static bool newton(struct fit *f)
{
    double before = INFINITY;
    bool near = false;
    for (int steps = 0; steps < NEWTON_STEPS; steps++) {
        if (!near && !decompose(f))
            return false;
        double most = step(f);
        if (lost(f))
            return false;
        if (most < NEWTON_END)
            return decompose(f);
        near = most < NEAR_THE_TOP && most < before / 4;
        before = most;
    }
    return false;
}

/* --- what is fitted beside the strengths ------------------------------------------------------------ */

/* What the clusters' residuals are, and what those of independent games would be. */
struct residuals {
    double are, would_be, clusters;
};

/* Counts the cluster that begins at unit i; where the next one begins. */
static size_t add_cluster(const struct fit *f, size_t i, struct residuals *out)
{
    uint64_t cluster = f->unit[i].cluster;
    size_t first = i;
    for (; i < f->units && f->unit[i].cluster == cluster; i++)
        ;
    for (size_t a = first; a < i; a++) {
        const struct rating_unit *u = &f->unit[a];
        double p = chance(margin(f, u)), left = games(u) * (u->score - p);
        out->would_be += games(u) * p * (1 - p) * shared(u, u);
        for (size_t b = first; b < i; b++) {
            const struct rating_unit *w = &f->unit[b];
            out->are += left * games(w) * (w->score - chance(margin(f, w))) * shared(u, w);
        }
    }
    out->clusters++;
    return i;
}

/* phi anew, `used` parameters having been fitted. */
static double dispersion(const struct fit *f, double used)
{
    struct residuals r = { 0 };
    double known = f->lambda > 0 ? KNOWN_CLUSTERS : 0;
    for (size_t i = 0; i < f->units;)
        i = add_cluster(f, i, &r);
    if (!(r.would_be > 0))
        return 1;
    double phi = (r.are / r.would_be * r.clusters + known * KNOWN_DISPERSION) / fmax(r.clusters - used + known, 1);
    return f->lambda > 0 ? fmax(phi, LEAST_DISPERSION) : phi > 0 ? phi : 1;
}

/* lambda anew: the mean square of the strengths, of which each is known with a variance of its own (`trace` of them all). */
static double prior(const struct fit *f, double trace)
{
    double squares = trace, typical = RATING_TYPICAL / RATING_ELO, most = MOST_SPREAD / RATING_ELO;
    for (size_t i = 0; i < f->n; i++)
        squares += f->theta[i] * f->theta[i];
    return fmax(((double)f->n + KNOWN_BOTS) / (squares + KNOWN_BOTS * typical * typical), 1 / (most * most));
}

/* H^-1 into v, and its trace; f->h holds the decomposed Hessian, and is spoilt. */
static double covariance(struct fit *f, double *v)
{
    double trace = 0;
    matrix_inverse(f->h, f->n, v);
    for (size_t i = 0; i < f->n && f->lambda <= 0; i++) /* the pinned bot has no error of its own */
        v[i * f->n + f->n - 1] = v[(f->n - 1) * f->n + i] = 0;
    for (size_t i = 0; i < f->n; i++)
        trace += v[i * f->n + i];
    return trace;
}

/* One more time strengths, then dispersion and, if it is `wanted`, the prior; by how much the two have changed, or -1. */
static double next_round(struct fit *f, bool wanted, double *v)
{
    if (!newton(f))
        return -1;
    double trace = covariance(f, v);
    double used = f->lambda > 0 ? (double)f->n - f->lambda * trace : (double)f->n - 1;
    double phi = dispersion(f, used), lambda = wanted ? prior(f, trace) : f->lambda;
    double change = fabs(log(phi / f->phi)) + (lambda > 0 ? fabs(log(lambda / f->lambda)) : 0);
    f->phi = phi;
    f->lambda = lambda;
    return change;
}

/* All of it in rounds until they agree; then the strengths and their errors once more, under the wider prior. */
static bool fit_all(struct fit *f, bool wanted, double *v)
{
    double change = INFINITY;
    for (int round = 0; round < ROUNDS && change >= ROUNDS_END; round++)
        change = next_round(f, wanted, v);
    if (wanted)
        f->lambda /= WIDER * WIDER;
    if (change < 0 || !newton(f))
        return false;
    covariance(f, v);
    return true;
}

/* --- the rows ------------------------------------------------------------------------------------- */

/* Elo counts from the mean of all, and so does its error. */
static void tell_elo(struct strengths *r, const double *theta)
{
    size_t n = r->n;
    double mean = 0, whole = 0;
    for (size_t i = 0; i < n; i++)
        mean += theta[i] / (double)n;
    for (size_t i = 0; i < n * n; i++)
        whole += r->v[i] / (double)n / (double)n;
    for (size_t i = 0; i < n; i++) {
        double across = 0;
        for (size_t j = 0; j < n; j++)
            across += r->v[i * n + j] / (double)n;
        double variance = r->v[i * n + i] - 2 * across + whole;
        r->row[i].theta = theta[i];
        r->row[i].elo = 1500 + RATING_ELO * (theta[i] - mean);
        r->row[i].elo_error = RATING_ELO * sqrt(fmax(0, variance));
    }
}

/* One bot's part in one cluster. */
struct share {
    double net, hands;
    uint64_t cluster;
    bool open;
};

struct per_hand {
    double net, hands, mean, squares, clusters;
    struct share now;
};

static void close_share(struct per_hand *p)
{
    double d = p->now.net - p->mean * p->now.hands;
    if (p->now.open) {
        p->squares += d * d;
        p->clusters++;
    }
    p->now = (struct share){ 0 };
}

static void add_share(struct per_hand *p, const struct rating_unit *u, double net)
{
    if (!p->now.open || p->now.cluster != u->cluster)
        close_share(p);
    p->now.net += net;
    p->now.hands += u->hands;
    p->now.cluster = u->cluster;
    p->now.open = true;
}

static double side_net(const struct rating_unit *u, unsigned side, bool cleared)
{
    double net = cleared ? u->net - u->luck : u->net;
    return side ? -net : net;
}

/* Points of a hand, with the deals' luck or less it: a ratio of sums, whose error is clustered too (Cochran, Sampling
 * Techniques, 6.4). */
static void tell_per_hand(struct strengths *r, const struct fit *f, struct per_hand *p, bool cleared)
{
    memset(p, 0, r->n * sizeof *p);
    for (size_t i = 0; i < f->units; i++)
        for (unsigned s = 0; s < 2; s++)
            for (unsigned k = 0; k < f->unit[i].members; k++) {
                p[f->unit[i].side[s][k]].net += side_net(&f->unit[i], s, cleared);
                p[f->unit[i].side[s][k]].hands += f->unit[i].hands;
            }
    for (size_t b = 0; b < r->n; b++)
        p[b].mean = p[b].hands > 0 ? p[b].net / p[b].hands : 0;
    for (size_t i = 0; i < f->units; i++)
        for (unsigned s = 0; s < 2; s++)
            for (unsigned k = 0; k < f->unit[i].members; k++)
                add_share(&p[f->unit[i].side[s][k]], &f->unit[i], side_net(&f->unit[i], s, cleared));
    for (size_t b = 0; b < r->n; b++) {
        close_share(&p[b]);
        double c = p[b].clusters, error = c > 1 ? sqrt(p[b].squares * c / (c - 1)) / p[b].hands : INFINITY;
        *(cleared ? &r->row[b].cleared : &r->row[b].per_hand) = p[b].mean;
        *(cleared ? &r->row[b].cleared_error : &r->row[b].per_hand_error) = error;
    }
}

static void tell_scores(struct strengths *r, const struct fit *f)
{
    for (size_t i = 0; i < f->units; i++)
        for (unsigned s = 0; s < 2; s++)
            for (unsigned k = 0; k < f->unit[i].members; k++) {
                struct strength *x = &r->row[f->unit[i].side[s][k]];
                x->units++;
                x->score += s ? 1 - f->unit[i].score : f->unit[i].score;
            }
    for (size_t b = 0; b < r->n; b++)
        r->row[b].score = r->row[b].units ? r->row[b].score / r->row[b].units : 0.5;
}

enum rating_error rating_fit(struct strengths *out, size_t n, const struct rating_unit *unit, size_t units,
                             double lambda)
{
    double first = RATING_ELO / RATING_TYPICAL;
    struct fit f = { n, units, unit, lambda < 0 ? first * first : lambda, 1, NULL, NULL, NULL };
    struct per_hand *p = calloc(n + 1, sizeof *p);
    enum rating_error e = RATING_MEMORY;
    memset(out, 0, sizeof *out);
    f.theta = calloc(n + 1, sizeof *f.theta);
    f.g = calloc(n + 1, sizeof *f.g);
    f.h = calloc(n * n + 1, sizeof *f.h);
    *out = (struct strengths){ .n = n, .row = calloc(n + 1, sizeof *out->row), .v = calloc(n * n + 1, sizeof *out->v) };
    if (p && f.theta && f.g && f.h && out->row && out->v) {
        e = fit_all(&f, lambda < 0, out->v) ? RATING_FINE : RATING_UNBOUND;
        if (!e) {
            out->dispersion = f.phi;
            out->spread = f.lambda > 0 ? RATING_ELO / sqrt(f.lambda) / WIDER : 0;
            tell_elo(out, f.theta);
            tell_scores(out, &f);
            tell_per_hand(out, &f, p, false);
            tell_per_hand(out, &f, p, true);
        }
    }
    free(p), free(f.theta), free(f.g), free(f.h);
    if (e)
        rating_free(out);
    return e;
}

void rating_anchor(struct strengths *r, size_t bot, double elo)
{
    double moved = elo - r->row[bot].elo;
    for (size_t i = 0; i < r->n; i++)
        r->row[i].elo += moved;
}

double rating_expected(double elo) { return chance(elo / RATING_ELO); }

/* x ln(x/y), 0 where x is. */
static double information(double x, double y) { return x > 0 ? x * log(x / y) : 0; }

double rating_surprise(double won, double games, double expected, double dispersion)
{
    double far = information(won, expected) + information(1 - won, 1 - expected);
    double deviations = sqrt(fmax(0, 2 * games * far / dispersion));
    return won < expected ? -deviations : deviations;
}

double rating_chance_limit(double comparisons)
{
    double low = 0, high = 20;
    while (high - low > 1e-6) {
        double z = (low + high) / 2;
        if (erfc(z / M_SQRT2) * fmax(comparisons, 1) > 0.01)
            low = z;
        else
            high = z;
    }
    return high;
}

void rating_free(struct strengths *r)
{
    free(r->row);
    free(r->v);
    memset(r, 0, sizeof *r);
}

double rating_variance(const struct strengths *r, size_t a, size_t b)
{
    if (r->v)
        return r->v[a * r->n + a] + r->v[b * r->n + b] - 2 * r->v[a * r->n + b];
    double x = r->row[a].elo_error / RATING_ELO, y = r->row[b].elo_error / RATING_ELO;
    return x * x + y * y;
}

double rating_superior(const struct strengths *r, size_t a, size_t b)
{
    double d = r->row[a].theta - r->row[b].theta, variance = rating_variance(r, a, b);
    if (variance <= 0)
        return d > 0 ? 1 : d < 0 ? 0 : 0.5;
    return erfc(-d / sqrt(2 * variance)) / 2;
}

static int by_strength(const void *a, const void *b, void *rows)
{
    const struct strength *row = rows;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (row[x].theta != row[y].theta)
        return row[x].theta > row[y].theta ? -1 : 1;
    return x < y ? -1 : x > y;
}

void rating_order(const struct strengths *r, uint32_t *order, uint32_t *band)
{
    size_t head = 0;
    for (uint32_t i = 0; i < r->n; i++)
        order[i] = i;
    qsort_r(order, r->n, sizeof *order, by_strength, r->row);
    for (size_t i = 0; i < r->n; i++) {
        bool apart = i && rating_superior(r, order[head], order[i]) >= 0.975;
        band[i] = i ? band[i - 1] + apart : 0;
        if (apart)
            head = i;
    }
}
