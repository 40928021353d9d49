/* options: every option of every variant, with its values, meaning and source.
 *
 * The first value is the family's default; presets that differ say so in their row (variants.c).
 * Sources: [0]..[4] are the seed documents, 9.n a ruling of RULES.md section 9. */
#ifndef FIEL_OPTIONS_H
#define FIEL_OPTIONS_H

/* X(NAME, "name", "value|value|...", "source", "meaning"); values "#" = a number 1..99 */
#define OPTIONS(X)                                                                            \
    X(TARGET, "target", "#", "[3 s2]", "points that win a game (chico)")                      \
    X(CHICOS, "chicos_to_win", "#", "[3 s2]", "games that win a partida")                     \
    X(FLOR, "flor", "off|on", "[2] [3 s12]", "whether three of a suit is a flor")

#define PRESETS(X)                  \
    X(ARGENTINO, "argentino")       \
    X(ARGENTINO_FLOR, "argentino-flor")

enum option {
#define X(name, text, values, source, meaning) OPT_##name,
    OPTIONS(X)
#undef X
    OPT_COUNT
};

enum preset {
#define X(name, text) PRESET_##name,
    PRESETS(X)
#undef X
    PRESET_COUNT
};

#endif
