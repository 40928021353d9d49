#!/usr/bin/python3
"""Plays a bot's decide against cauto by the rules alone, in both seats, and prints its points a hand.   stands.py FOLDER HANDS"""

import os
import sys

sys.path[:0] = [sys.argv[1], os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sdk", "python")]
from bot import decide  # noqa: E402
from fiel.batch import Batch  # noqa: E402
from fiel.rules import Table  # noqa: E402

hands, points, most = 0, 0.0, int(sys.argv[2])
for seat in (0, 1):
    batch, table = Batch("argentino", 2, 1, 7, [["cauto", None], [None, "cauto"]][1 - seat]), Table("argentino", 2)
    ids = batch.ids()
    while hands < most * (seat + 1) // 2:
        table.memory[:] = batch.memory
        ids[0] = batch.codes.index(decide.decide(table.view()).code)
        batch.step(ids)
        points += batch.reward[seat]
        hands += batch.done[0] > 0
print(points / hands)
