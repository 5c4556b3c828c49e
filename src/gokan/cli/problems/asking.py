"""A problem from what the options say, and its answer for a person: for `solve` and others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gokan.cli.records import find, read_game
from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.assess.problems import Headline
    from gokan.effort import Effort
    from gokan.go import Position
    from gokan.reading.budget import Budget
    from gokan.reading.problem import Problem
    from gokan.reading.regions.advice import Expected

_USUAL = 10.0  # seconds
FOR_TARGET = 0.5
"""Of the time at most, to guess the target."""
FORMATS = ("text", "svg", "png", "html", "json")
"""Of `--output`, for one problem."""


def expectation(position: Position, *, network: bool) -> Expected | None:
    """Whoever can tell what to expect on such a board: the network, if there is one and it may."""
    from gokan import intuition

    return intuition.reach if may_ask(position, network=network) else None


def may_ask(position: Position, *, network: bool) -> bool:
    """Whether the network is wanted, is there, and looks at boards of this size."""
    from gokan import intuition
    from gokan.intuition.network import SMALLEST

    large = min(position.width, position.height) >= SMALLEST
    return network and intuition.available() and large


@dataclass(frozen=True, slots=True)
class Limit:
    """What one problem may cost: so many seconds, or the nodes of an effort that was named; then
    seconds only cut it short.

    >>> from gokan.effort import QUICK
    >>> Limit(10.0).budget.seconds, Limit(None, QUICK).budget.nodes
    (10.0, 20000)
    """

    seconds: float | None
    effort: Effort | None = None

    @staticmethod
    def chosen(time: float | None, effort: str | None) -> Limit:
        """What the options `--time` and `--effort` say; ten seconds without either."""
        from gokan.cli.options import check_seconds, chosen_effort

        if time is not None:
            check_seconds(time)
        if effort is not None:
            return Limit(time, chosen_effort(effort))
        return Limit(_USUAL if time is None else time)

    @property
    def budget(self) -> Budget:
        """For one question."""
        from gokan.reading.budget import Budget

        return Budget(self.seconds, None if self.effort is None else self.effort.nodes)

    @property
    def assessing(self) -> Effort:
        """For the assessment of the target, which is always counted in nodes."""
        from gokan.effort import USUAL

        return self.effort or USUAL

    def left_of(self, problem: Problem) -> Budget:
        """What is left for a problem once its target was guessed: time passes, and nodes are for
        each question.
        """
        budget = self.budget
        if budget.seconds is None:
            return budget
        left = max(budget.seconds - problem.guessing_seconds, 0.01 * budget.seconds)
        return replace(budget, seconds=left)


def make_problem(
    position: Position, target: str | None, goal: str | None, limit: Limit, *, id: str = ""
) -> Problem:
    """The problem of a position with what the options say."""
    from gokan.reading.posing import pose

    points = [position.point(word.strip()) for word in (target or "").split(",") if word.strip()]
    if not points and not any(position.board):
        raise InvalidInput("There is no stone on this board, so there is nothing to solve.")
    most = limit.budget.part(FOR_TARGET)
    return pose(position, target=points, goal=goal, id=id, budget=most)  # type: ignore[arg-type]


def read_position(
    source: str,
    move: int | None = None,
    variation: str | None = None,
    game: int = 1,
    data: bytes | None = None,
) -> Position:
    """The position that is asked about: the start of the record unless a move is named."""
    if source != "-" and not Path(source).is_file():
        raise InvalidInput(f"There is no problem {source}; give a file, a folder or -.")
    found, _ = read_game(source, game, data)
    if move is None and variation is None:
        position = found.position(0)
        if not any(position.board) and len(found):
            raise InvalidInput(
                f"{source} is a game that starts on an empty board; "
                "choose a position with --move N."
            )
        return position
    return find(found, move, variation)[1]


def write_answer(told: Headline, kind: str, output: str, theme: str) -> None:
    """The board beside the words, as a picture or as a page."""
    from gokan.cli.writing import as_json, write, write_beside

    if kind == "json":
        write(as_json(told.to_dict()) + "\n", output)
    elif kind == "text":
        write("\n".join(report(told)) + "\n", output)
    else:
        title = told.answer.headline
        write_beside(told.answer.draw, title, report(told), kind, output, theme)


def report(told: Headline) -> list[str]:
    """The answer for a person: what is true of the target where reading is not the last word, a
    sentence, the main line, the refutations.
    """
    from gokan.reading.life.words import line_in_words

    answer = told.answer
    position = answer.problem.position
    mover, name = position.to_play, position.vertex
    lines = [answer.explain()]
    if told.text:
        lines = [told.text, f"  as read: {answer.explain()}"]
    if answer.pv and not answer.needs_no_move:
        lines.append("  line: " + line_in_words(position, answer.pv, mover))
    alike: dict[tuple[tuple[int, ...], str], list[str]] = {}
    for refutation in answer.questions:
        key = (refutation.line, refutation.grade)
        alike.setdefault(key, []).append(name(refutation.move))
    for (line, grade), moves in alike.items():
        reply = line_in_words(position, line, mover.opponent) or "no answer is needed"
        verb = "fails" if len(moves) == 1 else "fail"
        lines.append(f"  {', '.join(moves)} {verb} ({grade}): {reply}")
    if answer.open_questions:
        lines.append("  not settled: " + " ".join(map(name, answer.open_questions)))
    if answer.problem.how != "given":
        lines.append(f"({answer.problem.how})")
    return lines
