"""What the corpora play is played at `fiel table` as well, when TABLE is one: after every decision both say the same of what is legal, of
what each seat sees, and of every point (beside_table.differences)."""

import beside_table as B
from second import cards as C
from second import words as W
from second.rules import flow, options as O
from second.rules.state import Position

TABLE = None


class Differs(Exception):
    pass


def same(p, answer):
    found = B.differences(p, TABLE, answer) if answer["ok"] else [answer["message"]]
    if found:
        raise Differs("beside fiel table: " + "; ".join(found))
    p.answer = answer


def deal(rules, seats, mano, hands, vira=None, score=None):
    """A table whose first hand is dealt: cards as names."""
    p = Position(O.parse(rules), seats, score)
    held = [[C.parse(c) for c in h] for h in hands]
    flow.deal(p, mano, None, 0, held, C.parse(vira) if vira else None)
    if TABLE:
        turned = {"vira": vira} if vira else {}
        same(p, TABLE.ask(op="new", rules=rules + ",names=spanish", seats=seats, score=score or [0] * p.scorers, mano=mano,
                          hands=hands, **turned))
    return p


def apply(p, seat, code):
    if TABLE:
        word = [w for w in p.answer["legal"] if W.read(w, p.o, 1 - seat) == code][0]
        answer = TABLE.ask(op="act", seat=seat, do=word)
    flow.apply(p, seat, code)
    if TABLE:
        same(p, answer)


def filled(hands, vira, suit=0):
    """The hands made whole with what lies nowhere, from this suit on."""
    used = {C.parse(c) for h in hands + [[vira] if vira else []] for c in h}
    free = [C.name(c % 40) for c in range(10 * suit, 10 * suit + 40) if c % 40 not in used]
    return [h + [free.pop(0) for _ in range(3 - len(h))] for h in hands]
