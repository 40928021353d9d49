/* match_events: what a match tells the program that started it, `fiel match --events FD`.
 *
 * One JSON object a line, on a descriptor that was inherited.  Every line has "event"; a line of a match of a
 * series (--duplicate) has "pair" (from 1) and "leg" ("a", "b") besides.
 *
 *   event     when                                        fields
 *   started   the match is about to begin or to go on     replay, pid (of `fiel match`), resumed, rules, games,
 *                                                         names, cutters (how many)
 *   seat      the seat of a remote party is open         seat, name, endpoint, server_key (hex): there it is to
 *             (again, where a new process took over)      be called; the endpoint may be another one then
 *   offered   every party has said who it is
 *   progress  at most ten a second                        hand, hands (finished), game, games_done, won (by each
 *                                                         scorer, last: by nobody), score
 *   game      a game is over                              game, winner (null: nobody), reason, seat (null, or at
 *                                                         fault), score, won; of several tables, table
 *   fault     a fault, with its effect                    as in the list of a result's faults
 *   result    last line: played, or decided by a fault    what --json prints; of a series for all of it
 *   parked    last line: SIGUSR1, or the referee ended    replay: `fiel match --resume REPLAY` goes on with it
 *   error     last line: none of the two                  text: what went wrong and what to do about it
 *
 * A reader that is behind misses `progress`, and is waited for with all others.  One that is gone is no reason
 * to end a match. */
#ifndef FIEL_MATCH_EVENTS_H
#define FIEL_MATCH_EVENTS_H

#include "match.h"

/* The match runs: its replay, pid, rules and names. */
void events_started(const struct match_run *m);
/* What the referee says, where it is for the starter. */
void events_take(const struct match_run *m, const struct control_frame *f);
/* The seat of a remote party is open. */
void events_seat(const struct match_run *m, unsigned seat);
/* The last line of one match that ended with this exit code. */
void events_end(const struct match_run *m, int code);
/* The last line of a series: `report` is what --json prints and is used up, NULL: there is none. */
struct json_t;
/* How a series of pairs ended, or with no report the last error; takes the report over.  Nothing where no events are wanted. */
void events_series_end(const struct match_options *o, struct json_t *report);
/* At the end of the process: its exit code, which tells where the disk took not all of them. */
int events_code(int code);

#endif
