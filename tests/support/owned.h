/* owned: as the product has it. */
#ifndef TESTS_OWNED_H
#define TESTS_OWNED_H

#include "cli/owned.h"

#endif
