"""python3 -m second FILE...: the second opinion about the record of a match."""

import argparse
import sys

from . import report


def main(words=None):
    parser = argparse.ArgumentParser(prog="second", description="Judges the record of a match once more, from the "
                                     "pages of the protocol alone. Exit: 0 every file is valid, 1 one is not, "
                                     "2 wrong usage, 3 a file cannot be read or is not judged.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="one JSON object per file and line")
    parser.add_argument("--key", metavar="HEX", help="the arbiter's public key that you trust")
    args = parser.parse_args(words)
    try:
        key = bytes.fromhex(args.key) if args.key else None
    except ValueError:
        parser.error("--key takes 64 hex digits")
    worst = 0
    for name in args.files:
        try:
            with open(name, "rb") as file:
                data = file.read()
        except OSError as error:
            print("second: %s: %s: is the path right?" % (name, error.strerror), file=sys.stderr)
            worst = 3
            continue
        verdict = report.judge(data, key=key)
        print(verdict.as_json(name) if args.json else verdict.as_text(name))
        worst = max(worst, 3 if verdict.valid is None else 0 if verdict.valid else 1)
    return worst


if __name__ == "__main__":
    sys.exit(main())
