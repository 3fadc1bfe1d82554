// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C interfaces of include/rlx_text.h and include/rlx_text_json.h. A panic is an error of the call.

mod chat_template;
mod failure;
mod gbnf;
mod gbnf_lark;
mod gbnf_terminals;
mod grammar;
mod grammar_functions;
mod json;
mod pre_tokenizers;
mod schema_place;
mod token_bytes;
mod tokenizer_json;
mod vocabulary;

use std::borrow::Cow;
use std::ffi::{c_char, c_int, CString};
use std::mem::{offset_of, size_of};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::slice;

pub use chat_template::{ChatTemplate, Conversation};
pub use failure::Failure;
pub use grammar::{Grammar, Kind, TokenTrie};
pub use json::{CValue, Json};
pub use tokenizer_json::JsonVocabulary;
pub use vocabulary::{Source, Vocabulary};

/// As rlx_text_vocabulary_t.
pub enum AnyVocabulary {
    Parts(Vocabulary),
    Json(JsonVocabulary),
}

impl AnyVocabulary {
    fn encode(&self, text: &str, allows_control: bool) -> Result<Vec<u32>, String> {
        match self {
            AnyVocabulary::Parts(vocabulary) => vocabulary.encode(text, allows_control),
            AnyVocabulary::Json(vocabulary) => vocabulary.encode(text, allows_control),
        }
    }

    fn bytes(&self, id: u32) -> &[u8] {
        match self {
            AnyVocabulary::Parts(vocabulary) => vocabulary.bytes(id),
            AnyVocabulary::Json(vocabulary) => vocabulary.bytes(id),
        }
    }

    fn kinds(&self) -> &[i32] {
        match self {
            AnyVocabulary::Parts(vocabulary) => vocabulary.kinds(),
            AnyVocabulary::Json(vocabulary) => vocabulary.kinds(),
        }
    }

    fn size(&self) -> usize {
        self.kinds().len()
    }

    fn is_control(&self, id: u32) -> bool {
        self.kinds().get(id as usize) == Some(&vocabulary::CONTROL)
    }

    /// Whether the token stands for its bytes.
    fn is_text(&self, id: u32) -> bool {
        let others = [vocabulary::UNKNOWN, vocabulary::CONTROL, vocabulary::UNUSED];
        self.kinds().get(id as usize).is_some_and(|kind| !others.contains(kind))
    }
}

/// Bytes of the caller, as rlx_text_string_t.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    data: *const u8,
    size: usize,
}

/// As rlx_text_source_t.
#[repr(C)]
pub struct CSource {
    model: Text,
    pre: Text,
    tokens: *const Text,
    num_tokens: usize,
    types: *const i32,
    scores: *const f32,
    merges: *const Text,
    num_merges: usize,
    adds_space: c_int,
    unknown: u32,
}

/// As rlx_text_message_t.
#[repr(C)]
pub struct CMessage {
    role: Text,
    content: Text,
}

/// As rlx_text_conversation_t.
#[repr(C)]
pub struct CConversation {
    messages: *const CMessage,
    num_messages: usize,
    begin: Text,
    end: Text,
    adds_generation_prompt: c_int,
}

/// As rlx_text_description_t.
#[repr(C)]
pub struct CDescription {
    types: *const i32,
    num_tokens: usize,
    prefix: *const u32,
    num_prefix: usize,
    suffix: *const u32,
    num_suffix: usize,
    adds_space: c_int,
    longest: usize,
}

/// As rlx_text_error_t.
#[repr(C)]
pub struct CError {
    message: *mut c_char,
    is_unsupported: c_int,
}

// lm/TextLibrary.cpp asserts the same of the header's structs.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<Text>() == 16 && offset_of!(Text, size) == 8);
    assert!(size_of::<CSource>() == 88 && offset_of!(CSource, merges) == 64 && offset_of!(CSource, unknown) == 84);
    assert!(size_of::<CMessage>() == 32 && offset_of!(CMessage, content) == 16);
    assert!(size_of::<CConversation>() == 56 && offset_of!(CConversation, adds_generation_prompt) == 48);
    assert!(size_of::<CDescription>() == 64 && offset_of!(CDescription, longest) == 56);
    assert!(size_of::<CValue>() == 72);
    assert!(size_of::<CError>() == 16 && offset_of!(CError, is_unsupported) == 8);
};

impl Text {
    fn of(bytes: &[u8]) -> Text {
        Text { data: bytes.as_ptr(), size: bytes.len() }
    }

    /// # Safety
    /// The bytes must live as long as the result is used.
    unsafe fn bytes<'a>(&self) -> &'a [u8] {
        list(self.data, self.size)
    }

    unsafe fn checked<'a>(&self, what: &str, number: usize) -> Result<&'a str, String> {
        std::str::from_utf8(self.bytes()).map_err(|_| format!("{what} {number} is not UTF-8"))
    }

    unsafe fn lossy<'a>(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes())
    }
}

/// # Safety
/// `data` is null or has `size` elements that live as long as the result is used.
unsafe fn list<'a, T>(data: *const T, size: usize) -> &'a [T] {
    if data.is_null() || size == 0 {
        &[]
    } else {
        slice::from_raw_parts(data, size)
    }
}

unsafe fn texts<'a>(data: *const Text, size: usize, what: &str) -> Result<Vec<&'a str>, String> {
    list(data, size).iter().enumerate().map(|(number, text)| text.checked(what, number)).collect()
}

unsafe fn read<'a>(source: &CSource) -> Result<Source<'a>, String> {
    let tokens = texts(source.tokens, source.num_tokens, "token")?;
    if tokens.is_empty() || u32::try_from(tokens.len()).is_err() {
        return Err(format!("a vocabulary has from 1 to 2^32 - 1 tokens, but this one {}", tokens.len()));
    }
    Ok(Source {
        model: source.model.checked("the name of the model", 0)?,
        pre: source.pre.checked("the name of the pre-tokenizer", 0)?,
        types: if source.types.is_null() {
            vec![vocabulary::NORMAL; tokens.len()]
        } else {
            list(source.types, tokens.len()).to_vec()
        },
        scores: list(source.scores, if source.scores.is_null() { 0 } else { tokens.len() }).to_vec(),
        tokens,
        merges: texts(source.merges, source.num_merges, "merge")?,
        adds_space: source.adds_space != 0,
        unknown: source.unknown,
    })
}

/// The result, or nothing and the message in `error`.
unsafe fn guarded<T>(error: *mut CError, call: impl FnOnce() -> Result<T, Failure>) -> Option<T> {
    let failure = match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => return Some(value),
        Ok(Err(failure)) => failure,
        Err(_) => Failure::from("internal error of the text library".to_string()),
    };
    if !error.is_null() {
        let text: Vec<u8> = failure.message.into_bytes().into_iter().filter(|byte| *byte != 0).collect();
        let message = CString::new(text).unwrap_or_default().into_raw();
        *error = CError { message, is_unsupported: failure.is_unsupported.into() };
    }
    None
}

/// The object of a handle, which is null without one.
fn boxed<T>(made: Option<T>) -> *mut T {
    made.map_or(std::ptr::null_mut(), |made| Box::into_raw(Box::new(made)))
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_vocabulary_create(
    source: *const CSource,
    error: *mut CError,
) -> *mut AnyVocabulary {
    boxed(guarded(error, || Ok(AnyVocabulary::Parts(Vocabulary::new(&read(&*source)?)?))))
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_vocabulary_parse(
    tokenizer_json: Text,
    num_tokens: usize,
    error: *mut CError,
) -> *mut AnyVocabulary {
    boxed(guarded(error, || Ok(AnyVocabulary::Json(JsonVocabulary::new(tokenizer_json.bytes(), num_tokens)?))))
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_vocabulary_describe(vocabulary: *const AnyVocabulary) -> CDescription {
    let (kinds, prefix, suffix, adds_space, longest) = match &*vocabulary {
        AnyVocabulary::Json(json) => (json.kinds(), json.prefix(), json.suffix(), json.adds_space(), json.longest()),
        AnyVocabulary::Parts(_) => (&[][..], &[][..], &[][..], false, 0),
    };
    CDescription {
        types: kinds.as_ptr(),
        num_tokens: kinds.len(),
        prefix: prefix.as_ptr(),
        num_prefix: prefix.len(),
        suffix: suffix.as_ptr(),
        num_suffix: suffix.len(),
        adds_space: adds_space.into(),
        longest,
    }
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_find_token(vocabulary: *const AnyVocabulary, token: Text, id: *mut u32) -> c_int {
    let found = match (&*vocabulary, std::str::from_utf8(token.bytes())) {
        (AnyVocabulary::Json(json), Ok(token)) => json.find(token),
        _ => None,
    };
    if let Some(found) = found {
        *id = found;
    }
    found.is_some().into()
}

/// # Safety
/// `vocabulary` is null or one of this library, and is not used again.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_vocabulary_free(vocabulary: *mut AnyVocabulary) {
    if !vocabulary.is_null() {
        drop(Box::from_raw(vocabulary));
    }
}

/// # Safety
/// `error` is one of this library or has no message, and is not used again.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_error_free(error: CError) {
    if !error.message.is_null() {
        drop(CString::from_raw(error.message));
    }
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_encode(
    vocabulary: *const AnyVocabulary,
    text: Text,
    allows_control: c_int,
    ids: *mut *mut u32,
    count: *mut usize,
    error: *mut CError,
) -> c_int {
    let encode = || Ok((*vocabulary).encode(&text.lossy(), allows_control != 0)?);
    let Some(encoded) = guarded(error, encode) else {
        return 0;
    };
    let encoded = encoded.into_boxed_slice();
    *count = encoded.len();
    *ids = Box::into_raw(encoded) as *mut u32;
    1
}

/// # Safety
/// As rlx_text_encode gave them, and they are not used again.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_ids_free(ids: *mut u32, count: usize) {
    if !ids.is_null() {
        drop(Box::from_raw(slice::from_raw_parts_mut(ids, count)));
    }
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_token_bytes(vocabulary: *const AnyVocabulary, id: u32) -> Text {
    Text::of((*vocabulary).bytes(id))
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_template_create(source: Text, error: *mut CError) -> *mut ChatTemplate {
    let made = guarded(error, || Ok(ChatTemplate::new(source.checked("the chat template", 0)?)?));
    boxed(made)
}

/// # Safety
/// `template` is null or of rlx_text_template_create, and is not used again.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_template_free(template: *mut ChatTemplate) {
    if !template.is_null() {
        drop(Box::from_raw(template));
    }
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_template_render(
    template: *const ChatTemplate,
    conversation: *const CConversation,
    text: *mut Text,
    error: *mut CError,
) -> c_int {
    let given = &*conversation;
    let messages = list(given.messages, given.num_messages);
    let texts: Vec<_> = messages.iter().map(|message| (message.role.lossy(), message.content.lossy())).collect();
    let (begin, end) = (given.begin.lossy(), given.end.lossy());
    let render = || {
        Ok((*template).render(&Conversation {
            messages: texts.iter().map(|(role, content)| (role.as_ref(), content.as_ref())).collect(),
            begin: &begin,
            end: &end,
            adds_generation_prompt: given.adds_generation_prompt != 0,
        })?)
    };
    let Some(rendered) = guarded(error, render) else {
        return 0;
    };
    let bytes = rendered.into_bytes().into_boxed_slice();
    let size = bytes.len();
    *text = Text { data: Box::into_raw(bytes) as *const u8, size };
    1
}

/// # Safety
/// As rlx_text_template_render gave it, and it is not used again.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_rendered_free(text: Text) {
    if !text.data.is_null() {
        drop(Box::from_raw(slice::from_raw_parts_mut(text.data as *mut u8, text.size)));
    }
}

/// # Safety
/// As in rlx_text_json.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_json_parse(bytes: Text, error: *mut CError) -> *mut Json {
    boxed(guarded(error, || Ok(Json::parse(bytes.bytes())?)))
}

/// # Safety
/// As in rlx_text_json.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_json_values(json: *const Json, count: *mut usize) -> *const CValue {
    *count = (*json).values.len();
    (*json).values.as_ptr()
}

/// # Safety
/// `json` is null or of rlx_text_json_parse, and is not used again.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_json_free(json: *mut Json) {
    if !json.is_null() {
        drop(Box::from_raw(json));
    }
}
