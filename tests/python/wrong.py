#!/usr/bin/python3
"""Three bots that are wrong on purpose: `tests/conformance` has to find each out.

usage: wrong.py believes   takes every signature for a good one
       wrong.py forgets    keeps nothing in its state folder
       wrong.py sloppy     reads any msgpack, and looks at no message's number
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sdk", "python"))
import msgpack  # noqa: E402

import fiel  # noqa: E402
from fiel import connection, ending, folder, messages, offer, opening  # noqa: E402


def believes():
    for module in (offer, opening, ending):
        module.signature_holds = lambda *_: True


def forgets():
    folder.Folder.secret = lambda *_: os.urandom(32)


def sloppy():
    messages.decode = lambda data: msgpack.unpackb(data)

    def receive(self, parts):
        _, told = messages.read_envelope(parts[0], messages.FROM_ARBITER, 512)
        for message in told:
            self.party.take(message)
        self.pay()

    connection.Connection.receive = receive


@fiel.bot
def first(view):
    return view.legal[0]


if __name__ == "__main__":
    {"believes": believes, "forgets": forgets, "sloppy": sloppy}[sys.argv[1]]()
    fiel.run(first)
