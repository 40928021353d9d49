/* serve_log: what the daemon says, one JSON object a line on stderr.
 *
 * {"ts":"2026-11-21T08:00:00.123Z","level":"info","event":"match-ended","match":17,...}: ASCII only, so that nothing
 * hostile reaches a terminal or another line; no keys, no cards. */
#ifndef FIEL_SERVE_LOG_H
#define FIEL_SERVE_LOG_H

enum log_level { LOG_INFO, LOG_WARNING, LOG_ERROR };

/* `format` and what follows as for json_pack, an object: "{s:I,s:s}"; NULL: nothing more. */
void serve_log(enum log_level level, const char *event, const char *format, ...);

#endif
