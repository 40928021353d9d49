/* check_try: the matches of a check, in their order, and what each of them says. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "cli/bundled.h"
#include "cli/language.h"
#include "base/cli.h"
#include "child/files.h"
#include "child/events.h"
#include "cli/path.h"
#include "match/match_options.h"
#include "tell/seat_line.h"
#include "tell/tell.h"

/* Sets a line.  `format` makes what it says. */
__attribute__((format(printf, 5, 6))) static void say(struct trial *c, enum check_line_name line, enum mark mark,
                                                      const char *remedy, const char *format, ...)
{
    struct check_line *l = &c->line[line];
    va_list args;
    va_start(args, format);
    vsnprintf(l->says, sizeof l->says, format, args);
    va_end(args);
    l->mark = mark;
    snprintf(l->remedy, sizeof l->remedy, "%s", remedy);
}

/* The fault as the line's verdict, with what the bot said last; false: there is none. */
static bool say_fault(struct trial *c, enum check_line_name line, const char *against, const json_t *result)
{
    const json_t *fault = check_fault(c, result);
    char words[CHECK_SAYS], said[CHECK_SAYS], told[FAULT_NAMED], log[CHECK_PATH], remedy[CHECK_SAYS];
    struct event_fault f;
    size_t n;
    if (!fault)
        return false;
    check_printed(c, log);
    check_last_line(log, words);
    event_fault_read(fault, &f);
    check_remedy(c, &f, log, remedy);
    n = (size_t)snprintf(said, sizeof said, "%s%s%s: %s", against, *against ? ": " : "",
                         event_fault_told(&f, language_spoken(), told), T(json_text(fault, "effect")));
    if (*words && n < sizeof said)
        snprintf(said + n, sizeof said - n, T("; it printed \"%.140s\""), words);
    say(c, line, MARK_FAIL, remedy, "%s", said);
    return true;
}

/* --- admission -------------------------------------------------------------------------------------------- */

static json_t *play_pair(struct trial *c, char why[CHECK_SAYS])
{
    struct match_argv pair;
    match_begin(&pair);
    match_count(&pair, "--games", 1);
    match_flag(&pair, "--duplicate", c->seats != 3);
    return check_match(c, NULL, &pair, why);
}

static long long hands_of(const json_t *result)
{
    return (long long)json_integer_value(json_object_get(result, "hands"));
}

/* A jail is the reason when the bot fails in it twice, and plays outside ten times as long as both times together. */
static void try_without_jail(struct trial *c, const json_t *result)
{
    char why[CHECK_SAYS], jail[sizeof c->jail];
    strcpy(jail, c->jail);
    json_auto_t *again = play_pair(c, why);
    strcpy(c->jail, "none");
    json_auto_t *outside = again && check_fault(c, again) ? play_pair(c, why) : NULL;
    strcpy(c->jail, jail);
    if (!outside || check_fault(c, outside) || hands_of(outside) < 10 * (1 + hands_of(result) + hands_of(again)))
        return;
    c->keep = false;
    snprintf(c->line[LINE_ADMISSION].remedy, CHECK_SAYS, "%s",
             T("it plays without a jail: in one it sees files of the system and its own folder, writes to its working "
               "folder, has no network and starts no processes (SECURITY.md)"));
}

/* Of what the bot decided in seat 0 of this record, how many there are, and how many are other ones when it is asked again: with
 * the same views in the same match, which seeds it.  False: it cannot be asked so. */
static bool asked_again(struct trial *c, const char *replay, unsigned *asked, unsigned *differ)
{
    const char *const argv[] = { "fiel", "replay", replay, "--again", c->bot, "--seat", "0", "--json", NULL };
    char out[CHECK_PATH], line[1024];
    int code = check_program(c, argv, out);
    OPENED FILE *f = code == EXIT_FINE ? fopen(out, "re") : NULL;
    *asked = *differ = 0;
    while (f && fgets(line, sizeof line, f)) {
        *asked += strstr(line, "\"same\":") != NULL;
        *differ += strstr(line, "\"same\":false") != NULL;
    }
    return *asked > 0;
}

/* The match is a bot's seed, as far as it takes one: asked the same in the same match it is to decide the same. */
static void repeat_in_match(struct trial *c, const char *replay, uint32_t hand)
{
    unsigned asked, differ;
    const char *remedy = T(
        "no fault: but a bot whose chance comes from the match (its id) can be asked again why it did that");
    if (!asked_again(c, replay, &asked, &differ))
        say(c, LINE_REPEAT, MARK_NOTE, remedy, T("with the same cards it played otherwise from hand %u on"), hand);
    else if (differ)
        say(c, LINE_REPEAT, MARK_NOTE, remedy, T("asked again in the same match, %u of %u decisions are other ones"),
            differ, asked);
    else
        say(c, LINE_REPEAT, MARK_PASS, "", T("asked again in the same match it decides the same, %u times"), asked);
}

/* Both legs have the same cards with the sides exchanged, so two copies of one bot have each other's places. */
static void compare_legs(struct trial *c)
{
    char replay[CHECK_PATH], first[CHECK_PATH + 16], second[CHECK_PATH + 16];
    uint32_t hand;
    check_replay(c, replay);
    path_of(first, sizeof first, "%s/" LEG_NAME ".replay", replay, 1u, 'a');
    path_of(second, sizeof second, "%s/" LEG_NAME ".replay", replay, 1u, 'b');
    if (check_same(first, second, &hand))
        say(c, LINE_REPEAT, MARK_PASS, "", T("the same actions with the same cards"));
    else
        repeat_in_match(c, first, hand);
}

static void say_admitted(struct trial *c, const json_t *result)
{
    say(c, LINE_ADMISSION, MARK_PASS, "",
        c->seats == 3 ? T("a match against itself: %lld hands, no fault")
                      : T("a pair against itself: %lld hands, no fault"),
        hands_of(result));
    if (c->seats == 3)
        say(c, LINE_REPEAT, MARK_NOT_TRIED, "", T("three seats have no two sides to exchange"));
    else
        compare_legs(c);
}

/* Strict where it can be held, else what holds; a note says what is lacking. */
static json_t *play_jailed(struct trial *c, char why[CHECK_SAYS])
{
    json_t *result = play_pair(c, why);
    if (result || strcmp(c->jail, "strict") || !strstr(why, "--jail=strict cannot be held")) {
        say(c, LINE_JAIL, MARK_PASS, "", "%s", c->jail);
        return result;
    }
    say(c, LINE_JAIL, MARK_NOTE, T("a ladder may hold its bots harder: `fiel jail-test` tells what is lacking here"),
        "basic: %.300s", strstr(why, "--jail=strict"));
    strcpy(c->jail, "basic");
    c->status = EXIT_FINE;
    return play_pair(c, why);
}

bool check_admission(struct trial *c)
{
    char why[CHECK_SAYS], log[CHECK_PATH];
    json_auto_t *result = play_jailed(c, why);
    if (!result) {
        say(c, LINE_ADMISSION, MARK_FAIL, "", "%s", why);
        return false;
    }
    snprintf(c->clock_text, sizeof c->clock_text, "%s", json_text(result, "clock"));
    c->usage.log_bytes += check_printed(c, log);
    bool fine = !say_fault(c, LINE_ADMISSION, "", result);
    if (fine)
        say_admitted(c, result);
    else if (strcmp(c->jail, "none") != 0)
        try_without_jail(c, result);
    return fine;
}

/* --- matches ---------------------------------------------------------------------------------------------- */

static void add_usage(struct trial *c, const json_t *result)
{
    const json_t *seat;
    size_t i;
    json_array_foreach(json_object_get(result, "seats"), i, seat)
    {
        uint64_t n = (uint64_t)json_integer_value(json_object_get(seat, "decisions"));
        int64_t longest = json_integer_value(json_object_get(seat, "max_us"));
        uint64_t memory = (uint64_t)json_integer_value(json_object_get(seat, "memory_kib"));
        if (!check_mine(c, (unsigned)i))
            continue;
        c->usage.decisions += n;
        c->usage.total_us += (double)n * json_number_value(json_object_get(seat, "mean_us"));
        c->usage.max_us = longest > c->usage.max_us ? longest : c->usage.max_us;
        c->usage.memory_kib = memory > c->usage.memory_kib ? memory : c->usage.memory_kib;
    }
}

static long long games_of(const json_t *result, unsigned seat)
{
    return (long long)json_integer_value(
        json_object_get(json_array_get(json_object_get(result, "seats"), seat), "games"));
}

/* One rival; what came of it is added to `told`.  False: a fault, or no result; the line says so. */
static bool meet(struct trial *c, const char *rival, char told[CHECK_SAYS], bool *won)
{
    char why[CHECK_SAYS], replay[CHECK_PATH], log[CHECK_PATH], name[32];
    struct match_argv some;
    size_t used = strlen(told);
    match_begin(&some);
    match_count(&some, "--games", c->games);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(rival, " "), rival);
    json_auto_t *result = check_match(c, rival, &some, why);
    if (!result) {
        say(c, LINE_MATCHES, MARK_FAIL, "", "%s", why);
        return false;
    }
    add_usage(c, result);
    c->usage.log_bytes += check_printed(c, log);
    check_replay(c, replay);
    check_look(c, replay);
    snprintf(told + used, CHECK_SAYS - used, T("%s%lld-%lld against %s"), used ? ", " : "", games_of(result, 0),
             games_of(result, 1), name);
    *won = games_of(result, 0) > games_of(result, 1);
    return !say_fault(c, LINE_MATCHES, name, result);
}

/* The first three rungs, which bring every kind of decision, and from there as far as it climbs. */
void check_matches(struct trial *c)
{
    char told[CHECK_SAYS] = "", stands[16] = "", next[16] = "";
    const char *at = RUNGS;
    for (int i = 0; *at && (i < 3 || !*next); i++) {
        char rung[16];
        size_t n = strcspn(at, ",");
        bool won;
        snprintf(rung, sizeof rung, "%.*s", (int)n, at);
        at += n + (at[n] == ',');
        if (!meet(c, i == 0 ? "random --seed 7" : rung, told, &won))
            return;
        if (!*next)
            strcpy(won ? stands : next, rung);
    }
    say(c, LINE_MATCHES, MARK_PASS, "",
        *next ? T("%s: no fault; it stands about on %s; `fiel measure` against %s, the next rung, says for sure")
              : T("%s: no fault; it stands about on the top rung: `fiel measure` says for sure"),
        told, *stands ? stands : T("no rung"), next);
}

/* --- coming back -------------------------------------------------------------------------------------------- */

/* Ticks make hands long enough to be in the middle of one. */
void check_return(struct trial *c)
{
    struct match_argv disturbed;
    char why[CHECK_SAYS];
    match_begin(&disturbed);
    match_count(&disturbed, "--games", 2);
    match_count(&disturbed, "--hands-max", 24);
    match_say(&disturbed, "--tick", "10ms");
    match_say(&disturbed, "--disturb", "0");
    json_auto_t *result = check_match(c, "random --seed 7", &disturbed, why);
    const json_t *mine = json_array_get(json_object_get(result, "seats"), 0);
    long long starts = json_integer_value(json_object_get(mine, "starts")),
              lines = json_integer_value(json_object_get(mine, "lines"));
    if (!result)
        say(c, LINE_RETURN, MARK_FAIL, "", "%s", why);
    else if (!say_fault(c, LINE_RETURN,
                        starts < 2  ? ""
                        : lines < 2 ? T("killed and started again")
                                    : T("its line cut"),
                        result))
        say(c, LINE_RETURN, starts > 1 && lines > 1 ? MARK_PASS : MARK_NOTE,
            starts > 1 && lines > 1 ? "" : T("the match was over too soon to try it: check again with a longer game"),
            T("killed %s, its line cut %s: no fault"), starts > 1 ? T("once") : T("never"),
            lines > 1 ? T("once") : T("never"));
}

/* --- all together ------------------------------------------------------------------------------------------- */

static void add_name(char *list, const char *name)
{
    size_t used = strlen(list);
    snprintf(list + used, 128 - used, "%s%s", used ? ", " : "", name);
}

static void sum_up_actions(struct trial *c)
{
    if (c->seen.refused)
        say(c, LINE_ACTIONS, MARK_NOTE,
            T("answer one of the actions that came with the request: the third refused one loses the game"),
            T("%llu refused, the last: %s"), (unsigned long long)c->seen.refused, T(rule_error_text(c->seen.why)));
    else
        say(c, LINE_ACTIONS, MARK_PASS, "", T("%llu decisions, all legal"), (unsigned long long)c->usage.decisions);
}

static void sum_up_phases(struct trial *c)
{
    uint32_t there = check_phases(c);
    char met[128] = "", missed[128] = "", word[PHASE_TEXT];
    for (unsigned p = 0; p < 32; p++)
        if (there >> p & 1 || c->seen.phase[p])
            add_name(c->seen.phase[p] ? met : missed, phase_word(p, word));
    if (*missed)
        say(c, LINE_PHASES, MARK_NOTE, T("more games bring more: --games 20; what stays missing was not tested"),
            T("met %s; never %s"), met, missed);
    else
        say(c, LINE_PHASES, MARK_PASS, "", T("met all of them: %s"), met);
}

/* A decision that uses half of what one may last is near the edge. */
static void sum_up_clock(struct trial *c)
{
    struct match_options o = { .start_us = 1 };
    char why[WHY], cap[32], longest[32], mean[32];
    tell_time(longest, (uint64_t)c->usage.max_us);
    tell_time(mean, c->usage.decisions ? (uint64_t)(c->usage.total_us / (double)c->usage.decisions) : 0);
    if (clock_read(c->clock_text, &o, why))
        return;
    duration_text(o.clock.cap_us, cap);
    bool near = c->usage.max_us > o.clock.cap_us / 2;
    say(c, LINE_CLOCK, near ? MARK_NOTE : MARK_PASS,
        near ? T("a busier machine would make it late: think for a share of the budget that the request tells") : "",
        T("longest %s, mean %s of %s a decision"), longest, mean, cap);
}

static void sum_up_memory(struct trial *c)
{
    uint64_t most = UINT64_C(2) << 30, mib = (c->usage.memory_kib + 1023) / 1024;
    char why[WHY];
    if (c->memory && size_read(c->memory, &most, why))
        return;
    most >>= 20;
    if (!c->usage.memory_kib)
        say(c, LINE_MEMORY, MARK_NOTE, "", T("not known: it did not end by itself when the match was over"));
    else
        say(c, LINE_MEMORY, mib > most / 2 ? MARK_NOTE : MARK_PASS,
            mib > most / 2 ? T("its address space is limited, which is more than what "
                               "is resident: use less")
                           : "",
            T("%llu MiB of %llu at most"), (unsigned long long)mib, (unsigned long long)most);
}

static void sum_up_output(struct trial *c)
{
    unsigned long long kib = (c->usage.log_bytes + 1023) / 1024;
    bool much = kib > 1024;
    say(c, LINE_OUTPUT, much ? MARK_NOTE : MARK_PASS,
        much ? T("the log of a match holds 16 MB, and you alone read it: print less") : "",
        kib ? T("%llu KiB printed") : T("it prints nothing"), kib);
}

void check_sum_up(struct trial *c)
{
    sum_up_actions(c);
    sum_up_phases(c);
    sum_up_clock(c);
    sum_up_memory(c);
    sum_up_output(c);
}
