#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the references of the C and C++ APIs from the public headers, for docs.sh.

Usage: api_reference.py FOLDER

Writes FOLDER/c-api.md and FOLDER/cpp-api.md. A declaration's description is the comment above it, or
behind it on its line; functions that follow one another under one comment share it. Groups are the
headers' "---- Name ----" lines. A function or a class without a group or a comment to
share is an error, since nobody would find it here.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
C_HEADERS = ["runtime/include/rlx/rlx.h", "session/include/rlx/rlx_compiler.h",
             "session/include/rlx/rlx_graph.h", "lm/include/rlx/rlx_lm.h"]
CPP_HEADERS = ["runtime/include/rlx/status.hpp", "runtime/include/rlx/tensor.hpp",
               "runtime/include/rlx/commit.hpp", "runtime/include/rlx/rlx.hpp",
               "session/include/rlx/rlx_compiler.hpp"]


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def markdown(text):
    """A comment's text as Markdown: names of the API are code, and no character is markup."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    for i in range(0, len(parts), 2):
        part = re.sub(r"([\\*\[\]<>])", r"\\\1", parts[i])
        part = re.sub(r"\b(?:rlx_\w+|RLX_\w+|rlx::\w+)|\b\w+_\w+\b", r"`\g<0>`", part)
        parts[i] = part
    return "".join(parts)


# ---- C ------------------------------------------------------------------------------------------

COMMENT = re.compile(r"/\*(.*?)\*/", re.S)


def plain(comment):
    return re.sub(r"^ *\* ?", "", comment.strip(), flags=re.M).strip()


def c_items(path):
    """Yields (kind, text) of a header: ("group", name), ("comment", text), ("declaration", text)."""
    body = read(path).split('extern "C" {\n#endif\n', 1)[1].rsplit("\n#ifdef __cplusplus", 1)[0]
    at = 0
    token = re.compile(r"/\*.*?\*/|[^/\s](?:[^;{}]|\{[^}]*\})*;[ \t]*(?:/\*[^\n]*\*/)?", re.S)
    while found := token.search(body, at):
        at = found.end()
        text = found[0]
        if not text.startswith("/*"):
            yield "declaration", text
            continue
        group = re.match(r"/\* ?---- (.*?) -{4,}", text)
        if not group:
            yield "comment", plain(text[2:-2])
            continue
        yield "group", group[1]
        rest = plain(text[group.end():-2])
        if rest:
            yield "introduction", rest


def c_name(declaration):
    """The name that a declaration declares."""
    code = COMMENT.sub("", declaration)
    pointer = re.search(r"\(\*(\w+)\)\(", code)
    if code.startswith("typedef"):
        return pointer[1] if pointer else re.findall(r"(\w+)\s*;", code)[-1]
    return re.search(r"(\w+)\(", code)[1]


def c_group(name, header):
    return [f"## {markdown(name[0].upper() + name[1:])}", f"`{header}`"]


def c_reference():
    lines = ["# C functions", HEAD.format(kind="C", page="c-api.md", headers="`rlx/rlx.h`, "
             "`rlx/rlx_compiler.h`, `rlx/rlx_graph.h` and `rlx/rlx_lm.h`", tool="scripts/api_reference.py")]
    for path in C_HEADERS:
        header, comment, has_group = path.split("include/")[1], "", header_group(path)
        lines += c_group(has_group, header) if has_group else []
        for kind, text in c_items(path):
            if kind == "group":
                lines += c_group(text, header)
                has_group, comment = text, ""
            elif kind == "introduction":
                lines += paragraphs(text)
            elif kind == "comment":
                comment = text
            else:
                name = c_name(text)
                if not has_group:
                    sys.exit(f"api_reference.py: error: {path}: {name} stands in no group")
                code = re.sub(r"^RLX_API ", "", text)
                lines += [f"### `{name}`", f"```c\n{align(code)}\n```", *paragraphs(comment)]
                comment = ""
    return lines


def header_group(path):
    """The group of the declarations before the first one."""
    return "Version" if path.endswith("rlx.h") else ""


def align(code):
    """Continued parameters, moved left by as much as was cut off."""
    lines = code.split("\n")
    if code.startswith("typedef") or len(lines) == 1:
        return code
    column = lines[0].index("(") + 1
    return "\n".join([lines[0]] + [" " * column + line.strip() for line in lines[1:]])


def paragraphs(text):
    """Paragraphs and lists of a comment."""
    if not text:
        return []
    blocks = re.split(r"\n\s*\n|\n(?=- |Threads: )", text)
    return [("- " + markdown(each[2:])) if each.startswith("- ") else markdown(each)
            for each in blocks if each.strip()]


# ---- C++ ----------------------------------------------------------------------------------------

EMPTY = "\x01"  # braces that are no body


def signature(text):
    """A declaration without its body and initializers, on one line."""
    text = re.sub(r"\)\s+:\s.*$", ")", text)
    return re.sub(r"\s+", " ", text).strip().rstrip(";").strip().replace(EMPTY, "{}")


def declarations(lines):
    """Yields (comment, text, body) of the declarations of one level: body is the lines in its braces."""
    comment, text, depth, body = [], "", 0, []
    for line in lines:
        code = re.split(r"(?:^| +)//", line)[0].replace("= {}", "= " + EMPTY)
        if not text and not code.strip():
            stripped = line.strip()
            if stripped.startswith("//"):
                comment.append(stripped.lstrip("/").strip())
            elif not stripped:
                yield "\n".join(comment), "", []
                comment = []
            continue
        opens = code.count("{") - code.count("}")
        if depth == 0:
            head, brace, _ = code.partition("{")
            text += " " + (head if brace else code)
            if brace and opens == 0 and not code.rstrip().endswith((";", "}")):
                continue
        else:
            body.append(line)
        depth += opens
        if depth > 0 or (depth == 0 and opens == 0 and not re.search(r"[;}:]\s*$", code)
                         and not body):
            continue
        yield "\n".join(comment), signature(text), body[:-1]
        comment, text, body = [], "", []


def members(body):
    """Yields (comment, signature) of the public members."""
    public = True
    for comment, text, _ in declarations(body):
        if not text:
            if comment.startswith("---"):
                yield comment, ""
            continue
        if re.match(r"(public|private):", text):
            public = text.startswith("public")
            text = text.partition(":")[2].strip()
        if public and text and not text.startswith(("using", "friend")):
            yield comment, text


def cpp_reference():
    lines = ["# C++ classes", HEAD.format(kind="C++", page="cpp-api.md", headers="`rlx/rlx.hpp` and "
             "`rlx/rlx_compiler.hpp`", tool="scripts/api_reference.py")]
    for path in CPP_HEADERS:
        header = path.split("include/")[1]
        text = read(path).split("namespace rlx {\n", 1)[1].rsplit("} // namespace rlx", 1)[0]
        text = re.sub(r"^namespace detail \{.*?^\} // namespace detail\n", "", text, flags=re.S | re.M)
        for comment, code, body in declarations(text.split("\n")):
            named = re.match(r"(?:template <[^>]*> )?(class|struct)(?: \[\[nodiscard\]\])? (\w+)", code)
            if named:
                lines += [f"## `rlx::{named[2]}`", f"`{header}`", *paragraphs(comment)]
                lines += class_members(named[1], body)
            elif code.startswith(("inline", "constexpr", "template")):
                name = re.search(r"(\w+)\(", code)[1]
                entry = f"```cpp\n{code}\n```"
                heading = f"## `rlx::{name}`"
                lines += [entry] if heading in lines else [heading, f"`{header}`", entry]
                lines += paragraphs(comment)
            elif code.startswith("using"):
                lines += [f"## `rlx::{code.split()[1]}`", f"`{header}`", f"```cpp\n{code}\n```",
                          *paragraphs(comment)]
    return lines


def class_members(kind, body):
    if kind == "struct":
        code = "\n".join(line[2:] if line.startswith("  ") else line for line in body)
        return [f"```cpp\n{code}\n```"]
    lines, rows = [], []

    def flush():
        if rows:
            lines.append("| member | description |\n| --- | --- |\n" + "\n".join(rows))
            rows.clear()

    for comment, text in members(body):
        if comment.startswith("---"):
            title, _, rest = comment.lstrip("- ").partition("\n")
            if not text or rest or title:
                flush()
                lines.append("**" + title[0].upper() + title[1:] + "**")
                lines.extend(paragraphs(rest.strip()))
            comment = ""
        if text:
            code = re.sub(r"^template <[^>]*> ", "", text).replace("|", "\\|")
            rows.append(f"| `{code}` | {markdown(comment)} |")
    flush()
    return lines


HEAD = ("Made from {headers} by `{tool}`, which `scripts/docs.sh` runs. [The {kind} API](../{page}) "
        "explains how the parts belong together.")


def main(folder):
    os.makedirs(folder, exist_ok=True)
    for name, lines in (("c-api.md", c_reference()), ("cpp-api.md", cpp_reference())):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("\n\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
