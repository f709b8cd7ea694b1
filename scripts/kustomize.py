"""Renders a kustomization as `kubectl kustomize` would, for the few fields the project uses and no other.

No cluster and no kustomize is needed to check the manifests. A field that is not known here is refused, so
that what was checked and what is applied cannot drift apart.
"""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeAlias

import yaml

Manifest: TypeAlias = dict[str, Any]

_UNNAMESPACED = {"Namespace", "ClusterRole", "ClusterRoleBinding", "PriorityClass", "StorageClass"}
_WORKLOADS = {"Deployment", "StatefulSet", "Job"}
_HEADER = {"apiVersion", "kind"}


class NotUnderstood(ValueError):
    """A kustomization uses a field that this renderer does not know, or a file is no YAML."""


def render(folder: Path) -> list[Manifest]:
    """The manifests of a kustomization's folder, in the order listed. Raises `NotUnderstood`."""
    return _grow([], folder)


def pods_of(manifest: Manifest) -> Manifest | None:
    """The pod template of a workload, to be changed in place."""
    if manifest["kind"] not in _WORKLOADS:
        return None
    template: Manifest = manifest["spec"]["template"]
    return template


def _grow(manifests: list[Manifest], folder: Path) -> list[Manifest]:
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text())
    unknown = kustomization.keys() - _HEADER - _FIELDS.keys()
    if unknown:
        raise NotUnderstood(f"{folder}/kustomization.yaml: {', '.join(sorted(unknown))}")
    for field, apply in _FIELDS.items():
        if field in kustomization:
            manifests = apply(manifests, kustomization[field], folder)
    return manifests


def _resources(manifests: list[Manifest], listed: list[str], folder: Path) -> list[Manifest]:
    grown = list(manifests)
    for name in listed:
        place = folder / name
        if place.is_dir():
            grown += render(place)
        else:
            grown += _documents(place)
    return grown


def _documents(place: Path) -> list[Manifest]:
    try:
        return [document for document in yaml.safe_load_all(place.read_text()) if document]
    except yaml.YAMLError as broken:
        raise NotUnderstood(f"{place}: {broken}") from broken


def _components(manifests: list[Manifest], listed: list[str], folder: Path) -> list[Manifest]:
    for name in listed:
        manifests = _grow(manifests, folder / name)
    return manifests


def _config_maps(manifests: list[Manifest], listed: list[Manifest], folder: Path) -> list[Manifest]:
    made = []
    for wanted in listed:
        if not wanted.get("options", {}).get("disableNameSuffixHash"):
            raise NotUnderstood(f"config map {wanted['name']}: names with hashes are not rendered here")
        data = {Path(name).name: (folder / name).read_text() for name in wanted["files"]}
        metadata = {"name": wanted["name"]}
        made.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data})
    return [*manifests, *made]


def _namespace(manifests: list[Manifest], namespace: str, _: Path) -> list[Manifest]:
    moved = deepcopy(manifests)
    for manifest in moved:
        if manifest["kind"] not in _UNNAMESPACED:
            manifest["metadata"]["namespace"] = namespace
    return moved


def _labels(manifests: list[Manifest], listed: list[Manifest], _: Path) -> list[Manifest]:
    marked = deepcopy(manifests)
    for wanted in listed:
        if wanted.get("includeSelectors"):
            raise NotUnderstood("labels in selectors: a selector must not change once applied")
        for manifest in marked:
            templates = _templates_in(manifest) if wanted.get("includeTemplates") else []
            for place in [manifest, *templates]:
                place["metadata"].setdefault("labels", {}).update(wanted["pairs"])
    return marked


def _templates_in(manifest: Manifest) -> list[Manifest]:
    pods = pods_of(manifest)
    return [pods, *manifest["spec"].get("volumeClaimTemplates", [])] if pods else []


def _images(manifests: list[Manifest], listed: list[Manifest], _: Path) -> list[Manifest]:
    named = deepcopy(manifests)
    names = {
        wanted["name"]: f"{wanted.get('newName', wanted['name'])}:{wanted['newTag']}" for wanted in listed
    }
    for manifest in named:
        pods = pods_of(manifest)
        for container in pods["spec"]["containers"] if pods else ():
            name = container["image"].split(":")[0]
            container["image"] = names.get(name, container["image"])
    return named


def _replicas(manifests: list[Manifest], listed: list[Manifest], _: Path) -> list[Manifest]:
    scaled = deepcopy(manifests)
    counts = {wanted["name"]: wanted["count"] for wanted in listed}
    for manifest in scaled:
        if manifest["kind"] in _WORKLOADS - {"Job"} and manifest["metadata"]["name"] in counts:
            manifest["spec"]["replicas"] = counts[manifest["metadata"]["name"]]
    return scaled


# In the order in which kustomize applies them.
_FIELDS: dict[str, Callable[[list[Manifest], Any, Path], list[Manifest]]] = {
    "resources": _resources,
    "configMapGenerator": _config_maps,
    "components": _components,
    "namespace": _namespace,
    "labels": _labels,
    "images": _images,
    "replicas": _replicas,
}
