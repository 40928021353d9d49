/* What a person is shown of a table, from made-up lines: no site, no bot. */
#include "site/play/play_table.h"
#include "support/test.h"

/* After "truco" an envido may come first; what is answered is named, and of two the one that is open now. */
TEST(the_question_names_the_call)
{
    static const char
        line[] = "{\"names\":[\"eva\",\"cauto-1\"],\"legal\":[\"quiero\"],\"request\":2,\"ask\":{\"phase\":%d,\"yes\":"
                 "\"2\",\"no\":\"1\"},"
                 "\"view\":{\"seat\":0,\"stake_seat\":1,\"stake_called\":1,\"envido_seat\":1,\"envido_last\":\"real-"
                 "envido\"},\"said\":["
                 "{\"seat\":1,\"do\":\"falta-envido\",\"act\":9,\"says\":\"¡falta!\"},{\"hand\":2,\"mano\":1},"
                 "{\"seat\":1,\"do\":\"truco\",\"act\":%d,\"says\":\"¡truco!\"},{\"seat\":0,\"do\":\"envido\",\"act\":"
                 "8,\"says\":\"¡envido!\"},"
                 "{\"seat\":1,\"do\":\"real-envido\",\"act\":8,\"says\":\"¡real!\"}]}";
    static const struct {
        int phase;
        const char *language, *words;
    } asked[] = { { PHASE_STAKE, "en", ">cauto-1 called <strong>¡truco!</strong>: 2 points" },
                  { PHASE_ENVIDO, "es", ">cauto-1 cantó <strong>¡real!</strong>: 2 " },
                  { PHASE_ENVIDO, "pt", ">cauto-1 pediu <strong>¡real!</strong>: 2 " },
                  { PHASE_FLOR, "en", "role=\"status\">2 points" } };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        AUTO(page_free) struct page p = { 0 };
        char text[1024];
        snprintf(text, sizeof text, line, asked[i].phase, ACT_RAISE);
        play_table(&p, "0", &(struct look){ .table = text }, asked[i].language, "");
        assert_holds(p.data, asked[i].words);
    }
}
