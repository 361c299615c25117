"""Writes ``docs/rules`` from the catalogue of rules: ``python -m tools.rules_docs``.

The pages ``walk-*.md`` in that folder, which go through the rulebooks sentence by sentence, are kept by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from scorer.rulebook import Passage, Rule, catalogue_file, rulebooks, rules_of
from scorer.rules.ruleset import Ruleset
from scorer.rules.variants import EXPANSIONS, RULESETS
from scorer.texts import SOURCE_LANGUAGE, texts

FOLDER: Final = Path(__file__).parents[1] / "docs" / "rules"
WALKS: Final = "walk-*.md"
WRITTEN: Final = "<!-- Written by python -m tools.rules_docs from scorer/rulebook; change it there. -->"

INTRODUCTION: Final = """\
# The rules, one by one

Every scoring line names one rule, and so does every problem with a position or a move. These pages give for each id
what it says in our own words, first in English and folded below it in the other languages, and the passages of printed
rulebooks that it rests on, quoted in the book's language with a translation of ours. Where the books are silent or
contradict each other, they say how the referee reads them. `GET /v1/variants/{id}/rules` answers the same as JSON.
"""
WALKED: Final = """
## Sentence by sentence

Each rulebook has been gone through sentence by sentence; these pages say which rule each sentence has led to.
"""


class RulePage(NamedTuple):
    """A page of rules that come on top of those of the base game."""

    page: str
    title: str
    file: str
    rulebook: str


PAGES: Final = (
    *[RulePage(one.id, one.title, one.part.catalogue[0], one.rulebook) for one in EXPANSIONS],
    RulePage("figures", "The figures of the expansions", "figures", "traders-c2"),
)


def pages() -> dict[str, str]:
    """Every page by its file's name."""
    return {
        "README.md": index(),
        **{f"{variant.id}.md": variant_page(variant) for variant in RULESETS},
        **{f"{expansion.page}.md": expansion_page(expansion) for expansion in PAGES},
    }


def index() -> str:
    lines = [WRITTEN, "", INTRODUCTION, "| variant | | rules |", "|---|---|---|"]
    for variant in RULESETS:
        title = texts(SOURCE_LANGUAGE).one(variant.title)
        lines.append(f"| [`{variant.id}`]({variant.id}.md) | {title} | {len(rules_of(variant))} |")
    lines += ["", "| expansion | | rules |", "|---|---|---|"]
    for expansion in PAGES:
        lines.append(f"| [`{expansion.page}`]({expansion.page}.md) | {expansion.title} | {len(held(expansion))} |")
    lines += [WALKED, "| rulebook | year |", "|---|---|"]
    for path in sorted(FOLDER.glob(WALKS)):
        book = rulebooks()[path.stem.removeprefix("walk-")]
        lines.append(f"| [{book.title}]({path.name}) | {book.year} |")
    return "\n".join(lines) + "\n"


def held(expansion: RulePage) -> Mapping[str, Rule]:
    return catalogue_file(expansion.file, expansion.rulebook)


def variant_page(variant: Ruleset) -> str:
    book = rulebooks()[variant.rulebook]
    rules = rules_of(variant)
    parts = [
        WRITTEN,
        f"# {texts(SOURCE_LANGUAGE).one(variant.title)}",
        f"The rules of `{variant.id}`, after “{book.title}” ({book.year}).",
    ]
    if variant.values:
        parts.append("## Rule values")
        parts.append("\n".join(rule_values(variant)))
    parts.append("## Rules")
    parts += [section(rule, rules) for rule in rules.values()]
    return "\n\n".join(parts) + "\n"


def expansion_page(expansion: RulePage) -> str:
    rules = held(expansion)
    parts = [
        WRITTEN,
        f"# {expansion.title}",
        "In our own words: no text of the rulebook is at hand, so its sections are named and not quoted.",
        "## Rules",
        *(section(rule, rules) for rule in rules.values()),
    ]
    return "\n\n".join(parts) + "\n"


def rule_values(variant: Ruleset) -> list[str]:
    """What a request may set under `rules`."""
    lines = ["| name | default | meaning | rule |", "|---|---|---|---|"]
    for value in variant.values:
        default = str(value.default).lower() if isinstance(value.default, bool) else value.default
        lines.append(f"| `{value.name}` | `{default}` | {value.meaning} | [{value.rule}](#{anchor(value.rule)}) |")
    return lines


def section(rule: Rule, page: Iterable[str]) -> str:
    """A rule on a page that also holds these others."""
    parts = [f"### {rule.id}", rule.words[SOURCE_LANGUAGE]]
    if rule.decision is not None:
        parts.append(f"**How it is read.** {rule.decision[SOURCE_LANGUAGE]}")
    parts.append("\n".join(passage_line(passage) for passage in rule.passages))
    if rule.see:
        parts.append("See also " + ", ".join(link(other, page) for other in rule.see) + ".")
    parts.append(other_languages(rule))
    return "\n\n".join(part for part in parts if part)


def other_languages(rule: Rule) -> str:
    """The rule in all languages but the source's, folded."""
    others = [language for language in rule.words if language != SOURCE_LANGUAGE]
    lines = ["<details>", f"<summary>{', '.join(others)}</summary>", ""]
    for language in others:
        lines.append(f"- `{language}` {rule.words[language]}")
        if rule.decision is not None:
            lines.append(f"  *{rule.decision[language]}*")
    return "\n".join([*lines, "", "</details>"])


def link(rule_id: str, page: Iterable[str]) -> str:
    if rule_id in page:
        return f"[{rule_id}](#{anchor(rule_id)})"
    elsewhere = "figures" if rule_id.startswith("figure.") else "base"
    return f"[{rule_id}]({elsewhere}.md#{anchor(rule_id)})"


def passage_line(passage: Passage) -> str:
    book = rulebooks()[passage.rulebook]
    place = f"- {book.title} ({book.year}, `{book.language}`), {passage.section}"
    if passage.quote is None:
        return place
    quoted = f"{place}: “{passage.quote}”"
    translated = passage.translation.get(SOURCE_LANGUAGE)
    return quoted if translated is None else f"{quoted} Our translation: “{translated}”"


def anchor(rule_id: str) -> str:
    """The anchor that GitHub gives a heading."""
    return rule_id.replace(".", "")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept = set(FOLDER.glob(WALKS))
    for old in set(FOLDER.glob("*.md")) - kept:
        old.unlink()
    for name, page in pages().items():
        (FOLDER / name).write_text(page, "utf-8")


if __name__ == "__main__":
    main()
