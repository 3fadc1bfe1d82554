#!/usr/bin/env python3
"""The table of regressions, in Markdown: number, what went wrong, the test.

A test in test/lit/regressions is called NUMBER-NAME, and its first paragraph of comments says what
went wrong. One in unittests has a comment before it that begins with "Weakness NUMBER:".
"""
import pathlib
import re
import sys

HEADER = """# Weaknesses of an earlier system

RLX descends from an earlier system. Its weaknesses were numbered before the first line of RLX was
written. Each test here would fail with that system's behaviour. The numbers only group tests: the list
that they come from is not part of this repository.

`scripts/docs.sh` makes the table from `test/lit/regressions`, and from the tests of `unittests` that
say which weakness they are about.

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


ROOT = pathlib.Path(__file__).parent.parent


def in_unit_tests():
    """The tests of GoogleTest with such a comment, as main() wants them."""
    tests = []
    for path in sorted((ROOT / "unittests").rglob("*Test.cpp")):
        lines = path.read_text().splitlines()
        for at, line in enumerate(lines):
            number = re.match(r"// Weakness ([\d.]+): (.*)", line)
            if not number:
                continue
            words = [number[2]]
            while lines[at + 1].startswith("// "):
                at += 1
                words.append(lines[at][3:])
            test = re.match(r"TEST(?:_F|_P)?\((\w+), (\w+)\)", lines[at + 1])
            if not test:
                sys.exit(f"{path.name}:{at + 2}: expected a test after what it says of a weakness")
            story = " ".join(words)
            tests.append(([int(part) for part in number[1].split(".")],
                          f"{test[1]}.{test[2]}", number[1], story[0].upper() + story[1:]))
    return tests


def main():
    folder = ROOT / "test" / "lit" / "regressions"
    tests = in_unit_tests()
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
