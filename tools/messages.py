"""The catalogues of sentences: ``python -m tools.messages`` brings them up to date with the source and compiles them.

A sentence that is new stands in each catalogue without a translation, and one that is gone leaves it. A third language
needs only a catalogue: ``python -m tools.messages --add fr``, then fill in ``scorer/locale/fr/LC_MESSAGES/referee.po``
and run it again.
"""

from __future__ import annotations

import argparse
import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorer.texts import DOMAIN

ROOT: Final = Path(__file__).parents[1]
LOCALES: Final = ROOT / "scorer" / "locale"
#: Where sentences are written.
PACKAGES: Final = ("scorer", "api")
#: The functions whose literals are sentences; with a plural, its forms are the first two arguments.
KEYWORDS: Final[dict[str, Any]] = {
    "text": None,
    "text_as": ((1, "c"), 2),
    "marked": None,
    "one": None,
    "counted": (1, 2),
    "plural": (1, 2),
    "many": (1, 2),
}
COMMENTS: Final = ("Translators:",)
#: Catalogues keep no date, so that they change only when a sentence does.
UNDATED: Final = datetime(2000, 1, 1, tzinfo=UTC)


def template() -> Catalog:
    """Every sentence of the source."""
    catalogue = Catalog()
    for package in PACKAGES:
        found = extract_from_dir(ROOT / package, keywords=KEYWORDS, comment_tags=COMMENTS, strip_comment_tags=True)
        for name, _, message, comments, context in found:
            catalogue.add(message, None, [(f"{package}/{name}", 0)], auto_comments=comments, context=context)
    return catalogue


def catalogue_path(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def languages() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(path.parents[1].name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(language: str) -> Catalog:
    with catalogue_path(language).open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """A language's catalogue with the sentences of the source, no more and no fewer."""
    catalogue = read(language) if catalogue_path(language).is_file() else Catalog(locale=language)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    catalogue.project, catalogue.version = DOMAIN, "1"
    catalogue.header_comment = "# The referee's sentences; python -m tools.messages keeps them up to date."
    catalogue.last_translator = catalogue.language_team = catalogue.msgid_bugs_address = ""
    catalogue.creation_date = catalogue.revision_date = UNDATED
    return catalogue


def as_po(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalogue, width=120, sort_by_file=True, include_lineno=False)
    return file.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.messages", description="Bring the catalogues up to date.")
    parser.add_argument("--add", metavar="LANGUAGE", help="begin a catalogue for another language")
    added = parser.parse_args(arguments).add
    for language in sorted({*languages(), *([added] if added else [])}):
        catalogue = updated(language)
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_po(catalogue))
        path.with_suffix(".mo").write_bytes(as_mo(catalogue))
        missing = sum(not translated(message.string) for message in catalogue if message.id)
        print(f"{language}: {len(catalogue)} sentences, {missing} without a translation")


def translated(string: str | list[str] | tuple[str, ...] | None) -> bool:
    return bool(string) and all(string or ())


if __name__ == "__main__":
    main()
