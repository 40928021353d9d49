#!/usr/bin/python3
"""Tests of the package fiel that need no match: its types, names, worth of cards, lines."""

import io
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "..", "..", "sdk", "python")
sys.path.insert(0, PACKAGE)
from fiel import Action, Bot, Card, cards, lines  # noqa: E402

# What an author and a learner use; the rest of the package is its own.
TYPED = "__init__ actions batch cards env lines needs net player rules shown tree view".split()
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

    def test_actions_of_lines(self):
        """What a word of a line means, the variants' own among them; what nobody sees has no card."""
        for rules, words, code in (("argentino", "play 1b", 266), ("argentino", "vale-cuatro", 0x0303), ("argentino", "envido-5", 0x0605),
                                   ("argentino", "flor-2-real-envido", 0x1902), ("argentino", "pido-flor 2", 0x1302),
                                   ("argentino", "play-down", 0x02fe), ("paulista", "play QD", 0x0100 + 27), ("paulista", "run", 0x0500),
                                   ("paulista", "seis", 0x0302), ("mineiro", "ten-run", 0x1500), ("truc-y-flou", "cantar", 0x0400),
                                   ("truc-y-flou", "detz-de-mes", 0x1c0a), ("argentino", "play-blind 2", 0x1602)):
            self.assertEqual(Action.named(words, rules).code, code, words)
        self.assertEqual(Action.named("pido-flor", accused=1).code, 0x1301)


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


class Heard(Bot):
    """Keeps what it hears."""

    def __init__(self, answer=None):
        self.told, self.answer = [], answer

    def __getattribute__(self, name):
        if name in ("match_start", "hand_start", "acted", "shown", "hand_end", "game_end", "match_end", "sign_seen"):
            return lambda *what: self.told.append((name, *what))
        return super().__getattribute__(name)

    def decide(self, view):
        return self.answer(view) if self.answer else view.find("quiero")


MATCH = dict(event="match", id="07" * 32, rules="argentino", seats=2, scorers=2, seat=1, side=1, hands_max=99, names=["a", "b"], games=1)


class Lines(unittest.TestCase):
    def asked(self):
        """The first question of the hand in spec/LINES.md."""
        with open(os.path.join(HERE, "..", "..", "spec", "LINES.md"), encoding="utf-8") as file:
            page = file.read()
        first = page[page.index("< {"):page.index("> {")]
        return json.loads("".join(line.strip() for line in first[2:].split("\n")))

    def test_a_question(self):
        bot = Heard()
        seat = lines.Seat(bot)
        self.assertEqual(seat.hear({"event": "hello", "legal": ["ready"]}), {"do": "ready"})
        self.assertIsNone(seat.hear(MATCH))
        self.assertEqual(seat.hear(self.asked()), {"do": "quiero", "request": 1})
        self.assertEqual(bot.told[1:], [("hand_start", 1, 0, [0, 16, 15]), ("acted", 0, Action(0x0301), 0)])
        self.assertIsNone(seat.hear({"event": "something", "later": 1}))

    def test_a_note(self):
        """One that goes with the answer fits the line and is one, whatever its bot writes."""
        for wrote, goes in (("si\0\n\u202e", "si   "), ("\u00e9" * 600, "\u00e9" * 512), ("x\ud800" + "\u20ac" * 400, "x " + "\u20ac" * 340)):
            def decide(view):
                view.note = wrote
                return view.legal[0]
            seat = lines.Seat(Heard(decide))
            seat.hear(MATCH)
            self.assertEqual(seat.hear(self.asked())["note"], goes)

    def test_what_is_said(self):
        bot = Heard()
        seat = lines.Seat(bot)
        seat.hear(MATCH)
        seat.hear({"event": "over", "winner": None, "side": 1, "said": [
            {"seat": 0, "do": "play-blind 1", "card": "7e"}, {"seat": 0, "do": "declare", "value": 27}, {"seat": 0, "shows": "1e"},
            {"seat": 0, "to": 2, "sign": "bad"}, {"game": 1, "winner": -1}, {"points": [0, 2], "score": [3, 5]}, {"late": True}]})
        self.assertEqual(bot.told[1:], [("acted", 0, Action(0x0106), 0), ("acted", 0, Action(0x0e00), 27), ("shown", 0, 0),
                                        ("sign_seen", 0, 0x0802), ("game_end", 2), ("hand_end", [3, 5]), ("match_end", 2, 1)])

    def test_what_is_no_answer(self):
        for answer in (None, "truco", 1.5, 0x1500):
            seat = lines.Seat(Heard(lambda view, answer=answer: answer))
            seat.hear(MATCH)
            with self.assertRaisesRegex(TypeError, "answer one of view.legal: retruco, quiero"):
                seat.hear(self.asked())

    def test_what_it_prints_is_no_answer_and_not_lost(self):
        bot = "import os, fiel\ndef decide(view):\n    print('here')\n    os._exit(7)\nfiel.run(decide)\n"
        heard = "".join(json.dumps(told) + "\n" for told in ({"event": "hello", "legal": ["ready"]}, MATCH, self.asked()))
        done = subprocess.run([sys.executable, "-c", bot], cwd=PACKAGE, input=heard, capture_output=True, text=True, check=False,
                              env=dict(os.environ, PYTHONUNBUFFERED=""))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (7, '{"do": "ready"}\n', "here\n"))

    def test_who_starts_it_otherwise_is_told(self):
        done = subprocess.run([sys.executable, os.path.join(PACKAGE, "first.py")], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("as in `fiel match --bot lines:", done.stderr)

    def test_a_line_is_cut(self):
        """By an arbiter that was killed: it is none, and no fault of the bot's."""
        theirs, ours = os.pipe()
        self.assertIs(lines.play(Bot(), io.StringIO('{"event":"hello"}\n{"event":'), ours), False)
        self.assertEqual(os.read(theirs, 99), b'{"do": "ready"}\n')

    def test_who_asked_is_gone(self):
        """Behind a question, and before its answer came: the bot's end is no error of its own."""
        theirs, ours = socket.socketpair()
        theirs.sendall(b'{"event":"hello"}\n' * 2)
        with ours, ours.makefile(encoding="utf-8") as told:
            os.write(ours.fileno(), b"an answer that nobody reads\n")
            theirs.close()
            self.assertIs(lines.play(Bot(), told, ours.fileno()), False)

    def test_who_wants_the_old_wire_is_told(self):
        import fiel
        with self.assertRaisesRegex(AttributeError, "name the bundled cutter"):
            fiel.cut()
        with self.assertRaisesRegex(ImportError, "fiel.wire is no more: bots play by lines"):
            from fiel import wire
            wire.decode(b"")


if __name__ == "__main__":
    unittest.main()
