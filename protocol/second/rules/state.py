"""The state of one table: everything public and the cards, as plain values."""

from . import actions as A
from . import options as O
from .. import cards as C

OPEN = 255


class Illegal(Exception):
    """The action may not be done now."""


class Position:
    """One table between the first hand and the last. Fields are named as in the view (CLIENT.md section 7)."""

    def __init__(self, options, seats, score=None, chicos=None):
        if str(seats) not in options["sizes"].split("-"):
            raise O.BadRules("%s is not played by %d seats" % (options["preset"], seats))
        if options["signs"] == "on" and seats < 4:
            raise O.BadRules("signs need partners: four seats and more")
        if options["truco_turn"] == "any_time" and seats != 2:
            raise O.BadRules("truco_turn=any_time is for two seats")
        self.o = options
        self.seats = seats
        self.by_turn = seats == 3 and options["gallo"] == "turno"
        self.scorers = 3 if self.by_turn else 2
        self.target = options["target"]
        self.ladder = O.ladder(options)
        self.hand = 0
        self.game = 1
        self.score = list(score or [0] * self.scorers)
        self.chicos = list(chicos or [0] * self.scorers)
        self.gallo = None
        self.pico = 0
        self.first = None                    # the mano of the hand; `mano` is that of the duel in play
        self.mano = 0
        self.game_over = False
        self.game_winner = None
        self.partida_winner = None
        self.hand_over = True
        self.vira = None
        self.dealt = [[] for _ in range(seats)]
        self.turn, self.phase = None, A.NONE

    # ---- a hand and its duels ----------------------------------------------------------------

    def open_hand(self, mano, gallo, pico, hands, vira):
        self.hand += 1
        self.first, self.gallo, self.pico, self.vira = mano, gallo, pico, vira
        self.dealt = [list(h) for h in hands]
        self.gone = [set() for _ in range(self.seats)]
        self.discard = None
        self.table = [[None] * self.seats for _ in range(3)]
        self.dueled = set()
        self.duel_envido, self.duel_flor = set(), set()
        self.points = {"truco": [0, 0], "envido": [0, 0], "flor": [0, 0], "bonus": [0, 0]}
        self.hand_over = self.game_over = False
        self.game_winner = self.partida_winner = None
        self.hand_winner = None
        self.shown = {}                      # seat -> set of dealt places that the rules want shown
        self.eleven, self.eleven_side = 0, None
        self.accused = set()
        self.open_duel()

    def duel_seats(self):
        """Who plays now, in playing order from the mano: all, or the facing pair whose duel it is (RULES.md 3)."""
        if self.pico and self.seats == 6:
            if self.pico == 1 and self.o["pica_redeal"] == "no":
                lead = (self.first + len(self.dueled) // 2) % 6
            else:
                lead = self.first
            return [lead, (lead + 3) % 6]
        return [(self.first + i) % self.seats for i in range(self.seats)]

    def open_duel(self):
        self.playing = self.duel_seats()
        self.mano = self.playing[0]
        self.trick, self.leader = 0, self.mano
        self.hand_winner = None
        self.trick_winner = [None, None, None]
        self.tied_seats = []
        self.played = [[] for _ in range(3)]                  # seats in the order in which they played
        self.stake, self.stake_called, self.stake_seat = 0, 0, None
        self.said_truco, self.waived = set(), set()
        self.envido_state = A.CLOSED if self.o["envido"] == "none" else A.POSSIBLE
        self.envido_last = self.envido_seat = self.envido_winner = None
        self.envido_wanted = self.envido_bet = self.envido_unwanted = 0
        self.envido_words = []
        self.flor_state = A.POSSIBLE if self.o["flor"] == "on" else A.CLOSED
        self.flor_last = self.flor_seat = self.flor_winner = None
        self.flor_taken = self.flor_staked = self.flor_wanted = self.flor_unwanted = 0
        self.flor_contra = set()
        self.flor_quiero = set()                              # who said con flor quiero
        self.flor_gave_way = self.flor_first = self.flor_before = None
        self.flor_words = self.flor_bet = 0                   # bets said, and the last one's points
        self.flor_opened = False                              # flor_timing=hand_start: everybody was asked
        self.gave_up = None
        self.embit_due = self.embit_rest = self.flor_due = None   # what is owed in truc y flou
        self.open_envido_given_up = False
        self.declaring = self.side_gave_way = False
        self.last_spoke, self.declared_order = None, []
        self.sang, self.asked, self.passed = set(), set(), set()
        self.question = None                                  # what `passed` is about: phase, who called, what
        self.declared = [None] * self.seats
        self.out = set(s for s in range(self.seats) if s not in self.playing)
        self.before = {k: list(v) for k, v in self.points.items()}
        self.closing = None                                   # (side that takes the hand or 2, points) once decided
        self.paid = False                                     # whether that was credited
        self.accusers = None                                  # who is still asked whether it accuses

    def about(self, *question):
        """A side is asked this now. Who passed on something else has said nothing about it (RULES.md 3)."""
        if question != self.question:
            self.question, self.passed = question, set()

    # ---- seats and sides ---------------------------------------------------------------------

    def side(self, seat):
        if self.gallo is not None:
            return 0 if seat == self.gallo else 1
        return seat % 2

    def from_seat(self, seat, whole=False):
        """Seats that play on, in playing order, beginning with `seat` (which need not be one of them)."""
        order = [(seat + i) % self.seats for i in range(self.seats)]
        return [s for s in order if s in self.playing and (whole or s not in self.out)]

    def members(self, side, after):
        """The members of a side still in play, in playing order from the right of `after`."""
        return [s for s in self.from_seat((after + 1) % self.seats) if self.side(s) == side]

    def cards(self, seat):
        """The three cards a seat plays with (a gallo's discard is none of them), as dealt."""
        return [self.dealt[seat][i] for i in self.places(seat)]

    def places(self, seat):
        """Places of the cards a seat plays with. The gallo's fourth stands where the discarded one was (6.3)."""
        if seat == self.gallo and len(self.dealt[seat]) == 4:
            if self.discard is None:
                return [0, 1, 2, 3]
            return [0, 1, 2]
        return list(range(len(self.dealt[seat])))

    def held(self, seat):
        """Places of the cards still in hand."""
        return [i for i in self.places(seat) if i not in self.gone[seat]]

    def has_played(self, seat, trick=0):
        return self.table[trick][seat] is not None

    # ---- points ------------------------------------------------------------------------------

    def side_score(self, side):
        if self.scorers == 3:
            return max(self.score[s] for s in range(3) if self.side(s) == side)
        return self.score[side]

    def needs(self, side):
        """What a side lacks, never less than 1 (RULES.md 2.3)."""
        return max(1, self.target - self.side_score(side))

    def leader_needs(self):
        return max(1, self.target - max(self.score))

    def credit(self, side, points, what):
        """Writes points down and looks at the target (RULES.md 2.6)."""
        if points <= 0 or self.game_over:
            return
        self.points[what][side] += points
        if self.scorers == 3:
            for s in range(3):
                if self.side(s) == side:
                    self.score[s] += points
        else:
            self.score[side] += points
        if self.o["end_check"] == "immediate" and self.side_score(side) >= self.target:
            self.end_game(self.winner_at_target(side))

    def winner_at_target(self, side):
        if self.scorers == 2:
            return side
        there = [s for s in self.seats_from_first() if self.side(s) == side and self.score[s] >= self.target]
        return there[0]

    def seats_from_first(self):
        return [(self.first + i) % self.seats for i in range(self.seats)]

    def scorer_of(self, side):
        """The scorer that stands for a side that takes a whole game: of two seats the higher, then the earlier."""
        if self.scorers == 2:
            return side
        mine = [s for s in self.seats_from_first() if self.side(s) == side]
        return max(mine, key=lambda s: self.score[s])

    def end_game(self, winner, partida=False):
        """The game ends with its winner; a partida may end with it."""
        if self.game_over:
            return
        self.game_over, self.game_winner = True, winner
        if winner < self.scorers:
            self.chicos[winner] += 1
            if partida or self.chicos[winner] >= self.o["chicos_to_win"]:
                self.partida_winner = winner
        self.hand_over = True

    def show(self, seat, numbers):
        """Cards that the rules want shown at the hand's end."""
        self.shown.setdefault(seat, set()).update(numbers)

    def to_show(self, seat):
        """What SHOW opens of a seat: the places, as dealt, that are not already face up."""
        up = {row[seat] for row in self.table}
        return [i for i in self.places(seat)
                if self.dealt[seat][i] in self.shown.get(seat, ()) and self.dealt[seat][i] not in up]
