"""Writes ``docs/rules`` from the catalogue of rules: ``python -m tools.rules_docs``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scorer.rulebook import Passage, Rule, rulebooks, rules_of
from scorer.texts import texts
from scorer.variant import Variant
from scorer.variants import VARIANTS

FOLDER: Final = Path(__file__).parents[1] / "docs" / "rules"
WRITTEN: Final = "<!-- Written by python -m tools.rules_docs from scorer/rulebook; change it there. -->"

INTRODUCTION: Final = """\
# The rules, one by one

Every scoring line names one rule, and so does every problem with a position or a move. These pages give for each id
what it says, in English and in Dutch in our own words, and the passage of a printed rulebook that it rests on. Where
the books are silent or contradict each other it is said how the referee reads them. `GET /v1/variants/{id}/rules`
answers the same as JSON.
"""


def pages() -> dict[str, str]:
    """Every page by its file's name."""
    index = [WRITTEN, "", INTRODUCTION, "| variant | | rules |", "|---|---|---|"]
    for variant in VARIANTS:
        title = texts("en").one(variant.title)
        index.append(f"| [`{variant.id}`]({variant.id}.md) | {title} | {len(rules_of(variant))} |")
    return {
        "README.md": "\n".join(index) + "\n",
        **{f"{variant.id}.md": variant_page(variant) for variant in VARIANTS},
    }


def variant_page(variant: Variant) -> str:
    book = rulebooks()[variant.rulebook]
    parts = [
        WRITTEN,
        f"# {texts('en').one(variant.title)}",
        f"*{texts('nl').one(variant.title)}*",
        f"The rules of `{variant.id}`, after “{book.title}” ({book.year}).",
    ]
    if variant.rule_values:
        parts.append("## Rule values")
        parts.append("\n".join(rule_values(variant)))
    parts.append("## Rules")
    parts += [section(rule) for rule in rules_of(variant).values()]
    return "\n\n".join(parts) + "\n"


def rule_values(variant: Variant) -> list[str]:
    """What a request may set under `rules`."""
    lines = ["| name | default | meaning | rule |", "|---|---|---|---|"]
    for value in variant.rule_values:
        default = str(value.default).lower() if isinstance(value.default, bool) else value.default
        lines.append(f"| `{value.name}` | `{default}` | {value.meaning} | [{value.rule}](#{anchor(value.rule)}) |")
    return lines


def section(rule: Rule) -> str:
    parts = [f"### {rule.id}", rule.en, f"*{rule.nl}*"]
    if rule.decision is not None:
        parts.append(f"**How it is read.** {rule.decision['en']}")
        parts.append(f"*{rule.decision['nl']}*")
    parts.append("\n".join(passage_line(passage) for passage in rule.passages))
    if rule.see:
        parts.append("See also " + ", ".join(f"[{other}](#{anchor(other)})" for other in rule.see) + ".")
    return "\n\n".join(part for part in parts if part)


def passage_line(passage: Passage) -> str:
    place = f"- {rulebooks()[passage.rulebook].title} ({rulebooks()[passage.rulebook].year}), {passage.section}"
    return place if passage.quote is None else f"{place}: “{passage.quote}”"


def anchor(rule_id: str) -> str:
    """The anchor that GitHub gives a heading."""
    return rule_id.replace(".", "")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.md"):
        old.unlink()
    for name, page in pages().items():
        (FOLDER / name).write_text(page, "utf-8")


if __name__ == "__main__":
    main()
