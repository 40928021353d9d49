/* match_argv: the command line of a `fiel match`, said once for all who run one. */
#ifndef FIEL_CHILD_MATCH_ARGV_H
#define FIEL_CHILD_MATCH_ARGV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MATCH_PARTIES = 16 /* seats, or cutters: as many as a match has parties */ };

/* X(field, "option"): those that have a value, and those that stand alone.  What each says is told by `fiel match --help`. */
#define MATCH_VALUES(X) \
    X(events, "--events") \
    X(resume, "--resume") \
    X(rules, "--rules") \
    X(seats, "--seats") \
    X(games, "--games") \
    X(tables, "--tables") \
    X(games_a_leg, "--games-a-leg") \
    X(hands_max, "--hands-max") \
    X(clock, "--clock") \
    X(tick, "--tick") \
    X(on_timeout, "--on-timeout") \
    X(sign, "--sign") \
    X(sign_every, "--sign-every") \
    X(note_bytes, "--note-bytes") \
    X(names, "--names") \
    X(artifacts, "--artifacts") \
    X(replay, "--replay") \
    X(logs, "--logs") \
    X(key, "--key") \
    X(host, "--host") \
    X(match_log, "--match-log") \
    X(match_log_key, "--match-log-key") \
    X(log_policy, "--log-policy") \
    X(jail, "--jail") \
    X(uids, "--uids") \
    X(bot_memory, "--bot-memory") \
    X(cpu, "--cpu") \
    X(seat_address, "--seat-address") \
    X(disturb, "--disturb")
#define MATCH_FLAGS(X) \
    X(json, "--json") \
    X(blind, "--blind") \
    X(duplicate, "--duplicate") \
    X(give_up, "--give-up")

/* What is wished of a match.  Texts are the caller's, and stay until the match is started; NULL: the option is left out. */
struct match_wish {
#define X(field, option) const char *field;
    MATCH_VALUES(X)
#undef X
#define X(field, option) bool field;
    MATCH_FLAGS(X)
#undef X
    const char *bot[MATCH_PARTIES], *cutter[MATCH_PARTIES]; /* up to the first NULL */
};

enum {
#define X(field, option) +2
    MATCH_VALUES_WORDS = MATCH_VALUES(X),
#undef X
#define X(field, option) +1
    MATCH_FLAGS_WORDS = MATCH_FLAGS(X),
#undef X
    MATCH_WORDS = 2 + MATCH_VALUES_WORDS + MATCH_FLAGS_WORDS + 4 * MATCH_PARTIES + 1, /* with the NULL at the end */
    MATCH_NUMBER = 24,
};

/* Its words, which end with NULL; they point into the wish. */
struct match_argv {
    const char *word[MATCH_WORDS];
};
/* All that is wished always finds room.  The words, as a program is started with them: a->word. */
char *const *match_argv(const struct match_wish *w, struct match_argv *a);

/* "17"; `text`, as the value of an option. */
const char *match_number(uint64_t n, char text[MATCH_NUMBER]);
/* Adds one to a list with commas between, as --names and --artifacts have it; what does not fit is cut off. */
void match_list_add(char *list, size_t room, const char *one);

/* How many matches this process plays beside each other, in the environment (FIEL_AT_ONCE) of all that it starts from then on, times as many
 * as its own starter had; 1 changes nothing.  The whole number: a match has one part in so many of what the machine has. */
unsigned match_at_once(unsigned matches);

#endif
