"""The wheel holds a library of C that no version of Python is linked to: its tag says the machine, and any Python 3.

FIEL_VERSION is its version; `make wheel` sets it, and puts the library beside the modules first.
"""

import os

from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel


class Binary(Distribution):
    """What holds a library is not for every machine."""

    def has_ext_modules(self):
        """It is C, though not an extension of Python."""
        return True


class AnyPython(bdist_wheel):
    """py3-none-MACHINE."""

    def get_tag(self):
        """The machine's part alone of what it would be."""
        return ("py3", "none", super().get_tag()[2])


setup(version=os.environ.get("FIEL_VERSION", "0"), distclass=Binary, cmdclass={"bdist_wheel": AnyPython})
