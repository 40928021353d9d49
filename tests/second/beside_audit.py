#!/usr/bin/env python3
"""Judges every record in a folder with the second opinion and, beside it, with `fiel-audit`, and compares the verdicts,
who is to blame, which must is broken where both name the same record, and of what is valid on whose word it rests and how much time that gave to whom. Which record of a lie is named may differ: the one that tells it, or the one that follows from it.

    tests/second/beside_audit.py FIEL-AUDIT FOLDER [PATTERN]    of the files that the pattern names; else *.replay
    tests/second/beside_audit.py --pairs FIEL-AUDIT FOLDER    of the legs of pairs, one behind the other

Exit 0 when nothing differed, else 1. A difference is settled by the pages, never by what the other program does."""

import glob
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "protocol"))

from second import report  # noqa: E402


def rests(told):
    """Of a valid record what its outcome rests on beside signatures, and whose cut is a bridge's."""
    return told["valid"] and (told["fault_rests_on"], told["unsigned_by"], told["signed_to"], told["hands_over"],
                             told["rests"], told["by_lines"])


def of_auditor(auditor, path):
    """(valid, blame, what it rests on, time that was nobody's by party, sentence) of fiel-audit."""
    run = subprocess.run([auditor, "--json", path], capture_output=True, text=True, check=False)
    told = json.loads(run.stdout)
    blame = None if told["verdict"] == "unfinished" else told.get("blame")
    return told["valid"], blame, rests(told), told["valid"] and told["paused_us"], told.get("wrong"), (told.get("record"), told.get("must"))


def of_second(path):
    with open(path, "rb") as file:
        verdict = report.judge(file.read())
    told = verdict.as_dict(path)
    paused = verdict.valid and [told["pauses"].get(i, 0) for i in range(verdict.course.offer.parties)]
    return verdict.valid, verdict.blame, rests(told), paused, verdict.sentence, (told.get("record"), verdict.must)


def pair_of_auditor(auditor, one, two):
    """(valid, who is to blame where each leg is right by itself, sentence) of fiel-audit."""
    run = subprocess.run([auditor, "--json", "--pair", one, two], capture_output=True, text=True, check=False)
    told = json.loads(run.stdout)
    alone = all(leg["valid"] for leg in told["legs"])
    blame = None if told.get("blame") == "nobody" else told.get("blame")
    return told["valid"], blame if alone else "leg", told.get("wrong")


def pair_of_second(one, two):
    with open(one, "rb") as first, open(two, "rb") as second:
        legs = first.read(), second.read()
    alone = all(report.judge(leg).valid for leg in legs)
    a, b = report.judge_pair(*legs)
    return a.valid and b.valid, b.blame if alone else "leg", b.sentence


def other_must(*cited):
    """Both name this record, and cite another must of ARBITER.md section 9."""
    return len(cited) == 2 and cited[0][0] == cited[1][0] and all(must for _, must in cited) and cited[0] != cited[1]


def judged(auditor, paths, pairs):
    """(name, what one says, what the other says, how many values of it are compared) of each record or pair."""
    if not pairs:
        for path in paths:
            yield path, of_auditor(auditor, path), of_second(path), 4
        return
    for one, two in [*zip(paths[::2], paths[1::2]), *zip(paths[::2], paths[3::2])]:  # and with the next pair's second leg
        yield one, pair_of_auditor(auditor, one, two), pair_of_second(one, two), 2


def main():
    pairs, (auditor, folder, *pattern) = "--pairs" in sys.argv[1:], [word for word in sys.argv[1:] if word != "--pairs"]
    paths = sorted(glob.glob(os.path.join(glob.escape(folder), *pattern or ["*.replay"])))
    count = valid = wrong = 0
    for path, one, two, compared in judged(auditor, paths, pairs):
        count += 1
        valid += one[0] and two[0]
        if one[:compared] != two[:compared] or other_must(*one[5:], *two[5:]):
            wrong += 1
            print("DIFFERS: %s: fiel-audit %s, the second opinion %s" % (os.path.basename(path), one, two))
    print("%d %s, %d valid, %d differ" % (count, "pairs" if pairs else "records", valid, wrong))
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
