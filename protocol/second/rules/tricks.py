"""Cards on the table: who may play what, who takes a trick and who the hand (RULES.md 2.1, 3, 4.2, 6.1, 8.1)."""

from . import actions as A
from .. import cards as C


def blind(p):
    """An iron hand that nobody sees (RULES.md 4.4)."""
    return p.eleven == 4 and p.o["ferro_blind"] == "yes"


def to_play(p):
    """The seat that is to lay the next card, or None when the trick is complete."""
    for seat in order(p):
        if p.table[p.trick][seat] is None and turns_over(p, seat):
            return seat
    return None


def turns_over(p, seat):
    """In the third trick of a stacked parda only those who tied play (RULES.md 6.1)."""
    return not (stacked(p) and p.trick == 2 and p.trick_winner[1] == 2 and seat not in p.tied_seats)


def stacked(p):
    return p.o["primera_parda"] == "stacked" and p.trick > 0 and p.trick_winner[0] == 2


def shows_highest(p):
    """After a tied first trick one's highest card is due (RULES.md 4.2, 6.1)."""
    return p.trick == 1 and (stacked(p) or p.o["parda_shows_highest"] == "on" and p.trick_winner[0] == 2)


def order(p):
    return p.from_seat(p.leader)


def passes_all(p, seat):
    return p.o["face_down_first"] == "all" and p.trick > 0 and p.table[0][seat] == C.FACE_DOWN


def legal(p, seat):
    """Codes of the cards a seat may lay, in the order in which they were dealt."""
    held = p.held(seat)
    if blind(p):
        return [A.code(A.PLAY_BLIND, i) for i in held]
    codes = []
    up = held
    if shows_highest(p):
        best = max(C.strength(p.o, p.vira, p.dealt[seat][i]) for i in held)
        up = [i for i in held if C.strength(p.o, p.vira, p.dealt[seat][i]) == best]
    if not passes_all(p, seat):
        codes += [A.code(A.PLAY, p.dealt[seat][i]) for i in up]
    if may_hide(p, seat):
        codes += [A.code(A.PLAY_DOWN, p.dealt[seat][i]) for i in held]
    return codes


def may_hide(p, seat):
    if passes_all(p, seat):
        return True
    if p.o["face_down"] != "allowed" or stacked(p) or shows_highest(p):
        return False
    return p.trick > 0 or p.o["face_down_first"] != "no"


def lay(p, seat, kind, arg):
    """Puts a card on the table; returns the place as dealt."""
    if kind == A.PLAY_BLIND:
        place = arg
    else:
        place = p.dealt[seat].index(arg)
    p.gone[seat].add(place)
    p.asked.add(seat) if p.trick == 0 else None
    p.table[p.trick][seat] = C.FACE_DOWN if kind == A.PLAY_DOWN else p.dealt[seat][place]
    p.played[p.trick].append(seat)
    if p.o["bonus"] == "on_play":
        bonus(p, p.table[p.trick][seat], seat)
    return place


def bonus(p, number, seat):
    """2 for the Sword, 1 for the Club (RULES.md 7.1)."""
    if number == C.BRAVAS[0]:
        p.credit(p.side(seat), 2, "bonus")
    elif number == C.BRAVAS[1]:
        p.credit(p.side(seat), 1, "bonus")


def power(p, seat):
    laid = p.table[p.trick][seat]
    return 0 if laid is None or laid == C.FACE_DOWN else C.strength(p.o, p.vira, laid)


def finish(p):
    """Decides the complete trick, and who leads the next; returns True when the hand is decided."""
    seats = [s for s in p.playing if p.table[p.trick][s] is not None]
    seats.sort(key=lambda s: p.played[p.trick].index(s))
    best = max(power(p, s) for s in seats)
    top = [s for s in seats if power(p, s) == best]
    winner, leads = 2, None
    if len({p.side(s) for s in top}) == 1 and (len(top) == 1 or p.o["partner_tie"] == "win"):
        winner = p.side(top[0])
        leads = top[0] if p.o["partner_tie_lead"] == "first" else top[-1]
    elif p.o["equal_cards"] == "mano_wins" and best > 0:
        winner, leads = p.side(top[0]), top[0]
    p.trick_winner[p.trick] = winner
    p.tied_seats = top
    if p.o["bonus"] == "if_trick_won" and winner != 2:
        for s in seats:
            if p.side(s) == winner:
                bonus(p, p.table[p.trick][s], s)
    decided = outcome(p)
    p.leader = next_leader(p, winner, leads, top)
    p.trick += 1
    return decided is not None


def next_leader(p, winner, leads, top):
    if winner == 2:
        rule = p.o["tie_lead"]
        leads = {"mano": p.mano, "trick_leader": p.leader, "first_tied": top[0], "last_tied": top[-1]}[rule]
    if leads in p.out:                                        # the next of its side in play leads
        mine = p.members(p.side(leads), leads)
        leads = mine[0] if mine else p.from_seat(leads)[0]
    return leads


def outcome(p):
    """Side that takes the hand by its tricks; 2 nobody; None undecided (RULES.md 2.1)."""
    won = [w for w in p.trick_winner if w is not None]
    for side in (0, 1):
        if won.count(side) == 2:
            return side
    if len(won) < 2:
        return None
    first, second = won[0], won[1]
    if first == 2 and second != 2:
        return second
    if first != 2 and second == 2:
        return first
    if len(won) < 3:
        return None
    if won[2] != 2:
        return won[2]
    if first != 2:
        return first
    return tied_hand(p)


def tied_hand(p):
    """Three tied tricks (`all_tied`); of a stacked parda the most mano of those still level."""
    if p.o["primera_parda"] == "stacked":
        near = [s for s in p.from_seat(p.mano, whole=True) if s in p.tied_seats]
        if near and p.o["all_tied"] == "mano":
            return p.side(near[0])
    if p.o["all_tied"] == "none":
        return 2
    if p.o["all_tied"] == "dealer":
        return p.side((p.mano - 1) % p.seats)
    return p.side(p.mano)
