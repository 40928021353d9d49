#!/usr/bin/env python3
"""The second opinion's own test: written cases, recorded hands, vectors, an example record and forgeries of it.

    tests/second/run.py             a fixed sample, less than a minute
    tests/second/run.py --all       every recorded hand of tests/corpus
    tests/second/run.py --corpus D  the whole recordings in the folder D (*.jsonl or *.jsonl.gz)

Exit 0 when all agrees, 1 when something differs."""

import argparse
import gzip
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "protocol")]

import asked         # noqa: E402
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


def recorded_hands(folder, every, tell):
    wrong = 0
    for name in sorted(os.listdir(folder)):
        stem = name.split(".")[0]
        if ".jsonl" not in name or stem not in facts.RULES:
            continue
        played, left = 0, {}
        for number, text in enumerate(lines(os.path.join(folder, name))):
            if number % every:
                continue
            try:
                why = facts.play(stem, text)
            except facts.Differs as difference:
                wrong += 1
                tell(str(difference))
                continue
            played += 1
            if why:
                left[why] = left.get(why, 0) + 1
        print("%s: %d played, left out %s" % (stem, played, left or "none"))
    return wrong


def venezuelan_tables(folder, every, tell):
    wrong = 0
    for name in sorted(os.listdir(folder)):
        if name.startswith("giampiga"):
            for text in lines(os.path.join(folder, name))[::every]:
                try:
                    facts.table_line(text)
                except facts.Differs as difference:
                    wrong += 1
                    tell(str(difference))
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
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--corpus")
    args = parser.parse_args()
    told = [0]

    def tell(sentence):
        told[0] += 1
        if told[0] <= 40:
            print("DIFFERS: " + sentence)
    every = 1 if args.all or args.corpus else 5
    folder = args.corpus or os.path.join(TESTS, "corpus")
    wrong = written_cases(tell)
    wrong += recorded_hands(folder, every, tell)
    wrong += venezuelan_tables(folder, every, tell)
    wrong += deal_vectors(tell)
    wrong += asked.check(5000 if args.all else 500, tell)
    wrong += forgeries.check(os.path.join(TESTS, "vectors", "example.replay"), args.all, tell)
    print("%d differ" % wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
