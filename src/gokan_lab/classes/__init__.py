"""Learned classes, made: formations that recur in games, chosen, defined and named.

`counting` counts formations in games, `selecting` and `following` keep those that say something,
`define` writes them down as generating systems, `naming` names them, `checking` compares them with
what the core finds; `learning` does all of it in order. `weighing` fits what they are worth for
putting moves in order, `report` shows the best. What is shipped is read by `gokan.shape.learn`.
"""
