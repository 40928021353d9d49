"""The rows of a ladder's store, for tests/upgrade.sh.

  upgrade_rows.py pairs STORE        how many pairs are filed
  upgrade_rows.py keep STORE COPY    a copy of a store that nobody uses
  upgrade_rows.py same COPY STORE    every row of the copy is in the store, with the same values in the copy's columns, and no other row
  upgrade_rows.py stays COPY STORE   the same of what is never changed once it is there; there may be more of it

exit 0 when it is so, 1 when not, with the first rows that differ.
"""
import sqlite3
import sys

# What play changes: whose turn it is, who was last seen, the newest table.  All else is added to and never changed.
CHANGING = {"budget", "session", "event", "job", "live", "worker", "worker_key", "setting", "ladder", "rating", "rating_run", "entry"}
# A pair and a bot's version go on from one state to the next: these are held by what is theirs for ever.
ONWARD = {"pair": "state = 'done'", "version": "state = 'active'"}
MARK = "schema_version"  # it says which tables these are


def opened(path):
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True)


def tables(db):
    names = [n for (n,) in db.execute("select name from sqlite_master where type = 'table' order by name")]
    return [n for n in names if n != MARK and not n.startswith("sqlite_")]


def rows(db, table, columns, where="1"):
    listed = ", ".join(f'"{c}"' for c in columns)
    return db.execute(f'select {listed} from "{table}" where {where}').fetchall()


def compare(old, new, which):
    wrong = []
    for table in tables(old):
        if which == "stays" and table in CHANGING:
            continue
        where = ONWARD.get(table, "1") if which == "stays" else "1"
        columns = [c[1] for c in old.execute(f'pragma table_info("{table}")')]
        gone = [c for c in columns if c not in [d[1] for d in new.execute(f'pragma table_info("{table}")')]]
        if gone:
            wrong.append(f"{table}: these columns are gone: {', '.join(gone)}")
            continue
        was, now = set(rows(old, table, columns, where)), set(rows(new, table, columns))
        wrong += [f"{table}: this row is gone or changed: {str(row)[:300]}" for row in sorted(was - now, key=str)]
        if which == "same":
            wrong += [f"{table}: this row is new: {str(row)[:300]}" for row in sorted(now - was, key=str)]
    return wrong


def main(words):
    if len(words) == 2 and words[0] == "pairs":
        print(opened(words[1]).execute("select count(*) from pair where state = 'done'").fetchone()[0])
        return 0
    if len(words) == 3 and words[0] == "keep":
        with sqlite3.connect(words[2]) as copy:
            opened(words[1]).backup(copy)
        return 0
    if len(words) == 3 and words[0] in ("same", "stays"):
        old, new = opened(words[1]), opened(words[2])
        wrong = compare(old, new, words[0])
        if not old.execute("select count(*) from leg").fetchone()[0]:
            wrong.append("leg: the copy has no match, so this would show nothing")
        print("\n".join(wrong[:20]), end="\n" if wrong else "")
        return 1 if wrong else 0
    print(__doc__, file=sys.stderr)
    return 2


sys.exit(main(sys.argv[1:]))
