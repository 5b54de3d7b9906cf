"""The licences of all packages that an installation brings stand in the documentation, as the packages state them."""

import re
from importlib.metadata import distribution

import pytest
from packaging.requirements import Requirement

from tests.support.places import ROOT

FAMILY = re.compile(r"Apache|BSD|CC0|[AL]?GPL|MIT|MPL|PSF|Zlib")


def brought(name: str) -> set[str]:
    """Return a package and all that it needs here."""
    needed = (Requirement(message) for message in distribution(name).requires or ())
    below = (brought(one.name) for one in needed if one.marker is None or one.marker.evaluate({"extra": ""}))
    return {name.lower().replace("_", "-")}.union(*below)


def stated(name: str) -> str:
    """What a package says of its licence."""
    message = distribution(name).metadata
    known = [each for each in message.get_all("Classifier", ()) if each.startswith("License")]
    return message.get("License-Expression") or " ".join(known) or message["License"]


def documented() -> dict[str, str]:
    """Return the licences in `docs/running.md`, by package."""
    section = (ROOT / "docs/running.md").read_text("utf-8").partition("\n## Packages\n")[2].partition("\n## ")[0]
    rows = [row.split(" | ") for row in section.splitlines() if row.startswith("| `")]
    return {name: row[-1] for row in rows for name in re.findall("`(.+?)`", row[0])}


LICENCES = documented()
BROUGHT = brought("treesolve") - {"treesolve"}


def test_every_package_that_an_installation_brings_is_named():
    """Those that are needed by others, too; on another Python there may be more."""
    assert set(LICENCES) >= BROUGHT


@pytest.mark.parametrize("name", sorted(BROUGHT))
def test_a_licence_is_the_one_that_the_package_states(name: str):
    """Packages write it in their own ways; all of what they name is named."""
    families = set(FAMILY.findall(stated(name)))

    assert families
    assert families <= set(FAMILY.findall(LICENCES[name]))
