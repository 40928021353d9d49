#!/usr/bin/env python3
"""No more than five files call each other in a circle, by the word of the linker's symbols.

To understand one file of a circle, one has to understand all of them.  A circle of two or three is a subject in a few
files; a larger one is a subject that was cut into pieces, or a function that stands in the wrong file: it belongs below those who
use it.  `--why` says which symbols hold the larger ones together.

    tests/circles.py [--why] BUILD
"""

import collections
import os
import subprocess
import sys

MOST = 5
DEFINES = "TDBRCV"


def objects(build):
    """Of each object whose source is here: the symbols that it defines, and those that it asks for."""
    top, found = os.path.join(build, "obj"), {}
    for folder, _, files in os.walk(top):
        for name in files:
            path = os.path.join(folder, name)
            source = os.path.relpath(path, top)[:-2] + ".c"
            if name.endswith(".o") and not source.startswith("tests/") and os.path.exists(source):
                found[path] = source, set(), set()
    listed = subprocess.run(["nm", "-A", *found], capture_output=True, text=True, check=True).stdout if found else ""
    for line in listed.splitlines():
        path, _, symbol = line.partition(".o:")
        kind, name = symbol.split()[-2:]
        _, defines, wants = found[path + ".o"]
        if kind in DEFINES:
            defines.add(name)
        elif kind == "U":
            wants.add(name)
    return list(found.values())


def arrows(all_objects):
    """Who asks whom, and for what; a name that several define (the main of each program) is nobody's."""
    owners = collections.defaultdict(set)
    for source, defines, _ in all_objects:
        for symbol in defines:
            owners[symbol].add(source)
    asks = {source: collections.defaultdict(set) for source, _, _ in all_objects}
    for source, _, wants in all_objects:
        for symbol in wants:
            if len(owners.get(symbol, ())) == 1:
                (owner,) = owners[symbol]
                if owner != source:
                    asks[source][owner].add(symbol)
    return asks


def circles(asks):
    """The strongly connected parts (R. Tarjan, SIAM J. Comput. 1, 1972), those of one file aside."""
    number, low, stack, found = {}, {}, [], []

    def visit(source):
        number[source] = low[source] = len(number)
        stack.append(source)
        for other in asks[source]:
            if other not in number:
                visit(other)
                low[source] = min(low[source], low[other])
            elif other in stack:
                low[source] = min(low[source], number[other])
        if low[source] == number[source]:
            part = stack[stack.index(source):]
            del stack[stack.index(source):]
            if len(part) > 1:
                found.append(sorted(part))

    for source in sorted(asks):
        if source not in number:
            visit(source)
    return sorted(found, key=len, reverse=True)


def main():
    why, build = "--why" in sys.argv[1:], sys.argv[-1]
    sys.setrecursionlimit(10000)
    asks = arrows(objects(build))
    found = circles(asks)
    large = [part for part in found if len(part) > MOST]
    for part in large:
        print("circles: %d files call each other: %s" % (len(part), " ".join(part)), file=sys.stderr)
        for source in part if why else ():
            for other in part:
                if asks[source][other]:
                    print("  %s asks %s for %s" % (source, other, " ".join(sorted(asks[source][other]))), file=sys.stderr)
    print("circles: %d files, the largest circle has %d" % (len(asks), max(map(len, found), default=1)))
    return 1 if large or not asks else 0


if __name__ == "__main__":
    sys.exit(main())
