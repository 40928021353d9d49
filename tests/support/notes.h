/* notes: names and signature lines as long as they may be. */
#ifndef FIEL_TESTS_NOTES_H
#define FIEL_TESTS_NOTES_H

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 255 + 1, POST_QUANTUM_LINE = 4 + 255 + 1 + 3244 + 1 + 1 };

/* A name of 255 bytes, another for each number. */
static inline char *longest_name(char name[LONGEST_NAME], unsigned number)
{
    memset(name, 'x', LONGEST_NAME - 1);
    int n = snprintf(name, LONGEST_NAME, "%03u.example/", number);
    name[n] = 'x';
    name[LONGEST_NAME - 1] = '\0';
    return name;
}

/* The line of somebody who signs by ML-DSA-44: 4 + 8 + 2420 bytes, which nobody here can check.  Its length. */
static inline size_t post_quantum_line(char line[POST_QUANTUM_LINE], const char *name)
{
    static const uint8_t mark[4 + 8 + 2420] = { 0xc0, 0xff, 0xee, 6 };
    char coded[sodium_base64_ENCODED_LEN(sizeof mark, sodium_base64_VARIANT_ORIGINAL)];
    sodium_bin2base64(coded, sizeof coded, mark, sizeof mark, sodium_base64_VARIANT_ORIGINAL);
    return (size_t)snprintf(line, POST_QUANTUM_LINE, "\xe2\x80\x94 %s %s\n", name, coded);
}

#endif
