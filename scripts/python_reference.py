#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the reference of the Python package from its sources, for docs.sh.

Usage: python_reference.py FOLDER

Writes FOLDER/python-api.md. It has what the modules below export in `__all__`, or define without a
leading underscore if they have none. Descriptions are the docstrings: text, examples that are indented,
and the sections Args, Attributes, Returns and Raises. A public class, function or method without a
docstring is an error.
"""
import ast
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGE = os.path.join(ROOT, "python", "rlx")
MODULES = ["rlx", "rlx.jax", "rlx.plot", "rlx.torch"]
PACKAGES = [module for module in MODULES if os.path.isdir(os.path.join(PACKAGE, *module.split(".")[1:]))]
SPECIAL = ["__call__", "__getitem__", "__setitem__"]  # methods without a name that users call
SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Yields):$")
HEAD = """# Python functions

Every public class and function of the package `rlx`. `scripts/docs.sh` makes this page from the docstrings,
which `help(rlx.compile)` prints, too. The [guide](../../guides/python.md) shows how to use them.

`rlx_runtime` has `load`, `devices`, `Model`, `State`, `Device`, `TensorInfo` and the errors of `rlx`.
`rlx.onnxruntime` has the interface of [ONNX Runtime](../../guides/from-onnx-runtime.md#python).
"""


def parse(module):
    base = os.path.join(PACKAGE, *module.split(".")[1:])
    path = base + ".py" if os.path.exists(base + ".py") else os.path.join(base, "__init__.py")
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read(), path)


def exports(tree):
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return ast.literal_eval(node.value)
    return [node.name for node in tree.body
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")]


def definition(name, module, tree):
    """The class or function of that name, which the module may import from another one of the package."""
    # Imports under "if TYPE_CHECKING" are of names that the module imports when they are used.
    nodes = [inner for node in tree.body for inner in (node.body if isinstance(node, ast.If) else [node])]
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name:
            return node
        if isinstance(node, ast.ImportFrom) and node.level:
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    parts = module.split(".")[:len(module.split(".")) - node.level + (module in PACKAGES)]
                    other = ".".join([*parts, *(node.module or "").split(".")]).rstrip(".")
                    return definition(alias.name, other, parse(other))
    sys.exit(f"{module}: no class or function '{name}' in the sources")


def inline(text):
    """Words of a docstring as Markdown: what is in backticks is code, and no character is markup."""
    parts = re.split(r"(`[^`]*`)", text)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"([\\*_\[\]<>])", r"\\\1", parts[i])
    return "".join(parts)


def items(lines):
    """The entries of a section, such as "x: an array." with the indented lines that follow."""
    entries = []
    for line in lines:
        if line.startswith(" ") and entries:
            entries[-1] += " " + line.strip()
        elif line:
            entries.append(line)
    for entry in entries:
        name, colon, text = entry.partition(": ")
        yield f"- `{name}`: {inline(text)}" if colon and re.fullmatch(r"[\w, *]+", name) else f"- {inline(entry)}"


def described(docstring, what):
    """A docstring as Markdown."""
    if not docstring:
        sys.exit(f"{what} has no docstring")
    lines, at = docstring.splitlines(), 0
    while at < len(lines):
        begin = at
        if SECTION.match(lines[at]):
            at += 1
            while at < len(lines) and (not lines[at] or lines[at].startswith(" ")):
                at += 1
            body = [line[4:] for line in lines[begin + 1:at]]
            if lines[begin] in ("Returns:", "Yields:"):
                yield f"**{lines[begin]}** " + inline(" ".join(line.strip() for line in body if line))
            else:
                yield f"**{lines[begin]}**"
                yield "\n".join(items(body))
        elif lines[at].startswith("    "):
            while at < len(lines) and (not lines[at] or lines[at].startswith(" ")):
                at += 1
            code = "\n".join(line[4:] for line in lines[begin:at]).rstrip()
            yield f"```python\n{code}\n```"
        else:
            while at < len(lines) and lines[at] and not SECTION.match(lines[at]):
                at += 1
            if at > begin:
                yield inline(" ".join(lines[begin:at]))
            else:
                at += 1


def signature(node, name, is_method):
    arguments = ast.parse(ast.unparse(node)).body[0].args
    if is_method and arguments.args:
        arguments.args.pop(0)
    text = f"{name}({ast.unparse(arguments)})"
    if node.returns is not None and name not in SPECIAL:
        text += " -> " + ast.unparse(node.returns).strip("'\"")
    if len(text) > 100:  # one argument a line
        parts = ast.unparse(arguments)
        depth, line, broken = 0, "", []
        for character in parts + ",":
            depth += (character in "([{") - (character in ")]}")
            if character == "," and depth == 0:
                broken.append("    " + line.strip() + ",")
                line = ""
            else:
                line += character
        tail = text[text.rindex(")", 0, text.rindex("->") if "->" in text[len(parts):] else None):]
        text = f"{name}(\n" + "\n".join(broken) + "\n" + tail
    return text


def decorators(node):
    return {getattr(decorator, "id", getattr(decorator, "attr", "")) for decorator in node.decorator_list}


def members(node, name):
    for member in node.body:
        if not isinstance(member, ast.FunctionDef) or (member.name.startswith("_") and member.name not in SPECIAL):
            continue
        docstring = ast.get_docstring(member)
        if member.name in SPECIAL and not docstring:
            continue  # the class describes its calls
        what = f"{name}.{member.name}"
        yield f"#### `{what}`"
        if "property" not in decorators(member):
            yield f"```python\n{signature(member, member.name, 'staticmethod' not in decorators(member))}\n```"
        yield from described(docstring, what)


def entry(name, node):
    yield f"### `{name}`"
    if isinstance(node, ast.FunctionDef):
        yield f"```python\n{signature(node, name, False)}\n```"
        yield from described(ast.get_docstring(node), name)
        return
    bases = [base for base in map(ast.unparse, node.bases) if base not in ("NamedTuple", "object")]
    if bases:
        yield "A kind of " + ", ".join(f"`{base}`" for base in bases) + "."
    yield from described(ast.get_docstring(node), name)
    made = next((member for member in node.body if getattr(member, "name", "") == "__init__"), None)
    if made is not None and ast.get_docstring(made):
        yield f"```python\n{signature(made, name, True)}\n```"
        yield from described(ast.get_docstring(made), name)
    yield from members(node, name)


def rank(name, node):
    """Functions come first, then classes, then errors."""
    return isinstance(node, ast.ClassDef), name.endswith("Error"), name


def main():
    blocks = [HEAD.rstrip()]
    for module in MODULES:
        tree = parse(module)
        blocks.append(f"## {module}")
        blocks += described(ast.get_docstring(tree), module)
        found = [(name, definition(name, module, tree)) for name in exports(tree)]
        for name, node in sorted(found, key=lambda one: rank(*one)):
            blocks += entry(f"{module}.{name}", node)
    os.makedirs(sys.argv[1], exist_ok=True)
    with open(os.path.join(sys.argv[1], "python-api.md"), "w", encoding="utf-8") as file:
        file.write("\n\n".join(blocks) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
