"""An environment in the shape of PettingZoo's AEC, with OpenSpiel's information states; it needs neither.

    env = fiel.env.Env("argentino", seats=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination else next(id for id, legal in enumerate(observation["action_mask"]) if legal))

An episode is a hand, or with until="game" a game. An action is its id: its place in `env.codes`. The observation of an agent
depends on what its seat sees and on nothing else. Rewards are points (of a game 1): a seat's against the others', together 0.
"""

from .actions import Action
from .rules import RulesError, Table, actions

HISTORY = 64  # events of a hand in the tensor: more than a hand of two has; of larger tables the newest
OTHERS_SEE = {2: 254, 31: 254}  # a card face down, one that the gallo lays away


class Discrete:
    """A space of n actions, as gymnasium's."""

    def __init__(self, n):
        self.n = n

    def contains(self, value):
        """Is it one of them?"""
        return isinstance(value, int) and 0 <= value < self.n


class Env:
    """One table. The members are those of an AECEnv."""

    metadata = {"name": "fiel_v0", "is_parallelizable": False}

    def __init__(self, rules="argentino", seats=2, until="hand"):
        """until: "hand" or "game"."""
        if until not in ("hand", "game"):
            raise RulesError("an episode lasts until=\"hand\" or until=\"game\", not %r" % (until,))
        self.rules, self.seats, self.until, self.codes = rules, seats, until, actions(rules)
        self.ids = {code: place for place, code in enumerate(self.codes)}
        self.possible_agents = ["seat_%d" % seat for seat in range(seats)]
        self.table = Table(rules, seats)
        self.agents = []

    def action_space(self, agent):
        """The same for all: ids of `codes`."""
        return Discrete(len(self.codes))

    def reset(self, seed=None, options=None):
        """A fresh table at 0-0 with a hand dealt; the same seed, the same cards."""
        self.table = Table(self.rules, self.seats, 0 if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.events = []
        self._deal()

    def _deal(self):
        """Hands until somebody is to decide: one can be over as soon as it is dealt."""
        self.table.deal()
        while self.table.turn is None:
            self.table.deal()
        self.events.append(("deal", None, None))
        self.agent_selection = self.possible_agents[self.table.turn]

    # What an agent sees

    def observe(self, agent):
        """{"observation": list of numbers, "action_mask": list of 0 and 1}; the mask is 0 if it is not on turn."""
        mask = [0] * len(self.codes)
        seat = self.possible_agents.index(agent)
        if seat == self.table.turn and not self.terminations[agent]:
            for action in self.table.legal():
                mask[self.ids[action.code]] = 1
        return {"observation": self.observation_tensor(agent), "action_mask": mask}

    def observation_tensor(self, agent):
        """What the seat sees now (P7): 40 places of its cards, 40 of each seat's played ones, then every fact."""
        seat = self.possible_agents.index(agent)
        view = self.table.view(seat)
        planes = [self._plane(view.known[seat])]
        for other in range(self.seats):
            seen = view.known[other] if other != seat else []
            planes.append(self._plane([row[other] for row in view.table] + seen))
        facts = [value / 64 for name, value in sorted(view.__dict__.items())
                 for value in self._flat(name, value)]
        return [float(value) for plane in planes for value in plane] + facts

    @staticmethod
    def _plane(cards):
        return [1 if card in cards else 0 for card in range(40)]

    @staticmethod
    def _flat(name, value):
        if name in ("match", "legal", "known", "bank_us", "budget_us"):
            return []
        if isinstance(value, list):
            return [item for inner in value for item in (inner if isinstance(inner, list) else [inner])]
        return [value]

    def _seen_events(self, seat, events):
        for kind, other, code in events:
            hidden = other is not None and other != seat and OTHERS_SEE.get(code >> 8)
            yield kind, other, (code & 0xff00 | hidden) if hidden else code

    def information_state_string(self, agent=None):
        """All that the seat has seen since the reset: its cards, what was said and played, in order."""
        agent = agent or self.agent_selection
        seat = self.possible_agents.index(agent)
        told = ["deal" if kind == "deal" else "%d:%s" % (other, Action(code, self.rules))
                for kind, other, code in self._seen_events(seat, self.events)]
        view = self.table.view(seat)
        known = ",".join(str(card) for cards in view.known for card in cards)
        return "seat %d|%s|vira %d|score %s|%s" % (seat, known, view.vira, view.score, " ".join(told))

    def information_state_tensor(self, agent=None):
        """observation_tensor, and of the newest 64 events of this hand seat, kind and arg."""
        agent = agent or self.agent_selection
        seat = self.possible_agents.index(agent)
        last = max(i for i, event in enumerate(self.events) if event[0] == "deal")
        hand = list(self._seen_events(seat, self.events[last + 1:]))[-HISTORY:]
        numbers = [number for _, other, code in hand
                   for number in ((other - seat) % self.seats + 1, code >> 8, (code & 255) + 1)]
        numbers += [0] * (3 * HISTORY - len(numbers))
        return self.observation_tensor(agent) + [number / 64 for number in numbers]

    # The course

    def last(self, observe=True):
        """(observation, reward, termination, truncation, info) of the agent on turn."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter=2 ** 63):
        """Whoever is on turn, until the episode is over for all."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def step(self, action):
        """The id of a legal action; None for an agent whose episode is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise RulesError("the episode of %s is over: its step takes None" % agent)
            return self._leave(agent)
        if not self.action_space(agent).contains(action):
            raise RulesError("%r is no action's id: 0 to %d are" % (action, len(self.codes) - 1))
        before = self._gains()
        self.table.apply(self.codes[action])
        self.events.append(("act", self.possible_agents.index(agent), self.codes[action]))
        self._cumulative_rewards[agent] = 0.0
        self._pay(before)
        self._go_on()
        return None

    def _gains(self):
        """Points of each seat's scorer in this game."""
        score = self.table.score
        return [score[scorer] for scorer in self.table.scorers]

    def _pay(self, before):
        """Points that the step credited; in episodes of a game nothing before its end."""
        gains = [now - had for now, had in zip(self._gains(), before)]
        if self.until == "game":
            best = max(self._gains())
            gains = [int(self.table.game_over and points == best) for points in self._gains()]
        factor, mean = (1.5 if self.seats == 3 else 2.0), sum(gains) / self.seats
        self.rewards = {agent: factor * (gain - mean) for agent, gain in zip(self.possible_agents, gains)}
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _go_on(self):
        """The next agent; the next hand of the game; or the end."""
        over = self.table.game_over if self.until == "game" else self.table.hand_over
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        elif self.table.turn is None:
            self._deal()
        else:
            self.agent_selection = self.possible_agents[self.table.turn]

    def _leave(self, agent):
        """An agent whose episode is over takes its reward and goes."""
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]
