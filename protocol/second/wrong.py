"""Why a walk along a record ends before the record does."""

import re


class Wrong(Exception):
    """The record is not what it should be: a sentence, which may begin with its must (A7), and who is to blame."""

    def __init__(self, sentence, blame="arbiter"):
        super().__init__(sentence)
        self.must, self.sentence = re.fullmatch(r"(?s)(?:(A\d+) )?(.*)", sentence).groups()
        self.blame = blame


class NotTold(Exception):
    """The record does not hold what would be needed to go on: right as far as it goes."""
