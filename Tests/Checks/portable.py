#!/usr/bin/env python3
"""Checks that products build where there are only a Swift and a C compiler, as on iOS.

    portable.py Pinfold [PinfoldEvaluation …]

A product does if none of its targets, nor any that these depend on, is a library of the system, links one, or belongs to
another package. The exit status is 1 for a product that does not; the report names the targets.
"""
import json
import subprocess
import sys

package = json.loads(subprocess.run(["swift", "package", "dump-package"], check=True, capture_output=True).stdout)
targets = {target["name"]: target for target in package["targets"]}
products = {product["name"]: product["targets"] for product in package["products"]}


def needs(name, seen):
    """What a target needs of others than this package, each with the target that needs it."""
    if name in seen:
        return []
    seen.add(name)
    target = targets.get(name)
    if target is None:
        return [f"{name}, of another package"]
    found = [f"{name}, a library of the system"] if target["type"] == "system" else []
    found += [f"{name}, which links {setting['kind']}" for setting in target.get("settings", [])
              if setting["tool"] == "linker"]
    for dependency in target["dependencies"]:
        kind, about = next(iter(dependency.items()))
        found += [f"{about[0]}, of another package"] if kind == "product" else needs(about[0], seen)
    return found


failed = False
for product in sys.argv[1:]:
    found = [need for target in products[product] for need in needs(target, set())]
    print(f"portable: {product}: " + ("; ".join(found) or "Swift and C alone"))
    failed |= bool(found)
sys.exit(failed)
