"""`python -m services.evaluator`: ranks hands over gRPC until told to stop."""

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from riverrun.pb.evaluator.v1 import evaluator_pb2
from riverrun.pb.evaluator.v1.evaluator_pb2_grpc import add_EvaluatorServicer_to_server
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.process import Process
from riverrun.runtime.serving.run import run_service
from riverrun.runtime.settings.environment import read_settings
from services.evaluator.cache_folder import open_cache
from services.evaluator.counting import kept_match_ups
from services.evaluator.engine import Engine
from services.evaluator.servicer import Evaluator, Limits
from services.evaluator.settings import EvaluatorSettings
from services.evaluator.warming import Wanted, Warming


def parts(process: Process) -> Sequence[Part]:
    """The engine first, then the door."""
    settings = read_settings(EvaluatorSettings, "RIVERRUN_EVALUATOR_")
    grpc_settings = read_settings(GrpcSettings, "RIVERRUN_GRPC_")
    cache = open_cache(settings.cache, settings.shipped_cache)
    match_ups = kept_match_ups(cache)
    workers = ThreadPoolExecutor(settings.workers, thread_name_prefix="evaluator")
    limits = Limits(settings.max_batch_hands, settings.max_samples)

    def parts_with(engine: Engine) -> Sequence[Part]:
        evaluator = Evaluator(engine, match_ups, workers, limits)
        hosted = HostedService(
            evaluator_pb2.DESCRIPTOR.services_by_name["Evaluator"],
            partial(add_EvaluatorServicer_to_server, evaluator),
        )
        return [GrpcServer(settings.host, settings.port, [hosted], grpc_settings)]

    wanted = Wanted(settings.engine, settings.processor)
    return [Warming(wanted, cache, match_ups, workers, process, parts_with)]


if __name__ == "__main__":
    sys.exit(run_service("evaluator", parts))
