"""The schemas that ``openapi.yaml`` refers to by name, made from the library's shapes.

A shape that has a title stands there once, under it, whatever calls use it. A request is one of several shapes, told
apart by what the game adds (``variant``) or by what is asked (``phase``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from scorer.forms import Form
from scorer.game.reading import position_form
from scorer.limits import Limits
from scorer.rules.ruleset import Ruleset
from scorer.rules.variants import WHOLE_RULESETS
from scorer.shapes import Choice, Shape

Json = dict[str, Any]
#: The forms that a request may fill in, by the variant's id: one, or one for each phase.
Forms = Mapping[str, list[Form[Any]]]

#: Every id, then every alias.
VARIANT_NAMES: Final = tuple(ruleset.id for ruleset in WHOLE_RULESETS) + tuple(
    alias for ruleset in WHOLE_RULESETS for alias in ruleset.aliases
)
POSITION: Final = "Position"
#: What differs from game to game in more than fields that one has and another has not.
OWN_TO_GAMES: Final = {"RuleValues"}


def ref(section: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{section}/{name}"}


def in_capitals(name: str) -> str:
    """The name of a variant or a phase as that of a schema begins."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("-"))


def alike(ruleset: Ruleset) -> str:
    """What games have in common that are made of the same parts: the shortest of their names."""
    return min((other.id for other in WHOLE_RULESETS if other.parts == ruleset.parts), key=len)


class Components:
    """What operations refer to."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.schemas: Json = {}
        self.request(POSITION, {ruleset.id: [position_form(ruleset)] for ruleset in WHOLE_RULESETS})

    def request(self, name: str, forms: Forms) -> Json:
        """The schema of a request: one of those that games, or phases, have."""
        if name != POSITION and all(_is_position(variant, own_forms) for variant, own_forms in forms.items()):
            return ref("schemas", POSITION)
        phased = any(len(own_forms) > 1 for own_forms in forms.values())
        property_name = "phase" if phased else "variant"
        choices: dict[str, dict[str, Form[Any]]] = {}
        for variant, own_forms in forms.items():
            ruleset = ruleset_of(variant)
            keys = list(ruleset.phases) if phased else [alike(ruleset)]
            for key, form in zip(keys, own_forms, strict=True):
                choices.setdefault(key, {})[variant] = form
        mapping: dict[str, str] = {}
        for key, of_variants in choices.items():
            own = f"{in_capitals(key)}{name}"
            schema = self.request_schema(of_variants, None if phased else in_capitals(key))
            if phased:
                schema["properties"]["phase"] = Choice((key,), "the moment of the scoring").schema(self.limits)
            target = self.named(own, schema)["$ref"]
            mapping |= dict.fromkeys(schema["properties"][property_name]["enum"], target)
        targets = [{"$ref": target} for target in dict.fromkeys(mapping.values())]
        discriminator = {"propertyName": property_name, "mapping": mapping}
        return self.named(name, {"oneOf": targets, "discriminator": discriminator})

    def request_schema(self, forms: Mapping[str, Form[Any]], family: str | None) -> Json:
        """One schema for these games' forms; which fields are only some games' is said."""
        shapes: dict[str, list[Shape]] = {}
        owners: dict[str, dict[str, None]] = {}
        for variant, form in forms.items():
            for field, shape in form.fields.items():
                shapes.setdefault(field, []).append(shape)
                owners.setdefault(field, {})[variant] = None
        fields = {}
        for field, by_variant in shapes.items():
            some = list(owners[field]) if len(owners[field]) < len(forms) else []
            fields[field] = self.request_field(by_variant, some, family)
        names = [name for variant in forms for name in (variant, *ruleset_of(variant).aliases)]
        fields["variant"] = Choice(tuple(names), "the variant's id or alias").schema(self.limits)
        required = ["variant", *[field for field in shapes if all(field in form.required for form in forms.values())]]
        return {"type": "object", "properties": fields, "additionalProperties": False, "required": required}

    def request_field(self, shapes: list[Shape], owners: list[str], family: str | None) -> Json:
        schema = merged(distinct(shape.schema(self.limits) for shape in shapes))
        if family is not None and schema.get("title") in OWN_TO_GAMES:
            schema = {**schema, "title": f"{family}{schema['title']}"}
        field = self.with_named_parts(schema)
        if owners:
            only, said = f"Only {', '.join(owners)}.", field.get("description")
            field = {**field, "description": f"{said}. {only}" if said else only}
        return field

    def answer(self, shape: Shape) -> Json:
        """The schema of an answer, which may grow: clients must bear fields that they don't know."""
        return self.with_named_parts(open_to_more(shape.schema(self.limits)))

    def named(self, name: str, schema: Json) -> Json:
        before = self.schemas.get(name)
        if before is None:
            self.schemas[name] = schema
        elif "discriminator" not in before and before != schema:
            self.schemas[name] = merged([before, schema])
        return ref("schemas", name)

    def with_named_parts(self, schema: Json) -> Json:
        """The schema with a reference in the place of every part that has a title."""
        described = {name: self.parts_named(part) for name, part in schema.items()}
        use = described.pop("$comment", None)
        if isinstance(described.get("title"), str):
            title, said = described.pop("title"), described.get("description")
            described = self.named(title, described)
            if use is None and said != self.schemas[title].get("description"):
                use = said
        elif "anyOf" in described:
            choices = distinct({**one, "description": ""} for one in described["anyOf"])
            if len(choices) == 1:
                described = {
                    **described["anyOf"][0],
                    **{name: part for name, part in described.items() if name != "anyOf"},
                }
        return described if use is None else {**described, "description": use}

    def parts_named(self, part: Any) -> Any:
        if isinstance(part, list):
            return [self.parts_named(one) for one in part]
        return self.with_named_parts(part) if isinstance(part, dict) else part


def ruleset_of(variant: str) -> Ruleset:
    """The variant with all expansions that go with it."""
    return next(ruleset for ruleset in WHOLE_RULESETS if ruleset.id == variant)


def _is_position(variant: str, forms: list[Form[Any]]) -> bool:
    return [form.fields for form in forms] == [position_form(ruleset_of(variant)).fields]


def distinct(schemas: Iterable[Json]) -> list[Json]:
    kept: list[Json] = []
    for schema in schemas:
        if schema not in kept:
            kept.append(schema)
    return kept


def merged(schemas: list[Json]) -> Json:
    """One schema for all: objects have the fields of all of them, anything else is any of them."""
    first = schemas[0]
    if len(schemas) == 1:
        return first
    if all(schema.get("type") == "object" and "properties" in schema for schema in schemas):
        names = dict.fromkeys(name for schema in schemas for name in schema["properties"])
        fields = {
            name: merged(distinct(schema["properties"][name] for schema in schemas if name in schema["properties"]))
            for name in names
        }
        required = [name for name in names if all(name in schema.get("required", ()) for schema in schemas)]
        # What a request takes and an answer shows is closed as requests are.
        closed = {"additionalProperties": False} if any("additionalProperties" in schema for schema in schemas) else {}
        whole = {name: part for name, part in first.items() if name != "required"}
        return {**whole, "properties": fields, **closed, **({"required": required} if required else {})}
    if all(schema.get("type") == "array" for schema in schemas):
        return {**first, "items": merged(distinct(schema["items"] for schema in schemas))}
    if all("enum" in schema for schema in schemas):
        return {**first, "enum": list(dict.fromkeys(value for schema in schemas for value in schema["enum"]))}
    for choice in ("anyOf", "oneOf"):
        if all(choice in schema for schema in schemas):
            choices = zip(*[schema[choice] for schema in schemas], strict=True)
            return {**first, choice: [merged(distinct(one)) for one in choices]}
    untold = distinct({name: part for name, part in schema.items() if name != "description"} for schema in schemas)
    return first if len(untold) == 1 else {"anyOf": schemas}


def open_to_more(schema: Json) -> Json:
    """A schema whose objects may have fields that it does not name."""

    def opened(part: Any) -> Any:
        if isinstance(part, list):
            return [opened(one) for one in part]
        return open_to_more(part) if isinstance(part, dict) else part

    kept = {name: part for name, part in schema.items() if (name, part) != ("additionalProperties", False)}
    return {name: opened(part) for name, part in kept.items()}
