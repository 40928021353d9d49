/* report: the verdict for people, and the names of things. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

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

char *score_label(const uint16_t *score, unsigned scorers, char text[SCORE_TEXT])
{
    size_t n = 0;
    text[0] = '\0';
    for (unsigned s = 0; s < scorers; s++)
        n += (size_t)snprintf(text + n, SCORE_TEXT - n, "%s%u", s ? "-" : "", score[s]);
    return text;
}

static const char *blame_text(const struct audit_report *r)
{
    switch (r->blame) {
    case BLAME_NOBODY: return "nobody";
    case BLAME_ARBITER: return "the arbiter, who signed this file";
    case BLAME_FILE:
        return r->end == REPLAY_COMPLETE ? "the file: it was changed, or this arbiter never signed it"
                                         : "the file: it is damaged, and no trailer vouches for it";
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

static void print_valid(FILE *to, const struct audit_report *r)
{
    if (r->has_policy && r->witnesses)
        fprintf(to, "; witnessed by %u of %u, which is the quorum %s", r->cosigned, r->witnesses, r->quorum);
    audit_print_rests(to, "; ", r);
}

static void print_verdict(FILE *to, const char *name, const struct audit_report *r)
{
    char type[24];
    switch (r->outcome) {
    case AUDIT_VALID:
        fprintf(to, "%s: valid", name);
        print_valid(to, r);
        fputc('\n', to);
        return;
    case AUDIT_UNFINISHED:
        fprintf(to, "%s: unfinished: the first %" PRIu64 " records are valid; %s\n", name, r->counts.records, r->wrong);
        return;
    case AUDIT_UNWITNESSED:
        fprintf(to, "%s: NOT witnessed: every record is right, and what the policy asks for is not there: ", name);
        audit_print_clean(to, r->wrong);
        fputc('\n', to);
        return;
    case AUDIT_WRONG:
        fprintf(to, "%s: NOT valid: record %" PRIu64 " at byte %" PRIu64, name, r->record, r->offset);
        fprintf(to, "%s%s: ", r->type ? ", " : "", r->type ? record_name(r->type, type) : "");
        audit_print_clean(to, r->wrong);
        fputc('\n', to);
        return;
    }
}

void audit_print_quiet(FILE *to, const char *name, const struct audit_report *r) { print_verdict(to, name, r); }

static void print_result(FILE *to, const struct audit_report *r)
{
    const struct result *x = &r->result;
    fputs("  result     games ", to);
    for (unsigned s = 0; s < x->scorers; s++)
        fprintf(to, "%s%u", s ? "-" : "", x->games[s]);
    if (x->games[x->scorers])
        fprintf(to, ", %u drawn", x->games[x->scorers]);
    fputs("; points ", to);
    for (unsigned s = 0; s < x->scorers; s++)
        fprintf(to, "%s%" PRId64, s ? "-" : "", x->points[s]);
    if (x->winner == x->scorers)
        fputs(x->outcome == END_STOPPED ? "; nobody wins" : "; a draw", to);
    else
        fprintf(to, "; %s %u wins", x->scorers == 2 ? "side" : "seat", x->winner);
    if (x->fault) {
        char why[256];
        fault_text((enum fault)x->fault, x->fault_a, x->fault_b, why, sizeof why);
        if (x->fault_seat == NOBODY)
            fprintf(to, " by the arbiter's fault: %s", why);
        else if (x->outcome == END_STOPPED)
            fprintf(to, "; stopped by a fault of cutter %u: %s", x->fault_seat, why);
        else
            fprintf(to, " by a fault of seat %u: %s", x->fault_seat, why);
    }
    fputc('\n', to);
}

static void print_offer(FILE *to, const struct audit_report *r)
{
    char hex[2 * HASH + 1];
    const struct offer *o = &r->offer;
    fprintf(to, "  match      %s\n", hex_text(hex, r->match_id, HASH));
    fprintf(to, "  arbiter    %s (the key that signed)\n", hex_text(hex, o->arbiter, ID));
    fputs("  played     ", to);
    audit_print_clean(to, o->rules);
    fprintf(to, ", %u game%s\n  seats      ", o->games, o->games == 1 ? "" : "s");
    for (unsigned i = 0; i < o->seats; i++) {
        fprintf(to, "%s%u ", i ? ", " : "", i);
        audit_print_clean(to, o->name[i]);
    }
    fputc('\n', to);
    for (unsigned i = o->seats; i < (unsigned)o->seats + o->cutters; i++)
        fprintf(to, "  cutter %-2u  %s (its key)\n", i, hex_text(hex, o->key[i], ID));
}

static void print_counts(FILE *to, const struct audit_report *r)
{
    const char *before = "  checked    ";
    unsigned column = 0;
#define X(name, one, many) \
    if (r->counts.name) { \
        column += (unsigned)fprintf(to, "%s%" PRIu64 " %s", before, r->counts.name, r->counts.name == 1 ? one : many); \
        before = column > 80 ? (column = 0, ",\n             ") : ", "; \
    }
    AUDIT_COUNTS(X)
#undef X
    fputc('\n', to);
}

/* How far each party's own signature goes. */
static void print_signed(FILE *to, const struct audit_report *r)
{
    fputs("  signed     ", to);
    for (unsigned i = 0; i < (unsigned)r->offer.seats + r->offer.cutters; i++)
        fprintf(to, "%s%s %u %u of %u hands", i ? ", " : "", i < r->offer.seats ? "seat" : "cutter", i, r->signed_to[i],
                r->hands);
    fputs(r->offer.sign == SIGN_DECISION ? "; each decision is signed besides\n" : "\n", to);
}

/* Whose time stood still and why; it rests on the arbiter's word. */
static void print_pauses(FILE *to, const struct audit_report *r, unsigned party)
{
#define X(name, number, text) [number] = text,
    static const char *const why[] = { PAUSES(X) };
#undef X
    unsigned long long us = r->paused_us[party];
    const char *between = ": ";
    if (us == 0)
        return;
    fprintf(to, "  paused     party %u %llu.%03llu s, which were nobody's (so the arbiter says)", party, us / 1000000,
            us / 1000 % 1000);
    for (unsigned i = 0; i <= PAUSE_LINE; i++) {
        us = r->paused_for_us[party][i];
        if (us > 0)
            fprintf(to, "%s%s %llu.%03llu s", between, why[i], us / 1000000, us / 1000 % 1000);
        between = us > 0 ? ", " : between;
    }
    fputc('\n', to);
}

/* Of a record it cannot be told whether its host could read what a bot waited for. */
static void print_unread(FILE *to, const struct audit_report *r, unsigned party)
{
    if (r->timeouts[party] > 0 && r->paused_for_us[party][PAUSE_BOT] == 0)
        fprintf(to,
                "  note       seat %u was too late %u time%s, and nothing was given back to it for want of a "
                "processor: it had one,\n"
                "             or its host cannot read that (without a cgroup for each bot, for one with child "
                "processes, for a remote bot)\n",
                party, r->timeouts[party], r->timeouts[party] == 1 ? "" : "s");
}

static void print_engine(FILE *to, const char *engine)
{
    fputs("  note       recorded by ", to);
    audit_print_clean(to, engine);
    fputs("; this auditor knows the rules of " ENGINE "\n", to);
}

/* How many have signed the checkpoint beside the log, whoever they are. */
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
    fprintf(to, "  logged     match %llu of %.63s: fiel-audit log checks the log itself\n",
            (unsigned long long)r->offer.number, r->offer.log_key);
    if (r->proof_size && others == 0)
        fputs("  witnesses  none: that the log is the same for everybody is its host's word\n", to);
    else if (r->proof_size && !r->has_policy)
        fprintf(to,
                "  witnesses  %u signature%s beside the log's, not looked at: name whom you believe with --policy\n",
                others, others == 1 ? "" : "s");
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

void audit_print(FILE *to, const char *name, const struct audit_report *r)
{
    char unheld[UNHELD_TEXT];
    print_verdict(to, name, r);
    if (r->outcome == AUDIT_WRONG)
        fprintf(to, "  to blame   %s\n", blame_text(r));
    if (r->outcome == AUDIT_WRONG && r->has_offer && strcmp(r->offer.engine, ENGINE))
        print_engine(to, r->offer.engine);
    if (r->has_offer)
        print_offer(to, r);
    print_counts(to, r);
    if (r->has_result)
        print_result(to, r);
    if (r->has_result)
        print_signed(to, r);
    if (r->has_offer && r->offer.seed_source == SEED_FIXED)
        fputs("  warning    the seed was fixed by the operator: nobody should trust this deal\n", to);
    if (r->has_offer && !r->has_seed)
        fputs("  warning    the seed is not revealed: the deal is checked against the seals alone\n", to);
    if (r->has_offer && r->offer.reveal == REVEAL_PAIR)
        fputs(audit_alone(r) ? "  note       the first leg of a pair, not played to its end: there is no twin\n"
                             : "  note       the first leg of a pair: fiel-audit --pair checks it with its twin\n",
              to);
    if (r->has_offer && r->offer.twin_size)
        fputs("  note       the second leg of a pair, checked against what its offer says of the first; that the\n"
              "             first was played so, fiel-audit --pair checks with its file\n",
              to);
    if (r->has_offer && offer_of_pair(&r->offer) && offer_unheld(&r->offer))
        fprintf(to,
                "  unheld     %s: what sat there may remember the other leg's cards\n"
                "             (so the arbiter says; no record proves a jail)\n",
                unheld_text(r->offer.held, r->offer.seats, unheld));
    for (unsigned i = 0; i < PARTIES_MAX; i++)
        print_pauses(to, r, i);
    for (unsigned i = 0; i < PARTIES_MAX; i++)
        print_unread(to, r, i);
    if (r->has_offer && !r->offer.log_key[0])
        fputs("  note       not logged: nothing proves that this match was not one of several played\n", to);
    else if (r->has_offer)
        print_logged(to, r);
}
