"""A solution of the goals in words, as a tree of lines, and as a game record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gokan.chances import percent
from gokan.go import PASS, Game, Position
from gokan.go.life import unconditional
from gokan.go.node import Node
from gokan.goals.graph import Goal
from gokan.goals.purpose import graph_of
from gokan.goals.sentence import listed
from gokan.goals.tried import Branch, Tried
from gokan.goals.ways import ways

if TYPE_CHECKING:
    from gokan.goals.solution import GoalSolution
    from gokan.goals.static import Look

__all__ = ["explain", "failure", "name", "serves", "to_game", "tree"]

_MOST_REPLIES = 4
_MOST_FAILURES = 5
_OUTCOME = {"reached": "works", "missed": "fails", "open": "is open"}


def explain(answer: GoalSolution) -> str:
    """What the goal is, the move that reaches it, what it answers, and why other moves fail."""
    position, look = answer.position, answer.look
    side = str(look.player).capitalize()
    what = f"{answer.goal} {_target(answer, reached=True)}"
    not_that = f"{answer.goal} {_target(answer, reached=False)}"
    sentences = []
    by = answer.root.by
    if answer.result in ("reached", "ko") and by is not None:
        how = " if every ko is won" if answer.result == "ko" else ""
        why = f"{by.asked.full}{serves(position, by.asked.chain)}"
        move = position.vertex(by.move)
        sentences.append(
            f"{side} can {what} by {move}{how} ({answer.certainty}); it {why} (judged)."
        )
        if answer.helped and answer.certainty == "learned":
            sentences.append("Reading could not confirm that.")
        sentences += _kind(answer, by)
        sentences += _replies(answer, by.to)
    elif answer.certainty == "exact":  # seen without trying a move
        can = f"can {what}" if answer.result == "reached" else f"cannot {not_that}"
        how = "" if answer.move is None else f" by {position.vertex(answer.move)}"
        sentences.append(f"{side} {can}{how}: {_reason(answer)} (exact).")
    elif answer.result == "missed":
        sentences.append(
            f"{side} cannot {not_that} by any of the reasonable moves ({answer.certainty})."
        )
    else:
        sentences.append(f"Whether {side} can {what} was not settled in {answer.nodes} positions.")
    failing = [b for b in answer.root.branches if b is not by and b.to.outcome == "missed"]
    sentences += [_failing(answer, branch) for branch in failing[:_MOST_FAILURES]]
    return " ".join(sentences)


def _target(answer: GoalSolution, *, reached: bool) -> str:
    """The stones that it is about, each block by a stone. Several are saved if one block is, and
    captured if all are.
    """
    firsts = _firsts(answer)
    named = listed([answer.position.vertex(p) for p in firsts])
    which = {
        ("save", True): "at least some of ",
        ("save", False): "any of ",
        ("capture", True): "",
        ("capture", False): "all of ",
    }[answer.goal, reached]
    return f"{which if firsts[1:] else ''}the {answer.look.owner} stones at {named}"


def _firsts(answer: GoalSolution) -> list[int]:
    """A stone of each block of the target: the one by which it was named."""
    found: dict[int, int] = {}
    for p in answer.look.target:
        found.setdefault(answer.position.block(p).stones[0], p)
    return list(found.values())


def _reason(answer: GoalSolution) -> str:
    """What was seen without a move. Of several blocks those are named of which it is true: it is
    enough if one survives.
    """
    position, look, reason = answer.position, answer.look, answer.root.reason
    firsts = _firsts(answer)
    alive = [p for p in firsts if unconditional(position).owner(p) == look.owner]
    if not alive or len(alive) == len(firsts):
        return reason
    at = listed([position.vertex(p) for p in alive])
    return f"those at {at} live unconditionally, and it is enough if one block survives"


def _kind(answer: GoalSolution, by: Branch) -> list[str]:
    """What is known of the kind of ko, or of a seki: reading's word, or that it has to be asked."""
    _, _, word = by.to.reason.partition("reading says so")
    _, _, word = word.partition(": ")
    if answer.helped and word:
        return [f"After that move reading says: {word} (read)."]
    if answer.result == "ko":
        return ["What kind of ko it is, the goals do not know; `gokan solve` tells."]
    graph = graph_of(answer.position, answer.look.target)
    judged = answer.look.saving and answer.certainty != "exact"
    if judged and graph is not None and ways(graph).prey:
        which = "the goals do not tell that from two eyes, but `gokan solve` does"
        return [f"It may be in seki; {which}."]
    return []


def _replies(answer: GoalSolution, node: Tried) -> list[str]:
    """What the strategy answers to each reply that was tried."""
    vertex = answer.position.vertex
    if not node.branches:
        return [f"After that {node.reason or 'it is settled'} ({answer.sure_of(node)})."]
    found = []
    elsewhere = f"If {str(node.position.to_play).capitalize()} plays elsewhere"
    for branch in node.branches[:_MOST_REPLIES]:
        reply, after = vertex(branch.move), branch.to
        sure = answer.sure_of(after)
        if after.by is not None and after.by.move == PASS:
            found.append(f"{reply} needs no answer ({sure}).")
        elif after.by is not None:
            move = after.by
            goals = serves(after.position, move.asked.chain)
            why = f"({sure}), which {move.asked.why}{goals} (judged)."
            if branch.move == PASS:
                found.append(f"{elsewhere}, {vertex(move.move)} follows {why}")
            else:
                found.append(f"To {reply} the answer is {vertex(move.move)} {why}")
        elif not after.reason or after.grade == "read":
            then = f"{after.reason} ({sure})" if after.reason else "it is not settled"
            where = f"{elsewhere}," if branch.move == PASS else f"After {reply}"
            found.append(f"{where} {then}.")
        elif branch.move == PASS:
            found.append(f"{elsewhere}, that changes nothing: {after.reason} ({sure}).")
        else:
            found.append(f"{reply} changes nothing: {after.reason} ({sure}).")
    return found


def _at_a_glance(node: Tried) -> bool:
    """Whether no move was tried there, and what is said was judged."""
    return node.grade == "judged" and node.by is None


def _failing(answer: GoalSolution, branch: Branch) -> str:
    """What is said of a move that does not work. Of one that was only glanced at no more than the
    chance that it was given.
    """
    move, sure = answer.position.vertex(branch.move), answer.sure_of(branch.to)
    if _at_a_glance(branch.to):
        chance = percent(branch.to.belief)
        return f"{move} was not tried further: at a glance its chance is {chance} ({sure})."
    return f"{move} fails: {failure(answer, branch)} ({sure})."


def failure(answer: GoalSolution, branch: Branch) -> str:
    """Why a move fails, or what is known of it: the refutation, down to what is seen there."""
    node, line = branch.to, list[str]()
    while node.by is not None and len(line) < 6:
        move = node.by.move
        line.append("elsewhere" if move == PASS else answer.position.vertex(move))
        node = node.by.to
    if branch.to.outcome == "open":
        return "not settled"
    end = node.reason or "none of the reasonable moves helps"
    if branch.to.outcome == "reached":
        return "it works too"
    if not line:
        return end
    refutes = f"{line[0]} refutes it"
    if line[0] == "elsewhere":
        refutes = f"{str(answer.look.owner).capitalize()} may play elsewhere"
    return refutes + (f" ({', '.join(line)}; {end})" if line[1:] else f"; {end}")


def serves(position: Position, chain: tuple[Goal, ...]) -> str:
    """Which goals below the root a move serves, from the last one up, as part of a sentence."""
    told = []
    for goal in reversed(chain[1:]):
        blocks = [position.vertex(b) for b in (goal.block, goal.other) if b >= 0]
        told.append(f"{goal.kind} {' and '.join(blocks)}")
    return f", to {' and so '.join(told)}" if told else ""


def name(look: Look, position: Position, goal: Goal) -> str:
    """A goal as in the figures of the thesis; the target is called as it was named."""

    def called(block: int) -> str:
        stones = position.block(block).stones if position.board[block] else ()
        return position.vertex(next((p for p in look.target if p in stones), block))

    blocks = [called(b) for b in (goal.block, goal.other) if b >= 0]
    return f"{goal.kind.capitalize()}({', '.join(blocks)})"


def tree(answer: GoalSolution) -> str:
    """One line for each position, indented by its depth."""
    lines: list[str] = []
    look = answer.look

    def visit(node: Tried, depth: int, path: set[int]) -> None:
        for branch in node.branches:
            after = branch.to
            mark = "*" if branch is node.by else " "
            end = f": {after.reason}" if after.reason and not after.branches else ""
            goals = " < ".join(name(look, node.position, goal) for goal in branch.asked.chain)
            move, what = node.position.vertex(branch.move), _OUTCOME[after.outcome]
            why = f"[{branch.asked.why}; {goals}]"
            lines.append(f"{'  ' * depth}{mark} {move} {what}{end}  {why}")
            if id(after) not in path:
                visit(after, depth + 1, path | {id(after)})

    visit(answer.root, 0, {id(answer.root)})
    return "\n".join(lines)


def to_game(answer: GoalSolution) -> Game:
    """A record that any SGF program can show; the strategy comes first in every position."""
    position = answer.position
    game = Game.new(position)
    game.root.comment = answer.explain()
    game.root.name = f"{position.to_play} to {answer.goal}"
    width = position.width
    game.root.set_raw("TR", [bytes((97 + p % width, 97 + p // width)) for p in answer.look.target])

    def visit(node: Tried, at: Node, path: set[int]) -> None:
        for branch in sorted(node.branches, key=lambda b: b is not node.by):
            after = branch.to
            below = at.play(branch.move, forced=True)
            goals = ", ".join(name(answer.look, node.position, goal) for goal in branch.asked.chain)
            said = f"{_OUTCOME[after.outcome].capitalize()}."
            why = f" It {branch.asked.why}, for {goals}." if goals else ""
            end = f" {after.reason.capitalize()}." if after.reason and not after.branches else ""
            below.comment = said + why + end
            if branch.move != PASS and after.outcome != "open":
                own = node.position.to_play == answer.look.player
                good = (after.outcome == "reached") == own
                below.set_raw("TE" if good else "BM", [b"1"])
            if id(after) not in path:
                visit(after, below, path | {id(after)})

    visit(answer.root, game.root, {id(answer.root)})
    return game
