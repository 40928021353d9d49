"""Running a bot: a JSON line in, a JSON line out (spec/LINES.md). The wire is the bridge's, a program that comes with fiel."""

import contextlib
import io
import json
import os
import socket
import subprocess
import sys
import traceback
from typing import Any, Dict, IO, Iterator, List, NoReturn, Optional

from .actions import PIDO_FLOR, PLAY, Action
from .cards import HIDDEN, NAMES, Card
from .player import Bot, as_bot
from .shown import of_line
from .view import AnswerError, Match, View

SIGNS = ("1e 1b 7e 7o 3 2 1oc bad envido pieza perico perica envido-low envido-high zap copas espadilha pica-fumo perique flor embit "
         "let-go go").split()
ENDED, NO_ARBITER = 0, 3
LINE = 4  # the descriptor of the bridge's end
HERE, UP = os.path.dirname(os.path.abspath(__file__)), ("..", "..", "..")


def complain(code: int, text: str) -> int:
    """A sentence on standard error, and the exit code."""
    print("fiel: %s" % text, file=sys.stderr)
    return code


class Seat:
    """What one seat hears, and answers."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.over = bot, False
        self.match: Any = None

    def hear(self, told: Dict[str, Any]) -> Optional[Dict[str, Any]]:
        """The answer to a line, None where it asks nothing."""
        if told["event"] == "hello":
            return {"do": "ready"}
        if told["event"] == "match":
            self.match, self.over = Match(told), False  # a bot in a lobby plays another one
            self.bot.match_start(self.match)
        for said in told.get("said", ()):
            self.heard(said)
        if told["event"] == "over":
            self.over = True
            self.bot.match_end(self._scorer(told["winner"]), told["side"])
        return self.asked(told) if "request" in told else None

    def _scorer(self, winner: Optional[int]) -> int:
        """Nobody is the number after the last."""
        return int(self.match.scorers) if winner is None or winner < 0 else winner

    def heard(self, said: Dict[str, Any]) -> None:
        """One thing that was said or done."""
        bot = self.bot
        if "hand" in said:
            bot.hand_start(said["hand"], said["mano"], [Card(NAMES[card]) for card in said["cards"]])
        elif "shows" in said:
            bot.shown(said["seat"], Card(NAMES[said["shows"]]))
        elif "sign" in said:
            bot.sign_seen(said["seat"], 256 * (SIGNS.index(said["sign"]) + 1) + said["to"])
        elif "points" in said:
            bot.hand_end(said["score"])
        elif "game" in said:
            bot.game_end(self._scorer(said["winner"]))
        elif "do" in said:
            self.acted(said)

    def acted(self, said: Dict[str, Any]) -> None:
        """A blind play is heard as the card that it turned out to be."""
        action = Action.named(said["do"], self.match.rules, 1 - said["seat"] % 2)
        if "card" in said and action.kind != PLAY:
            action = Action(PLAY << 8 | NAMES[said["card"]], self.match.rules)
        self.bot.acted(said["seat"], action, said.get("value", 0))

    def asked(self, told: Dict[str, Any]) -> Dict[str, Any]:
        """What the bot decides, and its signs."""
        fields, words = of_line(told["view"]), told["legal"]
        legal = [Action.named(word, self.match.rules, 1 - self.match.seat % 2) for word in words]
        view = View(fields, legal, self.match, 1000 * told["bank_ms"], 1000 * told["ms"])
        signs = self.bot.signs(view, told["signs"]) if "signs" in told else []
        place = 0 if view.phase_name == "signs" else view.answered(self.bot.decide(view))
        answer = {"do": words[place], "request": told["request"]}
        if signs:
            answer["signs"] = [{"sign": SIGNS[(sign >> 8) - 1], "to": sign & 255} for sign in signs]
        if view.note:
            answer["note"] = note_line(view.note)
        return answer


def note_line(text: str) -> str:
    """As an answer may have it: 1,024 bytes of a line."""
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    return line.encode()[:1024].decode(errors="ignore")


def heard(told: IO[str]) -> Iterator[str]:
    """Its lines. One that breaks while an answer is on its way ends as one that is closed."""
    with contextlib.suppress(ConnectionError):
        yield from told


def play(bot: Bot, told: IO[str], answers: int) -> Optional[bool]:
    """Hears until the end. Was the match over? None: there was no line at all."""
    seat, line = Seat(bot), ""
    for line in heard(told):
        answer = seat.hear(json.loads(line)) if line.endswith("\n") else None  # an arbiter that is killed cuts a line
        if answer:
            with contextlib.suppress(ConnectionError):
                os.write(answers, json.dumps(answer).encode() + b"\n")
    return seat.over if line else None


def play_hosted(bot: Bot) -> int:
    """The match that an arbiter started this process for. What the bot prints goes to its log."""
    answers = os.dup(1)
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # nothing of it is lost when the bot is killed
    over = None if os.isatty(0) else play(bot, open(0, encoding="utf-8", closefd=False), answers)
    if over is None:
        return complain(NO_ARBITER, "no line came on standard input: this bot plays by lines, as in `fiel match --bot lines:%s`; "
                                    "by hand it takes --connect or --again (docs/debug.md)" % sys.argv[0])
    return ENDED if over else complain(NO_ARBITER, "the arbiter is gone: the match goes on when it starts this program again")


def bridge() -> str:
    """The program between lines and wire: in the package, as its sources build it, or as it is installed."""
    places = [os.path.join(HERE, *place) for place in (["bridge"], [*UP, "build", "bots", "bridge"], [*UP, "fiel", "bots", "bridge"])]
    return next(filter(os.path.exists, places), places[0])


def play_bridged(bot: Bot, words: List[str]) -> int:
    """From elsewhere, or asked once more what a record tells: in this very process, so that a debugger has its terminal."""
    reads = bridge()
    if not os.path.exists(reads):
        return complain(NO_ARBITER, "%s is not there, which reads records and speaks with hosts: copy it from lib/fiel/bots of fiel" % reads)
    ours, theirs = socket.socketpair()

    def hand_over() -> None:
        os.dup2(theirs.fileno(), LINE)
        os.set_inheritable(LINE, True)
    with subprocess.Popen([reads, "lines", ""] + words, close_fds=False, preexec_fn=hand_over) as reader, ours, \
            ours.makefile(encoding="utf-8") as line:
        theirs.close()
        play(bot, line, ours.fileno())
        return reader.wait()


def run(bot: Any, words: Optional[List[str]] = None) -> NoReturn:
    """Plays what this process was started for and ends the process with an exit code: 0 the match ended, 3 there is no arbiter.

    Started by `fiel match --bot lines:./bot.py` it plays that match. With these words on the command line it waits in a
    host's lobby and plays every match it is called to, for ever; `--once` ends it after one:

        --connect tcp://HOST:PORT --server HEX --key NAME.key [--state DIR] [--once]

    With `--again REPLAY --seat N` it is asked what a record tells, and what it would do is printed.

    words: those, if they are not to come from the command line.
    """
    words = sys.argv[1:] if words is None else words
    bridged = {"--again", "--connect", "--seat"} & {word.split("=")[0] for word in words}
    try:
        sys.exit(play_bridged(as_bot(bot), words) if bridged else play_hosted(as_bot(bot)))
    except Exception as error:  # the bot's: its frames, and ours where ours went wrong
        told = traceback.TracebackException.from_exception(error)
        theirs = [frame for frame in told.stack if os.path.dirname(frame.filename) != HERE]
        if isinstance(error, AnswerError) or told.stack[-1] in theirs:
            told.stack = traceback.StackSummary.from_list(theirs)
        sys.exit("".join(told.format()).rstrip())
