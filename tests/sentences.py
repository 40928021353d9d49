#!/usr/bin/env python3
"""Every sentence with which the ladder refuses a person has a row in the languages' tables.

The English text is what a sentence is known by, as it is for gettext: it is what a program reads, and what the store keeps.  A
person reads it in another language through a row of the tables (cli/sentences.h).  One that was written without a row would
stay English on a Spanish page and nobody would notice; so the sources are searched for what they say, and a row that
is missing fails the build.

    tests/sentences.py
"""

import glob
import re
import sys

TABLES = ("ladder/site/words/sentences_asked.h", "ladder/site/words/sentences_played.h")
SOURCES = ("ladder/site/**/*.c", "ladder/store/*.c", "ladder/filing/*.c", "ladder/schedule/*.c")
# What only programs and terminals read, in English: workers, the commands of a host, a store that does not open.
SPARED = ("ladder/site/work/", "ladder/store/store_open.c", "ladder/store/store_schema.c", "ladder/store/store_tables.c", "ladder/store/store_copy.c",
          "ladder/store/store_blob.c", "ladder/store/db", "ladder/store/store.c", "ladder/store/store_finish.c",
          "ladder/store/store_jobs.c", "ladder/store/store_pairs.c", "ladder/store/store_worker_keys.c")
REFUSES = re.compile(r"\b(?:refuse|answer_error|db_refuse|store_fail|store_one)\(")
OURS = re.compile(r"\bSTORE_(?:ENVIRONMENT|CORRUPT|BUSY)\b")        # the log has it, a visitor sees that something went wrong
TEXT = re.compile(r'(?:"(?:\\.|[^"\\])*"\s*)+')
CATALOGUED = re.compile(r'\b(?:TR?|N_)\([^"]*' + TEXT.pattern + r"\)")      # `make po-check` looks after these
HOLE = re.compile(r'%[-+0-9.*]*(?:ll|z|l)?[sduxXf]|%"\s*PRI[du](?:64|32)\s*"')
LAST_HOLE = re.compile(r'%"\s*PRI[du](?:64|32)')                   # no text behind it


def literal(text):
    """The text of literals that stand side by side."""
    return "".join(re.findall(r'"((?:\\.|[^"\\])*)"', text)).replace('\\"', '"')


def rows(tables):
    """Of every row of the tables a pattern of the English sentence, and which of its holes the Spanish one has."""
    for path in tables:
        source = open(path, encoding="utf-8").read().replace("\\\n", "\n")
        for found in re.finditer(r"X\(\s*(" + TEXT.pattern + r"),\s*(" + TEXT.pattern + ")", source):
            parts = re.split("[*~]", literal(found.group(1)))
            holes = [int(hole) - 1 for hole in re.findall(r"\$(\d)", literal(found.group(2)))]
            yield re.compile("(.+?)".join(re.escape(part) for part in parts), re.DOTALL), holes


def is_known(said, known):
    """Is there a row for it, and for every sentence that stands in a hole of that?"""
    if not is_sentence(said):
        return True
    for row, holes in known:
        match = row.fullmatch(said)
        if match and all(is_known(match.group(hole + 1), known) for hole in holes):
            return True
    return False


def is_sentence(text):
    return " " in text and len(text) > 8


def words_of_call(source, begin):
    """What stands between the brackets that are open at `begin`; where none is open, what stands before the next semicolon."""
    deep, at, end = 1, begin, {"(": 1, ")": -1} if source[begin - 1] == "(" else {";": -1}
    while deep:
        if source[at] == '"':
            at = re.compile(r'"(?:\\.|[^"\\])*"').match(source, at).end() - 1
        deep += end.get(source[at], 0)
        at += 1
    return source[begin:at - 1]


def refusals(sources, says):
    for pattern in sources:
        for path in sorted(glob.glob(pattern, recursive=True)):
            if path.startswith(SPARED):
                continue
            source = re.sub(r"/\*.*?\*/", lambda comment: re.sub(r"[^\n]", " ", comment.group()), open(path, encoding="utf-8").read(),
                            flags=re.DOTALL)
            for call in says.finditer(source):
                words = words_of_call(source, call.end())
                if OURS.search(words):
                    continue
                for text in TEXT.finditer(LAST_HOLE.sub('7"', HOLE.sub("7", CATALOGUED.sub("", words)))):
                    said = literal(text.group(0))
                    if is_sentence(said) and not said.startswith("; ") and not said.endswith(": "):     # those are pieces of one
                        yield "%s:%d" % (path, source.count("\n", 0, call.start()) + 1), said


def main():
    missing = 0
    for what, tables, found in (("refusals", TABLES, list(refusals(SOURCES, REFUSES))),):
        known = list(rows(tables))
        without = [(where, said) for where, said in found if not is_known(said, known)]
        for where, said in without:
            print("%s: no row in %s: %s" % (where, tables[0], said), file=sys.stderr)
        print("sentences: %d %s, %d without a row" % (len(found), what, len(without)))
        missing += len(without) + (not found)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
