// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A vocabulary: from text to tokens, and from tokens to bytes.

use std::collections::HashMap;

use ahash::AHashMap;
use aho_corasick::{AhoCorasick, MatchKind};
use tokenizers::models::bpe::BPE;
use tokenizers::models::wordpiece::WordPiece;
use tokenizers::normalizers::bert::BertNormalizer;
use tokenizers::normalizers::replace::Replace;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::Tokenizer;

use crate::failure::Failure;
use crate::pre_tokenizers;

/// The numbers of `tokenizer.ggml.token_type`.
pub const NORMAL: i32 = 1;
pub const UNKNOWN: i32 = 2;
pub const CONTROL: i32 = 3;
pub const USER_DEFINED: i32 = 4;
pub const UNUSED: i32 = 5;
pub const BYTE: i32 = 6;

const SPACE: &str = "\u{2581}"; // of SentencePiece, and before words of WordPiece in GGUF
const CONTINUED: &str = "##"; // before pieces inside of words, in other files of WordPiece

pub struct Source<'a> {
    pub model: &'a str,
    pub pre: &'a str,
    pub tokens: Vec<&'a str>,
    pub types: Vec<i32>,
    pub scores: Vec<f32>,
    pub merges: Vec<&'a str>,
    pub adds_space: bool,
    pub unknown: u32,
}

pub struct Vocabulary {
    tokenizer: Tokenizer,
    user_defined: Whole,
    with_control: Whole,
    bytes: Vec<Vec<u8>>,
    types: Vec<i32>, // of each token
    adds_space: bool,
    missing: Vec<u8>, // bytes that no token stands for
}

/// Tokens that are found in the text as they are, the longest first.
struct Whole {
    matcher: Option<AhoCorasick>,
    ids: Vec<u32>,
}

impl Whole {
    fn new(source: &Source, types: &[i32]) -> Result<Whole, String> {
        let (mut texts, mut ids) = (Vec::new(), Vec::new());
        for (id, token) in source.tokens.iter().enumerate() {
            if types.contains(&source.types[id]) && !token.is_empty() {
                texts.push(*token);
                ids.push(id as u32);
            }
        }
        let matcher = if texts.is_empty() {
            None
        } else {
            let built = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(texts);
            Some(built.map_err(|error| error.to_string())?)
        };
        Ok(Whole { matcher, ids })
    }
}

impl Vocabulary {
    pub fn new(source: &Source) -> Result<Vocabulary, Failure> {
        let (tokenizer, bytes, missing) = match source.model {
            "gpt2" => (byte_pairs(source)?, byte_pair_bytes(source), missing_bytes(source)),
            "llama" => (sentence_piece(source)?, sentence_piece_bytes(source), Vec::new()),
            "bert" => (word_piece(source)?, word_piece_bytes(source), Vec::new()),
            other => {
                return Err(Failure::unsupported(format!(
                    "the tokenizer '{other}' is unknown; known ones are gpt2, llama and bert"
                )))
            }
        };
        Ok(Vocabulary {
            tokenizer,
            user_defined: Whole::new(source, &[USER_DEFINED])?,
            with_control: Whole::new(source, &[USER_DEFINED, CONTROL])?,
            bytes,
            types: source.types.clone(),
            adds_space: source.model == "llama" && source.adds_space,
            missing,
        })
    }

    pub fn encode(&self, text: &str, allows_control: bool) -> Result<Vec<u32>, String> {
        let whole = if allows_control { &self.with_control } else { &self.user_defined };
        let mut ids = Vec::new();
        let mut begin = 0;
        for found in whole.matcher.iter().flat_map(|matcher| matcher.find_iter(text)) {
            self.encode_part(&text[begin..found.start()], &mut ids)?;
            ids.push(whole.ids[found.pattern().as_usize()]);
            begin = found.end();
        }
        self.encode_part(&text[begin..], &mut ids)?;
        Ok(ids)
    }

    /// Of each token.
    pub fn kinds(&self) -> &[i32] {
        &self.types
    }

    pub fn bytes(&self, id: u32) -> &[u8] {
        self.bytes.get(id as usize).map_or(&[], |bytes| bytes)
    }

    fn encode_part(&self, text: &str, ids: &mut Vec<u32>) -> Result<(), String> {
        if text.is_empty() {
            return Ok(());
        }
        if let Some(byte) = self.missing.iter().find(|byte| text.as_bytes().contains(byte)) {
            return Err(format!("the vocabulary has no token for the byte 0x{byte:02x} of the text"));
        }
        let encoded = if self.adds_space {
            self.tokenizer.encode_fast(format!(" {text}"), false)
        } else {
            self.tokenizer.encode_fast(text, false)
        };
        ids.extend_from_slice(encoded.map_err(|error| error.to_string())?.get_ids());
        Ok(())
    }
}

/// The numbers of the tokens by their texts. The first of equal texts counts.
fn ids_of<'a>(source: &'a Source) -> HashMap<&'a str, u32, ahash::RandomState> {
    let mut ids = HashMap::with_capacity_and_hasher(source.tokens.len(), ahash::RandomState::new());
    for (id, token) in source.tokens.iter().enumerate() {
        ids.entry(*token).or_insert(id as u32);
    }
    ids
}

fn owned(ids: &HashMap<&str, u32, ahash::RandomState>) -> AHashMap<String, u32> {
    ids.iter().map(|(token, id)| (token.to_string(), *id)).collect()
}

fn byte_pairs(source: &Source) -> Result<Tokenizer, Failure> {
    let ids = ids_of(source);
    let mut merges = Vec::with_capacity(source.merges.len());
    for (number, merge) in source.merges.iter().enumerate() {
        let wrong = || format!("merge {number} is '{merge}', but two tokens that make a third are expected");
        let (left, right) = merge.split_once(' ').ok_or_else(wrong)?;
        let known = |token: &str| ids.contains_key(token);
        if !known(left) || !known(right) || !known(&format!("{left}{right}")) {
            return Err(wrong().into());
        }
        merges.push((left.to_string(), right.to_string()));
    }
    let (pre, ignores_merges) = pre_tokenizers::find(source.pre)?;
    let model = BPE::builder()
        .vocab_and_merges(owned(&ids), merges)
        .ignore_merges(ignores_merges)
        .build()
        .map_err(|error| error.to_string())?;
    let mut tokenizer = Tokenizer::new(model);
    tokenizer.with_pre_tokenizer(Some(pre));
    Ok(tokenizer)
}

/// Whether it stands for itself, as "[CLS]" does.
fn is_bracketed(token: &str) -> bool {
    token.len() > 1 && token.starts_with('[') && token.ends_with(']')
}

/// WordPiece of BERT: words in small letters and without accents, and of each the longest pieces from the left. GGUF
/// marks the pieces that begin a word, and the library those that do not.
fn word_piece(source: &Source) -> Result<Tokenizer, String> {
    let Some(unknown) = source.tokens.get(source.unknown as usize) else {
        return Err(format!("the unknown token is {}, but there are {}", source.unknown, source.tokens.len()));
    };
    let mut pieces: AHashMap<String, u32> = AHashMap::with_capacity(source.tokens.len());
    for (id, token) in source.tokens.iter().enumerate() {
        let piece = match token.strip_prefix(SPACE) {
            Some(word) => word.to_string(),
            None if is_bracketed(token) || source.types[id] != NORMAL || id == source.unknown as usize => token.to_string(),
            None => format!("{CONTINUED}{token}"),
        };
        pieces.entry(piece).or_insert(id as u32);
    }
    let model = WordPiece::builder()
        .vocab(pieces)
        .unk_token(unknown.to_string())
        .continuing_subword_prefix(CONTINUED.to_string())
        .build()
        .map_err(|error| error.to_string())?;
    let mut tokenizer = Tokenizer::new(model);
    tokenizer
        .with_normalizer(Some(BertNormalizer::new(true, true, Some(true), true)))
        .map_err(|error| error.to_string())?;
    tokenizer.with_pre_tokenizer(Some(BertPreTokenizer));
    Ok(tokenizer)
}

/// SentencePiece merges the pair whose result has the best score, which BPE does with the merges in
/// the order of these scores.
fn sentence_piece(source: &Source) -> Result<Tokenizer, String> {
    if source.scores.len() != source.tokens.len() {
        return Err("the tokenizer llama needs a score for each token".to_string());
    }
    let Some(unknown) = source.tokens.get(source.unknown as usize) else {
        return Err(format!("the unknown token is {}, but there are {}", source.unknown, source.tokens.len()));
    };
    let ids = ids_of(source);
    let mut merges: Vec<(u32, u32, u32)> = Vec::new(); // left, right, result
    for (id, token) in source.tokens.iter().enumerate() {
        if source.types[id] != NORMAL || ids[token] != id as u32 {
            continue;
        }
        let first = merges.len();
        for (place, _) in token.char_indices().skip(1) {
            if let (Some(left), Some(right)) = (ids.get(&token[..place]), ids.get(&token[place..])) {
                merges.push((*left, *right, id as u32));
            }
        }
        merges[first..].sort_unstable();
    }
    let score = |merge: &(u32, u32, u32)| source.scores[merge.2 as usize];
    merges.sort_by(|lhs, rhs| score(rhs).total_cmp(&score(lhs)));
    let text = |id: u32| source.tokens[id as usize].to_string();
    let model = BPE::builder()
        .vocab_and_merges(owned(&ids), merges.iter().map(|merge| (text(merge.0), text(merge.1))).collect::<Vec<_>>())
        .byte_fallback(true)
        .fuse_unk(true)
        .unk_token(unknown.to_string())
        .build()
        .map_err(|error| error.to_string())?;
    let mut tokenizer = Tokenizer::new(model);
    let spaces = Replace::new(" ", SPACE).map_err(|error| error.to_string())?;
    tokenizer.with_normalizer(Some(spaces)).map_err(|error| error.to_string())?;
    Ok(tokenizer)
}

/// The bytes that GPT-2's characters stand for.
pub fn byte_characters() -> HashMap<char, u8> {
    // Printable bytes of Latin-1 are their own characters, and the others follow from U+0100 on.
    let is_printable = |byte: u8| matches!(byte, 0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff);
    let mut bytes: HashMap<char, u8> = HashMap::new();
    let mut next = 0x100;
    for byte in 0..=255u8 {
        if is_printable(byte) {
            bytes.insert(byte as char, byte);
        } else {
            bytes.insert(char::from_u32(next).expect("a character"), byte);
            next += 1;
        }
    }
    debug_assert!(ByteLevel::alphabet().iter().all(|each| bytes.contains_key(each)));
    bytes
}

fn missing_bytes(source: &Source) -> Vec<u8> {
    let ids = ids_of(source);
    let is_missing = |character: &char| !ids.contains_key(character.to_string().as_str());
    let mut missing: Vec<u8> =
        byte_characters().into_iter().filter(|(character, _)| is_missing(character)).map(|(_, byte)| byte).collect();
    missing.sort_unstable();
    missing
}

fn byte_pair_bytes(source: &Source) -> Vec<Vec<u8>> {
    let bytes = byte_characters();
    let of = |(token, kind): (&&str, &i32)| match *kind {
        CONTROL | USER_DEFINED => token.as_bytes().to_vec(),
        _ => token
            .chars()
            .flat_map(|each| match bytes.get(&each) {
                Some(byte) => vec![*byte],
                None => each.to_string().into_bytes(),
            })
            .collect(),
    };
    source.tokens.iter().zip(&source.types).map(of).collect()
}

fn sentence_piece_bytes(source: &Source) -> Vec<Vec<u8>> {
    let of = |(token, kind): (&&str, &i32)| match *kind {
        BYTE => {
            let digits = token.strip_prefix("<0x").and_then(|rest| rest.strip_suffix('>'));
            digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).into_iter().collect()
        }
        CONTROL | USER_DEFINED => token.as_bytes().to_vec(),
        _ => token.replace(SPACE, " ").into_bytes(),
    };
    source.tokens.iter().zip(&source.types).map(of).collect()
}

fn word_piece_bytes(source: &Source) -> Vec<Vec<u8>> {
    source.tokens.iter().map(|token| token.replace(SPACE, " ").into_bytes()).collect()
}
