/* report: the verdict for people, and the names of things. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

#include "cli/cells.h"
#include "cli/language.h"
#include "tell/fault.h"
#include "log/proof.h"

/* The arbiter that has the same rules as this auditor. */
#define ENGINE "fiel " FIEL_VERSION

const char *record_name(unsigned type, char text[24])
{
    switch (type) {
#define X(name, number, who, fields) \
    case number: return strcpy(text, #name);
        MESSAGES(X)
#undef X
    case REC_HEADER: return strcpy(text, "REC_HEADER");
    case REC_RECEIVED: return strcpy(text, "REC_RECEIVED");
    case REC_SENT: return strcpy(text, "REC_SENT");
    case REC_SILENCE: return strcpy(text, "REC_SILENCE");
    case REC_SEAT: return strcpy(text, "REC_SEAT");
    case REC_LOGGED: return strcpy(text, "REC_LOGGED");
    case REC_VOID: return strcpy(text, "REC_VOID");
    case REC_REVEAL_NOW: return strcpy(text, "REC_REVEAL_NOW");
    case REC_PAUSE: return strcpy(text, "REC_PAUSE");
    case REC_TRAILER: return strcpy(text, "REC_TRAILER");
    default: snprintf(text, 24, "type %u", type); return text;
    }
}

const char *fault_label(unsigned fault, char text[64])
{
    switch (fault) {
    case FAULT_NONE: return strcpy(text, "no fault");
#define X(name, number, owner, words) case number:
        FAULTS(X)
#undef X
        snprintf(text, 64, "\"%s\"", fault_name((enum fault)fault));
        return text;
    default: snprintf(text, 64, "fault %u", fault); return text;
    }
}

const char *verdict_label(unsigned verdict, unsigned fault, char text[96])
{
    char name[64];
    switch (verdict) {
    case VERDICT_ACCEPTED: return strcpy(text, "accepted");
    case VERDICT_REFUSED: return strcpy(text, "an illegal action");
    case VERDICT_IGNORED: return strcpy(text, "ignored");
    case VERDICT_FAULT: snprintf(text, 96, "the fault %s", fault_label(fault, name)); return text;
    default: snprintf(text, 96, "verdict %u", verdict); return text;
    }
}

static const char *blame_text(const struct audit_report *r)
{
    switch (r->blame) {
    case BLAME_NOBODY: return T("nobody");
    case BLAME_ARBITER: return T("the arbiter, who signed this file");
    case BLAME_FILE:
        return r->end == REPLAY_COMPLETE ? T("the file: it was changed, or the arbiter of this key never signed it")
                                         : T("the file: it is damaged, and no trailer vouches for it");
    }
    return "";
}

/* A text out of the file: whatever it holds, it does nothing to a terminal. */
void audit_print_clean(FILE *to, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        bool c1 = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0;
        fputc(*c < 32 || *c == 127 || c1 ? '?' : *c, to);
        if (c1)
            c++;
    }
}

/* The name of a row, in the column that all of them have. */
static void print_row(FILE *to, const char *name)
{
    fputs("  ", to);
    cell_left(to, AUDIT_HANG - 2, name);
}

/* A row that is one sentence. */
static void print_said(FILE *to, const char *name, const char *sentence)
{
    print_row(to, name);
    fprintf(to, "%s\n", sentence);
}

/* The verdict in a word or two. */
static const char *verdict_word(const struct audit_report *r)
{
    switch (r->outcome) {
    case AUDIT_VALID: break;
    case AUDIT_UNFINISHED: return T("unfinished");
    case AUDIT_UNWITNESSED: return T("NOT witnessed");
    case AUDIT_WRONG: return T("NOT valid");
    }
    return T("valid");
}

static void print_valid(FILE *to, const struct audit_report *r)
{
    if (r->has_policy && r->witnesses)
        fprintf(to, T("; witnessed by %u of %u, which is the quorum %s"), r->cosigned, r->witnesses, r->quorum);
    audit_print_rests(to, "; ", r);
    fputc('\n', to);
}

/* What goes on behind the verdict's word. */
static void print_verdict(FILE *to, const struct audit_report *r)
{
    char type[24];
    switch (r->outcome) {
    case AUDIT_VALID: print_valid(to, r); return;
    case AUDIT_UNFINISHED:
        fprintf(to, T(": the first %ju records are valid; the file %s\n"), r->counts.records,
                T(replay_end_text(r->end)));
        return;
    case AUDIT_UNWITNESSED: fputs(T(": every record is right, and what the policy asks for is not there: "), to); break;
    case AUDIT_WRONG:
        fprintf(to, T(": record %ju at byte %ju"), r->record, r->offset);
        fprintf(to, "%s%s: ", r->type ? ", " : "", r->type ? record_name(r->type, type) : "");
        break;
    }
    audit_print_clean(to, r->wrong);
    if (r->must)
        fprintf(to, " (spec/ARBITER.md A%u)", r->must);
    fputc('\n', to);
}

/* The file's name and the verdict's word, which are not parted; how many columns. */
static int print_head(FILE *to, const char *name, const struct audit_report *r)
{
    const char *word = verdict_word(r);
    fprintf(to, "%s: %s", name, word);
    return cell_columns(name) + 2 + cell_columns(word);
}

void audit_print_quiet(FILE *to, const char *name, const struct audit_report *r)
{
    print_head(to, name, r);
    print_verdict(to, r);
}

/* How the fault that decided a match stands behind who wins. */
static void print_fault(FILE *to, const struct result *x)
{
    char words[FAULT_SAID];
    fault_told(words, language_spoken(), x->fault, x->fault_a, x->fault_b);
    if (x->fault_seat == FIEL_NOBODY)
        fprintf(to, T(" by the arbiter's fault: %s"), words);
    else if (x->outcome == END_STOPPED)
        fprintf(to, T("; stopped by a fault of cutter %u: %s"), x->fault_seat, words);
    else
        fprintf(to, T(" by a fault of seat %u: %s"), x->fault_seat, words);
}

static void print_winner(FILE *to, const struct result *x)
{
    if (x->winner < x->scorers)
        fprintf(to, x->scorers == 2 ? T("; side %u wins") : T("; seat %u wins"), x->winner);
    else if (x->outcome == END_STOPPED)
        fputs(T("; nobody wins"), to);
    else
        fputs(T("; a draw"), to);
}

static void print_result(FILE *to, const struct audit_report *r)
{
    const struct result *x = &r->result;
    print_row(to, T("result"));
    fputs(T("games "), to);
    for (unsigned s = 0; s < x->scorers; s++)
        fprintf(to, "%s%u", s ? "-" : "", x->games[s]);
    if (x->games[x->scorers])
        fprintf(to, TN(", %u drawn", ", %u drawn", x->games[x->scorers]), x->games[x->scorers]);
    fputs(T("; points "), to);
    for (unsigned s = 0; s < x->scorers; s++)
        fprintf(to, "%s%" PRId64, s ? "-" : "", x->points[s]);
    print_winner(to, x);
    if (x->fault)
        print_fault(to, x);
    fputc('\n', to);
}

static void print_offer(FILE *to, const struct audit_report *r)
{
    char hex[2 * HASH + 1], name[32];
    const struct offer *o = &r->offer;
    print_said(to, T("match"), hex_text(hex, r->match_id, HASH));
    print_said(to, T("arbiter"), hex_text(hex, o->arbiter, ID));
    print_said(to, "", T("(the key that signed)"));
    print_row(to, T("played"));
    audit_print_clean(to, o->rules);
    fprintf(to, TN(", %u game\n", ", %u games\n", o->games), o->games);
    print_row(to, T("seats"));
    for (unsigned i = 0; i < o->seats; i++) {
        fprintf(to, "%s%u ", i ? ", " : "", i);
        audit_print_clean(to, o->name[i]);
    }
    fputc('\n', to);
    for (unsigned i = o->seats; i < (unsigned)o->seats + o->cutters; i++) {
        snprintf(name, sizeof name, "%s %u", T("cutter"), i);
        print_said(to, name, hex_text(hex, o->key[i], ID));
        print_said(to, "", T("(its key)"));
    }
}

static void print_counts(FILE *to, const struct audit_report *r)
{
    const char *before = NULL;
#define X(name, one, many) \
    if (r->counts.name) { \
        if (!before) \
            print_row(to, T("checked")); \
        fprintf(to, "%s%" PRIu64 " %s", before ? before : "", r->counts.name, r->counts.name == 1 ? one : many); \
        before = ", "; \
    }
    AUDIT_COUNTS(X)
#undef X
    if (before)
        fputc('\n', to);
}

/* How far each party's own signature goes. */
static void print_signed(FILE *to, const struct audit_report *r)
{
    print_row(to, T("signed"));
    for (unsigned i = 0; i < (unsigned)r->offer.seats + r->offer.cutters; i++)
        fprintf(to, i < r->offer.seats ? T("%sseat %u %u of %u hands") : T("%scutter %u %u of %u hands"), i ? ", " : "",
                i, r->signed_to[i], r->hands);
    if (r->offer.sign == SIGN_DECISION)
        fputs(T("; each decision is signed besides"), to);
    fputc('\n', to);
}

/* "1.250", in seconds. */
static const char *seconds_text(unsigned long long us, char text[48])
{
    snprintf(text, 48, "%llu.%03llu", us / 1000000, us / 1000 % 1000);
    return language_decimals(text);
}

/* Whose time stood still and why; it rests on the arbiter's word. */
static void print_pauses(FILE *to, const struct audit_report *r, unsigned party)
{
#define X(name, number, text) [number] = text,
    static const char *const why[] = { PAUSES(X) };
#undef X
    unsigned long long us = r->paused_us[party];
    const char *between = ": ";
    char seconds[48];
    if (us == 0)
        return;
    print_row(to, T("paused"));
    fprintf(to, T("party %u %s s, not charged to any bot (so the arbiter says)"), party, seconds_text(us, seconds));
    for (unsigned i = 0; i <= PAUSE_BOT; i++) {
        us = r->paused_for_us[party][i];
        if (us > 0)
            fprintf(to, "%s%s %s s", between, T(why[i]), seconds_text(us, seconds));
        between = us > 0 ? ", " : between;
    }
    fputc('\n', to);
}

/* Of a record it cannot be told whether its host could read what a bot waited for. */
static void print_unread(FILE *to, const struct audit_report *r, unsigned party)
{
    unsigned late = r->timeouts[party];
    if (late == 0 || r->paused_for_us[party][PAUSE_BOT] > 0)
        return;
    print_row(to, T("note"));
    fprintf(to, TN("seat %u was too late %u time", "seat %u was too late %u times", late), party, late);
    fputs(T(", and nothing was given back to it for want of a processor: it had one, or its host cannot read "
            "that (without a cgroup for each bot, for one with child processes, for a remote bot)\n"),
          to);
}

static void print_engine(FILE *to, const char *engine)
{
    print_row(to, T("note"));
    fputs(T("recorded by "), to);
    audit_print_clean(to, engine);
    fputs("; this auditor knows the rules of " ENGINE "\n", to);
}

/* How many have signed the checkpoint beside the log, known or not. */
unsigned audit_cosignatures(const struct audit_report *r)
{
    size_t size = 0;
    const char *note = r->proof_size ? proof_checkpoint((const char *)r->proof, r->proof_size, &size) : NULL;
    unsigned lines = note ? checkpoint_lines(note, size) : 0;
    return lines ? lines - 1 : 0;
}

static void print_logged(FILE *to, const struct audit_report *r)
{
    unsigned others = audit_cosignatures(r);
    print_row(to, T("logged"));
    fprintf(to, T("match %llu of %s: fiel-audit log checks the log itself\n"), (unsigned long long)r->offer.number,
            r->offer.log_key);
    if (!r->proof_size || (others > 0 && r->has_policy))
        return;
    print_row(to, T("witnesses"));
    if (others == 0)
        fputs(T("none: that the log is the same for everybody is its host's word\n"), to);
    else
        fprintf(to,
                TN("%u signature beside the log's, not looked at: name whom you believe with --policy\n",
                   "%u signatures beside the log's, not looked at: name whom you believe with --policy\n", others),
                others);
}

struct clock_spans audit_clock(const struct offer *o)
{
    return (struct clock_spans){ .us = { [CLOCK_BANK] = (int64_t)o->bank_us,
                                         [CLOCK_INC] = (int64_t)o->inc_us,
                                         [CLOCK_CAP] = (int64_t)o->cap_us,
                                         [CLOCK_GRACE] = (int64_t)o->grace_us,
                                         [CLOCK_START] = (int64_t)o->start_us,
                                         [CLOCK_DUTY] = (int64_t)o->duty_us } };
}

unsigned audit_outsiders(const struct offer *o)
{
    unsigned elsewhere = 0;
    for (unsigned i = 0; i < (unsigned)o->seats + o->cutters; i++)
        elsewhere += o->held[i] == HELD_REMOTE;
    return elsewhere;
}

/* Whose cut is nobody's who plays. */
static void print_by_lines(FILE *to, const struct audit_report *r)
{
    for (unsigned i = 0; i < r->offer.seats; i++) {
        if (!r->by_lines[i])
            continue;
        print_row(to, T("note"));
        fprintf(to,
                T("seat %u plays by lines: the host's program cut for it (so that says), which proves nothing about "
                  "who chose the cards unless another party cut\n"),
                i);
    }
}

/* What of the deal rests on something else than the seed of a match that stands alone. */
static void print_deal(FILE *to, const struct audit_report *r)
{
    const char *warning = T("warning"), *note = T("note");
    if (r->offer.seed_source == SEED_FIXED && r->outcome != AUDIT_VALID) /* whose first line says it */
        print_said(to, warning, T("its operator fixed the seed and knew every card"));
    if (!r->has_seed && r->outcome != AUDIT_WRONG)
        print_said(to, warning, T("the seed is not revealed: the deal is checked against the seals alone"));
    print_by_lines(to, r);
    if (audit_outsiders(&r->offer) == 0)
        print_said(to, note,
                   T("nobody from outside cut: who holds the match and all its bots could have chosen the cards"));
    if (r->offer.reveal == REVEAL_PAIR)
        print_said(to, note,
                   audit_alone(r) ? T("the first leg of a pair, not played to its end: there is no twin")
                                  : T("the first leg of a pair: fiel-audit --pair checks it with its twin"));
    if (r->offer.twin_size)
        print_said(to, note,
                   T("the second leg of a pair, checked against what its offer says of the first; that "
                     "the first was played so, fiel-audit --pair checks with its file"));
}

static void print_unheld(FILE *to, const struct audit_report *r)
{
    const char *before = "";
    print_row(to, T("unheld"));
    for (unsigned i = 0; i < r->offer.seats; i++) {
        if (r->offer.held[i] == HELD_STRICT)
            continue;
        fprintf(to, T("%sseat %u %s"), before, i, T(held_text(r->offer.held[i])));
        before = ", ";
    }
    fputs(T(": what sat there may remember the other leg's cards (so the arbiter says; no record proves a jail)\n"),
          to);
}

/* A row a line, however long. */
static void print_rows(FILE *to, const struct audit_report *r)
{
    if (r->outcome == AUDIT_WRONG)
        print_said(to, T("to blame"), blame_text(r));
    if (r->outcome == AUDIT_WRONG && r->has_offer && strcmp(r->offer.engine, ENGINE))
        print_engine(to, r->offer.engine);
    if (r->has_offer)
        print_offer(to, r);
    print_counts(to, r);
    if (r->has_result)
        print_result(to, r);
    if (r->has_result)
        print_signed(to, r);
    if (r->has_offer)
        print_deal(to, r);
    if (r->has_offer && offer_of_pair(&r->offer) && offer_unheld(&r->offer))
        print_unheld(to, r);
    for (unsigned i = 0; i < PARTIES_MAX; i++)
        print_pauses(to, r, i);
    for (unsigned i = 0; i < PARTIES_MAX; i++)
        print_unread(to, r, i);
    if (r->has_offer && !r->offer.log_key[0])
        print_said(to, T("note"), T("not logged: nothing proves that this match was not one of several played"));
    else if (r->has_offer)
        print_logged(to, r);
}

void audit_print(FILE *to, const char *name, const struct audit_report *r)
{
    struct cell_page page;
    FILE *rows = cell_page_open(&page, to, print_head(to, name, r), AUDIT_HANG);
    print_verdict(rows, r);
    print_rows(rows, r);
    cell_page_close(&page);
}
