"""What runs on Kubernetes is locked down, watched, and the same as what runs on a laptop."""

import re
from pathlib import Path
from typing import Any

import pytest

from riverrun.runtime.nats.users import USERS
from scripts.kustomize import Manifest, NotUnderstood, pods_of, render
from scripts.render_manifests import broken_in
from tests.architecture.settings_read import settings_read_in
from tests.architecture.tree import PROJECT

MANIFESTS = render(PROJECT / "deploy" / "k8s" / "overlays" / "local")
WORKLOADS = [manifest for manifest in MANIFESTS if pods_of(manifest)]
PLAYERS = {"bots"}
"""They serve nobody, so that none of them must stay."""


def name_of(manifest: Manifest) -> str:
    return str(manifest["metadata"]["name"])


def of_kind(kind: str) -> list[Manifest]:
    return [manifest for manifest in MANIFESTS if manifest["kind"] == kind]


def pods(manifest: Manifest) -> Manifest:
    found = pods_of(manifest)
    assert found is not None
    return found


def container(manifest: Manifest) -> dict[str, Any]:
    (only,) = pods(manifest)["spec"]["containers"]
    return dict(only)


def environment(manifest: Manifest) -> dict[str, Any]:
    return {variable["name"]: variable for variable in container(manifest).get("env", [])}


def selects(selector: dict[str, str], manifest: Manifest) -> bool:
    labels: dict[str, str] = pods(manifest)["metadata"]["labels"]
    return selector.items() <= labels.items()


LIVING = [found for found in WORKLOADS if found["kind"] != "Job"]
SERVERS = [found for found in LIVING if name_of(found) not in PLAYERS]
OURS = [found for found in WORKLOADS if container(found)["image"].startswith("riverrun:")]

each_workload = pytest.mark.parametrize("workload", WORKLOADS, ids=name_of)
each_living = pytest.mark.parametrize("workload", LIVING, ids=name_of)
each_server = pytest.mark.parametrize("server", SERVERS, ids=name_of)
each_of_ours = pytest.mark.parametrize("workload", OURS, ids=name_of)


def test_every_manifest_fits_the_oldest_and_the_newest_kubernetes() -> None:
    assert broken_in(MANIFESTS) == []


def test_a_wrong_manifest_is_refused() -> None:
    wrong = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "x"}, "spec": {"ports": "8080"}}

    assert broken_in([wrong]) != []


def test_a_kustomization_with_an_unknown_field_is_refused(tmp_path: Path) -> None:
    (tmp_path / "kustomization.yaml").write_text("resources: []\nreplacements: []\n")

    with pytest.raises(NotUnderstood, match="replacements"):
        render(tmp_path)


@each_workload
def test_nothing_runs_as_root_or_can_change_its_image(workload: Manifest) -> None:
    pod, own = pods(workload)["spec"], container(workload)["securityContext"]

    assert pod["securityContext"]["runAsNonRoot"]
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert not pod["automountServiceAccountToken"]
    assert own == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }


@each_workload
def test_every_container_says_what_it_needs_and_what_it_may_take(workload: Manifest) -> None:
    resources = container(workload)["resources"]

    assert resources["requests"].keys() == {"cpu", "memory"}
    assert "memory" in resources["limits"]


@each_living
def test_every_server_is_watched(workload: Manifest) -> None:
    assert {"startupProbe", "readinessProbe", "livenessProbe"} <= container(workload).keys()


@each_server
def test_one_pod_of_a_server_may_be_moved_at_a_time(server: Manifest) -> None:
    budgets = [budget["spec"] for budget in of_kind("PodDisruptionBudget")]

    assert any(selects(budget["selector"]["matchLabels"], server) for budget in budgets)


@each_workload
def test_every_image_is_named_with_its_version(workload: Manifest) -> None:
    assert re.fullmatch(r"[a-z]+:[\w.-]+", container(workload)["image"])
    assert not container(workload)["image"].endswith(":latest")


@each_of_ours
def test_every_program_that_starts_is_there(workload: Manifest) -> None:
    python, as_module, package = container(workload)["command"]

    assert (python, as_module) == ("python", "-m")
    assert (PROJECT / package.replace(".", "/") / "__main__.py").is_file()


@each_of_ours
def test_every_setting_is_one_that_this_program_reads(workload: Manifest) -> None:
    _, _, package = container(workload)["command"]

    ours = {name for name in environment(workload) if name.startswith("RIVERRUN_")}

    assert ours - settings_read_in(package.replace(".", "/"), "riverrun/runtime") == set()


@pytest.mark.parametrize("service", of_kind("Service"), ids=name_of)
def test_every_service_leads_to_pods_that_have_the_port(service: Manifest) -> None:
    selector, wanted = service["spec"]["selector"], {port["targetPort"] for port in service["spec"]["ports"]}

    behind = [workload for workload in WORKLOADS if selects(selector, workload)]

    assert behind
    for workload in behind:
        assert wanted <= {port["name"] for port in container(workload)["ports"]}


@pytest.mark.parametrize("policy", of_kind("NetworkPolicy"), ids=name_of)
def test_every_network_policy_is_about_pods_that_exist(policy: Manifest) -> None:
    selector = policy["spec"]["podSelector"].get("matchLabels", {})

    assert any(selects(selector, workload) for workload in WORKLOADS)


def test_nobody_talks_to_anybody_unless_allowed() -> None:
    closed = [policy["spec"] for policy in of_kind("NetworkPolicy") if not policy["spec"]["podSelector"]]

    assert {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]} in closed


def test_the_log_gets_every_variable_that_its_configuration_names() -> None:
    (nats,) = [workload for workload in WORKLOADS if name_of(workload) == "nats"]
    (config,) = [found["data"]["nats.conf"] for found in of_kind("ConfigMap") if name_of(found) == "nats"]

    named = set(re.findall(r"\$(NATS_\w+)", config))

    assert {user.password_variable for user in USERS} <= named
    assert named <= environment(nats).keys()


def test_the_servers_of_the_log_find_each_other() -> None:
    (nats,) = [workload for workload in WORKLOADS if name_of(workload) == "nats"]

    routes = [found["value"] for name, found in environment(nats).items() if re.match(r"NATS_ROUTE_\d", name)]

    assert nats["spec"]["serviceName"] == "nats-peers"
    assert routes == [
        f"nats-route://route:$(NATS_ROUTE_PASSWORD)@nats-{server}.nats-peers:6222"
        for server in range(nats["spec"]["replicas"])
    ]


def test_only_the_job_that_founds_streams_is_the_operator() -> None:
    operators = {
        name_of(workload)
        for workload in OURS
        for variable in environment(workload).values()
        if variable.get("valueFrom", {}).get("secretKeyRef", {}).get("key") == "operator"
    }

    assert operators == {"found-streams"}


def test_no_secret_stands_in_a_manifest() -> None:
    plain = {
        f"{name_of(workload)} {name}"
        for workload in WORKLOADS
        for name, variable in environment(workload).items()
        if name.endswith("PASSWORD") and "value" in variable
    }

    assert plain == set()
    assert of_kind("Secret") == []
