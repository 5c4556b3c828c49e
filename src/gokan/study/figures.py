"""Figures 1 to 4 of Wolf's paper, for any rankers: histograms, survival functions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gokan.errors import GokanError

if TYPE_CHECKING:
    from gokan.study.tables import Prediction

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
        counts = prediction.histogram()
        for number, log in ((1, False), (2, True)):
            figure, axes = plt.subplots(figsize=(6, 4))
            axes.step(range(100), counts, where="post", color=COLORS[0])
            if log:
                axes.set_yscale("log")
            axes.set(
                xlabel="share of legal moves ranked worse (%)", ylabel="positions", title=title
            )
            written.append(_save(figure, folder / f"{prediction.ranker}.figure{number}.svg"))
        figure, axes = plt.subplots(figsize=(6, 4))
        _survival(axes, [prediction])
        axes.set_title(title)
        written.append(_save(figure, folder / f"{prediction.ranker}.figure3.svg"))
    if len(predictions) > 1:
        figure, axes = plt.subplots(figsize=(6, 4.5))
        _survival(axes, predictions)
        axes.legend(loc="lower left")
        axes.set_title(f"Survival of the played move{what}")
        written.append(_save(figure, folder / "figure4.svg"))
    return written


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


def _save(figure: Any, path: Path) -> Path:
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
