"""How the weights of the aura were made (`gokan.goals.aura` uses them).

`planes` is what is seen of a position, `samples` are positions whose outcome reading has decided,
`make` writes many of them, `fit` fits the network.
"""
