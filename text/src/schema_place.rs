// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The place of a fault in a JSON schema, which llguidance does not tell: the smallest part that fails alone.

use serde_json::Value;

/// Parts that are tried at most.
const MAX_TRIES: usize = 200;
/// Keywords whose values are schemas, lists of them, or objects of them.
const ONE: [&str; 3] = ["items", "additionalProperties", "contains"];
const SEVERAL: [&str; 9] = [
    "properties", "patternProperties", "prefixItems", "items", "anyOf", "oneOf", "allOf", "$defs", "definitions",
];
/// What references and options need.
const SHARED: [&str; 3] = ["$defs", "definitions", "x-guidance"];

/// A pointer such as "#/properties/name", or nothing if it is the whole schema.
pub fn find(schema: &Value, fails: impl Fn(&Value) -> bool) -> String {
    let mut place = String::new();
    let mut part = schema.clone();
    let mut tries = 0;
    while let Some((name, inner)) = parts(&part).into_iter().find(|(_, inner)| {
        tries += 1;
        tries <= MAX_TRIES && fails(&with_shared(inner, schema))
    }) {
        place = format!("{}{name}", if place.is_empty() { "#" } else { &place });
        part = inner;
    }
    place
}

fn parts(schema: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for key in ONE {
        if let Some(inner) = schema.get(key).filter(|inner| inner.is_object()) {
            found.push((format!("/{key}"), inner.clone()));
        }
    }
    for key in SEVERAL {
        match schema.get(key) {
            Some(Value::Object(parts)) if key != "items" => {
                found.extend(parts.iter().map(|(name, inner)| (format!("/{key}/{name}"), inner.clone())));
            }
            Some(Value::Array(parts)) => {
                found.extend(parts.iter().enumerate().map(|(index, inner)| (format!("/{key}/{index}"), inner.clone())));
            }
            _ => {}
        }
    }
    found
}

fn with_shared(part: &Value, schema: &Value) -> Value {
    let mut part = part.clone();
    if let Some(object) = part.as_object_mut() {
        for key in SHARED {
            if let Some(shared) = schema.get(key) {
                object.entry(key).or_insert_with(|| shared.clone());
            }
        }
    }
    part
}
