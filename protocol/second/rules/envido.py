"""Envido in words, by numbers and by stones (RULES.md 2.3, 3, 6.3, 8.2)."""

from . import actions as A


def falta(p, side=None):
    """What falta envido pays; `side` is who won it, None before that is known (then the most it may be)."""
    rule = p.o["falta_envido"]
    if p.pico and p.seats == 6:
        return int(p.o["pico_falta_cap"])
    if rule == "loser_needs":
        value = max(p.needs(0), p.needs(1)) if side is None else p.needs(1 - side)
    elif rule == "winner_takes_game":
        value = max(p.needs(0), p.needs(1)) if side is None else p.needs(side)
    elif rule == "malas_buenas" and 2 * max(p.score) < p.target:
        value = max(1, p.target // 2 - max(p.score))
    else:
        value = p.leader_needs()
    if p.seats == 2 and p.o["envido"] == "numeric":           # "excepto mano a mano": the falta does not limit it
        return 10 if p.o["uy_cap_two"] == "ten" else min(10, value)
    return value


def bound(p):
    """What the bets may sum up to."""
    if p.o["envido"] == "stones":
        return p.target
    if p.o["pica_envido_cap"] == "6" and p.pico:
        return min(6, falta(p))
    return falta(p)


def forfeited(p, seat):
    """Who said truco lost the right to open (`truco_forfeits_envido`)."""
    if p.o["truco_forfeits_envido"] == "team":
        return any(p.side(s) == p.side(seat) for s in p.said_truco)
    return seat in p.said_truco


def caller_allowed(p, seat):
    """`envido_callers=pies`: with four seats and more the last player of each side."""
    if p.o["envido_callers"] != "pies" or len(p.playing) < 4:
        return True
    mine = [s for s in p.from_seat(p.mano) if p.side(s) == p.side(seat)]
    return bool(mine) and mine[-1] == seat


def may_open(p, seat):
    return (p.envido_state == A.POSSIBLE and p.trick == 0 and not p.stake and not p.has_played(seat)
            and p.stake_called <= 1 and not p.sang and not forfeited(p, seat) and caller_allowed(p, seat))


def openings(p):
    """Codes with which envido is opened."""
    way = p.o["envido"]
    if way == "numeric":
        return [A.code(A.ENVIDO)] + numbers(A.ENVIDO, 1, bound(p), skip=2) + [A.code(A.REAL)] \
            + reals(A.REAL, 1, bound(p)) + [A.code(A.FALTA)]
    if way == "stones":
        return [A.code(A.ENVIDO), A.code(A.FALTA)]
    return [A.code(A.ENVIDO), A.code(A.REAL), A.code(A.FALTA)]


def numbers(kind, low, high, skip=None):
    return [A.code(kind, n) for n in range(low, min(high, 255) + 1) if n != skip]


def reals(kind, low, high):
    return [A.code(kind, n) for n in range(max(2, low), 86) if 3 * n <= high]


def raises(p, seat):
    """Codes that raise the envido that waits."""
    if p.o["truco_bars_envido"] == "on" and seat in p.said_truco:
        return []
    if p.envido_last == A.FALTA:
        return []
    way = p.o["envido"]
    if way == "numeric":
        return numeric_raises(p)
    if way == "stones":
        return stone_raises(p, A.ENVIDO, A.FALTA, p.envido_last, p.envido_wanted)
    return word_raises(p)


def numeric_raises(p):
    room, least = bound(p) - p.envido_wanted, p.envido_bet
    if room <= 0:
        return []
    codes = [A.code(A.ENVIDO)] if least <= 2 <= room else []
    codes += numbers(A.ENVIDO, max(1, least), room, skip=2)
    codes += [A.code(A.REAL)] if least <= 3 <= room else []
    codes += [c for c in reals(A.REAL, 2, room) if 3 * A.arg(c) >= least]
    return codes + [A.code(A.FALTA)]


def stone_raises(p, bet, last, said, sofar):
    """[manual]: 2 more, or N more from 3 to 32, the sum at most the target; or the falta."""
    codes = [A.code(bet)] if sofar + 2 <= p.target else []
    codes += [A.code(bet, n) for n in range(3, 33) if sofar + n <= p.target]
    if p.o["ve_falta_may_lower"] == "yes" or falta(p) > sofar:
        codes.append(A.code(last))
    return codes


def word_raises(p):
    """`envido_chain`: ascending, strict, free."""
    words, codes = p.envido_words, []
    chain = p.o["envido_chain"]
    if chain == "strict":
        if A.REAL not in words:
            if words.count(A.ENVIDO) < 2:
                codes.append(A.code(A.ENVIDO))
            codes.append(A.code(A.REAL))
    elif p.envido_wanted < bound(p):
        if chain == "free" or A.REAL not in words:
            codes.append(A.code(A.ENVIDO))
        codes.append(A.code(A.REAL))
    return codes + [A.code(A.FALTA)]


def stones_of(p, kind, arg):
    if kind == A.REAL:
        return 3 * (arg or 1)
    return arg or 2


def call(p, seat, kind, arg):
    first = p.envido_state == A.POSSIBLE
    p.envido_unwanted = 1 if first else p.envido_wanted
    if kind == A.FALTA:
        total = falta(p)
        if p.o["pica_envido_cap"] == "6" and p.pico:
            total = min(6, total)
        p.envido_bet = max(0, total - (0 if first else p.envido_wanted))
        p.envido_wanted = total
    else:
        bet = stones_of(p, kind, arg)
        if first and p.o["envido"] == "numeric" and bet > bound(p):
            bet = 2                                           # a first word beyond the falta counts as envido
        p.envido_bet = bet
        p.envido_wanted = (0 if first else p.envido_wanted) + bet
        if p.o["pica_envido_cap"] == "6" and p.pico:
            p.envido_wanted = min(6, p.envido_wanted)
    p.envido_state, p.envido_last, p.envido_seat = A.CALLED, kind, seat
    p.envido_words.append(kind)
    if first and p.stake_called and p.o["envido_over_truco"] == "cancel":
        p.stake_called, p.stake_seat = 0, None


def pays(p, side):
    """What the winner of a wanted envido gets; (points, the partida goes with it)."""
    if p.envido_last == A.FALTA:
        if p.pico and p.seats == 6:
            return p.envido_wanted, False
        if p.o["falta_envido"] == "winner_takes_game":
            return p.needs(side), True
        return falta(p, side), False
    return p.envido_wanted, False


def refuse(p):
    """no-quiero, or giving up: the side that spoke last has what stood before its word."""
    p.envido_state = A.SETTLED
    p.credit(p.side(p.envido_seat), p.envido_unwanted, "envido")
