/* words: see words.h. */
#include "words.h"

#include <string.h>

#include "cli/language.h"

/* The store's names and what people call it. */
static const char *const names[][2] = {
    { "visitor", N_("visitor") },
    { "author", N_("author") },
    { "host", N_("host") },
    { "ladder", N_("continuous ladder") },
    { "roundrobin", N_("round robin") },
    { "gauntlet", N_("gauntlet") },
    { "swiss", N_("Swiss") },
    { "knockout", N_("knockout") },
    { "sprt", N_("comparison") },
    { "draft", N_("in preparation") },
    { "running", N_("running") },
    { "paused", N_("paused") },
    { "done", N_("over") },
    { "cancelled", N_("cancelled") },
    { "pending", N_("pending") },
    { "active", N_("active") },
    { "disabled", N_("disabled") },
    { "retired", N_("retired") },
    { "open", N_("open") },
    { "upheld", N_("the result stands") },
    { "void", N_("void") },
    { "withdrawn", N_("withdrawn") },
    { "play", N_("match") },
    { "validate", N_("validation") },
    { "recheck", N_("another look") },
    { "browser", N_("browser") },
    { "token", N_("token") },
    { "illegal", N_("illegal action") },
    { "malformed", N_("malformed message") },
    { "bad-signature", N_("wrong signature") },
    { "bad-cut", N_("wrong cut") },
    { "wrong-seat", N_("answered for another seat") },
    { "unasked", N_("answered what nobody asked") },
    { "timeout", N_("took too long") },
    { "no-start", N_("never began") },
    { "withheld", N_("kept back its cut or signature") },
    { "crashed", N_("its process ended") },
    { "resources", N_("went over a limit") },
    { "protested", N_("stopped in protest") },
    { "out-of-order", N_("message out of order") },
    { "key-again", N_("its key signed in the other leg too") },
    { "arbiter", N_("the arbiter failed") },
    { "yes", N_("yes") },
    { "no", N_("no") },
    { "we play this hand", N_("we play this hand") },
    { "we run", N_("we run") },
    { "on", N_("yes") },
    { "off", N_("no") },
    { "plays", N_("plays") },
    { "waits", N_("waits") },
    { "gone", N_("gone") },
};

const char *name_in(const char *name, const char *language)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], name))
            return language_text(language_called(language), names[i][1]);
    return name;
}
