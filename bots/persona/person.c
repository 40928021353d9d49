/* person: see person.h. */
#include "person.h"

#include <ctype.h>
#include <string.h>

#include "cli/now.h"
#include "cli/language.h"

void person_show(struct person *p, const char *question, enum canvas_mood mood)
{
    int rows, columns;
    if (p->left)
        return;
    terminal_size(&rows, &columns);
    canvas_clear(&p->page, rows, columns);
    draw_table(&p->page, &p->table, p->choosing ? &p->menu : NULL, question);
    canvas_show(&p->page, stdout, mood);
}

bool person_too_late(const struct person *p)
{
    return p->table.asked && now_ms() - p->table.asked_ms > (int64_t)(p->clock.budget_us / 1000) + TICK_MS;
}

/* Shows the page and waits for a key on it; only the clock moves meanwhile.  KEY_NONE: it has run out. */
static int key_on(struct person *p, const char *question)
{
    int key = KEY_RESIZED;
    while (key == KEY_RESIZED) {
        person_show(p, question, CANVAS_ASKS);
        while ((key = terminal_key(TICK_MS)) == KEY_NONE && !person_too_late(p))
            if (p->table.asked)
                person_show(p, question, CANVAS_AGAIN);
    }
    return key;
}

static void leave(struct person *p)
{
    p->left = true;
    terminal_close();
    fputs(T("You leave: what is still to be decided is given up, and the match ends by its rules.\n"), stderr);
}

bool person_leaves(struct person *p, int key)
{
    if (key == KEY_LEAVE)
        key = key_on(
            p, T("Leave?  You give up every hand that is left; a partner plays on.  y: leave, any other key: stay."));
    else if (key != KEY_END)
        return false;
    bool yes = key == 'y' || key == 'Y' || (language_spoken() != ENGLISH && (key == 's' || key == 'S'));
    if (!yes && key != KEY_LEAVE && key != KEY_END)
        return false;
    leave(p);
    return true;
}

int person_ask(struct person *p, const char *question)
{
    for (;;) {
        int key = key_on(p, question);
        if (key == KEY_NONE || person_leaves(p, key))
            return -1;
        if (key != KEY_LEAVE)
            return key < 128 ? tolower(key) : key;
    }
}

void line_key(char typed[TYPED], int key, bool number)
{
    size_t n = strlen(typed);
    bool fits = number ? key >= '0' && key <= '9' : key >= ' ' && key < 127;
    if (key == KEY_ERASE && n)
        typed[n - 1] = '\0';
    else if (fits && n + 1 < TYPED) {
        typed[n] = (char)key;
        typed[n + 1] = '\0';
    }
}

bool person_line(struct person *p, const char *what, bool number, char typed[TYPED])
{
    char question[QUESTION];
    *typed = '\0';
    for (;;) {
        snprintf(question, sizeof question, "%s %s_", what, typed);
        int key = person_ask(p, question);
        if (key == KEY_ENTER)
            return *typed;
        if (key == KEY_ESCAPE || key < 0)
            return false;
        line_key(typed, key, number);
    }
}
