"""Small random games, and random formulas about them."""

from __future__ import annotations

import random

from gokan.logic.written import WrittenGame

THINGS = ("one", "two")


def random_game(seed: int, *, tree: bool = False) -> WrittenGame:
    """Up to seven states; p and q hold somewhere, R(x) for two things; some moves are illegal.

    Each state has its own moves if `tree`, so that moves can be taken back in one way only.
    """
    chance = random.Random(seed)
    size = chance.randint(2, 7)
    names = [f"s{k}" for k in range(size)]
    game = WrittenGame(first=names if chance.random() < 0.5 else names[:1])
    game.sorts["thing"] = THINGS
    for k, name in enumerate(names):
        game.turns[name] = chance.choice(["A", "B"])
        row = game.edges[name] = {}
        for move in ("m", "n", "o"):
            if chance.random() < 0.55:
                later = names[k + 1 :] if tree else names
                if later:
                    row[move] = (chance.choice(later), chance.random() < 0.8)
    for player in ("A", "B"):
        game.won[player] = [n for n in names if not game.edges[n] and chance.random() < 0.6]
    for predicate in ("p", "q"):
        game.argument_sorts[predicate] = ()
        game.facts[predicate] = {(): [n for n in names if chance.random() < 0.4]}
    game.argument_sorts["R"] = ("thing",)
    game.facts["R"] = {(x,): [n for n in names if chance.random() < 0.5] for x in THINGS}
    return game


def full_game(chance: random.Random, *, tree: bool = False) -> WrittenGame:
    """A random game in which each of the three moves is possible somewhere.

    A tree begins in one state only. Formulas name the moves, so each has to be there.
    """
    while True:
        game = random_game(chance.randrange(10**6), tree=tree)
        if tree:
            game.first = game.first[:1]
        states, todo = set[str](), list(game.first)
        while todo:
            state = todo.pop()
            if state not in states:
                states.add(state)
                todo += [there for there, _ in game.edges[state].values()]
        if {move for state in states for move in game.edges[state]} == {"m", "n", "o"}:
            return game


def random_formula(chance: random.Random, depth: int, *, up: bool = False) -> str:
    """A formula in text, closed, its fixed points positive."""
    return _Writer(chance, up).formula(depth, {}, ())


class _Writer:
    def __init__(self, chance: random.Random, up: bool) -> None:
        self.chance = chance
        self.up = up
        self.fresh = 0
        self.parameters: dict[str, int] = {}

    def formula(self, depth: int, signs: dict[str, int], things: tuple[str, ...]) -> str:
        chance = self.chance
        usable = [x for x, sign in signs.items() if sign == 1]
        if depth == 0:
            leaves = ["p", "q", "true", "false", "term", "termLegal", "Win(A)", "ToPlay(B)"]
            leaves += [self.relation(x, things) for x in usable * 4] + [
                f"R({x})" for x in (*things, *things, "one")
            ]
            leaves += ["Legal(m, A)", "count(x. R(x)) >= 1", "count(x. R(x)) = count(y. R(y) & p)"]
            return chance.choice(leaves)

        def inside(turned: bool = False) -> str:
            now = {x: -s for x, s in signs.items()} if turned else signs
            return f"({self.formula(depth - 1, now, things)})"

        kind = chance.randrange(11)
        player = chance.choice(["A", "B"])
        move = chance.choice(["m", "n"])
        if kind == 0:
            return f"~{inside(True)}"
        if kind in (1, 2):
            return f"{inside()} {chance.choice('&|')} {inside()}"
        if kind == 3:
            return f"{inside(True)} -> {inside()}"
        if kind == 4:
            self.fresh += 1
            name = f"v{self.fresh}"
            body = self.formula(depth - 1, signs, (*things, name))
            return f"{chance.choice(['exists', 'forall'])} {name}: thing. {body}"
        if kind == 5:
            return f"{chance.choice(['<>', '[]', f'<{move}>', f'[{move}]'])} {inside()}"
        if kind == 6 and self.up:
            return f"{chance.choice(['<up>', '[up]', f'<up {move}>', f'[up {move}]'])} {inside()}"
        if kind in (7, 8):
            self.fresh += 1
            name = f"X{self.fresh}"
            changed = [x for x in sorted(set(things)) if chance.random() < 0.5]
            self.parameters[name] = len(changed)
            body = self.formula(depth - 1, {**signs, name: 1}, things)
            declared = f"({', '.join(changed)})" if changed else ""
            return f"{chance.choice(['mu', 'nu'])} {name}{declared}. {body}"
        word = chance.choice(["est", "irr", "ach", "causes"])
        return f"{word}[{player}] {inside()}"

    def relation(self, name: str, things: tuple[str, ...]) -> str:
        """The variable of a fixed point, with values for what it changes."""
        given = [self.chance.choice([*things, "two"]) for _ in range(self.parameters.get(name, 0))]
        return f"{name}({', '.join(given)})" if given else name
