"""A small network over rows: two hidden layers, a chance for each action and a value. What sdk/examples/train.py teaches and
sdk/examples/played.py plays; a network of another library would sit in its place. Needs numpy."""

from __future__ import annotations

from typing import Any, Iterable, List, Sequence, Tuple

from .needs import need
from .rules import RulesError

numpy = need("numpy")


class Net:
    """The weights, and what they make of rows."""

    outer: Any
    outer_more: Any
    inner: Any
    inner_more: Any
    policy: Any
    policy_more: Any
    value: Any
    value_more: Any
    NAMES = ("outer", "outer_more", "inner", "inner_more", "policy", "policy_more", "value", "value_more")

    def __init__(self, scale: Any, parts: Iterable[Any], columns: Iterable[str], codes: Iterable[int], rules: str) -> None:
        self.scale, self.columns, self.codes, self.rules = scale, list(columns), list(codes), rules
        for name, part in zip(self.NAMES, parts):
            setattr(self, name, part)

    @classmethod
    def fresh(cls, columns: Sequence[str], codes: Sequence[int], rules: str, hidden: int, dice: Any) -> Net:
        """One that knows nothing: small weights, drawn by `dice`, a Generator of NumPy."""
        def layer(first: int, second: int, size: float) -> List[Any]:
            return [(dice.standard_normal((first, second)) * size / first ** 0.5).astype(numpy.float32),
                    numpy.zeros(second, numpy.float32)]
        large = ("score", "chicos", "table", "declared", "envido_", "flor_", "points", "strength", "worth", "left")
        scale = numpy.array([1 / 16 if name.startswith(large) else 1 for name in columns], numpy.float32)
        parts = layer(len(columns), hidden, 1.4) + layer(hidden, hidden, 1.4) + layer(hidden, len(codes), 0.1) + layer(hidden, 1, 0.1)
        return cls(scale, parts, columns, codes, rules)

    def parts(self) -> List[Any]:
        """All weights, to be moved."""
        return [getattr(self, name) for name in self.NAMES]

    def look(self, rows: Any, mask: Any) -> Tuple[Any, ...]:
        """Of rows and masks of uint8: (inputs, masks, first layer, second layer, a chance for each action, value)."""
        inputs, legal = rows * self.scale, mask.astype(numpy.float32)
        first = numpy.maximum(inputs @ self.outer + self.outer_more, 0)
        second = numpy.maximum(first @ self.inner + self.inner_more, 0)
        told = numpy.where(legal > 0, second @ self.policy + self.policy_more, -1e9)
        chances = numpy.exp(told - told.max(1, keepdims=True)) * legal
        return inputs, legal, first, second, chances / chances.sum(1, keepdims=True), (second @ self.value + self.value_more)[:, 0]

    def save(self, path: str) -> None:
        """One file; it names its columns and actions, so that it plays nothing that it was not made for."""
        numpy.savez_compressed(path, scale=self.scale, columns=numpy.array(self.columns), codes=numpy.array(self.codes),
                               rules=numpy.array(self.rules), **dict(zip(self.NAMES, self.parts())))

    @classmethod
    def load(cls, path: str) -> Net:
        """From a file; RulesError for one that is none."""
        try:
            with numpy.load(path, allow_pickle=False) as told:
                return cls(told["scale"], [told[name] for name in cls.NAMES], told["columns"].tolist(), told["codes"].tolist(),
                           str(told["rules"]))
        except (OSError, KeyError, ValueError) as error:
            raise RulesError("%s is no network of train.py: %s" % (path, error)) from None
