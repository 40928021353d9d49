/* season_tell: what an audit of a season says, for people in their language and for programs. */
#include <inttypes.h>

#include "audit/report.h"
#include "audit/season.h"
#include "cli/cells.h"
#include "cli/language.h"

static void tell_json(const char *sentence)
{
    struct json_out j = { .to = stdout };
    out_open(&j, NULL, '{');
    out_text(&j, "wrong", sentence);
    out_close(&j, '}');
    putchar('\n');
}

/* In how many columns what does not fit in its line goes on. */
enum { HANG = 4 };

void season_tell_wrong(void *arg, const char *sentence)
{
    const struct season_telling *t = arg;
    char words[AUDIT_TOLD];
    struct cell_page page;
    if (t->json) {
        tell_json(sentence);
    } else if (!t->quiet) {
        fprintf(cell_page_open(&page, stdout, 0, HANG), "%s\n", audit_told(sentence, words));
        cell_page_close(&page);
    }
}

static void verdict_json(const struct season_audit *s)
{
    struct json_out j = { .to = stdout };
    out_open(&j, NULL, '{');
    out_bool(&j, "valid", s->wrong == 0);
    out_text(&j, "season", s->head.name);
    out_text(&j, "ladder", s->head.ladder);
    out_number(&j, "pairs", s->pairs);
    out_number(&j, "bots", s->bots);
    out_number(&j, "records", s->records);
    out_number(&j, "decisions", s->decisions);
    out_number(&j, "alike", s->alike);
    out_bool(&j, "rated", s->rated);
    out_bool(&j, "logged", s->head.logged);
    out_hex(&j, "key", s->seal.key, KEY_PUBLIC);
    out_number(&j, "wrong", s->wrong);
    out_close(&j, '}');
    putchar('\n');
}

/* What no record proves. */
static void print_words(FILE *to, const struct season_audit *s)
{
    fprintf(
        to,
        tongue(
            "  the site's word: that no pair was left out%s, who each bot is, and from which Elo the table counts\n",
            "  palabra del sitio: que no se omitió ningún par%s, quién es cada bot, y desde qué Elo cuenta la tabla\n",
            "  palavra do site: que não se omitiu nenhum par%s, quem é cada bot, e desde que Elo conta a tabela\n"),
        s->head.logged
            ? tongue(" (fiel-audit log asks its match log)", " (fiel-audit log consulta su registro de partidas)",
                     " (fiel-audit log consulta o seu registro de partidas)")
            : tongue(" (it names no match log)", " (no nombra ningún registro de partidas)",
                     " (não indica nenhum registro de partidas)"));
    if (s->alike)
        fprintf(to,
                tongue("  the site's word: which of the %" PRIu64
                       " bots that share an archive or a key with another one sat where\n",
                       "  palabra del sitio: cuál de los %" PRIu64
                       " bots que comparten archivo o clave con otro jugó en cada lugar\n",
                       "  palavra do site: qual dos %" PRIu64
                       " bots que compartilham arquivo ou chave com outro jogou em cada lugar\n"),
                s->alike);
}

static void print_verdict(FILE *to, const struct season_audit *s)
{
    char hex[2 * KEY_PUBLIC + 1];
    if (s->wrong) {
        fprintf(to,
                s->wrong == 1 ? tongue("NOT valid: %" PRIu64 " thing of the season is wrong\n",
                                       "NO es válida: %" PRIu64 " cosa de la temporada está mal\n",
                                       "NÃO é válida: %" PRIu64 " coisa da temporada está errada\n")
                              : tongue("NOT valid: %" PRIu64 " things of the season are wrong\n",
                                       "NO es válida: %" PRIu64 " cosas de la temporada están mal\n",
                                       "NÃO é válida: %" PRIu64 " coisas da temporada estão erradas\n"),
                s->wrong);
        return;
    }
    fprintf(to,
            tongue("valid: the season '%s' of the ladder '%s'\n", "válida: la temporada '%s' de la liga '%s'\n",
                   "válida: a temporada '%s' da liga '%s'\n"),
            s->head.name, s->head.ladder);
    fprintf(to,
            tongue("  %" PRIu64 " pairs of %" PRIu64 " bots, %" PRIu64 " records audited, %" PRIu64
                   " decisions re-executed\n",
                   "  %" PRIu64 " pares de %" PRIu64 " bots, %" PRIu64 " registros revisados, %" PRIu64
                   " decisiones reejecutadas\n",
                   "  %" PRIu64 " pares de %" PRIu64 " bots, %" PRIu64 " registros conferidos, %" PRIu64
                   " decisões reexecutadas\n"),
            s->pairs, s->bots, s->records, s->decisions);
    fprintf(to,
            tongue("  the table is the one that these records give\n  signed by %s\n",
                   "  la tabla es la que dan estos registros\n  firmada por %s\n",
                   "  a tabela é a que estes registros dão\n  assinada por %s\n"),
            hex_text(hex, s->seal.key, KEY_PUBLIC));
    print_words(to, s);
}

void season_tell_verdict(const struct season_telling *t, const struct season_audit *s)
{
    struct cell_page page;
    if (t->json) {
        verdict_json(s);
        return;
    }
    print_verdict(cell_page_open(&page, stdout, 0, HANG), s);
    cell_page_close(&page);
}
