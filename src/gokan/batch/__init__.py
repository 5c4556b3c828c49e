"""One way to run over many games, positions or problems: here, or in several processes.

`outcomes` hands items to a function and gives back what comes of each; `run` keeps that in a
`Dataset`, a folder of tables that a run killed at any moment goes on with. See the guide's page
"Over many games".
"""

from gokan.batch.dataset import Dataset, Manifest
from gokan.batch.lock import appending
from gokan.batch.pool import outcomes, values
from gokan.batch.running import Progress, run
from gokan.batch.signature import code_signature
from gokan.batch.sources import games
from gokan.batch.work import Answer, Item, Items, Job, Outcome

__all__ = [
    "Answer",
    "Dataset",
    "Item",
    "Items",
    "Job",
    "Manifest",
    "Outcome",
    "Progress",
    "appending",
    "code_signature",
    "games",
    "outcomes",
    "run",
    "values",
]
