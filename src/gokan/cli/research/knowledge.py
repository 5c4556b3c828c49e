"""`gokan knowledge`: the rule base of goals."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.goals.knowledge import KnowledgeBase, Rule
    from gokan.goals.knowledge.audit import Audit

knowledge = typer.Typer(help="Show, test and extend the rule base of goals.", no_args_is_help=True)

Files = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[FILE]...", help="Rule files; Gokan's own if omitted."),
]
REASONS = 5
"""How many reasons for leaving problems out of an audit are told."""
Json = Annotated[bool, typer.Option("--json", help="Machine-readable.")]


@knowledge.command("lint")
def lint_(
    files: Files = None,
    data: Annotated[
        Path | None,
        typer.Option(help="A folder of problems; rules that contain one of them are refused."),
    ] = None,
) -> None:
    """Look for mistakes in rules: exit status 0 none, 1 some, 2 unreadable."""
    from gokan.goals.knowledge.lint import idle, lint

    if data is not None and not data.is_dir():
        raise InvalidInput(f"There is no folder {data}.")
    base = _base(files)
    complaints = lint(base, data=data)
    if not files:  # the audit that is saved is one of Gokan's own rules
        complaints += idle(base)
    for sentence in complaints:
        typer.echo(sentence)
    typer.echo(f"{_many(len(base.rules), 'rule')}, {_many(len(complaints), 'complaint')}")
    if complaints:
        raise typer.Exit(1)


@knowledge.command("test")
def run_examples(files: Files = None) -> None:
    """Run the examples of rules: exit status 0 all hold, 1 not, 2 unreadable."""
    base = _base(files)
    complaints = base.check()
    for sentence in complaints:
        typer.echo(sentence)
    examples = sum(len(r.matches) + len(r.misses) for r in base.rules)
    said = f"{_many(examples, 'example')} of {_many(len(base.rules), 'rule')}"
    typer.echo(f"{said}, {_many(len(complaints), 'complaint')}")
    if complaints:
        raise typer.Exit(1)


@knowledge.command("show")
def show_(
    name: Annotated[
        str | None, typer.Argument(help="A rule or a purpose; the whole table if omitted.")
    ] = None,
    purpose: Annotated[str | None, typer.Option(help="List the rules for a purpose.")] = None,
    file: Annotated[list[Path] | None, typer.Option(help="Rules of your own.")] = None,
    json: Json = False,
) -> None:
    """Show a rule, the rules of a purpose, or how many rules there are for what."""
    from gokan.goals.knowledge import PURPOSES

    base = _base(file)
    if name in PURPOSES and purpose is None:
        name, purpose = None, name
    if name is not None:
        _show_rule(base, name, json)
    elif purpose is not None:
        _show_purpose(base, purpose, json)
    else:
        _show_table(base, json)


@knowledge.command("new")
def new_(
    name: Annotated[str, typer.Argument(help="The name of the rule.")],
    purpose: Annotated[str, typer.Option(help="What it is for.")] = "save",
    position: Annotated[
        str | None, typer.Option("--from", help="Draw the map from this record or diagram.")
    ] = None,
    move: Annotated[int, typer.Option(help="After this many moves.")] = 0,
    at: Annotated[str | None, typer.Option(help="The move, for instance C1.")] = None,
    target: Annotated[str | None, typer.Option(help="The stone it is about.")] = None,
    reach: Annotated[int, typer.Option(min=1, max=5, help="How far around the move to draw.")] = 2,
) -> None:
    """Print the start of a new rule, empty or drawn from a position."""
    from gokan.goals.knowledge.draft import draft, drawn

    if position is None:
        if at is not None or target is not None:
            raise InvalidInput("--at and --target need a position: give --from.")
        typer.echo(draft(name, purpose), nl=False)
        return
    if at is None or target is None:
        raise InvalidInput("With --from, say --at (the move) and --target (a stone).")
    from gokan.cli.records import read_game

    board = read_game(position)[0].position(move)
    typer.echo(
        drawn(name, purpose, board, board.point(at), board.point(target), reach=reach), nl=False
    )


@knowledge.command("learn")
def learn_(
    problem: Annotated[
        str, typer.Argument(help="A problem: SGF with the side to move, or a text diagram.")
    ],
    target: Annotated[str | None, typer.Option(help="A stone of the target.")] = None,
    name: Annotated[str, typer.Option(help="The name of the rule.")] = "learned",
    nodes: Annotated[int, typer.Option(min=100, help="Search nodes for each proof.")] = 20_000,
) -> None:
    """Propose the rule that would have found the first move of a solved problem."""
    from gokan.cli.problems.asking import read_position
    from gokan.goals.knowledge.entries import check_name
    from gokan.goals.knowledge.learn import propose
    from gokan.reading import pose

    check_name(name)
    position = read_position(problem)
    stones = [position.point(target)] if target else []
    asked = pose(position, target=stones, id="stdin" if problem == "-" else Path(problem).stem)
    found = propose(asked, name=name, nodes=nodes)
    typer.echo(found.text)
    typer.echo(f"# {found.explain()}", err=True)


@knowledge.command("edit")
def edit_(
    games: Annotated[
        list[Path] | None, typer.Argument(metavar="[GAME]...", help="Records to try rules on.")
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page.")] = Path("rules.html"),
    file: Annotated[list[Path] | None, typer.Option(help="Rules of your own.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Take a position every so many moves.")] = 30,
    purpose: Annotated[str | None, typer.Option(help="Only rules of this purpose.")] = None,
) -> None:
    """Write the rule editor: a page for the browser that needs no network."""
    from gokan.files import write_whole
    from gokan.go import Game
    from gokan.goals.knowledge import PURPOSES
    from gokan.goals.knowledge.page import editor_page

    if purpose is not None and purpose not in PURPOSES:
        raise InvalidInput(f"{purpose!r} is no purpose; they are: {', '.join(PURPOSES)}.")
    boards = []
    for path in games or []:
        game = Game.load(path)
        last = len(game.moves())
        boards += [
            (f"{path.name}, move {number}", game.position(number))
            for number in [*range(every, last, every), last]
        ]
    rules = [r for r in _base(file).rules if purpose in (None, r.purpose, r.counterpart)]
    hand = [r for r in rules if r.source != "generated"] if purpose is None else rules
    write_whole(output, editor_page(hand, boards).encode())
    typer.echo(f"Wrote {output}: {_many(len(hand), 'rule')}, {_many(len(boards), 'position')}.")


@knowledge.command("audit")
def audit_(
    problems: Annotated[
        Path | None, typer.Argument(help="A .jsonl of problems; generated ones if omitted.")
    ] = None,
    half: Annotated[str, typer.Option(help="Problems with odd or even numbers, or both.")] = "even",
    most: Annotated[int, typer.Option(min=1, help="At most this many problems.")] = 100,
    match: Annotated[str, typer.Option(help="Only problems whose id contains this.")] = "",
    file: Annotated[list[Path] | None, typer.Option(help="Rules of your own.")] = None,
    rows: Annotated[int, typer.Option(min=0, help="How many rules to list.")] = 20,
    save: Annotated[
        Path | None, typer.Option(help="Save the precisions here (generated problems only).")
    ] = None,
    json: Json = False,
) -> None:
    """Measure rules on positions whose winning moves are proved."""
    from gokan.goals.knowledge.audit import audit, made_nodes, record_nodes

    if half not in ("odd", "even", "both"):
        raise InvalidInput("--half is odd, even or both.")
    if save is not None and problems is not None:
        raise InvalidInput("Weights are learned from generated problems only; leave the file out.")
    base = _base(file)
    refused: list[str] = []
    if problems is None:
        nodes = made_nodes(most)
    else:
        records = [r for r in _records(problems) if match in str(r.get("id", ""))]
        nodes = record_nodes(records, half=half, most=most, refused=refused)  # type: ignore[arg-type]
    found = audit(base, nodes)
    _tell_refused(refused)
    if save is not None:
        _save(found, save)
    if json:
        from json import dumps

        typer.echo(dumps(found.to_dict(), indent=2))
        return
    typer.echo(found.explain())
    order = sorted(found.rules.items(), key=lambda item: (-item[1].matched, item[0]))
    for (name, purpose), row in order[:rows]:
        typer.echo(
            f"{name:32} {purpose:26} spoke {row.matched:5}  right {row.precision:6.1%}"
            f"  alone {row.alone:4}"
        )


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _base(files: list[Path] | None) -> KnowledgeBase:
    from gokan.goals.knowledge import load, read

    return read(files) if files else load()


def _show_rule(base: KnowledgeBase, name: str, json: bool) -> None:
    from gokan.goals.knowledge import load
    from gokan.goals.knowledge.draft import written
    from gokan.goals.knowledge.suggest import heard, won

    rule = base.rule(name)
    times, share = heard(), won()
    own = base is load()  # another rule may have the name of one that was audited
    heard_for = [p for p in (rule.purpose, rule.counterpart) if own and (name, p) in times]
    if json:
        from json import dumps

        typer.echo(
            dumps(
                {
                    "name": rule.name,
                    "file": rule.file,
                    "purpose": rule.purpose,
                    "specificity": rule.specificity,
                    "source": rule.source,
                    "precision": {p: round(share[name, p], 3) for p in heard_for},
                    "spoke": {p: times[name, p] for p in heard_for},
                    "text": written(rule),
                },
                indent=2,
            )
        )
        return
    typer.echo(written(rule), nl=False)
    typer.echo(f"# specificity {rule.specificity / 10:.1f} bits, in {rule.file}")
    for p in heard_for:
        spoke = f"it spoke {_many(times[name, p], 'time')}"
        how = f"its move won in {share[name, p]:.0%} (measured on generated problems)"
        typer.echo(f"# for {p}: {spoke}, and {how}")


def _show_purpose(base: KnowledgeBase, purpose: str, json: bool) -> None:
    from gokan.goals.knowledge import PURPOSES

    if purpose not in PURPOSES:
        raise InvalidInput(f"{purpose!r} is no purpose; they are: {', '.join(PURPOSES)}.")
    rules = [rule for rule in base.sides if rule.purpose == purpose]
    if json:
        from json import dumps

        typer.echo(dumps([{"name": r.name, "reason": r.reason} for r in rules], indent=2))
        return
    for rule in rules:
        typer.echo(f"{rule.name:32} {rule.reason}")


def _show_table(base: KnowledgeBase, json: bool) -> None:
    from gokan.goals.knowledge.purposes import ROWS

    counts = base.counts()
    if json:
        from json import dumps

        typer.echo(dumps({"rules": counts, "thesis": ROWS}, indent=2))
        return
    typer.echo(f"{'purpose (goal)':44} {'rules':>6} {'thesis':>7}")
    for row, thesis in ROWS.items():
        typer.echo(f"{row:44} {counts[row]:6} {thesis:7}")
    typer.echo(f"{'total':44} {len(base.rules):6} {sum(ROWS.values()):7}")
    made = _count(base.rules, "generated")
    typer.echo(f"{made} of them are generated and decided by play (proved), the others written.")


def _count(rules: tuple[Rule, ...], source: str) -> int:
    return sum(rule.source == source for rule in rules)


def _records(path: Path) -> list[dict[str, Any]]:
    from json import JSONDecodeError, loads

    try:
        found = [loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    except (JSONDecodeError, UnicodeDecodeError):
        found = [None]
    if not all(isinstance(record, dict) for record in found):
        raise InvalidInput(f"{path} is not a file of problems, one JSON object a line.")
    return found


def _tell_refused(reasons: list[str]) -> None:
    if reasons:
        were = "was" if len(reasons) == 1 else "were"
        typer.echo(f"{_many(len(reasons), 'problem')} {were} left out:", err=True)
        for reason, count in Counter(reasons).most_common(REASONS):
            typer.echo(f"  {reason}{f' ({count} times)' if count > 1 else ''}", err=True)
        if len(set(reasons)) > REASONS:
            typer.echo(f"  and {len(set(reasons)) - REASONS} other reasons.", err=True)


def _save(found: Audit, path: Path) -> None:
    from gokan.files import write_whole
    from gokan.goals.knowledge.audit import weights

    rows = [
        f"{name}\t{purpose}\t{value:.3f}\t{found.rules[name, purpose].matched}"
        for (name, purpose), value in sorted(weights(found).items())
    ]
    what = "# rule, purpose, weight (see suggest.py), how often it spoke"
    head = f"{what}: measured on generated problems"
    write_whole(path, ("\n".join([head, *rows]) + "\n").encode())
