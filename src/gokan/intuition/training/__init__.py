"""Training the whole-board network: records of games, planes, the model, the loop, the export.

Needs torch (the extra `train`). Nothing here needs the compiled module of Gokan, so that a machine
that only trains can build `core/` as a plain shared library (see `records.kernel`).
"""
