"""Embit and flor of truc y flou (RULES.md 7)."""

from . import actions as A
from . import declare
from .. import cards as C

ASKED_AT_ONCE = (A.EMBIT_MORE, A.EMBIT_REST, A.FALTA, A.TRUC_REST)


def on(p):
    return p.o["envido"] == "embit"


def holds(p, seat):
    return C.has_flor(p.o, p.vira, p.cards(seat))


def rivals_sang(p, seat):
    return any(p.side(s) != p.side(seat) for s in p.sang)


def question(p):
    """A declaration that is a question to the other side; False when there is none."""
    if p.flor_state == A.CALLED and p.flor_last in (A.CONTRAFLOR, A.QUIERO, A.RESTO):
        return ask(p, A.P_FLOR, p.flor_seat, p.flor_last)
    if p.envido_state == A.CALLED and p.envido_last in ASKED_AT_ONCE:
        return ask(p, A.P_ENVIDO, p.envido_seat, p.envido_last)
    return False


def ask(p, phase, after, word):
    p.about(phase, after, word)
    members = p.members(1 - p.side(after), after)
    waiting = [s for s in members if s not in p.passed]
    if not waiting:
        refuse(p, phase)
        return None
    seat = waiting[0]
    codes = [A.code(A.NO_QUIERO), A.code(A.PASS)]
    if phase == A.P_ENVIDO:
        codes.append(A.code(A.QUIERO))
    elif p.flor_last == A.CONTRAFLOR:
        codes += [A.code(A.QUIERO), A.code(A.RESTO)]
    elif holds(p, seat):                                      # a value cannot be misstated: it takes a flor
        codes.append(A.code(p.flor_last))
    return phase, seat, codes


def declarations(p, seat):
    """The one opportunity, on one's turn, before one's first card (7.2)."""
    if p.trick or p.has_played(seat) or seat in p.asked:
        return []
    codes = []
    if p.envido_state == A.POSSIBLE:
        codes += [A.code(A.ENVIDO), A.code(A.FALTA)]
        if not p.stake and not p.stake_called:
            codes.append(A.code(A.TRUC_REST))
    elif p.envido_state == A.CALLED and p.side(p.envido_seat) != p.side(seat):
        codes += [A.code(A.QUIERO), A.code(A.EMBIT_REST)] + [A.code(A.EMBIT_MORE, n) for n in (1, 2, 10)]
    if p.flor_state in (A.POSSIBLE, A.CALLED):
        if holds(p, seat):
            codes.append(A.code(A.FLOR))
        if rivals_sang(p, seat):
            codes.append(A.code(A.CONTRAFLOR))
    return codes


def say(p, seat, kind, arg):
    """A word of embit or flor; False when it is none."""
    if p.phase == A.P_PLAY:
        if kind == A.RAISE:
            return False
        p.asked.add(seat)
    elif p.phase not in (A.P_ENVIDO, A.P_FLOR):
        return False
    if kind == A.PASS:
        p.passed.add(seat)
    elif p.phase == A.P_FLOR:
        answer_flor(p, seat, kind)
    elif kind == A.NO_QUIERO:
        refuse(p, A.P_ENVIDO)
    elif kind == A.QUIERO:
        sing_embit(p)
    elif kind == A.FLOR:
        sing(p, seat)
    elif kind == A.CONTRAFLOR:
        flor_word(p, seat, kind, int(p.o["tf_sung"]), 3)
    else:
        bid(p, seat, kind, arg)
    return True


# ---- embit -------------------------------------------------------------------------------------

def bid(p, seat, kind, arg):
    base, side = int(p.o["embit_base"]), p.side(seat)
    p.embit_rest = None
    if kind == A.ENVIDO:
        p.envido_wanted, p.envido_unwanted, p.envido_bet = 2, 1, 0
    elif kind == A.EMBIT_MORE:
        p.envido_wanted, p.envido_unwanted, p.envido_bet = base + arg, 2, arg
    elif kind == A.EMBIT_REST:
        whose = side if p.o["tf_rest"] == "speaker" else 1 - side
        p.embit_rest = (whose, base + p.needs(whose))
        p.envido_wanted, p.envido_unwanted, p.envido_bet = base + p.needs(whose), 2, 0
    elif kind == A.FALTA:
        p.embit_rest = (side, base + p.needs(side))
        p.envido_wanted, p.envido_unwanted, p.envido_bet = base + p.needs(side), 1, 0
    else:
        p.envido_wanted, p.envido_unwanted, p.envido_bet = max(p.needs(0), p.needs(1)), 1, 0
    p.envido_state, p.envido_last, p.envido_seat = A.CALLED, kind, seat


def sing_embit(p):
    """`cantar`: both sides declare. After "truc and the rest" it is an accepted truc, too."""
    if p.envido_last == A.TRUC_REST:
        p.stake, p.stake_seat = 1, p.envido_seat
        p.said_truco.add(p.envido_seat)
    p.envido_state = A.WANTED
    declare.start(p)


def refuse(p, phase):
    if phase == A.P_FLOR:
        p.flor_wanted = p.flor_unwanted
        settle_flor(p, p.side(p.flor_seat), p.flor_unwanted)
        return
    p.envido_state = A.SETTLED
    side = p.side(p.envido_seat)
    if p.envido_last == A.TRUC_REST:                          # 1 for both, the hand ends
        p.closing, p.gave_up = (side, p.ladder[0]), None
        return
    p.embit_due = (side, p.envido_unwanted)


def end_declaring(p, winner):
    p.declaring = False
    side = p.side(winner)
    p.envido_state, p.envido_winner = A.SETTLED, winner
    p.show(winner, C.envido_cards(p.o, p.vira, p.cards(winner))[1])
    points = p.envido_wanted
    if p.envido_last == A.TRUC_REST:
        points = None
    elif p.embit_rest is not None:
        points = None if side == p.embit_rest[0] else p.embit_rest[1]
    p.embit_due = (side, points)


def pay_embit(p):
    """After the first trick, or when the hand ends before: what is due, and 1 for a bid that nobody challenged."""
    if p.envido_state == A.CALLED:
        p.envido_state = A.SETTLED
        p.embit_due = (p.side(p.envido_seat), p.envido_unwanted)
    elif p.envido_state == A.POSSIBLE:
        p.envido_state = A.CLOSED
    if p.embit_due is not None:
        side, points = p.embit_due
        p.embit_due = None
        p.credit(side, p.needs(side) if points is None else points, "envido")


def first_trick_over(p):
    pay_embit(p)
    if p.flor_state == A.POSSIBLE:
        p.flor_state = A.CLOSED


# ---- flor --------------------------------------------------------------------------------------

def sing(p, seat):
    p.sang.add(seat)
    annul(p)
    if p.flor_state == A.POSSIBLE:
        p.flor_state, p.flor_last, p.flor_seat = A.CALLED, A.FLOR, seat
        p.flor_unwanted = 0
    if p.flor_last == A.FLOR:
        p.flor_wanted = 3 * len(p.sang) if len({p.side(s) for s in p.sang}) == 1 else 3


def annul(p):
    """An embit is nullified if anyone declares a flor."""
    if p.envido_state != A.CLOSED:
        p.envido_state, p.embit_due = A.CLOSED, None
        p.envido_last = p.envido_seat = p.envido_winner = None
        p.envido_wanted = p.envido_unwanted = p.envido_bet = 0
        p.declared = [None] * p.seats
        p.shown.clear()


def flor_word(p, seat, kind, wanted, unwanted):
    p.flor_last, p.flor_seat = kind, seat
    p.flor_wanted, p.flor_unwanted = wanted, unwanted


def answer_flor(p, seat, kind):
    if kind == A.NO_QUIERO:
        refuse(p, A.P_FLOR)
    elif kind == p.flor_last:                                 # sings it, or repeats "best flor": compared
        p.sang.add(seat)
        p.flor_state = A.WANTED
        declare.start(p)
    elif kind == A.QUIERO:
        flor_word(p, seat, kind, int(p.o["tf_sung"]), 5)
    else:
        flor_word(p, seat, kind, max(p.needs(0), p.needs(1)), 5)


def end_flor(p, side):
    if p.flor_last == A.RESTO:
        settle_flor(p, side, 0)
        p.credit(side, p.needs(side), "flor")                 # "the winners win the entire round", at once
        return
    settle_flor(p, side, int(p.o["tf_sung"]))


def settle_flor(p, side, points):
    """The flor is decided; it is paid at the end of the hand."""
    p.flor_state, p.flor_winner, p.declaring = A.SETTLED, side, False
    p.flor_due = (side, points)
    for s in p.sang:
        if p.side(s) == side:
            p.show(s, p.cards(s))


def hand_ends(p, news):
    """The embit as it stands, then flores that were only sung: "the scores are counted at the end"."""
    pay_embit(p)
    if p.flor_state == A.CALLED and not p.game_over:
        count_flores(p, news)
    if p.flor_due is not None:
        p.credit(p.flor_due[0], p.flor_due[1], "flor")


def count_flores(p, news):
    sides = {p.side(s) for s in p.sang}
    if len(sides) == 1:
        side, points = sides.pop(), 3 * len(p.sang)
    else:                                                     # "the scores are counted at the end"
        p.flor_state = A.WANTED
        declare.start(p)
        for seat in declare.speakers(p):                      # every total is told: they are counted, not bid
            news.append((seat, A.code(A.DECLARE), declare.speak(p, seat, A.DECLARE)))
        side, points = p.side(declare.leading(p)), 3
    settle_flor(p, side, points)
