"""Sentences that are written once in English and said in the reader's language.

A :class:`Message` keeps the English sentence, its plural and what fills its places apart, so that lines and problems
can be built without knowing who will read them. :func:`texts` gives the catalogue of a language; English needs none.

A catalogue may leave words to the rulebook of the game that is played: ``‹followers›`` in a translation stands for what
that book calls them. The words stand in ``terms.json`` beside the catalogue, for each rulebook, ``*`` for all others.
"""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final, NamedTuple, Protocol

from scorer.limits import MOST_NAMES

DOMAIN: Final = "referee"
SOURCE_LANGUAGE: Final = "en"
_TERM: Final = re.compile(r"‹(\w+)›")
#: Parts a sentence from the sense it is said in, as in every gettext catalogue.
_SENSE_END: Final = "\x04"
#: Stands for every rulebook that has no words of its own.
ANY_BOOK: Final = "*"


class Sayable(Protocol):
    """What can be said in a language."""

    def spoken(self, texts: Texts) -> str: ...


class Message:
    """A sentence with places to fill; parameters may be messages themselves."""

    __slots__ = ("many", "number", "one", "parameters")

    def __init__(self, one: str, many: str | None, number: int, parameters: dict[str, object]) -> None:
        self.one = one
        self.many = many
        self.number = number
        self.parameters = parameters

    # By itself pickle finds nothing in a compiled class; whatever a refusal holds says how it is made again.
    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (self.one, self.many, self.number, self.parameters)

    def spoken(self, texts: Texts) -> str:
        return texts.say(self)


def text(sentence: str, **parameters: object) -> Message:
    """A sentence that has no plural."""
    return Message(sentence, None, 0, parameters)


def text_as(sense: str, sentence: str) -> Message:
    """A sentence that stands in the catalogues once for each sense, because other languages inflect it."""
    return Message(f"{sense}{_SENSE_END}{sentence}", None, 0, {})


def counted(one: str, many: str, count: int, **parameters: object) -> Message:
    """A sentence with a singular and a plural; ``{count}`` is filled in."""
    parameters["count"] = count
    return Message(one, many, count, parameters)


class Plural(NamedTuple):
    """A sentence with a singular and a plural that is said of different numbers."""

    one: str
    many: str

    def of(self, count: int) -> Message:
        return counted(self.one, self.many, count)


def plural(one: str, many: str) -> Plural:
    """Marks the two forms of a sentence for translation."""
    return Plural(one, many)


def marked(sentence: str) -> str:
    """Marks a sentence for translation that is said later, as it stands."""
    return sentence


class Capital:
    """Something that begins a sentence: a player's name, or a message."""

    __slots__ = ("said",)

    def __init__(self, said: str | Sayable) -> None:
        self.said = said

    def __reduce__(self) -> tuple[Any, ...]:
        return Capital, (self.said,)

    def spoken(self, texts: Texts) -> str:
        return texts.titled(self.said) if isinstance(self.said, str) else _capital(self.said.spoken(texts))


def titled(name: str) -> Capital:
    """A player's name at the start of a sentence."""
    return Capital(name)


class Sentences:
    """Sentences one after the other."""

    __slots__ = ("sentences",)

    def __init__(self, *sentences: Sayable) -> None:
        self.sentences = sentences

    def __reduce__(self) -> tuple[Any, ...]:
        return Sentences, self.sentences

    def spoken(self, texts: Texts) -> str:
        return " ".join([sentence.spoken(texts) for sentence in self.sentences])


class Listed:
    """Things one after the other, with commas between them."""

    __slots__ = ("things",)

    def __init__(self, things: Iterable[object]) -> None:
        self.things = list(things)

    def __reduce__(self) -> tuple[Any, ...]:
        return Listed, (self.things,)

    def spoken(self, texts: Texts) -> str:
        return ", ".join([str(texts.spoken(thing)) for thing in self.things])


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


@lru_cache(1024)
def _name_as_first_word(name: str) -> str:
    """A name that is written without any capital gets one; others stay as they were given."""
    return _capital(name) if name.islower() else name


class Texts:
    """Says messages in one language, in the words of one rulebook."""

    def __init__(
        self,
        language: str,
        rulebook: str,
        catalogue: gettext.NullTranslations,
        terms: Mapping[str, str],
        alike: frozenset[str] = frozenset(),
    ) -> None:
        self.language = language
        self.rulebook = rulebook
        #: What decides how sentences are said that name nobody.
        self.voice = f"{language}/{rulebook}"
        self.catalogue = catalogue
        self.terms = terms
        #: Names of players that would look like another's if they were written with a capital.
        self.alike = alike
        self._said: dict[str, str] = {}

    def among(self, players: Iterable[str]) -> Texts:
        """The same for a table of these players, none of whom is taken for another."""
        names = list(players)
        written = [_name_as_first_word(name) for name in names]
        if len(set(written)) == len(set(names)):
            return self
        alike = frozenset(name for name in names if written.count(_name_as_first_word(name)) > 1)
        return Texts(self.language, self.rulebook, self.catalogue, self.terms, alike)

    def titled(self, name: str) -> str:
        """A player's name at the start of a sentence."""
        return name if name in self.alike else _name_as_first_word(name)

    def one(self, sentence: str) -> str:
        """A sentence without a plural in this language."""
        said = self._said.get(sentence)
        if said is None:
            translated = self.catalogue.gettext(sentence).rpartition(_SENSE_END)[2]
            said = self._said[sentence] = self._in_terms(translated)
        return said

    def many(self, one: str, many: str, number: int) -> str:
        """The form of a sentence that goes with a number."""
        form = self.catalogue.ngettext(one, many, number)
        return self._in_terms(form) if self.terms else form

    def _in_terms(self, sentence: str) -> str:
        return in_terms(sentence, self.terms)

    def say(self, message: Message) -> str:
        many = message.many
        sentence = self.one(message.one) if many is None else self.many(message.one, many, message.number)
        if not message.parameters:
            return sentence
        spoken = self.spoken
        return sentence.format_map({name: spoken(value) for name, value in message.parameters.items()})

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
        listed = list(values)
        words = [str(self.spoken(value)) for value in listed[:MOST_NAMES]]
        if len(listed) > MOST_NAMES:
            words.append(self.say(text("{count} more", count=len(listed) - MOST_NAMES)))
        if len(words) < 2:
            return "".join(words)
        # Translators: joins the last two of a list, as in "red, green and blue".
        return ", ".join(words[:-1]) + self.one(" and ") + words[-1]


def in_terms(sentence: str, terms: Mapping[str, str]) -> str:
    """A sentence in the words of a rulebook: ``‹followers›`` stands for what it calls them."""
    return _TERM.sub(lambda term: terms[term[1]], sentence) if "‹" in sentence else sentence


@cache
def languages() -> tuple[str, ...]:
    """The languages there is a catalogue for, English first."""
    translated = {
        folder.name
        for folder in resources.files("scorer").joinpath("locale").iterdir()
        if folder.is_dir() and folder.joinpath("LC_MESSAGES", f"{DOMAIN}.mo").is_file()
    }
    return (SOURCE_LANGUAGE, *sorted(translated - {SOURCE_LANGUAGE}))


@cache
def texts(language: str = SOURCE_LANGUAGE, rulebook: str = ANY_BOOK) -> Texts:
    """The catalogue of a language, in the words of a rulebook; English for a language that there is none for."""
    if language not in languages() or language == SOURCE_LANGUAGE:
        return Texts(SOURCE_LANGUAGE, rulebook, gettext.NullTranslations(), {})
    folder = resources.files("scorer").joinpath("locale", language)
    with folder.joinpath("LC_MESSAGES", f"{DOMAIN}.mo").open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    return Texts(language, rulebook, catalogue, _terms(language, rulebook))


def _terms(language: str, rulebook: str) -> Mapping[str, str]:
    """What a rulebook calls things in a language."""
    file = resources.files("scorer").joinpath("locale", language, "terms.json")
    if not file.is_file():
        return {}
    books = json.loads(file.read_text("utf-8"))
    return {**books[ANY_BOOK], **books.get(rulebook, {})}
