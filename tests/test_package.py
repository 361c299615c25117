"""What is shipped: both distributions are built, and the wheel is used where nothing else is installed."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import venv
import zipfile
from email import message_from_string
from pathlib import Path, PurePosixPath

import pytest

import scorer

ROOT = Path(__file__).parent.parent
SHIPPED_PACKAGES = {"api", "scorer"}
#: Sources of what is shipped, which nobody needs at run time.
SOURCES_ONLY = {".po", ".pyc"}
#: What a checkout holds besides the repository.
NO_SOURCES = (".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build", "dist", "*.egg-info", "node_modules")
BOARD = "base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S"


def run(*command: str | Path, folder: Path, given: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs a program without whatever this test was started with."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        input=given,
        env={"PATH": os.environ["PATH"], **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("built")
    # A build leaves files beside its sources; two at a time would trip over each other's.
    source = tmp_path_factory.mktemp("source") / "repository"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*NO_SOURCES))
    done = run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, source, folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def empty(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment in which the wheel is installed, and nothing else."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=False)
    bin_folder = folder / "bin"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", bin_folder / "python")
    done = run(*pip, "install", "--no-index", wheel, folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return bin_folder


def test_nothing_is_installed_under_a_name_that_is_not_ours(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == SHIPPED_PACKAGES
    assert sum(name.startswith("api/fixtures/") for name in names) == len(list(ROOT.glob("fixtures/*/*.json")))


def test_every_file_of_the_packages_is_shipped(wheel: Path) -> None:
    there = {
        path.relative_to(ROOT).as_posix()
        for package in SHIPPED_PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in SOURCES_ONLY
    }
    assert there - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_its_page_on_the_index(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    told = message_from_string(archive.read(name).decode())
    assert told["Version"] == scorer.__version__
    needed = told.get_all("Requires-Dist") or []
    assert [one for one in needed if "extra ==" not in one] == []
    assert {"service", "png", "metrics", "cluster"} <= set(told.get_all("Provides-Extra") or [])
    description = told.get_payload()
    assert isinstance(description, str)
    # The page has none of the repository's files beside it; what follows the repository's address must be one of them.
    targets = re.findall(r"\]\(([^)]+)\)", description)
    assert [target for target in targets if not target.startswith(("https://", "http://", "#"))] == []
    own = [match for target in targets if (match := re.search(r"/(blob|raw)/main/([^#]+)", target))]
    assert {match[1] for match in own} == {"blob", "raw"}
    assert [match[0] for match in own if not (ROOT / match[2]).exists()] == []


def test_the_library_needs_nothing_else(empty: Path, tmp_path: Path) -> None:
    ask = f"scorer.score({BOARD + '/phase:final'!r}, 'nl')"
    asked = f"import scorer; print(scorer.__version__, {ask}['lines'][0]['text'])"
    done = run(empty / "python", "-I", "-c", asked, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    said = scorer.score(f"{BOARD}/phase:final", "nl")["lines"][0]["text"]
    assert done.stdout == f"{scorer.__version__} {said}\n"


def test_the_command_line_needs_nothing_else(empty: Path, tmp_path: Path) -> None:
    done = run(empty / "carcassonne-referee", "score", folder=tmp_path, given=BOARD)
    assert done.returncode == 0, done.stderr
    assert "Red scores 4 points for the finished city: 2 tiles x 2." in done.stdout
    assert run(empty / "carcassonne-referee", "--version", folder=tmp_path).stdout.split()[1] == scorer.__version__


def test_the_service_says_what_it_needs(empty: Path, tmp_path: Path) -> None:
    done = run(empty / "carcassonne-referee", "serve", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.endswith("pip install 'carcassonne-referee[service]'\n")
    assert done.stderr.count("\n") == 1


def test_the_service_runs_from_the_wheel(empty: Path, tmp_path: Path) -> None:
    """With the packages of this environment at hand, but not its checkout of ours."""
    (others,) = {path for path in sys.path if path.endswith("site-packages")}
    asked = (
        f"import sys; sys.path.append({others!r})\n"
        "import api; client = api.create_app().test_client()\n"
        "examples = client.get('/v1/examples').json['examples']\n"
        "paths = ('/', '/docs', '/openapi.yaml', '/v1/variants/castle/rules')\n"
        "pages = [client.get(path).status_code for path in paths]\n"
        "print(api.__file__, len(examples), *pages)"
    )
    done = run(empty / "python", "-I", "-c", asked, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    file, *numbers = done.stdout.splitlines()[-1].split()
    assert Path(file).is_relative_to(empty.parent)
    assert [int(number) for number in numbers] == [len(list(ROOT.glob("fixtures/*/*.json"))), 200, 200, 200, 200]


def test_a_busy_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        command = Path(sys.executable).with_name("carcassonne-referee")
        done = run(command, "serve", "--port", str(number), folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        f"carcassonne-referee: Another program listens at 127.0.0.1:{number} already; choose another port with PORT.\n"
    )


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only a checkout knows what belongs to the repository")
def test_the_source_distribution_is_the_repository(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as content:
        shipped = {PurePosixPath(*PurePosixPath(name).parts[1:]).as_posix() for name in content.getnames()}
    listed = run("git", "ls-files", folder=ROOT).stdout.splitlines()
    kept = {name for name in listed if (ROOT / name).exists()}
    assert kept - shipped == {".gitignore"}


def test_the_tests_of_the_source_distribution_run(built: Path, tmp_path: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as content:
        content.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    pytest_there = (sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n0")
    some = ("tests/test_project.py", "tests/test_notation.py", "tests/api/test_reference.py")
    done = run(*pytest_there, *some, folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
