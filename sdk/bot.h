/* bot: the loop between the line and the machine.  Not installed; bots/bad/ hooks into it. */
#ifndef FIEL_BOT_H
#define FIEL_BOT_H

#include "connect.h"
#include "party.h"

/* Sees every envelope before it leaves.  May rewrite it (room for ENVELOPE_MAX) and returns its size; 0 sends
 * nothing.  It may send by itself over `c`. */
typedef size_t bot_tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size);

int bot_run(const char *name, const struct fiel_callbacks *calls, bot_tamper *tamper);

/* Writes down why the bot stops, with what proves it: a text file in the state folder, appended to. */
int evidence_save(const struct party *p);

#endif
