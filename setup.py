"""What the build does besides pyproject.toml: the examples become data of ``api``, the README's links absolute.

With ``REFEREE_COMPILE=1`` the core of the rules is compiled from the same files, by mypyc and a C compiler.
"""

import os
import re
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
#: What is compiled: all that judges. What draws, prints and reads other programs' files stays as it is.
CORE = ("tiles", "board", "rules", "game", "referee")
CORE_FILES = ("limits", "problems", "shapes", "texts")
#: Takes whatever is sent; compiled, it would refuse what is no dict before the rules can say what is wrong with it.
PLAIN = Path("scorer", "referee", "questions.py")
SOURCE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Source"]


class BuildWithExamples(build_py):
    """Copies the rulebooks' examples into the package: a folder ``fixtures`` of the whole environment is not ours."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for target, source in self.examples().items():
            self.mkpath(str(Path(target).parent))
            self.copy_file(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002
        return [*super().get_outputs(include_bytecode), *([] if self.editable_mode else self.examples())]

    def examples(self) -> dict[str, str]:
        """Each example's file in the package, and where it stands in the repository."""
        found = sorted((ROOT / "fixtures").glob("*/*.json"))
        return {str(Path(self.build_lib, "api", path.relative_to(ROOT))): str(path) for path in found}


def compiled_core() -> list[Extension]:
    """The core as extension modules, where that is asked for."""
    if os.environ.get("REFEREE_COMPILE") != "1":
        return []
    from mypyc.build import mypycify

    package = Path("scorer")
    files = [path for folder in CORE for path in sorted((package / folder).rglob("*.py")) if path != PLAIN]
    files += [package / f"{name}.py" for name in CORE_FILES]
    level = os.environ.get("REFEREE_OPTIMIZE", "3")
    return mypycify(["--strict", *map(str, files)], opt_level=level, multi_file=True, group_name="scorer")


def long_description() -> str:
    """The README for a page that has none of the repository's other files beside it."""
    text = (ROOT / "README.md").read_text("utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!\w+:|#)", rf"\1{SOURCE}/raw/main/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!\w+:|#)", rf"\1{SOURCE}/blob/main/", text)


setup(
    cmdclass={"build_py": BuildWithExamples},
    ext_modules=compiled_core(),
    long_description=long_description(),
    long_description_content_type="text/markdown",
)
