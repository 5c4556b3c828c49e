"""The laboratory: what makes, fits, measures or reproduces what `gokan` uses.

`gokan` holds what players, teachers and programs call, and never imports anything from here; the
command line finds `study` and `train` here when they are asked for. From the ground up:

- `corners`: Wong's own networks for living and dead corners.
- `training`: the network of the whole board, what it is trained on, and games with itself.
- `teacher`: what the network learns from a stronger program.
- `classes`: learned classes of shapes, mined from games.
- `aura`, `rules`: the weights of the aura, and the rules that are generated.
- `fits`: the model of moves, and the weights of the templates.
- `study`: the documents' experiments, and your own, over collections of games.
- `cli`: the commands `study` and `train`.
"""
