/* show: the pieces that every page is made of. */
#ifndef FIEL_LADDER_SHOW_H
#define FIEL_LADDER_SHOW_H

#include "cli/said.h"
#include "site.h"
#include "site/words/words.h"
#include "store/store_legs.h"
#include "store/store_ratings.h"

/* A message in the guest's language, and of two the one that goes with a number, as T() and TN() of cli/language.h. */
static inline const char *TR(const struct http_request *r, const char *english)
{
    return language_text(language_called(guest_of(r)->language), english);
}

static inline const char *TNR(const struct http_request *r, const char *one, const char *many, uint64_t n)
{
    return language_counted(language_called(guest_of(r)->language), one, many, n);
}

static inline const char *say_name(const struct http_request *r, const char *name)
{
    return name_in(name, guest_of(r)->language);
}

/* A sentence of the store's or of a refusal as what came of a form, above the page's own content; NULL: nothing came. */
void show_said(struct page *p, const char *said);

/* The page brings its style sheet along: who comes for the first time does not wait for another answer.  Before show_top. */
void show_style(struct http_request *r, struct http_answer *a);
/* Everything above and below the content.  `module`: a file of ladder/web that draws on the page ("viewer.mjs"), or NULL. */
void show_top(struct http_request *r, struct page *p, const char *title,
              const char *module); /* ends before the heading */
void show_head(struct http_request *r, struct page *p, const char *title, const char *module);
void show_foot(struct http_request *r, struct page *p);

/* Of a page whose #way lives (web/start.mjs), in English. */
extern const char show_follows[];
/* What an event of matches now is known by; what an event is called: those have their name in the words of who asks. */
static const char now_cfg[] = "{\"now\":1}";
const char *event_called(struct http_request *r, const struct event *v);
/* Where somebody may go from a page that has nothing. */
void show_way_on(struct http_request *r, struct page *p);
/* A page, or for a program an answer, that says what the store said; returns the status. */
unsigned show_store_error(struct http_request *r, struct http_answer *a, const struct store_error *e);
/* The end of a page, 200; or, in its place, what the store said. */
unsigned show_end(struct http_request *r, struct http_answer *a, int bad, const struct store_error *e);

/* A long table has pages: the way from the one behind row `after` to those before and behind it, each of so many rows. */
void show_steps(struct http_request *r, struct page *p, int64_t after, int64_t rows, bool more);
/* "<a href=/bots/ana/truquero>ana/truquero</a> #3" */
void show_label(struct page *p, const struct version_label *who);
/* The same of a version's id; the id itself when it cannot be read. */
void show_version(struct http_request *r, struct page *p, int64_t version);
/* " provisional", behind an Elo of which the interval is wide yet. */
void show_provisional(struct http_request *r, struct page *p, const struct rating *x);
/* What is played there: "argentino · points that win a game: 30 · games a match: 5". */
void show_rules(struct http_request *r, struct page *p, const struct ladder *l);
/* The way to what two bots have come to against each other. */
void show_versus(struct page *p, const struct version_label *a, const struct version_label *b, const char *said);
/* " 1.5–0.5 (+12) ", the score in games and the points of a pair that is done. */
void show_score(struct page *p, const struct pair *x);
/* What these numbers are, below them. */
void show_score_told(struct http_request *r, struct page *p);
/* Adds a pair that is done, from this side of its first leg. */
void sum_pair(struct opponent *o, const struct pair *p, int side);
/* Cells of a row: pairs, score, points a hand, and of these what they came from; `mask` has a bit for each source that has a column,
 * all that sums_from() tells of some row. */
unsigned sums_from(const struct opponent *o);
void show_sums_head(struct http_request *r, struct page *p, unsigned mask);
void show_sums(struct page *p, const struct opponent *o, unsigned mask);
/* " · envido +3 · tricks -1": a pair's points by what they came from. */
void show_from(struct http_request *r, struct page *p, const struct pair *x);
struct column {
    const char *name;
    bool number; /* it stands at the right, as its cells do */
};
/* A table of this class as far as its first row; page_put(p, "</tbody></table></div>") ends it. */
void show_columns(struct http_request *r, struct page *p, const char *kind, const struct column *column, size_t count);
/* A long table has pages: the way from the one behind row `after` to those before and behind it, each of so many rows. */
void show_steps(struct http_request *r, struct page *p, int64_t after, int64_t rows, bool more);
/* "<a href=/bots/ana/truquero>ana/truquero</a>" */
void show_bot(struct page *p, const char *author, const char *name);

/* A match, unless it is kept from who asks until its event is over. */
int seen_leg(struct http_request *r, int64_t id, struct leg *l, struct store_error *e);
/* The same of a record by its hash: STORE_OK too where it is of no match. */
int seen_record(struct http_request *r, const uint8_t hash[STORE_HASH], struct store_error *e);
/* Who meets whom in it: of a knockout that tells who has won. */
bool seen_pair(struct http_request *r, const struct pair *x);
/* Who sits in a pair. */
void show_lineup(struct http_request *r, struct page *p, const struct pair *x);
/* Who played, the winner's side in bold. */
void show_players(struct http_request *r, struct page *p, const struct leg *l);
/* A sentence about this match, with the names of its bots where that says "seat 1". */
void show_of_seats(struct http_request *r, struct page *p, const struct leg *l, const char *text);
/* The same of what is said of this version alone: its seat is whichever is named. */
void show_reason(struct http_request *r, struct page *p, int64_t version, const char *said);
/* Who was at fault, by name, and what it was. */
void show_fault(struct http_request *r, struct page *p, const struct leg *l);
/* A table of a match's seats with their clocks and faults. */
void show_seats(struct http_request *r, struct page *p, const struct leg *l);
/* Where the visitor's browser verifies a record (ladder/web/named.mjs): the section names the match, the file and the arbiter's
 * key, of `own` and, when it is one leg of two, of its `twin`, and says once more what stands above it; what they are and whose word they are is told below it.  `own` NULL:
 * nothing is known of them, and the browser will verify nothing. */
struct proof_of {
    const uint8_t *match_id, *replay, *arbiter; /* STORE_HASH, STORE_HASH, STORE_KEY bytes */
    int64_t leg;
    const char *shown; /* what the page says of the match, as JSON; NULL: nothing */
};
void show_verification(struct http_request *r, struct page *p, const struct proof_of *own, const struct proof_of *twin);
/* Rows of matches, newest first, with a link to older ones that keeps `query` ("ladder=x&", encoded). */
void show_legs(struct http_request *r, struct page *p, const struct leg *leg, size_t n, size_t most, const char *query);

/* The id at this part of the path; 0 when it is none. */
int64_t id_at(const struct http_request *r, int part);
/* The same of a value of the query. */
int64_t id_query(const struct http_request *r, const char *name);

#endif
