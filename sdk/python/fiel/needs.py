"""Packages of others that a part of this one stands on: asked for where they are used, so that nothing else needs them."""

from importlib import import_module
from typing import Any

DEBIAN = {"numpy": "python3-numpy"}
PIP = {"pyspiel": "open_spiel"}


def need(name: str) -> Any:
    """The module of this name; ImportError that says what to install."""
    try:
        return import_module(name)
    except ImportError as error:
        top = name.partition(".")[0]
        if error.name not in (None, name, top):
            raise
        debian = "apt-get install %s, or " % DEBIAN[top] if top in DEBIAN else ""
        raise ImportError("%s is not installed: %spip install %s" % (top, debian, PIP.get(top, top)), name=top) from None
