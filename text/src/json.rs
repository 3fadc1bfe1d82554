// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! JSON as a list of values: each one is before its elements, and knows how many there are.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::Text;

/// The numbers of rlx_text_json_kind_t.
#[derive(Clone, Copy)]
enum Kind {
    Null,
    Bool,
    Integer,
    Number,
    String,
    Array,
    Object,
}

/// As rlx_text_json_value_t.
#[repr(C)]
pub struct CValue {
    kind: u32,
    key: Text,
    text: Text,
    number: f64,
    integer: i64,
    size: usize,
    span: usize,
}

pub struct Json {
    pub values: Vec<CValue>,
    _texts: String, // keys and strings, behind each other
}

/// A range of the texts. Their memory moves until all are there.
#[derive(Clone, Copy)]
struct Range(usize, usize);

struct Value {
    kind: Kind,
    key: Range,
    text: Range,
    number: f64,
    integer: i64,
    size: usize,
    span: usize,
}

#[derive(Default)]
struct Builder {
    values: Vec<Value>,
    texts: String,
}

impl Builder {
    fn keep(&mut self, text: &str) -> Range {
        let begin = self.texts.len();
        self.texts.push_str(text);
        Range(begin, text.len())
    }

    fn push(&mut self, kind: Kind, key: Range) -> &mut Value {
        self.values.push(Value { kind, key, text: Range(0, 0), number: 0.0, integer: 0, size: 0, span: 1 });
        self.values.last_mut().expect("it is there")
    }

    fn close(&mut self, place: usize, size: usize) {
        self.values[place].size = size;
        self.values[place].span = self.values.len() - place;
    }
}

/// Reads one value, whose key is that of the object it is in.
struct Reader<'a> {
    builder: &'a mut Builder,
    key: Range,
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.builder.push(Kind::Null, self.key);
        Ok(())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.builder.push(Kind::Bool, self.key).integer = value.into();
        Ok(())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        let made = self.builder.push(Kind::Integer, self.key);
        made.integer = value;
        made.number = value as f64;
        Ok(())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => self.visit_f64(value as f64),
        }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.builder.push(Kind::Number, self.key).number = value;
        Ok(())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        let text = self.builder.keep(value);
        self.builder.push(Kind::String, self.key).text = text;
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let place = self.builder.values.len();
        self.builder.push(Kind::Array, self.key);
        let mut size = 0;
        while elements.next_element_seed(Reader { builder: &mut *self.builder, key: Range(0, 0) })?.is_some() {
            size += 1;
        }
        self.builder.close(place, size);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let place = self.builder.values.len();
        self.builder.push(Kind::Object, self.key);
        let mut keys = HashSet::new();
        while let Some(text) = entries.next_key::<String>()? {
            let key = self.builder.keep(&text);
            entries.next_value_seed(Reader { builder: &mut *self.builder, key })?;
            if let Some(twice) = keys.replace(text) {
                return Err(A::Error::custom(format!("the key '{twice}' is there twice")));
            }
        }
        self.builder.close(place, keys.len());
        Ok(())
    }
}

impl Json {
    pub fn parse(bytes: &[u8]) -> Result<Json, String> {
        let mut builder = Builder::default();
        let mut deserializer = serde_json::Deserializer::from_slice(bytes);
        Reader { builder: &mut builder, key: Range(0, 0) }
            .deserialize(&mut deserializer)
            .and_then(|()| deserializer.end())
            .map_err(|error| error.to_string())?;
        let texts = builder.texts;
        let text = |range: Range| Text::of(&texts.as_bytes()[range.0..range.0 + range.1]);
        let values = builder.values.iter().map(|value| CValue {
            kind: value.kind as u32,
            key: text(value.key),
            text: text(value.text),
            number: value.number,
            integer: value.integer,
            size: value.size,
            span: value.span,
        });
        Ok(Json { values: values.collect(), _texts: texts })
    }
}
