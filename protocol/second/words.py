"""Words of actions in text, Spanish, French and Gascon (CLIENT.md section 6; RULES.md sections 2 to 8)."""

from . import cards as C
from .rules import actions as A

STEPS = {"2-3-4": ("truco", "retruco", "vale-cuatro"),
         "3-6-9-game": ("truco", "retruco", "vale-nueve", "vale-juego"),
         "3-6-9-12": ("truco", "seis", "nove", "doze"), "4-6-10-12": ("truco", "seis", "dez", "doze"),
         "4-6-9-12": ("truco", "seis", "nove", "doze"),
         "2-3-4-6-game": ("truc", "retruc", "quatro", "seiz", "partido")}
PLAIN = {"quiero": A.QUIERO, "no-quiero": A.NO_QUIERO, "envido": A.ENVIDO, "real-envido": A.REAL,
         "falta-envido": A.FALTA, "flor": A.FLOR, "contraflor": A.CONTRAFLOR, "contraflor-al-resto": A.RESTO,
         "con-flor-quiero": A.CFQ, "con-flor-me-achico": A.CFA, "declare": A.DECLARE, "silent": A.SILENT,
         "son-buenas": A.SON_BUENAS, "mazo": A.MAZO, "pass": A.PASS, "eleven-play": A.ELEVEN_PLAY,
         "eleven-run": A.ELEVEN_RUN, "ten-play": A.ELEVEN_PLAY, "ten-run": A.ELEVEN_RUN,
         "quiero-mazo": A.QUIERO_MAZO, "flor-envido": A.FLOR_ENVIDO,
         "flor-real-envido": A.FLOR_REAL, "flor-falta-envido": A.FLOR_FALTA, "paso": A.PASO,
         "restou": A.EMBIT_REST, "restou-y-troucou": A.TRUC_REST,
         "accept": A.QUIERO, "run": A.NO_QUIERO, "concede": A.MAZO, "refuse": A.NO_QUIERO,
         "yes": A.QUIERO, "no": A.NO_QUIERO, "embide": A.ENVIDO, "mi-falta": A.FALTA}
MORE = {"u-aoute": 1, "dus-de-mes": 2, "detz-de-mes": 10}


def read(text, options, rival=None):
    """The code of a word as `fiel table` writes it."""
    word, _, rest = text.partition(" ")
    if word == "play":
        return A.code(A.PLAY, C.parse(rest))
    if word == "play-down":
        return A.code(A.PLAY_DOWN, C.parse(rest))
    if word == "discard":
        return A.code(A.DISCARD, C.parse(rest))
    if word == "play-blind":
        return A.code(A.PLAY_BLIND, int(rest))
    if word == "pido-flor":
        return A.code(A.PIDO, int(rest) if rest else rival)
    if word in STEPS[options["ladder"]]:
        return A.code(A.RAISE, STEPS[options["ladder"]].index(word) + 1)
    if word in MORE:
        return A.code(A.EMBIT_MORE, MORE[word])
    if word in PLAIN:
        return A.code(PLAIN[word])
    parts = word.split("-")
    if parts[-1] == "real" or word.endswith("real-envido"):
        number = [x for x in parts if x.isdigit()][0]
        return A.code(A.FLOR_REAL if parts[0] == "flor" else A.REAL, int(number))
    if parts[-1].isdigit() and "envido" in parts:
        return A.code(A.FLOR_ENVIDO if parts[0] == "flor" else A.ENVIDO, int(parts[-1]))
    raise ValueError("no word %r" % text)
