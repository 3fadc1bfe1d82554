// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How many bytes of a text one token stands for at most, so that the size of a text bounds its tokens.

use serde::Serialize;
use serde_json::Value;
use tokenizers::tokenizer::Tokenizer;
use tokenizers::ModelWrapper;

use crate::vocabulary::byte_characters;

/// How many times shorter NFC makes a text at most: 3.5 for U+1FBE U+0308 U+0341, which becomes U+0390.
const NFC_SHRINKS: usize = 4;

/// 0 if a token may stand for any number of bytes: of a text's unknown part, or of blanks beside it. Parts of a
/// tokenizer that are not known here may drop text, and count as such ones.
pub fn max_bytes(tokenizer: &Tokenizer) -> usize {
    let ModelWrapper::BPE(model) = tokenizer.get_model() else {
        return 0;
    };
    let has_affixes = |affix: &Option<String>| affix.as_ref().is_some_and(|text| !text.is_empty());
    let added = tokenizer.get_added_tokens_decoder();
    let takes_blanks = added.values().any(|token| token.lstrip || token.rstrip);
    if takes_blanks || has_affixes(&model.continuing_subword_prefix) || has_affixes(&model.end_of_word_suffix) {
        return 0;
    }
    let normalizer = described(tokenizer.get_normalizer());
    let pre_tokenizer = described(tokenizer.get_pre_tokenizer());
    let (Some(shrinks), true) = (shrinks_of(&normalizer), keeps_all(&pre_tokenizer)) else {
        return 0;
    };
    let vocabulary = tokenizer.get_vocab(true);
    let has_byte_characters = has_byte_level(&pre_tokenizer);
    let knows_all = if has_byte_characters {
        byte_characters().keys().all(|each| vocabulary.contains_key(&each.to_string()))
    } else {
        model.byte_fallback && (0..=255).all(|byte| vocabulary.contains_key(&format!("<0x{byte:02X}>")))
    };
    if !knows_all {
        return 0;
    }
    let size = |token: &String, id: &u32| {
        let is_added = added.get(id).is_some_and(|known| known.content == *token);
        if has_byte_characters && !is_added { token.chars().count() } else { token.len() }
    };
    vocabulary.iter().map(|(token, id)| size(token, id)).max().map_or(0, |longest| longest * shrinks)
}

/// Null without the part.
fn described(part: Option<&impl Serialize>) -> Value {
    part.and_then(|part| serde_json::to_value(part).ok()).unwrap_or(Value::Null)
}

/// How many times shorter a normalizer makes a text at most; none for any number.
fn shrinks_of(normalizer: &Value) -> Option<usize> {
    if normalizer.is_null() {
        return Some(1);
    }
    match normalizer["type"].as_str()? {
        "NFC" => Some(NFC_SHRINKS),
        "Prepend" => Some(1),
        "Sequence" => {
            let parts = normalizer["normalizers"].as_array()?;
            parts.iter().try_fold(1, |product: usize, part| product.checked_mul(shrinks_of(part)?))
        }
        "Replace" => {
            let old = normalizer["pattern"]["String"].as_str()?;
            let new = normalizer["content"].as_str().filter(|new| !new.is_empty())?;
            Some(old.len().div_ceil(new.len()).max(1))
        }
        _ => None,
    }
}

/// Whether a pre-tokenizer drops no part of a text.
fn keeps_all(pre_tokenizer: &Value) -> bool {
    match pre_tokenizer["type"].as_str() {
        None => pre_tokenizer.is_null(),
        Some("ByteLevel" | "Digits" | "Metaspace" | "UnicodeScripts") => true,
        Some("Split" | "Punctuation") => pre_tokenizer["behavior"] != "Removed",
        Some("Sequence") => pre_tokenizer["pretokenizers"].as_array().is_some_and(|parts| parts.iter().all(keeps_all)),
        Some(_) => false,
    }
}

fn has_byte_level(pre_tokenizer: &Value) -> bool {
    let parts = pre_tokenizer["pretokenizers"].as_array();
    pre_tokenizer["type"] == "ByteLevel" || parts.into_iter().flatten().any(has_byte_level)
}
