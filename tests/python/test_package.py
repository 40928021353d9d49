#!/usr/bin/python3
"""Tests of the package fiel that need no match: bytes, names, worth of cards, the state folder."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from types import SimpleNamespace
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "..", "..", "sdk", "python")
sys.path.insert(0, PACKAGE)
import nacl.signing  # noqa: E402
import vectors  # noqa: E402
import zmq  # noqa: E402
import zmq.utils.monitor  # noqa: E402
from fiel import Action, Card, cards, chains, checks, messages, offer, pages, wire  # noqa: E402
from fiel.checks import CheckFailed  # noqa: E402
from fiel.connection import Connection  # noqa: E402
from fiel.folder import Folder  # noqa: E402
from fiel.lobby import CALL, KNOCK, NO, REPLACED, WAITING, Door  # noqa: E402
from fiel.notation import ZERO32  # noqa: E402
from fiel.party import Party  # noqa: E402
from fiel.player import Bot  # noqa: E402
from fiel.table import Table  # noqa: E402

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

    def test_what_has_no_type_and_table(self):
        """BAD_FIELDS, whatever its type is (P3)."""
        for items, error in (([99], wire.BAD_FIELDS), ([99, "0"], wire.BAD_FIELDS), ([-1, 0], wire.BAD_FIELDS), ([], wire.BAD_FIELDS),
                             ([15, b"", bytes(32)], wire.BAD_FIELDS), ([99, 0], wire.UNKNOWN_TYPE), ([99, 2 ** 63], wire.UNKNOWN_TYPE)):
            with self.assertRaises(wire.WireError) as caught:
                messages.read_envelope(wire.encode([0, items]), messages.FROM_BOT, 8)
            self.assertEqual(caught.exception.number, error, items)

    def test_an_envelope_that_ends_what_is_told_again(self):
        """A number alone: from the arbiter, never from a bot."""
        self.assertEqual(messages.read_envelope(wire.encode([7]), messages.FROM_ARBITER, 512), (7, []))
        with self.assertRaises(wire.WireError) as caught:
            messages.read_envelope(wire.encode([7]), messages.FROM_BOT, 8)
        self.assertEqual(caught.exception.number, wire.NOT_ENVELOPE)


class Vectors(unittest.TestCase):
    LINES = os.path.join(HERE, "..", "vectors", "deal2.jsonl")

    def test_all_comes_out_again(self):
        self.assertEqual(vectors.differing(self.LINES), (12, None))

    def test_any_change_is_found(self):
        """The last of what each field holds is changed, field by field: the very field is named."""
        with open(self.LINES, encoding="utf-8") as file:
            given = json.loads(file.readline())
        for name in given:
            if name in vectors.GIVEN:
                continue
            changed = dict(given, **{name: self.other(given[name])})
            with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
                file.write(json.dumps(changed) + "\n")
                file.flush()
                self.assertEqual(vectors.differing(file.name), (1, name))

    def other(self, value):
        """Another value of the same shape, though of what is signed or told only the last part is changed."""
        if isinstance(value, str):
            return value[:-1] + ("0" if value[-1] != "0" else "1")
        if isinstance(value, list):
            return value[:-1] + [self.other(value[-1])]
        if isinstance(value, dict):
            last = "byte" if "byte" in value else list(value)[-1]
            return dict(value, **{last: self.other(value[last])})
        return 1 if value is None else value + 1


def an_offer(key, **other):
    """The packed array of an OFFER between two seats."""
    items = dict(version=2, tournament="t", number=1, rules="argentino", games=1, seats=2, cutters=0, names=["a", "b"],
                 keys=[key, bytes(32)], arbiter=bytes(32), seed_commit=bytes(32), nonce=bytes(32), seed_source=0, hands_max=9,
                 tables=1, bank_us=1, inc_us=1, cap_us=1, grace_us=1, start_us=1, tick_us=0, on_timeout=0, sign=0, reveal=0,
                 log_key="", engine="e", twin=b"", sign_every=16, duty_us=5, held=[0, 3], log_policy=bytes(32),
                 bots=[bytes(32)] * 2, host="h", blind=0)
    items.update(other)
    return wire.encode(list(items.values()))


A_CUTTER = dict(cutters=1, keys=[bytes(32)] * 3, held=[0, 3, 3], bots=[bytes(32)] * 3)


class Offers(unittest.TestCase):
    def test_what_can_be_read(self):
        self.assertEqual(offer.read_offer(an_offer(b"", **A_CUTTER)).cutters, 1)
        read = offer.read_offer(an_offer(b"k" * 32, sign_every=1024, host="x" * 127))
        self.assertEqual((read.sign_every, read.duty_us, read.held, read.host), (1024, 5, [0, 3], "x" * 127))
        blind = offer.read_offer(an_offer(b"k" * 32, blind=1, names=["seat 0", "seat 1"]))
        self.assertEqual(blind.blind, 1)

    def test_what_cannot(self):
        for other in (dict(version=1), dict(sign_every=0), dict(sign_every=1025), dict(held=[0]), dict(held=[0, 4]),
                      dict(log_policy=b""), dict(bots=[bytes(32)]), dict(bots=[b"", bytes(32)]), dict(host="x" * 128),
                      dict(blind=2), dict(blind=1), dict(reveal=1), dict(reveal=3),
                      dict(A_CUTTER, reveal=2), dict(A_CUTTER, twin=bytes(64)),
                      dict(blind=1, names=["seat 0", "seat 1"], bots=[b"b" * 32, bytes(32)])):
            with self.assertRaises(wire.WireError, msg=str(other)):
                offer.read_offer(an_offer(b"k" * 32, **other))


def told(*fields, table=0):
    """A message of the arbiter, read."""
    return messages.read_message(messages.pack_message(*fields, table=table), messages.FROM_ARBITER, 4)


class Objecting(unittest.TestCase):
    """What a PROTEST signs: the message objected to is counted, and linked where it belongs."""

    def objected(self, *later, **other):
        with tempfile.TemporaryDirectory() as path:
            party = Party(Folder(path), Bot())
            with self.assertRaises((checks.CheckFailed, wire.WireError)):
                for message in (told("OFFER", an_offer(party.key, **other), 0, b"v" * 32), *later):
                    party.take(message)
            code, text, have, head, signature = party.protest_fields(4, "no\u00f1o")
            signed = pages.protest_bytes(party.match_id, 0, have, head, code, text)
            party.folder.key.verify_key.verify(signed, signature)
            party.folder.close()
            return party.match_id, have, head

    def test_an_offer(self):
        match_id, have, head = self.objected(sign_every=0)
        start = pages.view_chain(b"v" * 32, match_id, 0)
        self.assertEqual((have, head), (1, pages.have_head(start, pages.public_chain(match_id))))

    def test_what_is_public_and_what_is_private(self):
        public, private = told("DEAL", 1, 0, b"", b""), told("CARDS", 1, b"")
        for wrong in (public, private):
            match_id, have, head = self.objected(wrong)
            P, V = pages.public_chain(match_id), pages.view_chain(b"v" * 32, match_id, 0)
            P.link(wrong) if wrong is public else V.link(wrong, P)
            self.assertEqual((have, head), (2, pages.have_head(V, P)))

    def test_the_first_hello_is_for_one_seat(self):
        with tempfile.TemporaryDirectory() as path:
            party = Party(Folder(path), Bot())
            version, key, _, have, head, signature = party.hello_fields("x", b"s" * 32)
            self.assertEqual((version, have, head), (2, 0, bytes(32)))
            holds = nacl.signing.VerifyKey(key).verify
            holds(pages.tag("fiel/hello") + b"s" * 32 + bytes(8) + bytes(32), signature)
            party.take(told("OFFER", an_offer(party.key), 0, b"v" * 32))
            *_, have, head, signature = party.hello_fields("x", b"s" * 32)
            self.assertEqual((have, head), (1, party.head()))
            holds(pages.tag("fiel/hello") + party.match_id + pages.u64(1) + head, signature)
            party.folder.close()


class Signing(unittest.TestCase):
    """HANDS_END, what is owed for it, and what may not be dealt without it."""

    def setUp(self):
        self.path = tempfile.TemporaryDirectory()
        self.arbiter = nacl.signing.SigningKey(b"a" * 32)
        self.party = Party(Folder(self.path.name), Bot())

    def tearDown(self):
        self.party.folder.close()
        self.path.cleanup()

    def sit(self, **other):
        """At seat 0 of a match that is open, beside a party whose key is known."""
        self.other = nacl.signing.SigningKey(b"o" * 32)
        keys = [self.party.key, bytes(self.other.verify_key)]
        self.party.take(told("OFFER", an_offer(keys=keys, arbiter=bytes(self.arbiter.verify_key), key=b"", **other), 0, b"v" * 32))
        self.party.opened, self.party.checkpoint = True, bytes(32)

    def ended(self, hands, table=0):
        self.party.tables[table].dealt = self.party.tables[table].ended = hands

    def hands_end(self, **other):
        end = SimpleNamespace(hands=self.party.ended_everywhere(), seq=self.party.public.links, head=self.party.public.head,
                              views=self.party.view.head + b"w" * 32, checkpoint=bytes(32))
        vars(end).update(other)
        signed = pages.hands_end_bytes(self.party.match_id, 255, end)
        return told("HANDS_END", end.hands, end.seq, end.head, end.views, end.checkpoint, self.arbiter.sign(signed).signature)

    def test_what_it_says(self):
        self.sit()
        self.ended(3)
        self.party.look_at(self.hands_end())
        ((_, name, hands, signature),) = self.party.hand_sign_due()
        self.assertEqual((name, hands), ("HAND_SIGN", 3))
        signed = pages.hands_end_bytes(self.party.match_id, 0, self.party.hands_end)
        self.party.folder.key.verify_key.verify(signed, signature)
        self.party.look_at(told("SIGNED", 3, 0, signature))
        self.assertEqual(self.party.hand_sign_due(), [])
        theirs = self.other.sign(pages.hands_end_bytes(self.party.match_id, 1, self.party.hands_end)).signature
        self.party.look_at(told("SIGNED", 3, 1, theirs))
        for seat in (0, 1):
            with self.assertRaises(checks.CheckFailed) as caught:
                self.party.look_at(told("SIGNED", 3, seat, bytes(64)))
            self.assertEqual(caught.exception.code, checks.SIGNED_SIGNATURE)

    def test_what_was_passed_on_is_not_signed_again(self):
        """Who came back signs what it was not told its own SIGNED of, and nothing else."""
        self.sit()
        self.ended(3)
        line, said = Connection.__new__(Connection), []
        line.party, line.name, line.server, line.remote, line.silence = self.party, "ana", bytes(32), False, 1000
        line.send = lambda *messages: said.extend(message[1] for message in messages)

        def comes_back(*told_again):
            said.clear()
            line.hello()
            line.receive([messages.pack_envelope(self.party.have, [message.raw for message in told_again])])
            line.receive([wire.encode([self.party.have])])
            return said
        self.assertEqual(comes_back(self.hands_end()), ["HELLO", "HAND_SIGN"])
        self.assertEqual(comes_back(), ["HELLO", "HAND_SIGN"])
        ((_, _, hands, signature),) = self.party.hand_sign_due()
        self.assertEqual(comes_back(told("SIGNED", hands, 0, signature)), ["HELLO"])
        self.assertEqual(comes_back(), ["HELLO"])

    def test_what_is_wrong_in_it(self):
        self.sit()
        self.ended(3)
        mine = self.party.view.head
        wrong = ((checks.ORDER, dict(hands=2)), (checks.ORDER, dict(hands=4)), (checks.HEAD, dict(seq=1)),
                 (checks.HEAD, dict(head=b"h" * 32)), (checks.HEAD, dict(views=b"w" * 32 + mine)),
                 (checks.HEAD, dict(views=mine)), (checks.HEAD, dict(views=mine + bytes(64))), (checks.LOG, dict(checkpoint=b"c" * 32)))
        for code, other in wrong:
            with self.assertRaises(checks.CheckFailed, msg=str(other)) as caught:
                self.party.look_at(self.hands_end(**other))
            self.assertEqual(caught.exception.code, code, other)
        self.arbiter = nacl.signing.SigningKey(b"b" * 32)
        with self.assertRaises(checks.CheckFailed) as caught:
            self.party.look_at(self.hands_end())
        self.assertEqual(caught.exception.code, checks.HAND_END_SIGNATURE)

    def test_one_for_so_many_hands(self):
        self.sit()
        self.ended(1)
        self.party.look_at(self.hands_end())
        with self.assertRaises(checks.CheckFailed) as caught:
            self.party.look_at(self.hands_end())
        self.assertEqual(caught.exception.code, checks.ORDER)

    def deals(self):
        """Could a hand be dealt now?"""
        self.party.t = self.party.tables[0]
        return self.party.signed_enough()

    def test_what_is_to_be_signed_first(self):
        self.sit(sign_every=2, games=9, hands_max=9)
        self.assertTrue(self.deals())
        self.ended(1)
        self.assertTrue(self.deals())
        self.ended(2)
        self.assertFalse(self.deals())  # HANDS_END is due
        self.party.look_at(self.hands_end())
        self.assertTrue(self.deals())  # one hand more while a HAND_SIGN is owed
        self.ended(3)
        self.assertFalse(self.deals())
        self.party.passed_on = 2
        self.assertTrue(self.deals())
        self.party.games_ended.add(0)
        self.assertFalse(self.deals())  # a game ended at every table
        self.party.ended_at_once = 1
        self.assertTrue(self.deals())  # its HANDS_END comes behind the deals of this input

    def test_at_several_tables(self):
        self.sit(sign_every=1, tables=3, games=9, hands_max=9)
        self.ended(1)
        self.ended(1, table=1)
        self.assertTrue(self.deals())
        self.party.games_ended |= {0, 1}
        self.assertTrue(self.deals())
        self.party.games_ended.add(2)
        self.assertFalse(self.deals())
        self.party.games_ended.clear()
        self.ended(1, table=2)
        self.assertFalse(self.deals())


class Listed(unittest.TestCase):
    def test_the_order_of_actions(self):
        dealt = [20, 3, 7, 255]
        for legal in ([0x114, 0x103, 0x107, 0x203, 0x600, 0x602], [0x114], [0x501, 0x502]):
            self.assertTrue(messages.in_order(legal, dealt))
        for legal in ([0x103, 0x114], [0x200, 0x114], [0x602, 0x600], [0x114, 0x114]):
            self.assertFalse(messages.in_order(legal, dealt))


class Doors(unittest.TestCase):
    def test_what_a_hostile_door_says(self):
        seat = [CALL, "match-1", "tcp://192.0.2.7:9000", bytes(32)]
        self.assertEqual(Door.read(None, [wire.encode(seat)]), seat)
        for message in ([CALL, "", seat[2], bytes(32)], [CALL, "../../etc", seat[2], bytes(32)],
                        [CALL, "m", "ipc:///run/somebody", bytes(32)], [CALL, "m", "tcp://a\x1b[2J", bytes(32)],
                        [WAITING, "\x1b[2J"], [NO, 1, "a\nfiel: all is well"], [CALL, "m"]):
            with self.assertRaises(wire.WireError):
                Door.read(None, [wire.encode(message)])

    def test_the_last_word_is_heard_where_the_line_has_ended(self):
        (server, secret), (curve, curve_secret) = zmq.curve_keypair(), zmq.curve_keypair()
        with zmq.Context() as context, context.socket(zmq.ROUTER) as router:
            router.curve_server, router.curve_secretkey = True, secret
            port = router.bind_to_random_port("tcp://127.0.0.1")
            door = Door("tcp://127.0.0.1:%d" % port, server, SimpleNamespace(curve=curve, curve_secret=curve_secret))
            door.send(KNOCK, messages.VERSION)
            name = router.recv_multipart()[0]
            while zmq.utils.monitor.recv_monitor_message(door.events)["event"] != zmq.EVENT_HANDSHAKE_SUCCEEDED:
                continue
            router.send_multipart([name, wire.encode([NO, REPLACED, "another waits"])])
            router.close(linger=-1)
            door.events.poll()  # it tells the end, and the word lies before that
            self.assertIsNone(door.wait())
            self.assertTrue(door.replaced)
            door.close()


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
        line.party = SimpleNamespace(owed=lambda: answers, unsaid=[], tables=[0, 1])
        line.sent, line.envelopes, line.remote = [], [], False
        line.send = lambda *messages: said.extend(messages)
        line.pay()
        line.pay()
        self.assertEqual(said, answers)
        line.party.unsaid.append(answers[1][:4])
        line.pay()
        line.pay()
        self.assertEqual(said, answers + answers[1:])


    def test_what_stood_behind_a_refused_answer_is_said_again(self):
        """The arbiter did not look at it (P3); what stood before it, or in another envelope, it took."""
        line, said = Connection.__new__(Connection), []
        owed = [(0, "HAND_SIGN", 1, b""), *[(table, "ANSWER", 1, 7, 257, [], b"") for table in range(200)]]
        line.party = SimpleNamespace(owed=lambda: owed, unsaid=[], tables=[0] * 200)
        line.sent, line.envelopes, line.remote = [], [], False
        line.send = lambda *messages: said.append(list(messages))
        line.pay()
        line.party.unsaid.append(owed[120][:4])
        line.pay()
        self.assertEqual(said, [owed, owed[120:128]])
        line.pay()
        self.assertEqual(len(said), 2)

    def test_what_binds_is_on_the_disk_first(self):
        """Of a remote bot: before its JOIN and its HAND_SIGN leave, and before nothing else."""
        for remote in (False, True):
            for kind in ("JOIN", "HAND_SIGN", "CUT", "ANSWER"):
                done, line = [], Connection.__new__(Connection)
                folder = SimpleNamespace(sync=lambda done=done: done.append("sync"))
                line.party = SimpleNamespace(owed=lambda kind=kind: [(0, kind, 1)], unsaid=[], folder=folder)
                line.party.tables = []
                line.sent, line.envelopes, line.remote = [], [], remote
                line.send = lambda *messages, done=done: done.append("send")
                line.pay()
                self.assertEqual(done, ["sync", "send"] if remote and kind in ("JOIN", "HAND_SIGN") else ["send"])

    def test_what_is_told_again_is_answered_behind_its_end(self):
        line, done = Connection.__new__(Connection), []
        line.party = SimpleNamespace(have=2, culprit=b"", catching_up=True, take=lambda message: None,
                                     keep=lambda: done.append("keep"), go_on=lambda: done.append("go on"))
        line.returning, line.silence = True, 4000
        line.pay, line.hello = lambda: done.append("pay"), lambda: done.append("hello")
        again = messages.pack_envelope(0, [messages.pack_message("REVEAL", bytes(32))] * 2)
        line.receive([again])
        self.assertEqual((done, line.returning, line.silence), (["keep"], True, 1000))
        line.receive([wire.encode([3])])
        self.assertEqual(done, ["keep", "hello"])  # the third message was lost
        line.receive([wire.encode([2])])
        self.assertEqual((done, line.returning), (["keep", "hello", "go on", "keep", "pay"], False))


class Kept(unittest.TestCase):
    def setUp(self):
        self.path = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.path.cleanup()

    def folder(self):
        folder = Folder(self.path.name)
        self.addCleanup(folder.close)
        return folder

    def test_a_folder_is_as_large_after_a_match_as_before_it(self):
        folder = self.folder()
        self.assertTrue(folder.match_is(b"m" * 32))
        for have in range(1, 4000):
            folder.keep(b"m" * 32, have, b"h" * 32)
        again = self.folder()
        self.assertEqual((again.have, again.head, again.key), (3999, b"h" * 32, folder.key))
        self.assertTrue(again.match_is(b"m" * 32) and not again.match_is(b"n" * 32))
        sizes = {name: os.path.getsize(os.path.join(self.path.name, name)) for name in os.listdir(self.path.name)}
        self.assertEqual(sizes, {"key": 32, "chain-secret": 32, "told": 72})

    def test_what_binds_is_on_the_disk(self):
        folder, synced = self.folder(), []
        with mock.patch("os.fsync", lambda descriptor: synced.append(os.readlink("/proc/self/fd/%d" % descriptor))):
            folder.sync()
        self.assertEqual([os.path.basename(name) for name in synced],
                         [os.path.basename(self.path.name), "chain-secret", "told"])

    def test_what_is_told_otherwise_is_not_played(self):
        """An earlier process was told two messages: the same two are played on with, and nothing else."""
        told = [SimpleNamespace(kind="REVEAL", number=0, raw=bytes(3), table=0) for _ in range(2)]
        for count, head, fine in ((2, True, True), (2, False, False), (1, True, False)):
            folder = self.folder()
            parties = []
            for _ in range(2):
                party = Party(folder, Bot())
                party.look_at = lambda message: None
                party.public, party.view = chains.public_chain(ZERO32), chains.view_chain(ZERO32, ZERO32, 0)
                parties.append(party)
            for message in told:
                parties[0].take(message)
            folder.have, folder.head = 2, parties[0].head() if head else ZERO32
            parties[1].again = True
            for message in told[:count]:
                parties[1].take(message)
            if fine:
                parties[1].go_on()
            else:
                with self.assertRaisesRegex(CheckFailed, "the first 2 messages were others before"):
                    parties[1].go_on()

    def test_the_newest_hands_are_kept(self):
        table = Table(SimpleNamespace(match_id=ZERO32, dealt_match_id=ZERO32, games=1, tables=1), 0)
        for hand in range(1, 1001):
            table.seal(hand, bytes(32), [])
        self.assertEqual((len(table.lists), len(table.commitments), table.sealed), (64, 64, 1000))


if __name__ == "__main__":
    unittest.main()
