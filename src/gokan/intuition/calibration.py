"""What was measured about a network after it was trained: by how much its leads are off.

The network tells of each lead how far it may be wrong; held against a stronger program that is a
little too much in quiet positions and too little where one side is far ahead. `calibration.json`
beside the weights says how to correct it. It is written by `gokan train refit lead` and holds for
one network: with any other nothing is corrected.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from gokan.files import read_json

__all__ = ["NEAR", "Calibration", "calibrated_error", "calibration_of"]

NEAR = 10.0
"""Points: below a lead of so many its size matters little."""
_NAME = "calibration.json"


@dataclass(frozen=True, slots=True)
class Calibration:
    """Powers of a factor, of the error itself, and of the lead."""

    error: tuple[float, float, float] = (0.0, 1.0, 0.0)


def calibration_of(weights: Path, sha256: str) -> Calibration:
    """That of a file of weights with this checksum; one that changes nothing if there is none.

    >>> calibration_of(Path("elsewhere.safetensors"), "") == Calibration()
    True
    """
    try:
        told = read_json(weights.with_name(_NAME).read_text("utf-8"))
        if told["network"] != sha256:
            return Calibration()
        shift, own, lead = (float(number) for number in told["error"])
    except (OSError, ValueError, KeyError, TypeError):
        return Calibration()
    if not all(math.isfinite(number) for number in (shift, own, lead)):
        return Calibration()
    return Calibration((shift, own, lead))


def calibrated_error(calibration: Calibration, error: float, lead: float) -> float:
    """The error to tell of a lead.

    >>> calibrated_error(Calibration(), 3.0, 20.0)
    3.0
    >>> round(calibrated_error(Calibration((0.0, 1.0, 0.5)), 3.0, 6.0), 6)
    12.0
    """
    shift, own, far = calibration.error
    if (shift, own, far) == (0.0, 1.0, 0.0) or error <= 0:
        return error
    return math.exp(shift + own * math.log(error) + far * math.log(NEAR + abs(lead)))
