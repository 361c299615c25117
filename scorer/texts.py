"""Sentences that are written once in English and said in the reader's language.

A :class:`Message` keeps the English sentence, its plural and what fills its places apart, so that lines and problems
can be built without knowing who will read them. :func:`texts` gives the catalogue of a language; English needs none.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final, NamedTuple, Protocol

DOMAIN: Final = "referee"
SOURCE_LANGUAGE: Final = "en"


class Sayable(Protocol):
    """What can be said in a language."""

    def spoken(self, texts: Texts) -> str: ...


class Message(NamedTuple):
    """A sentence with places to fill; parameters may be messages themselves."""

    one: str
    many: str | None
    number: int
    parameters: dict[str, object]

    def spoken(self, texts: Texts) -> str:
        return texts.say(self)


def text(sentence: str, **parameters: object) -> Message:
    """A sentence that has no plural."""
    return Message(sentence, None, 0, parameters)


def counted(one: str, many: str, count: int, **parameters: object) -> Message:
    """A sentence with a singular and a plural; ``{count}`` is filled in."""
    parameters["count"] = count
    return Message(one, many, count, parameters)


def marked(sentence: str) -> str:
    """Marks a sentence for translation that is said later, as it stands."""
    return sentence


@lru_cache(1024)
def titled(name: str) -> str:
    """A player's name at the start of a sentence."""
    return name[:1].upper() + name[1:]


class Texts:
    """Says messages in one language."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        #: A sentence without a plural, and the form of one that goes with a number, in this language.
        self.one = catalogue.gettext
        self.many = catalogue.ngettext

    def say(self, message: Message) -> str:
        one, many, number, parameters = message
        sentence = self.one(one) if many is None else self.many(one, many, number)
        if not parameters:
            return sentence
        spoken = self.spoken
        return sentence.format_map({name: spoken(value) for name, value in parameters.items()})

    def spoken(self, value: Any) -> object:
        """A parameter as it stands in a sentence: messages said, lists joined; other things say themselves."""
        kind = value.__class__
        if kind is str or kind is int:
            return value
        if kind is Message:
            return self.say(value)
        if kind is list or kind is tuple:
            return self.enumerate(value)
        return value.spoken(self)

    def enumerate(self, values: Iterable[object]) -> str:
        """``a``, ``a and b``, ``a, b and c``."""
        words = [str(self.spoken(value)) for value in values]
        if len(words) < 2:
            return "".join(words)
        # Translators: joins the last two of a list, as in "red, green and blue".
        return ", ".join(words[:-1]) + self.one(" and ") + words[-1]


@cache
def languages() -> tuple[str, ...]:
    """The languages there is a catalogue for, English first."""
    found = {
        folder.name
        for folder in resources.files("scorer").joinpath("locale").iterdir()
        if folder.is_dir() and folder.joinpath("LC_MESSAGES", f"{DOMAIN}.mo").is_file()
    }
    return (SOURCE_LANGUAGE, *sorted(found - {SOURCE_LANGUAGE}))


@cache
def texts(language: str = SOURCE_LANGUAGE) -> Texts:
    """The catalogue of a language; English for one that there is none for."""
    if language not in languages() or language == SOURCE_LANGUAGE:
        return Texts(SOURCE_LANGUAGE, gettext.NullTranslations())
    catalogue = resources.files("scorer").joinpath("locale", language, "LC_MESSAGES", f"{DOMAIN}.mo")
    with catalogue.open("rb") as file:
        return Texts(language, gettext.GNUTranslations(file))
