"""What a type checker makes of the package: this file is checked with mypy --strict, and not run. A line with "ignore" has to be an
error, or it is one itself."""

from typing import Any, List, Optional

import fiel
from fiel import cards
from fiel.batch import Batch, cpus
from fiel.env import Env
from fiel.rules import Dice, Table, sample
from fiel.tree import CHANCE, Tree


class Mine(fiel.Bot):
    """Hears, searches, decides."""

    name = "mine"

    def match_start(self, match: fiel.Match) -> None:
        self.dice = Dice(int.from_bytes(match.id[:8], "big"))

    def acted(self, seat: int, action: fiel.Action, value: int) -> None:
        played: Optional[fiel.Card] = action.card
        self.last = str(played) if played else action.word

    def decide(self, view: fiel.View) -> fiel.Action:
        table: Table = sample(view, self.dice)
        table.playout(self.dice)
        good = view.find("quiero")
        strongest: int = cards.strength(view.hand_cards[0], view.match.rules) + view.strength(view.hand_cards[0])
        return good if good and strongest > 20 and view.stake == 1 else view.legal[0]


@fiel.bot
def plain(view: fiel.View) -> fiel.Action:
    """A function."""
    return view.plays[0]


def train() -> List[float]:
    """Many tables, one, and a tree."""
    batch = Batch("argentino", tables=8, rivals=[None, "cauto"], threads=cpus())
    ids = batch.ids()
    batch.choose(ids, Dice(1))
    batch.step(ids)
    told: Any = batch.arrays()
    env = Env()
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        env.step(None if over or observation is None else observation["action_mask"].index(1))
    tree = Tree("paulista")
    tree.apply(tree.outcomes()[0] if tree.player == CHANCE else tree.legal()[0])
    return tree.returns() + list(told.reward[0])


def wrong(view: fiel.View, batch: Batch) -> None:
    """Each of these is a mistake."""
    Batch(tables="many")  # type: ignore[arg-type]
    Batch(rivals="cauto", tables=2).step()  # type: ignore[call-arg]
    batch.choose(batch.ids(), 7)  # type: ignore[arg-type]
    Table().deal(1)  # type: ignore[arg-type]
    view.find("truco").word  # type: ignore[union-attr]
    view.legal[0].card.pip  # type: ignore[union-attr]
    cards.strength("7e", "argentino")  # type: ignore[arg-type]
    Env(until=1)  # type: ignore[arg-type]


class Odd(fiel.Bot):
    """A decision is an action, not a word."""

    def decide(self, view: fiel.View) -> str:  # type: ignore[override]
        return view.phase_name


fiel.run(Mine())
