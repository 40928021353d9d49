"""The second opinion: an auditor that shares nothing with Fiel's own programs.

Written from the pages (spec/*.md), the seeds and the vectors alone, without reading Fiel's C, Python or JavaScript:
what both auditors say was reached twice. Python 3.11 and its standard library; PyNaCl or cryptography is used for
Ed25519 where it is installed.

    fiel-audit --second FILE...     (or protocol/second/audit, or python3 -m second from the folder protocol)

cards, rules/      the games: a position, who is asked, what is legal, what an action does (RULES.md)
view, words        what a seat may know (CLIENT.md section 7); actions as text
msgpack, record, envelope, terms           bytes, the file, what bots send, what was agreed
deal, signatures, log                      seals, cuts, chains, what is signed, the proof of a match log
course             a match along its record, from HEADER to TRAILER: what is due, in which order
judge, faults      what is made of an envelope; what goes wrong and what it takes
table, clock, signs                        one table's hands; what a party owes and pays; señas
report, __main__   the verdict
"""
