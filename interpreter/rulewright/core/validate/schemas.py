"""The schemas, which refer only to each other, and one validator for each kind of file.

Nothing is ever fetched.

What a broken keyword means to an author is shape.py's business.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.core.load.heads import TEXT_BEHIND
from rulewright.core.locales.tags import ENGLISH
from rulewright.core.model.sections import SORTS

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

KINDS = (
    "ruleset",
    "module",
    "content",
    "ledger",
    "variant",
    "match",
    "scenarios",
    "replay",
    "saved_match",
    "translation",
)

_CONTENT, _SHARED = "content", "common"
_IN_VARIANTS = ("ledger", "scenarios")


def schema_folder() -> Path:
    """Return the folder of the schemas, inside an installed package or next to it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "schemas"
    return installed if installed.is_dir() else package.parents[1] / "schemas"


@cache
def validator(kind: str) -> Draft202012Validator:
    # Imported here because a ruleset that comes from the cache needs no schema, and these imports are slow.
    from jsonschema import Draft202012Validator
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    schemas = {f"{name}.schema.json": schema_of(name) for name in (kind, _CONTENT, _SHARED, *_IN_VARIANTS)}
    registry: Registry[Any] = Registry().with_resources(
        (name, DRAFT202012.create_resource(schema)) for name, schema in schemas.items()
    )
    return Draft202012Validator(_inlined(f"{kind}.schema.json#", ()), registry=registry)


@cache
def schema_of(name: str) -> Any:
    """A schema, with the `$` of its patterns as \\Z: Python's `$` would let a line break at the end pass.

    Documents have no heads any more when they come here, see load/heads.py; so an entry needs its id and its text, and
    what comes with its text.
    """
    text = (schema_folder() / f"{name}.schema.json").read_text(encoding="utf-8")
    schema = json.loads(text.replace('$"', '\\\\Z"'))
    for section, key in TEXT_BEHIND.items() if name == _CONTENT else ():
        entry = schema["$defs"][SORTS[section]]
        entry["required"] = ["id", key]
        del entry["patternProperties"]
        entry |= entry.pop("dependentSchemas", {}).get(key, {})
    return schema


def is_of_languages(schema: dict[str, Any]) -> bool:
    """Whether a schema is that of a text for people: its keys are languages, and English must be there."""
    return ENGLISH in schema.get("required", ()) and ENGLISH in schema.get("properties", ())


def schema_at(target: str) -> Any:
    """The schema that a reference with the name of its file leads to: `common.schema.json#/$defs/title`."""
    file, _, pointer = target.partition("#")
    schema = schema_of(file.removesuffix(".schema.json"))
    for step in pointer.split("/")[1:]:
        schema = schema[step]
    return schema


def whole_reference(written: str, file: str) -> str:
    """A reference as it is written in a schema, with the name of its file."""
    return written if not written.startswith("#") else file + written


def _inlined(target: str, inside: tuple[str, ...]) -> Any:
    """Return the schema that a reference leads to, with references in it replaced by what they lead to.

    Following references would take half of the time.

    A shape that contains itself keeps its reference. What was next to a reference becomes a comment.
    """
    file = target.partition("#")[0]

    def inlined(part: Any) -> Any:
        if isinstance(part, list):
            return [inlined(item) for item in part]
        if not isinstance(part, dict):
            return part
        if not isinstance(part.get("$ref"), str):
            return {key: inlined(value) for key, value in part.items() if key not in ("$defs", "examples")}
        wanted = whole_reference(part["$ref"], file)
        if wanted in inside:
            return {"$ref": wanted}
        comment = {"$comment": part["description"]} if "description" in part else {}
        return {**_inlined(wanted, (*inside, wanted)), **comment}

    return inlined(schema_at(target))
