"""Wong's numbers: what the thesis prints and what follows from it."""

from __future__ import annotations

import numpy as np
import pytest

from gokan import _core
from gokan.go import BLACK, WHITE
from gokan_lab.corners.experiments import ALTERNATIVES, PROTOCOLS, shared_maps, targets_of
from gokan_lab.corners.learn import CLOSE, correct, twins
from gokan_lab.corners.nets import CHAN, FULLY, MAP_ALONE, TWO_D, Networks, windows
from gokan_lab.corners.pattern import Corner
from gokan_lab.corners.rules import delta, perceptron
from gokan_lab.corners.samples import Sample
from gokan_lab.corners.sources.books import read_fate
from gokan_lab.facts.wong import FIGURE_516, FIGURE_518


def test_the_printed_pattern_and_its_twin() -> None:
    corner = Corner.from_text(FIGURE_516)
    assert corner.normalised() == corner
    assert corner.transposed() == Corner.from_text(FIGURE_518)
    assert corner.inputs()[:13] == (0, 1, 1, 1, -1, 0, 0, 0, 1, 0, 1, -1, -1)
    boards, _ = twins(np.array([corner.inputs()], np.int8), np.zeros((1, 1), np.float32))
    assert tuple(boards[1].tolist()) == Corner.from_text(FIGURE_518).inputs()
    assert read_fate(corner, to_move=WHITE).fate == "alive"


def test_windows_of_the_two_tables() -> None:
    """Tables 3.2: neurons and connections by size of the window."""
    sizes = {k: (len(windows([k])), int(windows([k])[0].sum())) for k in range(2, 9)}
    assert sizes == {
        2: (49, 4),
        3: (36, 9),
        4: (25, 16),
        5: (16, 25),
        6: (9, 36),
        7: (4, 49),
        8: (1, 64),
    }
    chan = {k: int(windows([k], 2)[0].sum()) for k in range(3, 8)}
    assert chan == {3: 18, 4: 32, 5: 50, 6: 72, 7: 98}
    assert int(TWO_D.mask().sum()) == 1904
    assert [len(windows(range(2, 9))), len(windows(range(3, 8)))] == [140, 90]


def test_layers_outputs_and_codes() -> None:
    assert FULLY.text(2) == "64-64-30-2"
    assert TWO_D.text(1) == "64-140-50-30-1"
    assert CHAN.text(2) == "128-150-70-40-30-2"
    assert [d.text(2) for d, _ in ALTERNATIVES[:3]] == [
        "64-128-30-2",
        "64-128-50-2",
        "64-128-50-30-2",
    ]
    assert [rate for _, rate in ALTERNATIVES[3:]] == [0.3, 0.7]
    alive, dead = (
        Sample(Corner.from_text(FIGURE_516), kind, "") for kind in ("alive, final", "dead")
    )
    assert targets_of([alive, dead], 2).tolist() == [[1, 0], [0, 1]]
    assert targets_of([alive, dead], 1).tolist() == [[1], [0]]


def test_counts_of_the_experiments() -> None:
    one, two = PROTOCOLS[1], PROTOCOLS[2]
    assert sum(one.wanted.values()) == 748
    assert (one.wanted["alive, final"], one.wanted["dead"], one.test) == (450, 298, 200)
    assert sum(two.wanted.values()) == 1000
    assert (two.wanted["alive, not final"], two.test) == (252, 250)
    assert 2 * (748 - 200) == 1096
    # What is printed beside the counts: one of them does not agree.
    assert [188 / 200, 224 / 250, 237 / 250] == [0.94, 0.896, 0.948]
    assert 196 / 200 == 0.98
    assert [round(100 * n / 250, 2) for n in (217.4, 227.4)] == [86.96, 90.96]
    assert [round(100 * n / 387, 2) for n in (371, 375, 381)] == [95.87, 96.9, 98.45]


def test_the_criterion() -> None:
    assert CLOSE == 0.25**2
    said = np.array([[0.76], [0.74], [0.24]], np.float32)
    wanted = np.array([[1], [1], [0]], np.float32)
    assert correct(said, wanted).tolist() == [True, False, True]


AND = [((0, 0), 0), ((0, 1), 0), ((1, 0), 0), ((1, 1), 1)]
OR = [((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 1)]
XOR = [((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 0)]


def test_one_neuron_learns_and_or_but_not_xor() -> None:
    assert perceptron(AND)[1]
    assert perceptron(OR)[1]
    assert not perceptron(XOR)[1]
    weights, error = delta(OR)
    assert error == pytest.approx(0.125, abs=1e-3)  # the best plane through four corners
    assert weights == pytest.approx([0.5, 0.5, 0.25], abs=0.01)
    assert delta(XOR)[1] == pytest.approx(0.5, abs=1e-3)


def test_backpropagation_learns_xor() -> None:
    rng = np.random.default_rng(3)
    weights = rng.uniform(-1, 1, 3 * 3 + 4).astype(np.float32)
    inputs = np.array([case for case, _ in XOR], np.int8)
    targets = np.array([target for _, target in XOR], np.float32)
    learned = _core.train_by_case(
        [2, 3, 1], weights.tobytes(), b"", inputs.tobytes(), targets.tobytes(), 0.5, 0.25, 20_000, 1
    )
    assert learned.epochs < 20_000
    assert len(learned.weights) == len(weights) * 4


FOUR_IN_A_ROW = """
....XO..
XXXXXO..
OOOOOO..
........
........
........
........
........"""


def test_the_same_location_map_lives_and_dies() -> None:
    """Figures 6.5 to 6.8: white stones among the black ones decide, and the map hides them."""
    alive = Corner.from_text(FOUR_IN_A_ROW)
    dead = Corner.from_text(FOUR_IN_A_ROW.replace("....XO..", ".OO.XO.."))
    assert alive.location_map() == dead.location_map()
    assert read_fate(alive, to_move=WHITE).fate == "alive"
    assert read_fate(dead, to_move=BLACK).fate == "dead"
    samples = [Sample(alive, "alive, not final", ""), Sample(dead, "dead", "")]
    assert shared_maps(samples) == (1, 1)
    seen = CHAN.inputs_of(np.array([alive.inputs(), dead.inputs()], np.int8))
    assert (seen[0, 64:] == seen[1, 64:]).all()
    assert (seen[0, :64] != seen[1, :64]).any()
    blind = Networks.random(MAP_ALONE, outputs=1)
    one, other = blind.forward(np.array([alive.inputs(), dead.inputs()], np.int8))[0]
    assert one == other
