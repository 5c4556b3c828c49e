"""The proof checker with one of its rules switched off.

A rule is named by a comment `# Rule NAME: argument` in `gokan.reading.check`. Where it is a
sentence of rejection, that sentence is left out; other rules say below what stands in their place.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from importlib import resources
from types import ModuleType

from gokan.reading.check.graph import Checked

Check = Callable[[Iterable[str]], Checked]

MODULES = ("rules", "statement", "graph", "goals", "races", "bundle")
_NAME = re.compile(r"# Rule ([^:]+):")
_RAISE = re.compile(r"raise Rejected\((?:[^()]|\([^()]*\))*\)(?: from None)?")

INSTEAD: dict[str, tuple[str, str]] = {
    "refuge is judged": ('self.model == "judged" else 0', "False else 0"),
    "walls bear": ("self._tenuki(states) >= self.walls", "self._tenuki(states) < 0"),
    "passes": ("passes=self.kill or s.ko >= 0", "passes=False"),
    "empty point": ("s.board[move] != EMPTY", "s.board[move] == 3 - us"),
    "retaking": ("if left == 0:", "if left < 0:"),
    "paying": ("if left < FINITE:", "if left < 0:"),
    "suicide": ("not self.breathes(board, move)", "False"),
    "ko": ("if len(taken) == 1 and", "if len(taken) < 0 and"),
    "captured": ("return not s.target", "return True"),
    "last liberty, turn": (
        "s.turn == self.attacker and self._last_liberty(s)",
        "self._last_liberty(s._replace(turn=self.attacker))",
    ),
    "escaped": ("any(self.block(s.board, t)[2] for t in s.target)", "True"),
    "last liberty": ("not s.target <= stones or anchored or len(liberties) != 1", "not liberties"),
    "last liberty, legal": ("after is not None and not after.target", "True"),
    "hopeless, shut in": ("if loose & self.refuge[self.defender]:", "if False:"),
    "hopeless, no second eye": ("shape and not self._dead_shape(s, room, block)", "False"),
    "joined": ("if len(ways) > 1:", "if ways:"),
    "dead shape": (
        "if not 3 <= len(room) <= 5 or any(block.isdisjoint(self.here[p]) for p in room):",
        "if not 3 <= len(room) <= 5:",
    ),
    "vital point": ("len(ends & free) >= len(ends) - 1", "True"),
    "square": ("square and len(free) > 2 and around <= room | block", "True"),
    "enclosed": ("[r for r in regions if not r & leaks]", "list(regions)"),
    "two eyes": (">= 2:", ">= 1:"),
    "eyes of the living": ("if not edges:", "if True:"),
    "gets there": ("if not self.kill:", "if False:"),
    "goals refuge": ('if self.model == "judged":', "if False:"),
    "goals walls": ("self.kill and self.walls != UNLIMITED", "False"),
    "goals passes": (
        'passes = s.ko >= 0 or (s.turn == self.attacker) == (self.goal != "end")',
        "passes = False",
    ),
    "lost": ("s.target != self.root.target", "True"),
    "judged leaves": (
        "against = self._reached(s) if self.kill else lost or self._out_of_reach(s)",
        "return True",
    ),
    "out of reach": ("return not self._reached(s) and self._out_of_reach(s)", "return True"),
    "taken for good": (
        "gone = (p for p in self.marks if s.board[p] != self.attacker)",
        "return any(s.board[p] != self.attacker for p in self.marks)",
    ),
    "none is lost": ("if s.target != self.root.target:", "if not s.target:"),
    "joined and safe": ("and (anchored or len(liberties) > 1)", ""),
    "near replies": ("missing = replies.keys() - moves", "missing = set[int]()"),
    "what was left out is said": ("if self.left_out:", "if False:"),
    "strong blocks bear": ("if self.liberties and", "if False and"),
    "edge": ("if taken:", "if False:"),
    "smothered": ("if loses and smothered:", "if False:"),
    "what lasts": (
        "(self.home if q in self.lasting else self.leaks).add(p)",
        "(self.home if self.board[q] == self.defender else self.leaks).add(p)",
    ),
    "won": ('kind == "won" and self._reached(s)', 'kind == "won"'),
    "race refuge": ('if self.model == "judged":', "if False:"),
    "walls of a race": ("if bears < UNLIMITED and", "if False and"),
    "smothered in a race": ("if loses and smothered:", "if False:"),
    "seki of a race": ("seki = all(", "seki = True or all("),
    "both results": ("elif len(results) < 2:", "elif len(results) < 0:"),
    "judged parts": ("if judged:", "if False:"),
    "every reply": ("missing = replies.keys() - moves", "missing = set[int]()"),
    "same position": (
        "if states.setdefault(child, after) != after:",
        "states.setdefault(child, after)\n                if False:",
    ),
}
"""What is written after the name of a rule, and what stands there when it is switched off."""


def sources() -> dict[str, str]:
    """The text of the checker by module."""
    here = resources.files("gokan.reading.check")
    return {name: (here / f"{name}.py").read_text("utf-8") for name in MODULES}


def rules() -> dict[str, str]:
    """The module of each rule by its name."""
    return {name: module for module, text in sources().items() for name in _NAME.findall(text)}


def without(rule: str) -> Check:
    """`check_file` of a checker that does not know this rule."""
    check: Check = modules_without(rule)["bundle"].__dict__["check_file"]
    return check


def modules_without(rule: str) -> dict[str, ModuleType]:
    """The modules of such a checker."""
    module = rules()[rule]
    changed = sources()
    changed[module] = switched_off(changed[module], rule)
    package = ModuleType("mutant")
    before = {name: sys.modules.get(name) for name in ("mutant", *(f"mutant.{m}" for m in MODULES))}
    sys.modules["mutant"] = package
    try:
        found: dict[str, ModuleType] = {}
        for name in MODULES:
            text = changed[name].replace("gokan.reading.check.", "mutant.")
            made = found[name] = ModuleType(f"mutant.{name}")
            sys.modules[made.__name__] = made
            exec(compile(text, f"<{name} without {rule}>", "exec"), made.__dict__)
        return found
    finally:
        for name, old in before.items():
            if old is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = old


def switched_off(text: str, rule: str) -> str:
    """The source without a rule."""
    start = text.index(f"# Rule {rule}:")
    before, after = text[:start], text[start:]
    if rule in INSTEAD:
        old, new = INSTEAD[rule]
        assert old in after[:900], f"nothing like {old!r} after the rule {rule!r}"
        return before + after.replace(old, new, 1)
    found = _RAISE.search(after)
    assert found, rule
    return before + after[: found.start()] + "pass" + after[found.end() :]
