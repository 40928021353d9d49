/* measure_plot: the measurement as a picture: above how the points per hand settle, pair after pair, with their 95%
 * interval; below what they come from. */
#include <fcntl.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "measure.h"

enum { WIDE = 720, LEFT = 70, RIGHT = 20, TOP = 46, HIGH = 220, ROW = 22, POINTS = 400 };

struct plot {
    FILE *out;
    double most; /* points per hand at the upper edge; the lower is the same below zero */
    uint32_t pairs;
};

static double at_x(const struct plot *p, double pair)
{
    return LEFT + (WIDE - LEFT - RIGHT) * pair / fmax(p->pairs, 1);
}
static double at_y(const struct plot *p, double value)
{
    double clipped = fmax(-p->most, fmin(p->most, value));
    return TOP + HIGH / 2. - clipped / p->most * HIGH / 2.;
}

/* Text out of a command line. */
static void put_text(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        default: fputc((unsigned char)*text < 0x20 ? ' ' : *text, out);
        }
}

/* Mean and interval after each pair (or each so many), from the third on: two tell nothing yet. */
static unsigned history(const struct measure *m, double pair[POINTS], double mean[POINTS], double half[POINTS])
{
    struct ratio_sums sums = { 0 };
    unsigned n = 0;
    uint32_t step = m->sums.pairs / POINTS + 1;
    for (uint32_t i = 1; i <= m->sums.pairs && n < POINTS; i++) {
        ratio_add(&sums, (double)m->play.pair[0][i].points, (double)m->play.pair[0][i].hands);
        bool told = i % step == 0 || i == m->sums.pairs;
        if (i > 2 && told && ratio_interval(&sums, &mean[n], &half[n]))
            pair[n++] = i;
    }
    return n;
}

static void put_axes(const struct plot *p)
{
    static const double marks[] = { -1, -.5, 0, .5, 1 };
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) {
        double value = marks[i] * p->most, y = at_y(p, value);
        fprintf(p->out, "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='%s'/>\n", LEFT, y, WIDE - RIGHT, y,
                i == 2 ? "#666" : "#ddd");
        fprintf(p->out, "<text x='%d' y='%.1f' text-anchor='end'>%+.2f</text>\n", LEFT - 6, y + 4, value);
    }
    fprintf(p->out, "<text x='%d' y='%d' text-anchor='end'>%u pairs</text>\n", WIDE - RIGHT, TOP + HIGH + 16, p->pairs);
}

static void put_history(const struct plot *p, unsigned n, const double *pair, const double *mean, const double *half)
{
    fputs("<polygon fill='#9ec5e8' fill-opacity='.6' points='", p->out);
    for (unsigned i = 0; i < n; i++)
        fprintf(p->out, "%.1f,%.1f ", at_x(p, pair[i]), at_y(p, mean[i] + half[i]));
    for (unsigned i = n; i-- > 0;)
        fprintf(p->out, "%.1f,%.1f ", at_x(p, pair[i]), at_y(p, mean[i] - half[i]));
    fputs("'/>\n<polyline fill='none' stroke='#1f5f99' stroke-width='2' points='", p->out);
    for (unsigned i = 0; i < n; i++)
        fprintf(p->out, "%.1f,%.1f ", at_x(p, pair[i]), at_y(p, mean[i]));
    fputs("'/>\n", p->out);
}

static void put_row(const struct plot *p, double y, const char *word, double mean, double half, double most)
{
    double middle = (LEFT + WIDE - RIGHT) / 2., scale = (WIDE - LEFT - RIGHT) / 2. / most;
    double low = mean < 0 ? middle + mean * scale : middle;
    fprintf(p->out, "<text x='%d' y='%.1f' text-anchor='end'>%s</text>\n", LEFT - 6, y + 12, word);
    fprintf(p->out, "<rect x='%.1f' y='%.1f' width='%.1f' height='12' fill='%s'/>\n", low, y + 2, fabs(mean) * scale,
            mean < 0 ? "#c0504d" : "#4f9d5d");
    fprintf(p->out, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#333'/>\n", middle + (mean - half) * scale,
            y + 8, middle + (mean + half) * scale, y + 8);
    fprintf(p->out, "<text x='%d' y='%.1f' text-anchor='end'>%+.3f</text>\n", WIDE - RIGHT, y + 12, mean);
}

static void put_rows(const struct plot *p, const struct measure *m, double y)
{
    double mean, half, most = 1e-9;
    for (unsigned r = 0; r < ROWS_COUNT; r++)
        if (ratio_interval(&m->row[r], &mean, &half))
            most = fmax(most, fabs(mean) + half);
    for (unsigned r = 0; r < ROWS_COUNT; r++)
        if (ratio_interval(&m->row[r], &mean, &half) && m->row[r].dd > 0) {
            put_row(p, y, measure_row_word[r], mean, half, 1.3 * most);
            y += ROW;
        }
}

static void put_plot(const struct measure *m, FILE *out)
{
    double pair[POINTS], mean[POINTS], half[POINTS], most = 0.1;
    unsigned n = history(m, pair, mean, half);
    for (unsigned i = n / 10; i < n; i++) /* the first ones swing, and are cut off at the edge */
        most = fmax(most, fabs(mean[i]) + half[i]);
    struct plot p = { out, most, m->sums.pairs };
    int high = TOP + HIGH + 40 + ROW * ROWS_COUNT;
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='12'>\n",
            WIDE, high);
    fprintf(out, "<rect width='%d' height='%d' fill='white'/>\n<text x='%d' y='24' font-size='15'>", WIDE, high, LEFT);
    put_text(out, m->name[0]);
    fputs(" against ", out);
    put_text(out, m->name[1]);
    fputs(": points per hand, ", out);
    put_text(out, m->wish->play.rules);
    fputs("</text>\n", out);
    put_axes(&p);
    if (n)
        put_history(&p, n, pair, mean, half);
    put_rows(&p, m, TOP + HIGH + 30);
    fputs("</svg>\n", out);
}

int measure_svg(const struct measure *m, const char *path)
{
    FILE *out = fopen(path, "we");
    if (!out)
        return -1;
    put_plot(m, out);
    bool bad = ferror(out);
    return fclose(out) || bad ? -1 : 0;
}
