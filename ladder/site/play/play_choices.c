/* play_choices: what a person may do now, as forms. */
#include <string.h>

#include "play_table.h"
#include "rules/signs.h"
#include "tell/speech.h"

/* --- the question ----------------------------------------------------------------------------------------------------- */

static const char *question_of(const struct drawing *d, long long phase)
{
    enum language l = ENGLISH;
    (void)language_read(d->language, &l);
    return phase == PHASE_SIGNS ? told(d, N_("A sign for a partner, true or false, or none?"))
                                : speech_asked((unsigned)phase, l);
}

/* Does this line say the call that waits in this phase? */
static bool is_called(const struct drawing *d, const json_t *line, long long phase)
{
    static const char *const fields[][2] = { { "stake_seat", "" },
                                             { "envido_seat", "envido_last" },
                                             { "flor_seat", "flor_last" } };
    unsigned k = phase == PHASE_STAKE ? 0 : phase == PHASE_ENVIDO ? 1 : 2;
    const char *word = json_text(d->view, fields[k][1]);
    return json_equal(json_object_get(line, "seat"), json_object_get(d->view, fields[k][0])) &&
           (k ? *word && !strncmp(json_text(line, "do"), word, strlen(word)) : number_of(line, "act") == ACT_RAISE);
}

/* "ana called ¡truco!: ", where a call waits for an answer. */
static void put_called(const struct drawing *d, long long phase)
{
    const json_t *said = json_object_get(d->table, "said"), *line;
    if (phase != PHASE_STAKE && phase != PHASE_ENVIDO && phase != PHASE_FLOR)
        return;
    for (size_t i = json_array_size(said); i-- > 0 && !json_object_get(line = json_array_get(said, i), "hand");)
        if (is_called(d, line, phase)) {
            page_fill(d->p, "{} {} <strong>{}</strong>: ", play_name(d, number_of(line, "seat")), told(d, N_("called")),
                      json_text(line, "says"));
            return;
        }
}

static void put_question(const struct drawing *d, const json_t *ask)
{
    page_put(d->p, "<p class=\"question\" role=\"status\">");
    if (!ask) {
        page_text(d->p, told(d, N_("The hand is over.")));
    } else {
        put_called(d, number_of(ask, "phase"));
        if (json_object_get(ask, "yes")) {
            page_fill(d->p, "{} {}, ", json_text(ask, "yes"), told(d, N_("points if accepted")));
            page_fill(d->p, "{} {}. ", json_text(ask, "no"), told(d, N_("if not")));
        }
        page_text(d->p, question_of(d, number_of(ask, "phase")));
    }
    page_put(d->p, "</p>");
}

static void put_refused(const struct drawing *d)
{
    const json_t *refused = json_object_get(d->table, "refused");
    if (refused)
        page_fill(d->p, "<p class=\"refused\" role=\"alert\"><strong>{}</strong>: {}, {}.</p>",
                  json_text(refused, "says"), told(d, N_("no")), json_text(refused, "why"));
}

/* --- cards and calls ---------------------------------------------------------------------------------------------------- */

/* With nothing asked they only lie there. */
static void put_held(const struct drawing *d, bool asked)
{
    const json_t *held;
    size_t i;
    char words[CARD_WORDS];
    page_fill(d->p, "<div class=\"held\" role=\"group\" aria-label=\"{}\">", told(d, N_("Your cards")));
    json_array_foreach(json_object_get(d->table, "held"), i, held)
    {
        const char *name = json_text(held, "card");
        if (!json_is_object(held))
            continue;
        if (!asked) {
            play_card_put(d, name, true);
            continue;
        }
        play_card(name, d->language, words);
        page_fill(d->p, "<button name=\"do\" value=\"{}\"{h} data-key=\"{}\" aria-label=\"{}\">", json_text(held, "do"),
                  json_is_true(json_object_get(held, "legal")) ? "" : " class=\"not-now\"", json_text(held, "key"),
                  strcmp(name, "hidden") ? words : told(d, N_("face down")));
        play_card_put(d, name, false);
        page_fill(d->p, "<kbd>{}</kbd></button>", json_text(held, "key"));
    }
    page_put(d->p, "</div>");
}

/* Of bets by a number only those that come one at a time are buttons. */
static size_t bets_of(const struct drawing *d, long long act)
{
    const json_t *c;
    size_t i, n = 0;
    json_array_foreach(json_object_get(d->table, "choices"), i, c)
        n += number_of(c, "act") == act && json_object_get(c, "number");
    return n;
}

/* "3b face down", with the card in words. */
static void put_laid(const struct drawing *d, const char *says)
{
    char card[8], words[CARD_WORDS];
    size_t size = strcspn(says, " ");
    snprintf(card, sizeof card, "%.*s", (int)size, says);
    play_card(card, d->language, words);
    page_fill(d->p, ">{}{}", words, says + size);
}

static void put_call(const struct drawing *d, const json_t *c)
{
    bool laid = number_of(c, "act") == ACT_PLAY_DOWN || number_of(c, "act") == ACT_DISCARD;
    page_fill(d->p, "<button name=\"do\" value=\"{}\"", json_text(c, "do"));
    if (*json_text(c, "key"))
        page_fill(d->p, " data-key=\"{}\"", json_text(c, "key"));
    if (laid)
        put_laid(d, json_text(c, "says"));
    else
        page_fill(d->p, ">{}", json_text(c, "says"));
    if (json_object_get(c, "rival"))
        page_fill(d->p, " {}", play_name(d, number_of(c, "rival")));
    if (*json_text(c, "key"))
        page_fill(d->p, " <kbd>{}</kbd>", json_text(c, "key"));
    page_put(d->p, "</button>");
}

static void put_calls(const struct drawing *d)
{
    const json_t *c;
    size_t i;
    page_put(d->p, "<div class=\"calls\">");
    json_array_foreach(json_object_get(d->table, "choices"), i, c) if (bets_of(d, number_of(c, "act")) < 2)
        put_call(d, c);
    page_put(d->p, "</div>");
}

/* One list for all numbers of a bet; its button names the list. */
static void put_bet(const struct drawing *d, long long act)
{
    static const char *const words[] = { [ACT_ENVIDO] = "envido",
                                         [ACT_REAL_ENVIDO] = "real envido",
                                         [ACT_FLOR_ENVIDO] = "con flor envido",
                                         [ACT_FLOR_REAL_ENVIDO] = "con flor real envido" };
    const json_t *c;
    size_t i;
    page_fill(d->p, "<span class=\"bet\"><select name=\"bet{d}\" aria-label=\"{}\">", act, words[act]);
    json_array_foreach(json_object_get(d->table, "choices"), i, c) if (number_of(c, "act") == act)
    {
        page_fill(d->p, "<option value=\"{}\">{d}</option>", json_text(c, "do"), number_of(c, "number"));
    }
    page_fill(d->p, "</select><button name=\"do\" value=\"bet{d}\">{}</button></span>", act, words[act]);
}

static void put_bets(const struct drawing *d)
{
    static const uint8_t acts[] = { ACT_ENVIDO, ACT_REAL_ENVIDO, ACT_FLOR_ENVIDO, ACT_FLOR_REAL_ENVIDO };
    for (size_t i = 0; i < sizeof acts; i++)
        if (bets_of(d, acts[i]) > 1)
            put_bet(d, acts[i]);
}

/* A list for each sign that may go with the answer: the words of these rules, to each partner.  The captain's are the captain's alone, and a person sits in
 * seat 0. */
static void put_signs(const struct drawing *d)
{
    size_t seats = json_array_size(json_object_get(d->table, "names"));
    struct rules rules;
    char why[RULES_ERROR_TEXT];
    bool known = !rules_parse(json_text(d->view, "rules"), &rules, why);
    for (long long n = 0; known && n < number_of(d->table, "signs"); n++) {
        page_fill(d->p, "<label class=\"sign\">{} ", told(d, N_("with it a sign")));
        page_format(d->p, "<select name=\"sign%lld\"><option value=\"\">%s</option>", n, told(d, N_("none")));
        for (size_t i = 0; i < (SIGN_LAST + 1) * seats; i++) {
            unsigned word = (unsigned)(i / seats);
            if (!sign_known(&rules, word) || sign_of_captain(word) || !play_partner(d, (long long)(i % seats)))
                continue;
            page_fill(d->p, "<option value=\"{h} {d}\">{} ({}) → {}</option>", sign_text(word), i % seats,
                      told(d, sign_made(word)), sign_text(word), play_name(d, (long long)(i % seats)));
        }
        page_put(d->p, "</select></label>");
    }
}

/* What cannot be said now: who tries it is told the rule. */
static void put_others(const struct drawing *d)
{
    const json_t *others = json_object_get(d->table, "others"), *c;
    size_t i;
    if (!json_array_size(others))
        return;
    page_fill(d->p, "<details data-kept=\"others\"><summary>{}</summary><div class=\"calls\">",
              told(d, N_("Why can I not say…?")));
    json_array_foreach(others, i, c)
    {
        page_fill(d->p, "<button class=\"not-now\" name=\"do\" value=\"{}\">{}</button>", json_text(c, "do"),
                  json_text(c, "says"));
    }
    page_put(d->p, "</div></details>");
}

static void put_leave(const struct drawing *d)
{
    page_fill(d->p, "<details data-kept=\"leave\"><summary>{}</summary>", told(d, N_("Give up and leave")));
    play_form(d, "class=\"act\"");
    page_fill(d->p, "<button name=\"say\" value=\"leave\">{}</button></form></details>",
              told(d, json_array_size(json_object_get(d->table, "names")) > 3
                          ? N_("Yes: my seat gives up every hand that is left, and my partner plays on")
                          : N_("Yes: my seat gives up every hand that is left")));
}

static void put_decision(const struct drawing *d)
{
    put_refused(d);
    play_form(d, "class=\"act\"");
    put_held(d, true);
    put_signs(d);
    put_calls(d);
    put_bets(d);
    page_fill(d->p, "<button name=\"say\" value=\"hint\" data-key=\"?\">{} <kbd>?</kbd></button>",
              told(d, N_("What is my hand worth?")));
    put_others(d);
    page_put(d->p, "</form>");
    if (json_object_get(d->table, "hint"))
        play_hint(d);
    page_format(d->p, "<p class=\"explain\">%lld ", number_of(d->table, "ms") / 1000);
    page_fill(d->p, "{}. <span class=\"keys\">{}</span></p>", told(d, N_("seconds for this decision")),
              told(d, N_("Keys: 1 2 3 the cards, letters the calls, ? what the hand is worth, Enter goes on.")));
}

void play_choices(const struct drawing *d, const struct look *l)
{
    const json_t *ask = json_object_get(d->table, "ask");
    if (l->left) {
        page_fill(d->p, "<p class=\"question\" role=\"status\">{}</p>",
                  told(d, N_("You gave up: the match ends by its rules.")));
        return;
    }
    if (!json_object_get(d->table, "legal")) {
        page_fill(d->p, "<p class=\"question\" role=\"status\">{}</p>", told(d, N_("The others are playing…")));
        put_held(d, false);
        return;
    }
    put_question(d, ask);
    if (!ask) {
        play_form(d, "class=\"act\"");
        page_fill(d->p, "<button name=\"say\" value=\"go\" data-key=\"Enter\">{} <kbd>⏎</kbd></button></form>",
                  told(d, N_("Next hand")));
        put_held(d, false);
    } else {
        put_decision(d);
    }
    put_leave(d);
}
