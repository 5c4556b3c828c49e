"""Wong's numbers (2004), recomputed from his networks' designs and his pattern."""

from __future__ import annotations

import numpy as np

from gokan.go import WHITE
from gokan_lab.corners.experiments import PROTOCOLS
from gokan_lab.corners.learn import CLOSE
from gokan_lab.corners.nets import CHAN, FULLY, TWO_D, windows
from gokan_lab.corners.pattern import Corner
from gokan_lab.corners.rules import perceptron
from gokan_lab.corners.sources.books import read_fate
from gokan_lab.facts.found import Found
from gokan_lab.study.strings import PRINTED, Diagram

FIGURE_516 = """
.XXXO...
X.XOO...
XXOO....
OO......
..O.....
........
........
........"""
FIGURE_518 = """
.XXO....
X.XO....
XXO.O...
XOO.....
OO......
........
........
........"""


def windows_of_2d() -> Found:
    """Neurons of the 2D network's first layer."""
    return Found(len(windows(range(2, 9))))


def connections_of_2d() -> Found:
    """Connections of that layer."""
    return Found(int(TWO_D.mask().sum()))


def windows_of_chan() -> Found:
    """Windows of Chan's network."""
    return Found(len(windows(range(3, 8))))


def layers_of_2d() -> Found:
    """Layers of the 2D network."""
    return Found(TWO_D.text(1))


def layers_fully() -> Found:
    """Layers of the fully connected network."""
    return Found(FULLY.text(2))


def layers_of_chan() -> Found:
    """Layers of Chan's network."""
    return Found(CHAN.text(2))


def samples_1() -> Found:
    """Samples of experiment 1."""
    return Found(sum(PROTOCOLS[1].wanted.values()))


def samples_2() -> Found:
    """Samples of experiment 2."""
    return Found(sum(PROTOCOLS[2].wanted.values()))


def criterion() -> Found:
    """The square below which an answer is right."""
    return Found(CLOSE)


def best_1_of_2d() -> Found:
    """The best 2D network of experiment 1, from the count printed beside the percentage."""
    return Found(100 * 196 / 200, of="196 of 200")


def means() -> Found:
    """The mean of the 2D network in experiment 2, from the mean count."""
    return Found(round(100 * 227.4 / 250, 2), of="227.4 of 250")


def twin() -> Found:
    """Points in which the mirrored Figure 5.16 differs from Figure 5.18."""
    mirrored = Corner.from_text(FIGURE_516).transposed().inputs()
    printed = Corner.from_text(FIGURE_518).inputs()
    return Found(int((np.array(mirrored) != np.array(printed)).sum()))


def fate() -> Found:
    """What reading says of the pattern of Figure 5.16."""
    return Found(read_fate(Corner.from_text(FIGURE_516), to_move=WHITE).fate)


def string_lengths() -> Found:
    """Signs of the matcher strings of Figures 2.2 to 2.4."""
    return Found(" ".join(str(len(text)) for text in PRINTED.values()))


def diagram_states() -> Found:
    """The states that `.OXX` passes in the diagram of Figures 2.3 and 2.4."""
    return Found(" ".join(map(str, Diagram([PRINTED["2.3"], PRINTED["2.4"]]).walk(".OXX"))))


def one_neuron() -> Found:
    """Which of AND, OR and XOR one neuron learns."""
    corners = [(0, 0), (0, 1), (1, 0), (1, 1)]
    wanted = {"AND": (0, 0, 0, 1), "OR": (0, 1, 1, 1), "XOR": (0, 1, 1, 0)}
    cases = {name: list(zip(corners, bits, strict=True)) for name, bits in wanted.items()}
    return Found(" ".join(name for name, some in cases.items() if perceptron(some)[1]))
