"""Which variables a part of the code reads: each `read_settings(Class, "PREFIX")` with the class's fields."""

import ast

from tests.architecture.tree import modules


def fields_of_classes() -> dict[str, set[str]]:
    return {
        found.name: {
            line.target.id
            for line in found.body
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        }
        for module in modules("riverrun", "services", "console")
        for found in module.classes()
        if found.name.endswith("Settings")
    }


def settings_read_in(*folders: str) -> set[str]:
    """The variables' names, such as `RIVERRUN_NATS_URL`."""
    fields, names = fields_of_classes(), set()
    for module in modules(*folders):
        for node in ast.walk(module.syntax):
            match node:
                case ast.Call(
                    func=ast.Name("read_settings"), args=[ast.Name(settings), ast.Constant(str(prefix)), *_]
                ):
                    names |= {prefix + field.upper() for field in fields[settings]}
                case _:
                    continue
    return names
