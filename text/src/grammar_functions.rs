// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C functions of grammars.

use std::ffi::c_int;
use std::slice;

use crate::grammar::{Grammar, Kind, TokenTrie};
use crate::{boxed, guarded, list, AnyVocabulary, CError, Text};

const JSON_SCHEMA: c_int = 0; // RLX_TEXT_JSON_SCHEMA

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_trie_create(
    vocabulary: *const AnyVocabulary,
    ends: *const u32,
    num_ends: usize,
    error: *mut CError,
) -> *mut TokenTrie {
    boxed(guarded(error, || Ok(TokenTrie::new(&*vocabulary, list(ends, num_ends))?)))
}

/// # Safety
/// `trie` is null or of rlx_text_trie_create, and is not used again.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_trie_free(trie: *mut TokenTrie) {
    if !trie.is_null() {
        drop(Box::from_raw(trie));
    }
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_grammar_create(
    trie: *const TokenTrie,
    kind: c_int,
    source: Text,
    error: *mut CError,
) -> *mut Grammar {
    let kind = if kind == JSON_SCHEMA { Kind::JsonSchema } else { Kind::Grammar };
    boxed(guarded(error, || {
        let source = std::str::from_utf8(source.bytes()).map_err(|_| "the source is not UTF-8".to_string())?;
        Ok(Grammar::new(&*trie, kind, source)?)
    }))
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_grammar_clone(grammar: *const Grammar, error: *mut CError) -> *mut Grammar {
    boxed(guarded(error, || Ok((*grammar).fork())))
}

/// # Safety
/// `grammar` is null or of this library, and is not used again.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_grammar_free(grammar: *mut Grammar) {
    if !grammar.is_null() {
        drop(Box::from_raw(grammar));
    }
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_grammar_mask(
    grammar: *mut Grammar,
    bits: *mut u32,
    num_words: usize,
    error: *mut CError,
) -> c_int {
    let bits = slice::from_raw_parts_mut(bits, num_words);
    guarded(error, || Ok((*grammar).mask(bits)?)).is_some().into()
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_grammar_accept(grammar: *mut Grammar, token: u32, error: *mut CError) -> c_int {
    guarded(error, || Ok((*grammar).accept(token)?)).is_some().into()
}

/// # Safety
/// As in rlx_text.h.
#[no_mangle]
pub unsafe extern "C" fn rlx_text_grammar_is_finished(grammar: *const Grammar) -> c_int {
    (*grammar).is_finished().into()
}
