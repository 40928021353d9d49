/* report: the verdict for people, and the names of things. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

#include "cli/cells.h"
#include "cli/language.h"
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
    case BLAME_NOBODY: return tongue("nobody", "nadie", "ninguém");
    case BLAME_ARBITER:
        return tongue("the arbiter, who signed this file", "el árbitro, que firmó este archivo",
                      "o árbitro, que assinou este arquivo");
    case BLAME_FILE:
        return r->end == REPLAY_COMPLETE ? tongue("the file: it was changed, or this arbiter never signed it",
                                                  "el archivo: fue cambiado, o este árbitro nunca lo firmó",
                                                  "o arquivo: foi mudado, ou este árbitro nunca o assinou")
                                         : tongue("the file: it is damaged, and no trailer vouches for it",
                                                  "el archivo: está dañado, y ningún cierre responde por él",
                                                  "o arquivo: está danificado, e nenhum fecho responde por ele");
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

/* What is wrong, in the language that is spoken. */
static void print_wrong(FILE *to, const struct audit_report *r)
{
    char words[AUDIT_TOLD];
    audit_print_clean(to, audit_told(r->wrong, words));
    fputc('\n', to);
}

/* The name of a row, in the column that all of them have. */
static void print_row(FILE *to, const char *name)
{
    fputs("  ", to);
    cell_left(to, AUDIT_HANG - 2, name);
}

/* The verdict in a word or two. */
static const char *verdict_word(const struct audit_report *r)
{
    switch (r->outcome) {
    case AUDIT_VALID: break;
    case AUDIT_UNFINISHED: return tongue("unfinished", "inconclusa", "inacabada");
    case AUDIT_UNWITNESSED: return tongue("NOT witnessed", "SIN TESTIGOS", "SEM TESTEMUNHAS");
    case AUDIT_WRONG: return tongue("NOT valid", "NO es válida", "NÃO é válida");
    }
    return tongue("valid", "válida", "válida");
}

static void print_valid(FILE *to, const struct audit_report *r)
{
    if (r->has_policy && r->witnesses)
        fprintf(to,
                tongue("; witnessed by %u of %u, which is the quorum %s",
                       "; la atestiguaron %u de %u, que es el quórum %s",
                       "; testemunharam %u de %u, que é o quórum %s"),
                r->cosigned, r->witnesses, r->quorum);
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
        fprintf(to,
                tongue(": the first %" PRIu64 " records are valid; ",
                       ": los primeros %" PRIu64 " registros son válidos; ",
                       ": os primeiros %" PRIu64 " registros são válidos; "),
                r->counts.records);
        break;
    case AUDIT_UNWITNESSED:
        fputs(tongue(": every record is right, and what the policy asks for is not there: ",
                     ": cada registro está bien, y lo que pide la política no está: ",
                     ": cada registro está certo, e o que a política pede não está: "),
              to);
        break;
    case AUDIT_WRONG:
        fprintf(to,
                tongue(": record %" PRIu64 " at byte %" PRIu64, ": registro %" PRIu64 " en el byte %" PRIu64,
                       ": registro %" PRIu64 " no byte %" PRIu64),
                r->record, r->offset);
        fprintf(to, "%s%s: ", r->type ? ", " : "", r->type ? record_name(r->type, type) : "");
        break;
    }
    print_wrong(to, r);
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
    char why[256], words[AUDIT_TOLD];
    fault_text((enum fault)x->fault, x->fault_a, x->fault_b, why, sizeof why);
    audit_told(why, words);
    if (x->fault_seat == NOBODY)
        fprintf(
            to,
            tongue(" by the arbiter's fault: %s", " por una falta del árbitro: %s", " por uma falta do árbitro: %s"),
            words);
    else if (x->outcome == END_STOPPED)
        fprintf(to,
                tongue("; stopped by a fault of cutter %u: %s", "; detenida por una falta del cortador %u: %s",
                       "; interrompida por uma falta do cortador %u: %s"),
                x->fault_seat, words);
    else
        fprintf(to,
                tongue(" by a fault of seat %u: %s", " por una falta del asiento %u: %s",
                       " por uma falta do assento %u: %s"),
                x->fault_seat, words);
}

static void print_winner(FILE *to, const struct result *x)
{
    if (x->winner < x->scorers)
        fprintf(to,
                x->scorers == 2 ? tongue("; side %u wins", "; gana el lado %u", "; vence o lado %u")
                                : tongue("; seat %u wins", "; gana el asiento %u", "; vence o assento %u"),
                x->winner);
    else if (x->outcome == END_STOPPED)
        fputs(tongue("; nobody wins", "; no gana nadie", "; ninguém vence"), to);
    else
        fputs(tongue("; a draw", "; empate", "; empate"), to);
}

static void print_result(FILE *to, const struct audit_report *r)
{
    const struct result *x = &r->result;
    print_row(to, tongue("result", "resultado", "resultado"));
    fputs(tongue("games ", "partidos ", "jogos "), to);
    for (unsigned s = 0; s < x->scorers; s++)
        fprintf(to, "%s%u", s ? "-" : "", x->games[s]);
    if (x->games[x->scorers])
        fprintf(to,
                x->games[x->scorers] == 1 ? tongue(", %u drawn", ", %u empatado", ", %u empatado")
                                          : tongue(", %u drawn", ", %u empatados", ", %u empatados"),
                x->games[x->scorers]);
    fputs(tongue("; points ", "; puntos ", "; pontos "), to);
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
    print_row(to, tongue("match", "partida", "partida"));
    fprintf(to, "%s\n", hex_text(hex, r->match_id, HASH));
    print_row(to, tongue("arbiter", "árbitro", "árbitro"));
    fprintf(to, "%s\n", hex_text(hex, o->arbiter, ID));
    print_row(to, "");
    fputs(tongue("(the key that signed)\n", "(la clave que firmó)\n", "(a chave que assinou)\n"), to);
    print_row(to, tongue("played", "se jugó", "jogou-se"));
    audit_print_clean(to, o->rules);
    fprintf(to,
            o->games == 1 ? tongue(", %u game\n", ", %u partido\n", ", %u jogo\n")
                          : tongue(", %u games\n", ", %u partidos\n", ", %u jogos\n"),
            o->games);
    print_row(to, tongue("seats", "asientos", "assentos"));
    for (unsigned i = 0; i < o->seats; i++) {
        fprintf(to, "%s%u ", i ? ", " : "", i);
        audit_print_clean(to, o->name[i]);
    }
    fputc('\n', to);
    for (unsigned i = o->seats; i < (unsigned)o->seats + o->cutters; i++) {
        snprintf(name, sizeof name, "%s %u", tongue("cutter", "cortador", "cortador"), i);
        print_row(to, name);
        fprintf(to, "%s\n", hex_text(hex, o->key[i], ID));
        print_row(to, "");
        fputs(tongue("(its key)\n", "(su clave)\n", "(a sua chave)\n"), to);
    }
}

static void print_counts(FILE *to, const struct audit_report *r)
{
    const char *before = NULL;
#define X(name, one, many, uno, muchos, um, muitos) \
    if (r->counts.name) { \
        if (!before) \
            print_row(to, tongue("checked", "revisado", "conferido")); \
        fprintf(to, "%s%" PRIu64 " %s", before ? before : "", r->counts.name, \
                r->counts.name == 1 ? tongue(one, uno, um) : tongue(many, muchos, muitos)); \
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
    print_row(to, tongue("signed", "firmado", "assinado"));
    for (unsigned i = 0; i < (unsigned)r->offer.seats + r->offer.cutters; i++)
        fprintf(
            to,
            i < r->offer.seats
                ? tongue("%sseat %u %u of %u hands", "%sasiento %u %u de %u manos", "%sassento %u %u de %u mãos")
                : tongue("%scutter %u %u of %u hands", "%scortador %u %u de %u manos", "%scortador %u %u de %u mãos"),
            i ? ", " : "", i, r->signed_to[i], r->hands);
    if (r->offer.sign == SIGN_DECISION)
        fputs(tongue("; each decision is signed besides", "; además se firma cada decisión",
                     "; além disso assina-se cada decisão"),
              to);
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
    char seconds[48], words[AUDIT_TOLD];
    if (us == 0)
        return;
    print_row(to, tongue("paused", "en pausa", "em pausa"));
    fprintf(to,
            tongue("party %u %s s, which were nobody's (so the arbiter says)",
                   "parte %u %s s, que no fueron de nadie (lo dice el árbitro)",
                   "parte %u %s s, que não foram de ninguém (o árbitro o diz)"),
            party, seconds_text(us, seconds));
    for (unsigned i = 0; i <= PAUSE_LINE; i++) {
        us = r->paused_for_us[party][i];
        if (us > 0)
            fprintf(to, "%s%s %s s", between, audit_told(why[i], words), seconds_text(us, seconds));
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
    print_row(to, tongue("note", "nota", "nota"));
    fprintf(to,
            late == 1 ? tongue("seat %u was too late %u time", "el asiento %u llegó tarde %u vez",
                               "o assento %u chegou tarde %u vez")
                      : tongue("seat %u was too late %u times", "el asiento %u llegó tarde %u veces",
                               "o assento %u chegou tarde %u vezes"),
            party, late);
    fputs(tongue(", and nothing was given back to it for want of a processor: it had one, or its host cannot read "
                 "that (without a cgroup for each bot, for one with child processes, for a remote bot)\n",
                 ", y no se le devolvió nada por falta de procesador: tenía uno, o su máquina no puede leerlo (sin un "
                 "cgroup por bot, de uno con procesos hijos, de un bot remoto)\n",
                 ", e nada lhe foi devolvido por falta de processador: tinha um, ou a sua máquina não pode lê-lo (sem "
                 "um cgroup por bot, de um com processos filhos, de um bot remoto)\n"),
          to);
}

static void print_engine(FILE *to, const char *engine)
{
    print_row(to, tongue("note", "nota", "nota"));
    fputs(tongue("recorded by ", "lo registró ", "registrado por "), to);
    audit_print_clean(to, engine);
    fputs(tongue("; this auditor knows the rules of " ENGINE "\n", "; este auditor conoce las reglas de " ENGINE "\n",
                 "; este auditor conhece as regras de " ENGINE "\n"),
          to);
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
    print_row(to, tongue("logged", "inscrita", "inscrita"));
    fprintf(to,
            tongue("match %llu of %.63s: fiel-audit log checks the log itself\n",
                   "partida %llu de %.63s: fiel-audit log revisa el registro mismo\n",
                   "partida %llu de %.63s: fiel-audit log confere o próprio registro\n"),
            (unsigned long long)r->offer.number, r->offer.log_key);
    if (!r->proof_size || (others > 0 && r->has_policy))
        return;
    print_row(to, tongue("witnesses", "testigos", "testemunho"));
    if (others == 0)
        fputs(tongue("none: that the log is the same for everybody is its host's word\n",
                     "ninguno: que el registro sea el mismo para todos es palabra de la organización\n",
                     "nenhuma: que o registro seja o mesmo para todos é palavra da organização\n"),
              to);
    else
        fprintf(to,
                others == 1
                    ? tongue("%u signature beside the log's, not looked at: name whom you believe with --policy\n",
                             "%u firma además de la del registro, sin mirar: nombrá a quién le creés con --policy\n",
                             "%u assinatura além da do registro, não olhada: diga em quem acredita com --policy\n")
                    : tongue("%u signatures beside the log's, not looked at: name whom you believe with --policy\n",
                             "%u firmas además de la del registro, sin mirar: nombrá a quién le creés con --policy\n",
                             "%u assinaturas além da do registro, não olhadas: diga em quem acredita com --policy\n"),
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

/* A row that is one sentence. */
static void print_said(FILE *to, const char *name, const char *sentence)
{
    print_row(to, name);
    fprintf(to, "%s\n", sentence);
}

/* What of the deal rests on something else than the seed of a match that stands alone. */
static void print_deal(FILE *to, const struct audit_report *r)
{
    const char *warning = tongue("warning", "cuidado", "cuidado"), *note = tongue("note", "nota", "nota");
    if (r->offer.seed_source == SEED_FIXED)
        print_said(to, warning,
                   tongue("the seed was fixed by the operator: nobody should trust this deal",
                          "la semilla la fijó el operador: nadie debería confiar en este reparto",
                          "a semente foi fixada pelo operador: ninguém deveria confiar nesta distribuição"));
    if (!r->has_seed)
        print_said(to, warning,
                   tongue("the seed is not revealed: the deal is checked against the seals alone",
                          "la semilla no está revelada: el reparto se revisa sólo contra los sellos",
                          "a semente não está revelada: a distribuição é conferida só contra os selos"));
    if (r->offer.reveal == REVEAL_PAIR)
        print_said(to, note,
                   audit_alone(r) ? tongue("the first leg of a pair, not played to its end: there is no twin",
                                           "la ida de un par, que no se jugó hasta el final: no hay vuelta",
                                           "a ida de um par, que não foi jogada até o fim: não há volta")
                                  : tongue("the first leg of a pair: fiel-audit --pair checks it with its twin",
                                           "la ida de un par: fiel-audit --pair la revisa con su vuelta",
                                           "a ida de um par: fiel-audit --pair a confere com a sua volta"));
    if (r->offer.twin_size)
        print_said(to, note,
                   tongue("the second leg of a pair, checked against what its offer says of the first; that "
                          "the first was played so, fiel-audit --pair checks with its file",
                          "la vuelta de un par, revisada contra lo que su oferta dice de la ida; que "
                          "la ida se jugó así lo revisa fiel-audit --pair con su archivo",
                          "a volta de um par, conferida contra o que a sua oferta diz da ida; que a "
                          "ida foi jogada assim, fiel-audit --pair confere com o seu arquivo"));
}

/* Each place by itself, for a sentence is known by its words. */
static void print_unheld(FILE *to, const struct audit_report *r)
{
    char unheld[UNHELD_TEXT], words[AUDIT_TOLD];
    const char *before = "";
    print_row(to, tongue("unheld", "jaula", "jaula"));
    for (unsigned i = 0; i < r->offer.seats; i++) {
        uint8_t one[SEATS_MAX];
        memset(one, HELD_STRICT, sizeof one);
        one[i] = r->offer.held[i];
        unheld_text(one, r->offer.seats, unheld);
        fprintf(to, "%s%s", *unheld ? before : "", audit_told(unheld, words));
        before = *unheld ? ", " : before;
    }
    fputs(tongue(": what sat there may remember the other leg's cards (so the arbiter says; no record proves a jail)\n",
                 ": quien jugó ahí puede recordar las cartas de la otra partida (lo dice el árbitro; ningún registro "
                 "prueba una jaula)\n",
                 ": quem jogou ali pode lembrar as cartas da outra partida (o árbitro o diz; nenhum registro prova uma "
                 "jaula)\n"),
          to);
}

/* A row a line, however long. */
static void print_rows(FILE *to, const struct audit_report *r)
{
    if (r->outcome == AUDIT_WRONG)
        print_said(to, tongue("to blame", "la culpa", "a culpa"), blame_text(r));
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
        print_said(to, tongue("note", "nota", "nota"),
                   tongue("not logged: nothing proves that this match was not one of several played",
                          "no está inscrita: nada prueba que no fue una entre varias que se jugaron",
                          "não está inscrita: nada prova que não foi uma entre várias que se jogaram"));
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
