#!/usr/bin/env python3
"""Plays random hands with the second opinion's rules and, beside them, with `fiel table`, and compares every list of
legal actions, every view, what the rules did by themselves and every score.

    tests/second/beside_table.py FIEL [-n GAMES] [-s SEED] [-r RULES] [-p SEATS]

Exit 0 when nothing differed, else 1 after the first differences. This is a tool for those who work on either side; a
difference is settled by RULES.md and the seeds, never by what the other program does."""

import argparse
import json
import os
import random
import subprocess
import sys
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "protocol"))

from second import cards as C                      # noqa: E402
from second import view as V                       # noqa: E402
from second import words as W                      # noqa: E402
from second.rules import actions as A              # noqa: E402
from second.rules import flow, game, options as O  # noqa: E402
from second.rules.state import Position            # noqa: E402

BITS = "sides duel dueled duel_envido duel_flor said_truco waived flor_contra sang asked passed out accused gone".split()
PHASES = {name: number for number, name in A.PHASE_NAMES.items()}
WAGERS = {"closed": 0, "possible": 1, "called": 2, "wanted": 3, "settled": 4}
ELEVEN = {"none": 0, "asked": 1, "played": 2, "run": 3, "iron": 4}

CHOICES = {
    "end_check": ["immediate", "end_of_hand"], "all_tied": ["mano", "none", "dealer"],
    "tie_lead": ["mano", "trick_leader", "first_tied", "last_tied"], "partner_tie": ["win", "spoiled"],
    "partner_tie_lead": ["first", "last"], "face_down": ["allowed", "forbidden"],
    "face_down_first": ["yes", "no", "all"], "implicit_quiero": ["off", "on"],
    "ladder": list(O.LADDERS), "target": ["30", "15", "24", "33", "12"],
}
SPANISH = {"quiero_mazo": ["off", "on"], "mazo_scope": ["player", "team", "paso"],
           "mazo_open_envido": ["1", "2", "forbidden_for_mano"],
           "falta_envido": ["leader_needs", "loser_needs", "winner_takes_game", "malas_buenas"],
           "envido_over_truco": ["suspend", "cancel"], "truco_forfeits_envido": ["player", "team"],
           "envido_tie": ["first_seat", "declaration", "mano_team"], "declare": ["manual", "auto"],
           "son_buenas": ["side", "player"], "speaker": ["any", "captain"]}
BY_PRESET = {
    "argentino": dict(SPANISH, envido_chain=["ascending", "strict", "free"], truco_turn=["own_turn", "any_time"],
                      envido_callers=["any_before_own_card", "pies"], gallo=["turno", "fijo"],
                      gallo_seat=["dealer", "mano"], pica=["on", "off"], pica_start=["0", "5"],
                      pica_end=["25", "20", "15", "half"], pica_envido_cap=["none", "6"], pica_redeal=["no", "yes"]),
    "uruguayo": dict(SPANISH, equal_cards=["parda", "mano_wins"], truco_bars_envido=["off", "on"],
                     pico_falta_cap=["6", "10"], uy_cap_two=["ten", "lesser"],
                     flor_policy=["auto", "manual_seed002", "manual_seed003", "optional"],
                     flor_timing=["own_turn", "hand_start"], uy_flor_duty=["all", "suit_only"],
                     uy_resto=["falta_plus_flores", "falta", "winner_takes_game"], flor=["on", "off"],
                     truco_turn=["own_turn", "any_time"]),
    "venezolano": dict(SPANISH, primera_parda=["stacked", "sequential"], ve_falta_may_lower=["yes", "no"],
                       flor_policy=["auto", "manual_seed002", "manual_seed003", "optional"], flor=["on", "off"],
                       flor_timing=["own_turn", "hand_start"], truco_turn=["own_turn", "any_time"]),
    "paulista": {"raise_cap": ["none", "needed"], "concede": ["allowed", "no"], "speaker": ["any", "captain"],
                 "truco_in_eleven": ["illegal", "loses_hand", "loses_game"], "eleven_view": ["own_side", "both"],
                 "ferro_blind": ["no", "yes"], "truco_turn": ["own_turn", "any_time"]},
    "gauderio": dict(SPANISH, envido_chain=["ascending", "strict", "free"], flor_policy=["optional", "auto"],
                     envido_callers=["any_before_own_card", "pies"],
                     ga_quiero=["9", "per_flor"], flor_ends=["nothing", "trick", "hand"],
                     resto=["loser_needs", "leader", "leader_plus_flores", "winner_takes_game"],
                     truco_turn=["own_turn", "any_time"]),
    "truc-y-flou": {"bonus": ["none", "on_play", "if_trick_won"], "tf_late_raise": ["yes", "no"],
                    "declare": ["manual", "auto"], "embit_base": ["1", "2"], "tf_rest": ["speaker", "bidder"],
                    "tf_sung": ["5", "3", "6"]},
}
BY_PRESET["argentino-flor"] = dict(
    BY_PRESET["argentino"], flor_policy=["auto", "manual_seed002", "manual_seed003", "optional"],
    flor_timing=["own_turn", "hand_start"], flor_table=["seed003", "per_flor", "modern"],
    resto=["leader_plus_flores", "leader", "winner_takes_game"])
BY_PRESET["paulista-limpo"] = BY_PRESET["paulista"]
BY_PRESET["mineiro"] = dict(BY_PRESET["paulista"], ten_run=["2", "1"], parda_shows_highest=["off", "on"])


class Table:
    def __init__(self, program):
        self.child = subprocess.Popen([program, "table"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.child.stdin.write(json.dumps(request) + "\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())


def number(name, value):
    """A value of the table's JSON view as the number on the wire."""
    if name == "phase":
        return PHASES[value]
    if name in ("envido_state", "flor_state"):
        return WAGERS[value]
    if name == "eleven":
        return ELEVEN.get(value, value)
    if name in ("envido_last", "flor_last"):
        if value == "":
            return A.EMBIT_MORE                       # the table has no word for it here
        return 0 if value is None else A.kind(W.read(value, O.DEFAULTS))
    if name in BITS:
        if name in ("sides", "gone"):
            return [V.bits(x) for x in value]
        return value if isinstance(value, int) else V.bits(value)
    if name == "declared":
        return [{"son-buenas": 254, "silent": 253, None: 255}.get(v, v) for v in value]
    if name in ("trick_winner", "hand_winner"):
        fix = {"tie": 2, None: 255, "nobody": 2}
        return [fix.get(v, v) for v in value] if isinstance(value, list) else fix.get(value, value)
    if name == "vira":
        return 255 if value is None else C.parse(value)
    if name == "table":
        return [[card(c) for c in row] for row in value]
    if name == "known":
        return [[card(c) for c in row] + [255] * (4 - len(row)) for row in value]
    if isinstance(value, list):
        return [255 if v is None else v for v in value]
    return 255 if value is None else value


def card(c):
    return 255 if c is None else 254 if c in ("down", "hidden", "?", "xx", "face-down", "unseen") else C.parse(c)


def differences(p, table, answer):
    found = []
    theirs = sorted(W.read(w, p.o, 1 - (p.turn or 0)) for w in answer["legal"])
    if theirs != sorted(p.legal):
        found.append("legal: here %s, there %s" % (sorted(set(p.legal) - set(theirs)), sorted(set(theirs) - set(p.legal))))
    elif not p.hand_over and [W.read(w, p.o, 1 - (p.turn or 0)) for w in answer["legal"]] != p.legal:
        pass                                          # the table's order of words is its own
    if p.hand_over:
        if not answer["hand"]["over"]:
            found.append("the hand is over here alone")
        else:
            ours = [[C.name(p.dealt[s][i]) for i in p.to_show(s)] for s in range(p.seats)]
            if ours != answer["hand"]["shown"]:
                found.append("shown: here %s, there %s" % (ours, answer["hand"]["shown"]))
    elif answer["hand"]["over"]:
        found.append("the hand is over there alone")
    if answer["game"]["over"] != p.game_over:
        found.append("game over: here %s, there %s" % (p.game_over, answer["game"]))
    if answer["score"] != p.score:
        found.append("score: here %s, there %s" % (p.score, answer["score"]))
    for seat in () if p.hand_over else range(p.seats):    # nobody is asked when the hand is over
        theirs = table.ask(op="view", seat=seat)["view"]
        ours = V.facts(p)
        ours["seat"], ours["known"] = seat, V.known(p, seat)
        for name in V.FIELDS:
            there = number(name, theirs[name])
            if there != ours[name]:
                found.append("view %d %s: here %s, there %s" % (seat, name, ours[name], theirs[name]))
        if found:
            break
    return found


def news_of(answer, options):
    return [(n["seat"], W.read(n["do"], options), n.get("value", 1 if n["do"] == "flor" else 0)) for n in answer["news"]]


def options_of(preset, seats):
    """The options that are tried of a preset at a table of a size."""
    extra = dict(CHOICES, **BY_PRESET[preset])
    if seats != 2:
        extra.pop("truco_turn", None)
    if preset == "truc-y-flou":
        for name in ("face_down", "face_down_first", "implicit_quiero"):
            extra.pop(name)
    return extra


def choose(rng, p, passes):
    """A legal action by chance; who `passes` leaves the word to a partner often, and calls over what waits."""
    weights = {A.MAZO: 0.3, A.PASO: 0.3}
    if passes:
        calls = len([c for c in p.legal if A.kind(c) in A.BY_NUMBER and A.arg(c)])
        weights.update({A.PASS: 6, A.RAISE: 4, A.QUIERO: 0.5, A.CFQ: 0.5, A.ENVIDO: 2 / (1 + calls)})
    return rng.choices(p.legal, [weights.get(A.kind(c), 1) for c in p.legal])[0]


def layout(rng, preset, seats, extra):
    rules = [preset, "names=spanish"]
    if extra:
        for name in rng.sample(sorted(extra), rng.randrange(0, min(5, len(extra)) + 1)):
            rules.append("%s=%s" % (name, rng.choice(extra[name])))
    return ",".join(rules)


def cards_for(rng, p, counts, vira):
    pack = C.deck(p.o)
    while True:
        rng.shuffle(pack)
        cut, hands = 0, []
        for n in counts:
            hands.append(pack[cut:cut + n])
            cut += n
        if rng.random() < 0.4 or any(C.has_flor(p.o, pack[cut], h[:3]) for h in hands):
            return hands, (pack[cut] if vira else None)


def play(table, rng, rules, seats, hands, trace):
    """One game's worth of hands; returns differences with the story that led there."""
    options = O.parse(rules)
    p = Position(options, seats)
    mano = rng.randrange(seats)
    high = p.target - 1
    p.score = [rng.choice((0, 0, rng.randrange(high + 1), high - rng.randrange(min(4, high)))) for _ in range(p.scorers)]
    passes = rng.random() < 0.5
    story = [rules, "seats %d score %s mano %d" % (seats, p.score, mano)]
    for turn in range(hands):
        up = game.upcoming(p, mano if not turn else None)
        dealt, vira = cards_for(rng, p, up[3], game.needs_vira(p))
        words = [[C.name(c) for c in h] for h in dealt]
        request = {"hands": words}
        if vira is not None:
            request["vira"] = C.name(vira)
        if turn:
            game.turn_page(p)
            answer = table.ask(op="next", **request)
        else:
            answer = table.ask(op="new", rules=rules, seats=seats, score=p.score, mano=mano, **request)
        if not answer["ok"]:
            if not turn:
                return None
            return story + ["refused: %s" % answer]
        news = flow.deal(p, up[0], up[1], up[2], dealt, vira)
        story.append("deal %s %s" % (" / ".join(" ".join(h) for h in words), vira))
        while True:
            found = differences(p, table, answer)
            news = [n for n in news if A.kind(n[1]) != A.SILENT]  # the table tells no silence
            if news != news_of(answer, options):
                found.append("news: here %s, there %s" % (news, answer["news"]))
            if found:
                return story + found
            if p.hand_over:
                break
            code = choose(rng, p, passes)
            word = [w for w in answer["legal"] if W.read(w, options, 1 - p.turn) == code][0]
            seat = p.turn
            story.append("%d %s" % (seat, word))
            answer = table.ask(op="act", seat=seat, do=word)
            try:
                news = flow.apply(p, seat, code)[2]
            except Exception as error:
                import traceback
                return story + [traceback.format_exc(), str(answer)]
            trace[0] += 1
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fiel")
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("-s", type=int, default=1)
    parser.add_argument("-r", default=None)
    parser.add_argument("-p", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="the presets without other options")
    parser.add_argument("--most", type=int, default=3, help="differences told")
    args = parser.parse_args()
    rng = random.Random(args.s)
    table, decisions, wrong = Table(args.fiel), [0], 0
    for i in range(args.n):
        preset = args.r.split(",")[0] if args.r else rng.choice(sorted(O.PRESETS))
        sizes = [int(x) for x in O.parse(preset)["sizes"].split("-")]
        seats = args.p or rng.choice(sizes)
        extra = {} if args.plain or (args.r and "," in args.r) else options_of(preset, seats)
        rules = args.r + ",names=spanish" if args.r and "," in args.r else layout(rng, preset, seats, extra)
        try:
            story = play(table, rng, rules, seats, rng.randrange(1, 6), decisions)
        except Exception:
            import traceback
            story = [rules, str(seats), traceback.format_exc()]
        if story:
            wrong += 1
            print("\n".join("  " + line for line in story[:1] + story[1:]))
            print("-- (game %d)" % i)
            if wrong >= args.most:
                break
    print("%d decisions, %d games differ" % (decisions[0], wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
