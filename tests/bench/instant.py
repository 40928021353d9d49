#!/usr/bin/python3
"""A bot that does not think: what the Python package costs."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sdk", "python"))
import fiel  # noqa: E402

fiel.run(lambda view: view.legal[0])
