/* pen: the process that writes into the match log.
 *
 * `fiel pen` has the log's key and its folder, and no other file.  The supervisor starts it, asks it for the match's number, and gives the
 * referee the other end of its socket; one question is under way at a time.  What a witness answers over HTTP is read by another process,
 * fiel-witness, which the supervisor starts beside it; the pen takes its lines and believes the signatures. */
#ifndef FIEL_PEN_H
#define FIEL_PEN_H

#include <limits.h>

#include "base/frames.h"
#include "log/tiles.h"
#include "matchlog.h"

enum { PEN_RESULT = 1024 /* bytes of a result, at most */ };
enum pen_kind {
    PEN_HELLO = 128, /* is it there? */
    PEN_RESERVE, /* the next number; behind: the path of the note by which the match goes on.  It is held as long as the pen lives */
    PEN_OPEN,     /* behind: the entry; answered by its proof */
    PEN_UNOPENED, /* behind: the reason */
    PEN_IS_OPEN,  /* is there an OPEN? */
    PEN_END,      /* ending; behind: the result */
    PEN_SAYS,
};
struct to_pen {
    uint8_t kind, again, pad[6]; /* again: entries of this match may be there already */
    uint64_t number;
    struct matchlog_ending ending; /* of END */
};
struct from_pen {
    uint8_t kind, fine, open, pad; /* fine 0: `why` and `error` say why not */
    int32_t error, size;           /* of the proof */
    uint64_t number;
    char key[NOTE_KEY_TEXT]; /* the log's, public */
    char why[LOG_WHY], lacks[MATCHLOG_LACKS], proof[LOG_PROOF];
};
extern const struct frame_line frames_to_pen, frames_from_pen;

/* Asks it, with `size` bytes behind, and waits for the answer.  False: it is not there any more, and `why` says so. */
bool pen_ask(int pen, const struct to_pen *ask, const void *bytes, size_t size, struct from_pen *said);

#endif
