"""What a match of one game costs to start and end, by difference with one of 41 games: CPU, in decisions of that match.

usage: start.py ROUNDS BUILD [BUILD...]

Each build's matches alternate with the others'; a row is medians, and what follows is their ratio to the first build's."""
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

MORE = 41


def used():
    u = resource.getrusage(resource.RUSAGE_CHILDREN)
    return u.ru_utime + u.ru_stime


def play(build, jail, games, folder):
    """Seconds of CPU and of the clock on the wall, and how many decisions there were."""
    record, bot = f"{folder}/m.replay", f"{build}/bench/instant"
    if os.path.exists(record):
        os.unlink(record)
    cpu, begin = used(), time.monotonic()
    out = subprocess.run([f"{build}/bin/fiel", "match", "--jail", jail, "--games", str(games), "--json", "--names", "a,b",
                          "--bot", bot, "--bot", bot, "--replay", record],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    seconds = used() - cpu, time.monotonic() - begin
    return *seconds, sum(seat["decisions"] for seat in json.loads(out.stdout)["seats"])


def once(build, jail, folder):
    """Of one match of a game: its start and end in decisions, its CPU, its time."""
    cpu, wall, decisions = play(build, jail, 1, folder)
    most, _, many = play(build, jail, MORE, folder)
    each = (most - cpu) / (many - decisions)
    return cpu / each - decisions, cpu * 1000, wall * 1000


def main(rounds, builds):
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        for jail in "none", "basic", "strict":
            rows = {build: [] for build in builds}
            try:
                for _ in range(rounds):
                    for build in builds:
                        rows[build].append(once(build, jail, folder))
            except subprocess.CalledProcessError:
                print(f"  --jail={jail}: not held here")
                continue
            first = None
            for build in builds:
                middle = [statistics.median(column) for column in zip(*rows[build])]
                first = first or middle
                beside = "".join(f" {m / f:.2f}" for m, f in zip(middle, first)) if len(builds) > 1 else ""
                print(f"  --jail={jail}: {middle[0]:.0f} decisions; {middle[1]:.1f} ms of CPU, {middle[2]:.0f} ms in all{beside}")


main(int(sys.argv[1]), sys.argv[2:])
