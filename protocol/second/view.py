"""What a seat may know, as the array of REQUEST (CLIENT.md section 7)."""

from .cards import FACE_DOWN, NOBODY
from .rules import actions as A
from .rules import tricks


def bits(seats):
    return sum(1 << s for s in seats)


def seat_or_none(value):
    return NOBODY if value is None else value


FIELDS = ("seats scorers hand game score chicos sides gallo pico mano duel dueled duel_envido duel_flor turn phase vira "
          "trick leader table gone discard trick_winner stake stake_called stake_seat said_truco waived eleven "
          "eleven_side envido_state envido_last envido_seat envido_wanted envido_bet envido_unwanted envido_winner "
          "flor_state flor_last flor_seat flor_taken flor_staked flor_contra flor_wanted flor_unwanted flor_winner "
          "sang asked declared passed out accused points_truco points_envido points_flor points_bonus hand_over "
          "hand_winner game_over game_winner partida_winner seat known").split()


def facts(p):
    """The public facts, by name."""
    n = p.seats
    sides = [bits(s for s in range(n) if p.side(s) == side) for side in (0, 1)]
    return {
        "seats": n, "scorers": p.scorers, "hand": p.hand, "game": p.game, "score": list(p.score),
        "chicos": list(p.chicos), "sides": sides, "gallo": seat_or_none(p.gallo), "pico": p.pico, "mano": p.first,
        "duel": bits(p.playing), "dueled": bits(p.dueled), "duel_envido": bits(p.duel_envido),
        "duel_flor": bits(p.duel_flor), "turn": seat_or_none(p.turn), "phase": p.phase, "vira": seat_or_none(p.vira),
        "trick": p.trick, "leader": p.leader,
        "table": [[seat_or_none(c) for c in row] for row in p.table],
        "gone": [bits(g) for g in p.gone], "discard": seat_or_none(p.discard),
        "trick_winner": [seat_or_none(w) for w in p.trick_winner], "stake": p.stake, "stake_called": p.stake_called,
        "stake_seat": seat_or_none(p.stake_seat), "said_truco": bits(p.said_truco), "waived": bits(p.waived),
        "eleven": p.eleven, "eleven_side": seat_or_none(p.eleven_side), "envido_state": p.envido_state,
        "envido_last": p.envido_last or 0, "envido_seat": seat_or_none(p.envido_seat),
        "envido_wanted": p.envido_wanted, "envido_bet": p.envido_bet, "envido_unwanted": p.envido_unwanted,
        "envido_winner": seat_or_none(p.envido_winner), "flor_state": p.flor_state, "flor_last": p.flor_last or 0,
        "flor_seat": seat_or_none(p.flor_seat), "flor_taken": p.flor_taken, "flor_staked": p.flor_staked,
        "flor_contra": bits(p.flor_contra), "flor_wanted": p.flor_wanted, "flor_unwanted": p.flor_unwanted,
        "flor_winner": seat_or_none(p.flor_winner), "sang": bits(p.sang), "asked": bits(p.asked),
        "declared": [seat_or_none(d) for d in p.declared], "passed": bits(p.passed), "out": bits(p.out),
        "accused": bits(p.accused), "points_truco": p.points["truco"], "points_envido": p.points["envido"],
        "points_flor": p.points["flor"], "points_bonus": p.points["bonus"], "hand_over": int(p.hand_over),
        "hand_winner": seat_or_none(p.hand_winner), "game_over": int(p.game_over),
        "game_winner": seat_or_none(p.game_winner), "partida_winner": seat_or_none(p.partida_winner),
    }


def sees(p, seat, other):
    """Whether a seat knows the cards that another was dealt: its own, and a partner's where the rules let it."""
    if tricks.blind(p):
        return False
    if seat == other:
        return True
    if p.eleven not in (1, 2, 3) or p.side(seat) != p.side(other):
        return False
    return p.o["eleven_view"] == "both" or p.side(seat) == p.eleven_side


def known(p, seat):
    rows = []
    for other in range(p.seats):
        row = [NOBODY] * 4
        for place, number in enumerate(p.dealt[other]):
            if sees(p, seat, other):
                row[place] = number
            elif tricks.blind(p) and seat == other:           # one's own, once it lies on the table, is known
                row[place] = number if place in p.gone[other] else FACE_DOWN
        rows.append(row)
    return rows


def array(p, seat, turn=None, phase=None):
    """The view of one seat; in the round of signs it is asked itself (`turn`, `phase`)."""
    all_facts = facts(p)
    if turn is not None:
        all_facts["turn"] = turn
    if phase is not None:
        all_facts["phase"] = phase
    all_facts["seat"], all_facts["known"] = seat, known(p, seat)
    return [all_facts[name] for name in FIELDS]


def difference(have, want):
    """A sentence about the first field in which a recorded view is not the one worked out."""
    if not isinstance(have, list) or len(have) != len(FIELDS):
        return "the view of REQUEST has not its %d fields" % len(FIELDS)
    for name, one, other in zip(FIELDS, have, want):
        if one != other:
            return "%s in the view of REQUEST is %r, it should be %r" % (name, one, other)
    return "the view of REQUEST differs"
