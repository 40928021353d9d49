#!/usr/bin/python3
"""Tests of the package fiel that need no match: bytes, names, worth of cards, the state folder."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from types import SimpleNamespace

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "..", "..", "sdk", "python")
sys.path.insert(0, PACKAGE)
from fiel import Action, Card, cards, messages, wire  # noqa: E402
from fiel.connection import Connection  # noqa: E402
from fiel.folder import Folder  # noqa: E402
from fiel.lobby import CALL, NO, WAITING, Door  # noqa: E402

WRONG = {  # P9.1
    wire.EMPTY: [""], wire.TRUNCATED: ["92", "a261", "dd0fffffff", "cd01"],
    wire.TRAILING: ["0101", "9000"], wire.NOT_MINIMAL: ["cc7f", "d001", "c50001aa", "d90161", "dc0000"],
    wire.FORBIDDEN: ["c0", "c3", "ca00000000", "d4ffff", "91c0"],
    wire.BAD_UTF8: ["a1ff", "a2c080", "a3eda080"], wire.KEY_ORDER: ["82010101ff", "8201010101", "81a16101", "819001"],
    wire.TOO_DEEP: ["91" * 7 + "90"], wire.TOO_MANY: ["dc1001" + "00" * 4097]}


# What an author and a learner use; the rest of the package is its own.
TYPED = "__init__ actions batch cards env needs net player rules tree view".split()
ADAPTERS = "gym openspiel pettingzoo".split()  # their base classes are of packages that mypy does not see


@unittest.skipIf(shutil.which("mypy") is None, "mypy is not installed: types are not tested")
class Types(unittest.TestCase):
    def mypy(self, *words):
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(["mypy", "--strict", "--follow-imports=silent", "--ignore-missing-imports", "--allow-untyped-calls",
                                   "--cache-dir", cache, *words], cwd=PACKAGE, env=dict(os.environ, MYPYPATH="."), text=True,
                                  capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def test_everything_public_is_annotated(self):
        self.mypy(*("fiel/%s.py" % name for name in TYPED))
        self.mypy("--allow-subclassing-any", "--disable-error-code=name-defined", "--disable-error-code=valid-type",
                  "--disable-error-code=misc", *("fiel/%s.py" % name for name in ADAPTERS))

    def test_what_authors_write(self):
        self.mypy(os.path.join(HERE, "typed.py"))


class Bytes(unittest.TestCase):
    def test_what_is_not_canonical(self):
        for number, samples in WRONG.items():
            for sample in samples:
                with self.assertRaises(wire.WireError) as caught:
                    wire.decode(bytes.fromhex(sample))
                self.assertEqual(caught.exception.number, number, sample)

    def test_the_quick_way_agrees_with_the_reader(self):
        value = [0, 127, 128, 2 ** 64 - 1, -1, -129, "año", b"x" * 300, [[], ["a"]], list(range(40))]
        data = wire.encode(value)
        self.assertEqual(wire.quick(data), value)
        self.assertEqual(wire.Reader(data).value(), value)
        for at in range(len(data)):
            for change in (1, 0x40, 0x80):
                other = data[:at] + bytes([data[at] ^ change]) + data[at + 1:]
                quick = wire.quick(other)
                if quick is not None:
                    self.assertEqual(wire.Reader(other).value(), quick)

    def test_messages(self):
        envelope = messages.pack_envelope(3, [messages.pack_message("CUT", 1, bytes(32))])
        number, (cut,) = messages.read_envelope(envelope, messages.FROM_BOT, 8)
        self.assertEqual((number, cut.kind, cut.hand, cut.table), (3, "CUT", 1, 0))
        self.assertEqual(cut.raw, messages.pack_message("CUT", 1, bytes(32)))
        for fields, error in ((("CUT", 2 ** 32, bytes(32)), wire.OUT_OF_RANGE), (("CUT", 1, b""), wire.BAD_FIELDS),
                              (("REVEAL", bytes(32)), wire.UNKNOWN_TYPE)):
            with self.assertRaises(wire.WireError) as caught:
                messages.read_envelope(messages.pack_envelope(0, [messages.pack_message(*fields)]),
                                       messages.FROM_BOT, 8)
            self.assertEqual(caught.exception.number, error)


class Doors(unittest.TestCase):
    def test_what_a_hostile_door_says(self):
        seat = [CALL, "match-1", "tcp://192.0.2.7:9000", bytes(32)]
        self.assertEqual(Door.read(None, [wire.encode(seat)]), seat)
        for message in ([CALL, "", seat[2], bytes(32)], [CALL, "../../etc", seat[2], bytes(32)],
                        [CALL, "m", "ipc:///run/somebody", bytes(32)], [CALL, "m", "tcp://a\x1b[2J", bytes(32)],
                        [WAITING, "\x1b[2J"], [NO, 1, "a\nfiel: all is well"], [CALL, "m"]):
            with self.assertRaises(wire.WireError):
                Door.read(None, [wire.encode(message)])


class Names(unittest.TestCase):
    def test_cards(self):
        for number in range(40):
            self.assertEqual(Card.named(Card(number).name), number)
        self.assertEqual([str(Card(n)) for n in (0, 39, 254, 255)], ["1e", "12c", "?", "-"])

    def test_actions(self):
        words = {257: "play 1b", 0x0301: "truco", 0x0303: "vale-cuatro", 0x0600: "envido", 0x0605: "envido-5",
                 0x0703: "3-real-envido", 0x1100: "mazo", 0x1302: "pido-flor 2"}
        words[0x0100 + 10] = words.pop(257)
        for code, word in words.items():
            self.assertEqual(str(Action(code)), word)
        self.assertEqual(str(Action(0x0303, "mineiro")), "dez")
        self.assertEqual(str(Action(0x0303, "mineiro,ladder=4-6-9-12")), "nove")
        self.assertEqual(Action(0x0600), 0x0600)


class Worth(unittest.TestCase):
    def worth(self, rules, names, vira="-"):
        held = [Card.named(name) for name in names.split()]
        turned = 255 if vira == "-" else Card.named(vira)
        return cards.envido(held, rules, turned), cards.is_flor(held, rules, turned) and cards.flor(held, rules, turned)

    def test_envido_and_flor(self):
        self.assertEqual(self.worth("argentino", "7e 6e 12b"), (33, False))
        self.assertEqual(self.worth("argentino", "10e 11b 12c"), (0, False))
        self.assertEqual(self.worth("argentino", "7o 6o 5o"), (33, 38))
        self.assertEqual(self.worth("uruguayo", "2e 7b 1c", "3e"), (37, False))
        self.assertEqual(self.worth("uruguayo", "2e 4e 1c", "3e"), (34, 40))
        self.assertEqual(self.worth("venezolano", "11e 10e 7c", "1e"), (39, 146))
        self.assertEqual(self.worth("truc-y-flou", "10o 11b 7c"), (34, 41))
        self.assertEqual(self.worth("truc-y-flou", "7e 6b 5c"), (0, False))

    def test_strength(self):
        order = ["1e", "1b", "7e", "7o", "3c", "2e", "1o", "12b", "11c", "10o", "7c", "6e", "5b", "4o"]
        values = [cards.strength(Card.named(name), "argentino") for name in order]
        self.assertEqual(values, sorted(values, reverse=True))
        self.assertEqual(cards.strength(Card.named("10b"), "paulista", Card.named("7o")), 14)
        self.assertEqual(cards.strength(Card.named("10b"), "paulista-limpo", Card.named("3o")), 14)
        for rules, vira, order in (("paulista", "7o", "10o 10e 10c 10b"), ("mineiro", None, "7o 1e 7c 4b")):
            turned = Card.named(vira) if vira else cards.NONE
            self.assertEqual([cards.strength(Card.named(name), rules, turned) for name in order.split()], [11, 12, 13, 14])
        self.assertEqual(cards.strength(Card.named("12e"), "uruguayo", Card.named("2e")), 19)


class Said(unittest.TestCase):
    def test_what_is_owed_is_said_once(self):
        """And an answer that was refused once more, though it is the same again."""
        line, said = Connection.__new__(Connection), []
        answers = [(0, "ANSWER", 1, 7, 257, [], b""), (3, "ANSWER", 1, 2, 258, [], b"")]
        line.party, line.sent = SimpleNamespace(owed=lambda: answers, unsaid=[]), []
        line.send = lambda *messages: said.extend(messages)
        line.pay()
        line.pay()
        self.assertEqual(said, answers)
        line.party.unsaid.append(answers[1][:4])
        line.pay()
        line.pay()
        self.assertEqual(said, answers + answers[1:])


class Kept(unittest.TestCase):
    def test_what_is_half_written_is_cut_off(self):
        with tempfile.TemporaryDirectory() as path:
            folder = Folder(path)
            folder.keep(b"one")
            folder.keep(b"two")
            folder.keep_answer(0, 3, 264, [])
            folder.keep_answer(2, 3, 257, [2049])
            folder.close()
            with open(os.path.join(path, "messages"), "ab") as file:
                file.write(b"\0\0\0\x09half")
            with open(os.path.join(path, "answers"), "ab") as file:
                file.write(b"0 5 2")
            again = Folder(path)
            self.assertEqual(again.messages(), [b"one", b"two"])
            self.assertEqual(again.answers(), {(0, 3): (264, []), (2, 3): (257, [2049])})
            self.assertEqual(again.key, folder.key)
            self.assertTrue(again.match_is(b"m") and again.match_is(b"m") and not again.match_is(b"n"))
            again.close()


if __name__ == "__main__":
    unittest.main()
