"""What the workbench keeps, in SQLite: a change is on the disk when `Store` says it is done.

`kept` says what there is, `schema` how it lies in the file, `places` in which games a position
arose, and `library` reads and writes it all.
"""

from gokan.serve.store.kept import KeptGame, KeptProblem, KeptReview, Seat
from gokan.serve.store.library import NotKept, Store, StoreFailed
from gokan.serve.store.places import Reached, Seen

__all__ = [
    "KeptGame",
    "KeptProblem",
    "KeptReview",
    "NotKept",
    "Reached",
    "Seat",
    "Seen",
    "Store",
    "StoreFailed",
]
