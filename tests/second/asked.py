#!/usr/bin/env python3
"""The law of asking, over games of players who pass often: whatever was called is refused by a word alone, or after every
member of the side in play was asked since that call; when a bet over a standing call is closed, every member is asked
about that call anew (RULES.md 3). The witness writes down for itself who was asked what, and never reads `passed`.

    tests/second/asked.py [-n HANDS] [-s SEED] [-r PRESET] [-p SEATS] [--plain]

HANDS are of each preset. Exit 0 when the law held, 1 with the hands in which it did not."""

import argparse
import random
import sys

import beside_table as B
from second import cards as C
from second.rules import actions as A
from second.rules import flow, game, options as O
from second.rules.state import Position

ANSWERED_IN = {"stake": A.P_STAKE, "envido": A.P_ENVIDO, "flor": A.P_FLOR, "eleven": A.P_ELEVEN}
CALLED_BY = {"stake": (A.RAISE,), "envido": (A.ENVIDO, A.REAL, A.FALTA, A.EMBIT_MORE, A.EMBIT_REST, A.TRUC_REST),
             "flor": (A.FLOR_ENVIDO, A.FLOR_REAL, A.FLOR_FALTA, A.CONTRAFLOR, A.RESTO)}
EMBIT_ASKED = CALLED_BY["envido"][2:]


def standing(p):
    """What waits for an answer of a side now: call -> who may give it."""
    calls, embit = {}, p.o["envido"] == "embit"

    def against(seat, holders=False):
        side = 1 - p.side(seat)
        members = [s for s in p.from_seat(p.mano) if p.side(s) == side and (not holders or s in p.sang)]
        return set(members[-1:] if p.o["speaker"] == "captain" and not holders and not embit else members)
    if p.eleven == 1:
        members = [s for s in p.from_seat(p.mano) if p.side(s) == p.eleven_side]
        calls["eleven"] = set(members[-1:] if p.o["speaker"] == "captain" else members)
    if p.stake_called and not p.closing and not p.hand_over:
        calls["stake"] = against(p.stake_seat)
    if p.envido_state == A.CALLED and (not embit or p.envido_last in EMBIT_ASKED):
        calls["envido"] = against(p.envido_seat)
    if p.flor_state == A.CALLED and p.flor_last not in (None, A.FLOR) and not p.flor_quiero:
        calls["flor"] = against(p.flor_seat, holders=not embit)
    return calls


class Witness:
    def __init__(self):
        self.asked = {call: set() for call in ANSWERED_IN}
        self.silent = 0                                       # calls that nobody answered with a word

    def decides(self, p, seat, code):
        """Before a decision is applied."""
        self.before, self.phase, self.kind = standing(p), p.phase, A.kind(code)
        self.bets = p.envido_state in (A.CALLED, A.WANTED), p.flor_state in (A.CALLED, A.WANTED)
        for call, phase in ANSWERED_IN.items():
            if phase == p.phase:
                self.asked[call].add(seat)
            if self.kind in CALLED_BY.get(call, ()):
                self.asked[call] = set()
        alone = self.kind == A.PASO or self.kind == A.MAZO and p.o["mazo_scope"] == "player" and p.eleven != 1
        self.gives_up = self.kind == A.MAZO and not alone or alone and len(p.members(p.side(seat), seat)) == 1
        if p.phase == A.P_FLOR and self.kind == A.QUIERO:     # truc y flou: "sing your better one" is a call too
            self.asked["flor"] = set()

    def decided(self, p):
        """After it: a sentence where a call was given up that somebody was not asked about."""
        after, sides = standing(p), []
        if self.phase != A.P_STAKE and (self.bets[0] and p.envido_state not in (A.CALLED, A.WANTED)
                                        or self.bets[1] and p.flor_state not in (A.CALLED, A.WANTED)):
            self.asked["stake"] = set()                       # the bet over it is closed
        for call, members in self.before.items():
            if call in after or p.game_over or self.annulled(p, call):
                continue
            if self.gives_up or self.phase == ANSWERED_IN[call] and self.kind not in (A.PASS, A.MAZO, A.PASO):
                continue                                      # by a word
            self.silent += 1
            missing = {s for s in members if s not in p.out} - self.asked[call]
            if missing:
                sides.append("%s: seats %s were not asked" % (call, sorted(missing)))
        return sides

    def annulled(self, p, call):
        """What another word wiped, and nobody refused."""
        if call == "envido":
            return bool(p.sang)
        if call == "stake":
            return self.kind in CALLED_BY["envido"] and p.o["envido_over_truco"] == "cancel" \
                or p.o["flor_ends"] == "hand" and p.flor_state == A.SETTLED
        return False


def play(rng, rules, seats, hands):
    """Plays one table; (calls that nobody answered, sentences)."""
    p, wrong, silent = Position(O.parse(rules), seats), [], 0
    mano, story = rng.randrange(seats), []
    for turn in range(hands):
        up = game.upcoming(p, mano if not turn else None)
        dealt, vira = B.cards_for(rng, p, up[3], game.needs_vira(p))
        if turn:
            game.turn_page(p)
        if p.o["eleven_hand"] == "on" and rng.random() < 0.3:
            p.score = [p.target - rng.choice((1, 2)), rng.randrange(p.target - 2)]
        story, witness = ["%s, %d seats, score %s: %s" % (rules, seats, p.score, " / ".join(
            " ".join(C.name(c) for c in h) for h in dealt))], Witness()
        flow.deal(p, up[0], up[1], up[2], dealt, vira)
        while not p.hand_over:
            code = B.choose(rng, p, True)
            story.append("%d %s%s" % (p.turn, A.PHASE_NAMES[p.phase], (A.kind(code), A.arg(code))))
            witness.decides(p, p.turn, code)
            flow.apply(p, p.turn, code)
            wrong += ["%s; %s" % ("; ".join(story), sentence) for sentence in witness.decided(p)]
        silent += witness.silent
    return silent, wrong


def walk(preset, hands, seed, plain=False, seats=0):
    """So many hands of a preset; (calls that nobody answered, sentences)."""
    rng, silent, wrong = random.Random("%s %d" % (preset, seed)), 0, []
    sizes = [seats] if seats else [int(s) for s in O.PRESETS[preset].get("sizes", "3-4-6-8").split("-") if s != "2"] or [2]
    while hands > 0:
        size, many = rng.choice(sizes), min(hands, 5)
        rules = preset if plain or rng.random() < 0.5 else B.layout(rng, preset, size, B.options_of(preset, size))
        told, found = play(rng, rules, size, many)
        silent, wrong, hands = silent + told, wrong + found, hands - many
    return silent, wrong


def check(hands, tell):
    """For run.py: every preset; how many hands broke the law."""
    told = []
    for preset in sorted(O.PRESETS):
        silent, wrong = walk(preset, hands, 1)
        told.append("%s %d" % (preset, silent))
        for sentence in wrong:
            tell(sentence)
        if wrong:
            return len(wrong)
    print("asked: of %d hands of each preset calls refused without a word: %s" % (hands, ", ".join(told)))
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=1000)
    parser.add_argument("-s", type=int, default=1)
    parser.add_argument("-r", choices=sorted(O.PRESETS))
    parser.add_argument("-p", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="the presets without other options")
    args, worst = parser.parse_args(), 0
    for preset in [args.r] if args.r else sorted(O.PRESETS):
        silent, wrong = walk(preset, args.n, args.s, args.plain, args.p)
        print("%s: %d hands, %d calls refused without a word, %d not asked about" % (preset, args.n, silent, len(wrong)))
        for sentence in wrong[:2]:
            print("  " + sentence)
        worst |= bool(wrong)
    return worst


if __name__ == "__main__":
    sys.exit(main())
