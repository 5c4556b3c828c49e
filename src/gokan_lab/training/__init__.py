"""Training the whole-board network: records of games, planes, the model, the loop, the export.

Needs torch (the extra `train`). Nothing here but `together` needs the compiled module, so a machine
that only trains can build `core/` as a plain shared library (see `records.kernel`).
"""
