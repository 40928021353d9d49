"""Running a bot: the seat it was started for, or matches from a lobby (P1, P14)."""

import argparse
import io
import os
import shutil
import sys
import time
import traceback

from .again import ask_again
from .connection import LOST, PLAYED, PROTESTED, Connection
from .folder import Folder
from .lobby import CUTS, PLAYS, Door, Identity
from .messages import VERSION
from .notation import hash32, tag
from .party import Party
from .player import Bot, as_bot
from .view import AnswerError
from .wire import WireError, decode

SEAT_DESCRIPTOR = 3
ENDED, CHECK_FAILED, WRONG_WORDS, NO_ARBITER = range(4)
LONGEST_PAUSE_S = 60
ASK_DOOR_MS = 5000  # without the seat's line: ask the door where it is now


def complain(code, text):
    """A sentence on standard error, and the exit code."""
    print("fiel: %s" % text, file=sys.stderr)
    return code


def run(bot, words=None):
    """Plays what this process was started for and ends the process with an exit code:
    0 the match ended, 1 a check failed (evidence.txt is in the state folder), 3 there is no arbiter.

    Started by `fiel match` it plays that match. With these words on the command line it waits in a
    host's lobby and plays every match it is called to, for ever; `--once` ends it after one:

        --connect tcp://HOST:PORT --server HEX --key NAME.key [--state DIR] [--once]

    With `--again REPLAY --seat N` it is asked what a record tells, and prints what it would do (again.py).

    words: those, if they are not to come from the command line.
    """
    try:
        sys.exit(play(as_bot(bot), sys.argv[1:] if words is None else words))
    except Exception as error:  # the bot's: its frames, and ours where ours went wrong
        told = traceback.TracebackException.from_exception(error)
        theirs = [frame for frame in told.stack if os.path.dirname(frame.filename) != os.path.dirname(__file__)]
        if isinstance(error, AnswerError) or told.stack[-1] in theirs:
            told.stack = traceback.StackSummary.from_list(theirs)
        sys.exit("".join(told.format()).rstrip())


def cut():
    """The same for a cutter, a party that plays nothing and only cuts (DEAL.md section 12)."""
    sys.exit(play(None, sys.argv[1:]))


def play(bot, words):
    """run without the end of the process: the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # nothing that a bot printed is lost when it is killed
    if any(word.split("=")[0] == "--again" for word in words):
        code, why = ask_again(bot, words)
        return complain(code, why) if why else code
    remote = [word for word in words if word.split("=")[0] == "--connect"]
    return wait_and_play(bot, read_words(words)) if remote else play_hosted(bot)


def play_hosted(bot):
    """The match that an arbiter started this process for: its record is on descriptor 3."""
    try:
        with open(SEAT_DESCRIPTOR, "rb") as file:
            start = decode(file.read())
    except OSError:
        return complain(NO_ARBITER, "no arbiter started this program: run it by `fiel match --bot PROGRAM ...`, "
                                    "or by hand with --connect or --again (docs/debug.md)")
    except WireError:
        start = None
    if not isinstance(start, list) or len(start) != 6 or start[0] != VERSION:
        return complain(NO_ARBITER, "descriptor 3 holds no seat record: start this program with `fiel match`")
    ended = play_seat(start, bot, Folder(start[5]))
    if ended == LOST:
        return complain(NO_ARBITER, "the arbiter is gone: the match goes on when it starts this program again")
    return ENDED if ended == PLAYED else CHECK_FAILED


def play_seat(start, bot, folder, name=None, **patience):
    """One seat of one match: PLAYED, PROTESTED or LOST. bot: None cuts and plays nothing."""
    party = Party(folder, bot or Bot(), cutter=bot is None)
    connection = Connection(start, party, name or (bot.name if bot else "cutter"), **patience)
    try:
        return connection.play()
    finally:
        connection.close()
        folder.close()


# The lobby


def read_words(words):
    """--connect and what belongs to it."""
    parser = argparse.ArgumentParser(description="a bot that waits in a lobby")
    parser.add_argument("--connect", required=True, metavar="tcp://HOST:PORT")
    parser.add_argument("--server", required=True, metavar="HEX", type=bytes.fromhex)
    parser.add_argument("--key", required=True, metavar="NAME.key")
    parser.add_argument("--state", metavar="DIR")
    parser.add_argument("--once", action="store_true")
    return parser.parse_known_args(words)[0]


def match_folder(words, label):
    """The state folder of a match: the same label at the same door is the same match."""
    name = hash32(tag("fiel/lobby") + words.server + label.encode())[:16].hex()
    root = words.state or words.key.removesuffix(".key") + ".state"
    path = os.path.join(root, "match-" + name)
    os.makedirs(path, mode=0o700, exist_ok=True)
    return path


def play_called(bot, words, identity, call):
    """One match that the bot was called to; its folder goes when it is over."""
    label, endpoint, server = call
    path = match_folder(words, label)
    start = [VERSION, endpoint, server, identity.curve, identity.curve_secret, path]
    print("fiel: %s: called to %s" % (label, endpoint), file=sys.stderr)
    ended = play_seat(start, bot, Folder(path, identity.seed), identity.name, patience_ms=ASK_DOOR_MS)
    if ended == PLAYED:
        shutil.rmtree(path)
    return ended


def wait_and_play(bot, words):
    """Waits, plays, comes back; ends after --once, or when another process waits with the same key."""
    try:
        identity = Identity(words.key)
    except (OSError, ValueError) as error:
        return complain(WRONG_WORDS, error)
    pause, code = 1, ENDED
    while True:
        door = Door(words.connect, words.server, identity, PLAYS if bot else CUTS)
        try:
            call = door.wait()
        except WireError as error:
            call = complain(None, error)
        door.close()
        if door.replaced:
            return NO_ARBITER
        pause = 1 if door.waiting else min(2 * pause, LONGEST_PAUSE_S)
        if call is None:
            time.sleep(pause)
            continue
        ended = play_called(bot, words, identity, call)
        code = CHECK_FAILED if ended == PROTESTED else code
        if words.once and ended != LOST:
            return code
