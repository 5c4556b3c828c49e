"""Every rule of the proof checker is needed: without it, a forged proof would pass.

Each rule has its argument beside it in `gokan.reading.check` and a proof in `forged_proofs.jsonl`
(written by `forge.py`) that is accepted, or accepted for more than it is worth, once the rule is
switched off.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gokan.reading.check.bundle import check_file

from .mutants import rules, sources, without

FORGED: dict[str, list[str]] = {
    entry["rule"]: [line if isinstance(line, str) else json.dumps(line) for line in entry["lines"]]
    for entry in map(
        json.loads, Path(__file__).with_name("forged_proofs.jsonl").read_text("utf-8").splitlines()
    )
}
RANK = {"rejected": 0, "judged": 1, "accepted": 2}

NAMED = re.compile(r"# Rule ([^:]+): (.*)")
FORM = (
    "a line is not JSON",
    "brackets inside each other",
    "a field is missing or not what it should be",
    "it is not written as a node",
    "each begins with its name and its number of lines",
    "rejected{error}",  # hands on what a part is rejected for
    "it is not written as a claim",
    "is missing",  # a part that the claim is to be taken from
    "cannot be proved",  # no definition of such a result
    "is illegal",  # there is no position after it
)
"""Sentences without which the checker could not go on: they guard no statement."""


UNFORGED = ("number of a ko", "smothered in a race")
"""No file was found that this rule alone keeps out; see `test_forged_proofs.py`."""


@pytest.mark.parametrize("rule", [rule for rule in rules() if rule not in UNFORGED])
def test_without_a_rule_its_forged_proof_passes(rule: str) -> None:
    lines = FORGED[rule]
    known, deceived = check_file(lines), without(rule)(lines)
    assert RANK[known.verdict] < RANK[deceived.verdict], (known.text, deceived.text)


def test_every_sentence_of_rejection_is_a_rule_or_a_matter_of_form() -> None:
    for text in sources().values():
        lines = text.splitlines()
        for i, line in enumerate(lines):
            if "raise Rejected" not in line:
                continue
            beside = "\n".join(lines[max(0, i - 8) : i])
            sentence = " ".join(lines[i : i + 2])
            named = "# Rule" in beside or any(form in sentence for form in FORM)
            assert named, f"no rule beside {line.strip()}"


def test_every_rule_has_its_argument_beside_it() -> None:
    """A sentence of some words, and each name stands for one rule."""
    names = [name for text in sources().values() for name in NAMED.findall(text)]
    assert len(names) == len({name for name, _ in names})
    for name, argument in names:
        assert len(argument.split()) > 3, name


def test_no_forged_proof_is_accepted_for_what_it_claims() -> None:
    """Those that are accepted at all are said to rest on a judgement."""
    verdicts = [check_file(lines).verdict for lines in FORGED.values()]
    assert "accepted" not in verdicts
    assert verdicts.count("rejected") > len(verdicts) * 2 // 3
