#!/usr/bin/python3
"""A bot that waits in a lobby, written from PROTOCOL.md section 14 (P14) alone; bot.py plays its matches.

usage: lobby.py --connect tcp://HOST:PORT --server HEX --key NAME.key [--once] [--play ...] [--seed N]
"""

import argparse
import os
import shutil
import sys
import time

import nacl.signing
import zmq
import zmq.utils.monitor
import zmq.utils.z85

import bot
import fiel

(KNOCK, CHALLENGE, WAIT, WAITING, CALL, DECLINE, NO, PING, PONG, LEAVE) = range(64, 74)
REPLACED = 6
PLAYS = 0
TICK_MS = 1000
ARRIVE_S = 20
PING_S = 30
LOST = (zmq.EVENT_CLOSED, zmq.EVENT_DISCONNECTED, zmq.EVENT_HANDSHAKE_FAILED_AUTH,
        zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL, zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL)


class Identity:
    """NAME.key (P14.1)."""

    def __init__(self, path):
        with open(path, encoding="ascii") as file:
            lines = [line.rstrip("\n").split(" ") for line in file]
        words = [line[0] for line in lines]
        if words != ["fiel-key", "name", "ed25519-secret", "curve25519-secret"] or lines[0][1] != "1":
            raise ValueError("%s is no key file of version 1" % path)
        self.name = lines[1][1]
        self.seed, self.curve_secret = (bytes.fromhex(line[1]) for line in lines[2:])
        public = zmq.curve_public(zmq.utils.z85.encode(self.curve_secret))
        self.curve = zmq.utils.z85.decode(public)
        self.signing = nacl.signing.SigningKey(self.seed)


def wait_bytes(door, challenge, role):
    """What WAIT signs (P14)."""
    return fiel.tag("fiel/wait") + door + challenge + fiel.u8(role)


class Door:
    """One connection to the door."""

    def __init__(self, endpoint, server, identity):
        self.server, self.identity = server, identity
        self.socket = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.curve_serverkey = server
        self.socket.curve_publickey = identity.curve
        self.socket.curve_secretkey = identity.curve_secret
        self.socket.setsockopt(zmq.MAXMSGSIZE, 1024 + fiel.CURVE_ADDS)
        self.socket.setsockopt(zmq.RECONNECT_IVL, -1)
        self.socket.linger = 500
        self.events = self.socket.get_monitor_socket()
        self.socket.connect(endpoint)
        self.waiting = False

    def close(self):
        self.socket.disable_monitor()
        self.socket.close()

    def send(self, *message):
        self.socket.send(fiel.encode(list(message)))

    def wait(self):
        """The fields of a CALL; None when the line or the place is lost, False when another has it."""
        self.send(KNOCK, 1)
        since = time.monotonic()
        while True:
            if self.events.poll(0):
                event = zmq.utils.monitor.recv_monitor_message(self.events)["event"]
                if event in LOST:
                    return None
                continue
            if not self.socket.poll(TICK_MS):
                quiet = time.monotonic() - since
                if not self.waiting and quiet > ARRIVE_S:
                    return None
                if self.waiting and quiet > PING_S:
                    self.send(PING)
                    since = time.monotonic()
                continue
            answer = self.heed(fiel.decode(self.socket.recv()))
            if answer is not True:
                return answer

    def heed(self, message):
        """True while there is more to wait for, else what came of it."""
        kind, fields = message[0], message[1:]
        if kind == CHALLENGE:
            signed = self.identity.signing.sign(wait_bytes(self.server, fields[0], PLAYS)).signature
            self.send(WAIT, bytes(self.identity.signing.verify_key), PLAYS, signed)
        elif kind == WAITING:
            self.waiting = True
            print("%s waits" % fields[0], file=sys.stderr)
        elif kind == PONG and not fields[0]:
            self.send(KNOCK, 1)
        elif kind == CALL:
            return fields
        elif kind == NO:
            print("the door says no: %s" % fields[1], file=sys.stderr)
            return False if fields[0] == REPLACED else None
        return True


def play(arguments, identity, label, endpoint, server):
    """One match at its seat's own endpoint, with the keys of the binding; True when it came to its end."""
    path = os.path.join(arguments.key + ".state", label.encode().hex())
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(path, "key"), "wb") as file:
        file.write(identity.seed)
    start = [1, endpoint, server, identity.curve, identity.curve_secret, path]
    party = bot.Party(bot.Folder(path),
                      lambda request: bot.choose(arguments.play, arguments.seed, request))
    wire = bot.Wire(start, party, identity.name)
    played = bot.guarded(lambda: (bot.restore(party), wire.run())[1], wire)
    wire.socket.close()
    if played:
        shutil.rmtree(path)
    return played


def options():
    parser = argparse.ArgumentParser(description="a bot in a lobby")
    parser.add_argument("--connect", required=True)
    parser.add_argument("--server", required=True, type=bytes.fromhex)
    parser.add_argument("--key", required=True)
    parser.add_argument("--once", action="store_true")
    parser.add_argument("--play", choices=("highest", "random"), default="highest")
    parser.add_argument("--seed", default="0")
    return parser.parse_args()


def main():
    arguments = options()
    identity = Identity(arguments.key)
    pause = 1
    while True:
        door = Door(arguments.connect, arguments.server, identity)
        call = door.wait()
        pause = 1 if door.waiting else min(2 * pause, 60)
        door.close()
        if call is False:
            return 3
        if call is None:
            time.sleep(pause)
            continue
        played = play(arguments, identity, *call)
        if arguments.once:
            return 0 if played else 1


if __name__ == "__main__":
    sys.exit(main())
