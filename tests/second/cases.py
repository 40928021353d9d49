"""The written cases (tests/corpus/truco_cases.jsonl) put to the second opinion's rules."""

from second import cards as C
from second import words as W
from second.rules import actions as A
from second.rules import flow, options as O
from second.rules.state import Position

VARIANTS = {"gaucho24": "gauderio", "trucyflou": "truc-y-flou"}
WORDS = {"ENVIDO": "envido", "REAL_ENVIDO": "real-envido", "FALTA_ENVIDO": "falta-envido", "QUIERO": "quiero",
         "NO_QUIERO": "no-quiero", "TRUCO": "truco", "RE_TRUCO": "retruco", "VALE_CUATRO": "vale-cuatro",
         "MAZO": "mazo", "FLOR": "flor", "CONTRAFLOR": "contraflor", "CONTRAFLOR_AL_RESTO": "contraflor-al-resto",
         "CON_FLOR_ENVIDO": "flor-envido", "CONTRA_FLOR_AL_RESTO": "contraflor-al-resto", "ACCEPT": "quiero",
         "RUN": "no-quiero", "RUN_ELEVEN": "eleven-run", "EMBIDE": "embide", "REST": "restou", "SING": "quiero",
         "FOLD": "no-quiero", "MI_FALTA": "mi-falta", "ACCEPT_TEN": "eleven-play"}
DECIDED = {"ar-falta-malas": "the falta is the leader's [3 s13], as RULES.md section 12 says"}


def rules_of(case):
    given, expect = case["given"], case["expect"]
    preset = VARIANTS.get(case["variant"], case["variant"])
    if preset == "argentino" and (given.get("flor") or "flor" in expect):
        preset = "argentino-flor"
    parts = [preset]
    if "target" in given:
        parts.append("target=%d" % given["target"])
    if given.get("deck"):
        parts.append("deck=%s" % given["deck"]) if preset == "paulista" else None
    for key, value in expect.get("options", {}).items():
        parts.append("%s=%s" % (key, value))
    return O.parse(",".join(parts) + ",declare=auto")


def check(case):
    """(how it was judged, list of what differs)."""
    if case["id"] in DECIDED:
        return "decided by the texts", []
    given, expect, options = case["given"], case["expect"], rules_of(case)
    if "order" in expect:
        return "value", order(options, expect)
    if "hand" in given:
        return "value", values(options, given, expect)
    if "manilha" in expect:
        return "value", manilha(options, given, expect)
    if "sequence" in given:
        return "value", ladder(options, given, expect)
    if "hands" in given:
        return "played", played(case, options)
    return "not put: it has no cards", []


def order(options, expect):
    groups = [[C.parse(c) for c in (g if isinstance(g, list) else [g])] for g in expect["order"]]
    powers = [{C.strength(options, None, c) for c in g} for g in groups]
    if any(len(s) != 1 for s in powers):
        return ["equal cards"]
    flat = [s.pop() for s in powers]
    return [] if flat == sorted(flat, reverse=True) and len(set(flat)) == len(flat) else ["order"]


def values(options, given, expect):
    held = [C.parse(c) for c in given["hand"]]
    up = given.get("muestra") or given.get("vira")
    vira, wrong = C.parse(up) if up else None, []
    for name in ("envido", "embit"):
        if name in expect and C.envido_value(options, vira, held) != expect[name]:
            wrong.append(name)
    if "flor" in expect:
        ours = C.flor_value(options, vira, held) if C.has_flor(options, vira, held) else None
        if ours != expect["flor"]:
            wrong.append("flor %s" % ours)
    if expect.get("reservada") and not C.reservada(options, vira, held):
        wrong.append("reservada")
    return wrong


def manilha(options, given, expect):
    vira = C.parse(given["vira"])
    best = max(range(40), key=lambda c: C.strength(options, vira, c))
    return [] if C.rank_of(best) == C.FRENCH_RANKS[expect["manilha"]] else ["manilha"]


def ladder(options, given, expect):
    steps = given["sequence"].count("-") + 1
    if given["sequence"].startswith(".."):
        steps = 4
    worth = O.ladder(options)
    accepted = "game" if worth[steps] is None else worth[steps]
    return [] if (accepted, worth[steps - 1]) == (expect["accepted"], expect["declined"]) else ["ladder"]


def code(p, action):
    word = action[1]
    if word == "PLAY":
        return A.code(A.PLAY, C.parse(action[2]))
    if word == "RAISE":
        return A.code(A.RAISE, (p.stake_called or p.stake) + 1)
    return W.read(WORDS[word], p.o)


def played(case, options):
    given, expect = case["given"], case["expect"]
    p = Position(options, case["players"], given.get("score"))
    up = given.get("muestra") or given.get("vira")
    hands = [[C.parse(c) for c in h] for h in given["hands"]]
    flow.deal(p, given.get("mano", given.get("mao", 0)), None, 0, hands, C.parse(up) if up else None)
    for action in case["actions"]:
        problem = step(p, action)
        if problem:
            return [problem]
    return outcome(p, expect)


def step(p, action):
    seat, number = action[0], code(p, action)
    if A.kind(number) == A.FLOR and seat in p.sang:
        return None
    if A.kind(number) in (A.QUIERO, A.NO_QUIERO) and p.phase == A.P_FLOR:
        number = A.code(A.CFQ if A.kind(number) == A.QUIERO else A.CFA)
    while (p.turn != seat or number not in p.legal) and A.code(A.PASS) in p.legal:
        flow.apply(p, p.turn, A.code(A.PASS))
    if p.turn != seat or number not in p.legal:
        return "%s is not legal (turn %s)" % (action, p.turn)
    flow.apply(p, seat, number)
    return None


def outcome(p, expect):
    while p.phase == A.P_FLOR and A.code(A.PASS) in p.legal:
        flow.apply(p, p.turn, A.code(A.PASS))
    wrong = []

    def same(name, ours):
        if name in expect and ours != expect[name]:
            wrong.append("%s is %s" % (name, ours))
    envido, flor, truco = p.points["envido"], p.points["flor"], p.points["truco"]
    same("envido_points", sum(envido))
    same("flor_points", sum(flor))
    if "truco_points" in expect:
        same("truco_points", sum(truco))
    if "points" in expect:
        same("points", sum(map(sum, p.points.values())))
    if "envido_winner_seat" in expect and envido[expect["envido_winner_seat"] % 2] == 0:
        wrong.append("envido's winner")
    if "envido_winner_team" in expect and envido[expect["envido_winner_team"]] == 0:
        wrong.append("envido's winner")
    if "flor_winner_seat" in expect and flor[expect["flor_winner_seat"] % 2] == 0:
        wrong.append("flor's winner")
    for name in ("hand_winner_seat", "winner_seat"):
        if name in expect and (p.points["truco"][expect[name] % 2] == 0 and not p.game_over):
            wrong.append("the hand's winner")
    if "score" in expect:
        same("score", [min(s, p.target) for s in p.score])
    if "game_over" in expect:
        same("game_over", p.game_over)
    if "next_leader_seat" in expect:
        same("next_leader_seat", p.leader)
    for seat, word in expect.get("illegal_next", []):
        if p.turn == seat and W.read(WORDS[word], p.o) in p.legal:
            wrong.append("%s is legal" % word)
    for seat, word in expect.get("legal_next", []):
        if p.turn != seat or W.read(WORDS[word], p.o) not in p.legal:
            wrong.append("%s is not legal" % word)
    if "then_pending" in expect and (p.phase != A.P_STAKE or p.turn != expect["then_pending"]["answerer_seat"]):
        wrong.append("the truco does not wait")
    return wrong
