"""What a seat sees, by the names of spec/LINES.md, as lines tell it, as the rules' library has it in bytes, and here in numbers."""

from typing import Any, Dict, Tuple

from .actions import NAMED
from .cards import NAMES, NONE

FIELDS = """seats scorers hand game score chicos sides gallo pico mano
duel dueled duel_envido duel_flor turn phase vira trick leader
table gone discard trick_winner stake stake_called stake_seat said_truco waived
eleven eleven_side envido_state envido_last envido_seat envido_wanted envido_bet envido_unwanted envido_winner flor_state
flor_last flor_seat flor_taken flor_staked flor_contra flor_wanted flor_unwanted flor_winner sang asked declared passed out
accused points_truco points_envido points_flor points_bonus hand_over hand_winner game_over
game_winner partida_winner seat known""".split()
PHASES = {0: "none", 1: "play", 2: "stake", 3: "envido", 4: "declare", 5: "flor", 6: "accuse",
          7: "raise", 8: "eleven", 20: "signs", 21: "discard"}
SEATS_OF = {"duel", "dueled", "duel_envido", "duel_flor", "said_truco", "waived", "sang", "asked", "passed", "out", "accused"}
MASKS = SEATS_OF | {"sides", "gone"}  # a bit each, of a list of seats or of cards
NUMBERS: Dict[Any, int] = {None: NONE, "tie": 2, "silent": 253, "son-buenas": 254, **NAMES}
for words in ("closed possible called wanted settled", "none asked played run iron"):
    NUMBERS.update((word, number) for number, word in enumerate(words.split()))
NUMBERS.update((word, number) for number, word in PHASES.items())


def number(value: Any) -> Any:
    """A value of a line as a number, or a list of such."""
    if isinstance(value, list):
        return [number(item) for item in value]
    return value if isinstance(value, int) else NUMBERS[value]


def mask(items: Any) -> Any:
    """[0, 2] is 5; of a list of lists each."""
    return [mask(item) for item in items] if items and isinstance(items[0], list) else sum(1 << item for item in items)


def kind(word: Any) -> int:
    """What was called last, 0 for nothing."""
    return 0 if word is None else NAMED[word]


READ: Dict[str, Any] = dict.fromkeys(FIELDS, number)
READ.update(dict.fromkeys(MASKS, mask), envido_last=kind, flor_last=kind)


def of_line(view: Dict[str, Any]) -> Dict[str, Any]:
    """The fields of a line's view, in numbers."""
    fields = {name: read(view[name]) for name, read in READ.items()}
    fields["known"] = [(cards + [NONE] * 4)[:4] for cards in fields["known"]]
    return fields


def _read(data: bytes, at: int) -> Tuple[Any, int]:
    """One value of msgpack, of which a view has whole numbers and lists, and where the next one is."""
    first, at = data[at], at + 1
    if first < 0x80:
        return first, at
    size = 1 << first - 0xcc if 0xcc <= first <= 0xce else 2 if first == 0xdc else 0
    count = int.from_bytes(data[at:at + size], "big") if size else first & 15
    at += size
    if size and first != 0xdc:
        return count, at
    items = []
    for _ in range(count):
        item, at = _read(data, at)
        items.append(item)
    return items, at


def of_bytes(data: bytes) -> Dict[str, Any]:
    """The fields of what the library tells."""
    return dict(zip(FIELDS, _read(data, 0)[0]))


def _bytes(value: Any) -> bytes:
    if isinstance(value, int):
        size = 0 if value < 0x80 else 1 if value < 0x100 else 2 if value < 0x10000 else 4
        return bytes([0xcc + size // 2] if size else []) + value.to_bytes(size or 1, "big")
    head = bytes([0x90 | len(value)]) if len(value) < 16 else b"\xdc" + len(value).to_bytes(2, "big")
    return head + b"".join(map(_bytes, value))


def to_bytes(view: Any) -> bytes:
    """A View's fields, as the library takes them."""
    return _bytes([getattr(view, name) for name in FIELDS])
