"""What one seat knows of its match, message by message (P5, P12, D8): every check, and what it owes.

No sockets and no clock: `take` is given messages, `owed` says what to send. The three parts of a match are
in files of their own: opening.py, dealing.py, ending.py.
"""

from .checks import ORDER, check
from .dealing import Dealing
from .ending import Ending
from .messages import PRIVATE
from .notation import ZERO32
from .offer import REVEAL_MATCH
from .opening import Opening
from .signed import action_bytes, hello_bytes


class Party(Opening, Dealing, Ending):
    """A seat, or with `cutter` a party that plays nothing and only cuts.

    folder: a Folder; bot: whoever decides and is told (player.Bot). table: the only one, 0.
    """

    def __init__(self, folder, bot, cutter=False):
        self.folder, self.bot, self.cutter, self.table = folder, bot, cutter, 0
        self.key = bytes(folder.key.verify_key)
        self.answers = folder.answers()
        self.have, self.culprit = 0, b""
        self.offer = self.seat = self.match = self.chain = self.public = self.view = None
        self.opened = self.over = self.revealed = self.stopped = self.last = False
        self.lists, self.commitments, self.cuts = {}, {}, []
        self.dealt = self.ended = self.passed_on = self.asked = 0
        self.mano, self.hand, self.hand_end, self.vira = None, None, None, 255
        self.request = self.shown = self.asked_head = self.picked = None
        self.forced, self.bank = False, None
        self.signs, self.given, self.picked_signs, self.untold, self.round = None, 0, [], [], None
        self.game_winners, self.game_ended, self.score = [], None, None

    def take(self, message):
        """One message: look at it, then link it (P12 step 3). CheckFailed when a check of D8 does not hold."""
        self.culprit = message.raw
        check((message.kind == "OFFER") == (self.offer is None), ORDER, "OFFER comes once, first")
        check(not self.over or message.kind == "REVEAL", ORDER, "the match is over")
        check(self.opened or message.kind in ("OFFER", "OPEN", "FAULT", "RESULT", "REVEAL"), ORDER,
              "%s before OPEN" % message.kind)
        getattr(self, "on_" + message.kind.lower())(message)
        if message.kind != "OFFER":
            self.view.link(message)
            if message.number not in PRIVATE:
                self.public.link(message)
        if message.kind == "REQUEST":
            self.asked_head = self.view.head
        self.have += 1

    def head(self):
        """The view chain's head, for HELLO."""
        return self.view.head if self.view else ZERO32

    def hello_fields(self, name):
        """The fields of HELLO (P4, D6)."""
        match_id = self.offer.match_id if self.offer else ZERO32
        signed = hello_bytes(match_id, self.have, self.head())
        return 1, self.key, name, self.have, self.head(), self.sign(signed)

    def sign(self, message):
        """My Ed25519 signature."""
        return self.folder.key.sign(message).signature

    def finished(self):
        """Was everything told that there is to be told? After RESULT that is REVEAL, where S is told now."""
        return self.over and (self.revealed or self.offer.reveal != REVEAL_MATCH)

    # What is owed

    def follows(self):
        """Does another hand follow (P5 detail 3)?"""
        return (len(self.game_winners) < self.offer.games and self.ended < self.offer.hands_max
                and not self.stopped and not self.last)

    def owed(self):
        """What the arbiter waits for, as far as this seat knows: [(name, field, ...), ...].

        Here the bot is asked: at most once for a request, and again when its answer was refused."""
        if self.offer is None or self.over or self.stopped:
            return []
        if not self.opened:
            return [("JOIN", *self.join_fields())]
        if self.request:
            self.decide()
            return [("ANSWER", self.seat, self.request.request, self.picked, self.picked_signs,
                     self.answer_signature())]
        owed = []
        if self.dealt > self.ended:
            return owed
        if self.ended > self.passed_on:
            owed.append(("HAND_SIGN", self.ended, self.sign(self.hand_end_bytes(self.seat))))
        due = self.cut_due()
        if due:
            owed.append(("CUT", due, self.chain[due]))
        return owed

    def answer_signature(self):
        """64 bytes where every action is signed, else none (D6)."""
        if not self.offer.sign:
            return b""
        return self.sign(action_bytes(self.offer.match_id, self.seat, self.request.request,
                                      self.picked, self.picked_signs, self.asked_head))
