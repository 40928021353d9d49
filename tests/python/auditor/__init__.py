"""The auditor of audit.py: what a record has to be, from PROTOCOL.md (P), DEAL.md (D) and REPLAY.md (R) alone.

records.py reads the file, state.py is what is kept, judging.py judges what came, course.py has what follows from it, told.py
checks what was told, audit.py walks through it all.
"""
