/* config: the configuration file of `fiel serve`.
 *
 * One table of rows {section, key, type, limits, default, help} is read by the reader, the check, the printed
 * default file and the manual.  A file is INI: [section] lines, `key = value` lines, comments with # or ;. */
#ifndef FIEL_CONFIG_H
#define FIEL_CONFIG_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CONFIG_TEXT = 256, CONFIG_WHY = 512 };

enum stop_how { STOP_PARK, STOP_FINISH };

/* Texts are whole and checked, paths absolute; numbers in the units of the table (durations: microseconds). */
struct config {
    char state[CONFIG_TEXT], bots[CONFIG_TEXT], allow[CONFIG_TEXT], operators[CONFIG_TEXT], readers[CONFIG_TEXT];
    char control[CONFIG_TEXT], reading[CONFIG_TEXT], door[CONFIG_TEXT]; /* ZeroMQ endpoints; reading, door "": none */
    char seat_host[CONFIG_TEXT], seat_ports[CONFIG_TEXT];
    char key[CONFIG_TEXT], match_log[CONFIG_TEXT], match_log_key[CONFIG_TEXT]; /* match_log "": not logged */
    char cores[CONFIG_TEXT], clock[CONFIG_TEXT], bot_memory[CONFIG_TEXT], uids[CONFIG_TEXT];
    char log_policy_file[CONFIG_TEXT], host[CONFIG_TEXT];
    char metrics[CONFIG_TEXT]; /* "": no file */
    int64_t at_once;           /* 0: one for every core */
    int64_t logs_kept;         /* of how many orders the bots' logs are kept; 0: of all */
    int64_t queue, games_most, pin, jail, duplicate_unheld, sign, on_timeout, bindings;
    int64_t blind, sign_every;                     /* sign_every 0: as `fiel match` chooses */
    int64_t on_stop, stop_us, metrics_us, tick_us; /* tick_us 0: none */
};

enum config_type {
    CONFIG_STRING,   /* as it is */
    CONFIG_FILE,     /* a path; not absolute: below the state folder; "" stays "" */
    CONFIG_STATE,    /* the state folder; not absolute: beside the configuration file */
    CONFIG_ENDPOINT, /* tcp://HOST:PORT or ipc:///PATH */
    CONFIG_NUMBER,   /* a whole number within limits */
    CONFIG_DURATION, /* "30s", within limits */
    CONFIG_CHOICE,   /* one of `words`; the value is its place among them */
    CONFIG_CLOCK,
    CONFIG_SIZE,
    CONFIG_CORES,
    CONFIG_PORTS,
    CONFIG_UIDS,
    CONFIG_HOST, /* texts that must be good */
};

struct config_key {
    const char *section, *key;
    enum config_type type;
    int64_t min, max;    /* NUMBER; DURATION: microseconds; STRING: the most bytes, 0 any; the others: not looked at */
    const char *words;   /* CHOICE: "park finish" */
    const char *initial; /* the default, as it would stand in a file */
    const char *help;    /* lines parted by \n */
    size_t at;           /* of its field in struct config */
    bool live;           /* a reload may change it */
};

#define CONFIG_FILE_DEFAULT "/etc/fiel/serve.conf"

typedef void config_says(void *who, const char *sentence);
/* Prints it as what went wrong, and needs no `who`. */
config_says config_complain;

/* Reads the file over the defaults into *out; every mistake is told in a sentence with its line, and how many there
 * were is returned (then *out is not to be used). */
unsigned config_read(struct config *out, const char *path, config_says *say, void *who);
/* The defaults, as a file that only has the line `state = ...` would give them. */
void config_defaults(struct config *out, const char *state);
/* A commented file with every key at its default. */
void config_print(FILE *out);
/* What of `new` may take effect now is taken over into *now; the keys that differ and need a restart are told. */
void config_take(struct config *now, const struct config *new, config_says *say, void *who);
/* "jail" -> "strict": the word of a choice. */
const char *config_word(const struct config *c, const char *section, const char *key, char word[32]);

/* --- config_values.c: one value.  -1 and a sentence in `why`; the field is untouched then ---------------- */
int config_value(struct config *c, const struct config_key *k, const char *text, char why[CONFIG_WHY]);
/* "all" or "0,2-3": CPUs that this process may use. */
int config_cores(const char *text, cpu_set_t *out, char why[CONFIG_WHY]);

#endif
