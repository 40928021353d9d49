"""Flor: singing it, betting on it, settling it (RULES.md 2.4, 3, 5.1, 6.4, 8.3)."""

from . import actions as A
from . import envido
from .. import cards as C


def on(p):
    return p.o["flor"] == "on" and p.o["envido"] != "embit"


def holds(p, seat):
    return C.has_flor(p.o, p.vira, p.cards(seat))


def by_itself(p, seat):
    """Whether the arbiter sings for this holder (`flor_policy=auto`, `uy_flor_duty`)."""
    if p.o["flor_policy"] != "auto":
        return False
    if p.o["uy_flor_duty"] == "suit_only" and not C.suited(p.cards(seat)):
        return False
    return True


def table(p):
    return p.o["flor_table"]


def still(p, seat):
    """A chance to sing is left: the first card is in hand, nobody asked, no comparison under way."""
    return (on(p) and p.flor_state in (A.POSSIBLE, A.CALLED, A.WANTED) and p.trick == 0 and seat not in p.asked
            and not p.has_played(seat) and seat not in p.out)


def rivals_sang(p, seat):
    return any(p.side(s) != p.side(seat) for s in p.sang)


def sides_sang(p):
    return {p.side(s) for s in p.sang}


def count(p, side):
    return len([s for s in p.sang if p.side(s) == side])


def sing(p, seat):
    alone = len(sides_sang(p)) == 1
    p.sang.add(seat)
    p.asked.add(seat)
    if p.flor_state == A.POSSIBLE:
        p.flor_state = A.CALLED
        p.flor_first = seat
    if p.flor_last is None or (p.flor_last == A.FLOR and alone and p.side(p.flor_seat) != p.side(seat)):
        p.flor_last, p.flor_seat = A.FLOR, seat               # the first to sing, then the first rival that does
    if p.envido_state in (A.POSSIBLE, A.CALLED, A.CLOSED):
        annul(p)
    amounts(p)


def annul(p):
    """A flor annuls every envido, said or still to come."""
    p.envido_state = A.CLOSED
    p.envido_last = p.envido_seat = None
    p.envido_wanted = p.envido_unwanted = 0


# ---- what it is worth --------------------------------------------------------------------------

def rest(p, winner=None):
    """What contraflor al resto adds up to; (points, the partida goes with it)."""
    n = len(p.sang)
    rule = p.o["resto"]
    if p.pico and p.seats == 6 and table(p) != "envite":
        return (6 + 3 * n if rule == "leader_plus_flores" else 6), False
    lack = p.leader_needs()
    if rule == "leader_plus_flores":
        return lack + 3 * n, False
    if rule == "leader":
        return lack, False
    if rule == "winner_takes_game":
        return (p.needs(winner) if winner is not None else max(p.needs(0), p.needs(1))), True
    return (p.needs(1 - winner) if winner is not None else max(p.needs(0), p.needs(1))), False


def compared(p, side):
    """(points, partida) to the side whose flor wins the comparison."""
    name, n, last = table(p), len(p.sang), p.flor_last
    if name == "seed004":
        return compared_seed004(p, side)
    if name == "envite":
        return compared_envite(p, side)
    if last == A.RESTO:
        return rest(p, side)
    if last == A.CONTRAFLOR:
        return (6 if name == "modern" else 3 * n), False
    return {"seed003": 3, "per_flor": 3 * n, "modern": 4}[name], False


def compared_seed004(p, side):
    if p.flor_last == A.RESTO:
        return rest(p, side)
    if p.flor_last == A.CONTRAFLOR:
        return 6 * count(p, p.side(p.flor_first)), False
    if p.o["ga_quiero"] == "per_flor":
        return 3 * len(p.sang), False
    return 9 + 3 * (max(1, len(p.flor_quiero)) - 1), False


def compared_envite(p, side):
    own, n = 3 * count(p, side), len(p.sang)
    if p.flor_last == A.RESTO:
        rule = p.o["uy_resto"]
        if rule == "winner_takes_game":
            return p.needs(side), False
        lack = envido.falta(p, side)
        return (lack + 3 * n if rule == "falta_plus_flores" else lack), False
    points = own + (envido.falta(p, side) if p.flor_last == A.FLOR_FALTA else p.flor_staked)
    if 1 - side in p.flor_contra:
        points += 3 * count(p, 1 - side)
    return points, False


def refused_pays(p, side):
    """What the side that spoke last has when the other gives way."""
    name, n, k = table(p), len(p.sang), count(p, side)
    last, before = p.flor_last, p.flor_before
    if name == "seed004":
        first = count(p, p.side(p.flor_first))
        if last == A.RESTO:
            return 6 * first
        return 3 * first
    if name == "envite":
        points = 3 * k + p.flor_taken
        if 1 - side in p.flor_contra:
            points += 3 * count(p, 1 - side)
        if p.o["envido"] == "stones" and p.flor_words == 1:
            points = 3 * k + 1
        return points
    if last == A.RESTO:
        if name == "modern":
            return 6
        return 3 * n if before == A.CONTRAFLOR else 3
    if last == A.CONTRAFLOR:
        return 4 if name == "modern" else 3
    return 3 * n if name == "per_flor" else 3


def amounts(p):
    """flor_wanted and flor_unwanted of the view."""
    if not p.sang:
        return
    speaker = p.side(p.flor_seat)
    p.flor_wanted = max(compared(p, side)[0] for side in sides_sang(p))
    p.flor_unwanted = refused_pays(p, speaker)


# ---- who is asked ------------------------------------------------------------------------------

def chances(p, news, after):
    """Before a call is answered, every seat that had no chance sings or passes, from the caller's right.

    Returns the seat to ask, or None; sings for holders where that is done by itself."""
    if not on(p) or p.flor_state not in (A.POSSIBLE, A.CALLED, A.WANTED) or p.trick > 0:
        return None
    for seat in p.from_seat((after + 1) % p.seats):
        if not still(p, seat):
            continue
        if by_itself(p, seat) and holds(p, seat) and (not rivals_sang(p, seat) or table(p) == "envite"):
            sing(p, seat)
            news.append((seat, A.code(A.FLOR), 1))
            return chances(p, news, after)
        if needs_asking(p, seat):
            return seat
        p.asked.add(seat)                                     # under `auto` not singing says it all
    return None


def needs_asking(p, seat):
    """Who is asked is a function of public facts: under `auto` only a rival of somebody who sang."""
    if p.o["flor_policy"] == "auto":
        if table(p) == "envite":
            return p.o["uy_flor_duty"] == "suit_only"
        return rivals_sang(p, seat)
    return True


def own_turn(p, news, seat):
    """A holder's first legal moment: its own turn, before any other act."""
    if not still(p, seat) or p.o["flor_policy"] != "auto":
        return False
    if p.o["uy_flor_duty"] == "all":
        p.asked.add(seat)
    if not by_itself(p, seat) or not holds(p, seat):
        return False
    sing(p, seat)
    news.append((seat, A.code(A.FLOR), 1))
    return True


def legal_chance(p, seat):
    """The words of a seat that has its chance now."""
    if not holds(p, seat):
        return [A.code(A.PASS)]
    codes = [A.code(A.FLOR)]
    manual = not by_itself(p, seat)
    if rivals_sang(p, seat) and table(p) != "envite":
        if table(p) == "seed004":
            plain = p.flor_last == A.FLOR and not p.flor_quiero
            codes = [] if len(sides_sang(p)) == 1 else codes
            if plain:
                codes += [A.code(A.CONTRAFLOR)]
            codes += [A.code(A.CFQ), A.code(A.CFA)]
        elif p.flor_last == A.FLOR and not p.flor_quiero:
            codes += [A.code(A.CONTRAFLOR), A.code(A.RESTO), A.code(A.CFQ), A.code(A.CFA)]
    if manual:
        codes.append(A.code(A.PASS))
    return codes


def pending(p):
    """(seat, legal) of the next word after everybody had a chance; None when nothing is left to be said."""
    if len(sides_sang(p)) == 1:
        return None
    p.about(A.P_FLOR, p.flor_seat, p.flor_last)
    if table(p) == "envite":
        return pending_envite(p)
    if p.flor_quiero:
        return None
    side = p.side(p.flor_seat)
    ring = [s for s in p.from_seat((p.flor_seat + 1) % p.seats) if s in p.sang and p.side(s) != side
            and s not in p.passed]
    if not ring:
        return None
    seat = ring[0]
    if p.flor_last == A.FLOR:
        if table(p) == "seed004":
            return None
        codes = [A.code(A.CONTRAFLOR), A.code(A.RESTO), A.code(A.PASS)]
    else:
        codes = [A.code(A.RESTO)] if p.flor_last == A.CONTRAFLOR else []
        codes += [A.code(A.CFQ), A.code(A.CFA)]
        if len([s for s in p.sang if p.side(s) != side]) > 1:
            codes.append(A.code(A.PASS))
    return seat, codes


def pending_envite(p):
    """The holders bet from the mano on, each once; a bet is answered by the other side's."""
    if p.flor_last == A.FLOR:
        for seat in p.from_seat(p.mano):
            if seat in p.sang and seat not in p.passed:
                return seat, envite_bets(p, seat) + [A.code(A.PASS)]
        return None
    if p.flor_quiero:
        return None
    side = p.side(p.flor_seat)
    ring = [s for s in p.from_seat((p.flor_seat + 1) % p.seats) if s in p.sang and p.side(s) != side
            and s not in p.passed]
    if not ring:
        return None
    codes = envite_bets(p, ring[0]) + [A.code(A.CFQ), A.code(A.CFA)]
    if len([s for s in p.sang if p.side(s) != side]) > 1:
        codes.append(A.code(A.PASS))
    return ring[0], codes


def envite_bets(p, seat):
    first = p.flor_last == A.FLOR
    if p.o["envido"] == "stones":
        if first:
            return [A.code(A.FLOR_ENVIDO), A.code(A.FLOR_FALTA)]
        if p.flor_last == A.FLOR_FALTA:
            return []
        return envido.stone_raises(p, A.FLOR_ENVIDO, A.FLOR_FALTA, p.flor_last, p.flor_staked)
    if p.flor_last == A.RESTO:
        return []
    if p.flor_last == A.FLOR_FALTA:
        return [A.code(A.RESTO)]
    codes, room = [A.code(A.RESTO)], envido.bound(p) - p.flor_staked
    if p.side(seat) not in p.flor_contra:
        codes.append(A.code(A.CONTRAFLOR))
    if room > 0 or first:
        least = p.flor_bet
        if first or least <= 2 <= room:
            codes.append(A.code(A.FLOR_ENVIDO))
        codes += envido.numbers(A.FLOR_ENVIDO, max(1, least), room, skip=2)
        if first or least <= 3 <= room:
            codes.append(A.code(A.FLOR_REAL))
        codes += [c for c in envido.reals(A.FLOR_REAL, 2, room) if 3 * A.arg(c) >= least]
        codes.append(A.code(A.FLOR_FALTA))
    return codes


# ---- what is said ------------------------------------------------------------------------------

def say(p, seat, kind, arg):
    """A word in the FLOR phase, or `flor` on one's own turn."""
    chance = seat not in p.asked
    p.asked.add(seat)
    if kind == A.PASS:
        if not chance:
            p.passed.add(seat)
        return
    if kind == A.FLOR:
        sing(p, seat)
        return
    if chance:                                                # the answers are a flor of one's own too
        p.sang.add(seat)
    if kind == A.CFA:
        p.flor_gave_way = p.side(seat)
        amounts(p)
        return
    if kind == A.CFQ:
        p.flor_quiero.add(seat)
        if table(p) != "seed004":
            p.flor_state = A.WANTED                           # "el quiero incluido cierra la fase"
        refused = p.flor_unwanted
        amounts(p)
        p.flor_unwanted = refused
        return
    bet(p, seat, kind, arg)


def bet(p, seat, kind, arg):
    p.flor_before = p.flor_last
    p.flor_words += 1
    if table(p) == "envite":
        p.flor_taken = p.flor_staked
        if kind == A.CONTRAFLOR:
            p.flor_contra.add(p.side(seat))
            p.flor_bet = 0
        elif kind == A.FLOR_FALTA:
            p.flor_bet = 0
            p.flor_staked = max(p.flor_staked, envido.falta(p))
        elif kind == A.RESTO:
            p.flor_staked = max(p.flor_staked, envido.falta(p))
        else:
            points = envido.stones_of(p, A.REAL if kind == A.FLOR_REAL else A.ENVIDO, arg)
            if p.flor_words == 1 and p.o["envido"] == "numeric" and points > envido.bound(p):
                points = 2
            p.flor_bet = points
            p.flor_staked += points
    p.flor_last, p.flor_seat = kind, seat
    amounts(p)


def pay(p, side):
    points, partida = compared(p, side)
    settle(p, side, points, partida)


def settle(p, side, points, partida=False):
    p.flor_state, p.flor_winner, p.declaring = A.SETTLED, side, False
    for s in p.sang:
        if p.side(s) == side:
            p.show(s, p.cards(s))
    p.credit(side, points, "flor")
    if partida and not p.game_over:
        p.end_game(p.scorer_of(side), True)
    elif partida:
        p.partida_winner = p.game_winner
