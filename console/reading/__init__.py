"""Reading tables out of the log: where it is, the library's way and the asyncio way."""
