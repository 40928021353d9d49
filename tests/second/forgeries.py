"""Every record of the example, changed once, each envelope sent otherwise, and the file closed before cards are told, and signed anew where it
can be: never valid again, no seat blamed.

The arbiter's key of the example is known (REPLAY.md section 7), so the forger signs the file like an arbiter that
lies: what remains to be found is the change itself."""

import struct

from second import deal, record, report, signatures

ARBITER = bytes([200, 94]) + bytes(30)


def trailer(data, match_id):
    """The file with its last signature made anew."""
    before = data[:-64]
    return before + signatures.sign(ARBITER, deal.signed_replay(match_id, before))


def flipped(data, records, step):
    """(what was changed, forged bytes) of every step-th byte of a payload, a visibility and a count."""
    for r in records[1:-1]:
        start = r.offset + 14
        places = range(start, start + len(r.payload), max(1, step if len(r.payload) > step else len(r.payload) // 2 or 1))
        for at in [r.offset + 5, *places]:
            yield "record %d (%s) byte %d" % (r.number, r.name, at - r.offset), \
                data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


def sent(time, party, first, count):
    """The bytes of a SENT."""
    return struct.pack(">IBBQBQI", 13, record.SENT, 0, time, party, first, count)


def otherwise_sent(data, records):
    """(what was changed, forged bytes) of every envelope: left out, told twice, in two, or its first message before its last one was made."""
    for before, r in zip(records, records[1:]):
        if r.kind != record.SENT:
            continue
        party, first, count = struct.unpack(">BQI", r.payload)
        end = r.offset + 14 + len(r.payload)
        front, whole, behind = data[:r.offset], data[r.offset:end], data[end:]
        rest = sent(r.time, party, first + 1, count - 1)
        ways = {"left out": front + behind, "told twice": front + whole + whole + behind}
        if count > 1:
            ways["in two"] = front + sent(r.time, party, first, 1) + rest + behind
        if count > 1 and before.kind < record.HEADER:
            early = sent(before.time, party, first, 1)
            ways["begun early"] = data[:before.offset] + early + data[before.offset:r.offset] + rest + behind
        for way, forged in ways.items():
            yield "record %d (%s) %s" % (r.number, r.name, way), forged


def closed_early(data, records):
    """(what was changed, forged bytes) of every DEAL and CARDS: the file ends before it, as one that is whole."""
    for r in records:
        if r.kind in (record.DEAL, record.CARDS):
            yield "record %d (%s) and all behind it left out" % (r.number, r.name), data[:r.offset] + data[-78:]


def check(path, every, tell):
    with open(path, "rb") as file:
        data = file.read()
    verdict = report.judge(data)
    if not verdict.valid:
        tell("the example: %s" % verdict.as_text("example"))
        return 1
    records, _ = record.read(data)
    match_id, wrong, forged, survived = verdict.course.match_id, 0, 0, 0
    for what, bytes_ in [*flipped(data, records, 23 if every else 211), *otherwise_sent(data, records)]:
        forged += 1
        told = report.judge(trailer(bytes_, match_id))
        if told.valid and not taken_on_trust(what):
            wrong += 1
            tell("forged %s: valid" % what)
        survived += told.valid
        if not told.valid and told.blame not in ("arbiter", "file"):
            wrong += 1
            tell("forged %s: blames %s" % (what, told.blame))
    for what, bytes_ in closed_early(data, records):
        forged += 1
        told = report.judge(trailer(bytes_, match_id))
        if told.valid or told.blame != "arbiter":
            wrong += 1
            tell("forged %s: blames %s" % (what, told.blame))
    again = data[8:records[1].offset]  # a second HEADER: what stands behind it is no record
    for plain in (data[:400] + b"x" + data[401:], *(data[:r.offset] + again for r in records if r.kind == record.CARDS)):
        told = report.judge(plain)
        if told.valid or told.blame != "file":
            wrong += 1
            tell("a file that nobody signed blames %s" % told.blame)
    print("forgeries: %d made, %d of them stamps that rest on the arbiter's word, %d wrong" % (forged, survived, wrong))
    return wrong


def taken_on_trust(what):
    """Stamps `left` and `came` of RECEIVED: when an envelope came rests on the arbiter's word (REPLAY.md 6)."""
    return "(RECEIVED)" in what and 18 <= int(what.split()[-1]) < 34
