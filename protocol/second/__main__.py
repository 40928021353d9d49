"""python3 -m second FILE...: the second opinion about the record of a match."""

import argparse
import sys

from . import report


def main(words=None):
    parser = argparse.ArgumentParser(prog="second", description="Judges the record of a match once more, from the "
                                     "pages of the protocol alone. Exit: 0 every file is valid, 1 one is not, "
                                     "2 wrong usage, 3 a file cannot be read.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="one JSON object per file and line")
    parser.add_argument("--key", metavar="HEX", help="the arbiter's public key that you trust")
    parser.add_argument("--pair", action="store_true", help="the files are pairs, two by two: the second is the first's twin")
    args = parser.parse_args(words)
    try:
        key = bytes.fromhex(args.key) if args.key else None
    except ValueError:
        parser.error("--key takes 64 hex digits")
    if args.pair and len(args.files) % 2:
        parser.error("--pair takes the files two by two")
    worst, files = 0, []
    for name in args.files:
        try:
            with open(name, "rb") as file:
                files.append((name, file.read()))
        except OSError as error:
            print("second: %s: %s: is the path right?" % (name, error.strerror), file=sys.stderr)
            files.append((name, None))
            worst = 3
    for name, verdict in verdicts(files, key, args.pair):
        print(verdict.as_json(name) if args.json else verdict.as_text(name))
        worst = max(worst, 0 if verdict.valid else 1)
    return worst


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


if __name__ == "__main__":
    sys.exit(main())
