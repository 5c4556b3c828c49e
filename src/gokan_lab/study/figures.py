"""Figures 1 to 4 of Wolf's paper, for any rankers: histograms, survival functions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gokan.errors import GokanError
from gokan_lab.study.tables import file_name

if TYPE_CHECKING:
    from gokan_lab.study.tables import Prediction

# Safe for red-green blindness; the line styles differ as well.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9")
STYLES = ("-", "--", "-.", ":")


def draw_figures(predictions: Sequence[Prediction], folder: Path, *, what: str = "") -> list[Path]:
    """Figures 1, 2 and 3 of each prediction and, for several, figure 4; as SVG files."""
    plt = need_figures()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for prediction in predictions:
        title = f"{prediction.ranker}{what}"
        name = file_name(prediction.ranker)
        counts = prediction.histogram()
        for number, log in ((1, False), (2, True)):
            figure, axes = plt.subplots(figsize=(6, 4))
            axes.step(range(100), counts, where="post", color=COLORS[0])
            if log:
                axes.set_yscale("log")
            axes.set(
                xlabel="share of legal moves ranked worse (%)", ylabel="positions", title=title
            )
            written.append(save(figure, folder / f"{name}.figure{number}.svg"))
        figure, axes = plt.subplots(figsize=(6, 4))
        _survival(axes, [prediction])
        axes.set_title(title)
        written.append(save(figure, folder / f"{name}.figure3.svg"))
        if len({row.number for row in prediction.rows}) > 1:
            written.append(_course(prediction, folder / f"{name}.course.svg"))
    if len(predictions) > 1:
        figure, axes = plt.subplots(figsize=(6, 4.5))
        _survival(axes, predictions)
        axes.legend(loc="lower left")
        axes.set_title(f"Survival of the played move{what}")
        written.append(save(figure, folder / "figure4.svg"))
    return written


def draw_each_move(prediction: Prediction, folder: Path) -> list[Path]:
    """Figures 1 to 3 of every move number by itself, as the paper's web page shows them."""
    written = []
    for number in sorted({row.number for row in prediction.rows}):
        part = prediction.near(number)
        below = folder / f"move{number:03}"
        written += draw_figures([part], below, what=f", move {number}")
    return written


def _course(prediction: Prediction, path: Path) -> Path:
    """How good the ranker is at each stage of the game (section VI-C)."""
    plt = need_figures()
    rows = prediction.by_move()
    figure, axes = plt.subplots(figsize=(7, 4))
    moves = [row["move"] for row in rows]
    for index, (label, values) in enumerate(
        (
            ("worst 50 % dropped", [row["survival"]["50"] for row in rows]),
            ("worst 85 % dropped", [row["survival"]["85"] for row in rows]),
            ("first", [row["top1"] for row in rows]),
        )
    ):
        axes.plot(moves, values, STYLES[index], color=COLORS[index], label=label, linewidth=1)
    axes.set(
        xlabel="move number", ylabel="played move kept (%)", title=prediction.ranker, ylim=(0, 101)
    )
    axes.grid(alpha=0.3)
    axes.legend()
    return save(figure, path)


def _survival(axes: Any, predictions: Sequence[Prediction]) -> None:
    for index, prediction in enumerate(predictions):
        axes.plot(
            range(101),
            prediction.survival(),
            STYLES[index % len(STYLES)],
            color=COLORS[index % len(COLORS)],
            label=prediction.ranker,
        )
    axes.set(
        xlabel="share of the worst moves dropped (%)",
        ylabel="played move kept (%)",
        xlim=(0, 100),
        ylim=(0, 101),
    )
    axes.grid(alpha=0.3)


def save(figure: Any, path: Path) -> Path:
    """Write a figure as SVG, the same bytes for the same figure, and close it."""
    import matplotlib.pyplot as plt

    figure.tight_layout()
    # No date and no random names inside, so that the same figures are the same files.
    with plt.rc_context({"svg.hashsalt": "gokan"}):
        figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
    return path


def need_figures() -> Any:
    """The library that draws; a sentence if it is missing."""
    try:
        import matplotlib as mpl

        mpl.use("Agg")
        import matplotlib.pyplot as plt
    except ImportError:
        raise GokanError(
            "Figures need the extra 'study': pip install 'gokan[study]', or leave out --figures."
        ) from None
    return plt
