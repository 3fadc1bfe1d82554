// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A vocabulary from a tokenizer.json of Hugging Face's library tokenizers, which encodes with it.

use std::collections::HashMap;
use std::panic::catch_unwind;

use serde::de::IgnoredAny;
use serde_json::Value;
use tokenizers::tokenizer::{AddedVocabulary, Model, OffsetReferential, OffsetType, PreTokenizer};
use tokenizers::{Encoding, NormalizerWrapper, Token, Tokenizer};

use crate::failure::Failure;
use crate::token_bytes::max_bytes;
use crate::vocabulary::{byte_characters, CONTROL, NORMAL, UNUSED, USER_DEFINED};

/// Tokens that a model may have beyond those of the file.
const MAX_UNUSED: usize = 1 << 20;
/// Of a token's text, and of what a decoder puts into it.
const MAX_TOKEN_BYTES: usize = 64 << 10;
const MAX_REPLACEMENT_BYTES: usize = 256;
/// How much longer a normalizer may make a text.
const MAX_GROWTH: usize = 4096;
/// Tokens that a post-processor may put around a text.
const MAX_SURROUNDINGS: usize = 64 << 10;

pub struct JsonVocabulary {
    tokenizer: Tokenizer,
    /// The same tokens, but texts of special ones are like other texts.
    without_special: AddedVocabulary,
    bytes: Vec<Vec<u8>>,
    kinds: Vec<i32>,
    prefix: Vec<u32>,
    suffix: Vec<u32>,
    adds_space: bool,
    missing: Vec<u8>, // bytes that no token stands for
    longest: usize,   // bytes of a text that a token stands for at most; 0: any number
}

/// How texts of tokens become bytes: the parts of the decoder that tokens need one by one.
#[derive(Default)]
struct Decoding {
    has_byte_characters: bool,
    has_byte_tokens: bool,
    replaced: Vec<(String, String)>,
    strips_space: bool,
    /// Of WordPiece: what pieces inside of words begin with. Others have a space before them.
    continued: Option<String>,
}

impl Decoding {
    fn add(&mut self, decoder: &Value) -> Result<(), Failure> {
        let text = |key: &str| decoder[key].as_str().unwrap_or("").to_string();
        match text("type").as_str() {
            "ByteLevel" => self.has_byte_characters = true,
            "ByteFallback" => self.has_byte_tokens = true,
            "Fuse" => {}
            "Metaspace" => {
                self.replaced.push((text("replacement"), " ".into()));
                self.strips_space |= text("prepend_scheme") != "never";
            }
            "Replace" if decoder["pattern"]["String"].is_string() => {
                let pattern = decoder["pattern"]["String"].as_str().unwrap_or("");
                let content = text("content");
                if content.len() > MAX_REPLACEMENT_BYTES {
                    return Err(format!("a Replace of the decoder has more than {MAX_REPLACEMENT_BYTES} bytes").into());
                }
                self.replaced.push((pattern.to_string(), content));
            }
            // Its clean-up of spaces before punctuation needs more than one token, and is left out.
            "WordPiece" => {
                self.continued = Some(text("prefix"));
                self.strips_space = true;
            }
            "Strip" if text("content") == " " && decoder["start"] == 1 && decoder["stop"] == 0 => {
                self.strips_space = true;
            }
            "Sequence" => {
                for each in decoder["decoders"].as_array().into_iter().flatten() {
                    self.add(each)?;
                }
            }
            other => {
                return Err(Failure::unsupported(format!(
                    "the decoder '{other}' is unknown, or has a form that is; known ones are ByteLevel, ByteFallback, \
                     Fuse, Metaspace, Replace, Strip, WordPiece and Sequence"
                )))
            }
        }
        Ok(())
    }

    fn bytes(&self, token: &str, characters: &HashMap<char, u8>) -> Result<Vec<u8>, Failure> {
        if self.has_byte_tokens {
            let digits = token.strip_prefix("<0x").and_then(|rest| rest.strip_suffix('>'));
            if let Some(byte) = digits.filter(|digits| digits.len() == 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                return Ok(vec![byte]);
            }
        }
        let mut text = match &self.continued {
            Some(prefix) => token.strip_prefix(prefix.as_str()).map_or_else(|| format!(" {token}"), str::to_string),
            None => token.to_string(),
        };
        for (pattern, content) in &self.replaced {
            text = text.replace(pattern.as_str(), content);
            if text.len() > MAX_TOKEN_BYTES {
                return Err(format!("the decoder makes more than {MAX_TOKEN_BYTES} bytes of a token").into());
            }
        }
        if !self.has_byte_characters {
            return Ok(text.into_bytes());
        }
        let all: Option<Vec<u8>> = text.chars().map(|each| characters.get(&each).copied()).collect();
        Ok(all.unwrap_or_else(|| text.into_bytes()))
    }
}

impl JsonVocabulary {
    /// `num_tokens` are those of the model. Others of the file are no tokens of texts.
    pub fn new(json: &[u8], num_tokens: usize) -> Result<JsonVocabulary, Failure> {
        let mut tokenizer = parse(json)?;
        // Of the training of some models, and not of the model.
        tokenizer.with_truncation(None).map_err(|error| error.to_string())?;
        tokenizer.with_padding(None);
        let Some(decoder) = tokenizer.get_decoder() else {
            return Err(Failure::unsupported("there is no decoder, so texts of tokens are unknown".into()));
        };
        let mut decoding = Decoding::default();
        decoding.add(&serde_json::to_value(decoder).map_err(|error| error.to_string())?)?;
        let vocabulary = tokenizer.get_vocab(true);
        let size = vocabulary.values().max().map_or(0, |id| *id as usize + 1);
        if size > vocabulary.len().saturating_mul(2).saturating_add(MAX_UNUSED) {
            return Err(format!("{} tokens have ids up to {}", vocabulary.len(), size - 1).into());
        }
        if num_tokens > size + MAX_UNUSED {
            return Err(format!("the model has {num_tokens} tokens, but tokenizer.json has {size}").into());
        }
        let (mut bytes, mut kinds) = (vec![Vec::new(); size], vec![UNUSED; size]);
        if let Some(normalizer) = tokenizer.get_normalizer() {
            check_growth(&serde_json::to_value(normalizer).map_err(|error| error.to_string())?)?;
        }
        let characters = byte_characters();
        let added = tokenizer.get_added_tokens_decoder();
        for (token, id) in &vocabulary {
            let place = *id as usize;
            let known = added.get(id).filter(|known| known.content == *token);
            kinds[place] = known.map_or(NORMAL, |known| if known.special { CONTROL } else { USER_DEFINED });
            // WordPiece puts a space before added tokens, too.
            let is_whole = known.is_some_and(|known| known.special || decoding.continued.is_none());
            bytes[place] = if is_whole { token.as_bytes().to_vec() } else { decoding.bytes(token, &characters)? };
        }
        kinds.resize(num_tokens, UNUSED);
        let mut without_special = tokenizer.get_added_vocabulary().clone();
        without_special.set_encode_special_tokens(true);
        let (prefix, suffix) = surroundings_of(&tokenizer)?;
        let is_missing = |(character, _): &(char, u8)| !vocabulary.contains_key(&character.to_string());
        let mut missing: Vec<u8> = if decoding.has_byte_characters {
            characters.iter().map(|(each, byte)| (*each, *byte)).filter(is_missing).map(|(_, byte)| byte).collect()
        } else {
            Vec::new()
        };
        missing.sort_unstable();
        let adds_space = decoding.strips_space;
        let longest = max_bytes(&tokenizer);
        Ok(JsonVocabulary { tokenizer, without_special, bytes, kinds, prefix, suffix, adds_space, missing, longest })
    }

    pub fn encode(&self, text: &str, allows_control: bool) -> Result<Vec<u32>, String> {
        let added = if allows_control { self.tokenizer.get_added_vocabulary() } else { &self.without_special };
        self.check_bytes(text, added)?;
        let ids = if allows_control {
            self.tokenizer.encode_fast(text, false).map(|encoded| encoded.get_ids().to_vec())
        } else {
            self.encode_without_control(text)
        };
        ids.map_err(|error| error.to_string())
    }

    /// The tokenizer would lose bytes without a word.
    fn check_bytes(&self, text: &str, added: &AddedVocabulary) -> Result<(), String> {
        if self.missing.is_empty() {
            return Ok(());
        }
        let parts = added.extract_and_normalize(None::<&NormalizerWrapper>, text);
        for (part, _, tokens) in parts.get_splits(OffsetReferential::Original, OffsetType::None) {
            let lost = self.missing.iter().find(|byte| tokens.is_none() && part.as_bytes().contains(byte));
            if let Some(byte) = lost {
                return Err(format!("the vocabulary has no token for the byte 0x{byte:02x} of the text"));
            }
        }
        Ok(())
    }

    /// As the tokenizer does it, but with the other list of added tokens.
    fn encode_without_control(&self, text: &str) -> tokenizers::Result<Vec<u32>> {
        let mut parts = self.without_special.extract_and_normalize(self.tokenizer.get_normalizer(), text);
        if let Some(pre) = self.tokenizer.get_pre_tokenizer() {
            pre.pre_tokenize(&mut parts)?;
        }
        let model = self.tokenizer.get_model();
        parts.tokenize(|part| model.tokenize(part.get()))?;
        let splits = parts.get_splits(OffsetReferential::Original, OffsetType::None);
        Ok(splits.iter().flat_map(|(_, _, tokens)| tokens.iter().flatten().map(|token| token.id)).collect())
    }

    pub fn bytes(&self, id: u32) -> &[u8] {
        self.bytes.get(id as usize).map_or(&[], |bytes| bytes)
    }

    pub fn kinds(&self) -> &[i32] {
        &self.kinds
    }

    /// The tokens that the post-processor puts before a text.
    pub fn prefix(&self) -> &[u32] {
        &self.prefix
    }

    /// Those that it puts behind a text.
    pub fn suffix(&self) -> &[u32] {
        &self.suffix
    }

    pub fn adds_space(&self) -> bool {
        self.adds_space
    }

    pub fn longest(&self) -> usize {
        self.longest
    }

    pub fn find(&self, token: &str) -> Option<u32> {
        self.tokenizer.token_to_id(token)
    }
}

/// Replacements, one after the other, may make a text of any length of a short one.
fn check_growth(normalizer: &Value) -> Result<(), Failure> {
    let growth = growth_of(normalizer);
    if growth > MAX_GROWTH {
        return Err(format!("the normalizer may make a text {MAX_GROWTH} times as long, or more").into());
    }
    Ok(())
}

fn growth_of(normalizer: &Value) -> usize {
    match normalizer["type"].as_str() {
        Some("Sequence") => {
            let parts = normalizer["normalizers"].as_array();
            parts.into_iter().flatten().map(growth_of).fold(1, usize::saturating_mul)
        }
        Some("Replace") => {
            let old = normalizer["pattern"]["String"].as_str().map_or(1, |old| old.len().max(1));
            normalizer["content"].as_str().map_or(1, |new| new.len().div_ceil(old).max(1))
        }
        Some("Prepend") => normalizer["prepend"].as_str().map_or(1, |prefix| 1 + prefix.len()),
        _ => 1,
    }
}

/// The most tokens that templates put around a text.
fn template_tokens(processor: &Value) -> usize {
    let parts = processor["processors"].as_array().into_iter().flatten().map(template_tokens);
    let sizes = processor["special_tokens"].as_object().into_iter().flat_map(|tokens| tokens.values());
    let longest = sizes.map(|token| token["ids"].as_array().map_or(0, Vec::len)).max().unwrap_or(0);
    let pieces = processor["single"].as_array().map_or(0, Vec::len);
    parts.fold(longest.saturating_mul(pieces), usize::saturating_add)
}

/// The library panics at some texts that are no JSON, and at some tokenizers that contradict themselves.
fn parse(json: &[u8]) -> Result<Tokenizer, String> {
    let text = std::str::from_utf8(json).map_err(|_| "it is not UTF-8")?;
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| error.to_string())?;
    match catch_unwind(|| Tokenizer::from_bytes(json)) {
        Ok(parsed) => parsed.map_err(|error| error.to_string()),
        Err(_) => Err("the library tokenizers cannot read it: it contradicts itself".into()),
    }
}

/// The tokens before and behind any text, which one token stands for here.
fn surroundings_of(tokenizer: &Tokenizer) -> Result<(Vec<u32>, Vec<u32>), String> {
    let processor = serde_json::to_value(tokenizer.get_post_processor()).map_err(|error| error.to_string())?;
    if template_tokens(&processor) > MAX_SURROUNDINGS {
        return Err(format!("the post-processor puts more than {MAX_SURROUNDINGS} tokens around a text"));
    }
    let text = Encoding::from_tokens(vec![Token::new(0, String::new(), (0, 0))], 0);
    let whole = tokenizer.post_process(text, None, true).map_err(|error| error.to_string())?;
    let (ids, special) = (whole.get_ids(), whole.get_special_tokens_mask());
    let added = |mask: &&u32| **mask != 0;
    let before = special.iter().take_while(added).count();
    let behind = special[before..].iter().rev().take_while(added).count();
    Ok((ids[..before].to_vec(), ids[ids.len() - behind..].to_vec()))
}
