/* The messages in other languages: what is found in a .mo file, and that nothing outside of one that is damaged is read. */
#include "support/test.h"

#include "cli/catalogue.h"
#include "cli/said.h"

TEST(found_in_each_language)
{
    language_speak(SPANISH);
    assert_string_equal(T("another seat is to speak"), "le toca hablar a otro asiento");
    assert_string_equal(TN(", %u drawn", ", %u drawn", 0), ", %u empatados");
    assert_string_equal(language_text(PORTUGUESE, "another seat is to speak"), "é a vez de outro assento");
    language_speak(ENGLISH);
    assert_string_equal(TN("%u hand", "%u hands", 2), "%u hands");
}

/* A stranger's words, and none at all. */
TEST(others_stay_as_they_are)
{
    static const char *const others[] = { "", "zzz", "another seat is to spea", "another seat is to speak " };
    for (unsigned l = 0; l < LANGUAGES; l++)
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            assert_ptr_equal(language_text((enum language)l, others[i]), others[i]);
}

/* TN() knows one rule for all. */
TEST(plurals_are_by_one_rule)
{
    for (unsigned l = SPANISH; l < LANGUAGES; l++)
        assert_non_null(strstr(catalogue_find(catalogue_of((enum language)l), "", 0),
                               "Plural-Forms: nplurals=2; plural=(n != 1);\n"));
}

/* Cut anywhere, and with any byte of its tables changed: it has the message or not, and nothing behind it is read (the sanitizers see
 * it). */
TEST(damaged_ones_are_read_to_their_end)
{
    struct catalogue whole = catalogue_of(SPANISH);
    unsigned found = 0;
    for (size_t size = 0; size <= whole.size; size += size < 64 ? 1 : 997) {
        OWNED uint8_t *cut = memcpy(malloc(size ? size : 1), whole.bytes, size);
        found += catalogue_find((struct catalogue){ cut, size }, ", %u drawn", 1) != NULL;
    }
    OWNED uint8_t *copy = memcpy(malloc(whole.size), whole.bytes, whole.size);
    for (size_t at = 0; at < 16384 && at < whole.size; at++) {
        copy[at] ^= 0xff;
        const char *text = catalogue_find((struct catalogue){ copy, whole.size }, ", %u drawn", 1);
        found += text != NULL && strlen(text) > 0;
        copy[at] ^= 0xff;
    }
    assert_true(found > 0);
}

static void says(enum language l, const char *said, const char *expected)
{
    char text[1024];
    assert_string_equal(said_text(text, sizeof text, l, said), expected);
}

/* A message is kept with its arguments and read in each language, in the order which that one has them in. */
TEST(what_is_said_is_read_in_each_language)
{
    char said[256], more[512];
    const char *why = "another seat is to speak";
    said_put(said, sizeof said, why, "illegal action number %ju of this game, %s", (uintmax_t)3, why);
    says(ENGLISH, said, "illegal action number 3 of this game, another seat is to speak");
    says(SPANISH, said, "acción ilegal número 3 de este partido: le toca hablar a otro asiento");
    says(ENGLISH, said_put(more, sizeof more, said, "%s and is started again", said),
         "illegal action number 3 of this "
         "game, another seat is to speak and is started again");
    says(PORTUGUESE, said_put(more, sizeof more, NULL, "no decision has %s '%.60s': there are %s", "a", "b", "c"),
         "nenhuma decisão tem a 'b': há c");
    says(SPANISH, "no bytes", "sin bytes"); /* a message without arguments */
    says(ENGLISH,
         said_put(more, sizeof more, NULL, "%d %lld %zu %c %.1f %.*s %% %hhu", -1, -2LL, (size_t)3, 'x', 1.25, 2, "yes",
                  (unsigned char)7),
         "-1 -2 3 x 1.2 ye % 7");
}

/* Whatever a stranger says, it is no message of ours: not by its words, its directives or its marks. */
TEST(a_strangers_words_stay)
{
    static const char *const words[][2] = { { "no bytes", "no bytes" },
                                            { "%s %n", "%s %n" },
                                            { "\2no bytes\3", "?no bytes?" } };
    char said[128], expected[128];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        snprintf(expected, sizeof expected, "protesta (3): %s", words[i][1]);
        says(SPANISH, said_put(said, sizeof said, NULL, "protests (%ju): %s", (uintmax_t)3, words[i][0]), expected);
    }
}

/* What does not fit is cut, and its characters are whole; what was kept may be cut or damaged anywhere. */
TEST(a_long_one_is_cut_between_characters)
{
    char words[4096] = "", said[4096], kept[300], text[256];
    for (size_t shift = 0; shift < 4; shift++) {
        size_t n = (size_t)snprintf(words, sizeof words, "%.*s", (int)shift, "abc");
        for (int i = 0; i < 700; i++)
            n += (size_t)snprintf(words + n, sizeof words - n, "ñ");
        said_put(said, sizeof said, NULL, "protests (%ju): %s", (uintmax_t)3, words);
        size_t size = strlen(said_text(text, sizeof text, SPANISH, said));
        assert_in_range(size, sizeof text - 3, sizeof text - 1);
        assert_memory_equal(text + size - 2, "ñ", 2);
        said_put(kept, sizeof kept, NULL, "protests (%ju): %s", (uintmax_t)3, words); /* no room: English */
        assert_memory_equal(kept, "protests (3): ", 14);
        assert_memory_equal(kept + strlen(kept) - 2, "ñ", 2);
    }
    said_put(said, sizeof said, "no bytes", "sent a malformed envelope, %s", "no bytes");
    for (size_t size = 0; size < strlen(said); size++) {
        OWNED char *cut = memcpy(calloc(1, size + 1), said, size);
        said_text(text, sizeof text, SPANISH, cut);
    }
}
