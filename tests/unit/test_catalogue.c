/* The messages in other languages: what is found in a .mo file, and that nothing outside of one that is damaged is read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include "cli/catalogue.h"

static void found_in_each_language(void **state)
{
    (void)state;
    language_speak(SPANISH);
    assert_string_equal(T("another seat is to speak"), "le toca a otro asiento");
    assert_string_equal(TN(", %u drawn", ", %u drawn", 0), ", %u empatados");
    assert_string_equal(language_text(PORTUGUESE, "another seat is to speak"), "é a vez de outro assento");
    language_speak(ENGLISH);
    assert_string_equal(TN("%u hand", "%u hands", 2), "%u hands");
}

/* A stranger's words, and none at all. */
static void others_stay_as_they_are(void **state)
{
    (void)state;
    static const char *const others[] = { "", "zzz", "another seat is to spea", "another seat is to speak " };
    for (unsigned l = 0; l < LANGUAGES; l++)
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            assert_ptr_equal(language_text((enum language)l, others[i]), others[i]);
}

/* TN() knows one rule for all. */
static void plurals_are_by_one_rule(void **state)
{
    (void)state;
    for (unsigned l = SPANISH; l < LANGUAGES; l++)
        assert_non_null(strstr(catalogue_find(catalogue_of((enum language)l), "", 0),
                               "Plural-Forms: nplurals=2; plural=(n != 1);\n"));
}

/* Cut anywhere, and with any byte of its tables changed: it has the message or not, and nothing behind it is read (the sanitizers see
 * it). */
static void damaged_ones_are_read_to_their_end(void **state)
{
    (void)state;
    struct catalogue whole = catalogue_of(SPANISH);
    unsigned found = 0;
    for (size_t size = 0; size <= whole.size; size += size < 64 ? 1 : 997) {
        uint8_t *cut = memcpy(malloc(size ? size : 1), whole.bytes, size);
        found += catalogue_find((struct catalogue){ cut, size }, ", %u drawn", 1) != NULL;
        free(cut);
    }
    uint8_t *copy = memcpy(malloc(whole.size), whole.bytes, whole.size);
    for (size_t at = 0; at < 16384 && at < whole.size; at++) {
        copy[at] ^= 0xff;
        const char *text = catalogue_find((struct catalogue){ copy, whole.size }, ", %u drawn", 1);
        found += text != NULL && strlen(text) > 0;
        copy[at] ^= 0xff;
    }
    free(copy);
    assert_true(found > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found_in_each_language),
        cmocka_unit_test(others_stay_as_they_are),
        cmocka_unit_test(plurals_are_by_one_rule),
        cmocka_unit_test(damaged_ones_are_read_to_their_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
