"""What every command and call says about one position, each as typed facts, at one effort.

The calls are those that the commands make, with budgets in nodes and visits, and what is collected
is what a user reads: words as they are printed, codes as they are answered. Where a command prints
no certainty the fact has that of what stands behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from gokan import intuition, strength
from gokan.assess.assessor import Survey, survey
from gokan.assess.problems import headline
from gokan.assess.turns import word_of
from gokan.assessment import BoardAssessment
from gokan.certainty import Certainty
from gokan.cli.games.status import report, shown
from gokan.effort import Effort
from gokan.explain.account import move as explain_move
from gokan.explain.claim import Claim
from gokan.explain.reviews.groups import word_of as word_of_group
from gokan.explain.words import sentence
from gokan.go import BLACK, PASS, WHITE, Position
from gokan.goals.solution import GoalSolution
from gokan.goals.solution import solve as solve_goals
from gokan.gtp.engine import Engine
from gokan.play.ending import likely_dead
from gokan.play.tree.answer import Search
from gokan.play.tree.searching import search
from gokan.reading import Budget, Problem, solve
from gokan.reading.life.status import Status, statuses
from tests.mind.statements import Fact

NEAR = 3
"""Steps between two blocks whose link is asked about."""
LINKS = 12
"""Pairs of blocks asked about, nearest first."""
LARGEST = 8
"""Stones of the largest group that the goals are asked about."""
GOAL_NODES = 12
RANKED = 3
"""Moves of the search that are compared."""
_EVEN = 0.5
EXACT, PROVED, READ = Certainty.EXACT, Certainty.PROVED, Certainty.READ
MEASURED, LEARNED = Certainty.MEASURED, Certainty.LEARNED


@dataclass
class Seat:
    """One position with what several voices share."""

    position: Position
    effort: Effort
    moves: int = 3
    """Moves that are explained."""
    also: tuple[str, ...] = ()
    """Further moves that are explained."""
    harder: int = 0
    """How many times the effort the independent reading gets; 0 leaves it out."""
    engine: Engine = field(default_factory=lambda: Engine(player="gokan", seed=1))

    def __post_init__(self) -> None:
        self.engine.game.begin(self.position)
        self.engine.respond(f"gokan-effort {self.effort.nodes}")

    @cached_property
    def ownership(self) -> Sequence[float]:
        return intuition.judge(self.position, ways=range(8)).ownership

    @cached_property
    def survey(self) -> Survey:
        return survey(self.position, self.effort, self.ownership, details=True)

    @cached_property
    def statuses(self) -> tuple[Status, ...]:
        return tuple(one.reading for one in self.survey.groups)

    @cached_property
    def board(self) -> BoardAssessment:
        return self.survey.board

    @cached_property
    def explained(self) -> tuple[Fact, ...]:
        return tuple(_explained(self))

    @cached_property
    def search(self) -> Search:
        return search(self.position, visits=max(1, self.effort.visits))

    def ask(self, line: str) -> str:
        """What the GTP engine answers about this position."""
        answer = self.engine.respond(line)
        return answer[1:].strip() if answer.startswith("=") else ""

    def name(self, stones: Sequence[int]) -> str:
        color = self.position.color_at(stones[0])
        return f"{str(color).capitalize()} {self.position.vertex(stones[0])}"


def collect(seat: Seat) -> list[Fact]:
    """Everything that is said about the position."""
    return [fact for voice in VOICES for fact in voice(seat)]


# --- life ------------------------------------------------------------------------------------


def status_words(seat: Seat) -> Iterator[Fact]:
    """`gokan status`: the line of every group, read as it is printed."""
    words = {"alive in seki": "seki", "part of the killing": "killing", "unknown": "open"}
    for one in seat.survey.groups:
        line = report(shown(one), one.group)[0]
        said = line.partition("): ")[2].partition(";")[0]
        word, _, sure = said.rpartition(", ")
        learned = word.partition(" (")[0]
        if learned in ("likely alive", "likely dead"):
            word = "stays" if learned == "likely alive" else "is taken off"
        elif learned == "open":
            word = "open"
        certainty = Certainty(sure) if sure in list(Certainty) else READ
        yield Fact("life", one.group.stones, words.get(word, word), certainty, "status", text=line)


def solved(seat: Seat) -> Iterator[Fact]:
    """`gokan solve --target`: each group with either side to move, read as it is printed."""
    position = seat.position
    for one in seat.statuses:
        for mover in (BLACK, WHITE):
            turned = position if position.to_play == mover else position.setup(to_play=mover)
            problem = Problem.make(turned, target=tuple(one.target))
            answer = solve(problem, nodes=seat.effort.nodes, details=False)
            told = headline(answer, seat.effort, ownership=seat.ownership)
            stones = tuple(sorted(one.target))
            voice = f"solve, {'owner' if mover == one.color else 'enemy'} first"
            sure = told.certainty
            text = f"{seat.name(one.target)}, {answer.headline}: {told.text or answer.result}"
            if told.turn is not None and told.turn.group.kills is not None and not told.agrees:
                yield Fact("life", stones, "killing", sure, voice, text=text)
                continue
            word = word_of(answer) if told.agrees or told.turn is None else told.turn.word
            says = "open" if word == "open" else f"{word}, {voice.removeprefix('solve, ')}"
            yield Fact("life", stones, says, READ if word == "open" else sure, voice, text=text)


def review_words(seat: Seat) -> Iterator[Fact]:
    """The groups of `gokan review`, at the same effort."""
    words = {"alive in seki": "seki", "part of the killing": "killing", "in danger": "open"}
    words |= {"likely alive": "stays", "likely dead": "is taken off", "unknown": "open"}
    for one in seat.survey.groups:
        word, sure = word_of_group(one)
        text = f"review: {seat.name(one.group.stones)}: {word}"
        yield Fact("life", one.group.stones, words.get(word, word), sure, "review", text=text)


def gtp_life(seat: Seat) -> Iterator[Fact]:
    """GTP's owl commands and `dragon_status`, about every group."""
    position = seat.position
    for one in seat.statuses:
        stones, vertex = tuple(sorted(one.target)), position.vertex(one.target[0])
        word = seat.ask(f"dragon_status {vertex}").partition(" ")[0]
        if word:
            text = f"dragon_status {vertex}: {word}"
            yield Fact("life", stones, f"{word} without threats", READ, "dragon_status", text=text)
        for command, who, fell in (("owl_attack", "enemy", "1"), ("owl_defend", "owner", "0")):
            code = seat.ask(f"{command} {vertex}").partition(" ")[0]
            if code:
                word = "ko" if code in "23" else "falls" if code == fell else "stands"
                text = f"{command} {vertex}: {code}"
                yield Fact("life", stones, f"{word}, {who} first", READ, command, text=text)


def gtp_tactics(seat: Seat) -> Iterator[Fact]:
    """GTP's `attack` and `defend`: what can be taken does not live, where it is a whole group."""
    for one, group in zip(seat.statuses, seat.board.groups, strict=True):
        vertex = seat.position.vertex(one.target[0])
        if len(seat.position.block(one.target[0]).stones) != len(one.target):
            continue
        if group.kills is not None:
            continue  # part of the killing: it may be taken, and its taker dies of that
        stones = tuple(sorted(one.target))
        code = seat.ask(f"attack {vertex}").partition(" ")[0]
        if code in ("1", "2", "3"):
            word = "falls" if code == "1" else "ko"
            text = f"attack {vertex}: {code}"
            yield Fact("life", stones, f"{word}, enemy first", READ, "attack", text=text)
        code = seat.ask(f"defend {vertex}").partition(" ")[0]
        if code in ("0", "2", "3"):
            word = "falls" if code == "0" else "ko"
            text = f"defend {vertex}: {code}"
            yield Fact("life", stones, f"{word}, owner first", READ, "defend", text=text)


def final_words(seat: Seat) -> Iterator[Fact]:
    """`final_status_list`, and what `gokan play` and matches take off (`likely_dead`)."""
    position = seat.position
    dead: set[int] = set()
    for line in seat.ask("final_status_list dead").splitlines():
        dead.update(position.point(vertex) for vertex in line.split())
    estimated = likely_dead(position, nodes=seat.effort.nodes)
    for voice, gone in (("final_status", dead), ("play's counting", estimated)):
        for block in position.blocks():
            word = "is taken off" if block.stones[0] in gone else "stays"
            text = f"{seat.name(block.stones)}: {word}"
            yield Fact("life", tuple(block.stones), word, READ, voice, text=text)


def unconditional(seat: Seat) -> Iterator[Fact]:
    """GTP's `unconditional_status`."""
    for block in seat.position.blocks():
        vertex = seat.position.vertex(block.stones[0])
        word = seat.ask(f"unconditional_status {vertex}")
        if word in ("alive", "dead"):
            text = f"unconditional_status {vertex}: {word}"
            yield Fact("life", tuple(block.stones), word, EXACT, "unconditional_status", text=text)


def seen_by_intuition(seat: Seat) -> Iterator[Fact]:
    """`look --sense intuition`: the word of every block."""
    words = {"likely alive": "stays", "likely dead": "is taken off", "open": "open"}
    for group in intuition.judge(seat.position).groups():
        text = f"{seat.name(group.stones)}: {group.word} ({100 * group.alive:.0f} %)"
        yield Fact("life", tuple(group.stones), words[group.word], LEARNED, "intuition", text=text)


def seen_by_strength(seat: Seat) -> Iterator[Fact]:
    """`look --sense strength`: its measures, and where it says that reading knows better."""
    position, weighed = seat.position, strength.weigh(seat.position)
    words = {"alive in seki": "seki", "part of the killing": "killing"}
    for line in weighed.explain(seat.board).splitlines():
        if line.startswith("No block has a strength"):
            for block in position.blocks():
                yield Fact(
                    "measure", tuple(block.stones), "not weak", MEASURED, "strength", text=line
                )
        elif found := re.search(r"stones? at ([A-Z]+\d+) looks? weak", line):
            stones = tuple(position.block(found[1]).stones)
            yield Fact("measure", stones, "weak", MEASURED, "strength", text=line)
        elif found := re.match(r"(Black|White) has [\d.]+ more of strength", line):
            yield Fact("measure", (), found[1], MEASURED, "strength", text=line)
        elif found := re.search(
            r"group at ([A-Z]+\d+) .* but is ([a-z ]+?)(?: of [A-Z]\d+)? \((\w+)\)", line
        ):
            stones = seat.board.of(position.point(found[1])).stones
            sure, word = Certainty.of(found[3]), words.get(found[2], found[2])
            yield Fact("life", stones, word, sure, "strength", text=line)


def asked_of_goals(seat: Seat) -> Iterator[Fact]:
    """`gokan goals solve`: whether small groups can be saved or captured by who is to move."""
    position = seat.position
    for one in seat.statuses:
        if len(one.target) > LARGEST or one.word == "alive":
            continue
        answer = solve_goals(position, one.target, nodes=GOAL_NODES, second=intuition.glance)
        yield from _first_moves(seat, one, answer)
        if answer.result == "unknown":
            continue
        who = "owner" if position.to_play == one.color else "enemy"
        stands = (answer.result == "reached") == (answer.goal == "save")
        word = "ko" if answer.result == "ko" else "stands" if stands else "falls"
        sure = _of_goals(answer.certainty)
        text = f"goals: {answer.goal} {seat.name(one.target)}: {answer.result}"
        yield Fact(
            "life", tuple(sorted(one.target)), f"{word}, {who} first", sure, "goals", text=text
        )


def _of_goals(word: str) -> Certainty:
    return MEASURED if word == "judged" else Certainty.of(word)


def _first_moves(seat: Seat, group: Status, answer: GoalSolution) -> Iterator[Fact]:
    """What the goals say of first moves, and what `solve` says of the same."""
    position, target = seat.position, tuple(sorted(group.target))
    for branch in answer.root.branches:
        if branch.to.outcome == "missed" and branch.move != PASS:
            glanced = branch.to.grade == "judged" and branch.to.by is None
            says = "open" if glanced else "fails"  # at a glance only its chance is told
            sure = LEARNED if glanced else _of_goals(answer.sure_of(branch.to))
            text = f"goals: {position.vertex(branch.move)} does not {answer.goal} "
            text += seat.name(target)
            yield Fact("move", (branch.move, *target), says, sure, "goals", text=text)
    read = group.defence if position.to_play == group.color else group.attack
    for moves, word in ((read.winning_moves, "works"), (read.ko_moves, "ko")):
        for move in moves:
            text = f"solve: {position.vertex(move)} {word} for {seat.name(target)}"
            sure = Certainty(read.grade_of(move))
            yield Fact("move", (move, *target), word, sure, "status's moves", text=text)


# --- links -----------------------------------------------------------------------------------


def gtp_links(seat: Seat) -> Iterator[Fact]:
    """GTP's `connect` and `disconnect`, about blocks that are near each other."""
    position = seat.position
    for one, two in near_blocks(position):
        names = f"{position.vertex(one)} {position.vertex(two)}"
        for command, who, no in (("connect", "owner", "falls"), ("disconnect", "enemy", "stands")):
            code = seat.ask(f"{command} {names}").partition(" ")[0]
            if not code:
                continue
            yes = "stands" if no == "falls" else "falls"
            word = "ko" if code in "23" else yes if code == "1" else no
            text = f"{command} {names}: {code}"
            yield Fact("link", (one, two), f"{word}, {who} first", READ, command, text=text)


def joints(seat: Seat) -> Iterator[Fact]:
    """`gokan status`: what makes several blocks one group cannot be cut."""
    position = seat.position
    heads = {p: b.stones[0] for b in position.blocks() for p in b.stones}
    for one in seat.statuses:
        for joint in one.joints:
            pair = tuple(sorted((heads[joint.first], heads[joint.second])))
            sure = {"proved": PROVED, "read": READ}.get(joint.grade, MEASURED)
            names = f"{position.vertex(joint.first)} and {position.vertex(joint.second)}"
            text = f"{names} belong to one group ({joint.grade})"
            yield Fact("link", pair, "connected", sure, "status's joints", text=text)


def near_blocks(position: Position) -> list[tuple[int, int]]:
    """Pairs of blocks of one side that are near each other, by a stone of each; nearest first."""
    width, found = position.width, []
    for one, two in combinations(position.blocks(), 2):
        if one.color != two.color:
            continue
        gap = min(
            abs(p // width - q // width) + abs(p % width - q % width)
            for p in one.stones
            for q in two.stones
        )
        if gap <= NEAR:
            a, b = sorted((one.stones[0], two.stones[0]))
            found.append((gap, a, b))
    return [(a, b) for _, a, b in sorted(found)[:LINKS]]


# --- moves -----------------------------------------------------------------------------------


def explained(seat: Seat) -> Iterator[Fact]:
    """`gokan explain`: claims about links and stones after the best moves, and which is better."""
    yield from seat.explained


def _explained(seat: Seat) -> Iterator[Fact]:
    position = seat.position
    best = [one.move for one in seat.search.candidates if one.move != PASS][: seat.moves]
    for move in (*best, *map(position.point, seat.also)):
        account = explain_move(position, move, level="usual", search=seat.search)
        for claim in account.claims:
            yield from _claimed(position.play(move), claim, sentence(claim, position).text)
        loss, better = account.loss, account.best
        if loss is not None and loss >= 1 and better is not None and better != move:
            text = f"explain {position.vertex(move)}: {loss:.1f} less than "
            text += position.vertex(better)
            yield Fact("better", (better, move), "first", LEARNED, "explain", text=text)


def _claimed(after: Position, claim: Claim, text: str) -> Iterator[Fact]:
    """What a told claim says about the position after the move."""
    sure, made = Certainty(claim.certainty), (claim.move,)
    heads = {p: b.stones[0] for b in after.blocks() for p in b.stones}
    if claim.kind in ("keeps apart", "cuts", "connects"):
        a, b = (heads.get(p, -1) for p in claim.points["ends"])
        if a < 0 or b < 0 or a == b:
            return
        word = "connected" if claim.kind == "connects" else "cut"
        if claim.names.get("how") == "near":
            word = "open"  # that no single answer joins them says nothing of two
        yield Fact("link", (min(a, b), max(a, b)), word, sure, claim.kind, made, text)
    stones = tuple(claim.points.get("stones", ()))
    words = {
        "ladder works": "dead",
        "caught": "dead",
        "catches": "dead",
        "kills": "dead",
        "lives": "alive",
        "neglects": "falls, enemy first",
        "endangers": "falls, enemy first",
        "rescues": "stands, enemy first",
        "makes ko": "ko",
    }
    if claim.kind in words and stones and all(after.board[p] for p in stones):
        yield Fact("life", stones, words[claim.kind], sure, claim.kind, made, text)


def after_moves(seat: Seat) -> Iterator[Fact]:
    """What reading says of the links and stones that explanations speak of, after the move."""
    for fact in seat.explained:
        if fact.topic == "link":
            yield from _links_after(seat, fact)


def _links_after(seat: Seat, fact: Fact) -> Iterator[Fact]:
    from gokan.reading import connect

    position = seat.position.play(fact.after[0])
    for first in ("connect", "cut"):
        found = connect(position, *fact.about, first=first, nodes=seat.effort.nodes)
        if found.connected is None or not (found.grade == "proved" or found.complete):
            continue
        who = "owner" if first == "connect" else "enemy"
        word = "stands" if found.connected else "falls"
        names = " and ".join(map(position.vertex, fact.about))
        yield Fact(
            "link",
            fact.about,
            f"{word}, {who} first",
            Certainty(found.grade),
            f"solve --goal {first}",
            fact.after,
            f"after {position.vertex(fact.after[0])}, {names}: {found.explain()}",
        )


# --- the score -------------------------------------------------------------------------------


def scores(seat: Seat) -> Iterator[Fact]:
    """Who is ahead: the network, the search, and `final_score`."""
    judged = intuition.judge(seat.position)
    yield _score(judged.lead, LEARNED, "intuition", f"lead {judged.lead:+.1f}")
    yield _score(seat.search.lead, LEARNED, "search", f"lead {seat.search.lead:+.1f}")


def _score(lead: float, sure: Certainty, voice: str, text: str) -> Fact:
    says = "even" if abs(lead) < _EVEN else "black" if lead > 0 else "white"
    return Fact("score", (), says, sure, voice, text=text)


def ranked(seat: Seat) -> Iterator[Fact]:
    """Which of two moves the search finds better, by a point or more."""
    sign = 1 if seat.position.to_play == BLACK else -1
    best = [one for one in seat.search.candidates if one.move != PASS][:RANKED]
    for one, two in combinations(best, 2):
        gap = sign * (one.lead - two.lead)
        if abs(gap) >= 1:
            text = f"search: {seat.position.vertex(one.move)} {gap:+.1f} against "
            text += seat.position.vertex(two.move)
            says = "first" if gap > 0 else "second"
            yield Fact("better", (one.move, two.move), says, LEARNED, "search", text=text)


# --- independent voices ----------------------------------------------------------------------


def read_harder(seat: Seat) -> Iterator[Fact]:
    """Reading at many times the effort: what it finds was true at one effort too."""
    if not seat.harder:
        return
    budget = Budget(nodes=seat.harder * seat.effort.nodes * (len(seat.position.blocks()) or 1))
    for one in statuses(seat.position, budget=budget, details=False):
        word = {"alive in seki": "seki", "part of the killing": "killing"}.get(one.word, one.word)
        if one.read and one.word != "unknown":
            text = f"{seat.name(one.target)}: {one.word}, at {seat.harder} times the effort"
            stones = tuple(sorted(one.target))
            yield Fact("life", stones, word, Certainty(one.grade), "read harder", text=text)


VOICES: tuple[Callable[[Seat], Iterator[Fact]], ...] = (
    status_words,
    solved,
    review_words,
    gtp_life,
    gtp_tactics,
    final_words,
    unconditional,
    seen_by_intuition,
    seen_by_strength,
    asked_of_goals,
    gtp_links,
    joints,
    explained,
    after_moves,
    scores,
    ranked,
    read_harder,
)
