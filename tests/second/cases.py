"""The written cases (tests/corpus/truco_cases.jsonl) put to the second opinion's rules, and played at `fiel table` beside it."""

import beside
from beside import apply, deal, filled
from second import cards as C
from second import words as W
from second.rules import actions as A
from second.rules import options as O

VARIANTS = {"gaucho24": "gauderio", "trucyflou": "truc-y-flou"}
WORDS = {"ENVIDO": "envido", "REAL_ENVIDO": "real-envido", "FALTA_ENVIDO": "falta-envido", "QUIERO": "quiero",
         "NO_QUIERO": "no-quiero", "TRUCO": "truco", "RE_TRUCO": "retruco", "VALE_CUATRO": "vale-cuatro",
         "MAZO": "mazo", "FLOR": "flor", "CONTRAFLOR": "contraflor", "CONTRAFLOR_AL_RESTO": "contraflor-al-resto",
         "CON_FLOR_ENVIDO": "flor-envido", "CONTRA_FLOR_AL_RESTO": "contraflor-al-resto", "ACCEPT": "quiero",
         "RUN": "no-quiero", "RUN_ELEVEN": "eleven-run", "EMBIDE": "embide", "REST": "restou", "SING": "quiero",
         "FOLD": "no-quiero", "MI_FALTA": "mi-falta", "ACCEPT_TEN": "eleven-play", "QUIERO_Y_ENVIDO": "envido",
         "QUIERO_Y_N_MAS": "envido", "QUIERO_Y_LA_FALTA": "falta-envido"}
KNOWN = ("envido_points envido_winner_seat envido_winner_team envido_scores flor_points flor_winner_seat flor_winner_team "
         "truco_points points score bonus hand_winner_seat winner_seat round_winner trick_winner_team next_leader_seat "
         "then_pending legal_next illegal_next game_over options").split()
DECIDED = {"ar-falta-malas": "the falta is the leader's [3 s13], as RULES.md section 2.3 says"}


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
    return ",".join(parts + (["declare=auto"] if O.PRESETS[preset].get("envido") != "none" else []))


def check(case):
    """(how it was judged, list of what differs)."""
    if case["id"] in DECIDED:
        return "decided by the texts", []
    given, expect, rules = case["given"], case["expect"], rules_of(case)
    try:
        if "order" in expect:
            return "value", order(rules, None, expect["order"])
        if "hand" in given:
            return "value", values(rules, given, expect)
        if "manilha" in expect:
            return "value", manilha(rules, given, expect)
        if "sequence" in given:
            return "value", ladder(rules, case["players"], given, expect)
        return "played", played(case, rules)
    except beside.Differs as difference:
        return "played", [str(difference)]


def duel(rules, vira, a, b):
    """Two cards to the first trick: whose it is."""
    p = deal(rules, 2, 0, filled([[a], [b]], vira), vira)
    apply(p, 0, A.code(A.PLAY, C.parse(a)))
    apply(p, 1, A.code(A.PLAY, C.parse(b)))
    return p.trick_winner[0]


def order(rules, vira, groups):
    groups = [g if isinstance(g, list) else [g] for g in groups]
    tied = all(duel(rules, vira, g[0], c) == 2 for g in groups for c in g[1:])
    above = all((duel(rules, vira, g[0], h[0]), duel(rules, vira, h[0], g[0])) == (0, 1) for g, h in zip(groups, groups[1:]))
    return ([] if tied else ["equal cards"]) + ([] if above else ["order"])


def go(p, *kinds):
    """The first of these kinds that may be done, else whatever is listed first."""
    legal = {A.kind(c): c for c in reversed(p.legal)}
    apply(p, p.turn, next((legal[k] for k in kinds if k in legal), p.legal[0]))


def aloud(rules, seats, vira, hand, flor):
    """A hand whose holder calls, and the one who is asked wants: what it is worth is told. The rival has a flor where this may have one."""
    suit = C.suit_of(C.parse(vira or hand[0])) + (1 if flor else 0)
    p = deal(rules, seats, 0, filled([hand] + [[] for _ in range(seats - 1)], vira, suit % 4), vira)
    while not p.hand_over:
        first = () if p.envido_last else (A.ENVIDO,)
        go(p, *(((A.FLOR,) if flor else first) + (A.QUIERO, A.CFQ, A.PASS, A.PLAY)))


def climb(rules, seats, steps, answer):
    """So many raises, and what the last one is worth when it is answered so."""
    vira = "6c" if O.parse(rules)["ranks"] == "vira" else None
    p = deal(rules, seats, 0, filled([[] for _ in range(seats)], vira), vira)
    while not p.hand_over:
        go(p, *((A.RAISE,) if max(p.stake, p.stake_called) < steps else (answer,)) + (A.PASS, A.PLAY))


def values(rules, given, expect):
    held, options = [C.parse(c) for c in given["hand"]], O.parse(rules)
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
    flor = "flor" in expect
    aloud(rules if flor or options["flor"] == "off" or options["preset"] == "truc-y-flou" else rules + ",flor=off",
          6 if options["preset"] == "truc-y-flou" else 2, up, given["hand"], flor)
    return wrong


def manilha(rules, given, expect):
    vira, options = C.parse(given["vira"]), O.parse(rules)
    best = max(range(40), key=lambda c: C.strength(options, vira, c))
    if C.rank_of(best) != C.FRENCH_RANKS[expect["manilha"]] or duel(rules, given["vira"], C.name(best), "3c" if given["vira"][0] != "3" else "2c") != 0:
        return ["manilha"]
    return []


def ladder(rules, seats, given, expect):
    options = O.parse(rules)
    steps = given["sequence"].count("-") + 1
    if given["sequence"].startswith(".."):
        steps = 4
    worth = O.ladder(options)
    accepted = "game" if worth[steps] is None else worth[steps]
    for answer in (A.QUIERO, A.NO_QUIERO):
        climb(rules if options["family"] != "uruguayo" else rules + ",flor=off", seats, steps, answer)
    return [] if (accepted, worth[steps - 1]) == (expect["accepted"], expect["declined"]) else ["ladder"]


def code(p, action):
    word = action[1]
    if word == "PLAY":
        return A.code(A.PLAY, C.parse(action[2]))
    if word == "RAISE":
        return A.code(A.RAISE, (p.stake_called or p.stake) + 1)
    if action[2:]:
        return A.code(A.REAL if word == "REAL_ENVIDO" else A.ENVIDO, action[2])
    return W.read(WORDS[word], p.o)


def played(case, rules):
    given, expect = case["given"], case["expect"]
    p = deal(rules, case["players"], given.get("mano", given.get("mao", 0)), given["hands"],
             given.get("muestra") or given.get("vira"), given.get("score"))
    for action in case["actions"]:
        problem = step(p, action)
        if problem:
            return [problem]
    return outcome(p, expect)


def step(p, action):
    seat, number = action[0], code(p, action)
    if A.kind(number) == A.FLOR and seat in p.sang:
        return None
    if A.kind(number) in (A.QUIERO, A.NO_QUIERO) and p.phase == A.P_FLOR and p.sang:
        number = A.code(A.CFQ if A.kind(number) == A.QUIERO else A.CFA)
    while p.turn is not None and (p.turn != seat or number not in p.legal) and (
            A.code(A.PASS) in p.legal or p.o["preset"] == "truc-y-flou" and p.turn != seat):
        go(p, A.PASS, A.PLAY)                                 # what is played in between is nobody's business
    if p.turn != seat or number not in p.legal:
        return "%s is not legal (turn %s)" % (action, p.turn)
    apply(p, seat, number)
    return None


def outcome(p, expect):
    while p.phase == A.P_FLOR and A.code(A.PASS) in p.legal:
        apply(p, p.turn, A.code(A.PASS))
    while p.o["preset"] == "truc-y-flou" and "bonus" not in expect and not p.hand_over and (
            not p.trick or "flor_points" in expect):          # an embit is paid after the first trick, a flor at the end
        go(p, A.PASS, A.PLAY)
    wrong = ["nobody knows what \"%s\" means" % key for key in expect if key not in KNOWN]

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
    if "flor_winner_team" in expect and flor[expect["flor_winner_team"]] == 0:
        wrong.append("flor's winner")
    if "flor_winner_seat" in expect and flor[expect["flor_winner_seat"] % 2] == 0:
        wrong.append("flor's winner")
    for name in ("hand_winner_seat", "winner_seat"):
        if name in expect and (p.points["truco"][expect[name] % 2] == 0 and not p.game_over):
            wrong.append("the hand's winner")
    if "score" in expect:
        same("score", [min(s, p.target) for s in p.score])
    if "bonus" in expect:
        same("bonus", p.points["bonus"])
    if "round_winner" in expect:
        same("round_winner", p.game_winner)
    if "trick_winner_team" in expect and p.trick_winner[0] != 2:
        wrong.append("somebody took the trick")
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
