/* keeper: the process that keeps one bot: it goes into the bot's jail, starts the bot there, as often as it is
 * told to, lets its output into the log, and tells how it ended.
 *
 * `fiel keeper` has its descriptors in the order of enum keeper_fd.  The control descriptor is a SOCK_SEQPACKET
 * pair with the supervisor of the match: into it go the kinds of enum keeper_word, which are a byte each, and every packet out of it is a
 * keeper_frame.  Its end means that the bot is not started again. */
#ifndef FIEL_KEEPER_H
#define FIEL_KEEPER_H

#include "jail.h"
#include "base/bot_command.h"
#include "base/frames.h"
#include "base/cpu.h"
#include "base/spawn.h"

enum keeper_fd { KEEPER_CONTROL = SPAWN_FIRST, KEEPER_CONFIG, KEEPER_RECORD, KEEPER_LOG, KEEPER_STATE };
#define KEEPER_FILES "its files of before" /* the step of a stop: what it had kept cannot be put back */
enum {
    KEEPER_LOG_MOST = 16 << 20,   /* bytes of a bot's output that are kept, over all its starts, */
    KEEPER_LOG_LEAVES = 64 << 20, /* as long as so much of the disk is free: a record lies there as often as not */
};

struct keeper_config {
    uint32_t size;  /* of this struct: both sides are the same binary */
    uint32_t party; /* whose bot it is, for a trace */
    struct bot_command command;
    struct jail_plan jail;
};
/* How many of its bytes are set: of what is shown there is more room than anybody needs. */
static inline size_t keeper_config_used(const struct keeper_config *c)
{
    return offsetof(struct keeper_config, jail) + offsetof(struct jail_plan, shown) + c->jail.used;
}

enum keeper_word {
    KEEPER_START =
        's',           /* the bot, with the descriptor that it brings for stdin and stdout; STARTED or FAILED answers */
    KEEPER_KEEP = 'k', /* its files, outside of the jail; KEPT answers */
    KEEPER_KILL = 'x', /* the bot; ENDED follows */
};
enum keeper_kind { KEEPER_STARTED = 48, KEEPER_FAILED, KEEPER_ENDED, KEEPER_KEPT };
struct keeper_frame {
    uint8_t kind;
    struct jail_stop stop; /* of FAILED; layer JAIL_LAYERS: it is the bot that cannot be executed */
    struct ending ending;  /* of ENDED */
};

/* --- keeper_frame.c ------------------------------------------------------------------------------ */
/* A keeper takes what its bot prints, and is behind the same walls: so it is believed as little as the bot. */
extern const struct frame_line frames_supervisor_to_keeper, frames_keeper_to_supervisor;

/* --- keeper_state.c: -1 and errno --------------------------------------------------------------- */
int keeper_state_save(int file, const char *path);
/* Puts back what was saved; a file that holds nothing is fine.  owner 0: they stay ours. */
int keeper_state_restore(int file, const char *path, uint32_t owner);

#endif
