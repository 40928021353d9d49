"""Recorded hands of other engines (tests/corpus) played by the second opinion's rules, and at `fiel table` beside it.

Of an act in steps[], "legal" is the complete list that the engine offered before it, "score" the score after it.  probe[] are acts that the
engine refused just before "step".  "fill" are the plays that complete a trick which the engine closed early.  "known_fault" marks hands in which
the engine departs from its own sources: "valid_steps" are replayed and held against "rules_result".

What is left out of the comparison is what tests/corpus/README.md says, nothing else."""

import json

from beside import Differs, apply, deal, filled
from cases import aloud, order
from second import cards as C
from second import words as W
from second.rules import actions as A
from second.rules import options as O

RULES = {
    "trucoshi_argentino_2p_noflor": "argentino,envido_chain=strict,truco_forfeits_envido=team,declare=auto,"
                                    "face_down=forbidden",
    "trucoshi_argentino_2p_flor": "argentino-flor,envido_chain=strict,truco_forfeits_envido=team,declare=auto,"
                                  "face_down=forbidden,flor_table=modern,resto=winner_takes_game",
    "ezevillo_argentino_2p_noflor": "argentino,envido_chain=strict,quiero_mazo=on,declare=auto,face_down=forbidden",
    "ctruco_paulista_2p": "paulista", "baixada_paulista_2p": "paulista",
    "minitruco_paulista_4p": "paulista", "minitruco_paulista-clean_4p": "paulista-limpo",
    "minitruco_mineiro_4p": "mineiro",
    "trucopy_uruguayo_2p": "uruguayo,uy_cap_two=lesser,truco_bars_envido=on,face_down=forbidden,mazo_scope=paso,declare=auto",
}
RULES["trucopy_uruguayo_6p"] = RULES["trucopy_uruguayo_2p"]
RULES["trucoshi_argentino_4p_noflor"] = RULES["trucoshi_argentino_6p_redondo"] = RULES["trucoshi_argentino_2p_noflor"]
NOT_OPTIONS = ("answer_raise", "deck", "flor")
LEFT_OUT = {"trucoshi_argentino_4p_noflor-00792": "who leads after a mano that gave up"}
SAME = {"accept": "quiero", "run": "no-quiero", "concede": "mazo", "flor-pass": "pass",
        "flor-envido-2": "flor-envido", "envido-2": "envido"}


def rules_of(name, line):
    parts = [RULES[name], "target=%d" % line["target"]]
    for key, value in (line.get("options") or {}).items():
        if key in NOT_OPTIONS or value is None:
            continue
        if key == "mineiro_ladder":
            value = value.replace(",", "-")
        parts.append("%s=%s" % (key, value))
    return ",".join(parts)


def play(name, text):
    """Replays one line; returns None, or why it was left out; raises Differs."""
    line = json.loads(text)
    if line["id"] in LEFT_OUT:
        return LEFT_OUT[line["id"]]
    p = deal(rules_of(name, line), line["players"], line["mano"], line["hands"], line.get("vira"), line["score"])
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
    apply(p, seat, code)
    return None


def wait_for(p, seat, word):
    """Questions that the engine does not put: chances to sing, and members of a side before the one that answers."""
    for _ in range(12):
        if p.turn == seat and (p.phase != A.P_FLOR or code_of(p, word) in p.legal):
            return
        if A.code(A.PASS) not in p.legal:
            return
        if p.phase in (A.P_FLOR, A.P_STAKE, A.P_ENVIDO, A.P_ELEVEN):
            apply(p, p.turn, A.code(A.PASS))
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
    if step.get("legal") is None or "flor" in step["legal"]:
        return
    if name.startswith("trucopy"):
        return trucopy_lists(p, step, line, number)
    if p.phase == A.P_FLOR:
        return
    theirs = {code_of(p, w) for w in step["legal"] if w not in step.get("legal_skip", ())}
    ours = set(p.legal) - {A.code(A.PASS)}
    skipped = {code_of(p, w) for w in step.get("legal_skip", ())}
    if p.phase != A.P_PLAY or p.stake_called:
        ours -= {A.code(A.MAZO)}
        theirs -= {A.code(A.MAZO)}
    compare(line, number, "legal", sorted(ours - skipped), sorted(theirs - skipped))


BETS = (A.ENVIDO, A.REAL, A.FALTA, A.FLOR_ENVIDO, A.FLOR_REAL, A.FLOR_FALTA)


def trucopy_lists(p, step, line, number):
    """It lists few of the numbers that may be bet, no first word beyond the falta, no plain contraflor, and no raise by who has played."""
    theirs, ours = {code_of(p, w) for w in step["legal"] if w not in step.get("legal_skip", ())}, set(p.legal)
    late = p.phase == A.P_ENVIDO and p.has_played(step["seat"])
    over = p.phase != A.P_ENVIDO and not {A.code(A.ENVIDO, 3), A.code(A.FLOR_ENVIDO, 3)} & ours
    answers = p.phase != A.P_PLAY
    more = [c for c in ours - theirs if not (
        A.kind(c) in (A.PASS, A.CONTRAFLOR) or answers and A.kind(c) in (A.MAZO, A.PASO)
        or A.kind(c) in BETS and (A.arg(c) or late or over and A.kind(c) in (A.REAL, A.FLOR_REAL)))]
    departs_here = step["seat"] in p.said_truco or p.stake_called or p.stake
    less = [c for c in theirs - ours if not (
        answers and A.kind(c) in (A.MAZO, A.PASO) or departs_here and A.kind(c) in (A.ENVIDO, A.REAL, A.FALTA))]
    compare(line, number, "legal", sorted(more), sorted(less))


def compare(line, number, what, ours, theirs):
    if ours != theirs:
        raise Differs("%s step %d: %s is %s here, %s there" % (line, number, what, ours, theirs))


def fill(p, line):
    for step in line.get("fill") or []:
        if p.hand_over:
            return
        word = step["act"] if isinstance(step, dict) else step
        code = code_of(p, word)
        apply(p, p.turn, code)


def end(p, line):
    wait = 0
    while not p.hand_over and A.code(A.PASS) in p.legal and wait < 12 and p.phase != A.P_PLAY:
        apply(p, p.turn, A.code(A.PASS))
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
    if result.get("hand_winner") is not None:
        compare(line["id"], "end", "hand_winner", p.hand_winner, {"draw": 2}.get(result["hand_winner"], result["hand_winner"]))
    if result.get("tricks") is not None:
        won = [w for w in p.trick_winner if w is not None]
        compare(line["id"], "end", "tricks", won, [2 if w == "tie" else w for w in result["tricks"]])


CARDS = {0: ("7e", "7b"), 1: ("7b", "7e")}, {0: ("2e", "12b"), 1: ("12b", "2e")}, {0: ("6b", "5b"), 1: ("5b", "6b")}
TIES = ("3o", "3b"), ("1o", "1c"), ("4e", "4o")


def table_line(text):
    """A line of giampiga_venezolano_table: order of cards and values of a hand, who takes a trick, or a hand of three."""
    line = json.loads(text)
    {"hand": table_hand, "trick": table_trick, "pattern": table_pattern}[line["kind"]](line)


def table_hand(line):
    options, vira = O.parse("venezolano"), C.parse(line["vira"])
    held, flor = [C.parse(c) for c in line["hand"]], bool(line.get("flor"))
    compare(line["id"], 0, "order", order("venezolano,flor=off", line["vira"], line["order"]), [])
    compare(line["id"], 0, "envido", C.envido_value(options, vira, held), line["envido"])
    compare(line["id"], 0, "flor", C.has_flor(options, vira, held), flor)
    if flor:
        compare(line["id"], 0, "value", C.flor_value(options, vira, held), line["florScore"])
        compare(line["id"], 0, "reservada", C.reservada(options, vira, held), line["reservada"])
    aloud("venezolano,flor=off,declare=auto", 2, line["vira"], line["hand"], False)
    aloud("venezolano,declare=auto", 2, line["vira"], line["hand"], True)


def table_trick(line):
    hands = [[] for _ in range(line["players"])]
    for play_ in line["plays"]:
        hands[play_["seat"]].append(play_["act"].split()[-1])
    p = deal("venezolano,flor=off", line["players"], line["plays"][0]["seat"], filled(hands, line["vira"]), line["vira"])
    for play_ in line["plays"]:
        apply(p, play_["seat"], W.read(play_["act"], p.o))
    compare(line["id"], 0, "winner", p.trick_winner[0], 2 if line["winner"] == "tie" else line["winner"])
    if isinstance(line.get("lead"), int):
        compare(line["id"], 0, "lead", p.turn, line["lead"])


def table_pattern(line):
    """For each trick a card that wins, one that loses and two that are equal, which may lie under those of the trick before."""
    cards = [TIES[t] if w == "tie" else CARDS[t][w] for t, w in enumerate(line["tricks"])]
    p = deal("venezolano,flor=off", 2, line["mano_team"], [[c[seat] for c in cards] for seat in (0, 1)], "6c")
    played = [0, 0]
    while not p.hand_over:
        played[p.turn] += 1
        apply(p, p.turn, A.code(A.PLAY, C.parse(cards[played[p.turn] - 1][p.turn])))
    compare(line["id"], 0, "decided_after", played[0], line["decided_after"])
    compare(line["id"], 0, "hand_winner", p.hand_winner, line["hand_winner"])


__all__ = ["Differs", "play", "table_line", "RULES"]
