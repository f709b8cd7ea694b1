"""A player's results as series and as a picture: a PNG with the lines that the series say."""

from datetime import UTC, datetime
from io import BytesIO

from matplotlib.patches import Rectangle
from numpy import asarray

from console.analysts.results_picture import insurance_line, results_figure, stay_bars, winnings_lines
from services.history.statistics.results import Point, Stay

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
POINTS = [Point(1, 10, 300, 120.5, 0), Point(2, 20, -100, 80.0, -15), Point(4, 30, 250, 90.0, 60)]
STAYS = [
    Stay("s0-a", NOON, NOON, 1_000, 1_250),
    Stay("s0-b", NOON, NOON, 500, 0),
    Stay("s0-c", NOON, None, 800, 0),
]


def test_winnings_begin_with_nothing_and_go_on_hand_by_hand() -> None:
    won, expected = winnings_lines(POINTS)

    assert (won.at, won.values) == ([0, 1, 2, 4], [0, 300, -100, 250])
    assert expected.values == [0, 120.5, 80, 90]


def test_insurance_is_a_line_of_its_own() -> None:
    assert insurance_line(POINTS).values == [0, 0, -15, 60]


def test_only_stays_that_are_over_have_a_result() -> None:
    bars = stay_bars(STAYS)

    assert bars.values == [250, -500]
    assert bars.sums == [250, -250]


def test_the_picture_is_a_png_with_these_series() -> None:
    figure = results_figure("Ann $x$", POINTS, STAYS)
    file = BytesIO()
    figure.savefig(file, format="png", dpi=30)

    assert file.getvalue().startswith(b"\x89PNG\r\n\x1a\n")
    winnings, sessions, insurance = figure.axes
    drawn = {line.get_label(): asarray(line.get_ydata()).tolist() for line in winnings.lines}
    assert drawn["won"] == [0, 300, -100, 250]
    assert drawn["all-in EV"] == [0, 120.5, 80, 90]
    assert [bar.get_height() for bar in sessions.patches if isinstance(bar, Rectangle)] == [250, -500]
    assert asarray(insurance.lines[0].get_ydata()).tolist() == [0, 0, -15, 60]


def test_who_has_never_finished_a_stay_or_bought_insurance_is_told_so() -> None:
    # Empty axes had numbers such as 0.04 chips beside them.
    figure = results_figure("Ann", POINTS[:1], [])
    figure.savefig(BytesIO(), format="png", dpi=30)

    _, sessions, insurance = figure.axes
    assert figure.get_suptitle() == "Ann: 1 hand"
    assert [one.get_text() for one in sessions.texts] == ["none is over yet"]
    assert [one.get_text() for one in insurance.texts] == ["none was bought"]
