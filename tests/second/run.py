#!/usr/bin/env python3
"""Facts that this project did not make, put to the second opinion's rules and to those of `fiel table` beside it: written cases and recorded
hands; then vectors, an example record and forgeries of it for the second opinion alone.

    tests/second/run.py FIEL             the corpora of tests/corpus
    tests/second/run.py FIEL --corpus D  the whole recordings in the folder D (*.jsonl or *.jsonl.gz)
    tests/second/run.py FIEL --all       more of what is drawn by lot

Exit 0 when all agrees, 1 when something differs."""

import argparse
import gzip
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "protocol")]

import asked         # noqa: E402
import beside        # noqa: E402
import beside_table  # noqa: E402
import cases         # noqa: E402
import facts         # noqa: E402
import forgeries     # noqa: E402
import vectors       # noqa: E402

TESTS = os.path.join(HERE, "..")


def lines(path):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt") as file:
        return file.read().splitlines()


def written_cases(tell):
    counts, wrong = {}, 0
    for text in lines(os.path.join(TESTS, "corpus", "truco_cases.jsonl")):
        case = json.loads(text)
        how, found = cases.check(case)
        counts[how] = counts.get(how, 0) + 1
        if found:
            wrong += 1
            tell("case %s: %s" % (case["id"], "; ".join(found)))
    print("cases: %s, %d differ" % (", ".join("%d %s" % (n, how) for how, n in sorted(counts.items())), wrong))
    return wrong


OTHERS = ("truco_cases", "perft", "options")


def recorded_hands(folder, tell):
    wrong, total = 0, 0
    for name in sorted(os.listdir(folder)):
        stem = name.split(".")[0]
        if ".jsonl" not in name or stem in OTHERS:
            continue
        played, left = 0, {}
        for text in lines(os.path.join(folder, name)):
            try:
                why = facts.table_line(text) if stem.startswith("giampiga") else facts.play(stem, text)
            except facts.Differs as difference:
                wrong += 1
                tell(str(difference))
                continue
            played += 1
            if why:
                left[why] = left.get(why, 0) + 1
        print("%s: %d played, left out %s" % (stem, played, left or "none"))
        total += played
    print("recorded: %d lines" % total)
    return wrong


def deal_vectors(tell):
    wrong = 0
    for number, text in enumerate(lines(os.path.join(TESTS, "vectors", "deal2.jsonl"))):
        found = vectors.check(text)
        if found:
            wrong += 1
            tell("deal2 line %d: %s" % (number + 1, ", ".join(found)))
    print("deal2: 12 vectors, %d differ" % wrong)
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fiel")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--corpus")
    args = parser.parse_args()
    told = [0]

    def tell(sentence):
        told[0] += 1
        if told[0] <= 40:
            print("DIFFERS: " + sentence)
    beside.TABLE = beside_table.Table(args.fiel)
    folder = args.corpus or os.path.join(TESTS, "corpus")
    wrong = written_cases(tell)
    wrong += recorded_hands(folder, tell)
    wrong += deal_vectors(tell)
    wrong += asked.check(5000 if args.all else 500, tell)
    wrong += forgeries.check(os.path.join(TESTS, "vectors", "example.replay"), args.all, tell)
    print("%d differ" % wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
