"""What the build does besides pyproject.toml: the examples become data of ``api``, the README's links absolute."""

import re
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
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


def long_description() -> str:
    """The README for a page that has none of the repository's other files beside it."""
    text = (ROOT / "README.md").read_text("utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!\w+:|#)", rf"\1{SOURCE}/raw/main/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!\w+:|#)", rf"\1{SOURCE}/blob/main/", text)


setup(
    cmdclass={"build_py": BuildWithExamples},
    long_description=long_description(),
    long_description_content_type="text/markdown",
)
