"""`python -m services.club`: identities, clubs and ledgers over gRPC until told to stop."""

import sys
from collections.abc import Sequence
from functools import partial

from riverrun.pb.club.v1 import club_pb2
from riverrun.pb.club.v1.club_pb2_grpc import add_ClubsServicer_to_server, add_LedgerServicer_to_server
from riverrun.pb.identity.v1 import identity_pb2
from riverrun.pb.identity.v1.identity_pb2_grpc import add_IdentityServicer_to_server
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.process import Process
from riverrun.runtime.serving.run import run_service
from riverrun.runtime.settings.environment import read_settings
from services.club.bouncer.part import BouncerPart
from services.club.clubs_part import ClubsPart
from services.club.identity.part import IdentityPart
from services.club.identity.settings import IdentitySettings
from services.club.settings import ClubSettings


def parts(process: Process) -> Sequence[Part]:
    """What is asked, then the door."""
    settings = read_settings(ClubSettings, "RIVERRUN_CLUB_")
    identity = IdentityPart(process, read_settings(IdentitySettings, "RIVERRUN_IDENTITY_"))
    clubs = ClubsPart(process, settings)
    bouncer = BouncerPart(process, settings, identity, clubs)
    club_services = club_pb2.DESCRIPTOR.services_by_name
    hosted = [
        HostedService(club_services["Clubs"], partial(add_ClubsServicer_to_server, clubs.clubs)),
        HostedService(club_services["Ledger"], partial(add_LedgerServicer_to_server, clubs.ledger)),
        HostedService(
            identity_pb2.DESCRIPTOR.services_by_name["Identity"],
            partial(add_IdentityServicer_to_server, identity.servicer),
        ),
    ]
    server = GrpcServer(settings.host, settings.port, hosted, read_settings(GrpcSettings, "RIVERRUN_GRPC_"))
    return [identity, clubs, bouncer, server]


if __name__ == "__main__":
    sys.exit(run_service("club", parts))
