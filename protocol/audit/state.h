/* state: what the auditor knows between two records, for the files that walk over them. */
#ifndef FIEL_AUDIT_STATE_H
#define FIEL_AUDIT_STATE_H

#include "audit/audit.h"
#include "course/course.h"
#include "record/transcript.h"

enum { PACKS_KEPT = 32 }; /* hands of a table that are sealed or played at a time */

/* A message that a party was told. */
struct told_message {
    uint32_t size;          /* bytes in the envelope */
    struct chain view, pub; /* V and P after it */
};

struct told_party {
    struct chain view;
    struct told_message *told;
    size_t count, room;
    size_t *request;             /* of each table, which of them is its last REQUEST there */
    size_t *refused;             /* the same of its last REFUSED, where that came later */
    bool named;                  /* it has said HELLO */
    bool lost_once;              /* its seat's process was started again */
    bool still;                  /* its clock stands still until its HELLO, for a process of the arbiter's was lost, */
    uint64_t still_us;           /* since then */
    int64_t still_until_us;      /* at the longest */
    uint64_t paused_us;          /* the end of its last pause */
    bool troubled;               /* a process of its ended: it may not have heard everything */
    enum audit_ground signed_it; /* its last WRONG_SEAT or PROTEST: GROUND_WORD where no signature of its shows it */
};

/* What is dealt at a table, as far as it is known: with the seed all of it. */
struct known_deck {
    struct pack pack[PACKS_KEPT];
    uint32_t hand_of[PACKS_KEPT];
    uint32_t opened_hand; /* without the seed: what the record opens of this hand */
    uint8_t opening[FIEL_CARDS][OPENING];
};

struct audit_table {
    const struct position *position; /* as the course has it; NULL before the first hand */
    /* On what the fault rests that changed the open game, of several the one with the least behind it; and whose it was. */
    enum audit_ground touched;
    unsigned touched_by;
};

struct audit {
    struct replay file;
    struct record rec; /* the record being looked at */
    uint64_t number;   /* of it, from 1 */
    uint64_t last_us;
    struct audit_report *report;
    const uint8_t *pinned;

    struct header header;
    struct rules rules;
    card_t deck[FIEL_CARDS];
    unsigned cards, parties;
    struct course *course;            /* NULL before the header */
    struct twin twin;                 /* what a second leg takes from its primary */
    bool second_leg;                  /* that can be read */
    struct known_deck *known;         /* of each table */
    struct audit_table *table;        /* the same */
    uint32_t given[FIEL_SCORERS_MAX]; /* games that each scorer won after a fault of the other side in them, */
    enum audit_ground given_on;       /* and what stands behind those faults */
    uint8_t seed[HASH];
    bool has_seed; /* it is revealed, and is the one that was promised */

    struct chain pub;
    struct told_party party[PARTIES_MAX];
    uint8_t match_id[HASH];
    bool offered; /* it is known who signs, and what */

    char words[sizeof((struct msg *)0)->text]; /* why an answer was refused */

    unsigned resumed; /* the party whose RESUMED is due behind that of the one before; 0: none is */
    bool failed, no_memory;
    bool ended; /* the file ends in the middle of what an input causes */
    bool lost;  /* the arbiter was gone: what was due is forgotten */
    bool result_told;
    bool sign_wrong; /* the arbiter's signature in the message that is due does not hold */
    bool cut_wrong;  /* the cut of party `cut_of` in the DEAL that is due is not the primary's */
    unsigned cut_of;
    bool of_table; /* what is judged is of this table, and of several a sentence names it */
    uint32_t at_table;
    struct record hands_end; /* the last one; no payload: there was none */
};

/* The sentence of the first wrong record, and the must of spec/ARBITER.md that it breaks (0: none has a number); always false.  Later calls
 * change nothing. */
bool audit_fail(struct audit *x, enum audit_blame blame, unsigned must, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define ARBITER_LIES(x, ...) ARBITER_BREAKS((x), 0, __VA_ARGS__)
#define ARBITER_BREAKS(x, must, ...) audit_fail((x), BLAME_ARBITER, (must), __VA_ARGS__)

/* audit.c */
/* The next record becomes the one that is looked at.  False: there is none, or it fails. */
bool audit_step(struct audit *x);
/* The moment of the record that is looked at. */
int64_t audit_now(const struct audit *x);
/* It is the VOID of a match whose arbiter was gone (arbiter_forgets): *code says how; NULL: that is not asked. */
bool audit_says_lost(const struct record *rec, enum arbiter_code *code);

/* audit_ports.c: the ports of the course, answered from the record. */
struct course_ports audit_ports(struct audit *x);
/* The next record is SENT of these messages to the party, and no other (ARBITER.md section 4); of FIEL_NOBODY: it is looked at, and none is
 * due.  False: it fails, or there is none to look at. */
bool audit_leaves(struct audit *x, unsigned party, uint64_t first, uint64_t count);
void audit_kept_leaves(struct audit *x,
                       unsigned party); /* all that is kept for it, where there is anything and it hears */
/* From the first OFFER it is known whose signature closes the file.  False: it cannot be read. */
bool audit_offer(struct audit *x, const struct msg *m);
/* The head of a party that has so many messages, 1 at least. */
enum head_known audit_head_at(const struct audit *x, unsigned party, uint64_t have, uint8_t head[HASH]);

/* audit_words.c */
/* The message that is looked at has other bytes than these, which are due: in what it differs; false. */
bool audit_differs(struct audit *x, const struct msg *is, const void *bytes, size_t size);
/* This message is due, or with no `bytes` none is, and the record that is looked at is another; false. */
bool audit_unexpected(struct audit *x, unsigned type, unsigned visibility, const void *bytes, size_t size);
const char *audit_offer_wrong(const struct offer *o); /* what it may not say, in a phrase; NULL: nothing */
unsigned audit_seat_of(unsigned visibility);          /* the party that alone may see it; PARTIES_MAX: there is none */

/* audit_counts.c: what the report says beside the verdict. */
void audit_counts_message(struct audit *x, const struct msg *m);        /* it holds */
void audit_counts_event(struct audit *x, const struct course_event *e); /* something of the record befell the match */
/* An envelope was judged: whether its party's own signature shows the fault in it. */
void audit_counts_fault(struct audit *x, const struct input *in);
void audit_counts_pause(struct audit *x, const struct rec_pause *p);
/* From this moment on its clock stands still, or runs. */
void audit_counts_still(struct audit *x, unsigned party, bool still, uint64_t us);
void audit_counts_end(struct audit *x);

#endif
