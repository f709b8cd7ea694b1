"""What somebody said at the table, as it is told."""

from rich.text import Text

from console.table_screen.names import names_of, printable
from riverrun.contracts.server_messages import TalkMessage
from riverrun.contracts.views import TableView


def talk_line(view: TableView, said: TalkMessage) -> Text:
    """`Ann: nice hand`; nothing in it can move the cursor."""
    who, what = printable(said.name), printable(said.text).replace("_", " ")
    match said.kind:
        case "chat":
            return Text(f"{who}: {printable(said.text)}", "italic")
        case "emoji":
            return Text(f"{who} shows: {what}", "italic")
        case "throw":
            whom = names_of(view).get(said.to or 0, f"seat {said.to}")
            return Text(f"{who} throws a {what} at {whom}", "italic")
