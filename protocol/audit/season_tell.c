/* season_tell: what an audit of a season says, for people in their language and for programs. */
#include <inttypes.h>

#include "audit/report.h"
#include "audit/season.h"
#include "cli/cells.h"

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
    struct cell_page page;
    if (t->json) {
        tell_json(sentence);
    } else if (!t->quiet) {
        fprintf(cell_page_open(&page, stdout, 0, HANG), "%s\n", sentence);
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
    out_number(&j, "unheld", s->unheld);
    out_number(&j, "on_arbiters_word", s->on_word);
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
    fprintf(to,
            "  the arbiter's word: unheld %" PRIu64 " of %" PRIu64
            " pairs, decided by a fault that it alone saw %" PRIu64 " of %" PRIu64 "\n",
            s->unheld, s->pairs, s->on_word, s->pairs);
    fprintf(to,
            "  the site's word: that no pair was left out%s, who each bot is, and from which Elo the table counts\n",
            s->head.logged ? " (fiel-audit log asks its match log)" : " (it names no match log)");
    if (s->alike)
        fprintf(to,
                "  the site's word: which of the %" PRIu64
                " bots that share an archive or a key with another one sat where\n",
                s->alike);
}

static void print_verdict(FILE *to, const struct season_audit *s)
{
    char hex[2 * KEY_PUBLIC + 1];
    if (s->wrong) {
        fprintf(to,
                s->wrong == 1 ? "NOT valid: %" PRIu64 " thing of the season is wrong\n"
                              : "NOT valid: %" PRIu64 " things of the season are wrong\n",
                s->wrong);
        return;
    }
    fprintf(to, "valid: the season '%s' of the ladder '%s'\n", s->head.name, s->head.ladder);
    fprintf(to,
            "  %" PRIu64 " pairs of %" PRIu64 " bots, %" PRIu64 " records audited, %" PRIu64 " decisions re-executed\n",
            s->pairs, s->bots, s->records, s->decisions);
    fprintf(to, "  the table is the one that these records give\n  signed by %s\n",
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
