"""Channels between services: quick to notice a dead peer, quick to come back, repeating only what may be.

Every call names its own deadline: `await stub.Showdown(request, timeout=0.2)`. grpcio ignores the time-outs
of a service config, so none is set here.
"""

import json
from collections.abc import Sequence
from typing import Any

import grpc

MOST_TOKENS = 1_000
"""As many as gRPC allows."""


def _service_config(repeatable: Sequence[str]) -> str:
    config: dict[str, Any] = {"loadBalancingConfig": [{"round_robin": {}}]}
    if repeatable:
        config["methodConfig"] = [
            {
                "name": [{"service": service} for service in repeatable],
                "retryPolicy": {
                    "maxAttempts": 4,
                    "initialBackoff": "0.05s",
                    "maxBackoff": "0.5s",
                    "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            }
        ]
        # A service that is down for everybody is not asked four times by everybody. But of calls under way
        # when some instances die, none may be lost: half as many may fail at once as there are tokens.
        config["retryThrottling"] = {"maxTokens": MOST_TOKENS, "tokenRatio": 0.5}
    return json.dumps(config)


def open_channel(target: str, repeatable: Sequence[str] = ()) -> grpc.aio.Channel:
    """A channel to `host:port`, spread over all addresses of that name; it connects when first used.

    `repeatable` names services, such as `riverrun.evaluator.v1.Evaluator`, all of whose calls may be made
    twice without harm: those are repeated when no instance answers, within their deadline.
    """
    return grpc.aio.insecure_channel(
        target,
        options=[
            ("grpc.service_config", _service_config(repeatable)),
            ("grpc.service_config_disable_resolution", 1),
            ("grpc.keepalive_time_ms", 10_000),
            ("grpc.keepalive_timeout_ms", 3_000),
            ("grpc.http2.max_pings_without_data", 0),
            ("grpc.initial_reconnect_backoff_ms", 100),
            ("grpc.min_reconnect_backoff_ms", 500),
            ("grpc.max_reconnect_backoff_ms", 2_000),
            ("grpc.dns_min_time_between_resolutions_ms", 1_000),
        ],
    )
