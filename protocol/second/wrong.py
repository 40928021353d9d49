"""Why a walk along a record ends before the record does."""


class Wrong(Exception):
    """The record is not what it should be: a sentence, and who is to blame."""

    def __init__(self, sentence, blame="arbiter"):
        super().__init__(sentence)
        self.sentence, self.blame = sentence, blame


class NotTold(Exception):
    """The record does not hold what would be needed to go on: right as far as it goes."""
