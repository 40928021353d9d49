/* tell_text: a match for a person: what stands before its first hand and after its last. */
#include <inttypes.h>
#include <string.h>

#include "cli/language.h"
#include "rules/values.h"
#include "tell_row.h"

static void put_field(const struct tell_style *s, const char *name, const char *value)
{
    struct row r = { s, 0 };
    row_put(&r, PAINT_DIM, name);
    row_to(&r, ROW_LABEL);
    row_wrap(&r, PAINT_PLAIN, value);
    row_end(&r);
}

static void put_title(const struct tell_style *s, const struct teller *t)
{
    struct row r = { s, 0 };
    char who[ROW_TEXT];
    for (unsigned i = 0; i < tell_scorers(t); i++) {
        tell_scorer(who, sizeof who, t, i, s->utf8);
        if (i)
            row_put(&r, PAINT_PLAIN, tongue(" against ", " contra ", " contra "));
        if (i && r.at + tell_columns(who) > ROW_WIDTH)
            row_end(&r);
        row_put(&r, PAINT_BOLD, who);
    }
    row_end(&r);
}

/* ", at most 5 s each": nothing of a time that there is not. */
static size_t clock_part(char *text, size_t cap, const char *before, uint64_t us, const char *after)
{
    char time[32];
    if (cap)
        *text = '\0';
    return us ? (size_t)snprintf(text, cap, "%s%s%s", before, tell_time(time, us), after) : 0;
}

static void put_clock(const struct tell_style *s, const struct offer *o)
{
    char text[ROW_TEXT], zero[32];
    size_t n = (size_t)snprintf(text, sizeof text, "%s%s", tell_time(zero, o->bank_us),
                                tongue(" a game", " por partido", " por jogo"));
    n += clock_part(text + n, sizeof text - n, ", ", o->inc_us,
                    tongue(" more with every decision", " más con cada decisión", " mais a cada decisão"));
    n += clock_part(text + n, sizeof text - n, tongue(", at most ", ", a lo sumo ", ", no máximo "), o->cap_us,
                    tongue(" each", " por decisión", " por decisão"));
    clock_part(text + n, sizeof text - n, tongue(", ", ", con ", ", com "), o->grace_us,
               tongue(" of it free", " de gracia", " de tolerância"));
    put_field(s, tongue("clock", "reloj", "relógio"), text);
}

/* What the names of the cards mean here. */
static char *cards_text(char *text, size_t cap, const struct open *o)
{
    char seven[CARD_TEXT];
    bool french = o->rules.opt[OPT_NAMES] == NAMES_FRENCH;
    card_name(o, 6, seven);
    snprintf(text, cap,
             tongue("%s; (%s) was never seen, [%s] lay face down", "%s; (%s) no se vio nunca, [%s] se jugó tapada",
                    "%s; (%s) nunca foi vista, [%s] foi jogada coberta"),
             french ? tongue("S spades, C clubs, D diamonds, H hearts", "S picas, C tréboles, D diamantes, H corazones",
                             "S espadas, C paus, D ouros, H copas")
                    : tongue("e espadas, b bastos, o oros, c copas", "e espadas, b bastos, o oros, c copas",
                             "e espadas, b bastos, o ouros, c copas"),
             seven, seven);
    return text;
}

void tell_text_head(const struct tell_style *s, const struct teller *t)
{
    const struct offer *o = &t->offer;
    char clean[RULES_TEXT], text[RULES_TEXT + 80];
    if (!t->has_offer)
        return;
    put_title(s, t);
    if (o->tournament[0]) {
        tell_clean(clean, sizeof clean, o->tournament, s->utf8, TOURNAMENT_MAX);
        snprintf(text, sizeof text, tongue("%s, match %" PRIu64, "%s, partida %" PRIu64, "%s, partida %" PRIu64), clean,
                 o->number);
        put_field(s, tongue("of", "de", "de"), text);
    }
    tell_clean(clean, sizeof clean, o->rules, s->utf8, RULES_TEXT);
    int n = snprintf(text, sizeof text,
                     o->games == 1 ? tongue("%s; %u game", "%s; %u partido", "%s; %u jogo")
                                   : tongue("%s; %u games", "%s; %u partidos", "%s; %u jogos"),
                     clean, o->games);
    if (o->tables > 1)
        snprintf(text + n, sizeof text - (size_t)n,
                 tongue(" at %u tables; this is table %u", " en %u mesas; esta es la mesa %u",
                        " em %u mesas; esta é a mesa %u"),
                 o->tables, t->table);
    put_field(s, tongue("rules", "reglas", "regras"), text);
    put_clock(s, o);
    put_field(s, tongue("arbiter", "árbitro", "árbitro"), hex_text(text, o->arbiter, ID));
    for (unsigned i = o->seats; i < (unsigned)o->seats + o->cutters; i++) {
        put_field(s, tell_name(clean, sizeof clean, t, i, s->utf8, ROW_LABEL), hex_text(text, o->key[i], ID));
    }
    if (offer_of_pair(o) && offer_unheld(o)) {
        char who[ROW_TEXT];
        snprintf(text, sizeof text,
                 tongue("a leg of a pair, and by the arbiter's word %s: what sat there may remember the other leg's "
                        "cards",
                        "una ida o una vuelta de un par, y según el árbitro %s: lo que se sentó ahí puede recordar las "
                        "cartas de la otra",
                        "uma ida ou uma volta de um par, e segundo o árbitro %s: o que sentou ali pode lembrar as "
                        "cartas da outra"),
                 tell_unheld(who, sizeof who, o->held, o->seats));
        put_field(s, tongue("unheld", "jaula", "jaula"), text);
    }
    if (o->seed_source == SEED_FIXED)
        put_field(s, tongue("seed", "semilla", "semente"),
                  tongue("fixed by the operator, who could know every card",
                         "la fijó quien organiza, que pudo conocer todas las cartas",
                         "fixada por quem organiza, que pôde conhecer todas as cartas"));
    put_field(s, tongue("cards", "cartas", "cartas"), cards_text(text, sizeof text, &t->position.open));
}

/* More than one seat has this score. */
static bool is_shared(const struct teller *t, unsigned scorer)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < t->offer.seats; i++)
        seats += rules_scorer(&t->position.open.rules, t->offer.seats, i) == scorer;
    return seats > 1;
}

/* "cauto wins", or how else it ended. */
static void put_winner(struct row *r, const struct teller *t)
{
    const struct result *e = &t->result;
    char who[ROW_TEXT], text[ROW_TEXT + 16];
    bool several = e->winner < e->scorers && is_shared(t, e->winner);
    if (e->outcome == END_VOID)
        row_put(r, PAINT_ALARM,
                tongue("The match counts for nobody", "La partida no cuenta para nadie",
                       "A partida não conta para ninguém"));
    else if (e->outcome == END_CANCELLED)
        row_put(r, PAINT_ALARM, tongue("The match was called off", "La partida se canceló", "A partida foi cancelada"));
    else if (e->winner >= e->scorers)
        row_put(r, PAINT_BOLD,
                e->outcome == END_STOPPED
                    ? tongue("Nobody wins: the match was stopped", "No gana nadie: la partida se detuvo",
                             "Ninguém vence: a partida foi interrompida")
                    : tongue("A draw", "Empate", "Empate"));
    else {
        snprintf(text, sizeof text,
                 several ? tongue("%s win", "Ganan %s", "Vencem %s") : tongue("%s wins", "Gana %s", "Vence %s"),
                 tell_scorer(who, sizeof who, t, e->winner, r->style->utf8));
        row_put(r, PAINT_BOLD, text);
    }
    if ((e->outcome == END_FAULT || e->outcome == END_STOPPED) && e->fault_seat < NOBODY) {
        row_put(r, PAINT_PLAIN, tongue(" by a fault of ", " por una falta de ", " por uma falta de "));
        row_name(r, t, e->fault_seat, PAINT_PLAIN, 20);
    }
}

/* Whose numbers are said first: the winner's, as everybody says a score, or where nobody wins the first one's. */
static unsigned first_said(const struct result *e) { return e->winner < e->scorers ? e->winner : 0; }

/* " to 2", " to 2 and 0": what stands between the numbers of the first and of the others. */
static const char *between(unsigned said)
{
    return said == 1 ? tongue(" to ", " a ", " a ") : tongue(" and ", " y ", " e ");
}

/* "3 games to 2", "1 game to 0, 1 drawn" */
static void put_games(struct row *r, const struct result *e)
{
    char text[64];
    unsigned first = first_said(e), said = 1, drawn = e->games[e->scorers];
    snprintf(text, sizeof text,
             e->games[first] == 1 ? tongue(": %u game", ": %u partido", ": %u jogo")
                                  : tongue(": %u games", ": %u partidos", ": %u jogos"),
             e->games[first]);
    row_put(r, PAINT_PLAIN, text);
    for (unsigned i = 0; i < e->scorers; i++) {
        if (i == first)
            continue;
        snprintf(text, sizeof text, "%s%u", between(said++), e->games[i]);
        row_put(r, PAINT_PLAIN, text);
    }
    if (!drawn)
        return;
    snprintf(text, sizeof text,
             drawn == 1 ? tongue(", %u drawn", ", %u empatado", ", %u empatado")
                        : tongue(", %u drawn", ", %u empatados", ", %u empatados"),
             drawn);
    row_put(r, PAINT_PLAIN, text);
}

static void put_result_points(struct row *r, const struct result *e)
{
    char text[64];
    unsigned first = first_said(e), said = 1;
    snprintf(text, sizeof text,
             e->points[first] == 1 ? tongue(", %" PRId64 " point", ", %" PRId64 " punto", ", %" PRId64 " ponto")
                                   : tongue(", %" PRId64 " points", ", %" PRId64 " puntos", ", %" PRId64 " pontos"),
             e->points[first]);
    row_put(r, PAINT_PLAIN, text);
    for (unsigned i = 0; i < e->scorers; i++) {
        if (i == first)
            continue;
        snprintf(text, sizeof text, "%s%" PRId64, between(said++), e->points[i]);
        row_put(r, PAINT_PLAIN, text);
    }
}

static void put_result(const struct tell_style *s, const struct teller *t)
{
    struct row r = { s, 0 };
    char text[64];
    const struct result *e = &t->result;
    put_winner(&r, t);
    if (e->hands) {
        put_games(&r, e);
        put_result_points(&r, e);
        snprintf(text, sizeof text,
                 e->hands == 1 ? tongue(", in %u hand", ", en %u mano", ", em %u mão")
                               : tongue(", in %u hands", ", en %u manos", ", em %u mãos"),
                 e->hands);
        row_put(&r, PAINT_PLAIN, text);
    } else {
        row_put(&r, PAINT_PLAIN,
                tongue(": no hand was dealt", ": no se repartió ninguna mano", ": nenhuma mão foi dada"));
    }
    row_end(&r);
}

void tell_text_added(const struct tell_style *s, const char *clause)
{
    struct row r = { s, 0 };
    char text[ROW_TEXT];
    row_put(&r, PAINT_PLAIN, tongue("The auditor adds: ", "El auditor agrega: ", "O auditor acrescenta: "));
    row_wrap(&r, PAINT_PLAIN, tell_translate(text, sizeof text, clause));
    row_end(&r);
}

void tell_text_tail(const struct tell_style *s, const struct teller *t)
{
    struct row r = { s, 0 };
    char text[ROW_TEXT];
    row_end(&r);
    if (t->has_result)
        put_result(s, t);
    if (!t->why)
        return;
    snprintf(text, sizeof text,
             tongue("The story stops at record %" PRIu64 ": ", "La historia se corta en el registro %" PRIu64 ": ",
                    "A história para no registro %" PRIu64 ": "),
             t->number);
    row_put(&r, PAINT_ALARM, text);
    row_wrap(&r, PAINT_PLAIN, tell_translate(text, sizeof text, t->why));
    row_end(&r);
}
