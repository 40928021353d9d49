"""Truco and its raises (RULES.md 2.2, 4.3, 6.2, 7.1), the hands of eleven and of iron (4.4)."""

from . import actions as A


def plain(p):
    return p.ladder[0]


def worth(p):
    """What the hand pays as it stands accepted; None is the game."""
    if p.eleven == 2:
        return p.ladder[1]
    return p.ladder[p.stake]


def may_raise(p, seat):
    """Whether the seat has the right to say the next step, on turn or not."""
    if p.eleven in (2, 4):
        return p.o["truco_in_eleven"] != "illegal" and not capped(p, 1 if p.eleven == 2 else 0)
    if p.stake_called or p.stake + 1 >= len(p.ladder):
        return False
    if p.stake and p.o["tf_late_raise"] == "no":
        return False
    if p.stake_seat is not None and p.side(p.stake_seat) == p.side(seat):
        return False
    return not capped(p, p.stake)


def capped(p, step):
    """`raise_cap=needed`: what stands accepted already gives the weaker side the game."""
    if p.o["raise_cap"] != "needed":
        return False
    return p.ladder[step] is not None and p.ladder[step] >= p.target - min(p.score)


def raise_code(p):
    return A.code(A.RAISE, (p.stake_called or p.stake) + 1)


def may_answer_raise(p):
    return p.stake_called + 1 < len(p.ladder) and not capped(p, p.stake_called)


def call(p, seat):
    if p.stake_called:
        accept(p)                                             # a raise as an answer accepts what it raises
    p.stake_called = p.stake + 1
    p.stake_seat = seat
    if p.stake_called == 1:
        p.said_truco.add(seat)


def accept(p):
    p.stake, p.stake_called = p.stake_called, 0
    p.passed = set()
    if p.envido_state == A.POSSIBLE and p.o["envido"] != "embit":
        p.envido_state = A.CLOSED


def eleven_due(p):
    """At the deal: 1 when one side is one plain hand from the target, 4 when both are (RULES.md 4.4)."""
    if p.o["eleven_hand"] != "on":
        return 0, None
    near = [side for side in (0, 1) if p.side_score(side) + plain(p) >= p.target]
    if len(near) == 2:
        return 4, None
    if near:
        return 1, near[0]
    return 0, None


def run_pays(p):
    """What running from the hand of eleven (of ten) pays the others."""
    if p.o["ranks"] == "mineiro" or plain(p) == 2:
        return int(p.o["ten_run"]) if plain(p) == 2 else plain(p)
    return plain(p)
