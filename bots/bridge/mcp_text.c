/* mcp_text: see mcp_text.h. */
#include "mcp_text.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child/run.h"
#include "cli/language.h"
#include "tell/speech.h"

static json_t *member(const json_t *o, const char *key) { return json_object_get(o, key); }
static int number(const json_t *o, const char *key) { return (int)json_integer_value(member(o, key)); }
static const char *text(const json_t *o, const char *key)
{
    const char *s = json_string_value(member(o, key));
    return s ? s : "";
}

static const char *name_of(const struct mcp_told *t, int seat)
{
    const char *name = json_string_value(json_array_get(member(t->line, "names"), (size_t)seat));
    return seat == number(member(t->line, "view"), "seat") ? T("you") : name ? name : "?";
}

/* "ana and you": who shares a score. */
static const char *scorer_of(const struct mcp_told *t, size_t scorer, char out[256])
{
    const char *list[8];
    size_t count = 0, i;
    json_t *seat;
    json_array_foreach(member(json_array_get(member(t->line, "scores"), scorer), "seats"), i, seat) if (count < 8)
        list[count++] = name_of(t, (int)json_integer_value(seat));
    return count ? language_list(out, 256, list, count) : "?";
}

/* "7e 1e ??" */
static void cards(FILE *to, const json_t *list)
{
    size_t i;
    json_t *card;
    json_array_foreach(list, i, card)
    {
        const char *name = json_string_value(json_is_object(card) ? member(card, "card") : card);
        if (!json_is_null(card))
            fprintf(to, " %s", name && strcmp(name, "hidden") != 0 ? name : "??");
    }
}

/* --- what was said ------------------------------------------------------------------------------------------- */

static void hand_begins(FILE *to, const struct mcp_told *t, const json_t *s)
{
    fprintf(to, T("Hand %d, mano: %s. Your cards:"), number(s, "hand"), name_of(t, number(s, "mano")));
    cards(to, member(s, "cards"));
}

static void points(FILE *to, const struct mcp_told *t, const json_t *s)
{
    char who[256];
    size_t i;
    json_t *gained;
    fputs(T("The hand is over:"), to);
    json_array_foreach(member(s, "points"), i, gained)
        fprintf(to, "%s %s +%d (%d)", i ? "," : "", scorer_of(t, i, who), (int)json_integer_value(gained),
                (int)json_integer_value(json_array_get(member(s, "score"), i)));
}

static void sentence(FILE *to, const struct mcp_told *t, const json_t *s)
{
    char who[256];
    const char *name = name_of(t, number(s, "seat"));
    if (member(s, "hand"))
        hand_begins(to, t, s);
    else if (member(s, "points"))
        points(to, t, s);
    else if (member(s, "game"))
        fprintf(to, T("Game %d is over; it goes to: %s"), number(s, "game"),
                number(s, "winner") < 0 ? T("nobody") : scorer_of(t, (size_t)number(s, "winner"), who));
    else if (member(s, "shows"))
        fprintf(to, T("%s shows %s"), name, text(s, "shows"));
    else if (member(s, "sign"))
        fprintf(to, "%s -> %s: %s", name, name_of(t, number(s, "to")), text(s, "sign"));
    else if (member(s, "value"))
        fprintf(to, "%s: %d", name, number(s, "value"));
    else if (member(s, "late"))
        fputs(T("your time has run out"), to);
    else
        fprintf(to, "%s: %s", name, text(s, "says"));
}

/* A thing that was said, kept as a sentence. */
static void keep(struct mcp_told *t, const json_t *s)
{
    char *line = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&line, &size);
    if (member(s, "hand"))
        json_array_clear(t->hand);
    t->late |= member(s, "late") != NULL;
    if (to) {
        sentence(to, t, s);
        fclose(to);
        json_array_append_new(t->news, json_string(line));
        json_array_append_new(t->hand, json_string(line));
    }
    free(line);
}

bool mcp_told(struct mcp_told *t)
{
    t->news = json_array();
    t->hand = json_array();
    return t->news && t->hand;
}

void mcp_forget(struct mcp_told *t)
{
    json_decref(t->line);
    json_decref(t->news);
    json_decref(t->hand);
}

void mcp_hear(struct mcp_told *t, json_t *line)
{
    size_t i;
    json_t *s;
    if (member(line, "view")) {
        json_decref(t->line);
        t->line = json_incref(line);
    }
    t->late = false;
    json_array_foreach(member(line, "said"), i, s)
    {
        json_int_t n = json_integer_value(member(s, "n"));
        if (n > t->heard)
            keep(t, s);
        t->heard = n > t->heard ? n : t->heard;
    }
}

/* --- the newest table ------------------------------------------------------------------------------------------ */

static const char *legal_at(const struct mcp_told *t, size_t i)
{
    return json_string_value(json_array_get(member(t->line, "legal"), i));
}

bool mcp_pause(const struct mcp_told *t) { return legal_at(t, 0) && strcmp(legal_at(t, 0), "go") == 0; }

int64_t mcp_ms(const struct mcp_told *t) { return json_integer_value(member(t->line, "ms")); }

const char *mcp_modest(const struct mcp_told *t)
{
    static const char *const noes[] = { "no-quiero", "run", "no" };
    const char *card = NULL;
    for (size_t i = 0; legal_at(t, i); i++) {
        for (size_t k = 0; k < sizeof noes / sizeof *noes; k++)
            if (strcmp(legal_at(t, i), noes[k]) == 0)
                return legal_at(t, i);
        if (!card && strncmp(legal_at(t, i), "play ", 5) == 0)
            card = legal_at(t, i);
    }
    return card ? card : legal_at(t, 0) ? legal_at(t, 0) : "";
}

const char *mcp_why(const struct mcp_told *t)
{
    const char *why = text(member(t->line, "refused"), "why");
    return *why ? why : T("no word of this game");
}

static void tricks(FILE *to, const struct mcp_told *t)
{
    size_t trick, seat;
    json_t *row, *card;
    json_array_foreach(member(member(t->line, "view"), "table"), trick, row)
    {
        const char *taken = json_string_value(json_array_get(member(t->line, "taken"), trick));
        bool any = false;
        json_array_foreach(row, seat, card) if (!json_is_null(card))
        {
            if (!any)
                fprintf(to, T("Trick %u:"), (unsigned)trick + 1);
            fprintf(to, "%s %s %s", any ? "," : "", name_of(t, (int)seat), json_string_value(card));
            any = true;
        }
        if (any)
            fprintf(to, "%s%s\n", taken ? ": " : "",
                    !taken                             ? ""
                    : *taken == 'o' && taken[1] == 'w' ? T("yours")
                    : *taken == 't'                    ? T("tied")
                                                       : T("theirs"));
    }
}

static void table(FILE *to, const struct mcp_told *t)
{
    const json_t *view = member(t->line, "view"), *stake = member(t->line, "stake");
    char who[256];
    size_t i;
    json_t *score;
    fprintf(to, T("Game %d of %d, to %d points; hand %d. Score:"), number(view, "game"), number(t->line, "games"),
            number(t->line, "target"), number(view, "hand"));
    json_array_foreach(member(t->line, "scores"), i, score)
        fprintf(to, "%s %s %d", i ? "," : "", scorer_of(t, i, who), number(score, "points"));
    fputc('\n', to);
    if (json_is_string(member(view, "vira")))
        fprintf(to, "Vira: %s\n", text(view, "vira"));
    tricks(to, t);
    if (stake)
        fprintf(to, T("The hand is worth %s: %s\n"), text(stake, "worth"), text(stake, "says"));
    fprintf(to, T("Your cards:"));
    cards(to, member(t->line, "held"));
    fputc('\n', to);
}

static void question(FILE *to, const struct mcp_told *t, bool legal)
{
    const json_t *ask = member(t->line, "ask");
    fprintf(to, "%s", speech_asked((unsigned)number(ask, "phase"), language_spoken()));
    if (member(ask, "yes"))
        fputc(' ', to), fprintf(to, T("%s if accepted, %s if not"), text(ask, "yes"), text(ask, "no"));
    fputc('\n', to);
    fprintf(to, T("You have %d seconds.\n"), (int)(mcp_ms(t) / 1000));
    for (size_t i = 0; legal && legal_at(t, i); i++)
        fprintf(to, "%s%s", i ? ", " : T("Legal: "), legal_at(t, i));
    if (legal)
        fputc('\n', to);
}

static void lines_of(FILE *to, const json_t *list)
{
    size_t i;
    json_t *line;
    json_array_foreach(list, i, line) fprintf(to, "%s\n", json_string_value(line));
}

char *mcp_text(struct mcp_told *t, const char *before, bool asked, bool legal, bool over)
{
    char *out = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&out, &size);
    if (!to)
        return NULL;
    if (before)
        fprintf(to, "%s\n", before);
    lines_of(to, t->news);
    json_array_clear(t->news);
    if (over)
        fprintf(to, "%s\n", t->line ? T("The match is over.") : T("No match began: standard error says why."));
    else if (!t->line)
        fprintf(to, "%s\n", T("No match is here yet."));
    if (t->line)
        table(to, t);
    if (asked)
        question(to, t, legal);
    else if (!over && t->line)
        fprintf(to, "%s\n", T("It is not your turn: look again."));
    fclose(to);
    return out;
}

char *mcp_hand(const struct mcp_told *t)
{
    char *out = NULL;
    size_t size = 0;
    FILE *to = t->line ? open_memstream(&out, &size) : NULL;
    if (to) {
        lines_of(to, t->hand);
        fclose(to);
    }
    return out;
}

char *mcp_rules(const struct mcp_told *t, const char *fiel)
{
    const char *rules = text(member(t->line, "view"), "rules");
    int ends[2];
    char *out = NULL, part[4096];
    size_t size = 0;
    ssize_t n;
    FILE *to = *rules && pipe2(ends, O_CLOEXEC) == 0 ? open_memstream(&out, &size) : NULL;
    if (!to)
        return NULL;
    const char *argv[] = { "fiel", "rules", rules, "--lang", language_name(language_spoken()), NULL };
    const struct run r = { .path = fiel,
                           .argv = (char *const *)(uintptr_t)argv,
                           .fd = { STDIN_FILENO, ends[1], STDERR_FILENO } };
    pid_t pid = 0;
    bool started = !run_start(&r, &pid);
    close(ends[1]);
    while (started && (n = read(ends[0], part, sizeof part)) > 0)
        fwrite(part, 1, (size_t)n, to);
    close(ends[0]);
    if (started)
        run_wait(pid);
    fclose(to);
    return out;
}
