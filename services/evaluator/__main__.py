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
from services.evaluator.bulk import NumpyRanker
from services.evaluator.servicer import Evaluator
from services.evaluator.settings import EvaluatorSettings
from services.evaluator.warming import Warming


def parts(_process: Process) -> Sequence[Part]:
    """The tables first, then the door."""
    settings = read_settings(EvaluatorSettings, "RIVERRUN_EVALUATOR_")
    ranker = NumpyRanker()
    workers = ThreadPoolExecutor(settings.workers, thread_name_prefix="ranker")
    evaluator = Evaluator(ranker, workers, settings.max_batch_hands)
    hosted = HostedService(
        evaluator_pb2.DESCRIPTOR.services_by_name["Evaluator"],
        partial(add_EvaluatorServicer_to_server, evaluator),
    )
    server = GrpcServer(settings.host, settings.port, [hosted], read_settings(GrpcSettings, "RIVERRUN_GRPC_"))
    return [Warming(ranker, workers), server]


if __name__ == "__main__":
    sys.exit(run_service("evaluator", parts))
