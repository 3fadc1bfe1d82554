// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Chat templates: Jinja as Hugging Face's tokenizers render it, with blocks trimmed, Python's
//! methods, and the functions `raise_exception` and `strftime_now` and the filter `tojson` beside it.

use std::ffi::{c_char, c_int, CString};
use std::io;

use minijinja::value::{Kwargs, ValueKind};
use minijinja::{Environment, Error, ErrorKind, Value};
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};
use serde_json::{json, Map};

/// The steps that a rendering may take, so that no template runs for ever.
const MAX_STEPS: u64 = 2_000_000;
/// The depth of a value that is printed. Namespaces may contain themselves.
const MAX_DEPTH: usize = 100;
/// Deep values are freed one inside the other; the memory is only reserved.
const STACK_BYTES: usize = 256 << 20;
const NAME: &str = "chat template";

pub struct ChatTemplate {
    environment: Environment<'static>,
}

/// What a template is rendered with.
pub struct Conversation<'a> {
    /// Role and content of each.
    pub messages: Vec<(&'a str, &'a str)>,
    pub begin: &'a str,
    pub end: &'a str,
    pub adds_generation_prompt: bool,
}

impl ChatTemplate {
    pub fn new(source: &str) -> Result<Self, String> {
        let mut environment = Environment::new();
        environment.set_trim_blocks(true);
        environment.set_lstrip_blocks(true);
        environment.set_fuel(Some(MAX_STEPS));
        environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        environment.set_formatter(|out, _, value| Ok(out.write_str(&python_text(value)?)?));
        environment.add_filter("tojson", tojson);
        for name in ["length", "count"] {
            environment.add_filter(name, length);
        }
        environment.add_function("raise_exception", |message: String| -> Result<Value, Error> {
            Err(Error::new(ErrorKind::InvalidOperation, message))
        });
        environment.add_function("strftime_now", |format: String| strftime_now(&format));
        environment.add_template_owned(NAME, source.to_string()).map_err(message)?;
        Ok(ChatTemplate { environment })
    }

    /// Renders in a thread of its own, with a stack for values that are nested deeply.
    pub fn render(&self, conversation: &Conversation) -> Result<String, String> {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, || self.render_here(conversation))
                .map_err(|error| format!("no thread for the chat template: {error}"))?;
            thread.join().unwrap_or_else(|_| Err("internal error of the chat template".into()))
        })
    }

    fn render_here(&self, conversation: &Conversation) -> Result<String, String> {
        let messages: Vec<_> = conversation
            .messages
            .iter()
            .map(|(role, content)| json!({"role": role, "content": content}))
            .collect();
        let mut values: Map<String, serde_json::Value> = Map::new();
        values.insert("messages".into(), messages.into());
        values.insert("bos_token".into(), conversation.begin.into());
        values.insert("eos_token".into(), conversation.end.into());
        values.insert("add_generation_prompt".into(), conversation.adds_generation_prompt.into());
        let template = self.environment.get_template(NAME).map_err(message)?;
        template.render(Value::from_serialize(&values)).map_err(message)
    }
}

/// A value as Python prints it.
fn python_text(value: &Value) -> Result<String, Error> {
    Ok(match value.kind() {
        ValueKind::Undefined => String::new(),
        ValueKind::String => value.to_string(),
        _ => python_repr(value, 0)?,
    })
}

fn checked_depth(depth: usize) -> Result<usize, Error> {
    if depth == MAX_DEPTH {
        return Err(Error::new(ErrorKind::InvalidOperation, "a value is nested too deeply to print"));
    }
    Ok(depth + 1)
}

/// A value as Python prints it within a list.
fn python_repr(value: &Value, depth: usize) -> Result<String, Error> {
    let inner = checked_depth(depth)?;
    Ok(match value.kind() {
        ValueKind::None => "None".into(),
        ValueKind::Bool => if value.is_true() { "True" } else { "False" }.into(),
        ValueKind::String => quoted(&value.to_string()),
        ValueKind::Seq | ValueKind::Iterable => {
            let items: Result<Vec<_>, _> = value.try_iter()?.map(|item| python_repr(&item, inner)).collect();
            format!("[{}]", items?.join(", "))
        }
        ValueKind::Map => {
            let mut items = Vec::new();
            for key in value.try_iter()? {
                items.push(format!("{}: {}", python_repr(&key, inner)?, python_repr(&value.get_item(&key)?, inner)?));
            }
            format!("{{{}}}", items.join(", "))
        }
        _ => value.to_string(),
    })
}

/// Between the quotes that Python chooses.
fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut result = String::from(quote);
    for character in text.chars() {
        match character {
            '\n' => result += "\\n",
            '\r' => result += "\\r",
            '\t' => result += "\\t",
            '\\' => result += "\\\\",
            other if other == quote => result.extend(['\\', other]),
            other => result.push(other),
        }
    }
    result.push(quote);
    result
}

/// As Jinja's filter, which takes what is undefined for empty.
fn length(value: Value) -> Result<usize, Error> {
    if value.is_undefined() {
        return Ok(0);
    }
    value.len().ok_or_else(|| {
        Error::new(ErrorKind::InvalidOperation, format!("a {} has no length", value.kind()))
    })
}

/// What went wrong, and the line.
fn message(error: Error) -> String {
    let mut text = match (error.kind(), error.detail()) {
        (ErrorKind::InvalidOperation, Some(detail)) => detail.to_string(),
        (kind, Some(detail)) => format!("{kind}: {detail}"),
        (kind, None) => kind.to_string(),
    };
    if let Some(line) = error.line() {
        text += &format!(" (line {line} of the chat template)");
    }
    text
}

/// Writes JSON as Python's json.dumps does.
struct Python {
    separators: (Vec<u8>, Vec<u8>), // between items, and behind a key
}

impl Formatter for Python {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { &self.separators.0 })
    }
    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { &self.separators.0 })
    }
    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(&self.separators.1)
    }
}

fn json_of(value: &Value, depth: usize) -> Result<serde_json::Value, Error> {
    let inner = checked_depth(depth)?;
    Ok(match value.kind() {
        ValueKind::Seq | ValueKind::Iterable => {
            let items: Result<Vec<_>, _> = value.try_iter()?.map(|item| json_of(&item, inner)).collect();
            items?.into()
        }
        ValueKind::Map => {
            let mut map = Map::new();
            for key in value.try_iter()? {
                map.insert(key.to_string(), json_of(&value.get_item(&key)?, inner)?);
            }
            map.into()
        }
        _ => serde_json::to_value(value)
            .map_err(|error| Error::new(ErrorKind::BadSerialization, error.to_string()))?,
    })
}

fn sorted(value: serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Object(map) => {
            let mut items: Vec<_> = map.into_iter().collect();
            items.sort_by(|left, right| left.0.cmp(&right.0));
            items.into_iter().map(|(key, item)| (key, sorted(item))).collect::<Map<_, _>>().into()
        }
        serde_json::Value::Array(items) => items.into_iter().map(sorted).collect::<Vec<_>>().into(),
        other => other,
    }
}

fn write(value: &serde_json::Value, formatter: impl Formatter) -> Result<String, Error> {
    let mut bytes = Vec::new();
    value
        .serialize(&mut Serializer::with_formatter(&mut bytes, formatter))
        .map_err(|error| Error::new(ErrorKind::BadSerialization, error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// `value | tojson(indent=None, separators=None, sort_keys=False, ensure_ascii=False)`.
fn tojson(value: Value, indent: Option<usize>, options: Kwargs) -> Result<Value, Error> {
    let indent = indent.or(options.get("indent")?);
    let separators: Option<(String, String)> = match options.get::<Option<Value>>("separators")? {
        Some(pair) if !pair.is_none() => {
            Some((pair.get_item_by_index(0)?.to_string(), pair.get_item_by_index(1)?.to_string()))
        }
        _ => None,
    };
    let is_sorted = options.get::<Option<bool>>("sort_keys")?.unwrap_or(false);
    let is_ascii = options.get::<Option<bool>>("ensure_ascii")?.unwrap_or(false);
    options.assert_all_used()?;
    let mut json = json_of(&value, 0)?;
    if is_sorted {
        json = sorted(json);
    }
    let text = match (indent, separators) {
        (Some(width), _) => write(&json, PrettyFormatter::with_indent(" ".repeat(width.min(64)).as_bytes()))?,
        (None, Some((item, key))) if (item.as_str(), key.as_str()) == (",", ":") => write(&json, CompactFormatter)?,
        (None, given) => {
            let (item, key) = given.unwrap_or((", ".into(), ": ".into()));
            write(&json, Python { separators: (item.into_bytes(), key.into_bytes()) })?
        }
    };
    Ok(Value::from_safe_string(if is_ascii { escaped(&text) } else { text }))
}

/// All characters beyond ASCII as \uXXXX.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() {
            result.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            result += &format!("\\u{unit:04x}");
        }
    }
    result
}

extern "C" {
    fn time(result: *mut i64) -> i64;
    fn localtime_r(time: *const i64, result: *mut Calendar) -> *mut Calendar;
    fn strftime(text: *mut c_char, size: usize, format: *const c_char, time: *const Calendar) -> usize;
}

/// `struct tm` of the C library, which is shorter.
#[repr(C, align(8))]
struct Calendar([c_int; 32]);

/// The local time by a format of strftime.
fn strftime_now(format: &str) -> Result<String, Error> {
    let wrong = |what: &str| Error::new(ErrorKind::InvalidOperation, format!("strftime_now: {what}"));
    let format = CString::new(format).map_err(|_| wrong("the format has a character 0"))?;
    let mut calendar = Calendar([0; 32]);
    let mut text = [0u8; 512];
    // SAFETY: all pointers are to locals, which are large enough.
    let size = unsafe {
        let now = time(std::ptr::null_mut());
        if localtime_r(&now, &mut calendar).is_null() {
            return Err(wrong("there is no local time"));
        }
        strftime(text.as_mut_ptr().cast(), text.len(), format.as_ptr(), &calendar)
    };
    Ok(String::from_utf8_lossy(&text[..size]).into_owned())
}
