/* mcp: a seat for an agent: a server of the Model Context Protocol on standard input and output (JSON-RPC 2.0, a message a line), behind
 * which somebody plays as at a page, by `persona --lines` (persona/lines.h): here, by `fiel play`, or at a host's door.
 *
 * The agent has the tools `look`, `act` and `rules`, and the resources fiel://rules and fiel://hand.  What it reads is text in its language.  An
 * action that is not legal is answered with the rule, and goes nowhere else; after the third one, and where the time is nearly out, `after`
 * says what is done. */
#ifndef BOTS_BRIDGE_MCP_H
#define BOTS_BRIDGE_MCP_H

#include "program.h"

struct mcp_wish {
    const char *fiel;      /* the program, which tells rules */
    struct program player; /* who plays by lines */
    const char *log;       /* a file: a JSON line for each decision; NULL: none */
    enum { LEGAL_LISTED, LEGAL_HIDDEN, LEGAL_MISTAKE /* after one */ } legal;
    bool forfeit; /* after the third mistake; else a modest action is done, also when the time is nearly out */
};

/* Serves until standard input ends.  A process exit code. */
int mcp_run(struct mcp_wish *wish);

#endif
