"""Studies: the documents' experiments, and your own, over collections of games.

- `predict` measures how well a ranker foresees the moves that were played (Wolf's study).
- `rankers` lists what can be measured; `register` adds to it.
- `collection` reads games from folders, bundles and tables.
"""

from __future__ import annotations

from gokan.study.collection import Collection, Record
from gokan.study.predict import predict
from gokan.study.rankers import Ranker, RankerInfo, ranker, rankers, register
from gokan.study.tables import Prediction

__all__ = [
    "Collection",
    "Prediction",
    "Ranker",
    "RankerInfo",
    "Record",
    "predict",
    "ranker",
    "rankers",
    "register",
]
