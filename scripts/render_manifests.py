"""Prints the Kubernetes manifests of a folder; with `--check` it validates them against the API's schemas."""

import argparse
import sys
from pathlib import Path

import kubernetes_validate
import yaml

from scripts.kustomize import Manifest, NotUnderstood, render

KUBERNETES = ("1.33", "1.37")
"""The oldest and the newest release whose schemas the manifests must fit."""


def broken_in(manifests: list[Manifest]) -> list[str]:
    """What the schemas refuse, one line each."""
    found = []
    for manifest in manifests:
        for version in KUBERNETES:
            try:
                kubernetes_validate.validate(manifest, version, strict=True)
            except (kubernetes_validate.ValidationError, kubernetes_validate.SchemaNotFoundError) as refused:
                name = f"{manifest['kind']}/{manifest['metadata']['name']}"
                found.append(f"{name} ({version}): {str(refused).splitlines()[0]}")
    return found


def main() -> int:
    """0 when all folders render (and fit), 1 otherwise."""
    parser = argparse.ArgumentParser(description="Render kustomizations without kustomize.")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--check", action="store_true", help="print no manifests; validate them")
    arguments = parser.parse_args()
    broken = []
    for folder in arguments.folders:
        try:
            manifests = render(folder)
        except NotUnderstood as refused:
            broken.append(str(refused))
            continue
        if not arguments.check:
            yaml.safe_dump_all(manifests, sys.stdout, sort_keys=False)
            continue
        refusals = broken_in(manifests)
        broken += refusals
        print(f"{folder}: {len(manifests)} manifests, {len(refusals)} refused")
    print("\n".join(broken), file=sys.stderr, end="\n" if broken else "")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
