"""Fuzz the reader of ETS definitions: what it accepts must read back the same.

What it refuses must be refused in one line that names the file and a line of it.
"""

from __future__ import annotations

import re

from gokan.shape.ets import InvalidDefinition, parse, write


def one_input(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        setting = parse(text, file="fuzzed")
    except InvalidDefinition as error:
        said = str(error)
        named = re.match(r"fuzzed, line (\d+): ", said)
        assert named, said
        assert 1 <= int(named[1]) <= text.count("\n") + 1, said
        assert "\n" not in said, said
        return
    again = parse(write(setting))
    assert again.domain == setting.domain
    assert again.constraints == setting.constraints
    assert again.classes == setting.classes
    assert again.joints == setting.joints
