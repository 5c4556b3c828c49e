"""Write the page's types from the workbench's interface: python tools/api_types.py

`web/src/app/api.ts` is what `/api/v1/openapi.json` says in TypeScript; a test holds them together.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "app" / "api.ts"
_HEAD = "// Made by tools/api_types.py from the models in src/gokan/serve/messages.\n"


def types(schemas: dict[str, Any]) -> str:
    """Every message as an interface."""
    return _HEAD + "".join(
        f"\nexport interface {name} {{\n{_fields(schema)}}}\n"
        for name, schema in sorted(schemas.items())
        if schema.get("type") == "object"
    )


def _fields(schema: dict[str, Any]) -> str:
    needed = schema.get("required", [])
    lines = []
    for name, field in schema["properties"].items():
        if "description" in field:
            lines.append(f"  /** {field['description']} */\n")
        mark = "" if name in needed else "?"
        lines.append(f"  {name}{mark}: {_type(field)};\n")
    return "".join(lines)


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"].rpartition("/")[2])
    if "anyOf" in field:
        return " | ".join(_type(one) for one in field["anyOf"])
    if "enum" in field:
        return " | ".join(f'"{value}"' for value in field["enum"])
    if "const" in field:
        return f'"{field["const"]}"'
    if field["type"] == "array":
        inner = _type(field["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    known = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    return {**known, "null": "null"}[field["type"]]


def wanted() -> str:
    """What the file should hold."""
    from gokan.serve import messages

    schemas: dict[str, Any] = {}
    for name in messages.__all__:
        model = getattr(messages, name)
        if isinstance(model, type) and issubclass(model, messages.Message):
            # What is sent to the page has every field; what the page sends may leave some out.
            schema = model.model_json_schema()
            schemas |= schema.pop("$defs", {})
            schemas[name] = schema
    return types(schemas)


if __name__ == "__main__":
    TARGET.write_text(wanted(), "utf-8")
    print(f"written: {TARGET}")
