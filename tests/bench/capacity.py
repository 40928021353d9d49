"""What a machine can take: a ladder of these bots plays for some seconds, with the defaults of `fiel-ladder serve`; what a
game cost there is multiplied.

    capacity.py BUILD SECONDS AUTHORS GAMES JAIL BOT...      each author's bot plays so many games a day; JAIL any: what serve takes

Everything is counted: bots, arbiter, audit, site and store.  A machine that does other things meanwhile has fewer games a second;
processor and disk of a game stay what they are."""
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

DAY = 86400


def stands(path):
    """Games that are filed, and pairs."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30) as db:
        games = db.execute("select coalesce(sum(games0 + games1), 0) from leg").fetchone()[0]
        return games, db.execute("select count(*) from pair where state = 'done'").fetchone()[0]


def bytes_in(folder):
    """What all files there take on the disk."""
    return sum(os.lstat(os.path.join(at, f)).st_blocks * 512 for at, _, files in os.walk(folder) for f in files)


def play(build, seconds, jail, bots, folder):
    """A ladder for so long: its figures from the first pair on."""
    ladder, path = build + "/bin/fiel-ladder", folder + "/ladder.db"
    store = ["--store", "sqlite:" + path]
    quiet = {"stdout": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
    subprocess.run([ladder, "init", *store, "--host", "hilda"], check=True, **quiet)
    for bot in bots:
        name = "host/" + os.path.basename(bot).split(".")[0]
        subprocess.run([ladder, "enter", "--new", name, bot, *store], check=True, **quiet)
    how = [] if jail == "any" else ["--jail", jail]
    cpus = len(os.sched_getaffinity(0))
    site = subprocess.Popen([ladder, "serve", *store, "--listen", "127.0.0.1:0", "--workers", str(cpus)] + how, **quiet)
    end = time.monotonic() + 120
    while not stands(path)[1]:
        time.sleep(0.2)
        if time.monotonic() > end or site.poll() is not None:
            sys.exit("capacity: no pair was filed within two minutes: does `fiel-ladder serve` play here?")
    empty, (games, pairs), begin = bytes_in(folder), stands(path), time.monotonic()
    time.sleep(seconds)
    after, took = stands(path), time.monotonic() - begin
    grown = bytes_in(folder) - empty
    site.send_signal(signal.SIGTERM)
    site.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (used.ru_utime + used.ru_stime) / max(1, after[0])  # with the start and the admissions
    return after[0] - games, after[1] - pairs, took, cpu, max(0, grown) / max(1, after[0] - games), cpus


def main(build, seconds, authors, games, jail, *bots):
    seconds, authors, games = float(seconds), int(authors), int(games)
    bots = [b if "/" in b else f"{build}/bots/{b}" for b in bots]
    with tempfile.TemporaryDirectory() as folder:
        played, pairs, took, cpu, size, cpus = play(build, seconds, jail, bots, folder)
    if not played:
        sys.exit("capacity: no pair was filed in time: give it more SECONDS=")
    day = authors * games / 2
    print(f"seen: {played} games, {pairs} pairs in {took:.0f} s on {cpus} processors, jail {jail}, load {os.getloadavg()[0]:.1f}")
    print(f"a game: {cpu * 1000:.0f} ms of a processor, {size / 1024:.1f} KiB; {played / took:.2f} games a second")
    print(f"{authors} authors of {games} games a day: {day:.0f} games: {day * cpu / DAY:.2f} processors, "
          f"{day * size / 2**30:.2f} GiB a day, {day * took / played / 3600:.1f} hours of this machine")


main(*sys.argv[1:])
