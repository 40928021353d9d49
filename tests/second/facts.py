"""Recorded hands of other engines (tests/corpus) played by the second opinion's rules.

What is left out of the comparison is what tests/corpus/README.md says, nothing else."""

import json

from second import cards as C
from second import words as W
from second.rules import actions as A
from second.rules import flow, options as O
from second.rules.state import Illegal, Position

RULES = {
    "trucoshi_argentino_2p_noflor": "argentino,envido_chain=strict,truco_forfeits_envido=team,declare=auto,"
                                    "face_down=forbidden",
    "trucoshi_argentino_2p_flor": "argentino-flor,envido_chain=strict,truco_forfeits_envido=team,declare=auto,"
                                  "face_down=forbidden,flor_table=modern,resto=winner_takes_game",
    "ezevillo_argentino_2p_noflor": "argentino,envido_chain=strict,quiero_mazo=on,declare=auto,face_down=forbidden",
    "ctruco_paulista_2p": "paulista", "baixada_paulista_2p": "paulista",
    "minitruco_paulista_4p": "paulista", "minitruco_paulista-clean_4p": "paulista-limpo",
    "minitruco_mineiro_4p": "mineiro",
    "trucopy_uruguayo_2p": "uruguayo,uy_cap_two=lesser,declare=auto,face_down=forbidden,mazo_scope=team",
    "trucopy_uruguayo_6p": "uruguayo,declare=auto,face_down=forbidden,mazo_scope=paso,pica=off",
}
RULES["trucoshi_argentino_4p_noflor"] = RULES["trucoshi_argentino_6p_redondo"] = RULES["trucoshi_argentino_2p_noflor"]
NOT_OPTIONS = ("answer_raise", "pico_falta_cap")
LEFT_OUT = {"trucoshi_argentino_4p_noflor-00792": "who leads after a mano that gave up"}
SAME = {"accept": "quiero", "run": "no-quiero", "concede": "mazo", "flor-pass": "pass",
        "flor-envido-2": "flor-envido", "envido-2": "envido"}


class Differs(Exception):
    pass


def rules_of(name, line):
    parts = [RULES[name], "target=%d" % line["target"]]
    for key, value in (line.get("options") or {}).items():
        if key in NOT_OPTIONS or (key == "deck" and value == "clean"):
            continue
        if key == "mineiro_ladder":
            value = value.replace(",", "-")
        parts.append("%s=%s" % (key, value))
    return O.parse(",".join(parts))


def start(name, line):
    options = rules_of(name, line)
    p = Position(options, line["players"], line["score"])
    p.hand, p.first = 0, line["mano"]
    hands = [[C.parse(c) for c in h] for h in line["hands"]]
    vira = C.parse(line["vira"]) if line.get("vira") else None
    flow.deal(p, line["mano"], None, 0, hands, vira)
    return p


def play(name, text):
    """Replays one line; returns None, or why it was left out; raises Differs."""
    line = json.loads(text)
    if line["id"] in LEFT_OUT:
        return LEFT_OUT[line["id"]]
    p = start(name, line)
    steps = line["steps"]
    if line.get("known_fault"):
        steps = steps[:line.get("valid_steps", 0)]
    for number, step in enumerate(steps):
        for probe in line.get("probe") or []:
            if probe["step"] == number:
                refuse(p, probe)
        if p.hand_over:
            if p.game_over:
                break
            raise Differs("%s step %d: the hand is over here" % (line["id"], number))
        why = act(p, step, name, line["id"], number)
        if why:
            return why
        closed_early = line.get("fill") and number == len(steps) - 1
        if step.get("score") is not None and not pending_flor(p) and not closed_early:
            compare(line["id"], number, "score", capped(p.score, p), capped(step["score"], p))
    fill(p, line)
    end(p, line)
    return None


def capped(score, p):
    return [min(s, p.target) for s in score]


def pending_flor(p):
    return p.phase == A.P_FLOR


def refuse(p, probe):
    """An act that the engine refused just here is refused here too."""
    try:
        code = code_of(p, probe["act"])
    except (ValueError, KeyError):
        return
    if A.kind(code) in (A.MAZO, A.PASO) and p.phase != A.P_PLAY:
        return                                                # here giving up is also an answer
    if p.phase == A.P_FLOR or (p.o["envido"] == "numeric" and A.kind(code) in (A.ENVIDO, A.REAL)):
        return                                                # flor is sung by itself; a first word beyond the falta
    if probe["seat"] == p.turn and code in p.legal:
        raise Differs("the act %s of seat %d is legal here" % (probe["act"], probe["seat"]))


def code_of(p, word):
    word = SAME.get(word, word)
    if word == "raise":
        return A.code(A.RAISE, (p.stake_called or p.stake) + 1)
    return W.read(word, p.o)


def act(p, step, name, line, number):
    word, seat = step["act"], step["seat"]
    if word == "flor" and seat in p.sang:
        return None                                           # sung by itself already
    wait_for(p, seat, word)
    code = code_of(p, word)
    if p.turn != seat or code not in p.legal:
        why = departs(name, p, seat, code, word)
        if why:
            return why
        raise Differs("%s step %d: %d %s is not legal here (turn %s, legal %s)" % (
            line, number, seat, word, p.turn, p.legal))
    lists(p, step, name, line, number)
    if name.startswith("trucopy") and A.kind(code) == A.CFA and p.flor_last == A.RESTO:
        return "truco-py pays the rivals' flores to who is refused a contraflor al resto"
    flow.apply(p, seat, code)
    return None


def wait_for(p, seat, word):
    """Questions that the engine does not put: chances to sing, and members of a side before the one that answers."""
    for _ in range(12):
        if p.turn == seat and (p.phase != A.P_FLOR or code_of(p, word) in p.legal):
            return
        if A.code(A.PASS) not in p.legal:
            return
        if p.phase in (A.P_FLOR, A.P_STAKE, A.P_ENVIDO, A.P_ELEVEN):
            flow.apply(p, p.turn, A.code(A.PASS))
        else:
            return


def departs(name, p, seat, code, word):
    """Where an engine is not followed (tests/corpus/README.md)."""
    if name.startswith("trucopy"):
        if A.kind(code) in (A.ENVIDO, A.REAL, A.FALTA) and (seat in p.said_truco or p.stake_called):
            return "truco-py lets open envido who did not itself want the truco"
        if A.kind(code) in (A.FLOR_ENVIDO, A.FLOR_REAL, A.FLOR_FALTA, A.ENVIDO, A.REAL, A.FALTA):
            return "truco-py has another bound for a bet"
        if p.phase == A.P_FLOR:
            return "truco-py lets only the first holder of a side bet"
    return None


def lists(p, step, name, line, number):
    """The list of legal acts, where the engine tells it and its README entry compares it."""
    if step.get("legal") is None or name.startswith(("minitruco", "trucopy")) or p.phase == A.P_FLOR:
        return
    if "flor" in step["legal"]:
        return
    theirs = {code_of(p, w) for w in step["legal"] if w not in step.get("legal_skip", ())}
    ours = set(p.legal) - {A.code(A.PASS)}
    skipped = {code_of(p, w) for w in step.get("legal_skip", ())}
    if p.phase != A.P_PLAY or p.stake_called:
        ours -= {A.code(A.MAZO)}
        theirs -= {A.code(A.MAZO)}
    compare(line, number, "legal", sorted(ours - skipped), sorted(theirs - skipped))


def compare(line, number, what, ours, theirs):
    if ours != theirs:
        raise Differs("%s step %d: %s is %s here, %s there" % (line, number, what, ours, theirs))


def fill(p, line):
    for step in line.get("fill") or []:
        if p.hand_over:
            return
        word = step["act"] if isinstance(step, dict) else step
        code = code_of(p, word)
        flow.apply(p, p.turn, code)


def end(p, line):
    wait = 0
    while not p.hand_over and A.code(A.PASS) in p.legal and wait < 12 and p.phase != A.P_PLAY:
        flow.apply(p, p.turn, A.code(A.PASS))
        wait += 1
    result = line.get("rules_result") if line.get("known_fault") else line["result"]
    if not result:
        return
    if result.get("score"):
        compare(line["id"], "end", "score", capped(p.score, p), capped(result["score"], p))
    if not p.game_over and not line.get("known_fault") and not p.hand_over:
        raise Differs("%s: the hand is not over here" % line["id"])
    if p.game_over or line.get("known_fault"):
        return
    points = (result.get("points") or {})
    for what in ("truco", "envido", "flor"):
        if points.get(what):
            compare(line["id"], "end", what, p.points[what], points[what])


def table_line(text):
    """A line of giampiga_venezolano_table: order of cards and values of a hand, or who takes a trick."""
    line = json.loads(text)
    options = O.parse("venezolano")
    if line["kind"] == "hand":
        vira = C.parse(line["vira"])
        for group in line.get("order", []):
            if len({C.strength(options, vira, C.parse(c)) for c in group}) != 1:
                raise Differs("%s: %s are not equal here" % (line["id"], group))
        heads = [C.strength(options, vira, C.parse(g[0])) for g in line.get("order", [])]
        if heads != sorted(heads, reverse=True):
            raise Differs("%s: another order here" % line["id"])
        held = [C.parse(c) for c in line["hand"]] if "hand" in line else None
        if held:
            compare(line["id"], 0, "envido", C.envido_value(options, vira, held), line["envido"])
            compare(line["id"], 0, "flor", C.has_flor(options, vira, held), bool(line.get("flor")))
            if line.get("florScore") is not None:
                compare(line["id"], 0, "value", C.flor_value(options, vira, held), line["florScore"])


__all__ = ["Differs", "Illegal", "play", "table_line", "RULES"]
