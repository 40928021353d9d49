/* cli_told: what the smaller commands tell, in the language that is spoken (tool_sentences.h). */
#ifndef FIEL_CLI_TOLD_H
#define FIEL_CLI_TOLD_H

enum { TOOL_TOLD = 1024 };

/* The sentence or word in that language; itself where there is no row for it. */
const char *tool_told(const char *english, char out[TOOL_TOLD]);

#endif
