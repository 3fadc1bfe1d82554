#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the pages of the site that are fine, for site.sh, and checks the links of other pages.

Usage: check_links.py MKDOCS.log

mkdocs has checked the links and anchors of docs/ and written its warnings to the log. Pages outside
docs/ (README.md, CONTRIBUTING.md, …) are checked here: files and headings that relative links name
must exist. Ends with "N passed, M failed"; a page is one test.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?![a-z]+:|/)([^)\s#]*)(?:#([^)\s]*))?\)")


def pages():
    """All pages of the repository, new ones too."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout.split()
    return [each for each in listed
            if os.path.exists(os.path.join(ROOT, each)) and "/Inputs/" not in each]


def prose(path):
    """The lines of a page that are no code."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    return re.sub(r"^ *(```|~~~).*?^ *\1", "", text, flags=re.S | re.M).split("\n")


def anchors(path):
    """Of a page's headings, as browsers of repositories make them."""
    found = {}
    for line in prose(path):
        heading = re.match(r"#+ +(.*?) *$", line)
        if heading:
            slug = re.sub(r"[^\w\- ]", "", heading[1].lower()).replace(" ", "-")
            found[slug] = found.get(slug, -1) + 1
    return {slug if i == 0 else f"{slug}-{i}" for slug, last in found.items()
            for i in range(last + 1)}


def dead_links(path):
    for line in prose(path):
        for target, anchor in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            file = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
            if not os.path.exists(os.path.join(ROOT, file)):
                yield f"there is no '{file}'"
            elif anchor and file.endswith(".md") and anchor not in anchors(file):
                yield f"'{file}' has no heading '#{anchor}'"


def warnings(log):
    """Page -> warnings of mkdocs."""
    with open(log, encoding="utf-8") as file:
        lines = file.read().split("\n")
    found = {}
    for i, line in enumerate(lines):
        if not line.startswith(("WARNING", "ERROR")):
            continue
        listed = []  # a warning about several pages has a line for each
        while i + 1 < len(lines) and lines[i + 1].startswith("  - "):
            i += 1
            listed.append(lines[i][4:].split(" ")[0])
        named = re.search(r"(?:[Dd]oc file|reference to) '([^']+\.md)'", line)
        for page in listed or ([named[1]] if named else []):
            found.setdefault("docs/" + page, []).append(line)
        if not listed and not named:
            found.setdefault("mkdocs.yml", []).append(line)
    return found


def main(log):
    bad = warnings(log)
    checked = pages()
    for page in checked:
        for problem in dead_links(page):
            # mkdocs has told of links within docs/.
            if not page.startswith("docs/") or "'docs/" not in problem:
                bad.setdefault(page, []).append(problem)
    for page, problems in sorted(bad.items()):
        print("\n".join(f"{page}: {each}" for each in problems))
    passed = len([page for page in checked if page not in bad])
    print(f"{passed} passed, {len(bad)} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
