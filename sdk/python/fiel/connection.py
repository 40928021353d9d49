"""The connection to a seat: HELLO after every handshake, envelopes in, answers out (P1, P3, P10)."""

import sys

import zmq
import zmq.utils.monitor

from .checks import ENVELOPE, SEED, STATE, CheckFailed, check, save_evidence
from .messages import (
    CURVE_ADDS, FROM_ARBITER, MESSAGES_FROM_ARBITER, MESSAGES_FROM_BOT, MESSAGES_OF_TABLES, pack_envelope,
    pack_message, read_envelope, read_message)
from .offer import MOST_TABLES
from .wire import MAX_ENVELOPE, WireError

PATIENCE_MS = 30000  # without a line the arbiter is gone
REVEAL_MS = 10000  # what follows RESULT does not take longer
HELLO_MS = 1000  # without an OFFER, or the end of what is told again: HELLO again, then twice as late
LINGER_MS = 2000
HEARTBEAT_MS, DEAD_MS = 500, 2000
PLAYED, PROTESTED, LOST = range(3)


def dealer(server, public, secret, longest):
    """A DEALER socket under CURVE that takes parts of at most `longest` bytes."""
    socket = zmq.Context.instance().socket(zmq.DEALER)
    socket.curve_serverkey, socket.curve_publickey, socket.curve_secretkey = server, public, secret
    socket.setsockopt(zmq.MAXMSGSIZE, longest + CURVE_ADDS)
    socket.linger = LINGER_MS
    return socket


def envelopes_of(messages, most):
    """Messages as they stand together in envelopes of so many."""
    return [list(messages[at:at + most]) for at in range(0, len(messages), most)]


class Connection:
    """One seat's connection for one match."""

    def __init__(self, start, party, name, patience_ms=PATIENCE_MS):
        """start: the record of P1, six items; party: a Party."""
        self.party, self.name, self.patience_ms = party, name, patience_ms
        self.server, self.remote = start[2], start[1].startswith("tcp://")
        self.sent, self.envelopes, self.returning, self.connected, self.silence = [], [], False, False, HELLO_MS
        self.socket = dealer(start[2], start[3], start[4], MAX_ENVELOPE)
        if self.remote:
            for option, value in ((zmq.HEARTBEAT_IVL, HEARTBEAT_MS), (zmq.HEARTBEAT_TIMEOUT, DEAD_MS),
                                  (zmq.CONNECT_TIMEOUT, DEAD_MS), (zmq.RECONNECT_IVL_MAX, 1000),
                                  (zmq.IPV6, 1)):
                self.socket.setsockopt(option, value)
        self.events = self.socket.get_monitor_socket(
            zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED)
        self.socket.connect(start[1])

    def close(self):
        """Lets the last envelope leave."""
        self.socket.disable_monitor()
        self.socket.close()

    def send(self, *messages):
        """Messages, each (table, name, field, ...), in as many envelopes as they need."""
        for envelope in envelopes_of(messages, self.most()):
            packed = [pack_message(*message[1:], table=message[0]) for message in envelope]
            self.socket.send(pack_envelope(self.party.have, packed))

    def most(self):
        """How many messages an envelope of a bot may hold (P3)."""
        return MESSAGES_OF_TABLES if len(self.party.tables) > 1 else MESSAGES_FROM_BOT

    def hello(self):
        """HELLO; a bot that has come back waits until all is told again (P10)."""
        self.sent, self.envelopes = [], []
        self.returning = self.party.catching_up = self.party.have > 0 or self.party.folder.reborn
        self.send((0, "HELLO", *self.party.hello_fields(self.name, self.server)))

    def pay(self):
        """Sends what is owed and was not sent on this connection."""
        owed, unread = self.party.owed(), self.unread()
        self.sent = [message for message in self.sent if message not in unread]
        due = [message for message in owed if message not in self.sent]
        if due:
            if self.remote and any(message[1] in ("JOIN", "HAND_SIGN") for message in due):
                self.party.folder.sync()
            self.send(*due)
        self.envelopes = [*self.envelopes, *envelopes_of(due, self.most())]
        self.envelopes = [envelope for envelope in self.envelopes if any(message in owed for message in envelope)]
        self.sent = owed

    def unread(self):
        """An answer that was refused, and what stood behind it in its envelope: the arbiter did not look at that (P3)."""
        unread = []
        for refused in self.party.unsaid:
            for envelope in self.envelopes:
                places = [at for at, message in enumerate(envelope) if message[:4] == refused]
                unread += envelope[places[0]:] if places else []
        self.party.unsaid.clear()
        return unread

    def play(self):
        """Plays until the match is over: PLAYED, PROTESTED or LOST."""
        try:
            return self.run()
        except WireError as error:
            failed = CheckFailed(ENVELOPE, str(error))
        except CheckFailed as error:
            failed = error
        except OSError as error:
            failed = CheckFailed(STATE, str(error))
        self.protest(failed)
        return PROTESTED

    def run(self):
        """The loop of one connection, made again by ZeroMQ when it breaks."""
        poller = zmq.Poller()
        poller.register(self.socket, zmq.POLLIN)
        poller.register(self.events, zmq.POLLIN)
        while not self.party.finished():
            ready = dict(poller.poll(self.patience()))
            if self.events in ready:
                self.event(zmq.utils.monitor.recv_monitor_message(self.events)["event"])
            elif self.socket in ready:
                self.receive(self.socket.recv_multipart())
            elif not self.connected:
                return LOST
            else:
                self.quiet()
        if self.remote:
            self.hello()  # I hold all: the arbiter stays until it knows that (P10)
        return PLAYED

    def patience(self):
        """How long to wait for the next thing to come, in milliseconds; None for ever."""
        if not self.connected:
            return self.patience_ms
        if self.party.over:
            return REVEAL_MS
        return self.silence if self.returning or self.party.have == 0 else None

    def quiet(self):
        """Nothing came for as long as something should have."""
        check(not self.party.over, SEED, "the seed was not told")
        self.silence *= 2
        self.hello()

    def event(self, event):
        """A connection is there, or is lost."""
        self.connected = event == zmq.EVENT_HANDSHAKE_SUCCEEDED
        if self.connected:
            self.hello()

    def receive(self, parts):
        """One envelope; what it asks for is answered after all of it was read (P12)."""
        self.party.culprit, self.silence = parts[0], HELLO_MS
        check(len(parts) == 1, ENVELOPE, "an envelope of several parts")
        first, messages = read_envelope(parts[0], FROM_ARBITER, MESSAGES_FROM_ARBITER, MOST_TABLES)
        if first > self.party.have:
            self.hello()
            return
        for message in messages[self.party.have - first:]:
            self.party.take(message)
        if not messages:
            self.returning = False  # that was all
            self.party.go_on()
        self.party.keep()
        if not self.returning:
            self.pay()

    def protest(self, failed):
        """A check failed: say so, leave the evidence, stop (D8)."""
        said = str(failed).replace("\0", "").encode()[:255].decode(errors="ignore")
        self.send((0, "PROTEST", *self.party.protest_fields(failed.code, said)))
        path = self.party.folder.path
        try:
            save_evidence(self.party, failed)
            kept = "evidence.txt in %s says why" % path
        except OSError as error:
            kept = "the evidence could not be written: %s" % error
        print("fiel: check %d: %s: the bot stops, %s" % (failed.code, failed, kept), file=sys.stderr)
