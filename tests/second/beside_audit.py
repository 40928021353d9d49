#!/usr/bin/env python3
"""Judges every record in a folder with the second opinion and, beside it, with `fiel-audit`, and compares the verdicts,
who is to blame, and of a valid one what its outcome rests on. Which record of a lie is named may differ: the one that tells it, or the one that follows from it.

    tests/second/beside_audit.py FIEL-AUDIT FOLDER

Exit 0 when nothing differed, else 1. A difference is settled by the pages, never by what the other program does."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "protocol"))

from second import report  # noqa: E402


RESTS = ("fault_rests_on", "hands_over", "signed_to", "unsigned_by")


def rests(told):
    """On whose word the outcome stands; of a record that is not valid nothing does."""
    return {key: told.get(key) for key in RESTS} if told["valid"] else None


def of_auditor(auditor, path):
    """(valid, blame, what it rests on, sentence) of fiel-audit."""
    run = subprocess.run([auditor, "--json", path], capture_output=True, text=True, check=False)
    told = json.loads(run.stdout)
    return told["valid"], told.get("blame"), rests(told), told.get("wrong")


def of_second(path):
    with open(path, "rb") as file:
        verdict = report.judge(file.read())
    return verdict.valid, verdict.blame, rests(verdict.as_dict(path)), verdict.sentence


def main():
    auditor, folder = sys.argv[1:]
    names = sorted(name for name in os.listdir(folder) if name.endswith(".replay"))
    valid = wrong = 0
    for name in names:
        path = os.path.join(folder, name)
        one, two = of_auditor(auditor, path), of_second(path)
        valid += one[0] and two[0]
        if one[:3] != two[:3]:
            wrong += 1
            print("DIFFERS: %s: fiel-audit %s, the second opinion %s" % (name, one, two))
    print("%d records, %d valid, %d differ" % (len(names), valid, wrong))
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())
