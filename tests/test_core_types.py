"""What `_core.pyi` says of the C++ module is what the module has, and its answers have names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gokan import _core

STUB = ast.parse((Path(__file__).parent.parent / "src/gokan/_core.pyi").read_text("utf-8"))
CLASSES = [node for node in STUB.body if isinstance(node, ast.ClassDef)]
FUNCTIONS = [node for node in STUB.body if isinstance(node, ast.FunctionDef)]
METHODS = [
    (a, b)
    for a in CLASSES
    for b in a.body
    if isinstance(b, ast.FunctionDef) and not b.decorator_list
]


def test_the_module_has_the_names_that_are_typed() -> None:
    here = {name for name in dir(_core) if not name.startswith("__")}
    assert here == set(_names(STUB.body))


@pytest.mark.parametrize("node", CLASSES, ids=lambda node: node.name)
def test_a_class_has_the_members_that_are_typed(node: ast.ClassDef) -> None:
    here = {name for name in vars(getattr(_core, node.name)) if not name.startswith("_")}
    assert here == {name for name in _names(node.body) if not name.startswith("_")}


@pytest.mark.parametrize("node", FUNCTIONS, ids=lambda node: node.name)
def test_a_function_takes_what_is_typed(node: ast.FunctionDef) -> None:
    _compare(getattr(_core, node.name), node)


@pytest.mark.parametrize(("owner", "node"), METHODS, ids=lambda node: node.name)
def test_a_method_takes_what_is_typed(owner: ast.ClassDef, node: ast.FunctionDef) -> None:
    if (bound := vars(getattr(_core, owner.name)).get(node.name)) is not None:
        _compare(bound, node)


def test_no_more_than_two_things_are_told_apart_by_their_place() -> None:
    """The rule is in CONTRIBUTING; a form's four numbers mean what the form says."""
    told = [ast.unparse(node) for node in ast.walk(STUB) if _is_tuple(node)]
    longer = [text for text in told if "..." not in text and text.count(",") > 1]
    assert longer == ["tuple[int, int, int, int]"]


def _names(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (one.id for one in node.targets if isinstance(one, ast.Name))


def _compare(bound: Any, node: ast.FunctionDef) -> None:
    """Names of arguments, where the binding has given them any, and how many may be left out."""
    signatures: Any = getattr(bound, "__nb_signature__", ())
    if len(signatures) != 1:
        return
    text = re.sub(r"ndarray\[[^]]*\]", "object", signatures[0][0])
    there = ast.parse(re.sub(r"= \\\d+", "= ...", text) + ": ...").body[0]
    assert isinstance(there, ast.FunctionDef)
    bound_names = [one.arg for one in (*there.args.posonlyargs, *there.args.args)]
    typed_names = [one.arg for one in node.args.args]
    assert len(bound_names) == len(typed_names)
    for name, typed in zip(bound_names, typed_names, strict=True):
        assert name == typed or re.fullmatch(r"arg\d*", name)
    assert len(there.args.defaults) == len(node.args.defaults)


def _is_tuple(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and ast.unparse(node.value) == "tuple"
