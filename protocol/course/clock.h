/* clock: the arithmetic of thinking time, in int64 microseconds.  No time source of its own.
 *
 * A party is charged with time in which the arbiter's side ran and the party's own process could run, and with deaths and limits
 * that are its own (faults.h); everything else is the arbiter's, and recorded (ARBITER.md section 6).
 *
 * used   = came - left, both by the seat process, held inside the referee's own interval;
 * charge = what of it exceeds the grace; allowed = the smaller of cap and bank.
 * A charge above what is allowed is a timeout, as is silence for the budget = allowed + grace. */
#ifndef FIEL_CLOCK_H
#define FIEL_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct clock_rule {
    int64_t bank_us;  /* of each bot, per game */
    int64_t inc_us;   /* added after every decision */
    int64_t cap_us;   /* most for one decision */
    int64_t grace_us; /* of every decision, not charged */
};

/* Longest span a rule may hold: a hundred days.  Sums of a few of them are far from overflowing. */
#define CLOCK_LONGEST INT64_C(8640000000000)

/* Every value of the rule lies in 0..CLOCK_LONGEST. */
bool clock_rule_holds(const struct clock_rule *r);

/* What a decision may take, the grace included. */
int64_t clock_budget(const struct clock_rule *r, int64_t bank_us);

/* Holds a seat's stamps inside the referee's interval [sent, received]: afterwards
 * sent <= *left <= *came <= received, whatever the seat wrote.  sent <= received is the caller's. */
void clock_clamp(int64_t sent, int64_t received, int64_t *left, int64_t *came);

/* Charges one decision of `used_us` >= 0 to the bank.  False: it was a timeout (the bank pays what was
 * allowed).  Either way the increment is added for the next decision. */
bool clock_charge(const struct clock_rule *r, int64_t *bank_us, int64_t used_us);

/* The first multiple of the tick at or after `us` >= 0; `us` itself where there is no tick. */
int64_t clock_tick(int64_t us, int64_t tick_us);

/* a + b, staying at INT64_MAX or INT64_MIN instead of overflowing. */
int64_t clock_add(int64_t a, int64_t b);

#endif
