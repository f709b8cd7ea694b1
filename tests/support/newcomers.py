"""People who register at a gateway as an app does it: under a key, and again while accounts are away."""

import asyncio
from http import HTTPStatus
from itertools import count
from typing import Any

import aiohttp

from tests.support.waiting import waiting_for

ASK_AGAIN_S = 0.2
DEVICE = {"id": "phone-1234", "name": "a phone"}
PASSWORD = "correct horse"

_numbers = count()


async def registered(http: aiohttp.ClientSession, url: str, name: str) -> dict[str, Any]:
    """A new account as the gateway answers it."""
    number = next(_numbers)
    body = {
        "login": f"newcomer{number}@example.org",
        "name": name,
        "password": PASSWORD,
        "device": DEVICE,
    }
    key = {"Idempotency-Key": f"newcomer-{number}"}
    answers: list[dict[str, Any]] = []
    async with waiting_for(f"an account for {name}", lambda: answers[-5:] or "no answer at all"):
        while True:
            async with http.post(f"{url}/v1/accounts", json=body, headers=key) as response:
                account: dict[str, Any] = await response.json()
            if response.status != HTTPStatus.SERVICE_UNAVAILABLE:
                assert response.status == HTTPStatus.CREATED, account
                return account
            answers.append(account)
            await asyncio.sleep(ASK_AGAIN_S)
