#!/usr/bin/env python3
"""The table of test/lit/regressions, in Markdown: number, what went wrong, the test.

A test is called NUMBER-NAME, and its first paragraph of comments says what went wrong.
"""
import pathlib
import re
import sys

HEADER = """# Regressions

RLX descends from an earlier system, whose weaknesses were written down and numbered before the first
line of RLX. Each test here would fail with that system's behaviour. Made by `scripts/docs.sh` from
`test/lit/regressions`.

| number | what went wrong | test |
| --- | --- | --- |"""


def story(path):
    """The first paragraph of comments, as one line."""
    words = []
    for line in path.read_text().splitlines():
        is_comment = path.suffix == ".test" or line.startswith("//")
        text = line.removeprefix("//").strip() if is_comment and "RUN:" not in line else ""
        if text:
            words.append(text)
        elif words:
            break
    return " ".join(words)


def main():
    folder = pathlib.Path(__file__).parent.parent / "test" / "lit" / "regressions"
    tests = []
    for path in folder.glob("*-*"):
        number = re.match(r"([\d.]+)-", path.name)
        text = story(path)
        if not number or not text:
            sys.exit(f"{path.name}: expected a name like 12-what-it-is and a comment that says "
                     "what went wrong")
        tests.append(([int(part) for part in number[1].split(".")], path.name, number[1], text))
    print(HEADER)
    for _, name, number, text in sorted(tests):
        print(f"| {number} | {text} | `{name}` |")


if __name__ == "__main__":
    main()
