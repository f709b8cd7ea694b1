"""nats-py's client with a quicker reading of headers: theirs takes longer than all else done with them."""

from nats.aio.client import Client


class QuickClient(Client):
    """Reading a table's history takes half the time by it (`riverrun bench replay`).

    It replaces one private function. A release of nats-py that has none of that name simply never calls it.
    """

    @staticmethod
    def _parse_header_lines(raw: bytes) -> dict[str, str]:
        headers = {}
        for line in raw.decode("utf-8", "replace").split("\r\n"):
            name, colon, value = line.partition(":")
            if colon:
                headers[name] = value.strip()
        return headers
