/* mcp_text: what an agent reads of its table, in the language that is spoken, out of the lines that a page hears (persona/lines.h). */
#ifndef BOTS_BRIDGE_MCP_TEXT_H
#define BOTS_BRIDGE_MCP_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mcp_told {
    json_t *line;     /* the newest that told the table; NULL: none did */
    json_t *news;     /* sentences since the agent looked, */
    json_t *hand;     /* and since the hand began */
    json_int_t heard; /* the number of the last thing that was said */
    bool late;        /* the newest line told that the time had run out */
};

/* False: no memory. */
bool mcp_told(struct mcp_told *t);
void mcp_forget(struct mcp_told *t);
/* Takes a line down. */
void mcp_hear(struct mcp_told *t, json_t *line);

/* Of the newest table: it is a look behind a hand; how long an answer may take; a word that is never far wrong; why the last one was refused. */
bool mcp_pause(const struct mcp_told *t);
int64_t mcp_ms(const struct mcp_told *t);
const char *mcp_modest(const struct mcp_told *t);
const char *mcp_why(const struct mcp_told *t);

/* Texts, to be freed; NULL: there is none yet, or no memory.  The news are told once; `before` them stands a sentence, or NULL. */
char *mcp_text(struct mcp_told *t, const char *before, bool asked, bool legal, bool over);
char *mcp_hand(const struct mcp_told *t);
/* As this program tells the rules of a match. */
char *mcp_rules(const struct mcp_told *t, const char *fiel);

#endif
