/* What the ladder says to people in their language: every sentence that a visitor can meet has a translation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "site/words/sentences.h"
#include "site/words/sentences_asked.h"
#include "site/words/sentences_played.h"
#include "site/words/words.h"

static const char *const languages[] = { "es", "pt" };

static void is_translated(const char *english)
{
    char out[SENTENCE_TEXT];
    for (size_t k = 0; k < 2; k++)
        if (!strcmp(sentence_in(out, english, languages[k]), english))
            fail_msg("no %s: %s", languages[k], english);
}

static void says(const char *language, const char *english, const char *expected)
{
    char out[SENTENCE_TEXT];
    assert_string_equal(sentence_in(out, english, language), expected);
}

static void what_is_not_known_stays(void **state)
{
    (void)state;
    says("es", "", "");
    says("es", "a host's own words", "a host's own words");
    says("es", "ya está en español", "ya está en español");
    says("en", "that name is taken: choose another one", "that name is taken: choose another one");
    says("es", "too often: try again in  seconds",
         "too often: try again in  seconds"); /* nothing stands where a number should */
}

static void what_stands_in_a_sentence_is_kept_or_translated(void **state)
{
    (void)state;
    says("es", "at fault in 8 of its newest 20 matches: mend it and submit another version",
         "en falta en 8 de sus últimas 20 partidas: corregilo y enviá otra versión");
    says("es", "too often: try again in 12 seconds", "demasiadas veces: probá otra vez dentro de 12 segundos");
    says("pt", "that event is not running any more: look again",
         "esse torneio já não está em «em andamento»: olhe de novo");
    says("es", "roto version 3 is not admitted: in a match against itself: seat 1: its process ended with exit code 3",
         "la versión 3 de roto no fue admitida: en una partida contra sí mismo: asiento 1: su proceso terminó con el "
         "código 3");
    says("pt",
         "its first fault in a match: seat 0: illegal action number 3 of this game, cards are played face up here",
         "a sua primeira falta numa partida: assento 0: ação ilegal número 3 deste jogo: aqui as cartas se jogam "
         "descobertas");
    says("es",
         "an account has room for 130 MiB: yours has 1 MiB here and 2 MiB on their way, and this is 3 MiB more: wait "
         "for what is on its way,"
         " send a smaller archive, or ask the host for room",
         "una cuenta tiene lugar para 130 MiB: la tuya tiene 1 MiB aquí y 2 MiB en camino, y esto son 3 MiB más: "
         "esperá lo que está en"
         " camino, enviá un archivo menor o pedí lugar a la organización");
    says("pt", "hilda is the last host: make another one before",
         "hilda é a última pessoa da organização: nomeie outra antes");
    says("pt", "that is too large: up to 64 KiB are taken here: send less",
         "isso é grande demais: aqui se aceitam até 64 KiB: envie menos");
    is_translated("too many forms of yours are on their way at once: wait until they have arrived");
    is_translated("the disk of this ladder is full: tell its host, and send it again later");
    is_translated("who is not signed in sends up to 4 KiB: sign in first, or send less");
    says("es", "there is no bot points", "no existe el bot points"); /* which is a message, and somebody's name */
    says("pt", "seat 0: illegal action number 3 of this game, another seat is to speak",
         "assento 0: ação ilegal número 3 deste jogo: é a vez de outro assento");
    says("es", "'ana/x': there is no such bot", "'ana/x': no existe ese bot");
    says("es", "no preset \"argentno\"; did you mean \"argentino\"? (fiel rules lists them)",
         "no existe esa variante: \"argentno\"; ¿quisiste decir \"argentino\"? (miralas con fiel rules)");
    says("pt", "no value \"maybe\" for flor; allowed: off|on",
         "esse valor não existe: \"maybe\" para flor; permite-se: off|on");
    says("es",
         "the archive's entry '../../x' would lie outside of its folder, or too deep: pack it with relative paths",
         "la entrada '../../x' del archivo quedaría fuera de su carpeta, o demasiado profunda: empaquetá con rutas "
         "relativas");
}

/* $1 to $n stand for the n holes of the English sentence, each at least once, except where a remedy is left out on purpose. */
static void holes_have_their_place(void **state)
{
    static const char *const all[][3] = {
#define X(english, spanish, portuguese) { english, spanish, portuguese },
        SENTENCES_ASKED(X) SENTENCES_PLAYED(X)
#undef X
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int holes = 0;
        for (const char *at = all[i][0]; *at; at++)
            holes += *at == '*' || *at == '~';
        assert_in_range(holes, 0, 4);
        for (size_t k = 1; k < 3; k++)
            for (const char *at = strchr(all[i][k], '$'); at; at = strchr(at + 1, '$'))
                if (at[1] < '1' || at[1] >= '1' + holes)
                    fail_msg("no such hole: %s", all[i][k]);
        for (const char *at = strchr(all[i][1], '$'); at; at = strchr(at + 1, '$')) {
            char hole[3] = { '$', at[1], '\0' };
            if (!strstr(all[i][2], hole))
                fail_msg("%s is in one language alone: %s", hole, all[i][0]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_known_stays),
        cmocka_unit_test(what_stands_in_a_sentence_is_kept_or_translated),
        cmocka_unit_test(holes_have_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
