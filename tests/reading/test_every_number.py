"""A kill for every finite number of the defender's threats: against brute force, and its proof."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from gokan import _core
from gokan.reading.check.bundle import check_file
from gokan.reading.proof.write import prove
from gokan.reading.regions.reader import KILLED
from tests.reading import brute
from tests.reading.test_answers import read
from tests.reading.test_proof_truth import arenas

FINITE = 126
DOUBLE_KO = "X O . O . O . O X/X X O O O O O X X/X X X X X X X X X"
Rows = list[tuple[int, list[tuple[int, int]]]]


def goes_round(rows: Rows) -> bool:
    """Whether some line of a proof comes back to a node."""
    missing = [len(edges) for _, edges in rows]
    before: list[list[int]] = [[] for _ in rows]
    for i, (_, edges) in enumerate(rows):
        for _, child in edges:
            before[child].append(i)
    ended = [i for i, count in enumerate(missing) if count == 0]
    for i in ended:
        for j in before[i]:
            missing[j] -= 1
            if missing[j] == 0:
                ended.append(j)
    return len(ended) < len(rows)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_shown_for_every_number_holds_with_up_to_ten(seed):
    kills = only_finite = 0
    for width, height, cells in arenas(seed, 25, 7):
        arena = brute.Arena(width, height, cells)
        roots = [arena.start(turn, (0, n)) for turn in (0, 1) for n in range(11)]
        if arena.escaped(roots[0]):
            continue
        won = brute.kills(arena, roots)
        for turn in (0, 1):
            truth = [arena.start(turn, (0, n)) in won for n in range(11)]
            solver = _core.ProofSolver(width, height, cells, 1 << 20)
            kill = solver.write_kill(turn)
            assert kill.written == all(truth), (width, height, list(cells), turn)
            assert not truth[6] or truth[10]  # more than six change nothing here
            with_endless = solver.solve(turn, -1, _core.KoThreats(0, 127)).verdict == KILLED
            assert not kill.endless or with_endless
            kills += kill.written
            only_finite += kill.written and not with_endless
    assert kills > 20
    assert seed or only_finite  # the difference between any number and endless ones comes up


@pytest.mark.parametrize("table", [200, 1000, 4096])
def test_a_proof_of_a_kill_never_goes_round_however_small_the_table(table):
    """What was forgotten and found again may rest on what rested on it."""
    kills = 0
    for seed in range(12):
        for width, height, cells in arenas(seed, 40, 9):
            solver = _core.ProofSolver(width, height, cells, table)
            for turn in (0, 1):
                for threats in ((0, 0), (0, 6)):
                    graph = solver.proof(turn, -1, _core.KoThreats(*threats))
                    assert graph.complete
                    if graph.verdict == KILLED:
                        kills += 1
                        rows = [
                            (n.leaf, [(e.move, e.child) for e in n.edges]) for n in graph.nodes()
                        ]
                        assert not goes_round(rows), (width, height, list(cells), turn)
    assert kills > 500


def test_a_dead_group_with_two_kos_is_dead_for_any_number_of_threats():
    answer = read(DOUBLE_KO, "W")
    assert answer.result == "loss"
    assert answer.proved
    assert answer.to_dict()["shown_up_to"] == 6  # its walls bear no more, so this is proved
    assert json.loads(prove(answer)[0])["threats"] == [0, 6]
    lines = prove(replace(answer, up_to=None))
    head = json.loads(lines[0])
    assert head["threats"] == [0, FINITE]
    rows: Rows = [(row[0], row[1:]) for row in map(json.loads, lines[1:])]
    assert goes_round(rows)  # he pays for it every time
    checked = check_file(lines)
    assert checked.verdict == "judged"
    assert "a wall with" in checked.text
    for threats in ([0, 6], [0, 127], [126, 126], [0, 0]):
        spoilt = [json.dumps({**head, "threats": threats}), *lines[1:]]
        assert check_file(spoilt).verdict == "rejected", threats


def test_a_claim_about_a_number_of_threats_is_not_a_claim_about_all():
    lines = prove(read(". . . O X/O O O O X/X X X X X"))
    head = json.loads(lines[0])
    assert head["threats"] == [0, FINITE]
    fewer = [json.dumps({**head, "threats": [0, 6]}), *lines[1:]]
    assert check_file(fewer).verdict == "accepted"  # true, and says less
    for proof, claim, verdict in (
        (lines, {}, "accepted"),
        (fewer, {}, "rejected"),
        (fewer, {"up_to": 6}, "accepted"),
        (fewer, {"up_to": 7}, "rejected"),
        (fewer, {"up_to": "many"}, "rejected"),
    ):
        bundle = {"format": "gokan-proofs 1", "claim": {"result": "win", "mover": 1, **claim}}
        part = {"part": "verdict", "lines": len(proof)}
        whole = [json.dumps(bundle), json.dumps(part), *proof]
        assert check_file(whole).verdict == verdict, claim
