"""`python -m services.insurance`: quotes insurance over gRPC until told to stop."""

import sys
from collections.abc import Sequence
from functools import partial

from riverrun.pb.insurance.v1 import insurance_pb2
from riverrun.pb.insurance.v1.insurance_pb2_grpc import add_InsuranceServicer_to_server
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.process import Process
from riverrun.runtime.serving.run import run_service
from riverrun.runtime.settings.environment import read_settings
from services.insurance.next_cards import GrpcNextCards
from services.insurance.servicer import Insurance
from services.insurance.settings import InsuranceSettings


def parts(_process: Process) -> Sequence[Part]:
    """The line to the evaluator, then the door."""
    settings = read_settings(InsuranceSettings, "RIVERRUN_INSURANCE_")
    next_cards = GrpcNextCards(settings.evaluator_target, settings.evaluator_deadline_ms)
    insurance = Insurance(next_cards)
    hosted = HostedService(
        insurance_pb2.DESCRIPTOR.services_by_name["Insurance"],
        partial(add_InsuranceServicer_to_server, insurance),
    )
    server = GrpcServer(settings.host, settings.port, [hosted], read_settings(GrpcSettings, "RIVERRUN_GRPC_"))
    return [next_cards, server]


if __name__ == "__main__":
    sys.exit(run_service("insurance", parts))
