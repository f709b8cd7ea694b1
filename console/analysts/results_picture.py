"""A player's results as a picture: what he won, with and without luck; stays; insurance."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, StrMethodFormatter

from console.supervisor.log_line import printable
from console.telling.words import hands_told
from services.history.statistics.results import Point, Stay

WON, EXPECTED, INSURED, LOST = "#1f6f43", "#d08a1d", "#3a5fa8", "#a83232"
INCHES = (10.0, 12.0)
FEW, BAR = 10, 0.6


class Line(NamedTuple):
    """One line of a graph."""

    name: str
    at: list[int]
    values: list[float]


class Bars(NamedTuple):
    """A bar a stay, and the sum after each."""

    values: list[int]
    sums: list[int]


def winnings_lines(points: Sequence[Point]) -> list[Line]:
    """Chips by hands played, from nothing on: won, and with equity in place of luck."""
    hands = [0, *(point.played for point in points)]
    return [
        Line("won", hands, [0.0, *(float(point.won) for point in points)]),
        Line("all-in EV", hands, [0.0, *(point.expected for point in points)]),
    ]


def insurance_line(points: Sequence[Point]) -> Line:
    """What insurance paid less its premiums, by hands played."""
    return Line(
        "insurance", [0, *(point.played for point in points)], [0.0, *(float(p.insured) for p in points)]
    )


def stay_bars(stays: Sequence[Stay]) -> Bars:
    """Those that are over."""
    values = [stay.won for stay in stays if stay.went is not None]
    return Bars(values, list(accumulate(values)))


def results_figure(name: str, points: Sequence[Point], stays: Sequence[Stay]) -> Figure:
    """The picture, to be saved by whoever asked for it."""
    mpl.use("agg")
    figure = Figure(figsize=INCHES, layout="constrained")
    played = hands_told(points[-1].played if points else 0)
    figure.suptitle(f"{printable(name)}: {played}", parse_math=False)
    winnings, sessions, insurance = figure.subplots(3, 1, height_ratios=(3, 2, 2))
    for line, colour in zip(winnings_lines(points), (WON, EXPECTED), strict=True):
        winnings.plot(line.at, line.values, label=line.name, color=colour)
    winnings.legend(loc="upper left")
    _titled(winnings, "Winnings", "hands", "chips")
    _draw_stays(sessions, stay_bars(stays))
    _draw_insurance(insurance, insurance_line(points))
    return figure


def _draw_insurance(axes: Axes, line: Line) -> None:
    if any(line.values):
        axes.plot(line.at, line.values, label=line.name, color=INSURED)
    else:
        _nothing_yet(axes, "none was bought")
    _titled(axes, "All-in insurance", "hands", "chips")


def _draw_stays(axes: Axes, bars: Bars) -> None:
    numbers = list(range(1, len(bars.values) + 1))
    colours = [WON if value >= 0 else LOST for value in bars.values]
    axes.bar(numbers, bars.values, width=BAR, color=colours, label="session")
    axes.plot(numbers, bars.sums, marker=".", color=EXPECTED, label="in all")
    # Few bars are as wide as many.
    axes.set_xlim(0, max(FEW, len(numbers)) + 1)
    if not numbers:
        _nothing_yet(axes, "none is over yet")
    _titled(axes, "Sessions", "session", "chips")


def _nothing_yet(axes: Axes, words: str) -> None:
    """A picture of nothing is said in words, without numbers on its side."""
    axes.text(0.5, 0.5, words, transform=axes.transAxes, ha="center", va="center", color="grey")
    axes.set_yticks([0])


def _titled(axes: Axes, title: str, along: str, up: str) -> None:
    axes.set_title(title, loc="left")
    axes.set_xlabel(along)
    axes.set_ylabel(up)
    axes.axhline(0, color="black", linewidth=0.6)
    axes.grid(visible=True, alpha=0.3)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
