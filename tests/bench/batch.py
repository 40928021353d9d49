#!/usr/bin/python3
"""Steps of many tables in one second, called from Python; tests/bench/batch.c is the same loop in C.

usage: batch.py [TABLES]
"""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sdk", "python"))
from fiel.batch import Batch  # noqa: E402
from fiel.rules import Dice  # noqa: E402

tables = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
batch, dice, steps = Batch("argentino", tables=tables, seed=1), Dice(1), 0
ids, since = batch.ids(), time.monotonic()
while time.monotonic() - since < 1:
    batch.choose(ids, dice)
    batch.step(ids)
    steps += tables
print(round(steps / (time.monotonic() - since)))
