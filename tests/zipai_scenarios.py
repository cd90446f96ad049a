"""Scripted deals of Zipai, each named after the rule it shows, and one runner for any engine.

A scenario (`data/zipai_scenarios.json`) holds the dealt hands, the stock in drawing order, the
dealer, the rules that differ from `shaoyang` (named as the fields of the reference's rules), the
steps [seat, legal actions, action], every event and the result or null. `discard 一二` among the
legal actions stands for two of them; a last action of null only asks. Texts as in `zipai_text`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol

from zipai_text import expand

Scenario = dict[str, Any]
SCENARIOS: list[Scenario] = json.loads(
    (Path(__file__).parent / "data" / "zipai_scenarios.json").read_text(encoding="utf-8")
)


class Driver(Protocol):
    """A deal in play, spoken to in text."""

    def seat(self) -> int | None:
        """The seat that is asked, None when the deal is over."""

    def legal(self) -> list[str]:
        """Its legal actions."""

    def play(self, action: str) -> None:
        """Answer for it."""

    def events(self) -> list[str]:
        """Everything that happened so far."""

    def result(self) -> dict[str, Any] | None:
        """Winner, how, hu, piles, scores and next dealer, None before the end."""


def run(scenario: Scenario, deal: Driver) -> None:
    """Play a scenario and compare every question, the events and the result."""
    for seat, legal, action in scenario["steps"]:
        assert deal.seat() == seat, deal.events()
        offered = deal.legal()
        assert set(offered) == expand(legal), deal.events()
        assert len(offered) == len(set(offered))
        if action is not None:
            deal.play(action)
    assert deal.events() == scenario["events"]
    assert deal.result() == scenario["result"]
    assert (deal.seat() is None) == (scenario["result"] is not None)
