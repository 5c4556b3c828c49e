"""The table of commands: complete, honest, and lazy."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gokan.gtp import registry
from gokan.gtp.engine import Engine
from gokan.gtp.providers import PROVIDERS
from gokan.gtp.registry import Registry

STANDARD = frozenset(
    """protocol_version name version known_command list_commands quit boardsize clear_board komi
    fixed_handicap place_free_handicap set_free_handicap play genmove undo time_settings time_left
    final_score final_status_list loadsgf printsgf showboard reg_genmove""".split()  # noqa: SIM905
)


def test_all_of_gtp_2_is_there() -> None:
    assert set(Engine().command_names()) >= STANDARD


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda provider: provider.module)
def test_a_module_registers_what_the_table_says(provider: registry.Provider) -> None:
    commands = Registry(PROVIDERS)
    for name in provider.commands:
        found = commands.find(name)
        assert found is not None
        assert found.run.__module__ == provider.module
        assert found.help, f"{name} does not say what it is for"
    registered = {
        name for name, one in registry._COMMANDS.items() if one.run.__module__ == provider.module
    }
    assert registered == set(provider.commands)


def test_no_command_is_provided_twice() -> None:
    names = [name for provider in PROVIDERS for name in provider.commands]
    assert len(names) == len(set(names))


def test_overlays_are_commands_gogui_can_draw() -> None:
    for line in Registry(PROVIDERS).overlays():
        kind, label, text = line.split("/")
        assert kind in {"string", "hstring", "plist", "dboard", "cboard", "sboard", "gfx", "var"}
        assert label
        assert text.split()[0] in Registry(PROVIDERS)


def test_modules_are_imported_when_needed() -> None:
    code = (
        "import sys; from gokan.gtp.engine import Engine; e = Engine(seed=1); "
        "assert 'gokan.gtp.commands.ending' not in sys.modules; e.respond('final_score'); "
        "assert 'gokan.gtp.commands.ending' in sys.modules; "
        "assert not {'typer', 'rich', 'asyncio'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
