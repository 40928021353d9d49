/* What people at a terminal are spoken to: Spanish as at the Río de la Plata, Brazil's Portuguese, and numbers with the words that fit them. */
#include "support/test.h"

#include <ctype.h>
#include <glob.h>

#include "cli/language.h"
#include "tools/play/play.h"

/* --- the words in the sources ----------------------------------------------------------------------------------- */

/* Whether the words stand in the text with no letter beside them. */
static bool has_words(const char *text, const char *words)
{
    size_t size = strlen(words);
    for (const char *at = text; (at = strstr(at, words)); at += size)
        if ((at == text || !(isalpha((unsigned char)at[-1]) || at[-1] & 0x80)) &&
            !(isalpha((unsigned char)at[size]) || at[size] & 0x80))
            return true;
    return false;
}

static unsigned check_sources(const char *pattern, const char *const *wrong, size_t count)
{
    glob_t found;
    unsigned files = 0;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++, files++) {
        static char text[1 << 20];
        FILE *in = fopen(found.gl_pathv[i], "r");
        assert_non_null(in);
        text[fread(text, 1, sizeof text - 1, in)] = '\0';
        fclose(in);
        for (size_t k = 0; k < count; k++)
            if (has_words(text, wrong[k]))
                fail_msg("%s says '%s'", found.gl_pathv[i], wrong[k]);
    }
    globfree(&found);
    return files;
}

/* A person is vos and not tú or usted; and what is spoken in Brazil asks for something with "jogue". */
TEST(as_people_speak_there)
{
    static const char *const sources[] = { "po/es.po", "po/pt_BR.po", "protocol/tell/*.h", "arbiter/tools/check/*.h",
                                           "ladder/site/words/*.h" };
    static const char *const wrong[] = {
        "tú",        "usted",         "Usted",        "vosotros",  "contigo",   "no has",
        "eres",      "tienes",        "puedes",       "quieres",   "dices",     "dirás",
        "juegas",    "ganas",         "pierdes",      "descartas", "contestas", "Dejas",
        "Abandonas", "Acusas",        "Subes",        "pulsa",     "recházalo", "faltan unos %.0f s",
        "corrélo",   "se aceita, %u", "joga uma das", "equipa",    "ficheiro",  "ecrã",
    };
    static const char *const formal[] = { "elija",     "pruebe",   "escriba",     "vuelva",         "envíe",
                                          "empaquete", "corrija",  "¿quiso",      "cargue la",      "Sus",
                                          "espere",    "Su turno", "descárguelo", "puede verificar" };
    unsigned files = check_sources("po/es.po", formal, sizeof formal / sizeof *formal);
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        files += check_sources(sources[i], wrong, sizeof wrong / sizeof *wrong);
    assert_true(files > 8);
}

/* --- what came of a match ------------------------------------------------------------------------------------------ */

/* What `fiel play` prints of a match in which ana has won so many games and points, and the other none; the caller's to free. */
static char *told(enum language l, int games, int points)
{
    json_auto_t *end = json_pack("{s:s, s:s, s:[s], s:[], s:[{s:s, s:i, s:i}, {s:s, s:i, s:i}]}", "event", "result",
                                 "replay", "a.replay", "winner_names", "ana", "faults", "seats", "name", "ana", "games",
                                 games, "points", points, "name", "berta", "games", 0, "points", 0);
    char *text = calloc(1, 4096);
    FILE *kept = tmpfile();
    assert_non_null(end);
    assert_non_null(text);
    assert_non_null(kept);
    fflush(stdout);
    int before = dup(1);
    assert_true(before >= 0 && dup2(fileno(kept), 1) == 1);
    language_speak(l);
    assert_int_equal(play_tell(end, "/dev/null", 0), 0);
    language_speak(ENGLISH);
    fflush(stdout);
    assert_int_equal(dup2(before, 1), 1);
    close(before);
    rewind(kept);
    assert_true(fread(text, 1, 4095, kept) > 0);
    fclose(kept);
    return text;
}

TEST(one_is_one_and_none_are_many)
{
    static const char *const one[LANGUAGES] = { "  1 game      1 point\n", "  1 partido      1 punto\n",
                                                "  1 jogo      1 ponto\n" };
    static const char *const many[LANGUAGES] = { "  2 games     9 points\n", "  2 partidos     9 puntos\n",
                                                 "  2 jogos     9 pontos\n" };
    static const char *const none[LANGUAGES] = { "  0 games     0 points\n", "  0 partidos     0 puntos\n",
                                                 "  0 jogos     0 pontos\n" };
    for (unsigned l = 0; l < LANGUAGES; l++) {
        OWNED char *first = told((enum language)l, 1, 1), *second = told((enum language)l, 2, 9);
        if (!strstr(first, one[l]) || !strstr(first, none[l]))
            fail_msg("not '%.24s' and '%.24s':\n%s", one[l], none[l], first);
        assert_holds(second, many[l]);
    }
}
