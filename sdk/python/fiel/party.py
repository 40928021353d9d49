"""What one seat knows of its match, message by message (P5, P12, D8): every check, and what it owes.

No sockets and no clock: `take` is given messages, `owed` says what to send. The three parts of a match are
in files of their own: opening.py, dealing.py, ending.py.
"""

from .checks import MATCH_AGAIN, ORDER, check
from .dealing import Dealing
from .ending import Ending
from .chains import have_head
from .messages import PRIVATE, VERSION
from .notation import ZERO32
from .offer import REVEAL_MATCH
from .opening import Opening
from .signed import action_bytes, hello_bytes, protest_bytes
from .wire import OUT_OF_RANGE, WireError


class Party(Opening, Dealing, Ending):
    """A seat, or with `cutter` a party that plays nothing and only cuts.

    folder: a Folder; bot: whoever decides and is told (player.Bot). `t` is the table that is talked about.
    """

    def __init__(self, folder, bot, cutter=False):
        self.folder, self.bot, self.cutter = folder, bot, cutter
        self.key = bytes(folder.key.verify_key)
        self.again = folder.have > 0  # an earlier process was told messages that this one was not told again
        self.have, self.culprit = 0, b""
        self.offer = self.seat = self.match = self.public = self.view = self.signs = None
        self.match_id = self.view_key = self.joined_view = ZERO32
        self.opened = self.over = self.revealed = self.stopped = self.last = False
        self.games_ended, self.ended_at_once = set(), 0  # tables and hands since the newest HANDS_END
        self.tables, self.t, self.hands_end, self.passed_on = [], None, None, 0
        self.catching_up = False  # said HELLO again: what is told was told before
        self.unsaid = []  # answers that were refused: they are to be said anew, and what stood behind them in their envelope

    def take(self, message):
        """One message: look at it, then link it (P12 step 3). CheckFailed when a check of D8 does not hold; the
        message is linked and counted all the same, because a PROTEST counts what it objects to."""
        self.culprit = message.raw
        try:
            self.look_at(message)
        finally:
            self.link(message)
        if self.again and self.have == self.folder.have:
            self.again = self.head() != self.folder.head

    def look_at(self, message):
        """Every check, and what follows from the message."""
        check((message.kind == "OFFER") == (self.offer is None), ORDER, "OFFER comes once, first")
        check(not self.over or message.kind == "REVEAL", ORDER, "the match is over")
        if self.tables:
            if message.table >= len(self.tables):
                raise WireError(OUT_OF_RANGE, "another table")
            self.t = self.tables[message.table]
            self.bot.table = message.table
        check(self.opened or message.kind in ("OFFER", "OPEN", "FAULT", "RESULT", "REVEAL"), ORDER,
              "%s before OPEN" % message.kind)
        getattr(self, "on_" + message.kind.lower())(message)

    def link(self, message):
        """P takes what is public, V what is private; OFFER is in neither (D7)."""
        self.have += 1
        if message.kind == "OFFER" or not self.view:
            return
        if message.number in PRIVATE:
            self.view.link(message, self.public)
        else:
            self.public.link(message)
        if message.kind in ("REQUEST", "REFUSED") and self.t:
            self.t.asked_head = self.view.head

    def go_on(self):
        """All is told again: nothing is said in a match that is told otherwise than before (D8)."""
        self.catching_up = False
        check(not self.again or self.over or self.stopped, MATCH_AGAIN,
              "the first %d messages were others before, and now it has %d" % (self.folder.have, self.have))

    def keep(self):
        """What was told outlives the process, before anything leaves that rests on it."""
        if self.offer and not self.again:
            self.folder.keep(self.match_id, self.have, self.head())

    def head(self):
        """The head of all that was told."""
        return have_head(self.view, self.public) if self.view else ZERO32

    def hello_fields(self, name, server):
        """The fields of HELLO (P4, D6); `server` is the seat's CURVE key, which the first one signs."""
        head = self.head() if self.have else ZERO32
        signed = hello_bytes(self.match_id if self.have else server, self.have, head)
        return VERSION, self.key, name, self.have, head, self.sign(signed)

    def protest_fields(self, code, text):
        """The fields of PROTEST (P4, D6): what was told, the message objected to included."""
        signed = protest_bytes(self.match_id, self.seat or 0, self.have, self.head(), code, text)
        return code, text, self.have, self.head(), self.sign(signed)

    def sign(self, message):
        """My Ed25519 signature."""
        return self.folder.key.sign(message).signature

    def finished(self):
        """Was everything told that there is to be told? After RESULT that is REVEAL, where S is told now."""
        return self.over and (self.revealed or self.offer.reveal != REVEAL_MATCH)

    # What is owed

    def follows(self):
        """Does another hand follow at this table (P5 detail 3)?"""
        return (len(self.t.game_winners) < self.t.games and self.t.ended < self.offer.hands_max
                and not self.stopped and not self.last)

    def ended_everywhere(self):
        """Hands that are over, at all tables."""
        return sum(table.ended for table in self.tables)

    def owed(self):
        """What the arbiter waits for, as far as this seat knows: [(table, name, field, ...), ...].

        Here the bot is asked: at most once for a request, and again when its answer was refused."""
        if self.offer is None or self.over or self.stopped:
            return []
        if not self.opened:
            return [(0, "JOIN", *self.join_fields())]
        owed = self.hand_sign_due()
        for self.t in self.tables:
            owed += self.owed_here()
        return owed

    def hand_sign_due(self):
        """The signature under the newest HANDS_END, until it was passed on."""
        end = self.hands_end
        if end is None or end.hands <= self.passed_on:
            return []
        return [(0, "HAND_SIGN", end.hands, self.sign(self.hands_end_bytes(self.seat)))]

    def owed_here(self):
        """An answer, or a cut, at the table that is talked about."""
        table = self.t
        if table.request:
            self.decide()
            return [(table.number, "ANSWER", self.seat, table.request.request, table.picked,
                     table.picked_signs, self.answer_signature())]
        due = 0 if table.dealt > table.ended else self.cut_due()
        return [(table.number, "CUT", due, table.chain[due])] if due else []

    def answer_signature(self):
        """64 bytes where every action is signed, else none (D6)."""
        if not self.offer.sign:
            return b""
        table = self.t
        return self.sign(action_bytes(self.offer.match_id, self.seat, table.request.request, table.picked,
                                      table.picked_signs, table.asked_head, table.number))
