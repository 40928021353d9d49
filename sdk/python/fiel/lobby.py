"""Waiting at a host's door for matches (P14)."""

import re
import sys
import time

import nacl.signing
import zmq
import zmq.utils.monitor
import zmq.utils.z85

from .connection import dealer
from .messages import VERSION
from .notation import tag, u8
from .wire import WireError, decode, encode

(KNOCK, CHALLENGE, WAIT, WAITING, CALL, DECLINE, NO, PING, PONG, LEAVE) = range(64, 74)
FIELDS = {CHALLENGE: (bytes,), WAITING: (str,), CALL: (str, str, bytes), NO: (int, str), PONG: (int,)}
LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}\Z")
REPLACED = 6
PLAYS, CUTS = 0, 1
TICK_MS = 1000
ARRIVE_S = 20
PING_S = 30
MOST_BYTES = 1024
NEVER_MS = 24 * 3600 * 1000  # one try is one connection; told not to try again libzmq throws away what was not read yet
LOST_EVENTS = (zmq.EVENT_CLOSED, zmq.EVENT_DISCONNECTED, zmq.EVENT_HANDSHAKE_FAILED_AUTH,
               zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL, zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL)


class Identity:
    """NAME.key (P14.1): name, seed, and the transport keys."""

    def __init__(self, path):
        with open(path, encoding="ascii") as file:
            lines = [line.rstrip("\n").split(" ") for line in file]
        words = [line[0] for line in lines]
        if words != ["fiel-key", "name", "ed25519-secret", "curve25519-secret"] or lines[0][1] != "1":
            raise ValueError("%s is no key file of version 1: make one with fiel keys new NAME" % path)
        self.name = lines[1][1]
        self.seed, self.curve_secret = (bytes.fromhex(line[1]) for line in lines[2:])
        public = zmq.curve_public(zmq.utils.z85.encode(self.curve_secret))
        self.curve = zmq.utils.z85.decode(public)
        self.signing = nacl.signing.SigningKey(self.seed)


class Door:
    """One connection to the door."""

    def __init__(self, endpoint, server, identity, role=PLAYS):
        self.server, self.identity, self.role = server, identity, role
        self.socket = dealer(server, identity.curve, identity.curve_secret, MOST_BYTES)
        self.socket.setsockopt(zmq.RECONNECT_IVL, NEVER_MS)
        self.events = self.socket.get_monitor_socket()
        self.socket.connect(endpoint)
        self.waiting = self.replaced = False

    def close(self):
        """Ends the connection."""
        self.socket.disable_monitor()
        self.socket.close()

    def send(self, *message):
        """One message; where the line has ended nobody hears it, and nobody waits for that."""
        try:
            self.socket.send(encode(list(message)), zmq.NOBLOCK)
        except zmq.Again:
            pass

    def wait(self):
        """(label, endpoint, server key) of a CALL; None when the line or the place is lost."""
        self.send(KNOCK, VERSION)
        since, lost = time.monotonic(), False
        while True:
            lost = lost or self.lost()  # what the door said last lies before the end of its line
            if self.socket.poll(0 if lost else TICK_MS):
                message = self.read(self.socket.recv_multipart())
                if message[0] == CALL:
                    return message[1:]
                if not self.heed(*message):
                    return None
            elif lost or not self.stay(time.monotonic() - since):
                return None
            elif self.waiting and time.monotonic() - since > PING_S:
                self.send(PING)
                since = time.monotonic()

    def lost(self):
        """Has the line ended, as far as the monitor tells?"""
        while self.events.poll(0):
            if zmq.utils.monitor.recv_monitor_message(self.events)["event"] in LOST_EVENTS:
                return True
        return False

    def stay(self, quiet_s):
        """Is it worth waiting on?"""
        return self.waiting or quiet_s <= ARRIVE_S

    def read(self, parts):
        """A message as a list; WireError for what no door says."""
        message = decode(parts[0])
        kinds = FIELDS.get(message[0]) if isinstance(message, list) and message else None
        if kinds is None or tuple(map(type, message[1:])) != kinds:
            raise WireError(14, "the door said what no door says")
        # What it says is printed here, and connected to from here: a seat is on the network.
        if not all(field.isprintable() for field in message[1:] if isinstance(field, str)):
            raise WireError(14, "the door said what cannot be printed")
        if message[0] == CALL and not (LABEL.match(message[1]) and message[2].startswith("tcp://")):
            raise WireError(14, "the door calls to what is no seat")
        return message

    def heed(self, kind, first, text=""):
        """Answers what is not a CALL; False when the door does not want this bot now."""
        if kind == CHALLENGE:
            signed = tag("fiel/wait") + self.server + first + u8(self.role)
            signature = self.identity.signing.sign(signed).signature
            self.send(WAIT, bytes(self.identity.signing.verify_key), self.role, signature)
        elif kind == WAITING:
            self.waiting = True
            print("fiel: %s waits" % first, file=sys.stderr)
        elif kind == PONG and not first:
            self.send(KNOCK, VERSION)
        elif kind == NO:
            print("fiel: the door says no: %s" % text, file=sys.stderr)
            self.replaced = first == REPLACED
            return False
        return True
