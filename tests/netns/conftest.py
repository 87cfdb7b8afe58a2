"""The Wi-Fi for each test; on a machine that can't have one, all tests here skip and say what is missing."""

import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.netns import world

_missing = functools.cache(world.missing)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "netns" in Path(item.path).parts:
            item.add_marker(pytest.mark.netns)


@pytest.fixture
def wifi(tmp_path: Path) -> Iterator[world.Wifi]:
    """Give a Wi-Fi with nobody on it."""
    if why := _missing():
        pytest.skip(why)
    with world.Wifi(tmp_path) as made:
        yield made


@pytest.fixture
def wifi_ipv6(tmp_path: Path) -> Iterator[world.Wifi]:
    """Give a Wi-Fi on which there are only IPv6 link-local addresses."""
    if why := _missing():
        pytest.skip(why)
    with world.Wifi(tmp_path, ipv4=False) as made:
        yield made
