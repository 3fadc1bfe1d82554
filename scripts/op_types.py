#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Family and element types of each op, as rows for C++: {"rlx.gather", {"Index", "i8 i16 f32"}},

Usage: op_types.py RLXOps.json -o OpTypes.inc

`llvm-tblgen --dump-json` makes RLXOps.json of RLXOps.td. A type counts if an operand or a
result may have it: the constraints' predicates are conditions in C++ on one element type each. The
family is the name of the file that defines the op.
"""
import argparse
import json
import re

PREFIXES = {"isSignlessInteger": "i", "isInteger": "i", "isUnsignedInteger": "ui", "isF": "f"}
ORDER = ["i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64",
         "bf16", "f16", "f32", "f64", "complex<f32>", "complex<f64>",
         "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU", "f4E2M1FN",
         "i4", "ui4", "i2", "ui2"]


def element_types(records, name, seen):
    """The element types that occur in the predicate `name` and those it is made of."""
    if name in seen:
        return set()
    seen.add(name)
    record, types = records[name], set()
    text = record.get("predExpr", "")
    if "BFloat16Type" in text or "isBF16" in text:
        types.add("bf16")
    types |= {"f" + name for name in re.findall(r"\bFloat([48]E\w+?)Type\b", text)}
    for prefix, width in re.findall(r"\b(isSignlessInteger|isInteger|isUnsignedInteger|isF)\(?(\d+)",
                                    text):
        types.add(PREFIXES[prefix] + width)
    # A complex type's constraint on its parts applies to the type itself through this substitution.
    of_parts = "ComplexType" in record.get("replacement", "")
    for child in record.get("children", []):
        found = element_types(records, child["def"], set() if of_parts else seen)
        types |= {f"complex<{part}>" for part in found} if of_parts else found
    return types


def types_of(records, constraint):
    record = records[constraint]
    base = record.get("baseType")  # Variadic and Optional
    if isinstance(base, dict):
        return types_of(records, base["def"])
    predicate = record.get("predicate")
    return element_types(records, predicate["def"], set()) if predicate else set()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records")
    parser.add_argument("-o", dest="output", required=True)
    args = parser.parse_args()
    with open(args.records) as file:
        records = json.load(file)
    rows = []
    for name in records["!instanceof"]["Op"]:
        op = records[name]
        if op["opDialect"]["def"] != "RLX_Dialect":
            continue
        types = set()
        for value, _ in op["arguments"]["args"] + op["results"]["args"]:
            if "TypeConstraint" in records[value["def"]]["!superclasses"]:
                types |= types_of(records, value["def"])
        listed = " ".join(type for type in ORDER if type in types)
        family = op["!locs"][0].split(":")[0].removesuffix(".td")
        rows.append(f'{{"rlx.{op["opName"]}", {{"{family}", "{listed}"}}}},')
    with open(args.output, "w") as file:
        file.write("\n".join(sorted(rows)) + "\n")


if __name__ == "__main__":
    main()
