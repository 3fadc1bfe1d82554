# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes pages for mkdocs; mkdocs.yml names this file.

Pages may link to files outside docs/ (sources, CONTRIBUTING.md), which a repository browser opens.
The site has no such files, so a link of that kind becomes its text and the file's path there. A
file that does not exist is a warning, which fails the build. Contents are shown beside a page that
has sections, and not within it.
"""
import logging
import os
import re

LOG = logging.getLogger("mkdocs.hooks.site")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?![a-z]+:|#|/)([^)\s#]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^ *(```|~~~)")


def shown(text, path):
    """The link without its target: the text, and the path unless the text says it."""
    plain = text.replace("`", "")
    if plain == path or path.startswith(plain + "/") or os.path.basename(path) == plain:
        return f"`{path}`"
    return f"{text} (`{path}`)"


def on_page_markdown(markdown, page, config, files):
    docs = config["docs_dir"]
    root = os.path.dirname(config["config_file_path"])
    folder = os.path.dirname(os.path.join(docs, page.file.src_uri))

    def replace(match):
        target = os.path.normpath(os.path.join(folder, match[2]))
        if target.startswith(docs + os.sep):
            return match[0]
        path = os.path.relpath(target, root)
        if path.startswith("..") or not os.path.exists(target):
            LOG.warning("Doc file '%s' contains a link '%s', but the repository has no such file.",
                        page.file.src_uri, match[2])
        return shown(match[1], path)

    lines, inside, has_sections = [], False, False
    for line in markdown.split("\n"):
        if FENCE.match(line):
            inside = not inside
        has_sections |= not inside and line.startswith("## ")
        # The site has a table of contents beside the page.
        if inside or line != "[TOC]":
            lines.append(line if inside else LINK.sub(replace, line))
    if not has_sections:  # a wide table gets the room of the contents
        page.meta.setdefault("hide", []).append("toc")
    return "\n".join(lines)
