#!/usr/bin/python3
"""train: a small network learns Truco against bundled bots or against itself, by policy gradient, with NumPy alone.

usage: train.py [--rules argentino] [--rivals cauto] [--seconds 600] [--tables 512] [--seed 1] [--out net.npz] [--curve curve.csv]

--rivals self,campeon,embustero: a third of the tables each; at those of "self" the network decides in both seats.

Each step is one decision at every table; every eighth the network is moved towards what brought more points than it expected.
What it learned is in one file, which played.py plays. docs/training.md goes through it.
"""

import argparse
import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the tables' threads need the processors more
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import numpy  # noqa: E402

from fiel.batch import Batch, cpus  # noqa: E402
from fiel.net import Net  # noqa: E402

STEPS, HIDDEN, RATE, ENTROPY, CRITIC, MOST = 8, 128, 2e-3, 0.01, 0.5, 1.0


class Adam:
    """The usual steps down a slope (Kingma and Ba, 2015)."""

    def __init__(self, parts):
        self.mean, self.square, self.count = [numpy.zeros_like(p) for p in parts], [numpy.zeros_like(p) for p in parts], 0

    def step(self, parts, slopes, rate):
        """Moves the parts; a slope that is too steep as a whole is made flatter."""
        self.count += 1
        steep = numpy.sqrt(sum(float((s * s).sum()) for s in slopes))
        for part, slope, mean, square in zip(parts, slopes, self.mean, self.square):
            slope = slope * min(1.0, MOST / (steep + 1e-9))
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            part -= rate * (mean / (1 - 0.9 ** self.count)) / (numpy.sqrt(square / (1 - 0.999 ** self.count)) + 1e-8)


def slopes_of(net, seen, chosen, returns):
    """By how much each part of the network makes the loss larger."""
    rows, masks, first, second, chances, values = seen
    count = len(chosen)
    better = returns - values
    better = (better - better.mean()) / (better.std() + 1e-6)
    up = chances.copy()
    up[numpy.arange(count), chosen] -= 1
    up *= better[:, None]                                     # of -better * log(chance of what was chosen)
    logs = numpy.log(numpy.maximum(chances, 1e-12))
    spread = (chances * logs).sum(1, keepdims=True)
    up += ENTROPY * chances * (logs - spread)                 # of -entropy
    up *= masks / count
    off = (CRITIC * (values - returns) / count)[:, None]
    back = (up @ net.policy.T + off @ net.value.T) * (second > 0)
    down = (back @ net.inner.T) * (first > 0)
    return [rows.T @ down, down.sum(0), first.T @ back, back.sum(0), second.T @ up, up.sum(0), second.T @ off, off.sum(0)]


def play_some(net, batch, told, ids, dice, mine, tables):
    """STEPS decisions at every table: what was seen, what was done, what it brought until its hand ended; points and hands.
    All is told from the first seat, and turned round for the second: what one wins the other loses."""
    seen, done, paid, acts, signs = [], [], [], [], []
    for _ in range(STEPS):
        signs.append(1 - 2 * told.turn)
        step = net.look(told.rows, told.mask)
        drawn = (step[4].cumsum(1) > dice.random((tables, 1), numpy.float32)).argmax(1)
        drawn = numpy.where(told.mask[numpy.arange(tables), drawn] == 1, drawn, step[4].argmax(1))
        ids[:] = drawn
        batch.step(ids)
        seen.append(step)
        acts.append(drawn)
        paid.append(told.reward[:, 0].copy())
        done.append(told.done > 0)
    later = net.look(told.rows, told.mask)[5] * (1 - 2 * told.turn)
    returns = []
    for reward, over, sign in zip(reversed(paid), reversed(done), reversed(signs)):
        later = reward + numpy.where(over, 0, later)
        returns.insert(0, (later * sign).astype(numpy.float32))
    return seen, acts, returns, float(sum(p @ mine for p in paid)), int(sum(d[mine != 0].sum() for d in done))


def main():
    """Learns until the time is over, and writes what it learned."""
    words = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    words.add_argument("--rules", default="argentino")
    words.add_argument("--rivals", default="cauto")
    words.add_argument("--seconds", type=float, default=600)
    words.add_argument("--tables", type=int, default=512)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--out", default="net.npz")
    words.add_argument("--curve", default="")
    words = words.parse_args()
    dice, half = numpy.random.default_rng(words.seed), words.tables // 2
    names = [None if name == "self" else name for name in words.rivals.split(",")]
    rivals = [[None, names[i % len(names)]] if i < half else [names[i % len(names)], None] for i in range(words.tables)]
    batch = Batch(words.rules, 2, words.tables, words.seed, rivals, threads=cpus())
    told, ids = batch.arrays(), numpy.zeros(words.tables, numpy.int32)
    mine = numpy.array([(pair[1] is not None) - float(pair[0] is not None) for pair in rivals], numpy.float32)
    net = Net.fresh(batch.columns, batch.codes, words.rules, HIDDEN, dice)
    slope, start, lines = Adam(net.parts()), time.monotonic(), ["seconds,hands,points_per_hand"]
    points, hands, all_hands, next_line = 0.0, 0, 0, 0.05
    while (passed := (time.monotonic() - start) / words.seconds) < 1:
        seen, acts, returns, won, ended = play_some(net, batch, told, ids, dice, mine, words.tables)
        whole = [numpy.concatenate([step[k] for step in seen]) for k in range(6)]
        slope.step(net.parts(), slopes_of(net, whole, numpy.concatenate(acts), numpy.concatenate(returns)), RATE * (1 - passed))
        points, hands, all_hands = points + won, hands + ended, all_hands + ended
        if passed >= next_line and hands:
            lines.append("%.0f,%d,%.3f" % (passed * words.seconds, all_hands, points / hands))
            print(lines[-1], flush=True)
            points, hands, next_line = 0.0, 0, passed + 0.05
    net.save(words.out)
    if words.curve:
        with open(words.curve, "w", encoding="utf-8") as curve:
            curve.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
