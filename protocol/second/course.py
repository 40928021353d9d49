"""The course of a match: what must follow from what, walked along its record (ARBITER.md sections 2 to 8, EXTENSIONS.md section 1; REPLAY.md section 6)."""

from collections import deque

from . import deal as X, envelope as E, faults as F, judge as J, log, msgpack, record as R, signatures, table as T, terms, view
from .grounds import ELSEWHERE, Grounds
from .clock import Clock, Due
from .post import Kept, Post
from .wrong import Wrong

HELLO, JOIN, PLAY, OVER = range(4)
INPUTS = (R.RECEIVED, R.SILENCE, R.SEAT, R.LOGGED, R.VOID, R.REVEAL_NOW, R.PAUSE)


class Signed:
    """A field that is a signature over known bytes."""

    def __init__(self, key, message):
        self.key, self.message = key, message


class Either:
    """A field that the record alone can tell; `check` says whether it may be so."""

    def __init__(self, check, what):
        self.check, self.what = check, what


class Party:
    def __init__(self, number, start):
        self.number, self.key, self.name, self.hellos = number, None, None, 0
        self.told = []                       # messages, from OFFER on
        self.chains = []                     # (V, P) after so many of them
        self.kept = Kept()
        self.view, self.links = None, 0
        self.joined = None                   # anchors, V_0 and signature
        self.signature = None                # HAND_SIGN of the last HANDS_END, to be passed on
        # noted: bytes of its notes that were taken
        self.noted = self.unasked = self.timeouts = self.repeats = self.faults = 0
        self.last = {}                       # (type, table) -> fields of the latest that was taken
        self.clock = Clock(number, start)
        self.resumed = self.lost = False
        self.stood_most = 0                  # for so long its clock may stand still
        self.stood_since = None              # its clock stands still since then, for a process of the arbiter's was lost
        self.lost_once = False               # its seat's process was started again
        self.asked = {}                      # table -> V after the last REQUEST or REFUSED of it
        self.views = {}                      # (table, request) -> V after that REQUEST, or its last REFUSED
        self.back = {}                       # table -> requests made before the latest HELLO that came back or timeout

    @property
    def said_hello(self):
        """A HELLO was taken, also one that is not counted."""
        return self.name is not None

    @property
    def there(self):
        """Its HELLO was taken, and it has come back where its seat's process was lost since."""
        return self.said_hello and self.clock.still is None


class Course:
    """One match. `records` is the valid prefix; `walk` raises Wrong at the first record that is not right."""

    def __init__(self, records):
        self.records, self.at = records, records[0]
        self.header, self.servers = terms.read_header(records[0].payload)
        o = self.offer = self.header         # the OFFER itself, once it is made
        self.primary = terms.Primary(o.twin) if o.twin else None
        self.offer_bytes = self.match_id = self.public = None
        self.public_links = 0
        self.parties = [Party(i, records[0].time) for i in range(o.parties)]
        for number, held in enumerate(o.held):
            if held == ELSEWHERE and o.keys[number] == X.ZERO:
                raise Wrong("party %d runs elsewhere, and the header has no key of a binding for it" % number)
        for p in self.parties:
            p.clock.dues = [Due(E.HELLO, 0, 0, o.start_us)]
            p.clock.dues[0].envelope = p.clock.newest
        self.due, self.state, self.post = deque(), HELLO, Post(self)
        self.tables = []
        self.seed = self.result = None
        self.early = {}                      # faults before the OFFER
        self.stopping = None                 # a cutter's fault that stops the match
        self.late_faults = []                # cutters' faults that wait for the hand's end
        self.cut_short = False               # a fault has ended the match
        self.hands_ended = self.hands_signed = 0
        self.head = None                     # (seq, P, views) that the last HANDS_END carries
        self.waits = []                      # (table, seat, legal, view) in the order in which they came to wait
        self.log_waits = self.reveal_waits = False
        self.checkpoint, self.proof = X.ZERO, b""
        self.counts = {"decisions": 0, "hands": 0, "signatures": 0, "envelopes": 0}
        self.pauses, self.input = {}, 0
        self.grounds, self.resumes = Grounds(self), 0    # the party whose RESUMED is due behind that of the one before
        self.opened = self.result_at = self.revealed_at = None
        self.read_ahead()

    def read_ahead(self):
        """S, where it is told: with it every deal can be made outright."""
        for r in self.records:
            fields = R.peek(r, R.REVEAL, 1)
            if fields is not None:
                self.seed = fields[1]
        if self.seed is not None and (not isinstance(self.seed, bytes) or len(self.seed) != 32
                                      or X.seed_commit(self.seed, self.header.nonce) != self.header.seed_commit):
            self.seed_wrong = True
            self.seed = None
        else:
            self.seed_wrong = False

    @property
    def bots(self):
        return self.parties[:self.offer.seats]

    def ahead(self, kind, fields):
        """Messages of one type behind the record at hand, as (record, [table, field, ...])."""
        for r in self.records[self.at.number + 1:]:
            value = R.peek(r, kind, fields)
            if value is not None:
                yield r, value

    def key_again(self, p, key):
        """In a second leg the seat of the first one that signed with this key; None when it is fresh (EXTENSIONS.md section 2)."""
        first = self.primary.offer
        return next((seat for seat in range(first.seats) if key == first.keys[seat]
                     and (first.held[seat], self.header.held[p.number]) != (ELSEWHERE, ELSEWHERE)), None)

    # ---- the walk --------------------------------------------------------------------------------

    def walk(self):
        handlers = {R.RECEIVED: J.received, R.SILENCE: F.silence, R.SEAT: seat_event, R.LOGGED: logged,
                    R.VOID: F.void, R.REVEAL_NOW: reveal_now, R.PAUSE: pause, R.TRAILER: trailer}
        time = self.records[0].time
        if self.records[0].visible:
            raise Wrong("the arbiter's own record is visible to somebody")
        for r in self.records[1:]:
            self.at = r
            if r.time < time:
                raise Wrong("its time is before that of the record before it")
            time = r.time
            if len(r.payload) != R.SIZES.get(r.kind, len(r.payload)):
                raise Wrong("%s has not its size" % r.name)
            if r.kind >= R.HEADER and r.visible:
                raise Wrong("the arbiter's own record is visible to somebody")
            if r.kind == R.SENT:
                self.post.sent(r)
                continue
            if gone(r):
                self.post.forget()
            self.post.nothing_due()
            if r.kind < R.HEADER:
                self.told(r)
            else:
                self.comes(r)
                handlers[r.kind](self, r)
            if not self.post.through and not (self.due and self.due[0][0]):  # a REVEAL that nobody is told may still be due
                self.post.input_is_through()

    def comes(self, r):
        """Before an input is looked at."""
        self.resumed_for_all(r)
        for p in self.parties:
            p.clock.runs_on(r.time)
        if r.kind != R.PAUSE:
            self.input = r.number
        self.post.through = False

    def expect(self, visible, kind, table, *fields, asks=()):
        """Puts a message in line. A field that is a function is worked out when its turn has come; `asks` are the
        (party, due) that it asks for."""
        for party, due in asks:
            party.clock.dues.append(due)
        self.due.append((visible, kind, table, fields, asks))

    def told(self, r):
        if not self.due:
            raise Wrong("%s %s was not due" % ("A6" if r.kind == R.FAULT else "A5", r.name))
        visible, kind, table, fields, asks = self.due.popleft()
        if r.kind != kind:
            raise Wrong("A4 %s stands where %s was due" % (r.name, R.NAMES[kind]))
        try:
            value = R.message(r)
        except msgpack.Malformed as error:
            raise Wrong("%s is not canonical msgpack (%s)" % (r.name, error)) from None
        if not isinstance(value, list) or len(value) != 2 + len(fields) or value[0] != kind:
            raise Wrong("%s has not the fields of its type" % r.name)
        if value[1] != table:
            raise Wrong("A4 %s is of table %r, it should be of table %d" % (r.name, value[1], table))
        for name, have, want in zip(R.FIELDS[kind].split(), value[2:], fields):
            self.compare(r.name, name, have, want() if callable(want) else want)
        if r.visible != visible:
            raise Wrong("A7 %s is told to others than it concerns" % r.name)
        self.grounds.heard(kind, value)
        self.link(r, kind, table, visible)
        for party, due in asks:
            due.index = len(party.told) - 1
            party.clock.ask_nobody(self.records[self.input].time, self.input)
            party.kept.prompted = party.there

    def compare(self, message, name, have, want):
        if isinstance(want, Signed):
            self.counts["signatures"] += 1
            if not isinstance(have, bytes) or not signatures.holds(want.key, want.message, have):
                raise Wrong("%s %s of %s does not hold" % (must_of(message, name, have, want), name, message))
        elif isinstance(want, Either):
            if not want.check(have):
                raise Wrong("%s %s of %s is not %s" % (must_of(message, name, have, want), name, message, want.what))
        elif name == "view" and have != want:
            raise Wrong("A4 " + view.difference(have, want))
        elif have != want or type(have) is not type(want):
            raise Wrong(differing("%s %s of %s" % (must_of(message, name, have, want), name, message), have, want))

    def link(self, r, kind, table, visible):
        """Into the chains (DEAL.md 7), and among what each party was told."""
        if kind == R.RESULT:
            self.result_at = r.time
        elif kind == R.REVEAL:
            self.revealed_at = r.time
        if not visible:
            return
        if kind == R.OFFER:
            p = next(q for q in self.parties if visible == R.party_bit(q.number))
            p.view = X.view_start(R.message(r)[4], self.match_id, p.number)
            hears = [p]
        elif visible == 255:
            self.public = X.public_link(self.public, self.public_links, r.payload)
            self.public_links += 1
            hears = self.parties
        else:
            p = next(q for q in self.parties if visible == R.party_bit(q.number))
            p.view = X.view_link(p.view, self.public, p.links, r.payload)
            p.links += 1
            hears = [p]
            if kind in (R.REQUEST, R.REFUSED):
                p.views[table, R.message(r)[2]] = p.asked[table] = p.view
        for p in hears:
            p.told.append(r)
            p.chains.append((p.view, self.public))
            self.post.made(p)

    def resumed_for_all(self, r):
        """RESUMED stands for every party, in their order; where that was broken off it begins anew (REPLAY.md section 2)."""
        if gone(r):
            return
        number, event = R.numbers(r.payload, 1, 1) if r.kind == R.SEAT and len(r.payload) == 6 else (None, None)
        if event == RESUMED and number in (0, self.resumes):
            self.resumes = (number + 1) % len(self.parties)
        elif event == RESUMED or self.resumes:
            raise Wrong("the arbiter was started again, and RESUMED of party %d was due" % self.resumes)

    def stood(self, p, time):
        """The clock of a party has stood still until now, where it did: that too rests on the arbiter's word."""
        if p.stood_since is not None:
            more = min(time - p.stood_since, p.stood_most)
            self.pauses[p.number] = self.pauses.get(p.number, 0) + more
            p.stood_since = None

    def nothing_due(self):
        if self.due:
            raise Wrong("A4 %s was due before this" % R.NAMES[self.due[0][1]])
        if self.log_waits:
            raise Wrong("A17 what the match log said of OPEN was due before this")

    def party(self, number):
        if number >= len(self.parties):
            raise Wrong("there is no party %d" % number)
        return self.parties[number]

    def by_lines(self, p):
        """A bridge of the host's is one by its first HELLO (LINES.md)."""
        return p.name == "lines" and self.header.held[p.number] != ELSEWHERE

    # ---- the start -------------------------------------------------------------------------------

    def make_offers(self):
        """An OFFER for every party, which follows from the header and what the HELLOs said."""
        said = {p.number: (p.key, p.name) for p in self.parties if p.said_hello}
        blind = ["seat %d" % s for s in range(self.header.seats)]
        self.offer_bytes = terms.offer_made(self.header, said, blind)
        self.offer = terms.read_offer(self.offer_bytes)
        self.match_id = X.match_id(self.offer_bytes)
        self.public = X.public_start(self.match_id)
        self.tables = [T.Table(self, t) for t in range(self.offer.tables)]
        for p in self.parties:
            p.clock.dues, p.clock.duty = [], self.offer.duty_us
            key = Either(lambda k: isinstance(k, bytes) and len(k) == 32, "32 bytes")
            if self.seed is not None:
                key = X.view_key(self.seed, self.match_id, p.number)
            self.expect(R.party_bit(p.number), R.OFFER, 0, self.offer_bytes, p.number, key,
                        asks=[(p, Due(E.JOIN, 0, 0, self.offer.start_us))])
        self.state = JOIN

    def open(self):
        """OPEN, the first seals, and of a second leg the first hands."""
        opened = msgpack.pack([self.offer_bytes, [p.joined for p in self.parties]])
        self.opened = opened
        self.expect(255, R.OPEN, 0, opened, Signed(self.offer.arbiter, X.signed_open(opened)), self.proof_of_open())
        self.state = PLAY
        for t in self.tables[:self.offer.at_once]:
            t.seal(1)
        self.end_of_input()

    def proof_of_open(self):
        """The proof that LOGGED brought; the checkpoint in it is known from here on."""
        if not self.offer.log_key:
            return b""
        fields = next((value for _, value in self.ahead(R.OPEN, 3)), None)
        if fields is not None:
            try:
                self.checkpoint = log.checkpoint_hash(self.proof, self.offer, self.opened, fields[2])
            except log.Wrong as error:
                raise Wrong("A17 the proof of the match log does not hold: %s" % error) from None
        return self.proof

    # ---- the end of an input (EXTENSIONS.md section 1, Together) --------------------------------

    def waited_for(self):
        return [p for p in self.parties if not p.lost]

    def signs_owed(self):
        return any(p.clock.find(E.HAND_SIGN) for p in self.waited_for())

    def end_of_input(self):
        """What is made when all of an input is through: SIGNED, HANDS_END, DEALs, the result, the requests."""
        if self.state != PLAY:
            return
        while True:
            if not self.signs_owed():
                self.pass_signatures()
            self.hands_end()
            dealt = False
            for t in self.tables:
                if self.may_deal(t):
                    t.deal()
                    dealt = True
            if not dealt:
                break
        if self.all_played() and not any(p.clock.dues for p in self.waited_for()):
            self.finish()
            return
        self.ask()

    def all_played(self):
        return not any(t.hand_open or t.follows() for t in self.tables)

    def hands_end(self):
        """HANDS_END, where it is due (ARBITER.md section 5)."""
        ended = self.hands_ended - self.hands_signed
        if not ended or self.signs_owed():
            return
        playing = [t for t in self.tables if t.hand_open or t.follows() and (t.hand or self.offer.at_once > 1)]
        if ended >= max(self.offer.sign_every, self.offer.at_once) or all(t.game_ended for t in playing) or self.stopping:
            self.tell_hands_end([(p, Due(E.HAND_SIGN, 0, self.hands_ended, None)) for p in self.waited_for()])

    def tell_hands_end(self, asks):
        def head():
            views = b"".join(p.view for p in self.parties)
            self.head = (hands, self.public_links, self.public, views, self.checkpoint)
            return self.public_links
        hands = self.hands_signed = self.hands_ended
        for t in self.tables:
            t.game_ended = False
        self.expect(255, R.HANDS_END, 0, hands, head, lambda: self.head[2], lambda: self.head[3], lambda: self.checkpoint,
                    lambda: Signed(self.offer.arbiter, self.signed_end(255)), asks=asks)

    def signed_end(self, party):
        return X.signed_hands_end(self.match_id, party, *self.head)

    def between(self, p):
        """The time for a CUT or a HAND_SIGN of a party."""
        o = self.offer
        allowed = min(o.cap_us, p.clock.duty) + o.grace_us
        return allowed + sum(self.tables[d.table].allowed[p.number] + o.grace_us for d in p.clock.dues if d.kind == E.ANSWER)

    def pass_signatures(self):
        for p in self.parties:
            if p.signature is not None:
                self.expect(255, R.SIGNED, 0, self.hands_signed, p.number, p.signature)
                p.signature = None

    def may_deal(self, t):
        if not t.opened or not t.follows() or t.hand_open or t.cuts_missing():
            return False
        return not (self.signs_owed() and self.hands_ended - self.hands_signed >= self.offer.sign_every - 1)

    def ask(self):
        """REQUEST of every table that waits for a seat, where that seat owes no answer; then what the input has asked for
        beside gets its time."""
        o = self.offer
        for p in self.bots:
            mine = [w for w in self.waits if w[1] == p.number]
            if not mine or p.clock.find_any(E.ANSWER):
                continue
            self.waits = [w for w in self.waits if w[1] != p.number]
            allowed = {w[0].number: min(o.cap_us, w[0].bank[p.number]) for w in mine}
            budget = sum(a + o.grace_us for a in allowed.values())
            for table, seat, legal, seen in mine:
                table.request(p, legal, seen, allowed[table.number], budget)
        for p in self.parties:
            limit = self.between(p)
            for due in p.clock.dues:
                if due.limit is None:
                    due.limit = limit

    # ---- the end ---------------------------------------------------------------------------------

    def finish(self):
        """Every hand is played and signed."""
        if self.stopping:
            fault, number, a, b = self.stopping
            self.make_result(5, self.tables[0].stopped_winner(), fault, number, a, b)
            return
        games = self.games()
        best = max(games[:-1])
        top = [s for s, g in enumerate(games[:-1]) if g == best]
        outcome = 2 if any(t.game_ends < t.planned for t in self.tables) else 0
        self.make_result(outcome, top[0] if len(top) == 1 else len(games) - 1, 0, 255, 0, 0)

    def games(self):
        return [sum(t.games[s] for t in self.tables) for s in range(self.tables[0].nobody + 1)]

    def make_result(self, outcome, winner, fault, seat, a, b, counted=True):
        """RESULT and REVEAL; nothing is owed any more."""
        first = self.tables[0]
        self.pass_signatures() if counted else None
        if counted and self.hands_ended != self.hands_signed:
            self.tell_hands_end([])
        games, points = self.games(), [sum(t.points[s] for t in self.tables) for s in range(first.nobody)]
        partidas = [sum(t.partidas[s] for t in self.tables) for s in range(first.nobody)]
        faults = [p.faults for p in self.bots] + [0] * (8 - self.offer.seats)
        hands = sum(t.hand for t in self.tables)
        if not counted:
            games, points, partidas = [0] * len(games), [0] * len(points), [0] * len(partidas)
            faults, hands = [0] * 8, 0
        self.result = [self.match_id, outcome, winner, games, hands, points, partidas, fault, seat, a, b, faults]

        def result():
            """With P as it stands before RESULT; with zeros when the arbiter was gone."""
            return msgpack.pack(self.result + [self.public if counted else X.ZERO])
        self.expect(255, R.RESULT, 0, result, lambda: Signed(self.offer.arbiter, X.signed_result(self.match_id, result())))
        self.state = OVER
        for p in self.parties:
            p.clock.dues = []
        self.reveal_waits = self.offer.reveal == 2 and outcome in (0, 2)
        if not self.reveal_waits:
            self.reveal()

    def reveal(self):
        seed = self.seed
        if seed is None:
            seed = Either(lambda s: not self.seed_wrong, "the seed that the offer commits to")
        self.expect(0 if self.offer.reveal == 2 else 255, R.REVEAL, 0, seed)


# ---- the arbiter's own records -------------------------------------------------------------------

def gone(r):
    """VOID of an arbiter that was gone: it may stand anywhere."""
    return r.kind == R.VOID and R.numbers(r.payload, 4)[0] in F.FORGOTTEN


CONNECTED, LEFT, EXITED, RESTARTED, BOT_RESTARTED, LIMIT, RESUMED = range(1, 8)
LIMITS = (1, 2, 10)                          # CPU time, size of a file, memory


def event_fits(c, p, event, detail):
    """What can have befallen a party (REPLAY.md section 2, SEAT)."""
    ended = detail < 256 or 257 <= detail <= 256 + 64
    return {CONNECTED: detail == 0, LEFT: detail == 0, RESUMED: detail == 0, EXITED: ended,
            RESTARTED: detail == 1 and not p.lost_once, LIMIT: detail % 256 in LIMITS,
            BOT_RESTARTED: detail > 0 and ended and c.offer.held[p.number] != ELSEWHERE}.get(event, False)


def seat_event(c, r):
    number, event, detail = R.numbers(r.payload, 1, 1, 4)
    p = c.party(number)
    c.nothing_due()
    if c.state == OVER:
        return                               # nothing that befalls it matters any more
    if not event_fits(c, p, event, detail):
        raise Wrong("event %d of party %d, detail %d, cannot be" % (event, number, detail))
    p.lost_once = p.lost_once or event == RESTARTED
    if event in (RESTARTED, RESUMED):
        c.stood(p, r.time)
        p.stood_most = c.offer.start_us + p.kept.time_again()
        p.clock.stand_still(r.time, p.stood_most)
        p.stood_since = r.time if c.state != HELLO else None
        p.resumed = p.resumed or event == RESUMED
    elif event == EXITED:
        F.fault(c, p, F.CRASHED, *((detail, 0) if detail < 256 else (0, detail - 256)))
        c.end_of_input()
    elif event == LIMIT:
        F.fault(c, p, F.RESOURCES, detail % 256, detail // 256)
        c.end_of_input()


def logged(c, r):
    error, = R.numbers(r.payload, 4)
    if not c.log_waits:
        raise Wrong("LOGGED stands where OPEN is not the next message due")
    c.log_waits = False
    if error:
        if len(r.payload) != 4:
            raise Wrong("the match log took nothing, yet there is a proof")
        F.end_void(c, 1)
        return
    c.proof = r.payload[4:]
    c.open()


def reveal_now(c, r):
    c.nothing_due()
    if not c.reveal_waits:
        raise Wrong("REVEAL_NOW stands where no twin was waited for")
    c.reveal_waits = False
    c.reveal()


GAP, BOT_WAITED = 1, 3                       # reasons of PAUSE, the first and the last


def pause(c, r):
    number, reason, start, until = R.numbers(r.payload, 1, 1, 8, 8)
    if not 1 <= reason <= BOT_WAITED or start >= until or until > r.time:
        raise Wrong("that is no pause")
    if reason == GAP and c.match_id is not None:
        raise Wrong("the arbiter's own gap is told behind the OFFER")
    c.nothing_due()
    parties = c.parties if number == 255 else [c.party(number)]
    if reason == BOT_WAITED and any(c.offer.held[p.number] == ELSEWHERE for p in parties):
        raise Wrong("nobody can see that a bot that runs elsewhere had to wait")
    for p in parties:
        p.clock.pause(start, until)
        c.pauses[p.number] = c.pauses.get(p.number, 0) + until - start


def trailer(c, r):
    c.nothing_due()
    for p in c.parties:
        c.stood(p, r.time)
    if c.state != OVER or c.reveal_waits:
        raise Wrong("A18 the match is not over, but its trailer is written")


MUSTS = {"offer": "A2", "proof": "A17", "bank_us": "A13", "budget_us": "A13", "used_us": "A13", "result": "A15", "seed": "A12"}


def must_of(message, name, have, want):
    """The must of ARBITER.md section 9 that a field breaks where it is not the one that is due."""
    if isinstance(want, Signed):
        return "A11"
    if name == "seals" and [s[:1] + [len(s[1])] for s in have] == [s[:1] + [len(s[1])] for s in want]:
        return "A8"
    if name == "openings" and message != "SHOW":
        slots = [[b[i] for i in range(0, len(b), X.OPENING)] for b in (have, want) if isinstance(b, bytes)]
        return "A9" if slots[0] != slots[-1] else "A10"
    return MUSTS.get(name, "A4")


def differing(what, have, want):
    """A sentence about the first place in which a value is another than it should be."""
    while isinstance(have, list) and isinstance(want, list) and len(have) == len(want):
        at = next(i for i, (one, other) in enumerate(zip(have, want)) if one != other or type(one) is not type(other))
        what, have, want = "%s[%d]" % (what, at), have[at], want[at]
    if isinstance(have, bytes) and isinstance(want, bytes) and len(have) == len(want) > SHOWN:
        at = next(i for i, (one, other) in enumerate(zip(have, want)) if one != other)
        what, have, want = "%s from byte %d on" % (what, at), have[at:at + SHOWN], want[at:at + SHOWN]
    return "%s is %s, it should be %s" % (what, shown(have), shown(want))


SHOWN = 16  # bytes of a long value


def shown(value):
    if isinstance(value, bytes):
        return value.hex() if len(value) <= 40 else value[:SHOWN].hex() + ".. (%d bytes)" % len(value)
    text = repr(value)
    return text if len(text) < 100 else text[:100] + ".."
