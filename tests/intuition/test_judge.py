"""What the network says: its form, its symmetry, and what happens when it is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gokan.cli import run
from gokan.errors import InvalidInput
from gokan.go import PASS, Color, Game, Position
from gokan.play.players import make_player

np = pytest.importorskip("numpy")

from gokan import intuition  # noqa: E402
from gokan.intuition import network  # noqa: E402
from gokan_lab.teacher.positions import SMALL  # noqa: E402

GAME = Game.load(str(Path(__file__).parents[2] / "examples" / "zobrist-cowan.sgf"))


def test_chances_are_of_legal_moves_and_add_up() -> None:
    position = GAME.position(120)
    judged = intuition.judge(position)
    legal = {*position.legal_moves(), PASS}
    assert {found.move for found in judged.moves} <= legal
    assert sum(found.chance for found in judged.moves) == pytest.approx(1, abs=1e-4)
    assert judged.moves == tuple(sorted(judged.moves, key=lambda found: -found.chance))


def test_the_colours_are_told_apart() -> None:
    """A board full of black territory is Black's, whoever is to move."""
    wide = "X" + 17 * "." + "X"
    rows = ["X" * 19, "X." * 9 + "X", "X" * 19, *[wide] * 14, "X" * 19, "X." * 9 + "X"]
    position = Position.from_diagram("\n".join(rows))
    for side in (Color.BLACK, Color.WHITE):
        judged = intuition.judge(position.with_to_play(side))
        assert judged.lead > 20
        assert judged.win > 0.9
        stones = position.stones(Color.BLACK)
        assert sum(judged.ownership[p] for p in stones) / len(stones) > 0.5


def test_komi_moves_the_lead() -> None:
    position = GAME.position(60)
    leads = [
        intuition.judge(position.with_rules(replace(position.rules, komi=komi))).lead
        for komi in (-10.0, 0.0, 10.0)
    ]
    assert leads[0] > leads[1] + 5 > leads[2] + 10


@pytest.mark.parametrize("way", range(8))
def test_turning_the_board_and_back_keeps_the_points(way: int) -> None:
    """A lone stone is seen where it stands, whichever way the board was turned."""
    position = Position.empty(9, 7).play("C4").play("G3")
    output = network.load().evaluate([position], way=way)[0]
    straight = network.load().evaluate([position])[0]
    assert np.corrcoef(output.policy[:-1], straight.policy[:-1])[0, 1] > 0.6
    assert np.corrcoef(output.ownership, straight.ownership)[0, 1] > 0.8


def test_several_positions_are_judged_as_one_by_one() -> None:
    positions = [GAME.position(k) for k in (10, 50)] + [Position.empty(9), Position.empty(5, 9)]
    together = network.load().evaluate(positions)
    for position, output in zip(positions, together, strict=True):
        alone = network.load().evaluate([position])[0]
        assert np.allclose(output.policy, alone.policy, atol=1e-4)
        assert output.lead == pytest.approx(alone.lead, abs=1e-2)


def test_each_position_can_be_turned_in_a_way_of_its_own() -> None:
    positions = [GAME.position(50), Position.empty(9).play("C3"), Position.empty(5, 9).play("B2")]
    positions = [*positions, *positions]
    ways = (3, 0, 5, 6, 4, 1)
    together = network.load().evaluate(positions, way=ways, threads=2)
    for position, way, output in zip(positions, ways, together, strict=True):
        alone = network.load().evaluate([position], way=way)[0]
        assert np.array_equal(output.policy, alone.policy)
        assert np.array_equal(output.ownership, alone.ownership)
        assert np.array_equal(output.fate, alone.fate)
    with pytest.raises(InvalidInput, match="no way 8"):
        network.load().evaluate(positions[:2], way=(0, 8))


def test_what_a_search_asks_together_is_judged_as_if_asked_alone() -> None:
    from gokan.play.tree.evaluators import NetworkEvaluator

    evaluator = NetworkEvaluator(seed=3)
    positions = [GAME.position(k) for k in (20, 21, 22, 23)]
    for position, judged in zip(positions, evaluator.evaluate(positions), strict=True):
        alone = evaluator.evaluate([position])[0]
        assert (judged.win, judged.lead) == (alone.win, alone.lead)


def test_answers_show_themselves() -> None:
    judged = intuition.judge(GAME.position(100))
    told = json.loads(json.dumps(judged.to_dict()))
    assert told["certainty"] == "learned"
    assert len(told["ownership"]) == 361
    assert "not proved" in judged.explain()
    for picture in ("moves", "ownership", "groups"):
        assert str(judged.draw(picture)).startswith("<svg")
    with pytest.raises(InvalidInput, match="must be one of"):
        judged.draw("dreams")


def test_a_board_that_is_too_small_is_refused() -> None:
    with pytest.raises(InvalidInput, match="2×2"):
        intuition.judge(Position.empty(2))


def test_a_mean_over_no_way_to_turn_the_board_is_refused() -> None:
    board = Position.empty(9).play("C3")
    with pytest.raises(InvalidInput, match="at least one way"):
        intuition.judge(board, ways=())
    with pytest.raises(InvalidInput, match="at least one way"):
        intuition.life(board, "C3", ways=())


def test_a_damaged_file_is_refused_whole(tmp_path: Path) -> None:
    weights = tmp_path / "net.safetensors"
    data = network.WEIGHTS.read_bytes()
    weights.write_bytes(data[:-1])
    weights.with_suffix(".json").write_bytes(network.WEIGHTS.with_suffix(".json").read_bytes())
    with pytest.raises(intuition.MissingNetwork, match="damaged"):
        network.Network(weights)
    with pytest.raises(
        intuition.MissingNetwork, match=r"cannot be read: No such file .*none\.json"
    ):
        network.Network(tmp_path / "none.safetensors")
    weights.write_bytes(data)
    for wrong in ({"blocks": "eight"}, {"blocks": None}, {"channels": 10**12}):
        card = {**json.loads(network.WEIGHTS.with_suffix(".json").read_text("utf-8")), **wrong}
        weights.with_suffix(".json").write_text(json.dumps(card), "utf-8")
        with pytest.raises(intuition.MissingNetwork, match="does not say how large it is"):
            network.Network(weights)
    for card_text in ("{", "[" * 100_000):
        weights.with_suffix(".json").write_text(card_text, "utf-8")
        with pytest.raises(intuition.MissingNetwork, match="its card is damaged"):
            network.Network(weights)
    card = json.loads(network.WEIGHTS.with_suffix(".json").read_text("utf-8"))
    weights.with_suffix(".json").write_text(json.dumps({**card, "planes": 30.0}), "utf-8")
    with pytest.raises(intuition.MissingNetwork, match=r"takes in 30\.0 planes"):
        network.Network(weights)


def test_a_network_that_is_named_is_there_without_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the shipped file the one in $GOKAN_NETWORK was passed over without a word."""
    monkeypatch.setattr(network, "WEIGHTS", tmp_path / "gokan.safetensors")
    monkeypatch.delenv("GOKAN_NETWORK", raising=False)
    assert "is not there" in intuition.missing()
    monkeypatch.setenv("GOKAN_NETWORK", str(tmp_path / "own.safetensors"))
    assert intuition.available()


def test_it_says_where_it_has_learned_nothing() -> None:
    """Before, 10×10 and 13×9 passed for boards that it knows."""
    for width, height in ((21, 21), (7, 12), (10, 10), (13, 9)):
        told = intuition.judge(Position.empty(width, height)).explain()
        assert f"no board of {width}×{height}" in told
    for side in (19, *SMALL):  # what its teacher was asked about
        assert "no board" not in intuition.judge(Position.empty(side)).explain()


def test_a_chance_is_told_by_a_number_that_fits_its_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, there were "open" groups with 80 %, winners with 100 % and leads of 0.0 points."""
    position = Position.empty(9).play("C3").play("G7")
    ownership = [0.0] * 81
    ownership[position.point("C3")], ownership[position.point("G7")] = 0.596, -0.9999
    moves = (intuition.MoveChance(PASS, 0.9996),)
    judged = intuition.Judgement(
        position, moves, moves, 0.9991, 0.01, 5.0, 9.0, tuple(ownership), "none"
    )
    told = judged.explain()
    assert "likeliest moves: pass over 99 %." in told
    assert "winning is over 99 %; the score is even, give or take" in told
    assert "Open: Black's C3 (1 stone, 79 % alive)." in told
    assert ">79<" in str(judged.draw("groups"))
    monkeypatch.setattr(intuition, "judge", lambda _: judged)
    record = tmp_path / "a.sgf"
    record.write_text("(;SZ[9];B[cg];W[gc])", "utf-8")
    assert run(["look", str(record), "--sense", "intuition", "--picture", "groups"]) == 0
    assert " 79 " in capsys.readouterr().out


def test_without_numpy_a_sentence_says_so() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from gokan.go import Position\nfrom gokan import intuition\n"
        "try:\n    intuition.judge(Position.empty(9))\n"
        "except intuition.MissingNetwork as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "needs the package numpy" in done.stdout


@pytest.mark.parametrize(
    ("missing", "command"),
    [
        ("numpy", "study thesis-networks --small 30 --networks 1 --epochs 1"),
        ("numpy", "train corners a.parquet --made 10"),
        ("polars", "train corners a.parquet --made 10"),
        ("polars", "study thesis-networks --samples a.parquet"),
        ("torch", "study thesis-networks --part made --device cuda"),
        ("numpy", "look examples/zobrist-cowan.sgf --sense intuition"),
        ("numpy", "study predict examples/zobrist-cowan.sgf --ranker intuition"),
    ],
)
def test_a_command_says_what_package_is_missing(missing: str, command: str, repo: Path) -> None:
    """Before, corners without numpy ended in a traceback, and without polars after all the work."""
    code = f"import sys; sys.modules[{missing!r}] = None\nimport gokan.cli\n"
    code += f"sys.exit(gokan.cli.run({command.split()!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=repo)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"needs the package {missing}" in done.stderr


@pytest.mark.parametrize("command", ["gtp", "status examples/zobrist-cowan.sgf --move 9 --time 1"])
def test_what_works_without_the_network_says_that_it_is_missing(command: str, repo: Path) -> None:
    """Before, `gtp` moved at random and `status` had no likely words, without a sentence."""
    code = "import sys; sys.modules['numpy'] = None\nimport gokan.cli\n"
    code += f"sys.exit(gokan.cli.run({command.split()!r}))"
    told = "1 boardsize 9\n2 genmove b\n3 quit\n"
    done = subprocess.run(
        [sys.executable, "-c", code], input=told, capture_output=True, text=True, cwd=repo
    )
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "needs the package numpy" in done.stderr


def test_importing_gokan_imports_no_network() -> None:
    code = "import sys, gokan.go, gokan.intuition; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("temperature", ["1e-3", "1e-300"])
def test_a_very_low_temperature_is_the_first_choice(temperature: str) -> None:
    """Before, all chances fell below what a number can hold, and there was nothing to draw from."""
    from gokan.play.clock import Clock

    position = Position.empty(9).play("E5")
    cold = make_player(f"intuition:temperature={temperature}", seed=4)
    first = make_player("intuition").choose(position, clock=Clock())
    assert cold.choose(position, clock=Clock()).move == first.move


@pytest.mark.parametrize("temperature", ["nan", "inf", "-1", "warm"])
def test_what_is_no_temperature_is_refused(temperature: str) -> None:
    with pytest.raises(InvalidInput, match="but must be 0 or more"):
        make_player(f"intuition:temperature={temperature}")


def test_the_player_is_repeatable_and_finishes() -> None:
    from gokan.play.clock import Clock

    player = make_player("intuition:temperature=0.8", seed=4)
    other = make_player("intuition:temperature=0.8", seed=4)
    position = Position.empty(5)
    for _ in range(60):
        choice = player.choose(position, clock=Clock())
        assert choice == other.choose(position, clock=Clock())
        position = position.play(choice.move)
        if position.is_over:
            break
    assert position.is_over
