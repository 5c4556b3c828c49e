"""Klinger's numbers (2001), recomputed from the axioms, the rule base and his examples."""

from __future__ import annotations

from functools import cache

from gokan.go import BLACK, Position
from gokan.goals import consider, count_axioms, solve
from gokan.goals.axioms import AxiomCount
from gokan.goals.knowledge import load
from gokan.goals.knowledge.purposes import PURPOSES, ROWS
from gokan.reading import Budget, Problem, capture
from gokan.reading import solve as read
from gokan_lab.facts.found import Found

BUDGET = Budget(nodes=300_000)
BLACK_STONES = """
    P17 Q17 R16 S16 O16 O15 O14 O13 O12 P12 Q13 R14 Q12 R12 O11 P11 Q11 R11 S11 T11 N11 M11 L11 L10
    M9 N9 O9 P9 Q9 R9 S9 T9 L9 N10 P10 O10
"""
WHITE_STONES = """
    P15 Q16 P14 Q14 R15 Q18 R17 S17 O17 O18 N18 N17 N16 M18 M16 L18 L17 L16 M19 N15 K18 K17 K19
"""
P17 = Position.empty(19).setup(
    black=BLACK_STONES.split(), white=WHITE_STONES.split(), to_play=BLACK
)
"""Figure 2.5, rebuilt around the stones that he names."""


def adjacent_pairs() -> Found:
    """Pairs of adjacent points on 19×19 (6.3.3)."""
    board = Position.empty(19)
    return Found(sum(len(board.neighbors(p)) for p in range(361)) // 2)


def _rules(row: str) -> Found:
    return Found(load().counts()[row])


def rules() -> Found:
    """All rules."""
    base = load()
    made = sum(rule.source == "generated" for rule in base.rules)
    return Found(len(base.rules), of=f"{made} of them generated and proved")


def _row(number: int) -> Found:
    return _rules(list(ROWS)[number])


def enclose() -> Found:
    """First row of Table 3.1."""
    return _row(0)


def escape() -> Found:
    """Second row of Table 3.1."""
    return _row(1)


def eye_fight() -> Found:
    """Third row of Table 3.1."""
    return _row(2)


def eye_recognition() -> Found:
    """Fourth row of Table 3.1."""
    return _row(3)


def save_and_capture() -> Found:
    """Fifth row of Table 3.1."""
    return _row(4)


def connection_recognition() -> Found:
    """Sixth row of Table 3.1."""
    return _row(5)


def sever_and_join() -> Found:
    """Last row of Table 3.1."""
    return _row(6)


def purposes() -> Found:
    """Purposes of moves that have a rule: eleven for each side."""
    spoken = {rule.purpose for rule in load().sides}
    return Found(sum(p.side != "recognition" and p.name in spoken for p in PURPOSES.values()))


@cache
def _axioms() -> tuple[AxiomCount, ...]:
    return count_axioms(2, 3)


def axiom_1_half() -> Found:
    """Cases where the right-hand side of 2.5.1 holds and the goal cannot be achieved."""
    return Found(_axioms()[0].only_right, of=f"{_axioms()[0].cases:,} cases of 2×3")


def axiom_1() -> Found:
    """Cases where 2.5.1 fails."""
    one = _axioms()[0]
    return Found(one.only_left + one.only_right, of=f"{one.cases:,} cases of 2×3")


def axiom_2_half() -> Found:
    """Cases where Save can be achieved and the right-hand side of 2.5.2 is false."""
    return Found(_axioms()[1].only_left, of=f"{_axioms()[1].cases:,} cases of 2×3")


def axiom_2() -> Found:
    """Cases where 2.5.2 fails."""
    one = _axioms()[1]
    return Found(one.only_left + one.only_right, of=f"{one.cases:,} cases of 2×3")


def p17() -> Found:
    """The move that goals alone choose on the rebuilt board of Figure 2.5."""
    found = solve(P17, "P17", alone=True, nodes=300)
    return Found(P17.vertex(found.move or 0) if found.result == "reached" else found.result)


def p17_moves() -> Found:
    """Whether P13 saves P17, by proof; what else does."""
    problem = Problem.make(P17, target=[P17.point("P17")])
    said = read(problem, budget=BUDGET, details=False, trials=False)
    moves = sorted(P17.vertex(move) for move in said.winning_moves)
    return Found("P13" if "P13" in moves else "", of=f"winning moves: {', '.join(moves)}")


def p17_line() -> Found:
    """Black's answers to Q15 and T18 that win, among his: S15 and T16."""
    position = P17.play("P13").play("Q15")
    kept = []
    for answer, reply in (("S15", "T18"), ("T16", "pass")):
        problem = Problem.make(position, target=[position.point("P17")])
        said = read(problem, budget=BUDGET, details=False, trials=False)
        if position.point(answer) in said.winning_moves:
            kept.append(answer)
        position = position.play(answer).play(reply)
    return Found(", ".join(kept))


EYES = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . O O O O O O O . .
    . . O X X X X X O . .
    . . O X . . . X O . .
"""
"""Figure 2.10: D1 is surrounded by safe stones. Rebuilt around the points that he names."""
RACE = """
    . . O O O X X X . . .
    O O O . O X . X X X X
    . O O O O X X X X . X
    O O O X X O O X X X X
    . O . X . . . X . X .
"""
"""Figure 2.9: D1 and G2 can only live by capturing each other."""


def race_goals() -> Found:
    """The goals that are unknown in the graph of Save(D1)."""
    position = Position.from_diagram(RACE, to_play=BLACK)
    answer = consider(position, "D1", alone=True)
    named = {position.block(vertex).stones[0]: vertex for vertex in ("D1", "G2")}
    open_goals = [n.goal for n in answer.nodes if answer.graph.known[n.goal].value == "unknown"]
    texts = [
        f"{g.kind.title()}({named.get(g.block, position.vertex(g.block))})" for g in open_goals
    ]
    return Found(" ".join(sorted(texts)))


def race_moves() -> Found:
    """Of G1 and F1, those that the goals ask for and that take G2."""
    position = Position.from_diagram(RACE, to_play=BLACK)
    asked = {s.move for s in consider(position, "D1", alone=True).moves}
    winning = [
        vertex
        for vertex in ("G1", "F1")
        if position.point(vertex) in asked
        and capture(position.play(vertex), "G2", first="defend").captured
    ]
    return Found(" or ".join(winning))


def eyes_move() -> Found:
    """The first move of Figure 2.10, by goals alone."""
    position = Position.from_diagram(EYES, to_play=BLACK)
    found = solve(position, "D1", alone=True, nodes=300)
    return Found(position.vertex(found.move or 0) if found.result == "reached" else found.result)


P24 = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . . . . .
    . . O X O X O . .
    . X . O . . . . .
    . . X X . . . . .
    . . X . . O . . .
"""
"""Problem 1-24 (captioned 1-124), rebuilt from its words: Black takes P, the stone at D3; Q, his
own block at D4 above it, is pressed by R at E4 and S at C4."""


def p24_chains() -> Found:
    """The four chains of goals that he names, of which each asks for moves."""
    position = Position.from_diagram(P24, to_play=BLACK)
    graph = consider(position, "D3", alone=True).graph
    first = {vertex: position.block(vertex).stones[0] for vertex in ("D3", "D4", "E4", "C4")}
    named = {first["D3"]: "P", first["D4"]: "Q", first["E4"]: "R", first["C4"]: "S"}
    wanted = {("P",), ("P", "Q"), ("P", "Q", "R"), ("P", "Q", "S")}
    asked = {tuple(named.get(goal.block, "") for goal in s.chain) for s in graph.every()}
    return Found(len(wanted & asked), of="Capture(P); then Save(Q); then Capture(R), Capture(S)")


def p24_moves() -> Found:
    """Of the two moves for Capture(P) itself, the one that fails and the one that works."""
    position = Position.from_diagram(P24, to_play=BLACK)
    problem = Problem.make(position, target=[position.point("D3")])
    works = set(read(problem, budget=BUDGET, trials=False).winning_moves)
    graph = consider(position, "D3", alone=True).graph
    moves = {s.move for s in graph.every() if len(s.chain) == 1}
    failing, working = len(moves - works), len(moves & works)
    named = ", ".join(position.vertex(m) for m in sorted(moves))
    return Found(f"{failing} fails, {working} works", of=f"moves for Capture(P): {named}")


def p24_solved() -> Found:
    """What goals alone answer: the move that works."""
    position = Position.from_diagram(P24, to_play=BLACK)
    found = solve(position, "D3", alone=True, nodes=300)
    problem = Problem.make(position, target=[position.point("D3")])
    works = read(problem, budget=BUDGET, trials=False).winning_moves
    right = found.result == "reached" and found.move in works
    return Found("solved" if right else found.result, of=f"{found.nodes} positions")


def grade_1() -> Found:
    """Solved problems of volume 1, from the rows of Tables 4.1 and 4.2."""
    return Found(100 * 34 / 37, of="34 of the 37 rows")


def grade_2() -> Found:
    """The same of volume 2, from Tables 4.3 and 4.4."""
    return Found(100 * 17 / 34, of="17 of the 34 rows")
