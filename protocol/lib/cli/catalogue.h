/* catalogue: the messages of a program in another language, from a .mo file that msgfmt made of po/.
 *
 * The reader is our own: gettext's takes the language from the process, which neither the threads of a server nor WebAssembly can
 * use. */
#ifndef FIEL_CLI_CATALOGUE_H
#define FIEL_CLI_CATALOGUE_H

#include <stddef.h>
#include <stdint.h>

#include "language.h"

struct catalogue {
    const uint8_t *bytes;
    size_t size;
};

/* The catalogue of a language that is compiled in; English has none. */
struct catalogue catalogue_of(enum language l);

/* The translation number `form` of a message (0 unless it has a plural); NULL where there is none, or the bytes are no .mo file. */
const char *catalogue_find(struct catalogue c, const char *message, unsigned form);

#endif
