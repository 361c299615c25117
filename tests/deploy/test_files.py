"""The files that put the service elsewhere: as far as they can be judged without the machines they are for."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from api.server import options
from api.settings import Settings
from deploy.rehearse import instructions

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
MANIFESTS = sorted(path for path in (DEPLOY / "kubernetes").glob("*.yaml") if path.stem != "kustomization")
KUBECTL, ANALYZE = shutil.which("kubectl"), shutil.which("systemd-analyze")


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


# All of them


def test_every_setting_that_is_made_is_documented() -> None:
    documented = (ROOT / "docs" / "running.md").read_text("utf-8")
    files = [path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    used = {name for path in files for name in re.findall(r"REFEREE_\w+", path.read_text("utf-8"))}
    assert used
    assert {name for name in used if f"`{name}`" not in documented} == set()


def test_the_stop_waits_for_as_long_as_the_service_does() -> None:
    longest = options(Settings(), {})["graceful_timeout"]
    pod = read(DEPLOY / "kubernetes" / "deployment.yaml")["spec"]["template"]["spec"]
    pause = int(pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["terminationGracePeriodSeconds"] > longest + pause
    assert int(read(DEPLOY / "compose.yaml")["services"]["referee"]["stop_grace_period"].rstrip("s")) > longest
    unit = (DEPLOY / "systemd" / "carcassonne-referee.service").read_text("utf-8")
    assert int(re.findall(r"TimeoutStopSec=(\d+)", unit)[0]) > longest


# The container


def test_the_container_copies_what_there_is_and_ignores_the_rest() -> None:
    copied = {
        source
        for word, rest in instructions()
        if word == "COPY" and not rest.startswith("--from")
        for source in rest.split()[:-1]
    }
    assert all((ROOT / source).exists() for source in copied)
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text("utf-8")
    assert set(re.findall(r"^!(.+)$", ignored, re.MULTILINE)) == copied


def test_the_container_is_nobody_and_knows_how_it_is() -> None:
    found = dict(instructions())
    assert found["USER"] == "10001:10001"
    assert json.loads(found["ENTRYPOINT"]) == ["/opt/referee/bin/python", "-m", "api"]
    probe = json.loads(found["HEALTHCHECK"].partition(" CMD ")[2])
    assert "/readyz" in probe[-1]
    assert all(":" in rest and "latest" not in rest for word, rest in instructions() if word == "FROM")


def test_compose_names_files_that_there_are() -> None:
    services = read(DEPLOY / "compose.yaml")["services"]
    build = services["referee"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    for volume in services["proxy"]["volumes"]:
        assert (DEPLOY / volume.split(":")[0]).is_dir()
    upstream = re.findall(r"server (\w+):(\d+)", (DEPLOY / "nginx" / "nginx.conf").read_text("utf-8"))
    assert upstream == [("referee", services["referee"]["expose"][0])]
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]


# Kubernetes


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.stem)
def test_a_manifest_is_one(path: Path) -> None:
    for manifest in yaml.safe_load_all(path.read_text("utf-8")):
        kubernetes_validate.validate(manifest, "1.33", strict=True)


def test_the_manifests_mean_each_other() -> None:
    found = {manifest["kind"]: manifest for manifest in map(read, MANIFESTS)}
    pod = found["Deployment"]["spec"]["template"]
    labels = pod["metadata"]["labels"].items()
    for selector in (
        found["Deployment"]["spec"]["selector"]["matchLabels"],
        found["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
        found["Service"]["spec"]["selector"],
    ):
        assert selector.items() <= labels
    assert found["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"] == found["Deployment"]["metadata"]["name"]
    # A budget that could never be kept would keep nodes from being emptied.
    assert (
        found["HorizontalPodAutoscaler"]["spec"]["minReplicas"] > found["PodDisruptionBudget"]["spec"]["maxUnavailable"]
    )
    container = pod["spec"]["containers"][0]
    ports = {port["name"] for port in container["ports"]}
    asked = {container[probe]["httpGet"]["port"] for probe in ("startupProbe", "readinessProbe", "livenessProbe")}
    assert asked | {port["targetPort"] for port in found["Service"]["spec"]["ports"]} <= ports
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert pod["spec"]["securityContext"]["runAsNonRoot"] is True


def test_kustomize_names_every_manifest() -> None:
    kustomization = read(DEPLOY / "kubernetes" / "kustomization.yaml")
    assert sorted(kustomization["resources"]) == [path.name for path in MANIFESTS]


@pytest.mark.skipif(KUBECTL is None, reason="There is no kubectl here, so kustomize cannot be tried.")
def test_kustomize_builds_them() -> None:
    built = subprocess.run([str(KUBECTL), "kustomize", str(DEPLOY / "kubernetes")], capture_output=True, check=True)
    kinds = {manifest["kind"] for manifest in yaml.safe_load_all(built.stdout)}
    assert kinds == {"Deployment", "Service", "HorizontalPodAutoscaler", "PodDisruptionBudget"}


# systemd


@pytest.mark.skipif(ANALYZE is None, reason="There is no systemd-analyze here, so the units cannot be tried.")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    units = []
    for unit in (DEPLOY / "systemd").iterdir():
        text = unit.read_text("utf-8").replace("/opt/carcassonne-referee/bin/python", sys.executable)
        units.append(tmp_path / unit.name)
        units[-1].write_text(text, "utf-8")
    checked = subprocess.run([str(ANALYZE), "verify", *units], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
