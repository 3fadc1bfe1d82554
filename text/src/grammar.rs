// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Grammars of answers: the tokens of a vocabulary that may follow a text, by llguidance.

use std::sync::Arc;

use llguidance::api::{GrammarWithLexer, ParserLimits, StopReason, TopLevelGrammar};
use llguidance::earley::SlicedBiasComputer;
use llguidance::toktrie::{ApproximateTokEnv, InferenceCapabilities, TokEnv, TokRxInfo, TokTrie, INVALID_TOKEN};
use llguidance::{ParserFactory, TokenParser};
use serde_json::{json, Map, Value};

use crate::gbnf;
use crate::schema_place;
use crate::AnyVocabulary;

/// The longest sources. A hostile schema of this size takes 400 MB and some seconds.
const MAX_SCHEMA_BYTES: usize = 2 << 20;
const MAX_GRAMMAR_BYTES: usize = 256 << 10;
/// Rules may refer to rules in a chain, which llguidance follows by recursion. The memory is only reserved.
const STACK_BYTES: usize = 32 << 20;
const STACK_BYTES_PER_BYTE: usize = 1 << 10;
/// Longer tokens are never written. The trie has room for 1,024 bytes.
const MAX_TOKEN_BYTES: usize = 500;
/// Of larger schemas, the place of a fault is not searched for.
const MAX_SEARCHED_BYTES: usize = 64 << 10;
/// Characters of an error.
const MAX_MESSAGE: usize = 400;
/// Between the parts of a JSON text: small models would fill an answer with any that is unlimited.
const WHITESPACE: &str = r" |\n{1,2}[ \t]{0,20}";

/// The language of a source.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    JsonSchema,
    /// GBNF if its first rule has "::=", otherwise Lark.
    Grammar,
}

/// The tokens of a vocabulary as a trie of their bytes, which all of its grammars share.
pub struct TokenTrie {
    factory: ParserFactory,
}

impl TokenTrie {
    /// `ends` end a text.
    pub fn new(vocabulary: &AnyVocabulary, ends: &[u32]) -> Result<TokenTrie, String> {
        let words: Vec<Vec<u8>> = (0..vocabulary.size() as u32).map(|id| word(vocabulary, ends, id)).collect();
        let first = ends.first().copied().unwrap_or(INVALID_TOKEN);
        let mut trie = TokTrie::from(&TokRxInfo::new(words.len() as u32, first), &words);
        if !ends.is_empty() {
            trie = trie.with_eos_tokens(ends);
        }
        let environment: TokEnv = Arc::new(ApproximateTokEnv::new(trie));
        let slices = SlicedBiasComputer::general_slices();
        let mut factory = ParserFactory::new(&environment, InferenceCapabilities::default(), &slices).map_err(text)?;
        factory.quiet();
        *factory.limits_mut() = limits();
        Ok(TokenTrie { factory })
    }
}

/// The bytes of a token in the trie. No text has the byte 0xff, which marks tokens that are none.
fn word(vocabulary: &AnyVocabulary, ends: &[u32], id: u32) -> Vec<u8> {
    let bytes = vocabulary.bytes(id);
    if bytes.len() > MAX_TOKEN_BYTES {
        Vec::new()
    } else if ends.contains(&id) || vocabulary.is_control(id) {
        [&[TokTrie::SPECIAL_TOKEN_MARKER], bytes].concat()
    } else if vocabulary.is_text(id) {
        bytes.to_vec()
    } else {
        Vec::new()
    }
}

/// A wrong grammar ends with an error: the limits bound its memory and its time, to about a tenth of a second for the
/// grammar and for each token.
fn limits() -> ParserLimits {
    ParserLimits {
        step_lexer_fuel: 1_000_000,
        step_max_items: 500_000,
        max_lexer_states: 50_000,
        verbose_errors: false,
        ..Default::default()
    }
}

// Threads may share them.
const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<TokenTrie>();
    is_shared::<Grammar>();
};

/// A grammar, and the tokens of it so far.
pub struct Grammar {
    parser: TokenParser,
}

impl Grammar {
    /// Compiles in a thread of its own, with a stack for chains of rules.
    pub fn new(trie: &TokenTrie, kind: Kind, source: &str) -> Result<Grammar, String> {
        let (what, most) = match kind {
            Kind::JsonSchema => ("schema", MAX_SCHEMA_BYTES),
            Kind::Grammar => ("grammar", MAX_GRAMMAR_BYTES),
        };
        if source.len() > most {
            return Err(format!("the {what} has {} bytes, but may have {most} at most", source.len()));
        }
        if source.trim().is_empty() {
            return Err(format!("the {what} is empty"));
        }
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new()
                .stack_size(STACK_BYTES + STACK_BYTES_PER_BYTE * source.len())
                .spawn_scoped(scope, || Grammar::compiled(trie, kind, source))
                .map_err(|error| format!("no thread for the grammar: {error}"))?;
            thread.join().unwrap_or_else(|_| Err("internal error of the grammar".into()))
        })
    }

    fn compiled(trie: &TokenTrie, kind: Kind, source: &str) -> Result<Grammar, String> {
        match kind {
            Kind::JsonSchema => {
                let schema = schema(source)?;
                let compiled = |schema: &Value| Grammar::of(trie, GrammarWithLexer::from_json_schema(schema.clone()));
                compiled(&schema).map_err(|message| {
                    let fails = |part: &Value| compiled(part).is_err_and(|other| other == message);
                    let place = match source.len() <= MAX_SEARCHED_BYTES {
                        true => schema_place::find(&schema, fails),
                        false => String::new(),
                    };
                    if place.is_empty() { message.clone() } else { format!("{message} (in {place})") }
                })
            }
            Kind::Grammar if gbnf::is_gbnf(source) => {
                Grammar::of(trie, GrammarWithLexer::from_lark(gbnf::to_lark(source)?))
            }
            Kind::Grammar => Grammar::of(trie, GrammarWithLexer::from_lark(source.to_string())),
        }
    }

    fn of(trie: &TokenTrie, grammar: GrammarWithLexer) -> Result<Grammar, String> {
        let mut parser = trie.factory.create_parser(TopLevelGrammar::from_grammar(grammar)).map_err(text)?;
        parser.start_without_prompt();
        let mut made = Grammar { parser };
        if !made.parser.check_stop().map_err(text)? {
            made.parser.compute_mask().map_err(|_| match made.parser.stop_reason() {
                StopReason::NoExtensionBias => "no token of the vocabulary begins a text of the grammar".into(),
                _ => made.fault(),
            })?;
        }
        Ok(made)
    }

    /// Sets a bit for each token that may follow, the lowest bit of the first word for token 0.
    pub fn mask(&mut self, bits: &mut [u32]) -> Result<(), String> {
        bits.fill(0);
        if self.is_finished() {
            for end in self.parser.token_env.tok_trie().eos_tokens() {
                if let Some(word) = bits.get_mut(*end as usize / 32) {
                    *word |= 1 << (end % 32);
                }
            }
            return Ok(());
        }
        let allowed = self.parser.compute_mask().map_err(|_| self.fault())?;
        for (word, given) in bits.iter_mut().zip(allowed.as_slice()) {
            *word = *given;
        }
        Ok(())
    }

    /// A grammar at the same place. They share nothing that grows: the states of an answer end with it.
    pub fn fork(&self) -> Grammar {
        Grammar { parser: self.parser.deep_clone() }
    }

    /// Goes on behind a token that the mask allows.
    pub fn accept(&mut self, token: u32) -> Result<(), String> {
        if !self.parser.validate_token(token).map_err(text)? {
            return Err(format!("the grammar does not allow token {token} here"));
        }
        self.parser.consume_token(token).map_err(text)?;
        self.parser.check_stop().map_err(text)?;
        Ok(())
    }

    /// Whether nothing but the end may follow.
    pub fn is_finished(&self) -> bool {
        matches!(self.parser.stop_reason(), StopReason::NoExtension | StopReason::EndOfSentence)
    }

    fn fault(&self) -> String {
        match self.parser.stop_reason() {
            StopReason::NoExtensionBias => {
                "no token of the vocabulary continues the text as the grammar wants it".into()
            }
            _ => format!(
                "the grammar is too complex at this place: {}",
                self.parser.error_message().unwrap_or_else(|| self.parser.stop_reason().to_string())
            ),
        }
    }
}

/// The schema, with the whitespace of answers unless it says it itself.
fn schema(source: &str) -> Result<Value, String> {
    let mut schema: Value = serde_json::from_str(source).map_err(|error| format!("the schema is no JSON: {error}"))?;
    if schema == Value::Bool(true) {
        schema = json!({});
    }
    let Some(object) = schema.as_object_mut() else {
        return Err(format!("a JSON schema is an object or true, but this one is {schema}"));
    };
    let options = object.entry("x-guidance").or_insert_with(|| Value::Object(Map::new()));
    if let Some(options) = options.as_object_mut() {
        if !options.contains_key("whitespace_flexible") {
            options.entry("whitespace_pattern").or_insert_with(|| WHITESPACE.into());
        }
    }
    Ok(schema)
}

/// The message of llguidance in one line, without the lines of the source that it shows.
fn text(error: impl std::fmt::Display) -> String {
    let message = error.to_string();
    let is_shown = |line: &str| {
        let rest = line.trim_start_matches([' ', '^']);
        let number = rest.trim_start_matches(|each: char| each.is_ascii_digit());
        rest.is_empty() || (rest != number && number.starts_with(" |"))
    };
    let ends = ["<backtrace>", "<non-verbose/>", "<state>"];
    let lines = message.lines().take_while(|line| !ends.contains(line)).filter(|line| !is_shown(line));
    let joined = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    let placed = placed(&joined).unwrap_or(joined);
    match placed.char_indices().nth(MAX_MESSAGE) {
        Some((end, _)) => format!("{}...", &placed[..end]),
        None => placed,
    }
}

/// "1(8): text" as "line 1, column 8: text".
fn placed(message: &str) -> Option<String> {
    let (place, rest) = message.split_once("): ")?;
    let (line, column) = place.trim_start_matches("at ").split_once('(')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(line) && is_number(column)).then(|| format!("line {line}, column {column}: {rest}"))
}
