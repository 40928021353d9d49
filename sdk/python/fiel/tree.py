"""One table as a tree: chance deals card by card, and what a player knows has a name. It needs nothing but the rules' library.

    tree = fiel.tree.Tree("argentino", seats=2)
    while not tree.over:
        if tree.player == fiel.tree.CHANCE:
            action = random.choice(tree.outcomes())      # each as likely
        else:
            action = random.choice(tree.legal())
        tree.apply(action)
    print(tree.returns())

Chance first says who is mano (a seat; in the first hand alone), then every seat's cards, seat by seat, and last the card that is
turned. Its actions are cards by their number, a player's are ids: places in `tree.codes`. A tree is a hand, or with until="game" a
game. `fiel.openspiel` is this for OpenSpiel.
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Tuple

from .actions import Action
from .env import EPISODES, GAME
from .rules import LIBRARY, Dice, RulesError, Table, actions, sample, whole
from .view import View

CHANCE, TERMINAL = -1, -4  # OpenSpiel's
CARDS, NONE, HIDDEN = 40, 255, 254
SON_BUENAS, SILENT = 254, 253
PLAY_DOWN, BLIND, DISCARD = 2, 22, 31
TOLD_VALUE, TOLD_SANG = 60, 61  # events beside actions: the rules made a seat declare, or sing
SCALE, NUMBERS, TRIES = 64.0, 3, 100

Event = Tuple[int, int, int, int]  # seat, kind, arg, what others see of arg


def room_of(seats: int) -> int:
    """More events than a hand of so many seats has."""
    return 40 + 24 * seats


class Tree:
    """A state; copies share nothing."""

    def __init__(self, rules: str = "argentino", seats: int = 2, until: str = "hand") -> None:
        if until not in EPISODES:
            raise RulesError("a tree ends until=\"hand\" or until=\"game\", not %r" % (until,))
        self.rules, self.seats, self.until = rules, seats, until
        self.codes, self.table = actions(rules), Table(rules, seats)
        self.ids = {code: place for place, code in enumerate(self.codes)}
        self.columns = self.table.columns()
        self.pack = [card for card in range(CARDS) if LIBRARY.fiel_table_has_card(self.table.memory, card)]
        self.turns_card = bool(LIBRARY.fiel_table_has_card(self.table.memory, NONE))
        self.told = [place for place, name in enumerate(self.columns) if name.startswith(("declared.", "sang."))]
        self.history: List[Tuple[int, int]] = []  # (player, action)
        self.events: List[Event] = []
        self.before: List[List[str]] = []
        self.paid, self.mano, self.dealt = [0.0] * seats, None, []  # type: List[float], Optional[int], List[int]
        self.facts = b""
        self.first, self.over = True, False

    def copy(self) -> Tree:
        """Another one in the same state."""
        other = Tree.__new__(Tree)
        other.__dict__.update(self.__dict__)
        other.table = self.table.copy()
        for name in ("history", "events", "before", "paid", "dealt"):
            setattr(other, name, list(getattr(self, name)))
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Tree:
        return self.copy()

    def __reduce__(self) -> Tuple[Callable[[str], Tree], Tuple[str]]:
        return deserialize, (self.serialize(),)

    # Who does what

    @property
    def player(self) -> int:
        """A seat, CHANCE or TERMINAL."""
        if self.over:
            return TERMINAL
        turn = self.table.turn
        return CHANCE if turn is None else turn

    def _hands(self) -> List[int]:
        """How many cards each seat gets in the hand that is dealt."""
        gallo = LIBRARY.fiel_table_gallo(self.table.memory, -1 if self.mano is None else self.mano)
        return [4 if seat == gallo else 3 for seat in range(self.seats)]

    def outcomes(self) -> List[int]:
        """What chance may do, each as likely."""
        if self.player != CHANCE:
            raise RulesError("it is not chance that decides here: seat %d does" % self.player)
        if self.first and self.mano is None:
            return list(range(self.seats))
        taken = set(self.dealt)
        return [card for card in self.pack if card not in taken]

    def legal(self, player: Optional[int] = None) -> List[int]:
        """Ids of what a player (the one on turn) may do, ascending."""
        if self.over or self.player == CHANCE or player not in (None, self.player):
            return []
        return sorted(self.ids[code] for code in self.table.codes())

    def apply(self, action: int) -> None:
        """Chance's or a player's; RulesError, and nothing has changed, for what is not possible."""
        player = self.player
        if player == TERMINAL:
            raise RulesError("it is over: nothing can be done")
        action = whole("an action", action, 0, len(self.codes) - 1 if player >= 0 else CARDS - 1)
        if player == CHANCE:
            if action not in self.outcomes():
                raise RulesError("chance cannot do %d here" % action)
            self._chance(action)
        else:
            self._decide(player, action)
        self.history.append((player, action))

    def _chance(self, action: int) -> None:
        if self.first and self.mano is None:
            self.mano = action
            return
        self.dealt.append(action)
        hands = self._hands()
        if len(self.dealt) < sum(hands) + self.turns_card:
            return
        cards, left = [], list(self.dealt)
        for count in hands:
            cards.append(left[:count])
            left = left[count:]
        had = self._score()
        self.table.deal_cards(self.mano or 0 if self.first else 0, cards, left[0] if left else NONE)
        if not self.first:
            had = [0] * self.seats if self.table.score and sum(self._score()) < sum(had) else had
        self.first, self.dealt, self.events = False, [], []
        self.facts = bytes(len(self.told))
        self._settle(had)

    def _score(self) -> List[int]:
        score = self.table.score
        return [score[scorer] for scorer in self.table.scorers]

    def _decide(self, player: int, action: int) -> None:
        code, had = self.codes[action], self._score()
        self.table.apply(code)
        kind, arg = code >> 8, code & 255
        self.events.append((player, kind, arg, HIDDEN if kind in (PLAY_DOWN, DISCARD) else arg))
        self._settle(had)

    def _settle(self, had: List[int]) -> None:
        """What the rules made seats say, what is paid, and whether it is over."""
        row = self.table.row(0)
        facts = bytes(row[place] for place in self.told)
        for place, now, then in zip(self.told, facts, self.facts):
            if now and now != then:  # what a duel clears away is no event
                _, who, *part = self.columns[place].split(".")
                seat = 0 if who == "me" else int(who[4:])
                value = {"buenas": SON_BUENAS, "silent": SILENT, "value": now - 1}[part[0]] if part else 0
                self.events.append((seat, TOLD_VALUE if part else TOLD_SANG, value, value))
        self.facts = facts
        gains = [now - then for now, then in zip(self._score(), had)]
        if EPISODES[self.until] == GAME:
            winner = self.table.view(0).game_winner if self.table.game_over else NONE
            gains = [int(scorer == winner) for scorer in self.table.scorers]
        factor, total = (1.5 if self.seats == 3 else 2.0), sum(gains)
        self.paid = [paid + factor * gain - factor * total / self.seats for paid, gain in zip(self.paid, gains)]
        self.over = self.table.game_over if EPISODES[self.until] == GAME else self.table.hand_over
        if self.table.hand_over and not self.over:
            self.before.append([self._hand_string(seat) for seat in range(self.seats)])

    def returns(self) -> List[float]:
        """What each seat was paid so far; together 0."""
        return list(self.paid)

    def action_string(self, player: int, action: int) -> str:
        """A word for an action."""
        if player == CHANCE:
            from .cards import Card
            return "mano %d" % action if self.first and self.mano is None else "deal %s" % Card(action)
        return str(Action(self.codes[action], self.rules))

    # What a player knows

    def _event_string(self, seat: int, event: Event) -> str:
        who, kind, arg, public = event
        arg = arg if who == seat else public
        if kind >= TOLD_VALUE:
            return "%d:%s %d" % (who, "tells" if kind == TOLD_VALUE else "sings", arg)
        return "%d:%s" % (who, Action(kind << 8 | arg, self.rules))

    def _hand_string(self, seat: int) -> str:
        view = self.table.view(seat)
        known = ";".join(",".join(map(str, cards)) for cards in view.known)
        return "%s|vira %d|mano %d|score %s|%s" % (known, view.vira, view.mano, ",".join(map(str, view.score)), " ".join(
            self._event_string(seat, event) for event in self.events))

    def information_state_string(self, player: int) -> str:
        """All that a player has seen, every hand of it."""
        seat = whole("a player", player, 0, self.seats - 1)
        hands = [told[seat] for told in self.before]
        if self.player == CHANCE:
            hands.append("dealt %s" % ",".join(map(str, self._dealt_to(seat))))
        else:
            hands.append(self._hand_string(seat))
        return "seat %d|%s" % (seat, " / ".join(hands))

    def observation_string(self, player: int) -> str:
        """What a player sees now: the columns of its row that are not 0."""
        row = self.observation(player)
        return "seat %d|%s" % (player, " ".join(name if value == 1 else "%s=%d" % (name, value)
                                                 for name, value in zip(self.columns, row) if value))

    def _dealt_to(self, seat: int) -> List[int]:
        """The cards of the hand that is being dealt which this seat has already."""
        hands = self._hands() if self.mano is not None else [0] * self.seats
        start = sum(hands[:seat])
        return self.dealt[start:start + hands[seat]]

    def observation(self, player: int) -> bytes:
        """The row of a player. While a hand is dealt it tells the score and the cards that the player has already."""
        seat = whole("a player", player, 0, self.seats - 1)
        if self.player != CHANCE:
            return self.table.row(seat)
        before = bytes(len(self.columns)) if self.first else self.table.row(seat)
        row = bytearray(value if name.startswith(("score.", "chicos.")) else 0 for name, value in zip(self.columns, before))
        for plane in ("held.1e", "dealt.1e"):
            for card in self._dealt_to(seat):
                row[self.columns.index(plane) + card] = 1
        return bytes(row)

    def events_seen(self, player: int) -> List[int]:
        """What was said and played in this hand, as a player saw it: three numbers an event, and zeros for those that are not yet."""
        numbers = []
        for who, kind, arg, public in self.events:
            numbers += [(who - player) % self.seats + 1, kind, (arg if who == player else public) + 1]
        room = NUMBERS * room_of(self.seats)
        if len(numbers) > room:
            raise RulesError("a hand of more than %d events: room_of() in fiel.tree is too small" % room_of(self.seats))
        return numbers + [0] * (room - len(numbers))

    # Other worlds

    def _remembered(self, seat: int) -> View:
        """The view of a seat, with what was said in duels of this hand that are over: a table forgets that."""
        view = self.table.view(seat)
        for who, kind, arg, _ in self.events:
            if kind == TOLD_VALUE and view.declared[who] == NONE:
                view.declared[who] = arg
            if kind == TOLD_SANG:
                view.sang |= 1 << who
        return view

    def _cards_of(self, world: Table, view: View) -> List[List[int]]:
        """What each seat was dealt in a sampled world, so that what was played blind lies in its place."""
        hands = []
        for seat, count in enumerate(self._hands_now()):
            cards = world.dealt(seat)[:count]
            blind = [arg for who, kind, arg, _ in self.events if who == seat and kind == BLIND]
            if blind:
                lies = [line[seat] for line in view.table][:len(blind)]
                rest = [card for card in cards if card not in lies]
                placed = dict(zip(blind, lies))
                cards = [placed[place] if place in placed else rest.pop(0) for place in range(count)]
            hands.append(cards)
        return hands

    def _hands_now(self) -> List[int]:
        view = self.table.view(0)
        return [4 if seat == view.gallo else 3 for seat in range(self.seats)]

    def resample(self, player: int, dice: Dice) -> Tree:
        """Another Tree that this player cannot tell from this one: the others' cards are drawn anew, so that they fit what was sung,
        declared and played, and the same is done with them."""
        seat = whole("a player", player, 0, self.seats - 1)
        if self.player < 0:
            raise RulesError("other worlds are drawn where a player decides")
        view, told, wanted = self.table.view(seat), self._remembered(seat), self.information_state_string(seat)
        start = max(i for i, (who, _) in enumerate(self.history) if who == CHANCE) + 1
        for _ in range(TRIES):
            hands = self._cards_of(sample(told, dice), view)
            flat = [card for cards in hands for card in cards] + ([view.vira] if self.turns_card else [])
            other = Tree(self.rules, self.seats, self.until)
            for _, action in self.history[:start - len(flat)]:
                other.apply(action)
            if other._again(flat, self.history[start:], seat, view, hands) and other.information_state_string(seat) == wanted:
                return other
        raise RulesError("no other cards were found that fit what was said in %d draws" % TRIES)

    def _again(self, deal: List[int], decisions: List[Tuple[int, int]], seat: int, view: View, hands: List[List[int]]) -> bool:
        """Deals these cards and does what was done; a card that nobody saw is the one that this world has there."""
        for card in deal:
            self.apply(card)
        for who, action in decisions:
            kind = self.codes[action] >> 8
            if who != self.player:
                return False
            if who != seat and kind in (PLAY_DOWN, DISCARD):
                action = self._unseen(who, kind, view, hands[who])
            if action not in self.legal():
                return False
            self.apply(action)
        return True

    def _unseen(self, who: int, kind: int, view: View, cards: List[int]) -> int:
        """The id of laying away, or of playing face down, the card that lies there in this world."""
        if kind == DISCARD:
            return self.ids[DISCARD << 8 | cards[3]]
        trick = self.table.view(who).trick
        places = [place for place in range(3) if view.gone[who] >> place & 1]
        tricks = [number for number, line in enumerate(view.table) if line[who] != NONE]
        return self.ids[PLAY_DOWN << 8 | cards[places[tricks.index(trick)]]]

    # On paper

    def serialize(self) -> str:
        """A line from which `deserialize` makes the same tree."""
        return "%s|%d|%s|%s" % (self.rules, self.seats, self.until, ",".join(str(action) for _, action in self.history))


def deserialize(line: str) -> Tree:
    """The Tree of a line of Tree.serialize; RulesError for another line."""
    try:
        rules, seats, until, done = line.split("|")
        tree = Tree(rules, int(seats), until)
        for action in done.split(",") if done else []:
            tree.apply(int(action))
    except (AttributeError, ValueError) as error:
        raise RulesError("this is no tree on paper: %s" % error) from None
    return tree


def play(tree: Tree, choose: Callable[[List[int]], int]) -> Tree:
    """To the end: `choose` picks one of a list."""
    while not tree.over:
        tree.apply(choose(tree.outcomes() if tree.player == CHANCE else tree.legal()))
    return tree


__all__ = ["CHANCE", "TERMINAL", "Dice", "Tree", "deserialize", "play"]
