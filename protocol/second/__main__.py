"""python3 -m second FILE...: the second opinion about the record of a match."""

import argparse
import os
import sys
import textwrap

from . import report


class Words(argparse.ArgumentParser):
    """Of a bad word it says one sentence, as every program here."""

    def error(self, message):
        self.exit(2, "fiel-audit: --second: %s: see fiel-audit --second --help\n" % message)


def main(words=None):
    parser = Words(prog="fiel-audit --second", description="Judges the record of a match once more, from the "
                                     "pages of the protocol alone. Exit: 0 every file is valid, 1 one is not, "
                                     "2 wrong usage, 3 a file cannot be read.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="one JSON object per file and line")
    parser.add_argument("--key", metavar="HEX|FILE", help="the arbiter's public key that you trust")
    parser.add_argument("--pair", action="store_true", help="the files are pairs, two by two: the second is the first's twin")
    args = parser.parse_args(words)
    key = key_of(args.key, parser) if args.key else None
    if args.pair and len(args.files) % 2:
        parser.error("--pair takes the files two by two")
    worst, files = 0, []
    for name in args.files:
        try:
            with open(name, "rb") as file:
                files.append((name, file.read()))
        except OSError as error:
            print("fiel-audit: --second: %s: %s: is the path right?" % (name, error.strerror), file=sys.stderr)
            files.append((name, None))
            worst = 3
    for name, verdict in verdicts(files, key, args.pair):
        print(verdict.as_json(name) if args.json else folded(verdict.as_text(name)))
        worst = max(worst, 0 if verdict.valid else 1)
    return worst


def key_of(text, parser):
    if os.path.exists(text + ".pub"):
        parser.error("--key: %s holds the secret key: give %s.pub, which holds the public one" % (text, text))
    try:
        if os.path.exists(text):
            with open(text, encoding="ascii") as file:
                text = file.readline()
        key = bytes.fromhex(text)
    except (OSError, ValueError):
        key = b""
    if len(key) != 32:
        parser.error("--key takes 64 hex digits, or a file that holds them")
    return key


def folded(text):
    """On lines of eighty columns, as fiel-audit tells what it finds; a longer word, such as a path, stays whole."""
    return textwrap.fill(text, 80, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def verdicts(files, key, pairs):
    """(name, verdict) of every file that could be read; of a pair both files have to be."""
    if not pairs:
        for name, data in files:
            if data is not None:
                yield name, report.judge(data, key)
        return
    for (one, first), (two, second) in zip(files[::2], files[1::2]):
        if first is not None and second is not None:
            yield from zip((one, two), report.judge_pair(first, second, key))


def told():
    """A verdict that could not be printed is none."""
    try:
        code = main()
        sys.stdout.flush()
        return code
    except OSError as error:
        print("fiel-audit: --second: what was told could not be written: %s: make room, or send it elsewhere" %
              error.strerror, file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left in it is lost, and said
        return 3


if __name__ == "__main__":
    sys.exit(told())
