"""Every record of the example, changed once or, of what was sent, left out, and signed anew where it can be: never valid again, no seat blamed.

The arbiter's key of the example is known (PROTOCOL.md section 13), so the forger signs the file like an arbiter that
lies: what remains to be found is the change itself."""

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


def unsent(data, records):
    """(what was changed, forged bytes) of every envelope that the arbiter says nothing of."""
    for r in records:
        if r.kind == record.SENT:
            yield "record %d (%s) left out" % (r.number, r.name), data[:r.offset] + data[r.offset + 14 + len(r.payload):]


def check(path, every, tell):
    with open(path, "rb") as file:
        data = file.read()
    verdict = report.judge(data)
    if not verdict.valid:
        tell("the example: %s" % verdict.as_text("example"))
        return 1
    records, _ = record.read(data)
    match_id, wrong, forged, survived = verdict.course.match_id, 0, 0, 0
    for what, bytes_ in [*flipped(data, records, 23 if every else 211), *unsent(data, records)]:
        forged += 1
        told = report.judge(trailer(bytes_, match_id))
        if told.valid and not taken_on_trust(what):
            wrong += 1
            tell("forged %s: valid" % what)
        survived += told.valid
        if not told.valid and told.blame not in ("arbiter", "file"):
            wrong += 1
            tell("forged %s: blames %s" % (what, told.blame))
    plain = report.judge(data[:400] + b"x" + data[401:])
    if plain.valid or plain.blame != "file":
        wrong += 1
        tell("a file that nobody signed blames %s" % plain.blame)
    print("forgeries: %d made, %d of them stamps that rest on the arbiter's word, %d wrong" % (forged, survived, wrong))
    return wrong


def taken_on_trust(what):
    """Stamps `left` and `came` of RECEIVED: when an envelope came rests on the arbiter's word (REPLAY.md 6)."""
    return "(RECEIVED)" in what and 18 <= int(what.split()[-1]) < 34
