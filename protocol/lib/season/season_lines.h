/* season_lines: each line of an index as text, for its writer and for its reader, who takes only what would be written so. */
#ifndef FIEL_SEASON_LINES_H
#define FIEL_SEASON_LINES_H

#include "season/season.h"

enum season_head_line {
    SEASON_FORM,
    SEASON_NAMED,
    SEASON_LADDER,
    SEASON_RULES,
    SEASON_TABLE,
    SEASON_CHECKPOINT,
    SEASON_HEAD_LINES
};
/* A line of the index as its text, without the newline. */
void season_head_text(char line[SEASON_LINE], const struct season_head *h, enum season_head_line which);
void season_bot_text(char line[SEASON_LINE], const struct season_bot *b);
void season_pair_text(char line[SEASON_LINE], const struct season_pair *p);
void season_anchor_text(char line[SEASON_LINE], const struct season_anchor *a);
void season_place_text(char line[SEASON_LINE], const struct season_place *p);
void season_key_text(char line[SEASON_LINE], const uint8_t key[KEY_PUBLIC]);
void season_signature_text(char line[SEASON_LINE], const uint8_t signature[SIGNATURE]);
/* What the key signs: H of all lines up to and with its own. */
void season_message(struct message *m, const uint8_t sum[HASH]);

#endif
