"""Señas: who may make which to whom, and who sees them (EXTENSIONS.md section 3, DEAL.md section 5)."""

from . import deal as X, record as R

WORDS = {"argentino": range(1, 10), "argentino-flor": range(1, 10), "uruguayo": range(1, 13),
         "venezolano": range(1, 13), "gauderio": [*range(1, 9), 13, 14], "paulista": [8, 15, 16, 17, 18],
         "paulista-limpo": [8, 15, 16, 17, 18], "mineiro": [8, 15, 16, 17, 18],
         "truc-y-flou": [1, 2, 3, 4, 5, 6, 19, 20, 21, 22, 23]}
NO_SIGNS, SIGNS_FIRST, SIGN_WORD, SIGN_PARTNER, SIGN_CAPTAIN, SIGNS_DECISION, SIGNS_HAND = range(40, 47)


def refused(p, seat, made, before, in_round):
    """The number of errors.schema.json (refused) with which signs are refused, 0 when they may be made."""
    if not made:
        return 0
    if p.o["signs"] != "on" or p.seats < 4 or p.pico:
        return NO_SIGNS
    if len(made) > p.o["signs_per_decision"]:
        return SIGNS_DECISION
    if before + len(made) > p.o["signs_per_hand"]:
        return SIGNS_HAND
    for sign in made:
        word, to = sign >> 8, sign & 255
        if word not in WORDS[p.o["preset"]]:
            return SIGN_WORD
        if to >= p.seats or to == seat or p.side(to) != p.side(seat) or to not in p.playing:
            return SIGN_PARTNER
        if word in (22, 23) and seat not in (2, 3):
            return SIGN_CAPTAIN
    return 0


def seen_by(table, giver, sign, m):
    """Seats that are told, in seat order; without S the rivals are those whom the record tells."""
    p, course = table.position, table.c
    to = sign & 255
    seats = []
    for seat in range(p.seats):
        if seat in (giver, to):
            seats.append(seat)
        elif p.side(seat) != p.side(giver):
            if course.seed is not None:
                draw = X.sign_draw(table.key, table.z, giver, seat, m)
                if draw < p.o["sign_seen"]:
                    seats.append(seat)
            elif recorded(course, table, giver, sign, seat):
                seats.append(seat)
    return seats


def recorded(course, table, giver, sign, seat):
    """Without S: whether the record tells this rival the sign before the next act."""
    for r in course.records[course.at.number + 1:]:
        if r.kind == R.ACT or r.kind >= R.HEADER:
            return False
        if r.visible == R.party_bit(seat) and R.peek(r, R.SIGN, 2) == [table.number, giver, sign]:
            return True
    return False
