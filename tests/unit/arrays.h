/* arrays: the items of OFFER's and RESULT's arrays and of a view by name, for the pages and the examples.  Types are those of MESSAGES. */
#ifndef TESTS_ARRAYS_H
#define TESTS_ARRAYS_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "wire/codec.h"

#define OFFER_ITEMS \
    "version:u tournament:s number:u rules:s games:u seats:u cutters:u names:a keys:a arbiter:b32 seed_commit:b32 " \
    "nonce:b32 seed_source:u hands_max:u tables:u bank_us:u inc_us:u cap_us:u grace_us:u start_us:u tick_us:u " \
    "on_timeout:u sign:u reveal:u log_key:s engine:s twin:b sign_every:u duty_us:u held:a log_policy:b32 bots:a " \
    "host:s blind:u at_once:u note_bytes:u"
#define RESULT_ITEMS \
    "match_id:b32 outcome:u winner:u games:a hands:u points:a partidas:a fault:u fault_seat:u fault_a:u fault_b:u " \
    "faults:a head:b32"
#define X(name, bits, shape, meaning) #name ":u "
static const char view_items[] = FIEL_OPEN_FIELDS(X) "seat:u known:a";
#undef X

/* The next of such items, "seed:b32"; its type, and false behind the last one. */
static inline bool next_item(const char **items, char name[32], char type[8])
{
    return sscanf(*items, "%31[^:]:%7s", name, type) == 2 && (*items += strlen(name) + 1 + strlen(type)) &&
           (*items += **items == ' ');
}

#endif
