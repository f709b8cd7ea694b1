"""What a nats-server is told of its disk: alone it fills it, in a cluster it keeps a reserve."""

from pathlib import Path

from riverrun.runtime.nats.server_config import Cluster, server_config


def test_what_a_server_alone_may_store_does_not_hang_on_what_was_free_when_it_started() -> None:
    assert "max_file_store: 1PB" in server_config(Path("/data"), 4222)


def test_a_server_of_a_cluster_keeps_a_reserve_for_its_peers_entries() -> None:
    cluster = Cluster("riverrun", "0.0.0.0:6222", ("nats-0:6222", "nats-1:6222"))

    assert "max_file_store" not in server_config(Path("/data"), 4222, cluster=cluster)
