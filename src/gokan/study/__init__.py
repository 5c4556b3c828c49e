"""Studies: the documents' experiments, and your own, over collections of games.

- `predict` measures how well a ranker foresees the moves that were played (Wolf's study), `worst`
  lists where it fails.
- `parameters` and `solutions` repeat Wolf's sections VI-E and VI-A over a collection.
- `matchers` holds the pattern matchers of Goliath and GNU Go beside ours.
- `rankers` lists what can be measured; `register` adds to it.
- `collection` reads games from folders, bundles and tables.
"""

from __future__ import annotations

from gokan.study.collection import Collection, Record
from gokan.study.parameters import Parameters, parameters
from gokan.study.predict import predict
from gokan.study.rankers import Ranker, RankerInfo, ranker, rankers, register
from gokan.study.solutions import Solutions, solutions
from gokan.study.tables import Prediction, Row
from gokan.study.worst import WorstMove, worst

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
