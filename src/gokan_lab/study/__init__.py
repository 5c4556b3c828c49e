"""Studies: the documents' experiments, and your own, over collections of games.

- `predict` measures how well a ranker foresees the moves that were played (Wolf's study), `worst`
  lists where it fails.
- `parameters` and `solutions` repeat Wolf's sections VI-E and VI-A over a collection.
- `matchers` holds the pattern matchers of Goliath and GNU Go beside ours.
- `rankers` lists what can be measured; `register` adds to it.
- `gokan.go.collection` reads games from folders, bundles and tables.
"""

from __future__ import annotations

from gokan.go.collection import Collection, Record
from gokan_lab.study.parameters import Parameters, parameters
from gokan_lab.study.predict import predict
from gokan_lab.study.rankers import Ranker, RankerInfo, ranker, rankers, register
from gokan_lab.study.solutions import Solutions, solutions
from gokan_lab.study.tables import Prediction, Row
from gokan_lab.study.worst import WorstMove, worst

__all__ = [
    "Collection",
    "Parameters",
    "Prediction",
    "Ranker",
    "RankerInfo",
    "Record",
    "Row",
    "Solutions",
    "WorstMove",
    "parameters",
    "predict",
    "ranker",
    "rankers",
    "register",
    "solutions",
    "worst",
]
