"""The second opinion: an auditor that shares nothing with Fiel's own programs.

Written from the pages (spec/*.md), the seeds and the vectors alone, without reading Fiel's C, Python or JavaScript:
what both auditors say was reached twice. Python 3.11 and its standard library; PyNaCl is used for Ed25519 where it is
installed.

    protocol/second/audit FILE...           (or python3 -m second, from the folder protocol)

cards, rules/      the games: a position, who is asked, what is legal, what an action does (RULES.md)
view, words        what a seat may know (PROTOCOL.md 7); actions as text
msgpack, record, envelope, terms           bytes, the file, what bots send, what was agreed
deal, signatures   seals, cuts, chains, and what is signed, of version 1 and of version 2
table, clock, signs, course                a match, from its first HELLO to its trailer
report, __main__   the verdict
"""
