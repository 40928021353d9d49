"""Actions: their numbers on the wire and their words (CLIENT.md section 6)."""

PLAY, PLAY_DOWN, RAISE, QUIERO, NO_QUIERO, ENVIDO, REAL, FALTA, FLOR, CONTRAFLOR, RESTO, CFQ, CFA, DECLARE, SILENT, \
    SON_BUENAS, MAZO, PASS, PIDO, ELEVEN_PLAY, ELEVEN_RUN, PLAY_BLIND, QUIERO_MAZO, FLOR_ENVIDO, FLOR_REAL, \
    FLOR_FALTA, PASO, EMBIT_MORE, EMBIT_REST, TRUC_REST, DISCARD = range(1, 32)

BY_NUMBER = (ENVIDO, REAL, FLOR_ENVIDO, FLOR_REAL)              # bets whose arg is a number, not padded (REQUEST)


def code(kind, arg=0):
    return 256 * kind + arg


def kind(number):
    return number >> 8


def arg(number):
    return number & 255


# Phases of the view (CLIENT.md section 7).
NONE, P_PLAY, P_STAKE, P_ENVIDO, P_DECLARE, P_FLOR, P_ACCUSE, P_RAISE, P_ELEVEN = range(9)
P_SIGNS, P_DISCARD = 20, 21
PHASE_NAMES = {NONE: "none", P_PLAY: "play", P_STAKE: "stake", P_ENVIDO: "envido", P_DECLARE: "declare",
               P_FLOR: "flor", P_ACCUSE: "accuse", P_RAISE: "raise", P_ELEVEN: "eleven", P_SIGNS: "signs",
               P_DISCARD: "discard"}

# Wagers of the view.
CLOSED, POSSIBLE, CALLED, WANTED, SETTLED = range(5)
