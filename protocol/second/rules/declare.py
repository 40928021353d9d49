"""Telling values: envido from the mano on, flores among their holders (RULES.md 2.3, 2.4, 3, 8.2)."""

from . import actions as A
from .. import cards as C

BUENAS, SILENT = 254, 253


def value(p, seat):
    """What the seat's declaration is worth; a reservada 100 more (RULES.md 6.4)."""
    held = p.cards(seat)
    if p.flor_state == A.WANTED:
        points = C.flor_value(p.o, p.vira, held)
        return points + 100 if C.reservada(p.o, p.vira, held) else points
    return C.envido_value(p.o, p.vira, held)


def speakers(p):
    """Who takes part, from the mano on: holders that sang, or everybody in play."""
    everybody = p.from_seat(p.mano)
    if p.flor_state == A.WANTED:
        return [s for s in everybody if s in p.sang]
    return everybody


def told(p):
    return [s for s in speakers(p) if p.declared[s] is not None and p.declared[s] < SILENT]


def leading(p):
    """The seat that leads among the declared values, by the tie rule (`envido_tie`)."""
    seats = told(p)
    if not seats:
        return None
    best = max(p.declared[s] for s in seats)
    top = [s for s in seats if p.declared[s] == best]
    rule = p.o["envido_tie"]
    if rule == "mano_team":
        mine = [s for s in top if p.side(s) == p.side(p.mano)]
        return (mine or top)[0]
    if rule == "declaration":
        return min(top, key=p.declared_order.index)
    return top[0]


def beats(p, seat, points, lead):
    """Whether a value of `seat` would lead over the seat that leads."""
    if lead is None:
        return True
    if points != p.declared[lead]:
        return points > p.declared[lead]
    rule = p.o["envido_tie"]
    if rule == "declaration":
        return False
    if rule == "mano_team" and p.side(seat) != p.side(lead):
        return p.side(seat) == p.side(p.mano)
    order = speakers(p)
    return order.index(seat) < order.index(lead)


def start(p):
    p.declared = [None] * p.seats
    p.declared_order = []
    p.passed = set()
    p.side_gave_way = False
    p.declaring = True


def player_scope(p):
    return p.flor_state == A.WANTED or p.o["son_buenas"] == "player"


def next_speaker(p):
    """The seat asked next, or None when the comparison is over."""
    if p.side_gave_way:
        return None
    order, lead = speakers(p), leading(p)
    if lead is None:
        left = [s for s in order if p.declared[s] is None]
        return left[0] if left else None
    rivals = [s for s in order if p.side(s) != p.side(lead) and p.declared[s] is None]
    rivals += [s for s in order if p.side(s) != p.side(lead) and p.declared[s] == SILENT]
    if not rivals:
        return None
    if p.o["envido_tie"] == "declaration":
        last = p.declared_order[-1]
        ring = order[order.index(last) + 1:] + order[:order.index(last) + 1]
        return [s for s in ring if s in rivals][0]
    waiting = [s for s in order if p.declared[s] is None]
    overtaken = [s for s in order if p.declared[s] == SILENT and p.side(s) != p.side(lead)]
    asked = [s for s in order if s in waiting or s in overtaken]
    # A seat that has not spoken comes before those asked a second time only by its place after the last speaker.
    last = p.last_spoke
    later = [s for s in asked if order.index(s) > order.index(last)] if last in order else asked
    return (later or asked)[0]


def legal(p, seat):
    lead = leading(p)
    strict = p.o["envido_tie"] == "declaration"
    codes = []
    if not strict or beats(p, seat, value(p, seat), lead):
        codes.append(A.code(A.DECLARE))
    if lead is not None and p.side(lead) == p.side(seat):
        codes.append(A.code(A.SILENT))
    if any(p.side(s) != p.side(seat) for s in told(p)) and p.side(lead) != p.side(seat):
        codes.append(A.code(A.SON_BUENAS))
    return codes


def speak(p, seat, kind):
    """Applies a declaration; returns the value told with the ACT."""
    p.last_spoke = seat
    if kind == A.DECLARE:
        p.declared[seat] = value(p, seat)
        p.declared_order.append(seat)
        return p.declared[seat]
    if kind == A.SILENT:
        p.declared[seat] = SILENT
        return 0
    p.declared[seat] = BUENAS
    p.side_gave_way = not player_scope(p) and p.o["envido_tie"] != "declaration"
    return 0


def automatic(p, news):
    """declare=auto: the shortest honest declaring. Who can beat what leads says so, who cannot gives way."""
    while True:
        seat, lead = next_speaker(p), leading(p)
        if seat is None:
            return
        if lead is not None and p.side(lead) == p.side(seat):
            kind = A.SILENT
        else:
            kind = A.DECLARE if beats(p, seat, value(p, seat), lead) else A.SON_BUENAS
        points = speak(p, seat, kind)
        p.side_gave_way = False                               # each gives way for itself
        if kind != A.SILENT:                                  # nothing is told of that (CLIENT.md section 6)
            news.append((seat, A.code(kind), points))
