/* worlds_file: a world and its script, as the test writes them and worlds_fiel and worlds_bot read them: plain memory,
 * all three are built together. */
#ifndef TESTS_WORLDS_FILE_H
#define TESTS_WORLDS_FILE_H

#include "worlds.h"

enum { WORLD_SAID_MOST = 256 };

struct world_file {
    struct world world;
    int mano;
    unsigned size;
    struct {
        uint8_t seat;
        uint16_t code;
    } said[WORLD_SAID_MOST];
};

#endif
