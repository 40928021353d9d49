/* tell_row: lines of text in columns and colours. */
#include <string.h>

#include "cli/language.h"
#include "tell_row.h"

/* Without UTF-8 every letter is printed as its bare one. */
static void put_text(const struct tell_style *s, const char *text)
{
    while (*text) {
        size_t n = 1;
        while ((text[n] & 0xc0) == 0x80)
            n++;
        if (s->utf8 || !(*text & 0x80)) {
            fwrite(text, 1, n, s->out);
        } else {
            const char letter = language_bare(text, n);
            if (letter)
                fputc(letter, s->out);
        }
        text += n;
    }
}

void row_put(struct row *r, unsigned paint, const char *text)
{
    static const char *const codes[] = { "", "1", "2", "1;31", "34", "32", "33", "31" };
    bool painted = r->style->colour && paint != PAINT_PLAIN && *text && *text != ' ';
    if (painted)
        fprintf(r->style->out, "\033[%sm", codes[paint]);
    put_text(r->style, text);
    if (painted)
        fputs("\033[0m", r->style->out);
    r->at += tell_columns(text);
}

void row_to(struct row *r, size_t column)
{
    if (r->at > column)
        column = r->at + 1;
    while (r->at < column)
        row_put(r, PAINT_PLAIN, " ");
}

void row_card(struct row *r, const struct teller *t, card_t card)
{
    char text[CARD_TEXT];
    if (card >= FIEL_CARDS)
        row_put(r, PAINT_DIM, "??");
    else
        row_put(r, PAINT_SUIT + card_suit(card), card_name(&t->position.open, card, text));
}

void row_name(struct row *r, const struct teller *t, unsigned seat, unsigned paint, size_t columns)
{
    char name[2 * NAME_TEXT];
    row_put(r, paint, tell_name(name, sizeof name, t, seat, r->style->utf8, columns));
}

/* Where a line of at most `room` columns is best broken: after the last word or comma that fits. */
static size_t break_at(const char *text, size_t room)
{
    size_t best = 0, n = 0, columns = 0;
    for (; text[n] && columns < room; n++) {
        if ((text[n + 1] & 0xc0) != 0x80)
            columns++;
        if (text[n] == ' ' || text[n] == ',')
            best = n + 1;
    }
    while ((text[n] & 0xc0) == 0x80)
        n++;
    return !text[n] || !best ? n : best;
}

void row_wrap(struct row *r, unsigned paint, const char *text)
{
    size_t column = r->at;
    char part[RULES_TEXT];
    while (*text) {
        size_t n = break_at(text, ROW_WIDTH - column);
        if (n >= sizeof part)
            n = sizeof part - 1;
        size_t shown = n;
        while (shown && text[n] && text[shown - 1] == ' ')
            shown--;
        memcpy(part, text, shown);
        part[shown] = '\0';
        row_put(r, paint, part);
        text += n;
        if (!*text)
            return;
        row_end(r);
        row_to(r, column);
    }
}

void row_end(struct row *r)
{
    fputc('\n', r->style->out);
    r->at = 0;
}

void row_right(struct row *r, unsigned paint, const char *text)
{
    size_t columns = tell_columns(text);
    if (columns && r->at && r->at + 1 + columns > ROW_WIDTH)
        row_end(r);
    if (columns) {
        row_to(r, columns < ROW_WIDTH ? ROW_WIDTH - columns : 0);
        row_put(r, paint, text);
    }
    row_end(r);
}
