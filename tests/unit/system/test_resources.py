"""Data files are found wherever the package was installed."""

from __future__ import annotations

import pytest

from adrguard.system import clock, resources


def test_data_beside_a_checkout_and_inside_a_wheel_is_found(tmp_path, monkeypatch):
    package, checkout = tmp_path / "adrguard" / "_data", tmp_path
    monkeypatch.setattr(resources, "_PLACES", (str(package), str(checkout)))
    (checkout / "grammar").mkdir()
    (checkout / "grammar" / "x.lark").write_bytes(b"checkout\r\n")

    assert resources.read_text("grammar/x.lark") == "checkout\n"

    (package / "grammar").mkdir(parents=True)
    (package / "grammar" / "x.lark").write_text("wheel\n")
    assert resources.read_text("grammar/x.lark") == "wheel\n"
    assert resources.path("grammar") == str(package / "grammar")


def test_missing_data_is_named():
    with pytest.raises(FileNotFoundError, match=r"nowhere/at\.all"):
        resources.path("nowhere/at.all")


def test_today_is_a_date_that_compares_as_text():
    assert "2026-01-01" < clock.today() < "9999-12-31"
    assert len(clock.today()) == 10


def test_time_goes_on():
    before = clock.monotonic_ms()

    assert clock.monotonic_ms() >= before
